//! The conformance kit: each law of a trait as a sentence and a check.
//!
//! [`check`] walks a game at random, and in full where it is small, and tries every law at every
//! position. It runs for every registered game; an author calls it for a game of their own.

use std::{collections::BTreeMap, ops::ControlFlow};

use crate::{
    AnyMove, AnyPosition, Facts, Heuristic, NameError, NamedGame, Node, Position, Seat, Seed, Sum,
    after, all_moves, line::write_line, notation, registry, scored,
};

/// A law of [`Position`], with its check at one position.
pub struct Law {
    /// The law, as a sentence.
    pub sentence: &'static str,
    /// Checks it: `Err` says what was found instead.
    pub check: fn(&Site) -> Result<(), String>,
}

/// A position where laws are checked, and how the walk came here.
pub struct Site {
    /// The initial position.
    pub start: AnyPosition,
    /// The position.
    pub here: AnyPosition,
    /// Its moves, as it visits them.
    pub moves: Vec<AnyMove>,
    /// The moves that led here.
    pub path: Vec<AnyMove>,
    /// The same position, reached while every heuristic in turn was kept up to date.
    pub kept: Vec<AnyPosition>,
}

/// A law that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game} breaks the law: {law}\n  after: {path}\n  position: {position}\n  found: {found}")]
pub struct Violation {
    /// The game's term.
    pub game: String,
    /// The law, as a sentence.
    pub law: String,
    /// The moves from the initial position, in the game's notation.
    pub path: String,
    /// The position's text.
    pub position: String,
    /// What was found.
    pub found: String,
}

/// Why a game could not be found lawful.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LawError {
    /// There is no such game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// It breaks a law.
    #[error(transparent)]
    Broken(#[from] Box<Violation>),
}

/// Checks every law of [`Position`] for the registered game `term`, along random plays and at all
/// positions near the start.
///
/// # Errors
///
/// The first law it breaks, and where; or that there is no such game.
pub fn check(term: &str) -> Result<(), LawError> {
    check_with(term, 2_000, 30)
}

/// The same with `positions` visited in breadth from the start, and `plays` random plays.
///
/// # Errors
///
/// As [`check`].
pub fn check_with(term: &str, positions: usize, plays: u64) -> Result<(), LawError> {
    let NamedGame { term, start, .. } = registry::game(term)?;
    Ok(walk(&term, &start, positions, plays)?)
}

/// Checks every law of [`Position`] for a game that has no name yet, as [`check`] does.
///
/// # Errors
///
/// The first law it breaks, and where.
pub fn check_position<P: Position>(start: &P) -> Result<(), Box<Violation>> {
    walk(&start.to_string(), &start.erase(), 2_000, 30)
}

fn walk(
    term: &str,
    start: &AnyPosition,
    positions: usize,
    plays: u64,
) -> Result<(), Box<Violation>> {
    // Breadth first, equal positions once, until the allowance is used up.
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let mut keys: BTreeMap<u64, AnyPosition> = BTreeMap::new();
    let mut queue = std::collections::VecDeque::from([Site::start(start)]);
    while let Some(site) = queue.pop_front() {
        site.check_all(term)?;
        for &m in &site.moves {
            if positions <= seen.len() {
                break;
            }
            let next = site.after(m);
            let text = next.here.to_string();
            match seen.get(&text) {
                Some(&key) if key == next.here.key() => {}
                Some(_) => next.broken(term, "equal positions have equal keys", &text)?,
                None => {
                    let key = next.here.key();
                    // Sixty-four bits are enough that even one collision here is a mistake.
                    if let Some(other) = keys.insert(key, next.here.clone())
                        && other != next.here
                    {
                        next.broken(term, "different positions have different keys", &{
                            format!("the key of {other}")
                        })?;
                    }
                    seen.insert(text, key);
                    queue.push_back(next);
                }
            }
        }
    }
    check_keys(term, start, 10 * positions)?;
    for play in 0..plays {
        let mut stream = Seed(play).stream(0);
        let mut site = Site::start(start);
        let most = start.facts().max_plies;
        while site.here.node() != Node::Terminal {
            if most as usize <= site.path.len() {
                let found = format!("still going on after {} plies", site.path.len());
                site.broken(term, "a play ends within the declared number of plies", &found)?;
            }
            let m = site.here.draw_move(&mut stream);
            site = site.after(m);
            site.check_all(term)?;
        }
    }
    Ok(())
}

