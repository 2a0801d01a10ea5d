//! Players that do what players must not.

use std::mem;

use agon_core::{
    AnyMove, AnyPosition, Decision, Failure, Habits, OptionSpec, Options, Player, PlayerPlugin, Position, SetupError,
    Trouble, Turn, inventory,
};

/// What it may do wrong.
pub(crate) const HOW: &[&str] = &["illegal", "panic", "overspend", "resign", "break", "panic-on-begin"];

/// Plays the first legal move, and does the wrong thing when it is asked for the `when`th time.
struct Rogue {
    how: String,
    when: u64,
    asked: u64,
    /// Set by a panic, which must have been its last act.
    poisoned: bool,
}

impl Player for Rogue {
    fn begin(&mut self) {
        assert!(!self.poisoned, "asked again after a panic");
        self.asked = 0;
        if self.how == "panic-on-begin" {
            self.poisoned = true;
            panic!("no game today");
        }
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
        assert!(!self.poisoned, "asked again after a panic");
        let mut decision = Decision::just(position.nth(0));
        self.asked += 1;
        if self.asked == self.when {
            match self.how.as_str() {
                "illegal" => decision.m = AnyMove(u64::MAX),
                "panic" => {
                    self.poisoned = true;
                    panic!("cannot count to {}", self.when);
                }
                "overspend" => decision.nodes = turn.budget.nodes.unwrap_or(0) + 1,
                "resign" => return Err(Failure::Resigned),
                _ => return Err(Failure::Broken("its process died".to_owned())),
            }
        }
        Ok(decision)
    }

    fn habits(&self) -> Habits {
        Habits::default()
    }
}

inventory::submit! {
    PlayerPlugin::new(
        "rogue",
        "does the wrong thing when asked for the `when`th time",
        "",
        &[
            OptionSpec::choice("how", HOW, "illegal", "what it does wrong"),
            OptionSpec::whole("when", 1..=1000, "1", "when it does it"),
        ],
        |options: &Options, _| {
            let (how, when) = (options.text("how").to_owned(), options.whole("when"));
            Ok(Box::new(Rogue { how, when, asked: 0, poisoned: false }))
        },
    )
}

/// Draws its moves, and fails in a share of its games as a program of its own does: drawn as well, so that
/// the same game fails each time it is played.
struct Unsteady {
    /// In this percentage of the games.
    share: u32,
    is_first: bool,
}

impl Player for Unsteady {
    fn begin(&mut self) {
        self.is_first = true;
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
        if mem::take(&mut self.is_first) && turn.stream.below(100) < self.share {
            let trouble = Trouble::ALL[turn.stream.below(Trouble::ALL.len() as u32) as usize];
            return Err(Failure::Outside(trouble, "not today".to_owned()));
        }
        Ok(Decision::just(position.draw_move(turn.stream)))
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_random(true).with_outside(true)
    }
}

inventory::submit! {
    PlayerPlugin::new(
        "unsteady",
        "fails in a share of its games, as a program of its own does",
        "",
        &[OptionSpec::whole("share", 0..=100, "30", "in so many games of a hundred")],
        |options: &Options, _| {
            Ok(Box::new(Unsteady { share: options.whole("share"), is_first: true }))
        },
    )
}

inventory::submit! {
    PlayerPlugin::new("stranger", "can play nothing", "", &[], |_, _| {
        Err(SetupError::refused("stranger", "it knows no rules", "use random"))
    })
}
