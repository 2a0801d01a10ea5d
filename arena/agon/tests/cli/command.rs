//! The binary, run once.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::started::{Started, in_any_shell};

/// What a run of the binary left behind.
pub(crate) struct Answer {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Answer {
    /// The answer's only line, as JSON.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        assert_eq!(self.out.lines().count(), 1, "{}", self.out);
        serde_json::from_str(&self.out).expect("the answer is JSON")
    }

    /// Every line, as JSON.
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
    }
}

/// The binary with these arguments, not yet started.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = in_any_shell(Command::new(env!("CARGO_BIN_EXE_agon")));
    command.args(arguments);
    command
}

/// Runs the binary with an empty input.
pub(crate) fn agon(arguments: &[&str]) -> Answer {
    agon_told(arguments, "")
}

/// Runs the binary with `input`.
pub(crate) fn agon_told(arguments: &[&str], input: &(impl AsRef<[u8]> + ?Sized)) -> Answer {
    let mut command = command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut run = Started::new(&mut command);
    // A run that reads no input has closed it already.
    let _ = run.stdin.take().expect("the input is piped").write_all(input.as_ref());
    let output = run.output();
    Answer {
        code: output.status.code().expect("no signal ends the binary"),
        out: String::from_utf8(output.stdout).expect("output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("output is UTF-8"),
    }
}

/// The keys of an object, sorted.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}
