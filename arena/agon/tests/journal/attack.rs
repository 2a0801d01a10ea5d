//! Kills, cuts and flips, a hundred or for as long as somebody has patience, with a table of what came of it.
//!
//! `AGON_FUZZ_SECONDS=3600 cargo test -p agon --test journal attack -- --nocapture` does it for an
//! hour.

use std::{
    collections::BTreeMap,
    env, fmt, thread,
    time::{Duration, Instant},
};

use crate::agon::Folder;

const FILE: &str = "\
seed = 11
openings = 60
random-plies = 1
players = ['random', { name = 'b', player = 'random' }]
games = ['tic-tac-toe', 'nim(1+2+3)']
";

/// What came of what was tried.
#[derive(Default)]
struct Row {
    tried: u64,
    /// The run went on and ended with the bytes of one that nothing happened to.
    whole: u64,
    /// It was refused, and what was there left as it was.
    refused: u64,
    /// Anything else: a game is lost, or a wrong one is there.
    lost: u64,
    /// The command panicked or was ended by a signal.
    down: u64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { tried, whole, refused, lost, down } = self;
        write!(f, "{tried:>7} {whole:>7} {refused:>8} {lost:>5} {down:>13}")
    }
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// What may happen to a file while nobody looks.
const KINDS: [&str; 8] = [
    "killed",
    "cut off",
    "a bit flipped",
    "bytes overwritten",
    "bytes inserted",
    "bytes removed",
    "zeros after it",
    "its beginning after it",
];

fn damage(kind: &str, bytes: &mut Vec<u8>, chance: &mut Chance) {
    let at = chance.below(bytes.len());
    let some = 1 + chance.below(40);
    match kind {
        "cut off" => bytes.truncate(at),
        "a bit flipped" => bytes[at] ^= 1 << chance.below(8),
        "bytes overwritten" => {
            let end = (at + some).min(bytes.len());
            bytes[at..end].fill(chance.below(256) as u8);
        }
        "bytes inserted" => {
            let new = vec![chance.below(256) as u8; some];
            bytes.splice(at..at, new);
        }
        "bytes removed" => drop(bytes.drain(at..(at + some).min(bytes.len()))),
        "zeros after it" => {
            bytes.truncate(at);
            bytes.resize(at + 100 * some, 0);
        }
        _ => {
            let again = bytes[..at].to_vec();
            bytes.extend(again);
        }
    }
}

#[test]
fn an_attack_costs_no_game() {
    let seconds = env::var("AGON_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let (patience, started) = (Duration::from_secs(seconds.unwrap_or(0)), Instant::now());
    let folder = Folder::with("attack", FILE);
    folder.done("run t.toml --no-journal --json");
    folder.done("run t.toml --journal whole");
    let whole = folder.read("whole");
    let (mut chance, mut rows) = (Chance(5), BTreeMap::<&str, Row>::new());
    let mut round = 0;
    while round < 12 * KINDS.len() || started.elapsed() < patience {
        let kind = KINDS[round % KINDS.len()];
        round += 1;
        let row = rows.entry(kind).or_default();
        row.tried += 1;
        let mut before = whole.clone();
        if kind == "killed" {
            // Repeatedly, and each time the file must be a beginning of the whole.
            folder.remove("t.journal");
            for _ in 0..3 {
                let child = folder.start("run t.toml --durable-every 0 --jobs 2");
                thread::sleep(Duration::from_micros(chance.below(20_000) as u64));
                drop(child);
            }
            before = std::fs::read(folder.path("t.journal")).unwrap_or_default();
            if !whole.starts_with(&before) {
                row.lost += 1;
                continue;
            }
        } else {
            damage(kind, &mut before, &mut chance);
        }
        folder.write("t.journal", &before);
        let output = folder.agon("run t.toml");
        let after = folder.read("t.journal");
        match output.status.code() {
            Some(0) if after == whole => row.whole += 1,
            Some(1 | 2) if after == before => row.refused += 1,
            None | Some(101) => row.down += 1,
            _ => row.lost += 1,
        }
    }
    println!("{:<24}{:>7} {:>7} {:>8} {:>5} {:>13}", "", "tried", "whole", "refused", "lost", "brought down");
    for (kind, row) in &rows {
        println!("{kind:<24}{row}");
    }
    assert!(rows.values().all(|row| row.lost == 0 && row.down == 0), "see the table");
    // Had nothing ever been refused or made whole again, nothing would have been tried.
    assert!(rows["cut off"].whole == rows["cut off"].tried);
    assert!(0 < rows["a bit flipped"].refused);
}
