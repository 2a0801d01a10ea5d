//! Why a player chose its move, in a few sentences: what it expects of it, what other moves lack, and how much it looked at.

use agon_core::{AnyMove, Bound, Decision, Position as _, RootMove, Seat, line, notation};
use agon_draw::{
    Search, known,
    phrase::{Phrase, PhrasePart, figure, number_of, text},
    plain,
};

use crate::{figure::grouped, searched::WatchedSearch};

/// The most moves of a line that are told.
const MOST: usize = 8;

impl WatchedSearch {
    /// Why the player chose its move. Where another was `played`, what that would have lacked stands behind the choice.
    /// Nothing where chance draws first.
    pub fn why(&self, search: &Search, played: Option<AnyMove>) -> Vec<Phrase> {
        let Some((seat, decision)) = &self.chosen else { return Vec::new() };
        let mut told = vec![self.choice(*seat, decision)];
        let other = played.filter(|&m| m != decision.m);
        let of_other = other.and_then(|m| decision.moves.iter().find(|own| own.m == m));
        match of_other {
            Some(other) => told.extend(self.instead(decision, other)),
            None => told.extend(self.next_best(decision)),
        }
        told.extend(self.effort(search, decision));
        told
    }

    /// What it chose, and what that is worth to who is to move if it says so: `d` and `≈ +0.01`. Nothing where chance draws
    /// first.
    pub fn choice_in_short(&self) -> Option<(String, Option<String>)> {
        let (_, decision) = self.chosen.as_ref()?;
        let m = notation(&self.site.here, decision.m);
        let Some(value) = decision.value else { return Some((m, None)) };
        let sign = match decision.bound {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
            Bound::Sample => "≈ ",
        };
        Some((m, Some(format!("{sign}{}", signed(value)))))
    }

    fn name(&self, m: AnyMove) -> PhrasePart {
        text(notation(&self.site.here, m))
    }

    /// The move, the line that is expected, and what that is worth.
    fn choice(&self, seat: Seat, decision: &Decision<AnyMove>) -> Phrase {
        let mut told = Phrase::around("search-why", text(&self.player)).with(self.name(decision.m));
        if let [first, rest @ ..] = &decision.pv[..]
            && !rest.is_empty()
        {
            let after = agon_core::after(&self.site.here, *first);
            let mut expected = line::write_line(&after, &rest[..rest.len().min(MOST)]);
            if MOST < rest.len() {
                expected += " …";
            }
            told = Phrase::around("search-why-expects", told).with(text(expected));
        }
        if let Some(value) = decision.value {
            let id = match decision.bound {
                Bound::Exact => "search-why-worth",
                Bound::Lower => "search-why-least",
                Bound::Upper => "search-why-most",
                Bound::Sample => "search-why-about",
            };
            told = Phrase::around(id, told).with(worth(value)).with(number_of(seat));
        }
        told
    }

    /// What the move that was played lacks.
    fn instead(&self, decision: &Decision<AnyMove>, other: &RootMove<AnyMove>) -> Option<Phrase> {
        let value = decision.value?;
        let name = self.name(other.m);
        let less = value - other.value;
        if other.bound == Bound::Sample && other.visits == 0 {
            return Some(Phrase::around("search-why-unvisited", name));
        }
        Some(match other.bound {
            _ if less <= 0.0 => Phrase::around("search-why-as-good", name),
            Bound::Upper => Phrase::around("search-why-instead-least", name).with(amount(less)),
            _ => Phrase::around("search-why-instead", name).with(worth(other.value)).with(amount(less)),
        })
    }

    /// What the best other move lacks, as far as that is known.
    fn next_best(&self, decision: &Decision<AnyMove>) -> Option<Phrase> {
        let own = decision.moves.iter().find(|own| own.m == decision.m)?;
        let others = || decision.moves.iter().filter(|other| other.m != decision.m);
        if self.site.here.count() == 1 {
            return Some(Phrase::of("search-why-only"));
        }
        if own.probability.is_some_and(|probability| probability < 1.0) {
            let share = |own: &RootMove<AnyMove>| own.probability.unwrap_or(0.0);
            let next = best(others(), share)?;
            let told = Phrase::around("search-why-drawn", self.name(own.m)).with(percent(share(own)));
            return Some(told.with(self.name(next.m)).with(percent(share(next))));
        }
        if own.bound == Bound::Sample && 0 < own.visits {
            let all: u64 = decision.moves.iter().map(|own| own.visits).sum();
            let next = best(others(), |other| other.visits as f64)?;
            let told = Phrase::around("search-why-played", self.name(own.m));
            let told = told.with(figure(grouped(own.visits))).with(figure(grouped(all)));
            let told = told.with(self.name(next.m)).with(figure(grouped(next.visits)));
            return Some(told.with(worth(next.value)));
        }
        if decision.moves.len() < self.site.here.count() {
            // Of those that were left out nothing is known.
            return None;
        }
        let (value, next) = (decision.value?, best(others(), |other| other.value)?);
        let less = value - next.value;
        Some(match next.bound {
            Bound::Exact if less == 0.0 => Phrase::around("search-why-same", self.name(next.m)),
            Bound::Exact if 0.0 < less => Phrase::around("search-why-next", self.name(next.m)).with(amount(less)),
            Bound::Exact | Bound::Upper if 0.0 <= less => Phrase::around("search-why-none", worth(next.value)),
            _ => return None,
        })
    }

    /// How much was looked at.
    fn effort(&self, search: &Search, decision: &Decision<AnyMove>) -> Option<Phrase> {
        if decision.moves.iter().any(|own| 0 < own.visits) {
            return None;
        }
        if self.trace.count() == 1
            && let Some(saved) = self.saved(search).filter(|saved| saved.looked < saved.full)
        {
            let told = Phrase::around("search-why-saved", figure(grouped(saved.looked)));
            return Some(told.with(figure(grouped(saved.full))).with(figure(saved.percent())));
        }
        let (looked, searches) = (figure(grouped(self.trace.entered())), self.trace.count());
        match searches {
            _ if self.trace.entered() <= 1 => None,
            1 => Some(Phrase::around("search-why-looked", looked)),
            _ => Some(Phrase::around("search-why-searches", looked).with(figure(searches))),
        }
    }
}

/// The move of which that is the most; of equals the first.
fn best<'a>(
    moves: impl Iterator<Item = &'a RootMove<AnyMove>>,
    of: impl Fn(&RootMove<AnyMove>) -> f64,
) -> Option<&'a RootMove<AnyMove>> {
    moves.filter(|own| !of(own).is_nan()).reduce(|best, own| if of(best) < of(own) { own } else { best })
}

fn worth(value: f64) -> PhrasePart {
    figure(signed(value))
}

/// A value with its sign, at most two decimals: whole payoffs as they are, `+0.09`.
fn signed(value: f64) -> String {
    let text = rounded(value);
    if 0.0 < value && text.contains('.') { format!("+{text}") } else { text }
}

/// How much more something is worth.
fn amount(less: f64) -> PhrasePart {
    figure(rounded(less))
}

/// With two decimals at most, unless that would be zero.
fn rounded(value: f64) -> String {
    let hundredths = (100.0 * value).round() / 100.0;
    if hundredths == 0.0 { known(value, Bound::Sample) } else { plain(hundredths) }
}

fn percent(share: f64) -> PhrasePart {
    figure((100.0 * share).round())
}
