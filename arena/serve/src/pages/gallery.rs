//! A gallery of searches worth looking into: each card is a button that has its player search, and opens the stage.

use std::sync::OnceLock;

use agon_core::Position as _;
use agon_draw::Drawing;
use maud::{Markup, PreEscaped, html};

use super::layout::token;
use crate::{place::PlaceQuery, pool::Worker, problem::Problem, view::plain_svg, visitor::Visitor};

/// A search that shows something.
pub(super) struct Example {
    /// The game's term.
    pub(super) game: &'static str,
    /// The moves played first.
    moves: &'static str,
    /// The player's term.
    player: &'static str,
    /// The message that says what is seen there.
    about: &'static str,
}

/// Trees of textbooks.
pub(super) const TREES: &[Example] = &[
    Example {
        game: "tree([[3,12,8],[2,4,6],[14,5,2]])",
        moves: "",
        player: "minimax",
        about: "gallery-minimax",
    },
    Example {
        game: "tree([[3,12,8],[2,4,6],[14,5,2]])",
        moves: "",
        player: "alpha-beta",
        about: "gallery-alpha-beta",
    },
    Example {
        game: "tree([{1/2:8, 1/3:24, 1/6:-12}, 5])",
        moves: "",
        player: "expectiminimax",
        about: "gallery-chance",
    },
    Example {
        game: "tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])",
        moves: "",
        player: "max-n",
        about: "gallery-max-n",
    },
    Example {
        game: "tree([4,[5.5,7],[3,9]])",
        moves: "",
        player: "averaging(m=2, n=1)",
        about: "gallery-averaging",
    },
];

/// Positions of games.
const POSITIONS: &[Example] = &[
    Example {
        game: "tic-tac-toe",
        moves: "b2 a1",
        player: "alpha-beta(depth=4)",
        about: "gallery-tic-tac-toe",
    },
    Example {
        game: "connect-four",
        moves: "d d c d",
        player: "alpha-beta(depth=4)",
        about: "gallery-threat",
    },
    Example {
        game: "chess",
        moves: "f2f3 e7e5 g2g4",
        player: "alpha-beta(depth=2)",
        about: "gallery-mate",
    },
    Example { game: "nim(heaps=1+2)", moves: "", player: "minimax", about: "gallery-nim" },
    Example {
        game: "connect-four",
        moves: "",
        player: "mcts(iterations=300)",
        about: "gallery-plays",
    },
    Example { game: "kalah", moves: "", player: "alpha-beta(depth=3)", about: "gallery-again" },
    Example {
        game: "othello",
        moves: "",
        player: "selective(depth=3)",
        about: "gallery-selective",
    },
    Example {
        game: "backgammon",
        moves: "",
        player: "expectiminimax(depth=1)",
        about: "gallery-dice",
    },
];

impl Example {
    /// The position where the search begins, drawn; nothing where it cannot be.
    fn drawn(&self, worker: &Worker) -> String {
        let (game, moves) = (self.game.to_owned(), Some(self.moves.to_owned()));
        let site = PlaceQuery { game, position: None, moves }.find(worker);
        let drawn = |here: agon_core::AnyPosition| {
            plain_svg(&Drawing::of(&here.picture()).svg_decorative())
        };
        site.map_or_else(|_: Problem| String::new(), |site| drawn(site.here))
    }
}

/// All cards. The first call draws the boards, which takes a moment.
pub(super) fn gallery(worker: &Worker, guest: &Visitor) -> Markup {
    static DRAWN: OnceLock<[Vec<String>; 2]> = OnceLock::new();
    let drawn = DRAWN.get_or_init(|| {
        [TREES, POSITIONS].map(|all| all.iter().map(|example| example.drawn(worker)).collect())
    });
    let titles = [guest.language.say("gallery-trees"), guest.language.say("gallery-positions")];
    html! {
        @for ((all, drawn), title) in [TREES, POSITIONS].into_iter().zip(drawn).zip(titles) {
            h2 { (title) }
            ul.cards.gallery {
                @for (example, drawn) in all.iter().zip(drawn) { li { (card(guest, example, drawn)) } }
            }
        }
    }
}

fn card(guest: &Visitor, example: &Example, drawn: &str) -> Markup {
    let name = example.game.split('(').next().unwrap_or(example.game);
    let face = html! {
        button.card {
            span.small aria-hidden="true" { (PreEscaped(drawn)) }
            span.name lang="en" { (name) " · " (example.player) }
            span.quiet { (guest.language.say(example.about)) }
        }
    };
    opens(
        guest,
        &SearchAsked {
            game: example.game,
            position: None,
            moves: example.moves,
            player: example.player,
        },
        &face,
    )
}

/// A search that a button asks for.
pub(super) struct SearchAsked<'a> {
    /// The game's term.
    pub(super) game: &'a str,
    /// Where the moves begin, unless at the initial position.
    pub(super) position: Option<&'a str>,
    /// The moves played from there.
    pub(super) moves: &'a str,
    /// The player's term.
    pub(super) player: &'a str,
}

/// A form whose button has a player search, and opens the stage.
pub(super) fn opens(guest: &Visitor, asked: &SearchAsked<'_>, button: &Markup) -> Markup {
    html! {
        form method="post" action="/inside" { (token(guest))
            input type="hidden" name="game" value=(asked.game);
            input type="hidden" name="position" value=(asked.position.unwrap_or_default());
            input type="hidden" name="moves" value=(asked.moves);
            input type="hidden" name="player" value=(asked.player);
            (button)
        }
    }
}
