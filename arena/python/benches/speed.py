"""How fast the package is beside others, in one run: `python benches/speed.py`. Who is not installed is left out.

Each figure is the best of five, the candidates taking turns, by the processor time of all threads: what stands there is done in a
second on one core, however busy the machine is.
"""

from __future__ import annotations

import importlib.util
import os
import random
import time
from collections.abc import Callable

import agon

#: What is measured: how often something is done a second.
Loop = Callable[[float], tuple[int, float]]


def loop(once: Callable[[], int]) -> Loop:
    """Does it again and again for this many seconds: how often, and how long it took."""

    def run(seconds: float) -> tuple[int, float]:
        done, begun = 0, time.process_time()
        while (elapsed := time.process_time() - begun) < seconds:
            done += once()
        return done, elapsed

    return run


def compare(title: str, loops: dict[str, Callable[[], int]], seconds: float = 0.4) -> None:
    """Prints how fast each is, and how many times as fast the first is as the others."""
    best = dict.fromkeys(loops, 0.0)
    for _ in range(5):
        for name, once in loops.items():
            done, elapsed = loop(once)(seconds)
            best[name] = max(best[name], done / elapsed)
    print(title)
    first = next(iter(best.values()))
    for name, rate in best.items():
        print(f"  {name:<44} {rate:>14,.0f} a second {first / rate:>8.1f}")


def ours(term: str, by_text: bool = False) -> Callable[[], int]:
    start, draws = agon.game(term).start, random.Random(1).random

    def game() -> int:
        position, steps = start, 0
        while not position.is_over:
            choices = position.moves() if by_text else position.actions()
            position = position.play(choices[int(draws() * len(choices))])
            steps += 1
        return steps

    return game


def pyspiels(name: str) -> Callable[[], int]:
    import pyspiel

    there, draws = pyspiel.load_game(name), random.Random(1).random

    def game() -> int:
        state, steps = there.new_initial_state(), 0
        while not state.is_terminal():
            choices = state.legal_actions()
            state.apply_action(choices[int(draws() * len(choices))])
            steps += 1
        return steps

    return game


def python_chess() -> Callable[[], int]:
    import chess

    draws = random.Random(1).random

    def game() -> int:
        board, steps = chess.Board(), 0
        while not board.is_game_over(claim_draw=False):
            choices = list(board.legal_moves)
            board.push(choices[int(draws() * len(choices))])
            steps += 1
        return steps

    return game


def pettingzoos() -> Callable[[], int]:
    from pettingzoo.classic import connect_four_v3

    return environment(connect_four_v3.env())


def environment(env: object) -> Callable[[], int]:
    import numpy as np

    draws = random.Random(1).random

    def game() -> int:
        env.reset(seed=1)  # type: ignore[attr-defined]
        steps = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()  # type: ignore[attr-defined]
            if terminated or truncated:
                return steps
            choices = np.flatnonzero(observation["action_mask"])
            env.step(choices[int(draws() * len(choices))])  # type: ignore[attr-defined]
            steps += 1

    return game


def rollouts(term: str, number: int) -> Callable[[], int]:
    start, seeds = agon.game(term).start, iter(range(1 << 60))

    def games() -> int:
        start.playouts(number, seed=next(seeds))
        return number

    return games


def whole(game: Callable[[], int]) -> Callable[[], int]:
    """Whole games, where steps are counted."""

    def once() -> int:
        game()
        return 1

    return once


def batch(term: str, games: int) -> Callable[[], int]:
    import numpy as np

    many = agon.batch(term, games)
    # Drawn beforehand: the first legal column from a random one on.
    order = np.random.default_rng(1).permuted(np.tile(np.arange(many.actions), (games, 1)), axis=1)
    rows = np.arange(games)

    def step() -> int:
        actions = order[rows, many.masks[rows[:, None], order].argmax(1)]
        many.step(actions)
        return games

    return step


