//! Whoever attends to a table has its chance draw and its players move, for as long as somebody looks, and ends the game
//! of a person whose time is over: all of it in the table's share.

use std::{
    future,
    pin::pin,
    sync::{Arc, Weak, atomic::Ordering},
    time::{Duration, Instant},
};

use agon_arena::play::Stopwatch;
use agon_core::{AnyMove, AnyPosition, Clock as _, Decision, StopSignal};
use agon_table::Thought;
use axum::http::StatusCode;
use tokio::{sync::watch, time};

use crate::{
    app_state::AppState,
    open_table::OpenTable,
    pool::{AskedFor, PoolThinker, Worker},
    problem::Problem,
    question::{MoveAnswer, MoveQuestion, advice},
    table::{NextMove, PACE},
    view::ThoughtNow,
    visitor::Visitor,
};

/// How often it is looked whether anybody still looks, and how long is waited where there is no room for something.
const LOOK: Duration = Duration::from_millis(150);

/// Attends to a table, unless somebody does so already, until nobody holds it any more or the server closes.
pub(crate) fn attend(app: &Arc<AppState>, table: &Arc<OpenTable>) {
    if table.has_driver.swap(true, Ordering::Relaxed) {
        return;
    }
    let (mut scenes, mut closing) = (table.scenes.subscribe(), app.closing.subscribe());
    let attention = Arc::clone(&table.attention);
    let (own_app, own_table) = (Arc::downgrade(app), Arc::downgrade(table));
    app.runtime.spawn(async move {
        let mut shown = Instant::now();
        loop {
            let (next, runs) = {
                let scene = scenes.borrow_and_update();
                (scene.next, scene.runs.clone())
            };
            if next != NextMove::Nothing {
                match go_on(&own_app, &own_table, next, &mut shown).await {
                    Some(true) => continue,
                    Some(false) => {}
                    None => return,
                }
            }
            // Meanwhile it holds nothing, so that the table may leave memory.
            tokio::select! {
                changed = scenes.changed() => {
                    if changed.is_err() {
                        return;
                    }
                }
                () = attention.called.notified(), if next != NextMove::Nothing => {}
                () = over(runs) => {
                    let (Some(app), Some(table)) = (own_app.upgrade(), own_table.upgrade()) else { return };
                    let share = table.share.clone();
                    let ended = app.on_worker(share, move |app, worker| {
                        end_if_over(app, worker, &table);
                        Ok(())
                    });
                    if ended.await.is_err() {
                        time::sleep(LOOK).await;
                    }
                }
                () = closed(&mut closing) => return,
            }
        }
    });
}

/// Makes the next move, if somebody looks who is let in; `false` where it was not made, nothing where the table is gone.
async fn go_on(app: &Weak<AppState>, table: &Weak<OpenTable>, next: NextMove, shown: &mut Instant) -> Option<bool> {
    let (app, table) = (app.upgrade()?, table.upgrade()?);
    let is_out = app.kept_out.minutes(&table.share.address).is_some();
    if is_out || !table.is_attended() || *app.closing.borrow() {
        return Some(false);
    }
    Some(step(&app, &table, next, shown).await)
}

/// Waits until the server closes, or is gone.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

/// Waits until that time is over, if any runs.
async fn over(runs: Option<(Stopwatch, Duration)>) {
    let Some((time, until)) = runs else { return future::pending().await };
    loop {
        let rest = until.saturating_sub(time.elapsed());
        if rest.is_zero() {
            return;
        }
        time::sleep(time.nap(rest)).await;
    }
}

/// Ends the game if a person's time is over.
pub(crate) fn end_if_over(app: &AppState, worker: &Worker, table: &OpenTable) {
    let mut state = table.state(worker);
    let now = state.now();
    if state.flag(now) {
        // If it cannot be kept now, it ends the same way when it is read again.
        let _ = app.keep(worker, table, &state);
        table.changed(&state);
    }
}

/// One move; `false` where none is made before somebody looks again.
async fn step(app: &Arc<AppState>, table: &Arc<OpenTable>, next: NextMove, shown: &mut Instant) -> bool {
    let position_version = table.position_version.number();
    let made = match next {
        NextMove::Nothing => return false,
        NextMove::Draw { is_alone } => {
            if !is_alone {
                time::sleep_until((*shown + PACE).into()).await;
            }
            play(app, table, position_version, None).await
        }
        NextMove::Ask { is_watched } => {
            let thought = match question(app, table).await {
                Ok(Some(question)) => think(app, table, question, false).await,
                Ok(None) => Ok(None),
                Err(problem) => Err(problem),
            };
            match thought {
                Ok(Some(answer)) => {
                    if is_watched {
                        time::sleep_until((*shown + PACE).into()).await;
                    }
                    play(app, table, position_version, Some(answer)).await
                }
                Ok(None) => return table.is_attended() && !*app.closing.borrow(),
                Err(problem) => Err(problem),
            }
        }
    };
    *shown = Instant::now();
    if let Err(problem) = made {
        failed(app, table, position_version, problem).await;
    }
    true
}

