//! A watched search: the player's choice, and the reports of its search.

use std::fmt;

use agon_core::{
    AnyMove, AnyPosition, Bound, Decision, Entered, Left, NamedPlayer, Node, Observer, Position, Reason, Seat, Seed,
    after, all_moves, line, notation, picture::Aim,
};
use agon_draw::{
    Boards, Diagram, Fit, Search, Signs, Trace, known,
    phrase::{Phrase, PhrasePart, figure, number_of, text},
};

use crate::{
    asking::{SearchLimits, ask_watched, begin, made_ready},
    figure::grouped,
    place::GivenPosition,
    table_error::TableError,
};

/// A player's choice, and the reports of its search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WatchedSearch {
    /// The position it was asked about.
    pub site: GivenPosition,
    /// The player's term.
    pub player: String,
    /// The seat it chose for, and its decision; `None` if chance draws first.
    pub chosen: Option<(Seat, Decision<AnyMove>)>,
    /// The reports.
    pub trace: Trace,
}

/// The part of the whole tree, at the depth of the search, that was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedNodes {
    /// The number of positions looked at.
    pub looked: u64,
    /// The number of positions in the whole tree.
    pub full: u64,
}

impl SavedNodes {
    /// The share that was not looked at.
    pub fn share(self) -> f64 {
        1.0 - self.looked as f64 / self.full as f64
    }

    /// The same in percent, as a whole number.
    pub fn percent(self) -> f64 {
        (100.0 * self.share()).round_ties_even()
    }
}

impl fmt::Display for SavedNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (looked, full) = (grouped(self.looked), grouped(self.full));
        write!(f, "{looked} of {full} nodes, {} % saved", self.percent())
    }
}

/// The most draws in a row whose outcomes are followed.
const DRAWS: usize = 16;

/// The most outcomes of chance after which a player is asked.
const SEARCHES: usize = 10_000;

/// Larger trees are not counted for this.
const COUNTED: u64 = 100_000;

/// The default limit of a picture's width, in pixels.
const WIDE: f64 = 1600.0;

impl WatchedSearch {
    /// Asks a player, and stores a limited number of positions and plies of its reports. If chance draws first the
    /// player is asked after every outcome; of draws in a row the first 16 are followed, and positions where
    /// chance draws once more are left unvisited. With hidden information it is asked about a redeal for the seat to
    /// act, and the search is of that.
    ///
    /// # Errors
    ///
    /// If the game is over, or the player cannot play, gives no move or reports nothing, or if chance has more than
    /// 10,000 outcomes before a seat is to act.
    pub fn of(
        site: GivenPosition,
        named: &NamedPlayer,
        seed: u64,
        asked: SearchLimits<'_>,
        (limit, depth): (usize, usize),
    ) -> Result<WatchedSearch, TableError> {
        let site = site.redealt(seed);
        let mut chance = DrawsLeft { in_a_row: DRAWS, searches: SEARCHES };
        let (chosen, trace) = traced(&site, named, seed, asked, (limit, depth), &mut chance)?;
        Ok(WatchedSearch { site, player: named.term.clone(), chosen, trace })
    }

    /// The player's decision, if a seat is to act.
    pub fn decision(&self) -> Option<&Decision<AnyMove>> {
        self.chosen.as_ref().map(|(_, decision)| decision)
    }

    /// The search with this number, or the last one that was not stopped.
    ///
    /// # Errors
    ///
    /// If there is no such search, or it was forgotten.
    pub fn search(&self, number: Option<usize>) -> Result<&Search, TableError> {
        let found = match number {
            None => self.trace.last(),
            Some(number) => self.trace.search(number),
        };
        found.ok_or_else(|| {
            let (count, kept) = (self.trace.count(), self.trace.searches().len());
            let why = if number.is_some_and(|number| (1..=count).contains(&number)) {
                format!("only the last {kept} of {count} searches are recorded; a higher limit records more")
            } else {
                format!("the root was searched {count} times; say 1 to {count}")
            };
            TableError::wrong(why)
        })
    }

