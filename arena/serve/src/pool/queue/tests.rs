//! Turns and shares, counted.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, mpsc},
    task::{Context, Waker},
    time::{Duration, Instant},
};

use agon_core::StopSignal;
use tokio::{runtime, task, time};

use super::{AskedFor, Asker, MostTasks, Pool, PoolSize, PoolThinker, PoolTurn, Urgency};
use crate::{problem::Problem, share::GuestShare};

/// So long, that only what hangs is still there afterwards.
const EVER: Duration = Duration::from_secs(60);

fn on_a_clock<T>(test: impl Future<Output = T>) -> T {
    runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test)
}

/// The most questions of one guest, and of one address, that may wait.
const MOST_WAITING_OF_ONE: usize = 32;
const MOST_WAITING_OF_ADDRESS: usize = 128;

fn pool_of(threads: usize, longest: Duration) -> Pool {
    sized(PoolSize { longest, ..size_of(threads) })
}

/// A size whose slices a test counts, without room in the background that anybody could take from others.
fn size_of(threads: usize) -> PoolSize {
    let (of_one, from_address) = (MOST_WAITING_OF_ONE, MOST_WAITING_OF_ADDRESS);
    PoolSize {
        threads,
        at_address: threads,
        slice: EVER,
        turn: 1,
        patience: Duration::MAX,
        begun: MostTasks { all: 9, from_address: 9, of_one: 9 },
        waiting: MostTasks { all: 2 * from_address, from_address, of_one },
        longest: EVER,
    }
}

fn sized(size: PoolSize) -> Pool {
    Pool::new("test", Urgency::Answer, size).unwrap()
}

/// Somebody of this name, at an address of their own.
fn share(name: &str) -> GuestShare {
    GuestShare { address: format!("of {name}"), name: name.to_owned() }
}

fn study(share: GuestShare) -> (GuestShare, AskedFor) {
    (share, AskedFor::Study)
}

/// A question that is asked.
type AskedNow<'a> = Pin<Box<dyn Future<Output = Result<(), Problem>> + 'a>>;

/// Thinks until it is stopped.
#[expect(clippy::unnecessary_wraps, reason = "as all work it may say what is wrong")]
fn endless(thinker: &PoolThinker) -> Result<(), Problem> {
    let begun = Instant::now();
    while !thinker.stop().is_given() && begun.elapsed() < EVER {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// Waits without a clock.
async fn idle_until(holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < EVER, "it never came about");
        std::thread::sleep(Duration::from_millis(1));
        task::yield_now().await;
    }
}

async fn until(holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < EVER, "it never came about");
        time::sleep(Duration::from_millis(2)).await;
    }
}

#[test]
fn time_counts_from_when_thinking_begins() {
    on_a_clock(async {
        const LONGEST: Duration = Duration::from_secs(3600);
        let pool = pool_of(1, LONGEST);
        let stops = [(); 3].map(|()| StopSignal::new());
        let [one, two, three] = stops.each_ref().map(|stop| pool.think_until(study(share("a")), 1, stop, endless));
        // The clock goes on here alone, and only while one of them thinks.
        time::pause();
        let hand = async {
            for (number, stop) in stops.iter().enumerate() {
                idle_until(|| pool.load() == (1, 2 - number)).await;
                let (begun, mut passed) = (Instant::now(), Duration::ZERO);
                while !stop.is_given() {
                    assert!(begun.elapsed() < EVER, "it is never stopped");
                    time::advance(LONGEST / 10).await;
                    passed += LONGEST / 10;
                    std::thread::sleep(Duration::from_millis(1));
                }
                assert!(LONGEST <= passed, "{number} was stopped after {passed:?}");
            }
        };
        let (one, two, three, ()) = tokio::join!(one, two, three, hand);
        assert_eq!([one, two, three].map(Result::unwrap), [(); 3]);
    });
}

#[test]
fn what_nobody_waits_for_leaves_the_queue_or_is_stopped() {
    on_a_clock(async {
        let pool = pool_of(1, EVER);
        let (thinks, waits) = (StopSignal::new(), StopSignal::new());
        {
            let first = pool.think_until(study(share("a")), 1, &thinks, endless);
            let second = pool.think_until(study(share("a")), 1, &waits, endless);
            tokio::select! {
                _ = first => panic!("the first ended"),
                _ = second => panic!("the second ended"),
                () = until(|| pool.load() == (1, 1)) => {}
            }
        }
        assert!(thinks.is_given() && waits.is_given());
        assert_eq!(pool.load().1, 0);
        until(|| pool.load() == (0, 0)).await;
    });
}

