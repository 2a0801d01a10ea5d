//! The rules as they are told, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has 24 [point]s: the corners and the middles of the sides of three squares, \
    one inside the other. Every side is a line of three [point]s, and so is each of the four lines across, which join \
    the middles of the sides from the outermost square to the innermost. Next to each other on a line, [point]s are \
    neighbours. Each seat has `men` pieces, and a piece is called a [man].\n\n\
    The seats move in turn, the first seat first. While a seat has a [man] in its hand, it puts one on a free [point]. \
    After that it moves a [man] on the board to a free neighbouring [point]. With `flying=true`, a seat whose hand is \
    empty and that has three pieces on the board moves any [man] of them to any free [point]. With `flying=false`, the \
    last three pieces too move to neighbouring [point]s alone. Three pieces of one seat on a line are a [mill]. A move \
    that completes a [mill] takes one [man] of the other seat off the board, if there is any, as a part of the same \
    move: one alone, even for two [mill]s at once. Out of a [mill] a [man] may be taken only where all the other's \
    pieces on the board stand in [mill]s.\n\n\
    A seat loses if it is to move and has fewer than three pieces, those in its hand included, or if it has none in \
    its hand and cannot move. After `quiet` moves one after another, of both seats together, in which no [man] was put \
    on the board or taken, the play is a draw, unless the seat to move has just lost. The winner gets 1, the loser -1; \
    a draw pays 0 to both.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::at("XX....../O...O.../........ X 7 7 0").legal("g7xb6", "three in a line take a man"),
    RulePlace::at("XX....../O...O.../........ X 7 7 0").illegal("g7", "a man must be taken with it"),
    RulePlace::at("XX....../O...O.../........ X 7 7 0").illegal("a7-a4", "men in hand are placed first"),
    RulePlace::at("XX....../OOO..O../........ X 7 5 0").legal("g7xd2", "this man stands in no line of three"),
    RulePlace::at("XX....../OOO..O../........ X 7 5 0")
        .illegal("g7xd6", "that man stands in a line of three, and another does not"),
    RulePlace::at("XX....../OOO...../........ X 7 6 0")
        .legal("g7xd6", "all of the other's men stand in a line of three"),
    RulePlace::at("XX.X..../O...OO../........ X 0 0 0").legal("a7-c3", "the last three men go anywhere"),
    RulePlace::at("XX.X..../O...OO../........ X 0 0 0")
        .with("flying=false")
        .illegal("a7-c3", "men go to neighbouring points alone"),
    RulePlace::at("XX.X..../O...OO../........ X 0 0 0")
        .then(&["g4-g7xb6"])
        .pays(&[1.0, -1.0], "the second seat has two men left"),
    RulePlace::at("XOXOXOX./.......O/........ O 0 0 0")
        .then(&["b4-a4"])
        .pays(&[-1.0, 1.0], "the first seat has nowhere to go"),
    RulePlace::at("XX.X..../O...OO../........ X 0 0 99")
        .then(&["a7-a4"])
        .pays(&[0.0, 0.0], "for a hundred plies no man was placed or taken"),
    RulePlace::at("XX.X..../O...OO../........ X 0 0 99")
        .then(&["g4-g7xb6"])
        .pays(&[1.0, -1.0], "a man was taken in time"),
];
