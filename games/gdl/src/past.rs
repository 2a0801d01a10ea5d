//! The view of each seat, where a sheet defines it; and plays with the same view.

use std::cell::RefCell;

use agon_core::{Node, Position, Seat, Seed, Stream, key_of};

use crate::{
    Choice, Gdl,
    bank::{NONE, Table, hash_of},
    round::{Round, give_up},
    sheet::Sheet,
};

/// The most positions distinguished after one number of plies; beyond that a sample is drawn.
const TOLD_APART: usize = 2_000;

/// The most work for all that a seat may think, in steps as a net makes them: about a second.
const MOST_WORK: u64 = 200_000_000;

/// The steps for a move that is tried, besides those of the net and of copies.
const TRIED: u64 = 300;

/// The steps for each word of a position that is copied and compared.
const COPIED: u64 = 2;

/// The steps to compare a move that the seat had with its log.
const COMPARED: u64 = 20;

/// The most bytes of the positions after one ply. Two plies are in memory at a time, and the ways to all plies before:
/// at most as many as moves were tried, so [`MOST_WORK`] bounds them too.
const MOST_BYTES: usize = 32 << 20;

/// A play so far, with the log of each seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    /// All that was played, but for moves that were the only ones.
    pub(crate) played: Vec<u32>,
    /// By seat: its possible moves and choices, and what it saw after each round.
    pub(crate) logs: Vec<String>,
    pub(crate) rounds: u32,
}

impl Past {
    pub(crate) fn new(seats: usize) -> Past {
        Past { played: Vec::new(), logs: vec![String::new(); seats], rounds: 0 }
    }

    /// Logs the possible moves of a seat, and its choice.
    pub(crate) fn choose(&mut self, seat: Option<usize>, offered: &str, chosen: &str, code: u32) {
        self.played.push(code);
        if let Some(seat) = seat {
            let log = &mut self.logs[seat];
            log.push_str(offered);
            log.push_str("> ");
            log.push_str(chosen);
            log.push_str("; ");
        }
    }

    /// Logs what each seat sees after a round.
    pub(crate) fn see(&mut self, percepts: impl Iterator<Item = Vec<String>>) {
        self.rounds += 1;
        for (log, percepts) in self.logs.iter_mut().zip(percepts) {
            log.push_str("= ");
            log.push_str(&percepts.join(" & "));
            log.push_str("; ");
        }
    }
}

/// A seat's view: all that a redeal may use.
pub(crate) struct Sight {
    pub(crate) seat: Seat,
    pub(crate) log: String,
    pub(crate) rounds: u32,
    pub(crate) view: String,
}

/// A position that agrees with a view so far; it has no past of its own.
struct World {
    position: Gdl,
    /// How much of the seat's log led here, in bytes.
    read: usize,
    rounds: u32,
    /// Its probability, relative to others after as many plies.
    weight: f64,
    /// From which positions of the ply before it came.
    from: Vec<Origin>,
}

/// A number among the positions of the ply before, a move, and the weight of both.
type Origin = (u32, u32, f64);

/// What a seat may think: every position that has its view, and the ways there.
pub(crate) struct Belief {
    /// By ply.
    plies: Vec<Ways>,
    /// The possible positions with the view: the ply, the index there, the weight.
    seen: Vec<(usize, usize, f64)>,
}

/// The ways to all positions after one number of plies, in one piece: it stays in memory between redeals.
#[derive(Default)]
struct Ways {
    /// Where the origins of each position end.
    ends: Vec<u32>,
    origins: Vec<Origin>,
}

/// A view of a sheet, and what follows from it.
struct Known {
    sheet: u64,
    seat: Seat,
    log: String,
    view: String,
    belief: Belief,
}

