//! One game of a class, examined in a process of its own: whatever it does, it does to nobody else.
//!
//! After each step the process prints what it knows so far, one line of JSON, and the waiting process takes the last.

use std::{
    collections::{BTreeSet, VecDeque},
    io::{self, Read as _},
    ops::ControlFlow,
    sync::Arc,
    thread,
};

use agon_arena::{
    Ending, Job, Plan, Played, Recorder, Spec,
    ask::{Rules, SeatingRule},
    plan::{Met, catch},
    rating::{Evidence, Z95},
};
use agon_core::{AnyPosition, Node, Position, after, all_moves, registry};
use serde::{Deserialize, Serialize};

use crate::{
    failed::{Failed, printable},
    output::{answer, json},
    signals,
};

/// The most positions that are counted.
const MOST_POSITIONS: usize = 20_000;
/// The random plies that begin the plays of a player that may always play alike.
const OPENING: u32 = 2;

/// What was found of one game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(super) struct GameExamination {
    /// The name under which it was handed in.
    pub(super) name: String,
    /// `program`, `sheet` or `module`; empty where it is none of them.
    pub(super) kind: String,
    /// `kept`: it keeps every law; `broken`: it breaks one, or ended with a fault; `refused`: there is no game;
    /// `unfinished`: the time was over first.
    pub(super) verdict: String,
    /// The mistake, in a sentence; null if there is none.
    pub(super) why: Option<String>,
    /// A remark; null if there is none.
    pub(super) remark: Option<String>,
    /// The facts that it declares; null if it could not be asked.
    pub(super) facts: Option<ExaminedFacts>,
    /// How many positions it has; null where they were not counted.
    pub(super) positions: Option<usize>,
    /// Whether it has more: counting ends at 20,000.
    pub(super) has_more_positions: bool,
    /// Statistics of its plays; null if none was played.
    pub(super) plays: Option<ExaminedPlays>,
    /// How many seconds it took.
    pub(super) seconds: f64,
}

/// What a game says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(super) struct ExaminedFacts {
    /// How many seats it has.
    pub(super) seats: u8,
    /// Whether chance draws.
    pub(super) chance: bool,
    /// Whether something is hidden from some seat.
    pub(super) hidden: bool,
    /// No play has more plies.
    pub(super) max_plies: u32,
}

/// What the plays of a game are like.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(super) struct ExaminedPlays {
    /// The player at every seat.
    pub(super) player: String,
    /// How many plays there were; void ones are not counted.
    pub(super) count: u64,
    /// The mean number of plies of a play.
    pub(super) mean_plies: f64,
    /// That of the longest.
    pub(super) most_plies: usize,
    /// The mean number of moves of the seat to act.
    pub(super) mean_moves: f64,
    /// The greatest.
    pub(super) most_moves: usize,
    /// The mean payoff of each seat.
    pub(super) mean_payoffs: Vec<f64>,
    /// The first seat's payoff minus the mean of the others'; null with one seat.
    pub(super) first_seat: Option<f64>,
    /// The true value lies so near to that, at 95 %.
    pub(super) first_seat_error: Option<f64>,
}

/// Examines the game of `term`, and prints what it finds.
pub(super) fn run(term: &str, player: &str, plays: u64) -> Result<(), Failed> {
    // The process that waits for the answer holds the other end, and may be gone.
    thread::spawn(|| {
        let _ = io::stdin().read(&mut [0]);
        signals::leave()
    });
    let mut found = GameExamination { verdict: "unfinished".to_owned(), ..Default::default() };
    match catch(|| registry::game(term)) {
        Ok(Ok(game)) => examine(&game.start, (&game.term, player, plays), &mut found)?,
        Ok(Err(error)) => found.settle("refused", Some(error.to_string())),
        Err(panic) => found.settle("refused", Some(panic)),
    }
    found.tell()
}

impl GameExamination {
    pub(super) fn settle(&mut self, verdict: &str, why: Option<String>) {
        verdict.clone_into(&mut self.verdict);
        self.why = why.map(|why| printable(&why));
    }

    fn tell(&self) -> Result<(), Failed> {
        answer(|out| Ok(json(out, self)?))
    }
}

fn examine(
    start: &AnyPosition,
    (term, player, plays): (&str, &str, u64),
    found: &mut GameExamination,
) -> Result<(), Failed> {
    let facts = start.facts();
    found.facts = Some(ExaminedFacts {
        seats: facts.seats,
        chance: facts.chance,
        hidden: facts.hidden,
        max_plies: facts.max_plies,
    });
    found.tell()?;
    let mut fault = match measure(start, (term, player, plays)) {
        Ok(measured) => {
            found.plays = measured.told(player);
            measured.void
        }
        Err(why) => {
            found.remark = Some(format!("no plays: {why}"));
            None
        }
    };
    found.tell()?;
    match catch(|| positions(start)) {
        Ok((count, has_more)) => {
            (found.positions, found.has_more_positions) = (Some(count), has_more);
        }
        Err(why) => fault = fault.or(Some(why)),
    }
    found.tell()?;
    // A fault has the mistake; the broken law, its consequence.
    let checked = catch(|| agon_laws::check(term).map_err(|error| error.to_string().replace(term, "it")));
    let broken = fault.or(checked.unwrap_or_else(Err).err());
    found.settle(if broken.is_some() { "broken" } else { "kept" }, broken);
    Ok(())
}