#[test]
fn what_breaks_down_is_said_to_have_and_the_thread_goes_on() {
    on_a_clock(async {
        let pool = pool_of(1, EVER);
        for wanted in 0..3 {
            let broken = pool.think(share("a"), |_| -> Result<(), Problem> { panic!("it broke") });
            assert!(broken.await.unwrap_err().message.contains("could not be answered"));
            assert_eq!(pool.think(share("a"), move |_| Ok(wanted)).await.unwrap(), wanted);
        }
        pool.close();
        let refused = pool.think(share("a"), |_| Ok(())).await.unwrap_err();
        assert!(refused.message.contains("closing"), "{}", refused.message);
    });
}

#[test]
fn nobody_fills_the_queue_for_the_others() {
    on_a_clock(async {
        let pool = pool_of(1, EVER);
        let stop = StopSignal::new();
        let (greed, other) = (share("greedy"), share("other"));
        let mut greedy: Vec<_> = (0..2 * MOST_WAITING_OF_ONE)
            .map(|_| Box::pin(pool.think_until(study(greed.clone()), 1, &stop, endless)))
            .collect();
        let mut context = Context::from_waker(Waker::noop());
        let [first, others @ ..] = &mut greedy[..] else { unreachable!("there are some") };
        assert!(!first.as_mut().poll(&mut context).is_ready());
        idle_until(|| pool.load() == (1, 0)).await;
        let refused =
            others.iter_mut().filter_map(|question| question.as_mut().poll(&mut context).is_ready().then_some(()));
        assert_eq!(refused.count(), MOST_WAITING_OF_ONE - 1);
        let other = pool.think(other, |_| Ok(7));
        let answer = async {
            until(|| pool.load() == (1, MOST_WAITING_OF_ONE + 1)).await;
            stop.give();
            drop(greedy);
        };
        let (other, ()) = tokio::join!(other, answer);
        assert_eq!(other.unwrap(), 7);
    });
}

#[test]
fn a_thousand_names_at_one_address_have_the_turns_of_one_address() {
    on_a_clock(async {
        let pool = pool_of(1, EVER);
        let names: Vec<GuestShare> =
            (0..1000).map(|name| GuestShare { address: "one".to_owned(), name: name.to_string() }).collect();
        let (held, order) = (StopSignal::new(), Arc::new(Mutex::new(Vec::new())));
        let holder = pool.think_until(study(names[0].clone()), 1, &held, endless);
        let mut holder = Box::pin(holder);
        assert!(!holder.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready());
        idle_until(|| pool.load() == (1, 0)).await;
        let noted = |share: &GuestShare| {
            let (share, order) = (share.clone(), Arc::clone(&order));
            move |_: &PoolThinker| {
                order.lock().unwrap().push(share);
                Ok(())
            }
        };
        let mut asked: Vec<AskedNow<'_>> = Vec::new();
        for name in &names {
            asked.push(Box::pin(pool.think(name.clone(), noted(name))));
        }
        let refused = asked.iter_mut().filter_map(|question| poll(question).then_some(())).count();
        assert_eq!(refused, 1000 - MOST_WAITING_OF_ADDRESS);
        let (few, other) = (share("few"), share("other"));
        for own in [&few, &few, &other] {
            asked.push(Box::pin(pool.think(own.clone(), noted(own))));
            assert!(!poll(asked.last_mut().unwrap()));
        }
        held.give();
        idle_until(|| pool.load() == (0, 0)).await;
        let order = order.lock().unwrap();
        let place = |own: &GuestShare| order.iter().position(|other| other == own).unwrap();
        assert!(place(&few) < 4 && place(&other) < 4, "{:?}", &order[..8]);
        // At one address every name has a turn before any has a second.
        let mut those: Vec<&str> = order.iter().map(|own| own.name.as_str()).collect();
        those.sort_unstable();
        those.dedup();
        assert_eq!(those.len(), MOST_WAITING_OF_ADDRESS + 2);
    });
}

#[test]
fn what_takes_several_threads_waits_for_them_and_no_more_are_taken_than_there_are() {
    on_a_clock(async {
        let pool = pool_of(3, EVER);
        let stops = [(); 3].map(|()| StopSignal::new());
        let one = pool.think_until(study(share("a")), 1, &stops[0], endless);
        let most = pool.think_until(study(share("b")), 9, &stops[1], endless);
        let last = pool.think_until(study(share("c")), 2, &stops[2], endless);
        let hand = async {
            until(|| pool.load() == (1, 2)).await;
            stops[0].give();
            until(|| pool.load() == (1, 1)).await;
            stops[1].give();
            until(|| pool.load() == (1, 0)).await;
            stops[2].give();
        };
        let (one, most, last, ()) = tokio::join!(one, most, last, hand);
        assert_eq!([one, most, last].map(Result::unwrap), [(); 3]);
    });
}

