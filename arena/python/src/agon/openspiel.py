"""Games of OpenSpiel as games of ours: `from_openspiel("kuhn_poker")` is an object of the class `Rules`."""

from __future__ import annotations

import difflib
import importlib
import random
from fractions import Fraction
from math import lcm
from typing import Any

from ._errors import AgonError, RulesError
from .rules import CHANCE, Outcomes, Rules, Turn, over

#: Weights of what chance draws add up to less.
_MOST_WEIGHT = 1 << 30
#: So many states are remembered: each is reached from the one before it.
_REMEMBERED = 20_000
_START = "start"


def from_openspiel(game: Any, *, resample: bool = False) -> OpenSpielRules:
    """A game of OpenSpiel, by its name with options as there, or as `pyspiel.load_game` gives it: it plays here as every other
    object of the class `Rules` does.

    A position is the list of actions that led there. Where all choose at once they choose in turn, and see it later. Where
    something is hidden all plays are walked once for redeals; with `resample` OpenSpiel is asked for them, which some of its
    games can do, not always as likely as they are.
    """
    pyspiel = importlib.import_module("pyspiel")
    return OpenSpielRules(pyspiel, pyspiel.load_game(game) if isinstance(game, str) else game, resample)


def merged_openspiel(game: Any) -> MergedRules:
    """The same for `compare`, with messages for those who typed the name."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError as error:
        raise ImportError("the games of OpenSpiel need OpenSpiel, for this Python: pip install open_spiel", name="pyspiel") from error
    if isinstance(game, str):
        name, known = game.partition("(")[0].strip(), pyspiel.registered_names()
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            raise RulesError(f"openspiel={game!r}: OpenSpiel has no game `{name}`{hint} (pyspiel.registered_names() has all)")
        try:
            game = pyspiel.load_game(game)
        except Exception as error:
            raise RulesError(f"openspiel={game!r}: {' '.join(str(error).split())}") from error
    elif not isinstance(game, pyspiel.Game):
        raise RulesError(f"openspiel: a name such as \"kuhn_poker\", or a game that pyspiel loaded, not {type(game).__name__}")
    return MergedRules(pyspiel, game, resample=False)


class OpenSpielRules(Rules):
    """A game of OpenSpiel."""

    def __init__(self, pyspiel: Any, game: Any, resample: bool) -> None:
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
        kind = game.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise AgonError(f"{kind.short_name}: mean-field games are not played here")
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise AgonError(f"{kind.short_name}: it draws by itself, and does not say what else there was")
        self.game, self._resample = game, resample
        self.name, self.summary = str(game).removesuffix("()"), kind.long_name
        self.start, self.seats = _START, game.num_players()
        self.chance = kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC
        self.hidden = kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION
        if self.hidden and not kind.provides_information_state_string:
            raise AgonError(f"{kind.short_name}: it does not say what its players have seen (information_state_string)")
        self.max_plies = game.max_game_length() + (game.max_chance_nodes_in_history() if self.chance else 0)
        self.min_payoff, self.max_payoff = game.min_utility(), game.max_utility()
        known = (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM)
        self.sum = game.utility_sum() if kind.utility in known else None
        self._states = {_START: game.new_initial_state()}
        #: The actions at the last position that was asked about, which is mostly asked about again.
        self._last: tuple[str, dict[str, int]] = ("", {})

    def __deepcopy__(self, memo: object) -> OpenSpielRules:
        return self

    def _agon_content(self) -> list[object]:
        """What tells it from others, for its address: what it remembers does not."""
        return [str(self.game), self._resample]

    def _state(self, position: str) -> Any:
        """The state that a position writes, by way of the longest part of it that is remembered. Nobody changes one that is."""
        before, actions = position, []
        while (state := self._states.get(before)) is None:
            before, _, last = before.rpartition(" ")
            before = before or _START
            actions.append(last)
        if not actions:
            return state
        state = state.clone()
        for last in reversed(actions):
            if not last.isdecimal() or state.is_terminal() or int(last) not in state.legal_actions():
                raise ValueError(f"`{last}` is not legal after {state.history()}; a position is `{_START}`, or actions by number")
            state.apply_action(int(last))
        if _REMEMBERED < len(self._states):
            self._states = {_START: self._states[_START]}
        self._states[position] = state
        return state

    def check(self, text: str) -> None:
        state = self._state(text)
        written = " ".join(map(str, state.history())) or _START
        if written != text:
            raise ValueError(f"it is written `{written}`")

    def turn(self, position: str) -> Turn:
        state = self._state(position)
        if state.is_terminal():
            return over(state.returns())
        return CHANCE if state.is_chance_node() else int(state.current_player()) + 1

    def _named(self, position: str) -> dict[str, int]:
        """The actions there, by what they are called: with their number where that does not tell them apart."""
        last, known = self._last
        if last == position:
            return known
        state = self._state(position)
        actions = state.legal_actions()
        # Commas stand between moves.
        named = (state.action_to_string(state.current_player(), action).replace(",", " ") for action in actions)
        words = [" ".join(word.split()) for word in named]
        if len(set(words)) != len(words) or "" in words:
            words = [f"{word} #{action}".strip() for word, action in zip(words, actions)]
        named_here = dict(zip(words, actions))
        self._last = (position, named_here)
        return named_here

    def moves(self, position: str) -> Outcomes:
        named, state = self._named(position), self._state(position)
        if not state.is_chance_node():
            return list(named)
        weights = weights_of(dict(state.chance_outcomes()))
        return [(word, weights[action]) for word, action in named.items() if weights.get(action)]

    def play(self, position: str, move: str) -> str:
        action = self._named(position)[move]
        return str(action) if position == _START else f"{position} {action}"

    def view(self, position: str, seat: int) -> str:
        state = self._state(position)
        seen = _line(state.information_state_string(seat - 1))
        # There it need not say whose turn it is, nor who got what.
        if state.is_terminal():
            return f"{seen}; over: {state.returns()[seat - 1]:g}"
        return f"{seen}; to act" if state.current_player() == seat - 1 else seen

    def redeal(self, position: str, seat: int, draw: random.Random) -> str | None:
        if not self._resample:
            return None
        history = self._state(position).resample_from_infostate(seat - 1, draw.random).history()
        return " ".join(str(action) for action in history) or _START


class MergedRules(OpenSpielRules):
    """A game of OpenSpiel in which positions transpose, unless something is hidden: those that it writes alike, where the same seat
    has the same actions, are one, the first that was met."""

    def __init__(self, pyspiel: Any, game: Any, resample: bool) -> None:
        super().__init__(pyspiel, game, resample)
        #: Where it is False they are what they are.
        self.merges = not self.hidden
        self._first: dict[tuple[object, ...], str] = {}

    def play(self, position: str, move: str) -> str:
        after = super().play(position, move)
        if not self.merges:
            return after
        state = self._state(after)
        paid = tuple(state.returns()) if state.is_terminal() else ()
        return self._first.setdefault((str(state), state.current_player(), tuple(state.legal_actions()), paid), after)


def _line(text: str) -> str:
    """A text on one line."""
    return " / ".join(text.split("\n")).replace("\t", " ").strip()


def weights_of(chances: dict[int, float]) -> dict[int, int]:
    """Whole numbers in proportion to probabilities: exact where these are simple fractions, as they are with dice and cards."""
    simple = {action: Fraction(chance).limit_denominator(10_000) for action, chance in chances.items()}
    common = lcm(*(fraction.denominator for fraction in simple.values()))
    if sum(simple.values()) == 1 and common <= _MOST_WEIGHT:
        return {action: int(fraction * common) for action, fraction in simple.items()}
    return {action: max(1, round(chance * _MOST_WEIGHT / 2)) for action, chance in chances.items() if 0 < chance}


__all__ = ["MergedRules", "OpenSpielRules", "from_openspiel", "merged_openspiel", "weights_of"]
