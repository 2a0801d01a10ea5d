//! The result of a tournament as text for people.

use std::{collections::BTreeMap, fmt::Write};

use agon_core::options::brief;

use crate::{
    ask::{format::Format, rules::SeatingRule, words::count},
    plan::{
        forecast::is_reproducible,
        schedule::Plan,
        stop::{StopRule, StopState},
        tournament::Section,
    },
    play::ending::Fault,
    rating::Verdict,
    tally::{
        ratings::FirstSeat, score::Score, section_manner::SectionManner,
        section_score::SectionScore, totals::Tally,
    },
    tell::{
        crosstable::{Crosstable, has_berger, thousandths},
        lines::detail_of,
        overall::Overall,
        style::Style,
    },
};

/// Everything `score` has seen of `plan`: for every game a crosstable with the standings, how the
/// seats did, and faults; one table over all games; then the seed and the fingerprint.
pub fn report(plan: &Plan, score: &Score, style: Style) -> String {
    let mut out = String::new();
    for (number, section) in plan.tournament().sections.iter().enumerate() {
        let scored = &score.sections[number];
        let terms = terms(plan, number, scored);
        let head = format!("{}  {terms}", style.bold(&brief(&section.game.term)));
        let _ = writeln!(out, "{}", style.wrapped(&head));
        out.push_str(&Crosstable::of(plan, score, number).text(style));
        for note in notes(plan, number, scored) {
            let _ = writeln!(out, "{}", style.wrapped(&note));
        }
        out.push('\n');
    }
    if let Some(overall) = Overall::of(plan, score) {
        let _ = writeln!(out, "{}", style.wrapped(&style.bold(&overall.note())));
        out.push_str(&overall.table().text(style));
        out.push('\n');
    }
    if let Some((stop, state)) = plan.tournament().stop.as_ref().zip(score.state(plan)) {
        let words = stopped(plan, &score.sections[0], stop, &state);
        let _ = writeln!(out, "{}\n", style.wrapped(&words));
    }
    for line in faults(plan, score).lines() {
        let _ = writeln!(out, "{}", style.wrapped(line));
    }
    if !is_reproducible(plan) {
        let words = "Not reproducible: moves depend on a clock, on several threads or on a person";
        let _ = writeln!(out, "{}", style.wrapped(words));
    }
    let _ = if plan.tournament().goes_on_until_clear() {
        writeln!(out, "Games        {}, until the result is clear", score.games)
    } else {
        writeln!(out, "Games        {} of {}", score.games, plan.games())
    };
    let _ = writeln!(out, "Seed         {}", plan.tournament().seed.0);
    if let Some(secret) = plan.tournament().secret {
        let _ = writeln!(out, "Secret       {secret}");
    }
    let _ = writeln!(out, "Fingerprint  {}", score.fingerprint.text());
    out
}

/// The verdict of the stopping rule on a match: the two entries, the hypothesis accepted, and the difference in
/// strength.
fn stopped(plan: &Plan, scored: &SectionScore, stop: &StopRule, state: &StopState) -> String {
    let name = |i: usize| &plan.tournament().entries[scored.entries[i]].name;
    let openings = plan.tournament().sections[0].openings;
    let verdict = match state.verdict {
        Verdict::Null => format!("H0 accepted (elo0 = {})", stop.sprt.elo0),
        Verdict::Alternative => format!("H1 accepted (elo1 = {})", stop.sprt.elo1),
        Verdict::Continue if score_is_whole(plan, scored) => {
            let all = count(openings, "opening");
            match plan.openings(0).repeated() {
                0 => format!("undecided after all of {all}: more are needed, or longer ones"),
                again => format!(
                    "undecided after all of {all}, of which {again} repeat earlier ones: there are no others like \
                     these, and longer ones are needed"
                ),
            }
        }
        Verdict::Continue => "undecided so far".to_owned(),
    };
    let (low, high) = state.bounds;
    let words = if scored.is_by_payoff() {
        scored.advantage(0, 1).map(|advantage| format!("; payoff {}", advantage.in_words()))
    } else {
        scored.sample(0, 1).difference().map(|difference| format!("; {}", difference.in_words()))
    };
    let mut words = words.unwrap_or_default();
    if state.verdict != Verdict::Continue && !words.is_empty() {
        words.push_str(
            ". Not corrected for the early end: a match stops when its score is extreme, and the true one is \
             likely to be less so",
        );
    }
    format!(
        "{}: {} against {}: {verdict}, log-likelihood ratio {:.2} between {low:.2} and {high:.2}{words}",
        stop.in_full(),
        name(0),
        name(1),
        state.ratio
    )
}

/// Whether all its games have been played.
fn score_is_whole(plan: &Plan, scored: &SectionScore) -> bool {
    scored.games + scored.void + scored.unplayed == plan.section_games(0)
}

