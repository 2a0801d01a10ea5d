//! Checks that a record is possible under its plan.
//!
//! A checksum proves that a record is intact, not that a game was played. All code that works with
//! recorded games gets them after these checks and may rely on them: the numbers of seats and
//! payoffs match the game, payoffs are finite, and moves are legal wherever they are played.

use agon_core::{AnyMove, AnyPosition, Node, Position, Seat};

use crate::{
    ask::rules::FaultRule,
    plan::{fixture::Fixture, guard, schedule::Plan},
    play::{
        ending::{Ending, Fault},
        games_in_progress::REASON,
        record::Record,
        watch::Silence,
    },
};

/// How thoroughly a record is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Everything that can be checked without playing, and the opening: enough for adding up.
    Figures,
    /// Every move, and the payoffs: for code that plays the moves.
    Moves,
}

/// Checks the records of a plan in turn.
#[derive(Default)]
pub(crate) struct RecordCheck {
    /// The opening that was looked at last, and its moves.
    opening_of: Option<(usize, u64)>,
    opening: Vec<AnyMove>,
    /// The failures to answer in the records so far.
    silence: Silence,
}

impl RecordCheck {
    /// A check of the records after those with these failures to answer.
    pub(crate) fn after(silence: Silence) -> RecordCheck {
        RecordCheck { silence, ..RecordCheck::default() }
    }

    /// The failures to answer in the records so far.
    pub(crate) fn silence(&self) -> &Silence {
        &self.silence
    }

    /// Checks `record` of the game of `fixture`.
    ///
    /// # Errors
    ///
    /// The fault found.
    pub(crate) fn look(
        &mut self,
        plan: &Plan,
        fixture: &Fixture,
        record: &Record,
        detail: Detail,
    ) -> Result<(), String> {
        figures(plan, fixture, record)?;
        if let Some(why) = &plan.section(fixture).without_rules {
            let of = || format!("the rules are not at hand, by which its moves are read: {why}");
            return if detail == Detail::Figures { Ok(()) } else { Err(of()) };
        }
        self.exclusion(plan, fixture, record)?;
        let opening = &record.moves[..record.opening as usize];
        let of = Some((fixture.section, fixture.opening));
        if detail == Detail::Figures && self.opening_of == of && self.opening == opening {
            return Ok(());
        }
        let base = || plan.openings(fixture.section).base(fixture.opening);
        let look = || match detail {
            Detail::Figures => play(base(), opening).map(drop),
            Detail::Moves => moves(base(), record),
        };
        guard::catch(look).unwrap_or_else(|panic| Err(format!("the rules panic: {panic}")))?;
        self.opening_of = of;
        self.opening.clear();
        self.opening.extend_from_slice(opening);
        Ok(())
    }

    /// Checks that an excluded player failed to answer in enough earlier games. A merged journal has the games of all
    /// its parts, and so at least as many failures as there were when a game was played; another seat may by now have
    /// become one that would be excluded too, which its part could not know.
    fn exclusion(&mut self, plan: &Plan, fixture: &Fixture, record: &Record) -> Result<(), String> {
        if let Ending::Forfeit(seat, Fault::Excluded(_)) = record.ending {
            let excluded = guard::catch(|| self.silence.excluded_at(plan, fixture, seat));
            if excluded.map_err(|panic| format!("the rules panic: {panic}"))?.as_ref() != Some(record) {
                return Err("a player is excluded that earlier games do not exclude".to_owned());
            }
        }
        self.silence.take(fixture, record);
        Ok(())
    }
}