fn poll(question: &mut AskedNow<'_>) -> bool {
    question.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready()
}

/// However many names it has, and however many threads each of them asks for.
#[test]
fn one_address_leaves_a_thread_to_the_others() {
    for (wanted, busy, waiting) in [(1, 2, 7), (2, 1, 8), (9, 1, 8)] {
        on_a_clock(async {
            let pool = sized(PoolSize { at_address: 2, ..size_of(3) });
            let stop = StopSignal::new();
            let mut greedy: Vec<AskedNow<'_>> = Vec::new();
            for name in 0..9 {
                let own = GuestShare { address: "one".to_owned(), name: name.to_string() };
                greedy.push(Box::pin(pool.think_until(study(own), wanted, &stop, endless)));
            }
            assert!(greedy.iter_mut().all(|question| !poll(question)));
            until(|| pool.load() == (busy, waiting)).await;
            for number in 0..20 {
                let other = pool.think(share("other"), move |_| Ok(number)).await;
                assert_eq!(other.unwrap(), number);
            }
            // An answer is there a moment before its thread has put itself back.
            until(|| pool.load() == (busy, waiting)).await;
            stop.give();
            until(|| pool.load() == (0, 0)).await;
        });
    }
}

/// A guest who has the threads of an address is not first there again because nothing of theirs waited meanwhile.
#[test]
fn what_somebody_had_is_remembered_while_it_is_worked_for() {
    on_a_clock(async {
        let pool = pool_of(1, EVER);
        let (held, order) = (StopSignal::new(), Arc::new(Mutex::new(Vec::new())));
        let mut holder: AskedNow<'_> = Box::pin(pool.think_until(study(share("holder")), 1, &held, endless));
        assert!(!poll(&mut holder));
        idle_until(|| pool.load() == (1, 0)).await;
        let mut asked: Vec<AskedNow<'_>> = Vec::new();
        for name in ["holder", "other"] {
            let order = Arc::clone(&order);
            let noted = move |_: &PoolThinker| {
                order.lock().unwrap().push(name);
                Ok(())
            };
            asked.push(Box::pin(pool.think(share(name), noted)));
            assert!(!poll(asked.last_mut().unwrap()));
        }
        held.give();
        idle_until(|| pool.load() == (0, 0)).await;
        assert_eq!(*order.lock().unwrap(), ["other", "holder"]);
    });
}

/// What waits in a game is answered after a slice at the latest, whatever others at the same address, or the same guest,
/// have searched: with one thread as with several.
#[test]
fn an_answer_in_a_game_waits_for_no_search() {
    for threads in 1..4 {
        on_a_clock(async {
            let size = PoolSize {
                begun: MostTasks { all: threads + 6, from_address: threads + 6, of_one: 3 },
                ..size_of(threads)
            };
            let pool = sized(size);
            let stop = StopSignal::new();
            let at_school = |name: &str| GuestShare { address: "school".to_owned(), name: name.to_owned() };
            let mut greedy: Vec<AskedNow<'_>> = Vec::new();
            for _ in 0..9 {
                let whose = study(at_school("greedy"));
                greedy.push(Box::pin(pool.think_until(whose, 1, &stop, endless)));
                assert!(!poll(greedy.last_mut().unwrap()));
            }
            let first = threads.min(2);
            until(|| pool.load() == (first, 9 - first)).await;
            // However long they take: no more of one guest begin than leave room for others, and for a game.
            pool.pass(2);
            until(|| pool.load() == (2, 7)).await;
            for _ in 0..9 {
                pool.pass(2);
            }
            assert_eq!(pool.load(), (2, 7));
            for number in 0..30 {
                let name = ["one", "two", "greedy"][number % 3];
                let whose = (at_school(name), AskedFor::Game);
                let own = StopSignal::new();
                let answer = pool.think_until(whose, 1, &own, move |_| Ok(number));
                assert_eq!(answer.await.unwrap(), number, "{threads} threads");
                until(|| pool.load() == (2, 7)).await;
            }
            stop.give();
            until(|| pool.load() == (0, 0)).await;
        });
    }
}

