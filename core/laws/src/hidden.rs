//! The laws of views and redeals: hidden information stays hidden.
//!
//! Along random plays every position is compared with its redeals. If a game is small enough to walk all its plays, the
//! definitions themselves are checked too: positions are grouped by view, and redeals must come in the proportions of
//! the plays.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use agon_core::{
    Aim, AnyMove, AnyPosition, Eye, Node, Picture, Position, Seat, Seed, Stream, Symmetric, after, all_moves, notation,
    picture::Letters, view,
};

use crate::{
    inspection::Inspection,
    odds::{DEVIATIONS, chi_square_deviations},
    site::{Site, demand},
    violation::Violation,
};

/// Up to this many positions of all plays are walked for each position visited in breadth.
const WALKED: usize = 20;

/// The number of redeals counted for one view.
const REDEALS: u32 = 1_200;

/// Redeals are counted for this many views at most, for each hundred positions visited in breadth.
const COUNTED: usize = 10;

const ASKED: &str = "views and redeals are given without a panic";
const LINE: &str = "a view is one line";
const OPEN: &str = "where nothing is hidden everybody sees the position, and a redeal is the position";
const KEYS: &str = "view keys are equal exactly where views are";
const SAME_VIEW: &str = "a redeal has the same view";

/// All laws of this file, where they were not checked as far as was meant.
const REDEALT: &str = "what a seat sees, and redeals";
const REACHED: &str = "a redeal can be reached";
const TURN: &str = "a seat's view tells it whether it is its turn, and whether the game is over";
const MOVES: &str = "equal views of the seat to act have the same moves, written alike";
const DRAWN: &str = "equal views have equal pictures";
const AIMED: &str = "the picture for the seat to act has every place that its moves point at";
const LEAK: &str = "a redeal depends on the view and the stream alone";
const TRUTH: &str = "somewhere a redeal is another position than the true one";
const ODDS: &str = "redeals are as likely as the positions are, given the view";
const RECALL: &str = "a seat forgets neither what it saw nor what it chose";
const PUBLIC: &str = "every seat sees what everybody sees";
const PAYOFF: &str = "a seat sees at the end what it gets";
const EQUAL: &str = "equal positions have equal views";
const SYMMETRY: &str = "symmetries carry what looks alike to what looks alike";

/// The laws of views and redeals.
#[cfg(test)]
pub(super) const SENTENCES: &[&str] = &[
    ASKED, LINE, OPEN, KEYS, SAME_VIEW, REACHED, TURN, MOVES, DRAWN, AIMED, LEAK, TRUTH, ODDS, RECALL, PUBLIC, PAYOFF,
    EQUAL, SYMMETRY,
];

/// Checks all laws of views and redeals.
pub(super) fn check(walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
    if !walk.start.facts().hidden {
        return open(walk);
    }
    let mut has_hidden = false;
    for play in 0..walk.plays {
        let mut stream = Seed(play).stream(8);
        let mut site = Site::start(walk.start);
        loop {
            has_hidden |= redealt(walk, &site, &mut stream)?;
            if site.here.node() == Node::Terminal {
                break;
            }
            if !walk.spend(site.moves.len() * usize::from(site.facts().seats)) {
                walk.allowance.cut(REDEALT, &format!("{} of {} random plays", play + 1, walk.plays));
                return Ok(());
            }
            let m = site.here.draw_move(&mut stream);
            site = site.after(m);
        }
    }
    if !has_hidden {
        let found = "in all plays that were tried each was the true one: every view tells all, so that nothing is \
                     hidden, or a redeal gives back what it was given";
        Site::start(walk.start).broken(walk.term, TRUTH, found)?;
    }
    let most = WALKED * walk.positions;
    let mut known = AllViews::default();
    known.see(walk, walk.start, &mut 0, most);
    let mut path = Vec::new();
    let seats = usize::from(walk.start.facts().seats);
    let mine = vec![Vec::new(); seats];
    let shares = vec![1.0; seats];
    known.walk(walk, walk.start, &mut path, &mine, &shares, most)?;
    if known.positions < most { known.check_odds(walk) } else { Ok(()) }
}

