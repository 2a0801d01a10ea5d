//! What is asked of an answerer that is near, and that it is the same game there.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
};

use agon_core::{BrokenRules, Node};

use super::{Answerer, NoAnswer, ServedGame, interned::Interned};
use crate::{
    about::{About, SumWord},
    question::{Acts, Ask, AskedPosition, PositionAnswer, Successor, Want},
};

/// As many as may be taken at once.
const MOST: u32 = 8;

/// A heap, of which one to eight are taken in turn; whoever takes the last wins. And its mistake.
#[derive(Clone, Default)]
struct Heap {
    is_near: bool,
    fault: &'static str,
    /// How long a text is, by letters that mean nothing.
    padding: usize,
    asked: Arc<Mutex<Vec<AskedPosition>>>,
}

impl Heap {
    fn near() -> Heap {
        Heap { is_near: true, ..Heap::default() }
    }

    fn game(&self, kept: usize) -> ServedGame {
        let about = About {
            game: "heap".to_owned(),
            name: "heap".to_owned(),
            summary: "a heap".to_owned(),
            seats: 2,
            chance: false,
            hidden: false,
            sum: SumWord::Zero,
            total: None,
            min_payoff: -1.0,
            max_payoff: 1.0,
            max_plies: 12,
            heuristics: Vec::new(),
            features: Vec::new(),
            start: self.written(1, 12),
            rules: None,
            language: None,
        };
        ServedGame::new(self.clone(), about, 1, kept).unwrap()
    }

    fn written(&self, seat: u8, left: u32) -> String {
        format!("{left} {seat}{}", "-".repeat(self.padding))
    }

    fn acts(seat: u8, left: u32) -> Acts {
        match left {
            0 => Acts::Terminal { payoffs: if seat == 1 { vec![-1.0, 1.0] } else { vec![1.0, -1.0] } },
            _ => Acts::Decision { seat },
        }
    }

    fn after(&self, seat: u8, left: u32, take: u32) -> Result<Successor, NoAnswer> {
        if self.fault == "stumbles" && left - take == 5 {
            return Err(NoAnswer::new("five is too many"));
        }
        let shift = u32::from(self.fault == "fickle" && left == 12 && 2 < self.asked.lock().unwrap().len());
        let (seat, left) = (3 - seat, left - take - shift);
        Ok(Successor { position: self.written(seat, left), acts: Heap::acts(seat, left), estimates: None })
    }

    fn known(&self, asked: &AskedPosition, want: &[Want]) -> Result<PositionAnswer, NoAnswer> {
        let read = |text: &str| {
            let (left, seat) = text.trim_end_matches('-').split_once(' ').unwrap();
            (seat.parse().unwrap(), left.parse().unwrap())
        };
        match asked {
            AskedPosition::Text(text) => {
                let (seat, left): (u8, u32) = read(text);
                let takes = 1..=MOST.min(left);
                let successors = || takes.clone().map(|take| self.after(seat, left, take)).collect::<Result<_, _>>();
                Ok(PositionAnswer {
                    position: Some(text.clone()),
                    acts: Some(Heap::acts(seat, left)),
                    moves: Some(takes.clone().map(|take| take.to_string()).collect()),
                    successors: want.contains(&Want::Successors).then(successors).transpose()?,
                    ..PositionAnswer::default()
                })
            }
            AskedPosition::After { position, moves } => {
                let (seat, left) = read(position.as_ref().unwrap());
                let there = self.after(seat, left, moves[0].parse().unwrap())?;
                let acts = if self.fault == "seats" && left < 12 { Acts::Decision { seat: 3 } } else { there.acts };
                let text = there.position.clone();
                let known = match want {
                    [Want::Position] => PositionAnswer { position: Some(text), ..PositionAnswer::default() },
                    _ => self.known(&AskedPosition::Text(text), want)?,
                };
                Ok(PositionAnswer { acts: Some(acts), ..known })
            }
        }
    }

    /// What was asked since this was called last: positions, and moves from a position.
    fn heard(&self) -> (usize, usize) {
        let asked = std::mem::take(&mut *self.asked.lock().unwrap());
        let texts = asked.iter().filter(|asked| matches!(asked, AskedPosition::Text(_))).count();
        (texts, asked.len() - texts)
    }
}

