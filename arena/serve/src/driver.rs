//! Has chance draw and players move at a table, for as long as somebody looks: all of it in the table's share.

use std::{
    pin::pin,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use agon_arena::play::Clocks;
use agon_core::{AnyMove, AnyPosition, Clock as _, Decision, Seat, StopSignal, Stream, notation};
use agon_table::{Drawer, GivenPosition, SearchLimits, Sitter, Thought, ToMove, ask, begin, best};
use axum::http::StatusCode;
use tokio::time;

use crate::{
    bench::{Bench, TablePlace},
    flag,
    house::House,
    open_table::{OpenTable, ThoughtNow},
    pool::{AskedFor, PoolThinker, Worker},
    problem::Problem,
    settings::PACE,
    table::{Advice, AdvisedMove, TableState},
    visitor::Visitor,
};

/// How often it is looked whether anybody still looks.
const LOOK: Duration = Duration::from_millis(150);

/// What happens next at a table, without a person.
enum Next {
    /// Chance draws: at once where somebody plays alone, who waits for nobody.
    Draw { is_alone: bool },
    /// This player moves: at its pace where nobody plays, and so all only watch.
    Ask { question: Box<MoveQuestion>, is_watched: bool },
    /// It is a person's turn, or the game is over, or a player gave no move.
    Nothing,
}

/// What a player is asked.
struct MoveQuestion {
    /// The position: where something is hidden the player is shown no more than it may see.
    site: GivenPosition,
    /// What redeals are drawn from.
    seed: u64,
    seat: Seat,
    term: String,
    /// What it draws from.
    stream: Stream,
    /// How many threads it takes.
    threads: usize,
    /// How long it may think, by the clock of the game.
    deadline: Option<Duration>,
}

impl MoveQuestion {
    fn of(state: &TableState, seat: Seat, term: String, drawer: Drawer) -> MoveQuestion {
        let stream = state.stream_for(seat, drawer);
        let (site, seed) = (state.site().clone(), state.seed());
        let deadline = state.share_of_time(seat, state.now());
        MoveQuestion { site, seed, seat, term, stream, threads: state.threads, deadline }
    }
}

/// Has the players move, unless somebody does so already, and the clock watched.
pub(crate) fn drive(house: &Arc<House>, worker: &Worker, table: &Arc<OpenTable>) {
    flag::watch(house, worker, table);
    if !goes_by_itself(&table.state(worker)) || table.is_driven.swap(true, Ordering::Relaxed) {
        return;
    }
    // However it ends, another may drive then.
    let leaving = Undriven(Arc::clone(table));
    let (house, table) = (Arc::clone(house), Arc::clone(table));
    house.runtime.clone().spawn(async move {
        let mut shown = Instant::now();
        let goes_on = || {
            let is_out = house.kept_out.minutes(&table.share.address).is_some();
            table.is_attended() && !is_out && !*house.closing.borrow()
        };
        while goes_on() && step(&house, &table, &mut shown).await {}
        drop(leaving);
        // Somebody may have come in the meantime, and found it driven.
        if goes_on() {
            let own = Arc::clone(&table);
            let again = house.at_desk(table.share.clone(), move |house, worker| {
                drive(house, worker, &own);
                Ok(())
            });
            // If there is no room for it, the next visitor finds it undriven.
            let _ = again.await;
        }
    });
}

struct Undriven(Arc<OpenTable>);

impl Drop for Undriven {
    fn drop(&mut self) {
        self.0.is_driven.store(false, Ordering::Relaxed);
    }
}

/// Whether somebody who is no person moves next; not where a player gave no move.
fn goes_by_itself(state: &TableState) -> bool {
    state.fault.is_none() && matches!(state.to_move(), ToMove::Chance | ToMove::Player(_))
}

fn next(state: &TableState) -> Next {
    let is_watched = !state.sitters().iter().any(Sitter::is_person);
    match state.to_move() {
        _ if state.fault.is_some() => Next::Nothing,
        ToMove::Person(_) | ToMove::Nobody => Next::Nothing,
        ToMove::Chance => Next::Draw { is_alone: state.sitters().len() == 1 && !is_watched },
        ToMove::Player(seat) => {
            let term = state.sitters()[seat.index()].term().to_owned();
            let question = MoveQuestion::of(state, seat, term, Drawer::Player);
            Next::Ask { question: Box::new(question), is_watched }
        }
    }
}

/// One move; `false` where there is none to be made.
async fn step(house: &Arc<House>, table: &Arc<OpenTable>, shown: &mut Instant) -> bool {
    let own = Arc::clone(table);
    let found = house.at_desk(table.share.clone(), move |_, worker| {
        let state = own.state(worker);
        Ok((next(&state), own.epoch.number()))
    });
    let (next, epoch) = match found.await {
        Ok(found) => found,
        Err(problem) => return failed(house, table, table.epoch.number(), problem).await,
    };
    let answered = match next {
        Next::Nothing => return false,
        Next::Draw { is_alone } => {
            if !is_alone {
                time::sleep_until((*shown + PACE).into()).await;
            }
            None
        }
        Next::Ask { question, is_watched } => {
            match think(house, table, *question, epoch, false).await {
                Ok(Some(answered)) => {
                    if is_watched {
                        time::sleep_until((*shown + PACE).into()).await;
                    }
                    Some(answered)
                }
                Ok(None) => return table.is_attended(),
                Err(problem) => return failed(house, table, epoch, problem).await,
            }
        }
    };
    let own = Arc::clone(table);
    let played = house.at_desk(table.share.clone(), move |house, worker| {
        play(house, worker, &own, epoch, answered)
    });
    if let Err(problem) = played.await {
        return failed(house, table, table.epoch.number(), problem).await;
    }
    *shown = Instant::now();
    true
}

/// Plays what a player answered in a position, or what chance draws, unless that is too late.
fn play(
    house: &House,
    worker: &Worker,
    table: &OpenTable,
    epoch: u64,
    answered: Option<MoveAnswer>,
) -> Result<(), Problem> {
    let mut state = table.state(worker);
    if table.epoch.number() != epoch {
        return Ok(());
    }
    match answered {
        Some(MoveAnswer { here, decision, used }) => {
            state.answer(decision.m, Thought::of(&here, &decision), used)?;
        }
        None => state.draw_outcome()?,
    }
    house.settle(worker, table, &mut state)
}

/// Tells why no move was made in the position of that number. Where there is not even room for that, it is tried again
/// a little later.
async fn failed(house: &Arc<House>, table: &Arc<OpenTable>, epoch: u64, problem: Problem) -> bool {
    let own = Arc::clone(table);
    let told = house.at_desk(table.share.clone(), move |_, worker| {
        let mut state = own.state(worker);
        if own.epoch.number() == epoch {
            state.fault = Some(problem.message);
            own.changed(&state);
        }
        Ok(())
    });
    let is_told = told.await.is_ok();
    if !is_told {
        time::sleep(LOOK).await;
    }
    !is_told
}

/// Gives a hint for the position at hand, while somebody looks.
///
/// # Errors
///
/// Where the guest does not sit here, nobody is to act, or no thread is free.
pub(crate) async fn advise(
    house: &Arc<House>,
    table: &Arc<OpenTable>,
    guest: &Visitor,
) -> Result<(), Problem> {
    let (own, id) = (Arc::clone(table), guest.id.clone());
    let asked = house.at_desk(guest.share(), move |_, worker| {
        let state = own.state(worker);
        if !state.has(&id) {
            return Err(Problem::forbidden("not-seated", &[]));
        }
        let Some(seat) = state.mover() else {
            return Err(Problem::conflict("no-choice", &[]));
        };
        own.epoch.idle()?;
        if !state.sitters()[seat.index()].is_person() {
            return Err(Problem::conflict("player-thinks", &[]));
        }
        let question = MoveQuestion::of(&state, seat, state.adviser(), Drawer::Adviser);
        Ok((question, own.epoch.number()))
    });
    let (question, epoch) = asked.await?;
    let player = question.term.clone();
    // Of a game that hides something not even the number of moves is told.
    let ply = if question.site.hides() { 0 } else { question.site.line.len() };
    let answer = match think(house, table, question, epoch, true).await {
        Ok(None) => return Ok(()),
        Ok(Some(answer)) => Ok(answer),
        Err(problem) => Err(problem.message),
    };
    let own = Arc::clone(table);
    let told = house.at_desk(guest.share(), move |_, worker| {
        let advised = |here: &AnyPosition, (m, value): (AnyMove, Option<f64>)| AdvisedMove {
            m: notation(here, m),
            value: value.filter(|value| value.is_finite()),
        };
        let (moves, failure) = match answer {
            Ok(MoveAnswer { here, decision, .. }) => {
                (best(&decision).into_iter().map(|own| advised(&here, own)).collect(), None)
            }
            Err(message) => (Vec::new(), Some(message)),
        };
        let mut state = own.state(worker);
        if own.epoch.number() == epoch {
            state.advice = Some(Advice { ply, player, moves, failure });
            own.changed(&state);
        }
        Ok(())
    });
    told.await
}

/// A question that is thought about. However it ends, also if its asker has left: then nobody thinks about it
/// any more, and no page is informed.
struct Unanswered<'a> {
    table: &'a OpenTable,
    stop: StopSignal,
    epoch: u64,
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        self.stop.give();
        self.table.thinking.send_if_modified(|thinking| thinking.take().is_some());
        self.table.epoch.answered(self.epoch);
    }
}

