//! The result of a tournament as text for people.

use std::{collections::BTreeMap, fmt::Write};

use agon_core::options::brief;

use crate::{
    ask::{
        format::Format,
        rules::{SeatingRule, Worded},
        words::count,
    },
    play::ending::Fault,
    rating::Verdict,
    tally::{section_manner::SectionManner, totals::Tally},
    tell::{
        crosstable::{Crosstable, has_berger, thousandths},
        document::{ResultDocument, StopEntry},
        section_entry::{SeatEntry, SectionEntry, StandingEntry},
        style::Style,
    },
};

impl ResultDocument {
    /// Everything there is in words: for every game a crosstable with the standings, how the seats did, and faults; one
    /// table over all games; then the seed and the fingerprint.
    pub fn report(&self, style: Style) -> String {
        let (mut out, labels) = (String::new(), self.labels());
        for section in &self.sections {
            let head = format!("{}  {}", style.bold(&brief(&section.game)), section.terms());
            let _ = writeln!(out, "{}", style.wrapped(&head));
            out.push_str(&Crosstable::of(section, self.format(), &labels).text(style));
            for note in self.notes(section) {
                let _ = writeln!(out, "{}", style.wrapped(&note));
            }
            out.push('\n');
        }
        if let Some(overall) = &self.overall {
            let _ = writeln!(out, "{}", style.wrapped(&style.bold(&overall.note())));
            out.push_str(&overall.table(&labels).text(style));
            out.push('\n');
        }
        let memory = self.memory_in_words();
        for line in &memory {
            let _ = writeln!(out, "{}", style.wrapped(line));
        }
        if !memory.is_empty() {
            out.push('\n');
        }
        if let Some((stop, section)) = self.stop.as_ref().zip(self.sections.first()) {
            let _ = writeln!(out, "{}\n", style.wrapped(&brief(&self.stopped(stop, section))));
        }
        for line in self.faults_in_words().lines() {
            let _ = writeln!(out, "{}", style.wrapped(line));
        }
        if self.reproducible == Some(false) {
            let words = "Not reproducible: moves depend on a clock, on several threads or on a person";
            let _ = writeln!(out, "{}", style.wrapped(words));
        }
        let is_open = self.sections.iter().any(SectionEntry::goes_on_until_clear);
        let _ = if is_open {
            writeln!(out, "Games        {}, until the result is clear", self.games)
        } else {
            writeln!(out, "Games        {} of {}", self.games, self.planned)
        };
        let _ = writeln!(out, "Seed         {}", self.seed);
        if let Some(secret) = &self.secret {
            let _ = writeln!(out, "Secret       {secret}");
        }
        let _ = writeln!(out, "Fingerprint  {}", self.fingerprint);
        if let Some(missing) = &self.missing {
            let _ = writeln!(out, "Missing      {missing}");
        }
        if self.preferred {
            let words = "Preferred    of games with different records, that of the journal named first in the merge";
            let _ = writeln!(out, "{}", style.wrapped(words));
        }
        out
    }

    /// The verdict of the stopping rule on a match: the two players, the hypothesis accepted, and the difference in
    /// strength.
    fn stopped(&self, stop: &StopEntry, section: &SectionEntry) -> String {
        let rule = stop.stop_rule().expect("who reads a document reads its rule");
        let verdict = stop.verdict();
        let said = match verdict {
            Verdict::Null => format!("H0 accepted (elo0 = {})", rule.sprt.elo0),
            Verdict::Alternative => format!("H1 accepted (elo1 = {})", rule.sprt.elo1),
            Verdict::Continue if section.taken() == self.planned => {
                let all = count(section.openings, "opening");
                match stop.repeated {
                    None => {
                        format!("undecided after all of {all}: more are needed, or longer ones")
                    }
                    Some(again) => format!(
                        "undecided after all of {all}, of which {again} repeat earlier ones: there are no others \
                         like these, and longer ones are needed"
                    ),
                }
            }
            Verdict::Continue => "undecided so far".to_owned(),
        };
        let (low, high) = stop.bounds;
        let words = section.pairs.first().and_then(|pair| match pair.payoff {
            Some(payoff) if section.is_by_payoff() => Some(format!("; payoff {}", payoff.in_words())),
            _ if section.is_by_payoff() => None,
            _ => Some(format!("; {}", pair.sample().difference()?.in_words())),
        });
        let mut words = words.unwrap_or_default();
        if verdict != Verdict::Continue && !words.is_empty() {
            words.push_str(
                ". Not corrected for the early end: a match stops when its score is extreme, and the true one is \
                 likely to be less so",
            );
        }
        let mut names = self.players.iter().map(|player| &*player.name);
        let [one, other] = [(); 2].map(|()| names.next().unwrap_or_default());
        format!(
            "{}: {one} against {other}: {said}, log-likelihood ratio {:.2} between {low:.2} and {high:.2}{words}",
            rule.in_full(),
            stop.log_likelihood_ratio
        )
    }