thread_local! {
    /// What the seat that was redealt last may think: a search redeals many times for one view.
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// The work of one attempt, counted where it is done.
struct Work {
    begun: u64,
    most: u64,
    /// The steps for a move that is tried.
    tried: u64,
    /// The moves tried.
    tries: u64,
    /// The moves compared with the log, or with the view.
    compared: u64,
}

impl Work {
    fn done(&self, sheet: &Sheet) -> u64 {
        Round::work(sheet) - self.begun + self.tried * self.tries + COMPARED * self.compared
    }

    fn left(&self, sheet: &Sheet) -> u64 {
        self.most.saturating_sub(self.done(sheet))
    }
}

impl Sight {
    /// A position with this view, drawn by its probability.
    ///
    /// Ply by ply all positions that agree with the view are stored with their probabilities; then a play is drawn from
    /// its end to its beginning. Plays that lead to the same facts are one position on the way, so there are far fewer
    /// positions than plays. If there are more than [`TOLD_APART`] after some ply, that many are drawn (a particle
    /// filter; N. Gordon, D. Salmond and A. Smith, Novel approach to nonlinear/non-Gaussian Bayesian state estimation,
    /// 1993); if none of these leads to the view, twice as many, and so on, until [`MOST_WORK`] is done. The view alone
    /// decides which, so that all redeals of one view need them only once.
    pub(crate) fn redeal(&self, start: &Gdl, stream: &mut Stream) -> Gdl {
        let sheet = start.game.sheet.number;
        let is_it = |known: &Known| {
            known.sheet == sheet && known.seat == self.seat && known.log == self.log && known.view == self.view
        };
        let known = KNOWN.take().filter(is_it);
        let known = known.unwrap_or_else(|| Known {
            sheet,
            seat: self.seat,
            log: self.log.clone(),
            view: self.view.clone(),
            belief: self.search(start),
        });
        let found = known.belief.draw(start, stream);
        KNOWN.set(Some(known));
        found
    }

    /// What this seat may think; gives up where the work for it has no end in sight.
    fn search(&self, start: &Gdl) -> Belief {
        let mut stream = Seed(key_of(&(&self.log, &self.view, self.seat.0))).stream(0);
        let (mut most, mut left) = (TOLD_APART, MOST_WORK);
        while MOST_WORK / 16 < left {
            let (belief, work) = self.believe(start, most, left / 2, &mut stream);
            if let Some(belief) = belief {
                return belief;
            }
            left = left.saturating_sub(work);
            most = most.saturating_mul(2);
        }
        let sheet = &start.game.sheet;
        give_up(format!(
            "to find a position with all that `{}` saw in {} rounds takes more than {MOST_WORK} steps",
            sheet.roles[sheet.seats[self.seat.index()]].name,
            self.rounds,
        ))
    }

    /// The same in one attempt, with at most `most` positions a ply and about `work` to do: how much was done, and
    /// nothing if these do not lead to the view.
    pub(crate) fn believe(&self, start: &Gdl, most: usize, work: u64, stream: &mut Stream) -> (Option<Belief>, u64) {
        let sheet = &start.game.sheet;
        Round::begin_work(sheet);
        let tried = TRIED + COPIED * start.round.words();
        let begun = Round::work(sheet);
        let mut work = Work { begun, most: work, tried, tries: 0, compared: 0 };
        let position = Gdl { past: None, ..start.clone() };
        let first = World { position, read: 0, rounds: 0, weight: 1.0, from: Vec::new() };
        let mut here = vec![first];
        let mut belief = Belief { plies: Vec::new(), seen: Vec::new() };
        while !here.is_empty() {
            let ply = belief.plies.len();
            let with_view = self.with_view(&here, &mut work);
            belief.seen.extend(with_view.map(|n| (ply, n, here[n].weight)));
            let Some(mut next) = self.follow(&here, most, &mut work, stream) else {
                return (None, work.done(sheet));
            };
            // The probabilities of long plays may be too small for numbers.
            let total: f64 = next.iter().map(|world| world.weight).sum();
            if (f64::MIN_POSITIVE..1e-100).contains(&total) {
                for world in &mut next {
                    world.weight /= total;
                }
                for (.., weight) in &mut belief.seen {
                    *weight /= total;
                }
            }
            let mut ways = Ways::default();
            for world in &here {
                ways.add(&world.from);
            }
            belief.plies.push(ways);
            here = next;
        }
        belief.forget_dead_ends();
        let is_found = belief.seen.iter().any(|&(.., weight)| 0.0 < weight);
        (is_found.then_some(belief), work.done(sheet))
    }

    /// The positions one ply later that the seat may be in; `None` if the work for them is too much.
    fn follow(&self, here: &[World], most: usize, work: &mut Work, stream: &mut Stream) -> Option<Vec<World>> {
        let sheet = &here[0].position.game.sheet;
        let moves = self.moves(here, work);
        let all: u64 = moves.iter().map(|moves| moves.count() as u64).sum();
        // The work that is left is shared by the plies that are left, and what is found about them later.
        let rounds = here.iter().map(|world| world.rounds).min().unwrap_or_default();
        let plies = u64::from(self.rounds - rounds.min(self.rounds)) + 1;
        let plies = plies * sheet.turns.len() as u64 + 1;
        // As many moves as this share allows are tried, drawn by weight.
        let mut tries = (work.left(sheet) / plies / work.tried).max(16);
        loop {
            let most_now = work.done(sheet) + work.left(sheet) / plies;
            let tries_before = work.tries;
            let mut later = Later::new(here);
            let mut has_room = true;
            let mut at = |number: usize, m: (u32, Option<usize>), weight: f64| {
                work.tries += 1;
                has_room = self.step(&mut later, number, m, weight);
                has_room && work.done(sheet) < most_now
            };
            let is_whole = if all <= tries {
                moves.iter().enumerate().all(|(number, moves)| {
                    let share = here[number].weight / moves.count() as f64;
                    (0..moves.count()).all(|n| at(number, moves.nth(here, number, n), share))
                })
            } else {
                let weights = here.iter().zip(&moves).filter(|(_, moves)| 0 < moves.count());
                let step = weights.map(|(world, _)| world.weight).sum::<f64>() / tries as f64;
                let (mut place, mut sum) = (step * stream.unit(), 0.0);
                here.iter().zip(&moves).enumerate().all(|(number, (world, moves))| {
                    let count = moves.count();
                    if count == 0 {
                        return true;
                    }
                    let end = sum + world.weight;
                    let nth = |place: f64| (((place - sum) / world.weight * count as f64) as usize).min(count - 1);
                    let mut is_whole = true;
                    while place < end && is_whole {
                        let n = nth(place);
                        let mut weight = 0.0;
                        while place < end && nth(place) == n {
                            weight += step;
                            place += step;
                        }
                        is_whole = at(number, moves.nth(here, number, n), weight);
                    }
                    sum = end;
                    is_whole
                })
            };
            if is_whole {
                let next = later.worlds;
                let next = if most < next.len() { thin_out(next, most, stream) } else { next };
                return begin_rounds(next, work);
            }
            if work.left(sheet) == 0 {
                return None;
            }
            // These fill the room, or took all the work: half as many are drawn.
            let tried = if has_room { work.tries - tries_before } else { later.worlds.len() as u64 };
            tries = (tried / 2).max(1);
        }
    }

    /// The moves from each of these positions that the seat's log allows.
    fn moves(&self, here: &[World], work: &mut Work) -> Vec<Moves> {
        // Most positions with one log have the same moves for the seat.
        let mut last: Option<(&World, Moves)> = None;
        let of = here.iter().map(|world| match world.position.node() {
            Node::Terminal => Moves::None,
            Node::Decision(seat) if seat == self.seat => {
                let known =
                    last.filter(|(other, _)| other.read == world.read && world.position.has_moves_of(&other.position));
                let moves = known.map_or_else(|| self.own(world, work), |(_, moves)| moves);
                last = Some((world, moves));
                moves
            }
            _ => Moves::All(world.position.count()),
        });
        of.collect()
    }

    /// The move that the seat chose here by its log, and how much of the log is read then.
    fn own(&self, world: &World, work: &mut Work) -> Moves {
        let position = &world.position;
        let sheet = &position.game.sheet;
        let chosen = position.role().and_then(|role| {
            let mut rest = &self.log[world.read..];
            for n in 0..position.count() {
                work.compared += 1;
                if work.left(sheet) == 0 {
                    return None;
                }
                let text = position.round.text(sheet, role, position.nth(n).0);
                rest = rest.strip_prefix(if n == 0 { "" } else { " | " })?.strip_prefix(text)?;
            }
            let (chosen, rest) = rest.strip_prefix("> ")?.split_once("; ")?;
            let m = position.round.find(sheet, role, chosen)?;
            Some((m, self.log.len() - rest.len()))
        });
        chosen.map_or(Moves::None, |(m, read)| Moves::One(m, read))
    }

    /// Plays a move from a position, if the seat's log allows that. Whether there was room for it.
    fn step(&self, later: &mut Later<'_>, number: usize, (m, read): (u32, Option<usize>), weight: f64) -> bool {
        let from = &later.here[number];
        let (mut read, mut rounds) = (read.unwrap_or(from.read), from.rounds);
        let after = &mut later.after;
        after.clone_from(&from.position);
        let role = after.role().expect("a position with a move has a role to make it");
        if after.choose(role, m) {
            match self.hears(after, read) {
                Some(end) => read = end,
                None => return true,
            }
            rounds += 1;
            after.round.step_facts(&after.game.sheet, &after.pending);
            after.pending.fill(NONE);
        }
        later.add(read, rounds, (number as u32, m, weight))
    }

    /// How much of the seat's log is read after the moves of a whole round, if it allows them.
    fn hears(&self, position: &Gdl, read: usize) -> Option<usize> {
        let sheet = &position.game.sheet;
        let role = sheet.seats[self.seat.index()];
        let (mut rest, mut between) = (self.log[read..].strip_prefix("= "), "");
        position.round.each_percept(sheet, role, &position.pending, |text| {
            rest = rest.and_then(|rest| rest.strip_prefix(between)?.strip_prefix(text));
            between = " & ";
        });
        let rest = rest?.strip_prefix("; ")?;
        Some(self.log.len() - rest.len())
    }

    /// The numbers of the positions with the whole view.
    fn with_view<'a>(&'a self, here: &'a [World], work: &'a mut Work) -> impl Iterator<Item = usize> + 'a {
        // Most positions offer the same moves to the seat.
        let mut last: Option<(&World, bool)> = None;
        (0..here.len()).filter(move |&n| {
            let world = &here[n];
            if world.read != self.log.len() {
                return false;
            }
            if world.position.node() != Node::Decision(self.seat) {
                return world.position.seen_by(self.seat) == self.view;
            }
            let same = last.filter(|(other, _)| world.position.has_moves_of(&other.position));
            let is_seen = same.map_or_else(
                || {
                    work.compared += world.position.count() as u64;
                    let is_possible = 0 < work.left(&world.position.game.sheet);
                    is_possible && world.position.seen_by(self.seat) == self.view
                },
                |(_, is_seen)| is_seen,
            );
            last = Some((world, is_seen));
            is_seen
        })
    }
}