/// Notes on a section's crosstable, line by line: the difference of two, the scores of the seats, the criteria of the
/// places, the entries left out.
pub(crate) fn notes(plan: &Plan, number: usize, score: &SectionScore) -> Vec<String> {
    let tournament = plan.tournament();
    let mut notes: Vec<String> = difference(plan, score).into_iter().collect();
    notes.extend(seats(&tournament.sections[number], score));
    notes.extend(decided(score));
    notes.extend(tied(plan, number, score));
    if !score.is_by_payoff() && (0..score.totals.len()).any(|i| score.payoff_error(i).is_some()) {
        notes.push("Mean payoff: with 95 % intervals over openings".to_owned());
    }
    for absence in tournament.absent.iter().filter(|absence| absence.section == number) {
        let name = &tournament.entries[absence.entry].name;
        notes.push(format!("Absent: {name}: {}", absence.reason));
    }
    notes
}

/// The criteria of the places, if there are others than points.
fn decided(score: &SectionScore) -> Option<String> {
    match score.format {
        Format::Knockout if score.is_by_payoff() => Some(
            "Places: by the round in which one fell, by what was won in it; who fell together is equal"
                .to_owned(),
        ),
        Format::Knockout => {
            Some("Places: by the round in which one fell; who fell together is equal".to_owned())
        }
        Format::Ladder { .. } => Some("Places: as they stand on the ladder".to_owned()),
        Format::Swiss { .. } if score.is_by_payoff() => Some(
            "Places: by meetings, each won by what was won in it, Buchholz cut 1 (BH1), Buchholz (BH), \
             Sonneborn–Berger (SB), direct encounter, mean payoff"
                .to_owned(),
        ),
        Format::Swiss { .. } => Some(
            "Places: by meetings, Buchholz cut 1 (BH1), Buchholz (BH), Sonneborn–Berger (SB), \
                  direct encounter, points a game"
                .to_owned(),
        ),
        Format::RoundRobin | Format::Match | Format::Gauntlet if score.is_by_payoff() => Some(
            "Places: by mean payoff, with 95 % intervals over deals; points a game, direct encounter, \
             wins"
                .to_owned(),
        ),
        Format::RoundRobin if has_berger(score) => {
            let what = if score.is_graded || score.seats.len() != 2 { ", mean payoff" } else { "" };
            Some(format!(
                "Places: by points a game{what}, direct encounter, Sonneborn–Berger (SB), wins"
            ))
        }
        _ => None,
    }
}

/// The meetings of a knockout that stayed tied to the last, so that the order of signing up decided who went on.
fn tied(plan: &Plan, number: usize, score: &SectionScore) -> Option<String> {
    if !matches!(score.format, Format::Knockout) {
        return None;
    }
    let all = score.games + score.void + score.unplayed;
    let is_open = all != plan.section_games(number);
    let over = score.rounds.len() - usize::from(is_open && !score.rounds.is_empty());
    let mut ties: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for met in score.rounds[..over].iter().flat_map(|round| &round.met) {
        if met.points.0 == met.points.1 {
            *ties.entry(met.entries).or_default() += 1;
        }
    }
    ties.retain(|_, times| score.format.replays() < *times);
    let name = |entry: usize| &plan.tournament().entries[entry].name;
    let said = ties
        .keys()
        .map(|&(one, other)| format!("{} before {}", name(one.min(other)), name(one.max(other))));
    let mut said: Vec<String> = said.collect();
    if MOST_TIES < said.len() {
        let more = format!("and {} more", said.len() - MOST_TIES);
        said.truncate(MOST_TIES);
        said.push(more);
    }
    let replays = score.format.replays();
    (!said.is_empty()).then(|| {
        format!(
            "Tied after {replays} replays, so that whoever signed up first went on: {}",
            said.join("; ")
        )
    })
}

/// No more tied meetings are named.
const MOST_TIES: usize = 10;

/// The conditions of the game: seats, openings, seatings, limits.
pub(crate) fn terms(plan: &Plan, number: usize, score: &SectionScore) -> String {
    let section = &plan.tournament().sections[number];
    let mut words = vec![count(u64::from(section.facts.seats), "seat")];
    let openings = if plan.tournament().goes_on_until_clear() {
        "openings".to_owned()
    } else {
        count(section.openings, "opening")
    };
    let openings = match section.book.len() as u64 {
        0 => openings,
        all if section.openings <= all => format!("{openings} from a file"),
        all => format!("{openings}, {all} from a file"),
    };
    words.push(match section.plies {
        0 if section.book.is_empty() => format!("{openings} from the start"),
        0 => openings,
        plies if !section.book.is_empty() => {
            format!("{openings}, and {}", count(plies.into(), "random ply"))
        }
        plies => format!("{openings} of {}", count(plies.into(), "random ply")),
    });
    if 1 < section.facts.seats {
        words.push(match section.seating {
            SeatingRule::Fixed => "one seating".to_owned(),
            _ => format!("{} seatings each", plan.group(number)),
        });
    }
    if let Some(nodes) = section.budget.nodes {
        words.push(format!("{} a move", count(nodes, "node")));
    }
    words.push(count(score.games, "game"));
    if score.too_long != 0 {
        words.push(format!("{} adjudicated for length", score.too_long));
    }
    if score.agreed != 0 {
        words.push(format!("{} adjudicated by agreed values", score.agreed));
    }
    if score.resigned != 0 {
        words.push(format!("{} resigned", score.resigned));
    }
    if score.copies != 0 {
        words.push(format!("{} of them copies of earlier ones", score.copies));
    }
    if score.void != 0 {
        words.push(format!("{} void", score.void));
    }
    if score.unplayed != 0 {
        words.push(format!("{} not played", score.unplayed));
    }
    words.join(", ")
}