    /// Notes on a section's crosstable, line by line: the difference of two, the scores of the seats, the criteria of
    /// the places, the players left out.
    pub(super) fn notes(&self, section: &SectionEntry) -> Vec<String> {
        // With a stopping rule its line says the difference.
        let difference = section.difference().filter(|_| self.stop.is_none());
        let mut notes: Vec<String> = difference.into_iter().collect();
        notes.extend(section.seats_in_words());
        notes.extend(decided(section, self.format()));
        notes.extend(tied(section, self.format()));
        let has_errors = section.standings.iter().any(|one| one.payoff_error.is_some());
        if has_errors && !section.is_by_payoff() {
            notes.push("Mean payoff: with 95 % intervals over openings".to_owned());
        }
        for absence in &section.absent {
            notes.push(format!("Absent: {}: {}", absence.name, absence.reason));
        }
        notes.into_iter().map(|note| brief(&note).into_owned()).collect()
    }

    /// The faults of each player by kind, and the first of these games.
    fn faults_in_words(&self) -> String {
        // Games that were too long are nobody's fault; every section counts them.
        let is_none =
            |section: &SectionEntry| section.void == 0 && section.standings.iter().all(|one| one.all_faults() == 0);
        if self.sections.iter().all(is_none) {
            return String::new();
        }
        let mut out = "Faults\n".to_owned();
        let mut standings: BTreeMap<&str, Vec<&StandingEntry>> = BTreeMap::new();
        for one in self.sections.iter().flat_map(|section| &section.standings) {
            standings.entry(&one.name).or_default().push(one);
        }
        for player in &self.players {
            let own = standings.get(&*player.name).map_or(&[][..], Vec::as_slice);
            let count = |kind: &str| own.iter().filter_map(|one| one.faults.get(kind)).sum::<u64>();
            let counts = Fault::KINDS.map(|kind| (kind, count(kind)));
            let counts = counts.iter().filter(|(_, count)| *count != 0);
            let text: Vec<String> = counts.map(|(kind, count)| format!("{kind} {count}")).collect();
            if !text.is_empty() {
                let _ = writeln!(out, "  {}: {}", player.name, text.join(", "));
            }
        }
        let manners: Vec<SectionManner> = self.sections.iter().map(SectionEntry::manner).collect();
        let games = SectionManner::names(&manners);
        let shown = 10;
        for fault in self.faults.iter().take(shown) {
            let who = fault.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
            let game = fault.section.and_then(|section| games.get(section)).unwrap_or(&fault.game);
            let _ = write!(out, "  game {} ({game}): {who}{}", fault.number, fault.ended);
            let _ = match &fault.detail {
                Some(detail) => writeln!(out, ": {detail}"),
                None => writeln!(out),
            };
        }
        if shown < self.faults.len() {
            let _ = writeln!(out, "  …");
        }
        out.push('\n');
        brief(&out).into_owned()
    }
}

/// The criteria of the places, if there are others than points.
fn decided(section: &SectionEntry, format: Format) -> Option<String> {
    let is_by_payoff = section.is_by_payoff();
    match format {
        Format::Knockout if is_by_payoff => {
            Some("Places: by the round in which one fell, by what was won in it; who fell together is equal".to_owned())
        }
        Format::Knockout => Some("Places: by the round in which one fell; who fell together is equal".to_owned()),
        Format::Ladder { .. } => Some("Places: as they stand on the ladder".to_owned()),
        Format::Swiss { .. } if is_by_payoff => Some(
            "Places: by meetings, each won by what was won in it, Buchholz cut 1 (BH1), Buchholz (BH), \
             Sonneborn–Berger (SB), direct encounter, mean payoff"
                .to_owned(),
        ),
        Format::Swiss { .. } => Some(
            "Places: by meetings, Buchholz cut 1 (BH1), Buchholz (BH), Sonneborn–Berger (SB), \
                  direct encounter, points a game"
                .to_owned(),
        ),
        Format::RoundRobin | Format::Match | Format::Gauntlet if is_by_payoff => Some(
            "Places: by mean payoff, with 95 % intervals over deals; points a game, direct encounter, \
             wins"
                .to_owned(),
        ),
        Format::RoundRobin if has_berger(section, format) => {
            let what = if section.graded || section.seats != 2 { ", mean payoff" } else { "" };
            Some(format!("Places: by points a game{what}, direct encounter, Sonneborn–Berger (SB), wins"))
        }
        _ => None,
    }
}

