"""Learns tic-tac-toe against random moves by policy gradients (Williams 1992, REINFORCE), with NumPy alone:
`python reinforce.py` prints how many games it wins on the way; below a minute.

The policy is a net of one hidden layer, which sees the board and is told which actions are legal. `python reinforce.py 200
connect-four` learns another game with a board, for 200 steps.
"""

from __future__ import annotations

import sys

import numpy as np
from agon.gymnasium import AgonVectorEnv
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Policy:
    """Probabilities of all actions by what is seen; Adam has it follow a gradient (Kingma & Ba 2015)."""

    def __init__(self, places: int, kinds: int, actions: int, draws: np.random.Generator, hidden: int = 64) -> None:
        self.kinds, self.draws = kinds, draws
        inputs = places * kinds
        self.first = draws.normal(0, inputs**-0.5, (inputs, hidden))
        self.second = np.zeros((hidden, actions))
        self.moments = [np.zeros((2, *weights.shape)) for weights in (self.first, self.second)]
        self.steps = 0

    def inputs(self, seen: NDArray[np.uint8]) -> Array:
        """For every place and kind of piece whether it is there."""
        return np.eye(self.kinds)[seen].reshape(len(seen), -1)

    def choices(self, inputs: Array, masks: NDArray[np.int8]) -> tuple[Array, Array]:
        """What the hidden layer says, and how likely each action is; none that is illegal."""
        hidden = np.tanh(inputs @ self.first)
        scores = np.where(masks == 1, hidden @ self.second, -np.inf)
        likely = np.exp(scores - scores.max(1, keepdims=True))
        return hidden, likely / likely.sum(1, keepdims=True)

    def draw(self, likely: Array) -> NDArray[np.int64]:
        """An action for each row."""
        above = likely.cumsum(1) > self.draws.random((len(likely), 1)) * likely.sum(1, keepdims=True)
        drawn: NDArray[np.int64] = above.argmax(1)
        return drawn

    def learn(self, inputs: Array, masks: NDArray[np.int8], actions: NDArray[np.int64], worth: Array, rate: float) -> None:
        """Makes actions more likely by what they turned out to be worth."""
        hidden, likely = self.choices(inputs, masks)
        error = -likely
        error[np.arange(len(actions)), actions] += 1
        error *= worth[:, None] / len(actions)
        inner = (error @ self.second.T) * (1 - hidden**2)
        self.steps += 1
        for weights, slope, moments in zip((self.first, self.second), (inputs.T @ inner, hidden.T @ error), self.moments):
            moments[0] += 0.1 * (slope - moments[0])
            moments[1] += 0.001 * (slope**2 - moments[1])
            mean, square = moments[0] / (1 - 0.9**self.steps), moments[1] / (1 - 0.999**self.steps)
            weights += rate * mean / (np.sqrt(square) + 1e-8)


def main(steps: int = 600, game: str = "tic-tac-toe", number: int = 64, length: int = 16, seed: int = 1) -> None:
    envs = AgonVectorEnv(game, number, autoreset_mode=AutoresetMode.SAME_STEP)
    places, kinds = envs.about.observation or (0, 0)
    policy = Policy(places, kinds, envs.about.actions, np.random.default_rng(seed))
    seen, infos = envs.reset(seed=seed)
    counts = np.zeros(2, int)
    for step in range(1, steps + 1):
        rounds = []
        for _ in range(length):
            inputs, masks = policy.inputs(seen), infos["action_mask"]
            actions = policy.draw(policy.choices(inputs, masks)[1])
            seen, rewards, ended, _, infos = envs.step(actions)
            rounds.append((inputs, masks, actions, rewards, ended))
            counts += int((rewards > 0).sum()), int(ended.sum())
        # What a game paid is what each of its actions is worth; games that go on are worth nothing yet.
        gains, paid = np.zeros((length, number)), np.zeros(number)
        for at in range(length)[::-1]:
            paid = np.where(rounds[at][4], rounds[at][3], paid)
            gains[at] = paid
        worth = (gains - gains.mean()).ravel()
        inputs, masks, actions = (np.concatenate([each[part] for each in rounds]) for part in range(3))
        policy.learn(inputs, masks, actions, worth, rate=0.003)
        if step % max(1, steps // 10) == 0:
            print(f"step {step}: won {100 * counts[0] / max(1, counts[1]):.1f} %")
            counts[:] = 0


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 600, given[1] if 1 < len(given) else "tic-tac-toe")
