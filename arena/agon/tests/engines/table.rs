//! A tournament with engines, and what came out.

use std::{
    path::PathBuf,
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;

use crate::started::{Started, in_any_shell};

/// Its name, and what it does.
pub(crate) type Test = (&'static str, fn());

/// A word that no other process has.
pub(crate) fn mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("agon-rogue-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The command that runs a rogue.
pub(crate) fn command(protocol: &str, how: &str, mark: &str) -> String {
    let own = std::env::current_exe().unwrap();
    format!("'{}' rogue {protocol} {how} {mark}", own.display())
}

/// A rogue as a player, with more options.
pub(crate) fn rogue(protocol: &str, how: &str, mark: &str, more: &str) -> String {
    let limit = if ["uci", "xboard"].contains(&protocol) { ", depth=3" } else { "" };
    format!("{protocol}(command=\"{}\"{limit}{more})", command(protocol, how, mark))
}

/// The command `agon` with these arguments.
pub(crate) fn agon(arguments: &[&str]) -> Command {
    let mut command = in_any_shell(Command::new(env!("CARGO_BIN_EXE_agon")));
    command.args(arguments);
    command
}

/// A tournament of these players at a game.
pub(crate) struct Table<'a> {
    pub(crate) game: &'a str,
    pub(crate) players: &'a [&'a str],
    pub(crate) more: &'a [&'a str],
}

/// The value found.
pub(crate) struct Outcome {
    /// Lines of JSON, one a game.
    pub(crate) games: Vec<Value>,
    pub(crate) errors: String,
    pub(crate) fingerprint: String,
    /// The document of it all.
    pub(crate) result: Value,
}

/// A secret, so that cards and dice are the same again.
pub(crate) const SECRET: &str = "00112233445566778899aabbccddeeff";

impl Table<'_> {
    /// The command that plays it; records go to the file.
    pub(crate) fn command(&self, records: &PathBuf) -> Command {
        let mut command = agon(&["run", "--json", "--seed", "5", "-g", self.game]);
        for player in self.players {
            command.args(["-p", player]);
        }
        command.arg("--records").arg(records).args(self.more);
        // Otherwise dice and cards would be others in every run.
        if !self.more.contains(&"--secret") {
            command.args(["--secret", SECRET]);
        }
        command
    }

    /// Plays it to its end.
    pub(crate) fn play(&self) -> Outcome {
        let records = std::env::temp_dir().join(format!("{}.jsonl", mark()));
        let mut command = self.command(&records);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Output { status, stdout, stderr } = Started::new(&mut command).output();
        let errors = String::from_utf8(stderr).unwrap();
        assert!(status.success(), "{errors}");
        let text = std::fs::read_to_string(&records).unwrap();
        std::fs::remove_file(records).unwrap();
        let result: Value = serde_json::from_slice(&stdout).unwrap();
        Outcome {
            games: text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
            errors,
            fingerprint: result["fingerprint"].as_str().unwrap().to_owned(),
            result,
        }
    }
}

impl Outcome {
    /// How each game ended in which the first player sat, and what there is to say about it.
    pub(crate) fn endings_of(&self, player: &str) -> Vec<(String, String)> {
        let sat = |game: &&Value| game["seats"].as_array().unwrap().iter().any(|name| name.as_str() == Some(player));
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        self.games.iter().filter(sat).map(|g| (text(&g["ended"]), text(&g["detail"]))).collect()
    }

    /// Every game in which a player sat was played to its end, or to its last ply.
    pub(crate) fn is_lawful_for(&self, player: &str, how: &str) {
        for (ending, detail) in self.endings_of(player) {
            assert!(["over", "too long"].contains(&&*ending), "{how}: {ending}: {detail}");
        }
    }
}
