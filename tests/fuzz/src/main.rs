//! Alters known inputs at random and passes them to their readers, for a chosen time or number of inputs: the work
//! of a fuzzer, without one. `agon-fuzz [SECONDS [SEED [TARGET]]]`; in the place of the seconds `200x` tries
//! two hundred inputs of each target, the same ones on every machine.

use std::{
    env,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    time::{Duration, Instant},
};

use agon_core::{Seed, Stream};
use agon_fuzz::{TARGETS, Target};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let word = |at: usize, default: &'static str| arguments.get(at).map_or(default, String::as_str);
    let (Some(extent), Ok(seed)) = (Extent::read(word(0, "10")), word(1, "1").parse::<u64>()) else {
        eprintln!("agon-fuzz [SECONDS [SEED [TARGET]]]; in the place of SECONDS as well COUNTx");
        return ExitCode::from(2);
    };
    let wanted = |target: &&Target| arguments.get(2).is_none_or(|name| name == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(wanted).collect();
    if targets.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("no such target; accepted: {}", names.join(", "));
        return ExitCode::from(2);
    }
    let each = extent.each(targets.len());
    println!("{:<12}{:>10} {:>10} {:>13}   seed {seed}", "", "tried", "accepted", "brought down");
    let mut is_sound = true;
    for target in targets {
        let Tally { tried, accepted, down } = run(target, each, seed);
        println!("{:<12}{tried:>10} {accepted:>10} {down:>13}", target.name);
        is_sound &= down == 0;
    }
    ExitCode::from(u8::from(!is_sound))
}

/// How much is tried.
#[derive(Clone, Copy)]
enum Extent {
    Time(Duration),
    /// A number of inputs of each target.
    Count(u64),
}

impl Extent {
    fn read(text: &str) -> Option<Extent> {
        match text.strip_suffix('x') {
            Some(count) => count.parse().ok().map(Extent::Count),
            None => text.parse().ok().map(Duration::from_secs).map(Extent::Time),
        }
    }

    /// The share of each of `targets` targets.
    fn each(self, targets: usize) -> Extent {
        match self {
            Extent::Time(time) => Extent::Time(time / targets as u32),
            Extent::Count(_) => self,
        }
    }

    /// Whether it goes on after `tried` inputs since the start.
    fn has_more(self, tried: u64, begun: Instant) -> bool {
        match self {
            Extent::Time(time) => tried == 0 || begun.elapsed() < time,
            Extent::Count(count) => tried < count,
        }
    }
}

/// The results of one target.
struct Tally {
    tried: u64,
    accepted: u64,
    /// How many inputs panicked.
    down: u64,
}

/// The number of panics after which a target stops.
const MOST_DOWN: u64 = 10;

/// Tries the inputs of a target, until enough of them have panicked. Reports each by its number: the same seed
/// and target produce it again.
fn run(target: &Target, extent: Extent, seed: u64) -> Tally {
    let known = (target.known)();
    let mut stream = Seed(seed).stream(0);
    let (begun, mut tally) = (Instant::now(), Tally { tried: 0, accepted: 0, down: 0 });
    while extent.has_more(tally.tried, begun) && tally.down < MOST_DOWN {
        let mut input = pick(&known, &mut stream).clone();
        for _ in 0..stream.below(4) {
            alter(&mut input, &known, &mut stream);
        }
        let said = Located { name: target.name, number: tally.tried, input: &input };
        let read = || {
            let is_accepted = (target.read)(&input);
            drop(said);
            is_accepted
        };
        match panic::catch_unwind(AssertUnwindSafe(read)) {
            Ok(is_accepted) => tally.accepted += u64::from(is_accepted),
            Err(_) => tally.down += 1,
        }
        tally.tried += 1;
    }
    tally
}

/// Prints the number of the input if a panic drops it.
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

/// Bytes that have a meaning to some reader.
const SIGNS: &[u8] = b"(),=[]{}+-*/.:;'\"\n 0123456789~@#";

/// Changes one thing: a byte, a stretch that is omitted or repeated, or a piece of another input.
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
