//! A search that was watched: what a player chose, and what it told while it searched.

use std::fmt::Write as _;

use agon_core::{
    AnyMove, Bound, Decision, Entered, Left, NamedPlayer, Node, Observer, Position, Reason, Seat,
    Seed, line, notation,
};
use agon_draw::{Diagram, Search, Signs, Trace, plain};

use crate::{
    asking::{SearchLimits, ask_watched, begin, made_ready},
    figure::grouped,
    place::GivenPosition,
    table_error::TableError,
};

/// What a player chose, and what its search told.
#[derive(Clone, Debug)]
pub struct WatchedSearch {
    /// Where it was asked.
    pub site: GivenPosition,
    /// The player's term.
    pub player: String,
    /// The seat it chose for.
    pub seat: Seat,
    /// What it chose.
    pub decision: Decision<AnyMove>,
    /// What it told.
    pub trace: Trace,
}

impl WatchedSearch {
    /// Asks a player, and keeps so many positions, so many plies deep, of what it tells.
    ///
    /// # Errors
    ///
    /// Where nobody is to act, or the player cannot play, gives no move or tells nothing.
    pub fn of(
        site: GivenPosition,
        named: &NamedPlayer,
        seed: u64,
        asked: SearchLimits<'_>,
        (limit, depth): (usize, usize),
    ) -> Result<WatchedSearch, TableError> {
        let mut trace = Trace::new(&site.here, limit, depth);
        let (seat, decision) = watch(&site, named, seed, asked, &mut trace)?;
        if trace.count() == 0 {
            tell(&decision, seat, &mut trace);
        }
        if trace.entered() <= 1 {
            return Err(TableError::wrong(format!(
                "{} chose {}, and tells nothing of what it looks at",
                named.term,
                notation(&site.here, decision.m)
            )));
        }
        Ok(WatchedSearch { site, player: named.term.clone(), seat, decision, trace })
    }

    /// The search with this number, or the last that was not stopped.
    ///
    /// # Errors
    ///
    /// Where there is none, or it was forgotten.
    pub fn search(&self, number: Option<usize>) -> Result<&Search, TableError> {
        let found = match number {
            None => self.trace.last(),
            Some(number) => self.trace.search(number),
        };
        found.ok_or_else(|| {
            let (count, kept) = (self.trace.count(), self.trace.searches().len());
            let why = if number.is_some_and(|number| (1..=count).contains(&number)) {
                format!("only the last {kept} of {count} searches are kept; raise --limit")
            } else {
                format!("--search: the root was searched {count} times; say 1 to {count}")
            };
            TableError::wrong(why)
        })
    }

    /// What was asked and answered, in a line each; what else is to be said; which search it is.
    pub fn head(&self, search: &Search) -> String {
        let WatchedSearch { site, player, seat, decision, trace } = self;
        let mut head = format!("{}: {seat} to act in `{}`\n{player}", site.game.term, site.here);
        let _ = write!(head, ": {}", notation(&site.here, decision.m));
        if let Some(value) = decision.value {
            let _ = write!(head, ", worth {}{}", decision.bound.words(), plain(value));
        }
        if 1 < decision.pv.len() {
            let _ = write!(head, ", line {}", line::write_line(&site.here, &decision.pv));
        }
        let _ = write!(head, "; {} positions", grouped(trace.entered()));
        if let Some(remarks) = decision.remarks(&site.here) {
            let _ = write!(head, "\n{remarks}");
        }
        if 1 < trace.count() {
            let _ = write!(head, "\nsearch {} of {}", search.number, trace.count());
            if let Some(depth) = search.root().entered.depth {
                let _ = write!(head, ", depth {depth}");
            }
            let _ = write!(head, ": {} positions", grouped(search.root().looked));
        }
        head
    }

    /// The search as a tree of at most so many positions.
    pub fn diagram(&self, search: &Search, limit: usize, signs: Signs) -> Diagram {
        let mut diagram = self.trace.diagram(search, &self.decision.pv, limit, signs);
        diagram.title = self.head(search).replace('\n', "; ");
        diagram
    }
}

/// Asks a player, and has `observer` told what it looks at: which seat it chose for, and what.
///
/// # Errors
///
/// Where nobody is to act, or the player cannot play or gives no move.
pub fn watch(
    site: &GivenPosition,
    named: &NamedPlayer,
    seed: u64,
    asked: SearchLimits<'_>,
    observer: &mut dyn Observer,
) -> Result<(Seat, Decision<AnyMove>), TableError> {
    let Node::Decision(seat) = site.here.node() else {
        return Err(TableError::wrong(format!(
            "{}: no seat is to act in `{}`, and a player is asked where one is",
            site.game.term, site.here
        )));
    };
    let mut player = made_ready(named.seat_erased(&site.game.start), &site.game)?;
    let mut stream = Seed(seed).stream(0);
    let decision = begin(player.as_mut(), &site.base, &site.line).and_then(|()| {
        ask_watched(player.as_mut(), &site.here, seat, &mut stream, asked, observer)
    });
    let decision = decision
        .map_err(|why| TableError::trouble(format!("{} gave no move: {why}", named.term)))?;
    Ok((seat, decision))
}

/// What can be seen of a player that tells nothing while it thinks: the values of its moves.
fn tell(decision: &Decision<AnyMove>, seat: Seat, trace: &mut Trace) {
    let everything = [f64::NEG_INFINITY, f64::INFINITY];
    let left = |value: f64, bound| Left::new(value, bound, Reason::Searched);
    trace.entered(Entered::new(None, None, seat, everything));
    for root in &decision.moves {
        trace.entered(Entered::new(Some(root.m), Some(Node::Decision(seat)), seat, everything));
        trace.left(left(root.value, root.bound));
    }
    trace.left(left(decision.value.unwrap_or(f64::NAN), Bound::Exact));
}
