"""Our players against other programs, both by GTP: each move of either side is legal to the other, in whole games.

gtp_clients.py AGON GAME PLAYER SIZE GAMES OTHER...

At Go both are asked who has won. Our rules count the board as it stands; whoever has another opinion must have counted
stones there as dead.
"""

import shlex
import subprocess
import sys


class Engine:
    """A program that speaks GTP."""

    def __init__(self, command):
        self.name = command[0]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        answer = "\n".join(lines)
        assert answer.startswith("="), f"{self.name}: {command}: {answer!r}"
        return answer[1:].strip()

    def quit(self):
        self.ask("quit")
        self.process.wait(timeout=10)


def play(black, white, game, size):
    """A game; the number of moves, and the last of them."""
    sides = [("black", black, white), ("white", white, black)]
    for engine in (black, white):
        engine.ask(f"boardsize {size}")
        engine.ask("clear_board")
        if game == "go":
            engine.ask("komi 7.5")
    passes = number = 0
    while passes < 2 and number < 4 * size * size:
        colour, mover, other = sides[number % 2]
        move = mover.ask(f"genmove {colour}").lower()
        if move == "resign":
            break
        # At othello some know no word for a pass: whoever is asked next sees that it was one.
        if move != "pass" or game == "go":
            other.ask(f"play {colour} {move}")
        passes = passes + 1 if move == "pass" else 0
        number += 1
    return number


def scored(engine):
    """Who has won; None where somebody resigned before the end."""
    try:
        return engine.ask("final_score")[:2]
    except AssertionError:
        return None


def main():
    agon, game, player, size, games = sys.argv[1:6]
    ours = Engine([agon, "engine", "gtp", "--game", game, "--player", player])
    other = Engine(shlex.split(" ".join(sys.argv[6:])))
    assert ours.ask("protocol_version") == "2" and ours.ask("known_command genmove") == "true"
    moves, scores = 0, []
    for number in range(int(games)):
        pair = (ours, other) if number % 2 == 0 else (other, ours)
        moves += play(*pair, game, int(size))
        if game == "go" and (score := scored(ours)) is not None:
            scores.append((score, scored(other)))
            if scores[-1][0] != scores[-1][1]:
                dead = other.ask("final_status_list dead").split()
                assert dead, f"{scores[-1]}, and no stone is dead"
                assert set(dead) <= set(ours.ask("final_status_list alive").split()), dead
    agreed = sum(one == two for one, two in scores)
    ours.quit()
    other.quit()
    if "--capture-all-dead" in sys.argv:
        assert agreed == len(scores), scores
    print(f"{game} {size}x{size} against {other.name}: {games} games, {moves} moves", *([f"winner agreed {agreed} of {len(scores)}"] if scores else []), sep=", ")


main()