impl Answerer for Heap {
    fn name(&self) -> String {
        "the heap".to_owned()
    }
    fn answer(&self, ask: Ask) -> Result<Vec<PositionAnswer>, NoAnswer> {
        self.asked.lock().unwrap().extend_from_slice(&ask.positions);
        ask.positions.iter().map(|asked| self.known(asked, &ask.want)).collect()
    }
    fn is_near(&self) -> bool {
        self.is_near
    }
}

/// All plays, a line for each position.
fn walked(game: &ServedGame) -> Vec<String> {
    fn below(game: &ServedGame, at: &Arc<Interned>, all: &mut Vec<String>) {
        all.push(format!("{} {:?}", at.text, at.standing));
        if at.standing.node != Node::Terminal {
            for index in 0..game.continuations(at).words.len() {
                below(game, &game.after(at, index), all);
            }
        }
    }
    let mut all = Vec::new();
    below(game, &game.begin(), &mut all);
    all
}

/// The end of a game in which the first move is played always.
fn ones(game: &ServedGame) -> Arc<Interned> {
    let mut at = game.begin();
    while at.standing.node != Node::Terminal {
        at = game.after(&at, 0);
    }
    at
}

/// With what words `play` gives up.
fn given_up<T>(play: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(play)).err().expect("it gives up");
    BrokenRules::of(&*panic).expect("a fault of the rules").to_string()
}

#[test]
fn near_and_far_are_one_game_whatever_is_kept() {
    let far = walked(&Heap::default().game(1 << 20));
    for kept in [0, 1 << 12, 1 << 20] {
        assert_eq!(walked(&Heap::near().game(kept)), far, "{kept}");
    }
}

#[test]
fn one_game_asks_for_the_moves_it_plays() {
    let heap = Heap::near();
    let game = heap.game(1 << 20);
    assert_eq!(&*ones(&game).text, "0 1");
    // The first position twice, to see that its answer is the same; and each move once.
    assert_eq!(heap.heard(), (2, 12));
    ones(&game);
    assert_eq!(heap.heard(), (0, 0));
}

#[test]
fn who_goes_through_all_moves_asks_seldom_and_who_tries_some_asks_for_hardly_more() {
    for (order, wanted) in
        [([0, 1, 2, 3, 4, 5, 6, 7], [1, 7, 0, 0, 0, 0, 0, 0]), ([7, 5, 3, 1, 0, 2, 4, 6], [1, 1, 2, 4, 0, 0, 0, 0])]
    {
        let heap = Heap::near();
        let game = heap.game(1 << 20);
        let start = game.begin();
        let mut asked = Vec::new();
        for index in order {
            heap.heard();
            game.after(&start, index);
            asked.push(heap.heard().1);
        }
        assert_eq!(asked, wanted);
    }
}

#[test]
fn a_mistake_at_one_move_is_of_that_move_and_is_told_each_time() {
    let game = Heap { fault: "stumbles", ..Heap::near() }.game(1 << 20);
    let start = game.begin();
    for _ in 0..2 {
        // It is asked for with others, too.
        for index in (0..8).filter(|&index| index != 6) {
            game.after(&start, index);
        }
        assert_eq!(given_up(|| game.after(&start, 6)), "the heap: five is too many, asked about `12 1`");
    }
}

#[test]
fn what_breaks_a_promise_names_the_position_and_the_move() {
    let game = Heap { fault: "seats", ..Heap::near() }.game(1 << 20);
    let then = game.after(&game.begin(), 0);
    let found = given_up(|| game.after(&then, 1));
    assert_eq!(found, "the heap: in `11 2`: after `2`, in `9 1`: seat 3 is to move, and the seats are 1 to 2");
}

#[test]
fn moves_that_lead_elsewhere_the_second_time_are_found() {
    let heap = Heap { fault: "fickle", ..Heap::near() };
    let game = heap.game(1 << 20);
    let found = given_up(|| game.after(&game.begin(), 0));
    assert!(found.contains("not a function: `12 1` led by `1` to `11 2`, now to `10 2`"), "{found}");
}

#[test]
fn what_becomes_known_later_counts_for_the_bound() {
    let heap = Heap { padding: 1500, ..Heap::near() };
    // Sixteen parts, each with room for the start and four of what follows it.
    let game = heap.game(16 * 10_000);
    let start = game.begin();
    for index in [7, 5, 3] {
        game.after(&start, index);
    }
    heap.heard();
    game.begin();
    assert_eq!(heap.heard(), (0, 0));
    game.after(&start, 1);
    assert_eq!(heap.heard().1, 4);
    game.begin();
    assert_eq!(heap.heard().0, 1);
}