/// Compares the keys of so many positions, in depth: those of the breadth are all near the start.
fn check_keys(term: &str, start: &AnyPosition, positions: usize) -> Result<(), Box<Violation>> {
    let mut known: BTreeMap<u64, AnyPosition> = BTreeMap::new();
    let mut path = Vec::new();
    let mut line = vec![(start.clone(), all_moves(start))];
    while let Some((here, moves)) = line.last_mut().filter(|_| known.len() < positions) {
        let Some(m) = moves.pop() else {
            line.pop();
            path.pop();
            continue;
        };
        let next = after(here, m);
        path.push(m);
        match known.insert(next.key(), next.clone()) {
            None => {
                let moves = all_moves(&next);
                line.push((next, moves));
            }
            Some(other) if other == next => {
                path.pop();
            }
            Some(other) => {
                let found = format!("the key of {other}");
                let site = Site::at(start.clone(), next, path, Vec::new());
                return site.broken(term, "different positions have different keys", &found);
            }
        }
    }
    Ok(())
}

impl Site {
    fn start(start: &AnyPosition) -> Site {
        let keep = |index| {
            let mut kept = start.clone();
            kept.keep(Some(Heuristic(index as u8)));
            kept
        };
        let kept = (0..start.heuristics().len()).map(keep).collect();
        Site::at(start.clone(), start.clone(), Vec::new(), kept)
    }

    fn at(
        start: AnyPosition,
        here: AnyPosition,
        path: Vec<AnyMove>,
        kept: Vec<AnyPosition>,
    ) -> Site {
        let mut moves = Vec::new();
        let _ = here.each_move(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        Site { start, here, moves, path, kept }
    }

    fn after(&self, m: AnyMove) -> Site {
        let here = after(&self.here, m);
        let mut path = self.path.clone();
        path.push(m);
        let mut kept = self.kept.clone();
        for position in &mut kept {
            position.play(m);
        }
        Site::at(self.start.clone(), here, path, kept)
    }

    fn check_all(&self, game: &str) -> Result<(), Box<Violation>> {
        for law in LAWS {
            if let Err(found) = (law.check)(self) {
                self.broken(game, law.sentence, &found)?;
            }
        }
        Ok(())
    }

    fn broken(&self, game: &str, law: &str, found: &str) -> Result<(), Box<Violation>> {
        Err(Box::new(Violation {
            game: game.to_owned(),
            law: law.to_owned(),
            path: write_line(&self.start, &self.path),
            position: self.here.to_string(),
            found: found.to_owned(),
        }))
    }

    fn facts(&self) -> Facts {
        self.here.facts()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.facts().seats)
    }

    /// Whether payoffs or estimates of all seats are finite, in bounds, and add up.
    fn adds_up(&self, what: &str, of: impl Fn(Seat) -> f64) -> Result<(), String> {
        let facts = self.facts();
        let mut sum = 0.0;
        for seat in self.seats() {
            let value = of(seat);
            let (min, max) = (facts.min_payoff, facts.max_payoff);
            demand((min..=max).contains(&value), || {
                format!("{what} {value} for {seat}, outside {min}..={max}")
            })?;
            sum += value;
        }
        let expected = match facts.sum {
            Sum::Zero => 0.0,
            Sum::Constant(constant) => constant,
            Sum::General => return Ok(()),
        };
        demand((sum - expected).abs() < 1e-9, || format!("{what}s that add up to {sum}"))
    }
}

fn demand(holds: bool, found: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(found()) }
}

