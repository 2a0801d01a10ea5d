//! Who does the same work sooner: contestants take turns, and the best round of each counts.

use std::time::Duration;

use cpu_time::ProcessTime;
use serde_json::{Value, json};

/// Who a contestant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Agon,
    /// Another library.
    Peer,
    /// A loop that can do this work and nothing else.
    Hand,
}

/// How the speed of a row is told.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unit {
    /// Nanoseconds for one of these.
    Nanoseconds(&'static str),
    /// Microseconds for one of these.
    Microseconds(&'static str),
    /// Milliseconds for one of these.
    Milliseconds(&'static str),
    /// How many of these in a second.
    PerSecond(&'static str),
}

impl Unit {
    fn tell(self, rate: f64) -> String {
        match self {
            Unit::Nanoseconds(_) => format!("{:.1} ns", 1e9 / rate),
            Unit::Microseconds(_) => format!("{:.0} µs", 1e6 / rate),
            Unit::Milliseconds(_) => format!("{:.2} ms", 1e3 / rate),
            Unit::PerSecond(_) if 1e6 <= rate => format!("{:.2} M/s", rate / 1e6),
            Unit::PerSecond(_) => format!("{:.1} k/s", rate / 1e3),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Unit::Nanoseconds(name) | Unit::Microseconds(name) | Unit::Milliseconds(name) | Unit::PerSecond(name) => {
                name
            }
        }
    }
}

/// How long everybody is timed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    rounds: usize,
    /// The least processor time of a round.
    round: Duration,
}

impl Effort {
    pub(crate) const FULL: Effort = Effort { rounds: 7, round: Duration::from_millis(120) };
    /// Everything once: it says that the comparison works, not how it ends.
    pub(crate) const QUICK: Effort = Effort { rounds: 1, round: Duration::ZERO };
}

/// Does some of the work, and says how many units that was.
type Work = Box<dyn FnMut() -> u64>;

struct Contestant {
    side: Side,
    name: &'static str,
    work: Work,
}

/// A kind of work, and everybody who does it. Whoever makes a row has checked that it is the same work.
pub(crate) struct Row {
    work: String,
    unit: Unit,
    contestants: Vec<Contestant>,
}

impl Row {
    pub(crate) fn new(work: impl Into<String>, unit: Unit) -> Row {
        Row { work: work.into(), unit, contestants: Vec::new() }
    }

    /// Another contestant. The first of Agon's is the one that is compared.
    pub(crate) fn with(mut self, side: Side, name: &'static str, work: impl FnMut() -> u64 + 'static) -> Row {
        self.contestants.push(Contestant { side, name, work: Box::new(work) });
        self
    }

    pub(crate) fn measure(mut self, effort: Effort) -> Measured {
        let mut rates = vec![0.0; self.contestants.len()];
        for _ in 0..effort.rounds {
            for (contestant, best) in self.contestants.iter_mut().zip(&mut rates) {
                let (begun, mut units) = (ProcessTime::now(), 0);
                let spent = loop {
                    units += (contestant.work)();
                    let spent = begun.elapsed();
                    if effort.round <= spent {
                        break spent;
                    }
                };
                *best = f64::max(*best, units as f64 / spent.as_secs_f64());
            }
        }
        let named = self.contestants.iter().zip(rates);
        let rates = named.map(|(contestant, rate)| (contestant.side, contestant.name, rate));
        Measured { work: self.work, unit: self.unit, rates: rates.collect() }
    }
}

/// The speed of everybody at one kind of work, in units a second of processor time.
pub(crate) struct Measured {
    work: String,
    unit: Unit,
    rates: Vec<(Side, &'static str, f64)>,
}

impl Measured {
    /// The head of the table whose lines `line` gives.
    pub(crate) const HEAD: &str = "\
| work | Agon | best peer | ratio | a loop written for it | ratio |
|---|---:|---:|---:|---:|---:|";

    fn agon(&self) -> f64 {
        self.rates[0].2
    }

    fn best(&self, side: Side) -> Option<(&'static str, f64)> {
        let mut best = None;
        for &(_, name, rate) in self.rates.iter().filter(|rate| rate.0 == side) {
            if best.is_none_or(|(_, found)| found < rate) {
                best = Some((name, rate));
            }
        }
        best
    }

    /// How many times as fast as the best of that side Agon is.
    fn ratio(&self, side: Side) -> Option<f64> {
        self.best(side).map(|(_, rate)| self.agon() / rate)
    }

    pub(crate) fn line(&self) -> String {
        let agon = self.rates.iter().filter(|rate| rate.0 == Side::Agon);
        let agon = agon.enumerate().map(|(number, (_, name, rate))| {
            let told = self.unit.tell(*rate);
            if number == 0 { told } else { format!("{name} {told}") }
        });
        let agon: Vec<String> = agon.collect();
        let best = |side| match self.best(side) {
            Some((name, rate)) => format!("{} ({name})", self.unit.tell(rate)),
            None => "–".to_owned(),
        };
        let ratio = |side| self.ratio(side).map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
        format!(
            "| {} | {} | {} | {} | {} | {} |",
            self.work,
            agon.join(", "),
            best(Side::Peer),
            ratio(Side::Peer),
            best(Side::Hand),
            ratio(Side::Hand),
        )
    }

    pub(crate) fn json(&self) -> Value {
        let rates = self.rates.iter().map(|(side, name, rate)| {
            let side = format!("{side:?}").to_lowercase();
            json!({ "side": side, "name": name, "per_second": rate })
        });
        json!({
            "work": self.work,
            "unit": self.unit.name(),
            "rates": rates.collect::<Vec<Value>>(),
            "best_peer": self.best(Side::Peer).map(|(name, _)| name),
            "ratio_to_best_peer": self.ratio(Side::Peer),
            "ratio_to_loop": self.ratio(Side::Hand),
        })
    }
}