/// Checks what can be checked without playing.
fn figures(plan: &Plan, fixture: &Fixture, record: &Record) -> Result<(), String> {
    let (seats, most) = (fixture.seats.len(), plan.section(fixture).max_plies as usize);
    let (plies, opening) = (record.moves.len(), record.opening as usize);
    let is_without = match &record.ending {
        Ending::Over | Ending::TooLong => false,
        Ending::Agreed(Some(seat)) if seats <= seat.index() => {
            return Err(format!("seat {} has lost, of {seats}", seat.index() + 1));
        }
        Ending::Agreed(loser) => {
            let section = plan.section(fixture);
            let rule = if loser.is_some() { &section.resign } else { &section.draw };
            if rule.as_ref().is_none_or(|rule| plies < opening + rule.plies as usize) {
                return Err(format!("an {} that no rule gives", record.ending.word()));
            }
            false
        }
        Ending::Void(why) if why == REASON && plies != 0 => {
            return Err("moves of a game that was not played".to_owned());
        }
        Ending::Void(_) => true,
        Ending::Forfeit(seat, _) if seats <= seat.index() => {
            return Err(format!("seat {} is at fault, of {seats}", seat.index() + 1));
        }
        // A game that failed again and again does not count, and neither does one that was not
        // played.
        Ending::Forfeit(seat, fault) => {
            may_commit(plan, fixture, *seat, fault)?;
            let is_replayed = plan.tournament().faults == FaultRule::Replay;
            // Where faults are replayed, older journals have no payoffs for a game that was given up.
            is_replayed && (*fault != Fault::Resigned || record.payoffs.is_empty()) || !record.ending.is_played()
        }
    };
    let expected = if is_without { 0 } else { seats };
    if record.payoffs.len() != expected {
        return Err(format!("{} payoffs where {expected} should be", record.payoffs.len()));
    }
    if let Some(payoff) = record.payoffs.iter().find(|payoff| !payoff.is_finite()) {
        return Err(format!("a payoff of {payoff}"));
    }
    if let Some((seat, _)) = record.objections.iter().find(|(seat, _)| seats <= seat.index()) {
        return Err(format!("seat {} objects, of {seats}", seat.index() + 1));
    }
    if plies < opening {
        return Err(format!("an opening of {opening} plies in a game of {plies}"));
    }
    if most.max(opening) < plies {
        return Err(format!("{plies} plies where at most {most} are played"));
    }
    if record.ending == Ending::TooLong && plies < most {
        return Err(format!("too long after {plies} plies, of at most {most}"));
    }
    Ok(())
}

/// Whether this fault of the player on `seat` is possible: without a time limit a player is never late, and a player
/// inside the process cannot break down as a program.
fn may_commit(plan: &Plan, fixture: &Fixture, seat: Seat, fault: &Fault) -> Result<(), String> {
    let section = plan.section(fixture);
    let may = match fault {
        // Exclusions were checked with the games before.
        Fault::Excluded(_) | Fault::Illegal(_) | Fault::Panic(_) | Fault::Resigned | Fault::Broken(_) => true,
        Fault::Overspent { nodes, budget } => section.budget.nodes == Some(*budget) && budget < nodes,
        Fault::OverTime(limit) | Fault::Silent(limit) => section.move_time == Some(*limit),
        Fault::Outside(..) => {
            let entry = fixture.seats[seat.index()];
            section.habits().any(|(other, habits)| other == entry && habits.outside)
        }
    };
    if may { Ok(()) } else { Err(format!("seat {} cannot have the fault {fault}", seat.index() + 1)) }
}

/// All moves, and where they lead.
fn moves(base: AnyPosition, record: &Record) -> Result<(), String> {
    let last = play(base, &record.moves)?;
    if record.ending != Ending::Over {
        return Ok(());
    }
    if last.node() != Node::Terminal {
        return Err("over, where the game would go on".to_owned());
    }
    for (seat, &payoff) in Seat::all(record.payoffs.len() as u8).zip(&record.payoffs) {
        if last.payoff(seat) != payoff {
            let pays = last.payoff(seat);
            return Err(format!("seat {} got {payoff}, and the game pays {pays}", seat.0 + 1));
        }
    }
    Ok(())
}

fn play(mut position: AnyPosition, moves: &[AnyMove]) -> Result<AnyPosition, String> {
    for (ply, &m) in (1..).zip(moves) {
        if position.node() == Node::Terminal || !position.is_legal(m) {
            return Err(format!("ply {ply}, #{}, is not a legal move", m.0));
        }
        position.play(m);
    }
    Ok(position)
}