/// What a player answered: where, which is what it was shown, and in what time.
struct MoveAnswer {
    here: AnyPosition,
    decision: Decision<AnyMove>,
    used: Duration,
}

/// Asks a player on a thread that thinks. Nothing, where the position has changed
/// meanwhile or nobody looks any more.
async fn think(
    house: &Arc<House>,
    table: &Arc<OpenTable>,
    question: MoveQuestion,
    epoch: u64,
    is_hint: bool,
) -> Result<Option<MoveAnswer>, Problem> {
    let Some(stop) = table.epoch.ask(epoch)? else { return Ok(None) };
    let pending = Unanswered { table, stop: stop.clone(), epoch };
    let about = ThoughtNow {
        seat: question.seat.0 + 1,
        player: question.term.clone(),
        is_hint,
        best: None,
    };
    table.thinking.send_replace(Some(about.clone()));
    let (own_table, own_house, threads) = (Arc::clone(table), Arc::clone(house), question.threads);
    let work = move |thinker: &PoolThinker| {
        // Listeners take the latest, at their own pace; a stopped search reports no more.
        let listener = |here: &AnyPosition, answer: &Decision<AnyMove>| {
            let best = Some(Thought::of(here, answer));
            let told = ThoughtNow { best, ..about.clone() };
            own_table.thinking.send_if_modified(|thinking| {
                let is_wanted = !thinker.stop().is_given();
                if is_wanted {
                    *thinking = Some(told);
                }
                is_wanted
            });
        };
        let asked = (own_table.id.as_str(), &question);
        let clocks = &own_house.settings.clocks;
        let told = answer(thinker, &own_house.bench, asked, clocks, &listener);
        told.map_err(|error| Problem::told(StatusCode::CONFLICT, error))
    };
    let mut asked =
        pin!(house.pool.think_until((table.share.clone(), AskedFor::Game), threads, &stop, work));
    let answer = loop {
        tokio::select! {
            answer = &mut asked => break answer,
            () = time::sleep(LOOK) => {
                let is_left = !table.is_attended() || *house.closing.borrow();
                if is_left || table.epoch.number() != epoch {
                    return Ok(None);
                }
            }
        }
    };
    drop(pending);
    if table.epoch.number() != epoch || *house.closing.borrow() {
        return Ok(None);
    }
    answer.map(Some)
}

