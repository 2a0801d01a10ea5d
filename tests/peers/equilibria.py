#!/usr/bin/env python3
"""Agon beside OpenSpiel at games that hide something: iterations of CFR at Kuhn's and Leduc poker, and of
search over information sets at Kuhn's, in one run.

    python3 -m venv venv && venv/bin/pip install open_spiel==2.0.2
    cargo build --profile dist -p agon
    venv/bin/python tests/peers/equilibria.py target/dist/agon

Before anything is timed both must have the same NashConv after 100 iterations, to nine digits. OpenSpiel's are
its C++ `CFRSolver` and `ISMCTSBot`. What is timed is processor time; contestants take turns, and the best of
seven rounds of each counts. Of `agon` two runs are timed whose numbers of iterations differ, so that to
start the process, to walk the tree and to measure count for nothing; of OpenSpiel the iterations alone.
Exit code 3 says that they did not do the same work.
"""

import json
import resource
import subprocess
import sys
import time

try:
    import pyspiel
except ImportError:
    sys.exit("equilibria.py: there is no OpenSpiel here: pip install open_spiel==2.0.2")

ROUNDS = 7
# Ours, theirs, and how many iterations are timed of each. None of ours passes a power of ten.
GAMES = [
    ("kuhn", "kuhn_poker", (200_000, 900_000), 3_000),
    ("leduc(suits=true)", "leduc_poker", (200, 900), 12),
]
SEARCHES = (20_000, 420_000), 20_000


def agon(*words):
    """What `agon` says, and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def equilibrium(game, iterations):
    words = ["solve", game, "--method", "cfr", "--rule", "cfr", "--iterations", str(iterations), "--json"]
    said, took = agon(*words)
    return json.loads(said)["nash_conv"], took


def between(ask, few, many):
    """Seconds for one of what there are `few` of in one run and `many` in the other."""
    return (ask(many) - ask(few)) / (many - few)


def theirs(work, count):
    begun = time.process_time()
    work(count)
    return (time.process_time() - begun) / count


def row(what, ours, other):
    ours, other = zip(*((ours(), other()) for _ in range(ROUNDS)))
    ours, other = min(ours), min(other)
    print(f"| {what} | {ours * 1e6:.3g} µs | {other * 1e6:.3g} µs | {other / ours:.1f} |", flush=True)


def main():
    print("| an iteration of | Agon | OpenSpiel | times |\n|---|---:|---:|---:|")
    for name, other_name, (few, many), count in GAMES:
        game = pyspiel.load_game(other_name)
        solver = pyspiel.CFRSolver(game)
        for _ in range(100):
            solver.evaluate_and_update_policy()
        there, here = pyspiel.nash_conv(game, solver.average_policy()), equilibrium(name, 100)[0]
        if 1e-9 * there < abs(there - here):
            print(f"equilibria.py: {name}: NashConv {here} here, {there} there", file=sys.stderr)
            return 3

        def iterate(count, solver=solver):
            for _ in range(count):
                solver.evaluate_and_update_policy()

        row(
            f"`cfr` at `{name}`",
            lambda: between(lambda n: equilibrium(name, n)[1], few, many),
            lambda: theirs(iterate, count),
        )
    (few, many), count = SEARCHES
    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    for card in (2, 1):
        state.apply_action(card)

    def search(iterations):
        player = f"ismcts(iterations={iterations})"
        return agon("analyse", "kuhn", "--moves", "3 2", "-p", player)[1]

    def search_there(iterations):
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(1, evaluator, 0.7, iterations, -1, kind, False, False)
        bot.step(state)

    row("`ismcts` at `kuhn`", lambda: between(search, few, many), lambda: theirs(search_there, count))
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("equilibria.py: say where agon is: equilibria.py target/dist/agon")
    sys.exit(main())
