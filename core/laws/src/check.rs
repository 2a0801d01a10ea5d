//! The checks themselves: how far positions are visited, and in which order all laws are asked.

use std::collections::{BTreeMap, VecDeque};

use agon_core::{AnyPosition, NamedGame, Node, Position, Seed, after, all_moves, registry};

use crate::{
    equality::{Pairs, same_present},
    extent::{LawExtent, LawPart, Looked},
    hidden,
    inspection::{Inspection, LawProgress},
    mutants::planted::grown,
    odds,
    plays::WholePlays,
    plugin::check_plugin,
    policy,
    shorter::shortened,
    site::{PLAYED, Site},
    sufficient, text, variety,
    violation::{LawError, Violation},
};

/// Checks every law of [`Position`] for the registered game `term`, along random plays and at all
/// positions near the start.
///
/// Visits 2,000 positions near the start and 30 random plays, and fewer in games with many moves: at most 80,000 moves
/// in all near the start, and 320,000 along random plays. All moves of a position are played, written and read, or a
/// sample of a quarter to a fortieth if there are hundreds or thousands.
///
/// # Errors
///
/// The first law that is broken, and where; or that there is no such game.
pub fn check(term: &str) -> Result<(), LawError> {
    check_within(term, LawExtent::USUAL, &mut |_| {}).map(drop)
}

/// The same with `positions` visited in breadth from the start, and `plays` random plays.
///
/// # Errors
///
/// As [`check`].
pub fn check_with(term: &str, positions: usize, plays: u64) -> Result<(), LawError> {
    let extent = LawExtent { positions, plays, ..LawExtent::USUAL };
    check_within(term, extent, &mut |_| {}).map(drop)
}

/// As [`check`], calling `tell` thousands of times, before each law is checked, with the game's
/// term and the law's sentence. It shows progress, and if the game hangs, the law that was being
/// checked.
///
/// # Errors
///
/// As [`check`].
pub fn check_told(term: &str, tell: &mut dyn FnMut(&str, &str)) -> Result<(), LawError> {
    check_within(term, LawExtent::USUAL, &mut |now| tell(now.game, now.law)).map(drop)
}