/// The moves from a position that a log allows.
#[derive(Clone, Copy)]
enum Moves {
    None,
    /// The seat's own, and how much of the log is read then.
    One(u32, usize),
    All(usize),
}

impl Moves {
    fn count(&self) -> usize {
        match self {
            Moves::None => 0,
            Moves::One(..) => 1,
            Moves::All(count) => *count,
        }
    }

    fn nth(&self, here: &[World], number: usize, n: usize) -> (u32, Option<usize>) {
        match self {
            Moves::One(m, read) => (*m, Some(*read)),
            _ => (here[number].position.nth(n).0, None),
        }
    }
}

/// The different positions after the next ply.
struct Later<'a> {
    here: &'a [World],
    worlds: Vec<World>,
    bytes: usize,
    table: Table,
    /// Everything that determines the rest of a play and of the seat's view, as numbers.
    meaning: Vec<u32>,
    after: Gdl,
}

impl<'a> Later<'a> {
    fn new(here: &'a [World]) -> Later<'a> {
        Later {
            here,
            worlds: Vec::new(),
            bytes: 0,
            table: Table::default(),
            meaning: Vec::new(),
            after: here[0].position.clone(),
        }
    }

    /// Adds the position `after`. Whether there was room for it.
    fn add(&mut self, read: usize, rounds: u32, origin: Origin) -> bool {
        let Later { worlds, table, meaning, after, .. } = self;
        let sheet = &after.game.sheet;
        let facts = |position: &'_ Gdl| position.round.fact_list().len();
        meaning.clear();
        for word in after.round.fact_words(sheet) {
            meaning.extend([*word as u32, (word >> 32) as u32]);
        }
        for fact in after.round.fact_list() {
            meaning.extend(fact.bytes().map(u32::from));
        }
        meaning.extend(after.pending.iter().copied());
        let hash = hash_of(after.ply ^ (read as u32).rotate_left(16), meaning);
        let found = table.find(hash, |number| {
            let other = &worlds[number as usize];
            other.read == read
                && other.position.ply == after.ply
                && other.position.pending == after.pending
                && other.position.round.fact_words(sheet) == after.round.fact_words(sheet)
                && facts(&other.position) == facts(after)
                && other.position.round.fact_list() == after.round.fact_list()
        });
        let number = found.unwrap_or_else(|| {
            let number = worlds.len() as u32;
            table.insert(hash, number);
            // A list that grows has up to twice the room, and an allocation a few bytes more than its own.
            self.bytes += 2 * size_of::<World>() + 64 + 4 * after.pending.len() + after.round.bytes();
            let position = after.clone();
            worlds.push(World { position, read, rounds, weight: 0.0, from: Vec::new() });
            number
        });
        let world = &mut worlds[number as usize];
        world.weight += origin.2;
        world.from.push(origin);
        self.bytes += 2 * size_of::<Origin>();
        self.bytes <= MOST_BYTES || self.worlds.len() == 1
    }
}

impl Belief {
    /// A play that leads to the view, from its end to its beginning.
    pub(crate) fn draw(&self, start: &Gdl, stream: &mut Stream) -> Gdl {
        let place = pick(self.seen.iter().map(|&(.., weight)| weight), stream);
        let (mut ply, mut at, _) = self.seen[place];
        let mut played = Vec::new();
        while 0 < ply {
            let from = self.plies[ply].to(at);
            let (before, m, _) = from[pick(from.iter().map(|&(.., weight)| weight), stream)];
            played.push(m);
            (ply, at) = (ply - 1, before as usize);
        }
        let mut found = start.clone();
        played.into_iter().rev().for_each(|m| found.play(Choice(m)));
        found
    }

