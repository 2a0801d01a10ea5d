"""Our players as engines of python-chess, by UCI and by xboard: whole games, clocks, analysis, stops."""

import sys
import time

import chess
import chess.engine

AGON = sys.argv[1]
DEEP = "alpha-beta(depth=64, pvs=true, table=16MB, hint=true, killers=true, history=true)"


def engine(protocol, player):
    command = [AGON, "engine", protocol, "--player", player]
    opened = {"uci": chess.engine.SimpleEngine.popen_uci, "xboard": chess.engine.SimpleEngine.popen_xboard}
    return opened[protocol](command, timeout=30)


def play(white, black, limit, most=400, board=None):
    """A game by the rules of python-chess, which claims no draw: it goes on where ours has ended."""
    board = board or chess.Board()
    while not board.is_game_over(claim_draw=False) and len(board.move_stack) < most:
        player = white if board.turn else black
        result = player.play(board, limit)
        assert result.move in board.legal_moves, (board.fen(), result)
        board.push(result.move)
    return board


def main():
    games = moves = repeated = 0
    for protocol in ["uci", "xboard"]:
        with engine(protocol, DEEP) as deep, engine(protocol, "random") as random:
            board = play(deep, random, chess.engine.Limit(depth=3))
            assert board.is_checkmate() and not board.turn, board.result()
            board = play(random, deep, chess.engine.Limit(time=0.02))
            games, moves = games + 2, moves + len(board.move_stack)
        # Two that know nothing go on for long, and repeat.
        with engine(protocol, "random") as one, engine(protocol, "alpha-beta(depth=1, heuristic=none)") as other:
            board = play(one, other, chess.engine.Limit(depth=1), most=300)
            games, moves = games + 1, moves + len(board.move_stack)
        with engine(protocol, DEEP) as deep:
            # A position that has been there three times, and one after fifty moves.
            board = chess.Board()
            for _ in range(3):
                for move in ["g1f3", "g8f6", "f3g1", "f6g8"]:
                    board.push_uci(move)
            assert board.is_repetition(3)
            assert deep.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves
            board = chess.Board("8/8/4k3/8/8/4K3/4R3/8 w - - 120 100")
            assert deep.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves
            repeated += 2
            # Castling and promotion, as each protocol writes them.
            board = chess.Board("r3k2r/8/8/8/8/8/P6p/R3K3 w Qkq - 0 1")
            for move in ["e1c1", "h2h1q"]:
                board.push(board.parse_uci(move))
            assert deep.play(board, chess.engine.Limit(depth=1)).move in board.legal_moves
            board = chess.Board("7k/P7/8/8/8/8/8/K7 w - - 0 1")
            assert deep.play(board, chess.engine.Limit(depth=3)).move == chess.Move.from_uci("a7a8q")
            # A clock.
            board, begun = chess.Board(), time.monotonic()
            limit = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)
            for _ in range(4):
                board.push(deep.play(board, limit).move)
            assert time.monotonic() - begun < 4 * 0.6, time.monotonic() - begun
            # Chess from any first row, where kings castle to their own rooks.
            for row in [1, 518, 959]:
                board = play(deep, deep, chess.engine.Limit(depth=1), most=40, board=chess.Board.from_chess960_pos(row))
                games, moves = games + 1, moves + len(board.move_stack)
            castled = chess.Board("1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1", chess960=True)
            castled.push_uci("c1b1")
            assert deep.play(castled, chess.engine.Limit(depth=1)).move in castled.legal_moves
            if protocol == "xboard":
                with deep.analysis(chess.Board()) as analysis:
                    for info in analysis:
                        if info.get("depth", 0) >= 3:
                            assert info["pv"] and "score" in info, info
                            break
                assert deep.play(chess.Board(), chess.engine.Limit(depth=1)).move
            if protocol == "uci":
                deep.configure({"Depth": "5"})
                info = deep.analyse(chess.Board(), chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
                assert info["depth"] == 3 and info["pv"] and "score" in info and info["nodes"] > 20, info
                deep.configure({"Depth": "64"})
                # Several lines, the best first; and the moves that alone may be chosen.
                infos = deep.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=3)
                scores = [info["score"].relative for info in infos]
                assert len(infos) == 3 and scores == sorted(scores, reverse=True), infos
                assert len({info["pv"][0] for info in infos}) == 3 and all(info["depth"] == 3 for info in infos)
                only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
                assert deep.play(chess.Board(), chess.engine.Limit(depth=3), root_moves=only).move in only
                board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
                info = deep.analyse(board, chess.engine.Limit(mate=2))
                assert info["score"].relative == chess.engine.Mate(2) and info["pv"][0].uci() == "a1a6", info
                deep.configure({"Hash": 4, "Move Overhead": 50})
                with deep.analysis(chess.Board()) as analysis:
                    seen = 0
                    for info in analysis:
                        seen += "depth" in info
                        if info.get("depth", 0) >= 4:
                            break
                    begun = time.monotonic()
                    analysis.stop()
                    analysis.wait()
                assert seen >= 4 and time.monotonic() - begun < 0.5
    print(f"python-chess: {games} games, {moves} moves, {repeated} positions that our rules had ended")


main()
