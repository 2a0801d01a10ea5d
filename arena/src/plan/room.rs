//! Whether there is memory enough for the tables and trees of the players.

use std::fs;

use crate::plan::{guard, tournament::Tournament};

/// The bytes that players want for tables and trees in the game that wants most of them. Every
/// thread plays a game of its own.
pub fn memory(tournament: &Tournament) -> u64 {
    let of_sections = tournament.sections.iter().map(|section| {
        let mut wanted: Vec<u64> = section
            .entries
            .iter()
            .map(|&entry| {
                let player = &tournament.entries[entry].player;
                let wanted = guard::catch(|| Some(player.seat(&section.game.start).ok()?.memory()));
                wanted.ok().flatten().unwrap_or_default()
            })
            .collect();
        wanted.sort_unstable_by(|a, b| b.cmp(a));
        wanted
            .iter()
            .take(section.facts.seats.into())
            .fold(0, |sum: u64, &one| sum.saturating_add(one))
    });
    of_sections.max().unwrap_or_default()
}

/// What the players may take on so many threads, in words: nothing if that is nothing.
pub fn memory_words(tournament: &Tournament, jobs: usize) -> Option<String> {
    let each = memory(tournament);
    (each != 0).then(|| {
        let all = in_words(each.saturating_mul(jobs as u64));
        format!("up to {all} for tables and trees on {jobs} threads, {} on each", in_words(each))
    })
}

/// Refuses what doesn't fit the memory of this machine, as far as that is known.
///
/// # Errors
///
/// How much would be needed, and how much there is.
pub fn fits_memory(tournament: &Tournament, jobs: usize) -> Result<(), String> {
    let Some(there) = machine_memory() else { return Ok(()) };
    if memory(tournament).saturating_mul(jobs as u64) <= there {
        return Ok(());
    }
    let wanted = memory_words(tournament, jobs).unwrap_or_default();
    Err(format!(
        "the players may take {wanted}, and this machine has {}; give them smaller tables, or ask \
         for fewer threads with --jobs",
        in_words(there)
    ))
}

/// The memory of this machine in bytes, where Linux tells it.
fn machine_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

fn in_words(bytes: u64) -> String {
    match bytes {
        0..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