/// Checks every law of views and redeals at one position. Returns whether some redeal differs from it.
fn redealt(walk: &Inspection<'_>, site: &Site, stream: &mut Stream) -> Result<bool, Box<Violation>> {
    walk.hold(ASKED, &site.path);
    let mut has_hidden = false;
    let here = &site.here;
    let said = |law, found: Result<(), String>| match found {
        Ok(()) => Ok(()),
        Err(found) => site.broken(walk.term, law, &found),
    };
    let read = here.parse(&here.to_string());
    for eye in Eye::all(here.facts().seats) {
        let seen = view(here, eye);
        said(LINE, demand(!seen.contains('\n'), || format!("{eye} sees {seen:?}")))?;
        let again = read.as_ref().map_or_else(|_| seen.clone(), |read| view(read, eye));
        said(EQUAL, demand(seen == again, || format!("{eye} sees {seen}, and read {again}")))?;
    }
    for seat in site.seats() {
        let seed = Seed(stream.bits());
        let other = here.redeal(seat, &mut seed.stream(0));
        has_hidden |= other != *here;
        let told = |what: &str| format!("{what}: {seat}'s redeal is {other}");
        let (ours, theirs) = (view(here, Eye::Seat(seat)), view(&other, Eye::Seat(seat)));
        said(SAME_VIEW, demand(ours == theirs, || told(&format!("{ours}, then {theirs}"))))?;
        said(LEAK, {
            let again = other.redeal(seat, &mut seed.stream(0));
            demand(again == other, || told(&format!("that is redealt as {again}")))
        })?;
        said(TURN, same_turn(here, &other, seat).map_err(|found| told(&found)))?;
        said(MOVES, same_moves(here, &other, seat).map_err(|found| told(&found)))?;
        said(DRAWN, same_picture(here, &other, Eye::Seat(seat)).map_err(|found| told(&found)))?;
        said(AIMED, aims_within(here, seat))?;
        said(PAYOFF, same_payoff(here, &other, seat).map_err(|found| told(&found)))?;
        let (ours, theirs) = (view(here, Eye::Public), view(&other, Eye::Public));
        said(PUBLIC, demand(ours == theirs, || told(&format!("{ours}, then {theirs}"))))?;
        said(DRAWN, same_picture(here, &other, Eye::Public).map_err(|found| told(&found)))?;
    }
    Ok(has_hidden)
}

/// The law of games in which nothing is hidden, at a few positions.
fn open(walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
    for play in 0..walk.plays.min(3) {
        let mut stream = Seed(play).stream(8);
        let mut site = Site::start(walk.start);
        loop {
            walk.hold(OPEN, &site.path);
            let text = site.here.to_string();
            for eye in Eye::all(site.facts().seats) {
                let seen = view(&site.here, eye);
                if seen != text {
                    let found = format!("{eye} sees {seen}; the facts hide nothing: `with_hidden`");
                    site.broken(walk.term, OPEN, &found)?;
                }
            }
            let redeal = site.here.redeal(Seat(0), &mut stream);
            if redeal != site.here {
                site.broken(walk.term, OPEN, &format!("a redeal is {redeal}"))?;
            }
            if site.here.node() == Node::Terminal || !walk.spend(site.moves.len()) {
                break;
            }
            let m = site.here.draw_move(&mut stream);
            site = site.after(m);
        }
    }
    Ok(())
}

fn same_turn(one: &AnyPosition, other: &AnyPosition, seat: Seat) -> Result<(), String> {
    let sees = |position: &AnyPosition| match position.node() {
        Node::Decision(mover) if mover == seat => "its turn",
        Node::Terminal => "the end",
        Node::Decision(_) | Node::Chance => "that it is not its turn",
    };
    let (ours, theirs) = (sees(one), sees(other));
    demand(ours == theirs, || format!("{seat} sees {ours}, then {theirs}"))
}

fn same_moves(one: &AnyPosition, other: &AnyPosition, seat: Seat) -> Result<(), String> {
    if one.node() != Node::Decision(seat) {
        return Ok(());
    }
    let (ours, theirs) = (told_moves(one), told_moves(other));
    demand(ours == theirs, || format!("{ours:?}, then {theirs:?}"))
}

/// The facts about its moves that a position shows to the seat to act.
fn told_moves(position: &AnyPosition) -> Vec<(AnyMove, String, i32, bool, Aim)> {
    let told = |m| {
        let text = notation(position, m);
        (m, text, position.hint(m), position.is_forcing(m), position.aim(m))
    };
    all_moves(position).into_iter().map(told).collect()
}

fn same_picture(one: &AnyPosition, other: &AnyPosition, eye: Eye) -> Result<(), String> {
    let (ours, theirs) = (one.picture_for(eye), other.picture_for(eye));
    let letters = |picture: &Picture| picture.letters(Letters::PLAIN);
    demand(ours == theirs, || format!("{eye} is shown {:?}, then {:?}", letters(&ours), letters(&theirs)))
}

fn aims_within(here: &AnyPosition, seat: Seat) -> Result<(), String> {
    if here.node() != Node::Decision(seat) {
        return Ok(());
    }
    let shown = here.picture_for(Eye::Seat(seat));
    all_moves(here).into_iter().try_for_each(|m| {
        let aim = here.aim(m);
        let lost = aim.names().find(|name| shown.cell(name).is_none());
        lost.map_or(Ok(()), |name| Err(format!("{} points at {name}", notation(here, m))))
    })
}