/// What the player who is to move is asked: as it was made with the last change, or made anew where it was asked before.
async fn question(app: &Arc<AppState>, table: &Arc<OpenTable>) -> Result<Option<MoveQuestion>, Problem> {
    if let Some(question) = table.question() {
        return Ok(Some(question));
    }
    let own = Arc::clone(table);
    let made = app.on_worker(table.share.clone(), move |_, worker| Ok(MoveQuestion::next(&own.state(worker))));
    made.await
}

/// Plays what a player answered in the position of that number, or what chance draws, unless that is too late.
async fn play(
    app: &Arc<AppState>,
    table: &Arc<OpenTable>,
    position_version: u64,
    answered: Option<MoveAnswer>,
) -> Result<(), Problem> {
    let own = Arc::clone(table);
    let played = app.on_worker(table.share.clone(), move |app, worker| {
        let mut state = own.state(worker);
        if own.position_version.number() != position_version {
            return Ok(());
        }
        match answered {
            Some(MoveAnswer { here, decision, used }) => {
                state.answer(decision.m, Thought::of(&here, &decision), used)?;
            }
            None => state.draw_outcome()?,
        }
        app.settle(worker, &own, &mut state)
    });
    played.await
}

/// Tells why no move was made in the position of that number. Where there is not even room for that, it is tried again
/// a little later.
async fn failed(app: &Arc<AppState>, table: &Arc<OpenTable>, position_version: u64, problem: Problem) {
    let own = Arc::clone(table);
    let told = app.on_worker(table.share.clone(), move |_, worker| {
        let mut state = own.state(worker);
        if own.position_version.number() == position_version {
            state.fault = Some(problem.message);
            own.changed(&state);
        }
        Ok(())
    });
    if told.await.is_err() {
        time::sleep(LOOK).await;
    }
}

/// Gives a hint for the position at hand, while somebody looks.
///
/// # Errors
///
/// Where the guest does not sit here, nobody is to act, or no thread is free.
pub(crate) async fn advise(app: &Arc<AppState>, table: &Arc<OpenTable>, guest: &Visitor) -> Result<(), Problem> {
    let (own, id) = (Arc::clone(table), guest.id.clone());
    let asked = app.on_worker(guest.share(), move |_, worker| MoveQuestion::for_hint(&own.state(worker), &id));
    let question = asked.await?;
    let (asked, position_version) = (question.asked(), question.position_version);
    let answer = match think(app, table, question, true).await {
        Ok(None) => return Ok(()),
        Ok(Some(answer)) => Ok(answer),
        Err(problem) => Err(problem.message),
    };
    let own = Arc::clone(table);
    let told = app.on_worker(guest.share(), move |_, worker| {
        let advice = advice(asked, answer);
        let mut state = own.state(worker);
        if own.position_version.number() == position_version {
            state.advice = Some(advice);
            own.changed(&state);
        }
        Ok(())
    });
    told.await
}

/// A question that is thought about. However it ends, also if its asker has left: then nobody thinks about it
/// any more, and no page is informed.
struct QuestionGuard<'a> {
    table: &'a OpenTable,
    stop: StopSignal,
    position_version: u64,
}

impl Drop for QuestionGuard<'_> {
    fn drop(&mut self) {
        self.stop.give();
        self.table.thinking.send_if_modified(|thinking| thinking.take().is_some());
        self.table.position_version.answered(self.position_version);
    }
}

