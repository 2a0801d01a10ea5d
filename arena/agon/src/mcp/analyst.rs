//! Questions that the other commands answer. Each runs as a process of its own, so that it can be ended at any moment, and
//! a fault in it, or all the memory that it wants, costs no game.

use std::{
    env,
    io::Read,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use agon_arena::play::WallClock;
use agon_core::{Clock, StopSignal, registry};

use serde_json::Value;

use super::{admitted, tool::Arguments};

/// How long an answer may take, in seconds, unless it is said.
const SECONDS: u64 = 30;
/// How often it is looked whether it has come.
const OFTEN: Duration = Duration::from_millis(5);
/// An answer is cut after so many bytes.
const MOST: u64 = 4 << 20;

/// A command's words for the position that the arguments name.
fn of_place(command: &str, asked: &Arguments) -> Result<Vec<String>, String> {
    let game = admitted::game(asked.needed("game"))?;
    let mut words = vec![command.to_owned()];
    for name in ["moves", "position"] {
        words.extend(asked.text(name).map(|text| format!("--{name}={text}")));
    }
    words.extend(["--".to_owned(), game.term]);
    Ok(words)
}

/// The same with flags before the game.
fn with(mut words: Vec<String>, flags: impl IntoIterator<Item = String>) -> Vec<String> {
    words.splice(1..1, flags);
    words
}

/// What a player thinks of a position, as JSON.
pub(super) fn analyse(asked: &Arguments, stop: &StopSignal) -> Result<String, String> {
    admitted::player(asked.needed("player"))?;
    let number = |name: &str| asked.whole(name).map(|number| format!("--{name}={number}"));
    let flags = [Some("--json".to_owned()), Some(format!("--player={}", asked.needed("player")))];
    let flags = flags.into_iter().chain([number("nodes"), number("seed")]).flatten();
    run(&with(of_place("analyse", asked)?, flags), asked, stop)
}

/// What a player's search did, in sentences.
pub(super) fn tree(asked: &Arguments, stop: &StopSignal) -> Result<String, String> {
    admitted::player(asked.needed("player"))?;
    let number = |name: &str| asked.whole(name).map(|number| format!("--{name}={number}"));
    let flags = ["--to=words".to_owned(), format!("--player={}", asked.needed("player"))];
    let flags = flags.into_iter().map(Some).chain([number("limit"), number("seed")]).flatten();
    run(&with(of_place("tree", asked)?, flags), asked, stop)
}

/// What a position is worth with the best play, as JSON.
pub(super) fn solve(asked: &Arguments, stop: &StopSignal) -> Result<String, String> {
    run(&with(of_place("solve", asked)?, ["--json".to_owned()]), asked, stop)
}

/// All about a game, with its rules in this language as far as they are told in it.
pub(super) fn rules(text: &str, language: Option<&str>, stop: &StopSignal) -> Result<Value, String> {
    let (about, language, rules) = match admitted::game(text) {
        Ok(game) => {
            let (language, rules) = game.rules_in(language.unwrap_or_default());
            (game.term.clone(), language, Some(rules))
        }
        // Of a game whose options are all needed its name alone is enough.
        Err(why) => (registry::find_game(text).map_err(|_| why)?.name.to_owned(), "en", None),
    };
    let mut told = read(&described("games", Some(&about), stop)?)?;
    if let Some(told) = told.as_object_mut() {
        // The text of the rules has both.
        let help = told.remove("help");
        told.remove("claims");
        told.insert("rules".to_owned(), rules.map(Value::from).or(help).unwrap_or_default());
        told.insert("language".to_owned(), language.into());
    }
    Ok(told)
}

/// A line of JSON that a command wrote.
pub(super) fn read(text: &str) -> Result<Value, String> {
    serde_json::from_str(text.trim_end()).map_err(|why| format!("the answer cannot be read: {why}"))
}

/// All about a game or a player, or a list of them, as JSON.
pub(super) fn described(command: &str, name: Option<&str>, stop: &StopSignal) -> Result<String, String> {
    let mut words = vec![command.to_owned(), "--json".to_owned()];
    words.extend(name.into_iter().flat_map(|name| ["--".to_owned(), name.to_owned()]));
    ended(&words, Duration::from_secs(SECONDS), stop)
}

fn run(words: &[String], asked: &Arguments, stop: &StopSignal) -> Result<String, String> {
    ended(words, Duration::from_secs(asked.whole("seconds").unwrap_or(SECONDS)), stop)
}

/// What the command says.
fn ended(words: &[String], most: Duration, stop: &StopSignal) -> Result<String, String> {
    let this = env::current_exe().map_err(|why| format!("this program is not found: {why}"))?;
    let mut child = Command::new(this)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| format!("it cannot be asked: {why}"))?;
    let heard = |pipe: Option<Box<dyn Read + Send>>| {
        thread::spawn(move || {
            let mut text = Vec::new();
            // What cannot be read is missed by whoever reads the rest.
            let _ = pipe.map(|pipe| pipe.take(MOST).read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let out = heard(child.stdout.take().map(|pipe| Box::new(pipe) as _));
    let err = heard(child.stderr.take().map(|pipe| Box::new(pipe) as _));
    let clock = WallClock::start();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) if stop.is_given() => break Err("it was cancelled".to_owned()),
            Ok(None) if most < clock.elapsed() => {
                let seconds = most.as_secs();
                break Err(format!("no answer within {seconds} s; ask for less, or for longer by `seconds`"));
            }
            Ok(None) => thread::sleep(OFTEN),
            Err(why) => break Err(format!("it cannot be asked: {why}")),
        }
    };
    if status.is_err() {
        // Both fail only where it has ended by itself.
        let _ = child.kill().and_then(|()| child.wait());
    }
    let [out, err] = [out, err].map(|heard| heard.join().unwrap_or_default());
    let status = status?;
    if status.success() {
        return Ok(out);
    }
    let why = err.trim();
    let why = why.strip_prefix("agon: ").unwrap_or(why);
    Err(if why.is_empty() { format!("it ended with {status}") } else { why.to_owned() })
}
