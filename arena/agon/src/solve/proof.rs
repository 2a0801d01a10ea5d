//! Proofs by search: the value of one position, and of others only as far as it needs them.

use std::sync::{Mutex, PoisonError};

use agon_core::{AnyMove, Bound, Budget, Decision, Node, Position, Seat, Seed, Sum, notation, registry};
use agon_roster::solve::{Quickest, solve_shortly_until};
use agon_table::{GivenPosition, SearchLimits, ask, nobody_acts, seat_player};

use super::asked::Args;
use crate::{
    failed::Failed,
    figure, signals,
    solution::{SCHEMA, SolutionDocument},
};

/// The positions that a short search looks at, before millions are solved one by one.
const SHORT: u64 = 200_000;
/// The positions that are looked at for the distance, unless --nodes is given.
const DISTANT: u64 = 10_000_000;
/// The bytes for distances.
const DISTANCES: usize = 256 << 20;
/// The positions that a search looks at in a long game, unless --nodes is given.
const LONG: u64 = 1_000_000_000;

/// What a short search for a win of all there is finds.
pub(super) fn short(args: &Args, site: &GivenPosition) -> Option<SolutionDocument> {
    let Node::Decision(_) = site.here.node() else { return None };
    let nodes = args.search.nodes.unwrap_or(SHORT).min(SHORT);
    let (proven, plies) = solve_shortly_until(&site.here, nodes, signals::stop())?;
    let m = proven.m.map(|m| notation(&site.here, m));
    Some(SolutionDocument { r#move: m, distance: Some(plies), ..searched(site, "short", proven.value) })
}

/// What a search says of a position that is worth `first` to the first seat.
fn searched(site: &GivenPosition, method: &'static str, first: f64) -> SolutionDocument {
    let facts = site.here.facts();
    let sum = total(site);
    let value = if facts.seats == 1 { vec![first] } else { vec![first, sum - first + 0.0] };
    let winner = match (facts.seats, value.as_slice()) {
        (2, [one, two]) if two < one => Some(1),
        (2, [one, two]) if one < two => Some(2),
        _ => None,
    };
    SolutionDocument {
        schema: SCHEMA,
        game: site.game.term.clone(),
        position: site.here.to_string(),
        method,
        value,
        winner,
        ..SolutionDocument::default()
    }
}

/// What all seats get together.
fn total(site: &GivenPosition) -> f64 {
    match site.here.facts().sum {
        Sum::Constant(sum) => sum,
        _ => 0.0,
    }
}

/// Proves the value by a player that does so.
pub(super) fn prove(
    args: &Args,
    site: &GivenPosition,
    player: &'static str,
    so_far: &Mutex<SolutionDocument>,
) -> Result<SolutionDocument, Failed> {
    let Node::Decision(seat) = site.here.node() else {
        return Err(Failed::usage(nobody_acts(site) + ", or use --method graph"));
    };
    let is_long = 1000 < site.here.facts().max_plies;
    let nodes = args.search.nodes.or(is_long.then_some(LONG));
    let words = nodes.map_or_else(|| "unlimited".to_owned(), |nodes| nodes.to_string());
    let threads = match args.search.threads() {
        1 => String::new(),
        _ if player == "pns" => {
            let why = "--threads is for the search by null windows; use --method search";
            return Err(Failed::usage(format!("{}: {why}", site.game.term)));
        }
        threads => format!(", threads={threads}"),
    };
    let term = format!("{player}(table={}, nodes={words}{threads})", args.search.table());
    let named = registry::player(&term).map_err(Failed::usage)?;
    let mut player_at = seat_player(&named, &site.game)?;
    player_at.begin();
    let first = |value: f64| if seat == Seat(0) { value } else { total(site) - value + 0.0 };
    let listener = |decision: &Decision<AnyMove>| {
        let mut known = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        known.r#move = Some(notation(&site.here, decision.m));
    };
    let limits = SearchLimits {
        budget: Budget::of(args.search.nodes),
        stop: Some(signals::stop()),
        listener: Some(&listener),
        ..SearchLimits::default()
    };
    let mut stream = Seed(0).stream(0);
    let decision = ask(player_at.as_mut(), &site.here, seat, &mut stream, limits)
        .map_err(|why| Failed::trouble(format!("{term}: {why}")))?;
    if signals::is_asked() {
        let mut known = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        known.r#move = Some(notation(&site.here, decision.m));
        known.bound = decision.value.map(|value| (seat.0 + 1, decision.bound.words(), value));
        return Err(Failed::interrupted("interrupted"));
    }
    let value = match decision.value {
        Some(value) if decision.bound == Bound::Exact => value,
        bound => {
            let looked = figure::grouped(decision.nodes);
            let known = bound.map_or_else(String::new, |value| {
                let words = decision.bound.words();
                format!(", but {seat} gets {words}{}", figure::plain(value))
            });
            let game = &site.game.term;
            let why = format!("{game}: not proven after {looked} positions{known}; raise --nodes");
            return Err(Failed::trouble(why));
        }
    };
    let first = first(value);
    // The tables of the proof are gone by now.
    drop(player_at);
    let most = args.search.nodes.unwrap_or(DISTANT);
    let mut quickest = Quickest::of(&site.here, first, DISTANCES);
    let found = quickest.as_mut().and_then(|quickest| quickest.plies_until(&site.here, most, signals::stop()));
    let (distance, m) = found.map_or((None, decision.m), |(plies, m)| (Some(plies), m));
    let method = if player == "pns" { "pns" } else { "search" };
    Ok(SolutionDocument {
        r#move: Some(notation(&site.here, m)),
        distance,
        nodes: Some(decision.nodes),
        ..searched(site, method, first)
    })
}

#[cfg(test)]
mod tests {
    use agon_roster::solve::Graph;

    use super::{Args, prove};
    use crate::solve::described::describe;

    #[test]
    fn a_proof_finds_the_value_of_the_graph() {
        for (player, game) in [("solve", "grundy(heap=9)"), ("pns", "nim(heaps=1+2+4)")] {
            let args = Args::read(&[game, "--table", "1MB"]);
            let site = args.place.find().unwrap();
            let graph = Graph::solve(&site.here, 10_000, false).unwrap();
            let so_far = std::sync::Mutex::default();
            let proven = prove(&args, &site, player, &so_far).unwrap();
            assert_eq!(proven.value, describe(&args, &site, &graph).value, "{player} at {game}");
        }
    }
}