/// Asks a player on a thread that thinks. Nothing, where the position has changed
/// meanwhile or nobody looks any more.
async fn think(
    app: &Arc<AppState>,
    table: &Arc<OpenTable>,
    question: MoveQuestion,
    is_hint: bool,
) -> Result<Option<MoveAnswer>, Problem> {
    let position_version = question.position_version;
    let Some(stop) = table.position_version.ask(position_version)? else { return Ok(None) };
    let pending = QuestionGuard { table, stop: stop.clone(), position_version };
    let about = ThoughtNow { seat: question.seat.0 + 1, player: question.term.clone(), is_hint, best: None };
    table.thinking.send_replace(Some(about.clone()));
    let (own_table, own_app, threads) = (Arc::clone(table), Arc::clone(app), question.threads);
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
        let (player_cache, clocks) = (&own_app.player_cache, &own_app.settings.clocks);
        let told = question.answer(thinker, player_cache, &own_table.id, clocks, &listener);
        told.map_err(|error| Problem::told(StatusCode::CONFLICT, error))
    };
    let mut asked = pin!(app.pool.think_until((table.share.clone(), AskedFor::Game), threads, &stop, work));
    let answer = loop {
        tokio::select! {
            answer = &mut asked => break answer,
            () = time::sleep(LOOK) => {
                let is_left = !table.is_attended() || *app.closing.borrow();
                if is_left || table.position_version.number() != position_version {
                    return Ok(None);
                }
            }
        }
    };
    drop(pending);
    if table.position_version.number() != position_version || *app.closing.borrow() {
        return Ok(None);
    }
    answer.map(Some)
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        net::Ipv4Addr,
        sync::{Arc, Mutex},
        thread,
        time::Duration,
    };

    use agon_roster as _;
    use axum::http::{HeaderMap, Uri};
    use futures_util::StreamExt as _;
    use tokio::runtime::Runtime;

    use super::{AppState, OpenTable, Visitor, Worker, attend};
    use crate::{
        scene::SharedView,
        share::GuestShare,
        table::{NewTable, TableAction, TableState},
        tables::{TableEvent, begin_table, listen, perform},
    };

    /// A table that somebody looks at, where this player moves first.
    fn table(app: &Arc<AppState>, address: &str, name: &str, player: &str) -> Arc<OpenTable> {
        let (worker, name) = (&Worker::of_test(), name.to_owned());
        let own = GuestShare { address: address.to_owned(), name };
        let seats = vec![player.to_owned(), "open".to_owned()];
        let new = NewTable { game: "othello".to_owned(), seats, ..NewTable::default() };
        let state = TableState::of(worker, &new, &own, (1, app.pool.at_most())).unwrap();
        let table = app.begin(worker, state).unwrap();
        table.attention.arrive("");
        attend(app, &table);
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
            let (app, folder) = AppState::of_test(&name, Ipv4Addr::UNSPECIFIED, 3, handle);
            let greedy: Vec<_> = (0..9).map(|name| table(&app, "one", &name.to_string(), player)).collect();
            // In the background too it has no more than is left by others.
            until(|| app.pool.load() == (6, 3));
            for name in ["a", "b", "c"] {
                let other = table(&app, "two", name, "random");
                until(|| other.state(&Worker::of_test()).site().line.len() == 1);
            }
            until(|| app.pool.load() == (6, 3));
            for table in greedy {
                assert!(table.state(&Worker::of_test()).site().line.is_empty());
            }
            app.closing.send_replace(true);
            app.pool.close();
            drop((app, runtime));
            // The last of those that think may hold it for a moment longer.
            let _ = fs::remove_dir_all(folder);
        }
    }

    fn visitor(name: &str) -> Visitor {
        let outside = Visitor::outside(&HeaderMap::new(), &Uri::from_static("/"));
        let (id, address) = (name.to_owned(), "one".to_owned());
        Visitor { id, address, is_new: false, ..outside }
    }

    #[test]
    fn a_move_and_its_answer_take_two_turns_at_the_desk_and_one_thought_and_are_drawn_once_for_all_who_watch() {
        let runtime = Runtime::new().unwrap();
        let handle = runtime.handle().clone();
        let (app, folder) = AppState::of_test("turns", Ipv4Addr::LOCALHOST, 1, handle);
        let seats = vec!["me".to_owned(), "random".to_owned()];
        let new = NewTable { game: "tic-tac-toe".to_owned(), seats, ..NewTable::default() };
        let ann = visitor("ann");
        let begun = begin_table(&app, &ann, new, |_, table| Ok(Arc::clone(table)));
        let table = runtime.block_on(begun).unwrap();
        let play = |m: &str| {
            let version = table.scene().version;
            let done = perform(&app, &ann, &table.id, TableAction::Play(m.to_owned()), |_, _| Ok(()));
            runtime.block_on(done).unwrap();
            until(|| version + 2 <= table.scene().version);
        };
        let (turns, thoughts) = (app.quick.asked(), app.pool.asked());
        play("b2");
        assert_eq!((app.quick.asked() - turns, app.pool.asked() - thoughts), (2, 1));

        let told: Vec<Arc<Mutex<Option<Arc<SharedView>>>>> = ["ann", "ben", "cleo"]
            .into_iter()
            .map(|guest| {
                let heard: Arc<Mutex<Option<Arc<SharedView>>>> = Arc::default();
                let own = Arc::clone(&heard);
                let subscription = listen(Arc::clone(&app), Arc::clone(&table), visitor(guest), |_, heard| Ok(heard));
                runtime.spawn(subscription.for_each(move |heard| {
                    if let Ok(TableEvent::Changed(_, shared)) = heard {
                        *own.lock().unwrap() = Some(shared);
                    }
                    std::future::ready(())
                }));
                heard
            })
            .collect();
        let seen = |moves: usize| {
            let views = || told.iter().map(|own| own.lock().unwrap().clone()).collect::<Option<Vec<_>>>();
            until(|| views().is_some_and(|seen| seen.iter().all(|own| own.view.moves.len() == moves)));
            views().unwrap()
        };
        let legal = seen(2)[0].view.here.legal[0].m.clone();
        play(&legal);
        let seen = seen(4);
        assert!(Arc::ptr_eq(&seen[1], &seen[2]), "those who watch see one drawing");
        let yours = |place: usize| seen[place].view.your_turn;
        assert_eq!((yours(0), yours(1)), (true, false));
        app.closing.send_replace(true);
        app.pool.close();
        drop((table, app, runtime));
        let _ = fs::remove_dir_all(folder);
    }
}