    /// The question and the answer, in a line each; further remarks; and which search it is.
    pub fn head(&self, search: &Search) -> Vec<PhrasePart> {
        let WatchedSearch { site, trace, .. } = self;
        let (asked, answered) = match &self.chosen {
            None => self.chance_in_words(search),
            Some((seat, decision)) => self.choice_in_words(search, *seat, decision),
        };
        let looked = figure(grouped(trace.entered()));
        let mut head = vec![asked.into(), Phrase::around("search-head-found", answered).with(looked).into()];
        let remarks = self.decision().and_then(|decision| decision.remarks(&site.here));
        match remarks {
            Some(remark) if remark.name().is_some() => head.push(PhrasePart::Author(remark)),
            // A program may say several lines.
            Some(remark) => {
                head.extend(remark.to_string().lines().map(|line| PhrasePart::Author(line.into())));
            }
            None => {}
        }
        if 1 < trace.count() {
            let which = |id| Phrase::around(id, figure(search.number)).with(figure(trace.count()));
            let which = match search.root().entered.depth {
                Some(depth) => which("search-head-depth").with(figure(depth)),
                None => which("search-head-number"),
            };
            head.push(which.with(figure(grouped(search.root().looked))).into());
        }
        head
    }

    /// The question where chance draws, and what it is worth.
    fn chance_in_words(&self, search: &Search) -> (Phrase, PhrasePart) {
        let WatchedSearch { site, player, .. } = self;
        let asked = Phrase::around("search-head-chance", text(&site.game.term));
        let worth = figure(search.root().worth());
        let answered = Phrase::around("search-head-mean", text(player)).with(worth);
        (asked.with(text(format!("`{}`", site.here))), answered.into())
    }

    /// The question to a seat, and its choice.
    fn choice_in_words(&self, search: &Search, seat: Seat, decision: &Decision<AnyMove>) -> (Phrase, PhrasePart) {
        let WatchedSearch { site, player, .. } = self;
        let id = if site.redealt.is_some() { "search-head-redeal" } else { "search-head" };
        let asked = Phrase::around(id, text(&site.game.term)).with(number_of(seat));
        let asked = asked.with(text(format!("`{}`", site.here)));
        let asked = match site.redealt {
            Some(redealt) => asked.with(number_of(redealt)),
            None => asked,
        };
        let mut told = text(format!("{player}: {}", notation(&site.here, decision.m)));
        if let Some(value) = decision.value {
            let id = match decision.bound {
                Bound::Exact => "search-head-worth",
                Bound::Lower => "search-head-least",
                Bound::Upper => "search-head-most",
                Bound::Sample => "search-head-about",
            };
            told = Phrase::around(id, told).with(figure(known(value, decision.bound))).into();
            // The tree has the values of another.
            if search.root().entered.seat != seat {
                told = Phrase::around("search-to", told).with(number_of(seat)).into();
            }
        }
        if 1 < decision.pv.len() {
            let line = text(line::write_line(&site.here, &decision.pv));
            told = Phrase::around("search-head-line", told).with(line).into();
        }
        (asked, told)
    }

    /// The part of the whole tree, at the depth of the search, that was not searched; `None` if the tree is too large
    /// to be counted, has chance nodes or playouts, or was searched deeper in places, and if the whole tree may have
    /// another value.
    pub fn saved(&self, search: &Search) -> Option<SavedNodes> {
        let root = search.root();
        let depth = usize::try_from(root.entered.depth?).ok()?;
        let is_deeper = search.visits.iter().any(|visit| depth < visit.ply);
        if root.sample.is_some() || is_deeper || !search.keeps_value() || self.site.here.facts().chance {
            return None;
        }
        let (looked, full) = (root.looked, positions_within(&self.site.here, depth, COUNTED)?);
        (looked <= full).then_some(SavedNodes { looked, full })
    }

    /// The search as a tree of at most `limit` positions.
    pub fn diagram(&self, search: &Search, limit: usize, signs: Signs) -> Diagram {
        self.titled(search, self.trace.diagram(search, self.line(), limit, signs))
    }

    /// The same, fitted to the width of a page, with boards as requested, and the changes that made it fit.
    pub fn fitted(&self, search: &Search, limit: usize, signs: Signs, boards: Boards) -> (Diagram, Fit) {
        let (diagram, fit) = self.trace.fitted(search, self.line(), limit, signs, (WIDE, boards));
        (self.titled(search, diagram), fit)
    }

    /// The indices of the positions on the line that the search expects, from the root on.
    pub fn expected(&self, search: &Search) -> Vec<usize> {
        search.follow(self.line().iter().copied())
    }

