//! Scripts of games, which are played by the value alone, at the terminal and by the server's API: each has to end up with
//! the same records.

use std::time::Duration;

/// A game, and what happens in it.
pub(crate) struct Script {
    pub(crate) game: &'static str,
    /// The term of each seat; people are `human`.
    pub(crate) seats: Vec<&'static str>,
    pub(crate) clock: Option<&'static str>,
    pub(crate) seed: u64,
    pub(crate) steps: Vec<Step>,
}

/// What happens next. Players and chance go on by themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// The seat to act plays this.
    Play(&'static str),
    /// The same, but its time is over.
    Late(&'static str),
    /// Moves are taken back.
    Undo,
    /// And played again, beginning with this one.
    Redo(&'static str),
    /// The seat to act offers a draw to players.
    Draw,
    /// It offers one to another person, who agrees, or plays on.
    DrawAnswered(bool),
    /// The seat to act gives up.
    Resign,
    /// So much time passes.
    Wait(Duration),
    /// The record of the game now is this line, and later ones are written behind it.
    Record(&'static str),
}

/// All of them.
pub(crate) fn scripts() -> Vec<Script> {
    let text = include_str!("scripts.txt");
    text.split("\n\n").map(|text| read(text.trim())).collect()
}

fn read(text: &'static str) -> Script {
    let mut script = Script { game: "", seats: Vec::new(), clock: None, seed: 0, steps: Vec::new() };
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let step = match (word, rest) {
            ("game", game) => {
                script.game = game;
                continue;
            }
            ("seats", seats) => {
                script.seats = seats.split_whitespace().collect();
                continue;
            }
            ("clock", clock) => {
                script.clock = Some(clock);
                continue;
            }
            ("seed", seed) => {
                script.seed = seed.parse().expect("a seed is a number");
                continue;
            }
            ("play", m) => Step::Play(m),
            ("late", m) => Step::Late(m),
            ("undo", _) => Step::Undo,
            ("redo", m) => Step::Redo(m),
            ("draw", "") => Step::Draw,
            ("draw", answer) => Step::DrawAnswered(answer == "yes"),
            ("resign", _) => Step::Resign,
            ("wait", seconds) => Step::Wait(Duration::from_secs(seconds.parse().expect("seconds are a number"))),
            ("record", record) => Step::Record(record),
            _ => panic!("no step: {line}"),
        };
        script.steps.push(step);
    }
    script
}
