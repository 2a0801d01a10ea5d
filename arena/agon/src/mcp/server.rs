//! The conversation: one thread reads, so that a cancellation and a ping are heard while another thinks.

use std::{
    io::{self, BufReader, Write},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use agon_arena::ask::io_words;
use agon_core::StopSignal;
use agon_protocol::{BadLine, LONGEST_FROM_PLAYER, read_line};
use serde_json::{Map, Value, json};

use super::{
    message::{Message, RpcError, answer, read},
    tools::Desk,
};
use crate::failed::Failed;

/// The versions of the protocol that are spoken, the newest first: they do not differ in what is said here.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// What a client reads before it begins.
const INSTRUCTIONS: &str = "Board, card and dice games with players for all of them. list_games and rules say what there is; \
    new_game gives you a seat, play plays exactly the move that you name. analyse, tree and solve answer about positions \
    that you describe; they know nothing of the games in which you have a seat.";

/// A question that waits, or is being answered, and what ends that.
struct Question {
    id: Value,
    method: String,
    params: Map<String, Value>,
    stop: StopSignal,
}

/// Those that wait or are being answered, by number.
type Pending = Arc<Mutex<Vec<(Value, StopSignal)>>>;

pub(super) fn run(mut desk: Desk) -> Result<(), Failed> {
    let (asks, questions) = mpsc::channel();
    let pending = Pending::default();
    let heard = Arc::clone(&pending);
    let reader = thread::spawn(move || listen(&asks, &heard));
    for Question { id, method, params, stop } in questions {
        // Whoever has cancelled a question waits for no answer; one that was not begun does nothing.
        let result = (!stop.is_given()).then(|| respond(&mut desk, &method, params, &stop));
        locked(&pending).retain(|(other, _)| *other != id);
        if let Some(result) = result.filter(|_| !stop.is_given()) {
            say(&answer(&id, result))?;
        }
    }
    let left = desk.leave().map_err(Failed::trouble);
    reader.join().unwrap_or_else(|_| Err(Failed::trouble("standard input cannot be read")))?;
    left
}

/// Reads until the input ends, and hands over what takes longer.
fn listen(asks: &mpsc::Sender<Question>, pending: &Pending) -> Result<(), Failed> {
    let mut input = BufReader::new(io::stdin());
    let mut line = Vec::new();
    loop {
        match read_line(&mut input, &mut line, LONGEST_FROM_PLAYER) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(BadLine::Unreadable(error)) => {
                return Err(Failed::trouble(format!("standard input cannot be read: {}", io_words(&error))));
            }
            Err(error) => return Err(Failed::usage(error)),
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match read(&line) {
            Err((id, error)) => say(&answer(&id, Err(error)))?,
            Ok(Message::Request { id, method, .. }) if method == "ping" => say(&answer(&id, Ok(json!({}))))?,
            Ok(Message::Request { id, method, params }) => {
                let stop = StopSignal::new();
                locked(pending).push((id.clone(), stop.clone()));
                let question = Question { id, method, params, stop };
                if asks.send(question).is_err() {
                    return Ok(());
                }
            }
            Ok(Message::Notification { method, params }) => {
                if method == "notifications/cancelled"
                    && let Some((_, stop)) = locked(pending).iter().find(|(id, _)| Some(id) == params.get("requestId"))
                {
                    stop.give();
                }
            }
        }
    }
}

fn locked(pending: &Pending) -> std::sync::MutexGuard<'_, Vec<(Value, StopSignal)>> {
    pending.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a message, whole, whichever thread does.
fn say(message: &Value) -> Result<(), Failed> {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{message}").and_then(|()| out.flush());
    written.map_err(|_| Failed::unheard())
}

fn respond(
    desk: &mut Desk,
    method: &str,
    mut params: Map<String, Value>,
    stop: &StopSignal,
) -> Result<Value, RpcError> {
    match method {
        "initialize" => Ok(introduction(&params)),
        "tools/list" => Ok(desk.tools()),
        "tools/call" => desk.call(params, stop),
        "resources/list" => Ok(desk.resources()),
        "resources/templates/list" => Ok(Desk::templates()),
        "resources/read" => match params.remove("uri") {
            Some(Value::String(uri)) => desk.read(&uri, stop),
            _ => Err(RpcError::params("`uri` must be a text")),
        },
        _ => Err(RpcError::method(format!("there is no method `{method}`"))),
    }
}

/// Who is here: in the version that was asked for, if it is spoken here.
fn introduction(params: &Map<String, Value>) -> Value {
    let wanted = params.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|own| Some(*own) == wanted).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}, "resources": {}},
        "serverInfo": {"name": "agon", "title": "Agon", "version": env!("CARGO_PKG_VERSION")},
        "instructions": INSTRUCTIONS,
    })
}