/// First-seat advantage: the score of each seat, whoever sat there.
fn seats(section: &Section, score: &SectionScore) -> Vec<String> {
    if section.facts.seats < 2 || score.games == 0 {
        return Vec::new();
    }
    let one = |(index, total): (usize, &crate::tally::totals::Total)| {
        let Tally { wins, draws, losses } = total.tally;
        let share = total.tally.share().unwrap_or(0.5) * 100.0;
        let mut text = format!("seat {} {share:.1} % (W{wins} D{draws} L{losses})", index + 1);
        if let Some(mean) = total.mean().filter(|_| section.facts.seats != 2 || score.is_graded) {
            let _ = write!(text, " mean payoff {}", thousandths(mean));
        }
        text
    };
    let all: Vec<String> = score.seats.iter().enumerate().map(one).collect();
    let mut lines = vec![format!("Seats: {}", all.join("; "))];
    let first = score.first_seat().map(|seat| FirstSeat::from(seat).in_words());
    lines.extend(first.map(|words| format!("First seat: {words}")));
    lines
}

/// The difference between the two of a match, the better one first. With a stopping rule its line says it.
fn difference(plan: &Plan, score: &SectionScore) -> Option<String> {
    let tournament = plan.tournament();
    let of_two = score.entries.len() == 2 && score.seats.len() == 2 && !score.is_by_payoff();
    let sample = Some(score.sample(0, 1)).filter(|_| of_two && tournament.stop.is_none())?;
    let (one, sample) =
        if sample.difference()?.score < 0.5 { (1, sample.mirrored()) } else { (0, sample) };
    let difference = sample.difference()?;
    let name = |i: usize| &tournament.entries[score.entries[i]].name;
    let unit = if sample.games_per_unit() == 2 { "opening" } else { "game" };
    Some(format!(
        "Difference: {} against {}: {}, stronger with a chance of {:.1} %, over {}",
        name(one),
        name(1 - one),
        difference.in_words(),
        100.0 * difference.superiority,
        match sample.singles() {
            0 => count(sample.units(), unit),
            singles => {
                let pairs = count(sample.units() - singles, unit);
                format!("{pairs} and {}", count(singles, "single game"))
            }
        }
    ))
}

/// The faults of each player by kind, and the first of these games.
fn faults(plan: &Plan, score: &Score) -> String {
    // Games that were too long are nobody's fault; every section counts them.
    let is_none = |section: &SectionScore| {
        section.void == 0 && section.totals.iter().all(|total| total.all_faults() == 0)
    };
    if score.sections.iter().all(is_none) {
        return String::new();
    }
    let tournament = plan.tournament();
    let manners: Vec<SectionManner> = tournament.sections.iter().map(SectionManner::of).collect();
    let games = SectionManner::names(&manners);
    let mut out = "Faults\n".to_owned();
    for (entry, signed_up) in tournament.entries.iter().enumerate() {
        let mut counts = [0; Fault::KINDS.len()];
        for section in &score.sections {
            if let Ok(i) = section.entries.binary_search(&entry) {
                let faults = &section.totals[i].faults;
                counts.iter_mut().zip(faults).for_each(|(count, fault)| *count += fault);
            }
        }
        let counts = counts.iter().zip(Fault::KINDS).filter(|&(&count, _)| count != 0);
        let text: Vec<String> = counts.map(|(count, kind)| format!("{kind} {count}")).collect();
        if !text.is_empty() {
            let _ = writeln!(out, "  {}: {}", signed_up.name, text.join(", "));
        }
    }
    let shown = 10;
    for fault in score.faults.iter().take(shown) {
        let who = fault.entry.map(|entry| format!("{}: ", tournament.entries[entry].name));
        let (game, who) = (&games[fault.section], who.unwrap_or_default());
        let _ = write!(out, "  game {} ({game}): {who}{}", fault.number, fault.ending.word());
        let _ = match detail_of(&fault.ending) {
            Some(detail) => writeln!(out, ": {detail}"),
            None => writeln!(out),
        };
    }
    if shown < score.faults.len() {
        let _ = writeln!(out, "  …");
    }
    out.push('\n');
    out
}