/// The answer, on a thread with a deep stack.
fn answer(
    thinker: &PoolThinker,
    bench: &Bench,
    (table, question): (&str, &MoveQuestion),
    clocks: &Clocks,
    listener: &dyn Fn(&AnyPosition, &Decision<AnyMove>),
) -> Result<MoveAnswer, String> {
    let MoveQuestion { site, seed, seat, term, stream, deadline, .. } = question;
    let place = TablePlace { table: table.to_owned(), seat: *seat, term: term.clone() };
    let mut player = bench.take(thinker, &place, &site.game)?;
    let site = site.clone().shown_to(player.habits(), *seed);
    begin(player.as_mut(), &site.base, &site.line)?;
    let mut stream = stream.clone();
    let listener = |answer: &Decision<AnyMove>| listener(&site.here, answer);
    let clock = clocks.start();
    let limits = SearchLimits {
        deadline: *deadline,
        clock: Some(&clock),
        stop: Some(thinker.stop()),
        listener: Some(&listener),
        ..SearchLimits::default()
    };
    let decision = ask(player.as_mut(), &site.here, *seat, &mut stream, limits)
        .map_err(|why| format!("{term} gave no move: {why}"))?;
    let used = clock.elapsed();
    bench.put_back(place, player);
    Ok(MoveAnswer { here: site.here, decision, used })
}

