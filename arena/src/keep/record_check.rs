//! Checks that a record is possible under its plan.
//!
//! A checksum proves that a record is intact, not that a game was played. All code that works with
//! recorded games gets them after these checks and may rely on them: the numbers of seats and
//! payoffs match the game, payoffs are finite, and moves are legal wherever they are played.

use agon_core::{AnyMove, AnyPosition, Node, Position, Seat, TryVerdict};

use crate::{
    ask::rules::FaultRule,
    plan::{fixture::Fixture, guard, schedule::Plan},
    play::{
        ending::{Ending, Fault},
        games_in_progress::REASON,
        record::Record,
        tries::{GameTries, SeatTries},
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
    tried(record, seats)?;
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

/// Checks what players with second tries said: each has its seat, at most one question for each move and one more, and no
/// more wrong words than answers.
fn tried(record: &Record, seats: usize) -> Result<(), String> {
    let GameTries { seats: counts, kept } = &record.tries;
    let all = counts.iter().map(|one| one.seat).chain(kept.iter().map(|one| one.seat));
    if let Some(seat) = all.max().filter(|seat| seats <= seat.index()) {
        return Err(format!("seat {} tries, of {seats}", seat.index() + 1));
    }
    let most = (record.moves.len() + 1).saturating_sub(record.opening as usize);
    if let Some(SeatTries { seat, moves, .. }) = counts.iter().find(|one| most < one.moves as usize) {
        return Err(format!("seat {} was asked for {moves} moves, where it can be {most}", seat.index() + 1));
    }
    let mut wrong = vec![0; seats];
    for kept in kept.iter().filter(|kept| matches!(kept.verdict, TryVerdict::Illegal | TryVerdict::Unreadable)) {
        wrong[kept.seat.index()] += 1;
    }
    let tries = |seat: usize| counts.iter().find(|one| one.seat.index() == seat).map_or(0, |one| one.tries);
    match (0..seats).find(|&seat| tries(seat) < wrong[seat]) {
        Some(seat) => Err(format!("{} wrong words of seat {}, in {} tries", wrong[seat], seat + 1, tries(seat))),
        None => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use agon_core::{
        Seat,
        TryVerdict::{self, Illegal, Legal, Unasked, Unreadable},
    };

    use super::figures;
    use crate::{
        Plan, Spec,
        play::{
            record::Record,
            referee::Referee,
            tries::{GameTries, KeptTry, SeatTries},
        },
    };

    /// The records of honest games are those of `arena/agon/tests/engines/tries.rs`.
    #[test]
    fn tries_that_cannot_have_been_are_refused() {
        let spec = Spec::default().game("nim(1+2)").player("random").player_named("b", "random").openings(1, 0);
        let plan = Plan::new(spec.resolve().unwrap()).unwrap();
        let honest = Referee::new(&plan).play(0).clone();
        let (fixture, plies) = (plan.fixture(0), honest.moves.len() as u32);
        let check = |seats: &[(u8, u32, u64)], kept: &[(u8, TryVerdict)]| {
            let seats = seats.iter().map(|&(seat, moves, tries)| SeatTries { seat: Seat(seat), moves, tries });
            let kept = kept.iter().map(|&(seat, verdict)| KeptTry {
                ply: 0,
                seat: Seat(seat),
                verdict,
                text: String::new(),
                time: None,
                usage: Vec::new(),
            });
            let tries = GameTries { seats: seats.collect(), kept: kept.collect() };
            figures(&plan, &fixture, &Record { tries, ..honest.clone() })
        };
        let most = plies + 1;
        for (seats, kept) in [
            (&[][..], &[][..]),
            (&[(0, 1, 3)], &[(0, Illegal), (0, Unreadable), (0, Legal), (1, Unasked)]),
            (&[(1, most, u64::from(most))], &[]),
        ] {
            assert_eq!(check(seats, kept), Ok(()), "{seats:?} {kept:?}");
        }
        for (seats, kept, why) in [
            (&[(2, 1, 1)][..], &[][..], "seat 3 tries, of 2"),
            (&[], &[(2, Unasked)], "seat 3 tries, of 2"),
            (&[(0, most + 1, 9)], &[], "seat 1 was asked for"),
            (&[(0, 1, 1)], &[(0, Illegal), (0, Unreadable)], "2 wrong words of seat 1, in 1 tries"),
            (&[], &[(1, Illegal)], "1 wrong words of seat 2, in 0 tries"),
        ] {
            let found = check(seats, kept).unwrap_err();
            assert!(found.contains(why), "{seats:?} {kept:?}: {found}");
        }
    }
}