    /// Forgets the positions that do not lead to the view.
    fn forget_dead_ends(&mut self) {
        let mut seen = self.seen.iter().rev().peekable();
        let mut leads: Vec<bool> = Vec::new();
        for ply in (0..self.plies.len()).rev() {
            leads.resize(self.plies[ply].ends.len(), false);
            while let Some((_, number, _)) = seen.next_if(|(of, ..)| *of == ply) {
                leads[*number] = true;
            }
            let mut before = vec![false; if ply == 0 { 0 } else { self.plies[ply - 1].ends.len() }];
            let mut kept = Ways::default();
            for (number, leads) in leads.into_iter().enumerate() {
                let from = if leads { self.plies[ply].to(number) } else { &[] };
                for &(number, ..) in from {
                    before[number as usize] = true;
                }
                kept.add(from);
            }
            kept.origins.shrink_to_fit();
            self.plies[ply] = kept;
            leads = before;
        }
    }
}

impl Ways {
    /// Adds the next position.
    fn add(&mut self, from: &[Origin]) {
        self.origins.extend_from_slice(from);
        self.ends.push(self.origins.len() as u32);
    }

    /// From where a position came.
    fn to(&self, number: usize) -> &[Origin] {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.origins[begin as usize..self.ends[number] as usize]
    }
}

/// The number of a weight, drawn by weight.
fn pick(weights: impl Iterator<Item = f64> + Clone, stream: &mut Stream) -> usize {
    let mut left = stream.unit() * weights.clone().sum::<f64>();
    let mut last = 0;
    for (number, weight) in weights.enumerate() {
        last = number;
        if left < weight {
            break;
        }
        left -= weight;
    }
    last
}

/// Finds what follows in positions whose round has ended; `None` if that is too much work.
fn begin_rounds(mut worlds: Vec<World>, work: &Work) -> Option<Vec<World>> {
    for World { position, .. } in &mut worlds {
        if position.pending.iter().all(|&m| m == NONE) {
            let game = position.game.clone();
            position.round.settle(&game.sheet);
            position.begin_round();
            if work.left(&game.sheet) == 0 {
                return None;
            }
        }
    }
    Some(worlds)
}

/// Draws `most` of these by weight, at even distances; each then weighs as much as it was drawn often.
fn thin_out(worlds: Vec<World>, most: usize, stream: &mut Stream) -> Vec<World> {
    let total: f64 = worlds.iter().map(|world| world.weight).sum();
    let step = total / most as f64;
    let mut at = step * stream.unit();
    let mut sum = 0.0;
    let mut kept = Vec::new();
    for mut world in worlds {
        sum += world.weight;
        let mut times = 0;
        while at < sum {
            times += 1;
            at += step;
        }
        if 0 < times {
            world.weight = step * f64::from(times);
            kept.push(world);
        }
    }
    kept
}