fn same_payoff(one: &AnyPosition, other: &AnyPosition, seat: Seat) -> Result<(), String> {
    if one.node() != Node::Terminal || other.node() != Node::Terminal {
        return Ok(());
    }
    let (ours, theirs) = (one.payoff(seat), other.payoff(seat));
    demand(ours == theirs, || format!("{seat} gets {ours}, then {theirs}"))
}

/// What a seat saw at each of its decisions, and the move it chose.
type Past = Vec<(String, AnyMove)>;

/// The positions of one view.
struct Alike {
    first: AnyPosition,
    path: Vec<AnyMove>,
    public: String,
    past: Past,
    images: Vec<String>,
    /// Whether all of them come after equally many moves.
    is_level: bool,
    /// The probability of each, leaving out the seat's own choices.
    shares: BTreeMap<String, f64>,
}

/// The positions of all plays, by observer and view.
#[derive(Default)]
struct AllViews {
    positions: usize,
    views: BTreeMap<(Seat, String), Alike>,
    keys: BTreeMap<u64, String>,
    texts: BTreeMap<String, Vec<String>>,
    /// By public view, one position with it, and whether it is the only one.
    publics: BTreeMap<String, (String, bool)>,
}

impl AllViews {
    /// Walks all plays from here on, to find the public views that determine the position.
    fn see(&mut self, walk: &Inspection<'_>, here: &AnyPosition, positions: &mut usize, most: usize) {
        if most <= *positions {
            return;
        }
        *positions += 1;
        if !walk.spend(here.count()) {
            *positions = most;
        }
        let text = here.to_string();
        let entry = self.publics.entry(view(here, Eye::Public));
        let known = entry.or_insert_with(|| (text.clone(), true));
        known.1 &= known.0 == text;
        for m in all_moves(here) {
            self.see(walk, &after(here, m), positions, most);
        }
    }

    /// Walks all plays from here on, visiting each position once for each path to it.
    fn walk(
        &mut self,
        walk: &Inspection<'_>,
        here: &AnyPosition,
        path: &mut Vec<AnyMove>,
        mine: &[Past],
        shares: &[f64],
        most: usize,
    ) -> Result<(), Box<Violation>> {
        if most <= self.positions {
            return Ok(());
        }
        self.positions += 1;
        walk.hold(ASKED, path);
        if !walk.spend(here.count() * mine.len()) {
            // As after too many positions: redeals are not counted.
            walk.allowance.cut(REDEALT, &format!("{} positions of all plays", self.positions));
            self.positions = most;
            return Ok(());
        }
        let public = view(here, Eye::Public);
        let is_open = self.publics.get(&public).is_some_and(|(_, is_one)| *is_one);
        let mine = if is_open { &vec![Vec::new(); mine.len()] } else { mine };
        self.gather(here, path, mine, shares, &public).map_err(|(law, found)| {
            let site = Site::at(walk.start.clone(), here.clone(), path.clone(), Vec::new());
            site.broken(walk.term, law, &found).err().unwrap_or_else(|| unreachable!())
        })?;
        let moves = all_moves(here);
        let node = here.node();
        let total: f64 = match node {
            Node::Chance => moves.iter().map(|&m| f64::from(here.weight(m))).sum(),
            Node::Decision(_) | Node::Terminal => moves.len() as f64,
        };
        for m in moves {
            let share = if node == Node::Chance { f64::from(here.weight(m)) } else { 1.0 } / total;
            let (mut mine, mut shares) = (mine.to_vec(), shares.to_vec());
            for (seat, left) in Seat::all(here.facts().seats).zip(&mut shares) {
                if node == Node::Decision(seat) {
                    mine[seat.index()].push((view(here, Eye::Seat(seat)), m));
                } else {
                    *left *= share;
                }
            }
            path.push(m);
            self.walk(walk, &after(here, m), path, &mine, &shares, most)?;
            path.pop();
        }
        Ok(())
    }