/// How many positions there are, and whether there are more.
fn positions(start: &AnyPosition) -> (usize, bool) {
    let mut seen = BTreeSet::from([start.key()]);
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(here) = queue.pop_front() {
        if here.node() == Node::Terminal {
            continue;
        }
        for m in all_moves(&here) {
            let next = after(&here, m);
            if seen.contains(&next.key()) {
                continue;
            }
            if seen.len() == MOST_POSITIONS {
                return (seen.len(), true);
            }
            seen.insert(next.key());
            queue.push_back(next);
        }
    }
    (seen.len(), false)
}

/// Has as many of `player` as there are seats play against each other.
///
/// # Errors
///
/// Why they cannot.
fn measure(start: &AnyPosition, (term, player, plays): (&str, &str, u64)) -> Result<MeasuredPlays, String> {
    let mut spec = Spec::default().game(term);
    for seat in 1..=start.facts().seats {
        spec = spec.player_named(format!("seat {seat}"), player);
    }
    spec.rules = Rules {
        openings: Some(plays),
        plies: Some(if player == "random" { 0 } else { OPENING }),
        seatings: Some(SeatingRule::Fixed),
        ..Rules::default()
    };
    let planned = catch(|| {
        let tournament = spec.resolve().map_err(|error| error.to_string())?;
        Plan::new(tournament).map_err(|error| error.to_string())
    });
    let plan = Arc::new(planned.unwrap_or_else(Err)?);
    let measured = MeasuredPlays { start: start.clone(), ..MeasuredPlays::of(start) };
    Ok(Job::whole(plan, 1).run(measured).0)
}

/// Measures plays as they are handed in.
struct MeasuredPlays {
    start: AnyPosition,
    plays: u64,
    plies: usize,
    most_plies: usize,
    choices: usize,
    moves: usize,
    most_moves: usize,
    payoffs: Vec<f64>,
    /// As a share: one half where the first seat got what the others did.
    lead: Evidence,
    /// Why a play was void.
    void: Option<String>,
}

impl MeasuredPlays {
    fn of(start: &AnyPosition) -> MeasuredPlays {
        MeasuredPlays {
            start: start.clone(),
            plays: 0,
            plies: 0,
            most_plies: 0,
            choices: 0,
            moves: 0,
            most_moves: 0,
            payoffs: vec![0.0; usize::from(start.facts().seats)],
            lead: Evidence::default(),
            void: None,
        }
    }

    /// The greatest lead that there can be.
    fn range(&self) -> f64 {
        self.start.facts().max_payoff - self.start.facts().min_payoff
    }

    fn told(&self, player: &str) -> Option<ExaminedPlays> {
        let count = self.plays as f64;
        let by_share = |share: f64| round(2.0 * self.range() * share);
        let has_others = 1 < self.payoffs.len();
        (self.plays != 0).then(|| ExaminedPlays {
            player: player.to_owned(),
            count: self.plays,
            mean_plies: round(self.plies as f64 / count),
            most_plies: self.most_plies,
            mean_moves: round(self.moves as f64 / self.choices.max(1) as f64),
            most_moves: self.most_moves,
            mean_payoffs: self.payoffs.iter().map(|sum| round(sum / count)).collect(),
            first_seat: has_others.then(|| by_share(self.lead.share() - 0.5)),
            first_seat_error: has_others.then(|| by_share(Z95 * self.lead.error())),
        })
    }
}

/// To thousandths, and no −0.
fn round(number: f64) -> f64 {
    (number * 1e3).round() / 1e3 + 0.0
}

impl Recorder for MeasuredPlays {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        let record = game.record;
        if let Ending::Void(why) = &record.ending {
            self.void.get_or_insert_with(|| why.clone());
            return Ok(ControlFlow::Continue(()));
        }
        self.plays += 1;
        self.plies += record.moves.len();
        self.most_plies = self.most_plies.max(record.moves.len());
        let counted = catch(|| {
            let (mut here, mut choices) = (self.start.clone(), Vec::new());
            for &m in &record.moves {
                if matches!(here.node(), Node::Decision(_)) {
                    choices.push(here.count());
                }
                here.play(m);
            }
            choices
        });
        match counted {
            Ok(choices) => {
                self.choices += choices.len();
                self.moves += choices.iter().sum::<usize>();
                self.most_moves = choices.into_iter().fold(self.most_moves, usize::max);
            }
            Err(why) => {
                self.void.get_or_insert(why);
            }
        }
        for (sum, payoff) in self.payoffs.iter_mut().zip(&record.payoffs) {
            *sum += payoff;
        }
        if let [first, others @ ..] = &record.payoffs[..]
            && !others.is_empty()
        {
            let others = others.iter().sum::<f64>() / others.len() as f64;
            self.lead.add(0.5 + (first - others) / (2.0 * self.range()));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn last_round(&self) -> &[Met] {
        &[]
    }
}