/// No more tied meetings are named.
const MOST_TIES: usize = 10;

/// The meetings of a knockout that stayed tied to the last, so that the order of signing up decided who went on.
fn tied(section: &SectionEntry, format: Format) -> Option<String> {
    let ties = section.tied.iter().take(MOST_TIES);
    let mut said: Vec<String> = ties.map(|(one, other)| format!("{one} before {other}")).collect();
    if MOST_TIES < section.tied.len() {
        said.push(format!("and {} more", section.tied.len() - MOST_TIES));
    }
    let replays = format.replays();
    (!said.is_empty())
        .then(|| format!("Tied after {replays} replays, so that whoever signed up first went on: {}", said.join("; ")))
}

impl SectionEntry {
    /// The conditions of the game: seats, openings, seatings, limits.
    pub(super) fn terms(&self) -> String {
        let mut words = vec![count(u64::from(self.seats), "seat")];
        let openings = if self.goes_on_until_clear() { "openings".to_owned() } else { count(self.openings, "opening") };
        let openings = match self.openings_from_file {
            None => openings,
            Some(all) if self.openings <= all => format!("{openings} from a file"),
            Some(all) => format!("{openings}, {all} from a file"),
        };
        words.push(match (self.plies, self.openings_from_file) {
            (0, None) => format!("{openings} from the start"),
            (0, Some(_)) => openings,
            (plies, Some(_)) => format!("{openings}, and {}", count(plies.into(), "random ply")),
            (plies, None) => format!("{openings} of {}", count(plies.into(), "random ply")),
        });
        if 1 < self.seats {
            words.push(if self.seatings == SeatingRule::Fixed.word() {
                "one seating".to_owned()
            } else {
                format!("{} seatings each", self.seatings_each)
            });
        }
        if let Some(nodes) = self.nodes {
            words.push(format!("{} a move", count(nodes, "node")));
        }
        words.push(count(self.games, "game"));
        for (games, what) in [
            (self.too_long, "adjudicated for length"),
            (self.agreed.unwrap_or_default(), "adjudicated by agreed values"),
            (self.resigned.unwrap_or_default(), "resigned"),
            (self.copies, "of them copies of earlier ones"),
            (self.void, "void"),
            (self.unplayed.unwrap_or_default(), "not played"),
        ] {
            if games != 0 {
                words.push(format!("{games} {what}"));
            }
        }
        words.join(", ")
    }

    /// First-seat advantage: the score of each seat, whoever sat there.
    fn seats_in_words(&self) -> Vec<String> {
        if self.seats < 2 || self.games == 0 {
            return Vec::new();
        }
        let one = |total: &SeatEntry| {
            let Tally { wins, draws, losses } = total.tally();
            let share = total.tally().share().unwrap_or(0.5) * 100.0;
            let mut text = format!("seat {} {share:.1} % (W{wins} D{draws} L{losses})", total.seat);
            if let Some(mean) = total.mean_payoff.filter(|_| self.seats != 2 || self.graded) {
                let _ = write!(text, " mean payoff {}", thousandths(mean));
            }
            text
        };
        let all: Vec<String> = self.seat_totals.iter().map(one).collect();
        let mut lines = vec![format!("Seats: {}", all.join("; "))];
        lines.extend(self.first_seat.map(|seat| format!("First seat: {}", seat.in_words())));
        lines
    }

    /// The difference between the two of a match, the better one first.
    fn difference(&self) -> Option<String> {
        let of_two = self.standings.len() == 2 && self.seats == 2 && !self.is_by_payoff();
        let pair = self.pairs.first().filter(|_| of_two)?;
        let (sample, names) = (pair.sample(), [&pair.one, &pair.other]);
        let is_turned = sample.difference()?.score < 0.5;
        let (sample, [one, other]) =
            if is_turned { (sample.mirrored(), [names[1], names[0]]) } else { (sample, names) };
        let difference = sample.difference()?;
        let unit = if sample.games_per_unit() == 2 { "opening" } else { "game" };
        Some(format!(
            "Difference: {one} against {other}: {}, stronger with a chance of {:.1} %, over {}",
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
}