/// Every law of [`Position`] that can be checked at one position.
pub const LAWS: &[Law] = &[
    Law {
        sentence: "the facts are the same for every position of one play",
        check: |site| {
            demand(site.facts() == site.start.facts(), || format!("{:?}", site.facts()))?;
            let facts = site.facts();
            demand(facts.seats != 0 && facts.min_payoff <= facts.max_payoff, || {
                format!("{facts:?}")
            })
        },
    },
    Law {
        sentence: "the node is one of the declared seats, or chance where declared, or terminal",
        check: |site| match site.here.node() {
            Node::Decision(seat) => {
                demand(seat.0 < site.facts().seats, || format!("{seat} to act"))
            }
            Node::Chance => demand(site.facts().chance, || "a chance node".to_owned()),
            Node::Terminal => Ok(()),
        },
    },
    Law {
        sentence: "moves are strictly ascending; none at a terminal node, some at any other",
        check: |site| {
            let ascending = site.moves.windows(2).all(|pair| pair[0] < pair[1]);
            demand(ascending, || format!("{:?}", site.moves))?;
            let over = site.here.node() == Node::Terminal;
            demand(over == site.moves.is_empty(), || format!("{} moves", site.moves.len()))
        },
    },
    Law {
        sentence: "`moves`, `count` and `nth` agree with `each_move`, which stops when told to",
        check: |site| {
            let mut list = vec![AnyMove(u64::MAX); 3];
            site.here.moves(&mut list);
            demand(list == site.moves, || format!("moves: {list:?}"))?;
            let count = site.here.count();
            demand(count == site.moves.len(), || format!("count: {count}"))?;
            for (n, &m) in site.moves.iter().enumerate() {
                let nth = site.here.nth(n);
                demand(nth == m, || format!("nth({n}): {nth}, not {m}"))?;
            }
            let mut visits = 0;
            let _ = site.here.each_move(|_| {
                visits += 1;
                ControlFlow::Break(())
            });
            demand(visits <= 1, || format!("{visits} visits after a break"))
        },
    },
    Law {
        sentence: "`is_legal` accepts the legal moves and no other code",
        check: |site| {
            let near = site.moves.iter().flat_map(|m| [m.0.wrapping_sub(1), m.0 + 1]);
            let far = [1 << 8, 1 << 16, 1 << 31, 1 << 32, 1 << 63, u64::MAX];
            for code in (0..600).chain(near).chain(far) {
                let listed = site.moves.binary_search(&AnyMove(code)).is_ok();
                let legal = site.here.is_legal(AnyMove(code));
                demand(legal == listed, || format!("is_legal(#{code}) is {legal}"))?;
            }
            match site.moves.iter().find(|&&m| !site.here.is_legal(m)) {
                Some(m) => Err(format!("is_legal({m}) is false")),
                None => Ok(()),
            }
        },
    },
    Law {
        sentence: "playing on a copy leaves the original as it was, and `play_from` is `play`",
        check: |site| {
            let before = (site.here.to_string(), site.here.key());
            let mut from = site.start.clone();
            for &m in &site.moves {
                let mut copy = site.here.clone();
                copy.play(m);
                from.play_from(&site.here, m);
                demand(from == copy && from.key() == copy.key(), || {
                    format!("play_from({m}): {from}, play: {copy}")
                })?;
            }
            let after = (site.here.to_string(), site.here.key());
            demand(before == after, || format!("now {}", after.0))
        },
    },
    Law {
        sentence: "a copy is equal, and has the same key",
        check: |site| {
            let copy = site.here.clone();
            demand(copy == site.here && copy.key() == site.here.key(), || copy.to_string())
        },
    },
    Law {
        sentence: "the text of a position is one line and parses back to an equal position",
        check: |site| {
            let text = site.here.to_string();
            demand(!text.contains('\n') && text.trim() == text, || format!("{text:?}"))?;
            let back = site.start.parse(&text).map_err(|error| error.to_string())?;
            demand(back == site.here && back.key() == site.here.key(), || back.to_string())?;
            demand(back.to_string() == text, || format!("written again: {back}"))?;
            let again = all_moves(&back);
            demand(again == site.moves, || format!("its moves: {again:?}"))?;
            demand(back.node() == site.here.node(), || format!("its node: {:?}", back.node()))
        },
    },
    Law {
        sentence: "a move's notation is one word of its own, or several, and reads back to the move",
        check: |site| {
            let mut written = BTreeMap::new();
            for &m in &site.moves {
                let text = notation(&site.here, m);
                let tidy = !text.is_empty() && text.trim() == text && !text.contains([',', '\n']);
                demand(tidy, || format!("{m} written as {text:?}"))?;
                let back = site.here.parse_move(&text);
                demand(back == Some(m), || format!("{m}, written {text}, reads as {back:?}"))?;
                if let Some(other) = written.insert(text.clone(), m) {
                    return Err(format!("{m} and {other} are both written {text}"));
                }
            }
            let back = site.here.parse_move("no such move");
            demand(back.is_none(), || format!("`no such move` reads as {back:?}"))
        },
    },
    Law {
        sentence: "a score sheet has a text of one line for every move, and no two are alike",
        check: |site| {
            let mut written = BTreeMap::new();
            for &m in &site.moves {
                let text = scored(&site.here, m);
                let tidy = !text.is_empty() && text.trim() == text && !text.contains('\n');
                demand(tidy, || format!("{m} scored as {text:?}"))?;
                if let Some(other) = written.insert(text.clone(), m) {
                    return Err(format!("{m} and {other} are both scored {text}"));
                }
            }
            Ok(())
        },
    },
    Law {
        sentence: "weights of outcomes are positive, and their sum fits 32 bits",
        check: |site| {
            if site.here.node() != Node::Chance {
                return Ok(());
            }
            let mut total = 0u32;
            for &m in &site.moves {
                let weight = site.here.weight(m);
                demand(0 < weight, || format!("{m} weighs {weight}"))?;
                total = total.checked_add(weight).ok_or("a sum beyond 32 bits")?;
            }
            Ok(())
        },
    },
    Law {
        sentence: "payoffs are finite, within the declared bounds, and add up as declared",
        check: |site| match site.here.node() {
            Node::Terminal => site.adds_up("payoff", |seat| site.here.payoff(seat)),
            _ => Ok(()),
        },
    },
    Law {
        sentence: "estimates are finite, within the declared bounds, and add up to zero if payoffs do",
        check: |site| {
            if site.here.node() == Node::Terminal {
                return Ok(());
            }
            for index in 0..site.here.heuristics().len() {
                let heuristic = Heuristic(index as u8);
                let name = site.here.heuristics()[index].name;
                site.adds_up(name, |seat| site.here.estimate(heuristic, seat))?;
            }
            Ok(())
        },
    },
    Law {
        sentence: "a heuristic kept up to date estimates what it estimates from scratch",
        check: |site| {
            if site.here.node() == Node::Terminal {
                return Ok(());
            }
            let fresh = site.start.parse(&site.here.to_string()).map_err(|e| e.to_string())?;
            for (index, kept) in site.kept.iter().enumerate() {
                demand(*kept == site.here, || "keeping it changed the position".to_owned())?;
                for seat in site.seats() {
                    let heuristic = Heuristic(index as u8);
                    let expected = fresh.estimate(heuristic, seat);
                    for position in [kept, &site.here] {
                        let found = position.estimate(heuristic, seat);
                        demand((found - expected).abs() <= 1e-12, || {
                            format!("{found} for {seat}, from scratch {expected}")
                        })?;
                    }
                }
            }
            Ok(())
        },
    },
    Law {
        sentence: "there is a finite value for every declared feature",
        check: |site| {
            let mut values = vec![f64::NAN];
            for seat in site.seats() {
                site.here.feature_values(seat, &mut values);
                let right = values.len() == site.here.features().len();
                demand(right && values.iter().all(|v| v.is_finite()), || format!("{values:?}"))?;
            }
            Ok(())
        },
    },
    Law {
        sentence: "relevant moves are legal, ascending, and at least one",
        check: |site| {
            if !matches!(site.here.node(), Node::Decision(_)) {
                return Ok(());
            }
            let mut relevant = Vec::new();
            let _ = site.here.each_relevant(|m| {
                relevant.push(m);
                ControlFlow::Continue(())
            });
            let legal = relevant.iter().all(|m| site.moves.binary_search(m).is_ok());
            let ascending = relevant.windows(2).all(|pair| pair[0] < pair[1]);
            demand(legal && ascending && !relevant.is_empty(), || format!("{relevant:?}"))?;
            for &m in &site.moves {
                let _ = (site.here.hint(m), site.here.is_forcing(m));
            }
            Ok(())
        },
    },
    Law {
        sentence: "who passes gives the turn to another seat, and who cannot changes nothing",
        check: |site| {
            let Node::Decision(seat) = site.here.node() else { return Ok(()) };
            let mut after = site.here.clone();
            if !after.pass() {
                return demand(after == site.here, || format!("{after} without passing"));
            }
            let is_turn_given = !matches!(after.node(), Node::Decision(next) if next == seat);
            demand(is_turn_given, || format!("{seat} to act again in {after}"))
        },
    },
    Law {
        sentence: "symmetries carry moves to moves, play to play, and payoffs to equal payoffs",
        check: |site| {
            let here = &site.here;
            demand(here.image(0) == *here, || "number 0 is not the identity".to_owned())?;
            for symmetry in 1..here.symmetries() {
                let image = here.image(symmetry);
                demand(image.node() == here.node(), || format!("{symmetry}: {image}"))?;
                let mut expected: Vec<AnyMove> =
                    site.moves.iter().map(|&m| here.image_of_move(m, symmetry)).collect();
                expected.sort_unstable();
                let moves = all_moves(&image);
                demand(moves == expected, || format!("{symmetry}: moves {moves:?}"))?;
                for &m in &site.moves {
                    let (mut one, mut other) = (here.clone(), image.clone());
                    one.play(m);
                    other.play(here.image_of_move(m, symmetry));
                    let one = one.image(symmetry);
                    demand(one == other, || format!("{symmetry}: after {m} {one}, not {other}"))?;
                }
                for seat in site.seats() {
                    let same = match here.node() {
                        Node::Terminal => here.payoff(seat) == image.payoff(seat),
                        _ => true,
                    };
                    demand(same, || format!("{symmetry}: another payoff for {seat}"))?;
                }
            }
            Ok(())
        },
    },
];