    /// The first moves of that line, at most so many, each with the seat that plays it and its places; up to where chance draws.
    pub fn expected_moves(&self, most: usize) -> Vec<(Seat, Aim)> {
        let mut here = self.site.here.clone();
        let moves = self.line().iter().take(most).map_while(|&m| {
            let Node::Decision(seat) = here.node() else { return None };
            let aim = here.aim(m);
            here.play(m);
            Some((seat, aim))
        });
        moves.collect()
    }

    fn line(&self) -> &[AnyMove] {
        self.decision().map_or(&[], |decision| &decision.pv)
    }

    fn titled(&self, search: &Search, diagram: Diagram) -> Diagram {
        let lines: Vec<String> = self.head(search).iter().map(ToString::to_string).collect();
        let title = lines.join("; ");
        let foot = self.saved(search).map_or_else(String::new, |saved| saved.to_string());
        Diagram { title, foot, ..diagram }
    }
}

/// The number of positions of the whole tree to this depth, each move and each outcome of chance a ply; `None` if
/// there are more than `most`.
pub fn positions_within(here: &AnyPosition, depth: usize, most: u64) -> Option<u64> {
    let mut left = most;
    count(here, depth, &mut left).map(|()| most - left)
}

/// Counts the positions of a tree to this depth, while there are any `left`.
fn count(here: &AnyPosition, depth: usize, left: &mut u64) -> Option<()> {
    *left = left.checked_sub(1)?;
    if 0 < depth && here.node() != Node::Terminal {
        for m in all_moves(here) {
            count(&after(here, m), depth - 1, left)?;
        }
    }
    Some(())
}

/// The player's choice, if a seat was to act.
type Chosen = Option<(Seat, Decision<AnyMove>)>;

/// What is left of the limits of draws.
struct DrawsLeft {
    in_a_row: usize,
    searches: usize,
}

/// Asks a player, or if chance draws first, after every outcome: its choice, and the reports.
fn traced(
    site: &GivenPosition,
    named: &NamedPlayer,
    seed: u64,
    asked: SearchLimits<'_>,
    (limit, depth): (usize, usize),
    chance: &mut DrawsLeft,
) -> Result<(Chosen, Trace), TableError> {
    let here = &site.here;
    if here.node() != Node::Chance {
        let mut trace = Trace::new(here, limit, depth);
        let (seat, decision) = watch(site, named, seed, asked, &mut trace)?;
        reported(&named.term, here, (seat, &decision), &mut trace)?;
        return Ok((Some((seat, decision)), trace));
    }
    if site.hides() {
        return Err(TableError::wrong(nobody_acts(site)));
    }
    // A player that cannot play the game is refused even if no question remains.
    drop(made_ready(named.seat_erased(&site.game.start), &site.game)?);
    let drawn = all_moves(here);
    let total: f64 = drawn.iter().map(|&m| f64::from(here.weight(m))).sum();
    let room = ((limit / drawn.len().max(1)).max(1), depth.saturating_sub(1));
    let mut parts = Vec::new();
    chance.in_a_row -= 1;
    for m in drawn {
        let mut next = site.clone();
        next.play(m);
        chance.searches = chance.searches.checked_sub(1).ok_or_else(|| {
            let most = grouped(SEARCHES as u64);
            TableError::wrong(format!(
                "chance has more than {most} outcomes before a seat acts, too many to search them all; {}",
                nobody_acts(site)
            ))
        })?;
        let part = match next.here.node() {
            Node::Terminal => Trace::over(&next.here, Seat(0)),
            Node::Chance if chance.in_a_row == 0 => Trace::unvisited(&next.here),
            _ => traced(&next, named, seed, asked, room, chance)?.1,
        };
        parts.push((m, f64::from(here.weight(m)) / total, part));
    }
    chance.in_a_row += 1;
    Ok((None, Trace::under_chance(here, parts)))
}