/// Games come first, but the many games of one guest leave turns to what others look into.
#[test]
fn games_come_first_and_leave_turns_to_others() {
    assert_eq!(order_of(Duration::MAX), "psptp");
}

/// What was looked into for long enough comes when it is its guest's turn.
#[test]
fn what_is_looked_into_lets_games_go_first_for_a_while() {
    assert_eq!(order_of(Duration::ZERO), "stppp");
}

/// In which order two guests who look into something and one with three games have their turns, where the former let
/// games go first for so long.
fn order_of(patience: Duration) -> String {
    on_a_clock(async {
        let pool = sized(PoolSize { patience, ..size_of(1) });
        let (held, order) = (StopSignal::new(), Arc::new(Mutex::new(String::new())));
        let mut holder: AskedNow<'_> = Box::pin(pool.think_until(study(share("holder")), 1, &held, endless));
        assert!(!poll(&mut holder));
        idle_until(|| pool.load() == (1, 0)).await;
        let mut asked: Vec<AskedNow<'_>> = Vec::new();
        for (name, wanted) in [
            ("s", AskedFor::Study),
            ("t", AskedFor::Study),
            ("p", AskedFor::Game),
            ("p", AskedFor::Game),
            ("p", AskedFor::Game),
        ] {
            let order = Arc::clone(&order);
            let noted = move |_: &PoolThinker| {
                order.lock().unwrap().push_str(name);
                Ok(())
            };
            asked.push(Box::pin(pool.think_until((share(name), wanted), 1, &held, noted)));
            assert!(!poll(asked.last_mut().unwrap()));
        }
        // The one that holds the thread keeps it until its slice is over, and not for longer.
        pool.pass(1);
        assert_eq!((pool.load(), order.lock().unwrap().as_str()), ((1, 5), ""));
        pool.pass(1);
        idle_until(|| pool.load() == (1, 0)).await;
        held.give();
        idle_until(|| pool.load() == (0, 0)).await;
        order.lock().unwrap().clone()
    })
}

/// What takes all threads gets them, however much that takes few comes meanwhile.
#[test]
fn what_takes_many_threads_is_not_passed_for_ever() {
    on_a_clock(async {
        let pool = pool_of(2, EVER);
        let stop = StopSignal::new();
        let one = |name: &str| GuestShare { address: "one".to_owned(), name: name.to_owned() };
        let mut asked: Vec<AskedNow<'_>> = Vec::new();
        let mut ask = |name: &str, threads: usize| {
            asked.push(Box::pin(pool.think_until(study(one(name)), threads, &stop, endless)));
            assert!(!poll(asked.last_mut().unwrap()));
        };
        ask("a", 1);
        until(|| pool.load() == (1, 0)).await;
        ask("b", 2);
        ask("c", 1);
        pool.pass(1);
        assert_eq!(pool.load(), (1, 2), "the free thread is kept for it");
        pool.pass(1);
        until(|| pool.load() == (2, 1)).await;
        pool.pass(2);
        until(|| pool.load() == (3, 0)).await;
        stop.give();
        until(|| pool.load() == (0, 0)).await;
    });
}

/// A pool of one thread, whose tasks begin in the order of their turns and end when they are told to.
struct TurnTaker {
    pool: Pool,
    begun: (mpsc::Sender<BegunTurn>, mpsc::Receiver<BegunTurn>),
}

/// A task that has begun.
struct BegunTurn {
    name: &'static str,
    share: GuestShare,
    turn: Arc<PoolTurn>,
    end: mpsc::Sender<()>,
}

impl TurnTaker {
    /// Turns of so many slices.
    fn of(turn: u64) -> TurnTaker {
        let begun = MostTasks { all: 1, from_address: 1, of_one: 1 };
        TurnTaker { pool: sized(PoolSize { turn, begun, ..size_of(1) }), begun: mpsc::channel() }
    }

    fn join(&self, name: &'static str, address: &str) -> Asker {
        self.join_in(name, &GuestShare { address: address.to_owned(), name: name.to_owned() })
    }

    fn join_in(&self, name: &'static str, share: &GuestShare) -> Asker {
        let (begun, share) = (self.begun.0.clone(), share.clone());
        let work = move |share: GuestShare, turn: &Arc<PoolTurn>| {
            let (end, ends) = mpsc::channel();
            let _ = begun.send(BegunTurn { name, share, turn: Arc::clone(turn), end });
            let _ = ends.recv_timeout(EVER);
        };
        let own = share.clone();
        self.pool.begin(share, move |_, turn| work(own, turn)).unwrap()
    }

