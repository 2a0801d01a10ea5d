"""Our players against other programs, both by GTP: each move of either side is legal to the other, in whole games.

gtp_clients.py AGON GAME PLAYER SIZE GAMES OTHER...

At Go both are asked for the score. Our rules count the area of the board as it stands when both have passed: dead stones must
be taken by play. Others take off what they call dead before they count. So each score is asked for twice: of the board as it
stands, where another winner is called only with dead stones on it, and of the board without them, where ours and theirs must be
the same to the half point.
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
    """The score; None where somebody resigned before the end."""
    try:
        return engine.ask("final_score")
    except AssertionError:
        return None


def scored_without(dead, ours, other):
    """Our score of the other's board without these stones."""
    ours.ask("clear_board")
    for colour in ("black", "white"):
        for stone in other.ask(f"list_stones {colour}").split():
            if stone not in dead:
                ours.ask(f"play {colour} {stone}")
    return ours.ask("final_score")


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
            theirs = scored(other)
            scores.append((score, theirs))
            dead = set(other.ask("final_status_list dead").split())
            if score != theirs:
                assert dead, f"{scores[-1]}, and no stone is dead"
                assert dead <= set(ours.ask("final_status_list alive").split()), dead
            without = scored_without(dead, ours, other)
            assert without == theirs, f"without {dead}: {without}, and they say {theirs}"
    agreed = sum(one[0] == two[0] for one, two in scores)
    ours.quit()
    other.quit()
    if "--capture-all-dead" in sys.argv:
        assert agreed == len(scores), scores
    agreement = f"winner agreed {agreed} of {len(scores)}, and the score of all without dead stones"
    print(f"{game} {size}x{size} against {other.name}: {games} games, {moves} moves", *([agreement] if scores else []), sep=", ")


main()