/// Asks a player, and reports its search to `observer`: the seat it chose for, and its decision. With hidden
/// information it is asked about a redeal.
///
/// # Errors
///
/// If no seat is to act, or the player cannot play or gives no move.
pub fn watch(
    site: &GivenPosition,
    named: &NamedPlayer,
    seed: u64,
    asked: SearchLimits<'_>,
    observer: &mut dyn Observer,
) -> Result<(Seat, Decision<AnyMove>), TableError> {
    let site = &site.clone().redealt(seed);
    let Node::Decision(seat) = site.here.node() else {
        return Err(TableError::wrong(nobody_acts(site)));
    };
    let mut player = made_ready(named.seat_erased(&site.game.start), &site.game)?;
    let mut stream = Seed(seed).stream(0);
    let decision = begin(player.as_mut(), &site.base, &site.line)
        .and_then(|()| ask_watched(player.as_mut(), &site.here, seat, &mut stream, asked, observer));
    let decision = decision.map_err(|why| TableError::trouble(format!("{} gave no move: {why}", named.term)))?;
    Ok((seat, decision))
}

/// Why no player can be asked at a position where no seat is to act, and the way out.
pub fn nobody_acts(site: &GivenPosition) -> String {
    let GivenPosition { game, here, .. } = site;
    if here.node() == Node::Terminal {
        return format!("{}: the game is over in `{here}`: no seat is to act", game.term);
    }
    let drawn = all_moves(here);
    let example = drawn.first().map(|&m| format!(", such as {}", notation(here, m)));
    let way_out = format!("add its outcome to the moves{}", example.unwrap_or_default());
    format!("{}: chance moves next in `{here}`; {way_out}", game.term)
}

/// Has a search that was watched report at least the values of its moves.
///
/// # Errors
///
/// If the player, of this term, reports nothing.
pub(crate) fn reported(
    term: &str,
    here: &AnyPosition,
    (seat, decision): (Seat, &Decision<AnyMove>),
    trace: &mut Trace,
) -> Result<(), TableError> {
    if trace.count() == 0 {
        tell(decision, seat, trace);
    }
    if Trace::entered(trace) <= 1 {
        let m = notation(here, decision.m);
        let what = "and reports nothing of its search";
        return Err(TableError::wrong(format!("{term} chose {m}, {what}")));
    }
    Ok(())
}

/// A report for players that make none while they think: the values of their moves.
fn tell(decision: &Decision<AnyMove>, seat: Seat, trace: &mut Trace) {
    let everything = [f64::NEG_INFINITY, f64::INFINITY];
    let left = |value: f64, bound| Left::new(value, bound, Reason::Searched);
    trace.entered(Entered::new(None, None, seat, everything));
    for root in &decision.moves {
        trace.entered(Entered::new(Some(root.m), Some(Node::Decision(seat)), seat, everything));
        trace.left(left(root.value, root.bound));
    }
    // A value that is none of theirs is a mean of theirs, as of a player that draws its move, and known no better.
    let is_theirs = decision.moves.iter().any(|root| Some(root.value) == decision.value);
    let is_exact = decision.moves.iter().all(|root| root.bound == Bound::Exact);
    let bound = match (is_theirs, is_exact) {
        (true, _) => decision.bound,
        (false, true) => Bound::Exact,
        (false, false) => Bound::Sample,
    };
    trace.left(left(decision.value.unwrap_or(f64::NAN), bound));
}

#[cfg(test)]
mod tests {
    use agon_core::{Bound, Decision, Position, RootMove, Seat, registry};
    use agon_draw::Trace;

    use super::tell;

    #[test]
    fn a_mean_of_moves_is_known_no_better_than_the_moves() {
        let game = registry::game("nim").expect("the game is there");
        let (m, seat) = (game.start.nth(0), Seat(0));
        for (other, value, expected) in [
            (RootMove::new(m, -1.0, Bound::Exact), 0.5, Bound::Exact),
            (RootMove::sample(m, -1.0, 9), 0.5, Bound::Sample),
            (RootMove::new(m, -1.0, Bound::Lower), 0.5, Bound::Sample),
            // The value of one of them is known as well as the decision says.
            (RootMove::sample(m, -1.0, 9), 1.0, Bound::Lower),
        ] {
            let mut decision = Decision::just(m);
            (decision.value, decision.bound) = (Some(value), Bound::Lower);
            decision.moves = vec![RootMove::new(m, 1.0, Bound::Exact), other];
            let mut trace = Trace::new(&game.start, 9, 9);
            tell(&decision, seat, &mut trace);
            let root = trace.last().expect("there is a search").root();
            assert_eq!((root.value, root.bound), (value, expected), "{other:?}");
        }
    }
}
