//! Has chance draw and players move at a table, for as long as somebody looks.

use std::{
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_core::{AnyMove, Decision, Listener, Node, Position, Seat, StopSignal, Stream, notation};
use agon_table::{Drawer, GivenPosition, SearchLimits, ask, begin, best, stream, stream_for};
use axum::http::StatusCode;
use tokio::time;

use crate::{
    apart::apart,
    bench::{Bench, TablePlace},
    house::House,
    open_table::{OpenTable, ThoughtNow},
    problem::Problem,
    settings::PACE,
    table::{Advice, AdvisedMove, Sitter, TableState, Thought},
};

/// How often it is looked whether anybody still looks.
const LOOK: Duration = Duration::from_millis(150);

/// What happens next at a table, without a person.
enum Next {
    /// Chance draws.
    Draw,
    /// This player moves, and is seen to do so at least so long.
    Ask(Box<MoveQuestion>),
    /// It is a person's turn, or the game is over.
    Nothing,
}

/// What a player is asked.
struct MoveQuestion {
    /// Where something is hidden, a redeal for the seat.
    site: GivenPosition,
    seat: Seat,
    term: String,
    /// What it draws from.
    stream: Stream,
}

impl MoveQuestion {
    fn of(state: &TableState, seat: Seat, term: String, drawer: Drawer) -> MoveQuestion {
        let stream = stream_for(state.seed, &state.site, seat, drawer);
        MoveQuestion { site: state.site.clone().redealt(state.seed), seat, term, stream }
    }
}

/// Has the players move, unless somebody does so already.
pub(crate) fn drive(house: &Arc<House>, table: &Arc<OpenTable>) {
    {
        let mut state = table.state();
        if state.is_driven || matches!(next(&state), Next::Nothing) || state.fault.is_some() {
            return;
        }
        state.is_driven = true;
    }
    let (house, table) = (Arc::clone(house), Arc::clone(table));
    tokio::spawn(async move {
        // However it ends, another may drive then.
        let leaving = Undriven(Arc::clone(&table));
        let mut shown = Instant::now();
        let goes_on = || table.is_attended() && !*house.closing.borrow();
        while goes_on() && step(&house, &table, &mut shown).await {}
        drop(leaving);
        // Somebody may have come in the meantime, and found it driven.
        if goes_on() {
            drive(&house, &table);
        }
    });
}

struct Undriven(Arc<OpenTable>);

impl Drop for Undriven {
    fn drop(&mut self) {
        self.0.state().is_driven = false;
    }
}

fn next(state: &TableState) -> Next {
    if state.ended().is_some() {
        return Next::Nothing;
    }
    match state.site.here.node() {
        Node::Chance => Next::Draw,
        Node::Terminal => Next::Nothing,
        Node::Decision(seat) => match &state.sitters[seat.index()] {
            Sitter::Person { .. } => Next::Nothing,
            Sitter::Player { term, .. } => {
                let question = MoveQuestion::of(state, seat, term.clone(), Drawer::Player);
                Next::Ask(Box::new(question))
            }
        },
    }
}

/// One move; `false` where there is none to be made.
async fn step(house: &Arc<House>, table: &Arc<OpenTable>, shown: &mut Instant) -> bool {
    let (what, epoch, is_watched, is_alone) = {
        let state = table.state();
        let is_watched = !state.sitters.iter().any(Sitter::is_person);
        (next(&state), state.epoch, is_watched, state.sitters.len() == 1 && !is_watched)
    };
    let (m, thought) = match what {
        Next::Nothing => return false,
        Next::Draw => {
            // Whoever plays alone waits for nobody.
            if !is_alone {
                time::sleep_until((*shown + PACE).into()).await;
            }
            let state = table.state();
            if state.epoch != epoch {
                return true;
            }
            let mut stream = stream(state.seed, state.site.line.len(), Drawer::Nature);
            (state.site.here.draw_move(&mut stream), None)
        }
        Next::Ask(question) => {
            let here = question.site.here.clone();
            match think(house, table, *question, epoch, false).await {
                Ok(Some(decision)) => {
                    if is_watched {
                        time::sleep_until((*shown + PACE).into()).await;
                    }
                    (decision.m, Some(Thought::of(&here, &decision)))
                }
                Ok(None) => return table.is_attended(),
                Err(problem) => {
                    let mut state = table.state();
                    if state.epoch == epoch {
                        state.fault = Some(problem.message);
                        table.changed(&state);
                    }
                    return false;
                }
            }
        }
    };
    let (own_house, own_table) = (Arc::clone(house), Arc::clone(table));
    let played = apart(move || {
        let mut state = own_table.state();
        if state.epoch == epoch {
            state.go(m, thought);
            own_table.changed(&state);
            own_house.keep(&own_table, &state)?;
        }
        Ok(())
    });
    if let Err(problem) = played.await {
        let mut state = table.state();
        state.fault = Some(problem.message);
        table.changed(&state);
        return false;
    }
    *shown = Instant::now();
    true
}

/// Gives a hint for the position at hand, while somebody looks.
///
/// # Errors
///
/// Where nobody is to act, or no thread is free.
pub(crate) async fn advise(house: &Arc<House>, table: &Arc<OpenTable>) -> Result<(), Problem> {
    let (question, epoch) = {
        let state = table.state();
        let Some(seat) = state.mover() else {
            return Err(Problem::conflict("no-choice", &[]));
        };
        if state.stop.is_some() {
            return Err(busy());
        }
        if !state.sitters[seat.index()].is_person() {
            return Err(Problem::conflict("player-thinks", &[]));
        }
        let question = MoveQuestion::of(&state, seat, state.adviser(), Drawer::Adviser);
        (question, state.epoch)
    };
    let (here, player) = (question.site.here.clone(), question.term.clone());
    let ply = question.site.line.len();
    let answer = think(house, table, question, epoch, true).await;
    let (moves, failure) = match answer {
        Ok(None) => return Ok(()),
        Ok(Some(decision)) => {
            let moves = best(&decision).into_iter().map(|(m, value)| AdvisedMove {
                m: notation(&here, m),
                value: value.filter(|value| value.is_finite()),
            });
            (moves.collect(), None)
        }
        Err(problem) => (Vec::new(), Some(problem.message)),
    };
    let mut state = table.state();
    if state.epoch == epoch {
        state.advice = Some(Advice { ply, player, moves, failure });
        table.changed(&state);
    }
    Ok(())
}

/// A question that is thought about. Whatever becomes of it, also where whoever asked has left: then nobody
/// thinks about it any more, and nobody is told so.
struct Unanswered<'a> {
    table: &'a OpenTable,
    stop: StopSignal,
    epoch: u64,
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        self.stop.give();
        self.table.thinking.send_if_modified(|thinking| thinking.take().is_some());
        let mut state = self.table.state();
        if state.epoch == self.epoch {
            state.stop = None;
        }
    }
}

