//! The small games that `agon new game` writes, to be changed, and who plays them.

/// A small game.
#[derive(Clone, Copy)]
pub(super) enum SampleGame {
    /// Two seats, nothing hidden, no chance.
    Open,
    /// Something is hidden.
    Hidden,
    /// With a die.
    Dice,
    /// This many seats, three or four.
    Seats(u8),
}

impl SampleGame {
    /// Its rules, with holes to be filled.
    pub(super) fn library(self) -> &'static str {
        match self {
            SampleGame::Open => include_str!("game.rs.txt"),
            SampleGame::Hidden => include_str!("hidden.rs.txt"),
            SampleGame::Dice => include_str!("dice.rs.txt"),
            SampleGame::Seats(_) => include_str!("seats.rs.txt"),
        }
    }

    /// How many play it.
    pub(super) fn seats(self) -> u8 {
        match self {
            SampleGame::Seats(seats) => seats,
            _ => 2,
        }
    }

    /// Two players for it: one that should win, and another.
    fn players(self) -> [&'static str; 2] {
        match self {
            SampleGame::Open => ["alpha-beta(depth=6)", "alpha-beta(depth=1)"],
            SampleGame::Hidden => ["ismcts(iterations=100)", "random"],
            SampleGame::Dice => ["expectiminimax(depth=3)", "random"],
            SampleGame::Seats(_) => ["max-n(depth=6)", "max-n(depth=1)"],
        }
    }

    /// The openings of its round robin, and their random plies.
    pub(super) fn openings(self) -> &'static str {
        match self {
            SampleGame::Hidden => "100, 0",
            _ => "20, 2",
        }
    }

    /// The lines of Rust that sign up the players of its round robin: three, or as many as there are seats.
    pub(super) fn signed_up(self) -> String {
        let [thinker, other] = self.players();
        let all = [("thinker", thinker), ("other", other), ("random", "random"), ("fourth", "random")];
        let mut lines = String::new();
        for (name, term) in all.into_iter().take(usize::from(self.seats()).max(3)) {
            lines.extend(["        .player_named(\"", name, "\", \"", term, "\")\n"]);
        }
        lines
    }

    /// The words of `agon run` that sign up as many players as there are seats.
    pub(super) fn plays(self) -> String {
        let player = match self {
            SampleGame::Open => "'mcts(iterations=200)'",
            SampleGame::Hidden => "ismcts",
            SampleGame::Dice => "'expectiminimax(depth=3)'",
            SampleGame::Seats(_) => "'max-n(depth=6)'",
        };
        format!("{}-p {player}", "-p random ".repeat(usize::from(self.seats()) - 1))
    }
}
