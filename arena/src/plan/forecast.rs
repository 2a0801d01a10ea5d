//! A tournament before it is played: its size, and warnings about what would mislead.

use std::fmt::Write;

use agon_core::Habits;

use crate::{
    ask::{format::Format, rules::SeatingRule, words::count},
    plan::{opening::Openings, schedule::Plan, shard::Shard, tournament::Section},
};

/// The plan of a tournament in words: how many games of what, and every warning.
pub fn forecast(plan: &Plan, shard: Shard) -> String {
    let tournament = plan.tournament();
    let mut out = String::new();
    let identity: String = tournament.identity().chars().take(12).collect();
    let _ = writeln!(out, "Plan {identity}: {}, seed {}", tournament.format, tournament.seed.0);
    let is_open = tournament.goes_on_until_clear();
    for (number, section) in tournament.sections.iter().enumerate() {
        let _ = writeln!(
            out,
            "  {}: {}, {} {}, {} of each meeting, {}",
            section.game.term,
            count(section.entries.len() as u64, "player"),
            if is_open { "openings".to_owned() } else { count(section.openings, "opening") },
            match (section.book.len(), section.plies) {
                (0, 0) => "from the start".to_owned(),
                (0, plies) => format!("of {}", count(plies.into(), "random ply")),
                (all, 0) => format!("of {all} from a file"),
                (all, plies) => format!("of {all} from a file and {}", count(plies.into(), "random ply")),
            },
            count(plan.group(number), "seating"),
            if is_open { "as many games as it takes".to_owned() } else { count(plan.section_games(number), "game") },
        );
    }
    if is_open {
        out.push_str("Until the result is clear\n");
    } else if tournament.format.is_static() {
        let _ = writeln!(out, "{} in all", count(plan.games(), "game"));
    } else {
        let rounds = tournament.sections.iter().map(|section| {
            let ties = if tournament.format == Format::Knockout { ", and more after ties" } else { "" };
            let rounds = tournament.format.rounds(section.entries.len());
            format!("{}{ties}", count(rounds.into(), "round"))
        });
        let _ = writeln!(
            out,
            "  These are the games of the first round, of {}; later ones depend on results.",
            rounds.collect::<Vec<_>>().join("; ")
        );
        let _ = writeln!(out, "{} in the first round", count(plan.games(), "game"));
    }
    if shard != Shard::WHOLE {
        let games = plan.shard_games(shard);
        let _ = write!(out, "{games} of them in shard {}/{}", shard.index + 1, shard.of);
        if shard.is_of_block() {
            let _ = write!(out, " of games {} to {}", shard.from, shard.to - 1);
        }
        out.push('\n');
    }
    for warning in warnings(plan) {
        let _ = writeln!(out, "Warning: {warning}");
    }
    out
}

/// Whether the same plan always gives the same games: no player uses a clock or several threads,
/// and there is no time limit.
pub fn is_reproducible(plan: &Plan) -> bool {
    let tournament = plan.tournament();
    tournament.sections.iter().all(|section| {
        let untimed = |(_, habits): (usize, Habits)| habits.is_reproducible();
        section.move_time.is_none() && section.habits().all(untimed)
    })
}

/// Warnings about properties of the plan that would mislead readers of its results.
pub(crate) fn warnings(plan: &Plan) -> Vec<String> {
    let tournament = plan.tournament();
    let mut warnings = Vec::new();
    for (number, section) in tournament.sections.iter().enumerate() {
        let game = &section.game.term;
        let habits: Vec<(usize, Habits)> = section.habits().collect();
        let name = |&(entry, _): &(usize, Habits)| tournament.entries[entry].name.clone();
        let fixed: Vec<String> = habits.iter().filter(|(_, h)| !h.random && h.is_reproducible()).map(name).collect();
        let openings = plan.openings(number);
        let repeated = openings.repeated();
        warnings.extend(about_file(section, openings).map(|about| format!("{game}: {about}")));
        if 0 < repeated && usize::from(section.facts.seats) <= fixed.len() && !section.facts.chance {
            warnings.push(format!(
                "{game}: {repeated} of {} openings repeat earlier ones, and {} always play alike: \
                 these games are copies, and are not counted; ask for fewer openings or more \
                 plies",
                section.openings.saturating_mul(tournament.format.rounds(section.entries.len()).into()),
                fixed.join(", "),
            ));
        }
        let timed: Vec<String> = habits.iter().filter(|(_, h)| h.clock).map(name).collect();
        if !timed.is_empty() {
            warnings.push(format!("{game}: {} play by the clock: results cannot be reproduced", timed.join(", ")));
        }
        let many: Vec<String> = habits.iter().filter(|(_, h)| h.threads).map(name).collect();
        if !many.is_empty() {
            warnings.push(format!(
                "{game}: {} search with several threads: results cannot be reproduced, and games \
                 that are played at the same time take cores from each other",
                many.join(", ")
            ));
        }
        if section.move_time.is_some() {
            warnings.push(format!("{game}: a time limit depends on the machine: results cannot be reproduced"));
        }
        if section.seating == SeatingRule::Fixed && 1 < section.facts.seats {
            warnings.push(format!("{game}: one seating only: the player with the better seat has it in every game"));
        }
    }
    warnings
}

/// A warning about the openings of a file as a whole.
fn about_file(section: &Section, openings: &Openings) -> Option<String> {
    let all = section.book.len() as u64;
    if 0 < all && all < section.openings && section.plies == 0 {
        return Some(format!(
            "{} openings of {all} from a file: they are played more than once; ask for {all}, or \
             for random plies after them",
            section.openings
        ));
    }
    let name = |number: u64| match &openings.chosen(number)?.name {
        Some(name) => Some(format!("{} ({name})", number + 1)),
        None => Some((number + 1).to_string()),
    };
    let twins = openings.twins().iter();
    let pairs = twins.filter_map(|&(one, other)| Some(format!("{} and {}", name(one)?, name(other)?)));
    let pairs: Vec<String> = pairs.collect();
    let more = openings.repeated().saturating_sub(pairs.len() as u64);
    (!pairs.is_empty()).then(|| {
        format!(
            "openings {}{} lead to the same position, or to its mirror image",
            pairs.join(", "),
            if more == 0 { String::new() } else { format!(" and {more} more") },
        )
    })
}