def batch_alone(term: str, games: int) -> None:
    """What a step of a batch takes by itself, without choosing the actions."""
    many, spent, done = agon.batch(term, games), float("inf"), 0
    for _ in range(5):
        spent_now, done = 0.0, 0
        while spent_now < 0.4:
            actions = many.draw()
            begun = time.process_time()
            many.step(actions)
            spent_now += time.process_time() - begun
            done += games
        spent = min(spent, spent_now / done)
    name = f"agon, {term}, step() of {games} alone"
    print(f"  {name:<44} {1 / spent:>14,.0f} a second")


def vectors(number: int) -> None:
    """What a step of so many environments against random moves takes by itself, without choosing the actions."""
    import numpy as np
    from agon.gymnasium import AgonEnv, AgonVectorEnv
    from gymnasium.vector import SyncVectorEnv

    made = {
        "agon.gymnasium.AgonVectorEnv": AgonVectorEnv("connect-four", number),
        "gymnasium.vector.SyncVectorEnv of AgonEnv": SyncVectorEnv([lambda: AgonEnv("connect-four")] * number),
    }
    draws = np.random.default_rng(1)
    print(f"Connect Four against random moves: steps of {number} environments, step() alone")
    for name, envs in made.items():
        best = 0.0
        for _ in range(5):
            _, infos = envs.reset(seed=1)
            spent, done = 0.0, 0
            while spent < 0.4:
                actions = (infos["action_mask"] * draws.random(infos["action_mask"].shape)).argmax(1)
                begun = time.process_time()
                _, _, _, _, infos = envs.step(actions)
                spent += time.process_time() - begun
                done += number
            best = max(best, done / spent)
        print(f"  {name:<44} {best:>14,.0f} a second")


def calls() -> None:
    """What single calls take."""
    position = agon.game("connect-four").start
    print("nanoseconds a call, Connect Four, the loop taken off")
    kinds: dict[str, Callable[[], object]] = {
        "is_over": lambda: position.is_over,
        "seat": lambda: position.seat,
        "actions()": position.actions,
        "moves()": position.moves,
        "play(3)": lambda: position.play(3),
        "play('d')": lambda: position.play("d"),
        "text": lambda: position.text,
    }
    empty = min(timed(lambda: None) for _ in range(5))
    for name, call in kinds.items():
        print(f"  {name:<44} {(min(timed(call) for _ in range(5)) - empty) * 1e9:>14,.0f}")


def timed(call: Callable[[], object], times: int = 100_000) -> float:
    begun = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - begun) / times


def has(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def main() -> None:
    cores = len(os.sched_getaffinity(0))
    print(f"{cores} cores, load {os.getloadavg()[0]:.1f}; the last column says how many times as fast the first is\n")
    steps = {"agon, by actions": ours("connect-four"), "agon, by moves as texts": ours("connect-four", by_text=True)}
    if has("pyspiel"):
        steps["pyspiel"] = pyspiels("connect_four")
    if has("pettingzoo"):
        from agon.pettingzoo import AgonEnv

        steps["agon.pettingzoo.AgonEnv"] = environment(AgonEnv("connect-four"))
        if has("pygame"):
            steps["pettingzoo.classic.connect_four_v3"] = pettingzoos()
    compare("Connect Four: single steps of random games, with the list of what is legal", steps)
    chess = {"agon, by actions": ours("chess"), "agon, by moves as texts": ours("chess", by_text=True)}
    if has("pyspiel"):
        chess["pyspiel"] = pyspiels("chess")
    if has("chess"):
        chess["python-chess"] = python_chess()
    compare("chess: the same", chess)
    if has("numpy"):
        for term, name in [("connect-four", "connect_four"), ("chess", "chess"), ("othello", "othello")]:
            number = 200 if term == "chess" else 2000
            games = {f"agon, playouts({number})": rollouts(term, number), "agon, a loop in Python": whole(ours(term))}
            if has("pyspiel"):
                games["pyspiel, a loop in Python"] = whole(pyspiels(name))
            compare(f"{term}: whole random games, of one core", games)
        compare("Connect Four: steps of a batch", {"agon, 4096 games, actions chosen in NumPy": batch("connect-four", 4096)})
        batch_alone("connect-four", 4096)
        batch_alone("chess", 4096)
    if has("gymnasium"):
        vectors(64)
    calls()


if __name__ == "__main__":
    main()