    /// What has begun.
    fn next(&self) -> BegunTurn {
        self.begun.1.recv_timeout(EVER).unwrap()
    }

    /// A turn of so many slices, after which it waits for another one.
    fn pass(&self, slices: usize) -> (&'static str, Asker) {
        let BegunTurn { name, share, end, .. } = self.next();
        self.pool.pass(slices);
        let again = self.join_in(name, &share);
        end.send(()).unwrap();
        (name, again)
    }
}

#[test]
fn a_turn_is_up_when_it_was_long_enough_and_others_wait() {
    let taker = TurnTaker::of(2);
    let first = taker.join("first", "one");
    let BegunTurn { turn, end, .. } = taker.next();
    taker.pool.pass(3);
    assert!(!turn.is_up(), "nobody waits");
    let second = taker.join("second", "one");
    assert!(turn.is_up() && turn.is_up_since(Duration::ZERO) && !turn.is_up_since(EVER));
    taker.pool.pass(1);
    assert!(turn.is_up_since(EVER) && !turn.is_up_since(2 * EVER));
    assert!(!first.leave() && second.leave() && !second.leave());
    assert!(!turn.is_up(), "nobody waits");
    let _third = taker.join("third", "two");
    end.send(()).unwrap();
    let third = taker.next();
    assert_eq!(third.name, "third");
    assert!(!turn.is_up(), "it has ended");
    let _fourth = taker.join("fourth", "two");
    taker.pool.pass(2);
    assert!(!third.turn.is_up(), "it began within the first of them");
    third.end.send(()).unwrap();
}

#[test]
fn long_turns_and_many_names_take_no_more_than_one_share() {
    let taker = TurnTaker::of(1);
    let mut places = vec![taker.join("long", "one")];
    for (name, address) in [("x", "two"), ("y", "two"), ("z", "two"), ("alone", "three")] {
        places.push(taker.join(name, address));
    }
    let turns = |count: usize, places: &mut Vec<Asker>| {
        let turns: Vec<_> = (0..count).map(|_| taker.pass(1)).collect();
        let (order, again): (Vec<_>, Vec<_>) = turns.into_iter().unzip();
        places.extend(again);
        order
    };
    // Three times as long as the others.
    let (name, again) = taker.pass(5);
    places.push(again);
    assert_eq!(name, "long");
    assert_eq!(turns(4, &mut places), ["x", "alone", "y", "alone"]);
    // Who comes has missed nothing, and is not made to wait for what others had before.
    let begun = taker.next();
    assert_eq!(begun.name, "z");
    taker.pool.pass(1);
    places.extend([taker.join_in("z", &begun.share), taker.join("new", "four")]);
    begun.end.send(()).unwrap();
    assert_eq!(turns(5, &mut places), ["new", "alone", "long", "x", "new"]);
    taker.pool.close();
}

/// Who leaves and comes back is not new.
#[test]
fn what_somebody_had_is_remembered_for_as_long_as_it_matters() {
    let taker = TurnTaker::of(1);
    let (_first, _other) = (taker.join("greedy", "one"), taker.join("other", "two"));
    let (name, greedy) = taker.pass(5);
    assert!(name == "greedy" && greedy.leave());
    let _again = taker.join("greedy", "one");
    let turns: Vec<_> = (0..4).map(|_| taker.pass(1)).collect();
    assert_eq!(turns.iter().map(|(name, _)| *name).collect::<String>(), "otherotherothergreedy");
    let last = taker.next();
    let remembered = || taker.pool.shared.state().shares.remembered();
    assert_eq!(remembered(), (2, 2));
    // Where nobody is, nothing is.
    drop(turns);
    last.end.send(()).unwrap();
    let begun = Instant::now();
    while taker.pool.load() != (0, 0) {
        assert!(begun.elapsed() < EVER, "it never ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    let _third = taker.join("third", "three");
    assert_eq!(remembered(), (1, 1));
}

/// What nobody else wanted is not told against anybody.
#[test]
fn who_was_alone_took_nothing_from_others() {
    let taker = TurnTaker::of(1);
    let _first = taker.join("alone", "one");
    let alone = taker.next();
    taker.pool.pass(1000);
    let _other = taker.join("other", "two");
    let _again = taker.join_in("alone", &alone.share);
    alone.end.send(()).unwrap();
    let turns: Vec<_> = (0..4).map(|_| taker.pass(1)).collect();
    let order: Vec<&str> = turns.iter().map(|(name, _)| *name).collect();
    assert_eq!(order, ["other", "alone", "other", "alone"]);
    taker.pool.close();
}