    /// Compares a position with the others of the same view.
    fn gather(
        &mut self,
        here: &AnyPosition,
        path: &[AnyMove],
        mine: &[Past],
        shares: &[f64],
        public: &str,
    ) -> Result<(), (&'static str, String)> {
        let text = here.to_string();
        let mut views = Vec::new();
        for seat in Seat::all(here.facts().seats) {
            let eye = Eye::Seat(seat);
            let seen = view(here, eye);
            views.push(seen.clone());
            let other = self.keys.entry(here.view_key(eye)).or_insert_with(|| seen.clone());
            demand(*other == seen, || format!("{other} and {seen} share a key")).map_err(|found| (KEYS, found))?;
            let images = (1..here.symmetries()).map(|s| view(&here.image(s), eye)).collect();
            let index = seat.index();
            let alike = self.views.entry((seat, seen.clone())).or_insert_with(|| Alike {
                first: here.clone(),
                path: path.to_vec(),
                public: public.to_owned(),
                past: mine[index].clone(),
                images,
                is_level: true,
                shares: BTreeMap::new(),
            });
            alike.is_level &= alike.path.len() == path.len();
            *alike.shares.entry(text.clone()).or_default() += shares[index];
            let first = &alike.first;
            let told = |found: String| format!("{found}: {seat} sees {seen} at {first} too");
            let in_law = |law, found: Result<(), String>| found.map_err(|found| (law, told(found)));
            let key = first.view_key(eye);
            in_law(KEYS, demand(key == here.view_key(eye), || "different keys".to_owned()))?;
            in_law(TURN, same_turn(here, first, seat))?;
            in_law(MOVES, same_moves(here, first, seat))?;
            in_law(PAYOFF, same_payoff(here, first, seat))?;
            in_law(PUBLIC, demand(alike.public == public, || format!("everybody sees {public}")))?;
            let redealt = |position: &AnyPosition| position.redeal(seat, &mut Seed(self.positions as u64).stream(10));
            in_law(LEAK, {
                let (ours, theirs) = (redealt(here), redealt(first));
                demand(ours == theirs, || format!("redealt as {ours} and {theirs}"))
            })?;
            in_law(RECALL, demand(alike.past == mine[index], || "another past".to_owned()))?;
            let images: Vec<_> = (1..here.symmetries()).map(|s| view(&here.image(s), eye)).collect();
            in_law(SYMMETRY, demand(alike.images == images, || "other images".to_owned()))?;
        }
        let known = self.texts.entry(text).or_insert_with(|| views.clone());
        demand(*known == views, || format!("{known:?} and {views:?}")).map_err(|found| (EQUAL, found))
    }

    /// Counts redeals, in the order of the views.
    fn check_odds(&self, walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
        // A waiting seat may have one view for several positions in a row. Then it is said nowhere how probable each of
        // them is beside the others.
        let waits = |seat, alike: &Alike| match alike.first.node() {
            Node::Decision(mover) => mover != seat,
            Node::Chance => true,
            Node::Terminal => false,
        };
        let views = self.views.iter().map(|((seat, seen), alike)| (*seat, seen, alike));
        let (waiting, acting): (Vec<_>, Vec<_>) = views.partition(|&(seat, _, alike)| waits(seat, alike));
        let most = (COUNTED * walk.positions / 100).max(1);
        let some = |views: Vec<_>, most: usize| {
            let apart = views.len().div_ceil(most).max(1);
            views.into_iter().step_by(apart)
        };
        let views = some(acting, most).chain(some(waiting, most.div_ceil(4)));
        for (index, (seat, seen, alike)) in views.enumerate() {
            let is_exact = !waits(seat, alike) || alike.is_level;
            walk.hold(ODDS, &alike.path);
            if !walk.spend(REDEALS as usize) {
                walk.allowance.cut(REDEALT, &format!("redeals of {index} views counted"));
                break;
            }
            let total: f64 = alike.shares.values().sum();
            let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
            let mut stream = Seed(index as u64).stream(9);
            let site =
                |there: &AnyPosition| Site::at(walk.start.clone(), there.clone(), alike.path.clone(), Vec::new());
            for _ in 0..REDEALS {
                let redeal = alike.first.redeal(seat, &mut stream).to_string();
                let Some((text, _)) = alike.shares.get_key_value(&redeal) else {
                    let found = format!("{seat}, who sees {seen}, is dealt {redeal}");
                    return site(&alike.first).broken(walk.term, REACHED, &found);
                };
                *counts.entry(text).or_default() += 1;
            }
            let pairs = alike.shares.iter().map(|(text, share)| {
                let count = counts.get(&**text).copied().unwrap_or_default();
                (f64::from(REDEALS) * share / total, f64::from(count))
            });
            let deviations = chi_square_deviations(pairs);
            if is_exact && DEVIATIONS < deviations {
                let told = alike.shares.iter().map(|(text, share)| {
                    let count = counts.get(&**text).copied().unwrap_or_default();
                    format!("{text} {count} times for {:.0}", f64::from(REDEALS) * share / total)
                });
                let told: Vec<String> = told.take(12).collect();
                let found = format!("{seat}, who sees {seen}, is dealt {}", told.join(", "));
                return site(&alike.first).broken(walk.term, ODDS, &found);
            }
        }
        Ok(())
    }
}
