//! Any game under other names: the same rules and plays, with other words for moves, places and pieces.
//!
//! Whoever plays by what was learned of a game's name and notation plays worse in disguise; whoever works it out from the
//! rules plays as well.

mod disguised;
mod mask;
mod seen;
mod told;

use agon_core::{Game, GamePlugin, OptionError, OptionSpec, Options, RuleClaim, RulePlace, inventory};

pub use crate::disguised::Disguised;
use crate::{mask::Mask, told::Told};

impl Game for Disguised {
    const NAME: &'static str = "disguise";
    const ALIASES: &'static [&'static str] = &["disguised", "masked"];
    const SUMMARY: &'static str = "another game, whose moves, places and pieces have made-up names";
    const HELP: &'static str = "The same game as the one in `game`: the same positions, moves in the same order, chance, views and \
        payoffs. Its moves and the names of its places are words of syllables, one for each letter or digit, shuffled by \
        the seed. Positions are lists of facts in no order, a place with what stands on it, and behind a bar the \
        whole text in pieces. All who ask are told the rules in those words, and programs neither the game's name nor its \
        options. Players of a tournament at a game and at its disguise, from the same openings, \
        show what they remember and what they work out. What knows a game by name, such as an evaluation that comes \
        with it, does not know it in disguise.";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::game("game", "tic-tac-toe", "the game"),
        OptionSpec::whole("seed", 0..=u64::MAX, "0", "the seed of its words"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "seed=1",
        "kuhn, 7",
        "game=\"nim(heaps=1+2+3, misere=true)\"",
        "game=connect-four(width=4, height=4), seed=3",
    ];
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::start("").legal("kyra", "it is the word of the middle square"),
        RulePlace::start("seed=1").illegal("kyra", "with another seed it is no word of a square"),
        RulePlace::after(&["kyra"]).illegal("kyra", "the square is marked"),
        RulePlace::after(&["wuge", "kyge", "wura", "kyra", "wuwo"]).pays(&[1.0, -1.0], "the first seat has a column"),
        RulePlace::after(&["kyge", "wuge", "dage", "wura", "kywo", "wuwo"])
            .pays(&[-1.0, 1.0], "the second seat has a column"),
        RulePlace::after(&["wuge", "kyge", "dage", "kyra", "wura", "dara", "kywo", "wuwo", "dawo"])
            .pays(&[0.0, 0.0], "the board is full, and nobody has a line"),
    ];

    fn start(options: &Options) -> Result<Disguised, OptionError> {
        let game = options.game("game");
        if game.plugin.name == Disguised::NAME {
            return Err(options.wrong("game", "a game that is not in disguise yet"));
        }
        if !game.plugin.is_inside {
            return Err(options.wrong("game", "a game that no command of this machine plays"));
        }
        let mask = Mask::new(options.whole("seed"));
        Ok(Disguised::new(game.start.clone(), mask, Told::of(game.clone())))
    }
}

inventory::submit! { GamePlugin::of::<Disguised>().concealed() }