fn busy() -> Problem {
    Problem::conflict("somebody-thinks", &[])
}

/// Asks a player on a thread that thinks. Nothing, where the position has changed meanwhile or nobody
/// looks any more.
async fn think(
    house: &Arc<House>,
    table: &Arc<OpenTable>,
    question: MoveQuestion,
    epoch: u64,
    is_hint: bool,
) -> Result<Option<Decision<AnyMove>>, Problem> {
    let stop = StopSignal::new();
    let (share, threads) = {
        let mut state = table.state();
        if state.epoch != epoch {
            return Ok(None);
        }
        if state.stop.is_some() {
            return Err(busy());
        }
        state.stop = Some(stop.clone());
        (state.share(), state.threads)
    };
    let pending = Unanswered { table, stop: stop.clone(), epoch };
    let about = ThoughtNow {
        seat: question.seat.0 + 1,
        player: question.term.clone(),
        is_hint,
        best: None,
    };
    table.thinking.send_replace(Some(about.clone()));
    let (own_table, own_house) = (Arc::clone(table), Arc::clone(house));
    let work = move |stop: &StopSignal| {
        let here = question.site.here.clone();
        // Whoever hears it takes the latest, as often as is good; what was stopped is told no more.
        let listener = |answer: &Decision<AnyMove>| {
            let best = Some(Thought::of(&here, answer));
            let told = ThoughtNow { best, ..about.clone() };
            own_table.thinking.send_if_modified(|thinking| {
                let is_wanted = !stop.is_given();
                if is_wanted {
                    *thinking = Some(told);
                }
                is_wanted
            });
        };
        let told = answer(&own_house.bench, &own_table.id, &question, stop, &listener);
        told.map_err(|error| Problem::told(StatusCode::CONFLICT, error))
    };
    let mut asked = pin!(house.pool.think_until(share, threads, &stop, work));
    let answer = loop {
        tokio::select! {
            answer = &mut asked => break answer,
            () = time::sleep(LOOK) => {
                let is_left = !table.is_attended() || *house.closing.borrow();
                if is_left || table.state().epoch != epoch {
                    return Ok(None);
                }
            }
        }
    };
    drop(pending);
    if table.state().epoch != epoch || *house.closing.borrow() {
        return Ok(None);
    }
    answer.map(Some)
}

/// The answer, on a thread with a deep stack.
fn answer(
    bench: &Bench,
    table: &str,
    question: &MoveQuestion,
    stop: &StopSignal,
    listener: Listener<'_>,
) -> Result<Decision<AnyMove>, String> {
    let MoveQuestion { site, seat, term, stream } = question;
    let place = TablePlace { table: table.to_owned(), seat: *seat, term: term.clone() };
    let mut player = bench.take(&place, &site.game)?;
    begin(player.as_mut(), &site.base, &site.line)?;
    let mut stream = stream.clone();
    let limits =
        SearchLimits { stop: Some(stop), listener: Some(listener), ..SearchLimits::default() };
    let decision = ask(player.as_mut(), &site.here, *seat, &mut stream, limits)
        .map_err(|why| format!("{term} gave no move: {why}"))?;
    bench.put_back(place, player);
    Ok(decision)
}