/// As [`check`], as far as `extent` says: every part of the checks has a budget in moves of positions, so that a game
/// that is wide, long or slow ends it too. `tell` is called thousands of times, with the law under check and how far
/// the check is. Returns what was looked at.
///
/// # Errors
///
/// As [`check`].
pub fn check_within(term: &str, extent: LawExtent, tell: &mut dyn FnMut(LawProgress<'_>)) -> Result<Looked, LawError> {
    let NamedGame { term, start, .. } = registry::game(term)?;
    Ok(check_start(&term, &start, extent, tell)?)
}

/// Checks the declarations of a registered game, and every law with every sample of its options:
/// everything required of a game.
///
/// ```no_run
/// # fn main() -> Result<(), agon_laws::LawError> {
/// // In a test of the crate that registers the game `squares`:
/// agon_laws::check_game("squares")
/// # }
/// ```
///
/// # Errors
///
/// The first law that is broken, and where; or that there is no such game.
pub fn check_game(name: &str) -> Result<(), LawError> {
    check_game_told(name, &mut |_, _| {})
}

/// As [`check_game`], calling `tell` as [`check_told`] does.
///
/// # Errors
///
/// As [`check_game`].
pub fn check_game_told(name: &str, tell: &mut dyn FnMut(&str, &str)) -> Result<(), LawError> {
    let plugin = registry::find_game(name)?;
    tell(plugin.name, "what a game says of itself is so");
    check_plugin(plugin)?;
    plugin.sample_terms().try_for_each(|term| check_told(&term, tell))
}

/// Checks every law of [`Position`] for a game that has no name yet, as [`check`] does.
///
/// # Errors
///
/// The first law that is broken, and where.
pub fn check_position<P: Position>(start: &P) -> Result<(), Box<Violation>> {
    let (term, start) = (start.to_string(), grown(AnyPosition::of(start)));
    check_start(&term, &start, LawExtent::USUAL, &mut |_| {}).map(drop)
}

/// Checks every law of [`Position`] for the game that begins with `start` and is called `term`, as [`check_within`] does.
///
/// # Errors
///
/// The first law that is broken, and where.
pub fn check_start(
    term: &str,
    start: &AnyPosition,
    extent: LawExtent,
    tell: &mut dyn FnMut(LawProgress<'_>),
) -> Result<Looked, Box<Violation>> {
    Inspection::new((term, start), extent, tell).check()
}

const PRESENT: &str = "positions of one present key differ in nothing but their past";
const KEYS: &str = "equal positions have equal keys";
const BITS: &str = "all sixty-four bits of a key depend on the position";
const DRAWN: &str = "a random move is a legal one";

/// To shorten a play that breaks a law, positions with so many moves are visited for each of those near the start.
const MOST_SHORTENED: usize = 40;

impl Inspection<'_> {
    pub(crate) fn check(&self) -> Result<Looked, Box<Violation>> {
        self.guarded(|| self.check_all())?;
        Ok(self.allowance.looked.take())
    }

    fn check_all(&self) -> Result<(), Box<Violation>> {
        let mut pairs = Pairs::default();
        self.begin(LawPart::Near);
        self.breadth(&mut pairs)?;
        self.begin(LawPart::Deep);
        self.depth(&mut pairs)?;
        self.begin(LawPart::Plays);
        let (mut leaves_out, mut whole) = (false, WholePlays::default());
        for play in 0..self.plays {
            self.allowance.looked.borrow_mut().plays += 1;
            let most = MOST_SHORTENED * self.positions;
            let played = self.random_play(play, &mut leaves_out, &mut whole);
            if !played.map_err(|found| shortened(self, found, most))? {
                let done = format!("{} of {} random plays", play + 1, self.plays);
                self.allowance.cut("all laws of a position", &done);
                break;
            }
        }
        self.begin(LawPart::Texts);
        text::check(self)?;
        self.begin(LawPart::Odds);
        odds::check(self, &mut whole)?;
        whole.check(self)?;
        policy::check(self)?;
        self.begin(LawPart::Views);
        hidden::check(self)?;
        self.begin(LawPart::Bytes);
        variety::check(self)?;
        if leaves_out {
            self.begin(LawPart::Sufficient);
            sufficient::check(self)?;
        }
        Ok(())
    }

    /// Visits positions breadth first, equal ones once, until the allowance is used up.
    fn breadth(&self, pairs: &mut Pairs) -> Result<(), Box<Violation>> {
        let mut seen: BTreeMap<String, u64> = BTreeMap::new();
        let mut keys: BTreeMap<u64, AnyPosition> = BTreeMap::new();
        let mut present: BTreeMap<u64, AnyPosition> = BTreeMap::new();
        let mut queue = VecDeque::from([Site::start(self.start)]);
        while let Some(site) = queue.pop_front() {
            self.check_site(&site)?;
            self.allowance.looked.borrow_mut().near += 1;
            if !self.spend(site.moves.len()) {
                break;
            }
            self.hold(PRESENT, &site.path);
            if let Some(other) = present.insert(site.here.present_key(), site.here.clone())
                && let Err(found) = same_present(&site.here, &other)
            {
                site.broken(self.term, PRESENT, &format!("{found}; the other is {other}"))?;
            }
            for &m in &site.moves {
                if self.positions <= seen.len() {
                    break;
                }
                let next = site.step(self.term, m)?;
                self.hold(KEYS, &next.path);
                let (text, key) = (next.here.to_string(), next.here.key());
                if let Some(&other) = seen.get(&text)
                    && other != key
                {
                    next.broken(self.term, KEYS, &text)?;
                }
                if let Some(other) = keys.get(&key) {
                    pairs.check(self.term, &next, other)?;
                }
                if seen.insert(text, key).is_none() {
                    keys.insert(key, next.here.clone());
                    queue.push_back(next);
                }
            }
        }
        self.hold(BITS, &[]);
        match constant_bits(keys.keys().copied()) {
            0 => Ok(()),
            bits => {
                let found = format!("in {} keys the bits {bits:#018x} never change", keys.len());
                Site::start(self.start).broken(self.term, BITS, &found)
            }
        }
    }

    /// Compares the keys of many deep positions: those visited in breadth are all near the start.
    fn depth(&self, pairs: &mut Pairs) -> Result<(), Box<Violation>> {
        let mut known: BTreeMap<u64, AnyPosition> = BTreeMap::new();
        let mut path = Vec::new();
        let mut line = vec![(self.start.clone(), all_moves(self.start))];
        while let Some((here, moves)) = line.last_mut().filter(|_| known.len() < 10 * self.positions) {
            let Some(m) = moves.pop() else {
                line.pop();
                path.pop();
                continue;
            };
            self.hold(PLAYED, &path);
            let next = after(here, m);
            path.push(m);
            let Some(other) = known.insert(next.key(), next.clone()) else {
                let moves = all_moves(&next);
                if !self.spend(moves.len()) {
                    self.allowance.cut(KEYS, &format!("{} deep positions", known.len()));
                    break;
                }
                line.push((next, moves));
                continue;
            };
            let site = Site::at(self.start.clone(), next, path.clone(), Vec::new());
            pairs.check(self.term, &site, &other)?;
            path.pop();
        }
        Ok(())
    }

    /// Checks all laws along one random play, and notes whether some position had moves outside its sufficient ones.
    /// Returns false if the budget ends.
    fn random_play(&self, play: u64, leaves_out: &mut bool, whole: &mut WholePlays) -> Result<bool, Box<Violation>> {
        let mut stream = Seed(play).stream(0);
        let mut site = Site::start(self.start);
        whole.begin();
        whole.come(self.term, &site)?;
        let most = self.start.facts().max_plies;
        while site.here.node() != Node::Terminal {
            if most as usize <= site.path.len() {
                let found = format!("still going on after {} plies", site.path.len());
                site.broken(self.term, "a play ends within the declared number of plies", &found)?;
            }
            self.hold(DRAWN, &site.path);
            let m = site.here.draw_move(&mut stream);
            if !site.moves.contains(&m) {
                site.broken(self.term, DRAWN, &format!("drew {}", site.name(m)))?;
            }
            *leaves_out |= site.sufficient().len() < site.moves.len();
            site = site.step(self.term, m)?;
            self.check_site(&site)?;
            whole.come(self.term, &site)?;
            self.allowance.looked.borrow_mut().positions += 1;
            if !self.spend(site.moves.len()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// In so many keys every bit has both values: that one has not is as likely as that a hundred coins fall alike.
const KEYS_ENOUGH: usize = 100;

/// The bits that are the same in all keys, if there are enough of these.
fn constant_bits(keys: impl ExactSizeIterator<Item = u64>) -> u64 {
    if keys.len() < KEYS_ENOUGH {
        return 0;
    }
    let (all, any) = keys.fold((u64::MAX, 0), |(all, any), key| (all & key, any | key));
    all | !any
}
