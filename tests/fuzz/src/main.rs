//! Alters known inputs at random and hands them to what reads them, for a chosen time: what a fuzzer
//! does, without one. `agon-fuzz [SECONDS [SEED [TARGET]]]`.

use std::{
    env,
    process::ExitCode,
    time::{Duration, Instant},
};

use agon_core::{Seed, Stream};
use agon_fuzz::{TARGETS, Target};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize, default: u64| match arguments.get(at) {
        None => Some(default),
        Some(text) => text.parse().ok(),
    };
    let (Some(seconds), Some(seed)) = (number(0, 10), number(1, 1)) else {
        eprintln!("agon-fuzz [SECONDS [SEED [TARGET]]]");
        return ExitCode::from(2);
    };
    let wanted = |target: &&Target| arguments.get(2).is_none_or(|name| name == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(wanted).collect();
    if targets.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("no such target; accepted: {}", names.join(", "));
        return ExitCode::from(2);
    }
    let each = Duration::from_secs(seconds) / targets.len() as u32;
    for target in targets {
        let (tried, accepted) = run(target, each, seed);
        println!("{:<10} {tried:>9} inputs, {accepted:>9} accepted, seed {seed}", target.name);
    }
    ExitCode::SUCCESS
}

/// Tries inputs until the time is up; how many, and how many were accepted. What panics is said
/// before it ends the program: the same seed and target bring it forth again.
fn run(target: &Target, time: Duration, seed: u64) -> (u64, u64) {
    let known = (target.known)();
    let mut stream = Seed(seed).stream(0);
    let (begun, mut tried, mut accepted) = (Instant::now(), 0, 0);
    while tried == 0 || begun.elapsed() < time {
        let mut input = pick(&known, &mut stream).clone();
        for _ in 0..stream.below(4) {
            alter(&mut input, &known, &mut stream);
        }
        let said = Located { name: target.name, number: tried, input: &input };
        accepted += u64::from((target.read)(&input));
        drop(said);
        tried += 1;
    }
    (tried, accepted)
}

/// Says which input it was, if it is dropped by a panic.
struct Located<'a> {
    name: &'static str,
    number: u64,
    input: &'a [u8],
}

impl Drop for Located<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let text = String::from_utf8_lossy(self.input);
            eprintln!("{}, input {}: {text:?}", self.name, self.number);
        }
    }
}

fn pick<'a>(known: &'a [Vec<u8>], stream: &mut Stream) -> &'a Vec<u8> {
    &known[stream.below(known.len() as u32) as usize]
}

/// What means something to some reader.
const SIGNS: &[u8] = b"(),=[]{}+-*/.:;'\"\n 0123456789~@#";

/// Changes one thing: a byte, a stretch that is left out or said twice, or a piece of another.
fn alter(input: &mut Vec<u8>, known: &[Vec<u8>], stream: &mut Stream) {
    let at = stream.below(input.len() as u32 + 1) as usize;
    let end = (at + 1 + stream.below(8) as usize).min(input.len());
    match stream.below(6) {
        0 if at < input.len() => input[at] ^= 1 << stream.below(8),
        1 => input.insert(at, SIGNS[stream.below(SIGNS.len() as u32) as usize]),
        2 if at < end => drop(input.drain(at..end)),
        3 if at < end => {
            let twice = input[at..end].to_vec();
            input.splice(at..at, twice);
        }
        4 => input.truncate(at),
        _ => {
            let other = pick(known, stream);
            let from = stream.below(other.len() as u32 + 1) as usize;
            input.truncate(at);
            input.extend_from_slice(&other[from..]);
        }
    }
}
