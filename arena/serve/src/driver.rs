//! Has chance draw and players move at a table, for as long as somebody looks.

use std::{
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_core::{
    AnyMove, Decision, Listener, Node, Position, Seat, StopSignal, notation, registry,
};
use agon_table::{Drawer, GivenPosition, SearchLimits, ask, begin, best, seat_player, stream};
use tokio::time;

use crate::{
    apart::apart,
    house::House,
    open_table::{OpenTable, Thinking},
    problem::Problem,
    settings::PACE,
    table::{Advice, AdvisedMove, Sitter, Thought},
};

/// How often it is looked whether anybody still looks.
const LOOK: Duration = Duration::from_millis(150);

/// What happens next at a table, without a person.
enum Next {
    /// Chance draws.
    Draw,
    /// This player moves, and is seen to do so at least so long.
    Ask(Box<Question>),
    /// It is a person's turn, or the game is over.
    Nothing,
}

/// What a player is asked.
struct Question {
    site: GivenPosition,
    seat: Seat,
    seed: u64,
    term: String,
    drawer: Drawer,
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
        let leaving = Leaving(Arc::clone(&table));
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

struct Leaving(Arc<OpenTable>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.state().is_driven = false;
    }
}

fn next(state: &crate::table::TableState) -> Next {
    if state.ended().is_some() {
        return Next::Nothing;
    }
    match state.site.here.node() {
        Node::Chance => Next::Draw,
        Node::Terminal => Next::Nothing,
        Node::Decision(seat) => match &state.sitters[seat.index()] {
            Sitter::Person { .. } => Next::Nothing,
            Sitter::Player { term, .. } => Next::Ask(Box::new(Question {
                site: state.site.clone(),
                seat,
                seed: state.seed,
                term: term.clone(),
                drawer: Drawer::Player,
            })),
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
                        drop(state);
                        table.changed();
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
            own_house.keep(&own_table, &state)?;
        }
        Ok(())
    });
    if let Err(problem) = played.await {
        table.state().fault = Some(problem.message);
        table.changed();
        return false;
    }
    table.changed();
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
            return Err(Problem::conflict("there is nothing to choose here"));
        };
        if state.stop.is_some() {
            return Err(busy());
        }
        if !state.sitters[seat.index()].is_person() {
            return Err(Problem::conflict("a player is thinking about its own move"));
        }
        let question = Question {
            site: state.site.clone(),
            seat,
            seed: state.seed,
            term: state.adviser(),
            drawer: Drawer::Adviser,
        };
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
        drop(state);
        table.changed();
    }
    Ok(())
}

/// A question that is thought about. Whatever becomes of it, also where whoever asked has left: then nobody
/// thinks about it any more, and nobody is told so.
struct Pending<'a> {
    table: &'a OpenTable,
    stop: StopSignal,
    epoch: u64,
}

impl Drop for Pending<'_> {
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
    Problem::conflict("somebody thinks about this position already")
}

/// Asks a player on a thread that thinks. Nothing, where the position is another meanwhile or nobody
/// looks any more.
async fn think(
    house: &Arc<House>,
    table: &Arc<OpenTable>,
    question: Question,
    epoch: u64,
    is_hint: bool,
) -> Result<Option<Decision<AnyMove>>, Problem> {
    let stop = StopSignal::new();
    let share = {
        let mut state = table.state();
        if state.epoch != epoch {
            return Ok(None);
        }
        if state.stop.is_some() {
            return Err(busy());
        }
        state.stop = Some(stop.clone());
        state.share().to_owned()
    };
    let pending = Pending { table, stop: stop.clone(), epoch };
    let about =
        Thinking { seat: question.seat.0 + 1, player: question.term.clone(), is_hint, best: None };
    table.thinking.send_replace(Some(about.clone()));
    let (own_table, own_stop) = (Arc::clone(table), stop.clone());
    let work = move || {
        let here = question.site.here.clone();
        // Whoever hears it takes the latest, as often as is good; what was stopped is told no more.
        let listener = |answer: &Decision<AnyMove>| {
            let best = Some(Thought::of(&here, answer));
            let told = Thinking { best, ..about.clone() };
            own_table.thinking.send_if_modified(|thinking| {
                let is_wanted = !own_stop.is_given();
                if is_wanted {
                    *thinking = Some(told);
                }
                is_wanted
            });
        };
        answer(&question, &own_stop, &listener)
    };
    let mut asked = pin!(house.pool.think(&share, &stop, work));
    let answer = loop {
        tokio::select! {
            answer = &mut asked => break answer?,
            () = time::sleep(LOOK) => {
                let is_left = !table.is_attended() || *house.closing.borrow();
                if is_left || table.state().epoch != epoch {
                    return Ok(None);
                }
            }
        }
    };
    drop(pending);
    if table.state().epoch != epoch {
        return Ok(None);
    }
    answer.transpose().map_err(Problem::conflict)
}

/// The answer, on a thread with a deep stack.
fn answer(
    question: &Question,
    stop: &StopSignal,
    listener: Listener<'_>,
) -> Result<Decision<AnyMove>, String> {
    let Question { site, seat, seed, term, drawer } = question;
    let named = registry::player(term).map_err(|error| error.to_string())?;
    let player = seat_player(&named, &site.game);
    let mut player = player.map_err(|error| error.to_string())?;
    begin(player.as_mut(), &site.base, &site.line)?;
    let mut stream = stream(*seed, site.line.len(), *drawer);
    let limits =
        SearchLimits { stop: Some(stop), listener: Some(listener), ..SearchLimits::default() };
    ask(player.as_mut(), &site.here, *seat, &mut stream, limits)
        .map_err(|why| format!("{term} gave no move: {why}"))
}