#[cfg(test)]
mod tests {
    use std::{fs, net::Ipv4Addr, sync::Arc, thread, time::Duration};

    use agon_roster as _;
    use tokio::runtime::Runtime;

    use super::{House, OpenTable, TableState, Worker, drive};
    use crate::{share::GuestShare, table::NewTable};

    /// A table that somebody looks at, where this player moves first.
    fn table(house: &Arc<House>, address: &str, name: &str, player: &str) -> Arc<OpenTable> {
        let (worker, name) = (&Worker::of_test(), name.to_owned());
        let own = GuestShare { address: address.to_owned(), name };
        let seats = vec![player.to_owned(), "open".to_owned()];
        let new = NewTable { game: "othello".to_owned(), seats, ..NewTable::default() };
        let state = TableState::of(worker, &new, &own, (1, house.pool.at_most())).unwrap();
        let table = house.begin(worker, state).unwrap();
        table.arrive();
        drive(house, worker, &table);
        table
    }

    /// Waits without a clock, and for what hangs not for ever.
    fn until(holds: impl Fn() -> bool) {
        for _ in 0..60_000 {
            if holds() {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("it never came about");
    }

    /// Names cost nothing: with however many of them, an address has its players think on its own threads.
    #[test]
    fn the_tables_of_one_address_leave_a_thread_to_those_of_others() {
        for player in ["minimax(depth=40)", "alpha-beta(depth=60, table=1MB, threads=2)"] {
            let runtime = Runtime::new().unwrap();
            let (name, handle) = (format!("driver-{}", player.len()), runtime.handle().clone());
            let (house, folder) = House::of_test(&name, Ipv4Addr::UNSPECIFIED, 3, handle);
            let greedy: Vec<_> =
                (0..9).map(|name| table(&house, "one", &name.to_string(), player)).collect();
            // In the background too it has no more than is left by others.
            until(|| house.pool.load() == (6, 3));
            for name in ["a", "b", "c"] {
                let other = table(&house, "two", name, "random");
                until(|| other.state(&Worker::of_test()).site().line.len() == 1);
            }
            until(|| house.pool.load() == (6, 3));
            for table in greedy {
                assert!(table.state(&Worker::of_test()).site().line.is_empty());
            }
            house.closing.send_replace(true);
            house.pool.close();
            drop((house, runtime));
            // The last of those that think may hold it for a moment longer.
            let _ = fs::remove_dir_all(folder);
        }
    }
}
