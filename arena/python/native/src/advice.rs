//! What a player of the arena would play at a position, and what it searches there.

use std::sync::Arc;

use agon_core::{
    AnyMove, AnyPosition, Budget, Decision, NamedGame, NamedPlayer, Node, Position as _, Seed, StopSignal,
};
use agon_draw::{Boards, Letters, Signs, Theme};
use agon_table::{AnalysisDocument, GivenPosition, SearchLimits, WatchedSearch, ask, begin, seat_player};
use pyo3::{PyResult, Python};

use crate::{
    apart::apart,
    errors::{failed, wrong},
    known,
};

/// What a player would play at a position of a game, and what it thinks, as a document in JSON. It may look at `nodes` positions,
/// and draws from `seed`. Where something is hidden it is asked about a redeal.
///
/// # Errors
///
/// Where nobody acts, there is no such player, or it gives no move.
pub(crate) fn document(
    py: Python<'_>,
    (game, here): (&Arc<NamedGame>, &AnyPosition),
    player: &str,
    nodes: Option<u64>,
    seed: u64,
) -> PyResult<String> {
    let stop = StopSignal::unexpected();
    apart(
        py,
        || stop.give(),
        || {
            let player = known::player(player)?;
            let (here, decision) = decide((game, here), &player, (nodes, seed), &stop)?;
            let document = AnalysisDocument::new(&game.term, &player.term, &here, &decision);
            serde_json::to_string(&document).map_err(failed)
        },
    )?
}

/// What a player chooses at a position, and the position it was asked about: where something is hidden a redeal. It runs where
/// the stack is deep enough.
///
/// # Errors
///
/// Where nobody acts, the player cannot play the game, or it gives no move.
pub(crate) fn decide(
    (game, here): (&Arc<NamedGame>, &AnyPosition),
    player: &NamedPlayer,
    (nodes, seed): (Option<u64>, u64),
    stop: &StopSignal,
) -> PyResult<(AnyPosition, Decision<AnyMove>)> {
    let site = site(game, here).redealt(seed);
    let Node::Decision(seat) = site.here.node() else {
        let why = agon_table::nobody_acts(&site);
        let draws = site.here.node() == Node::Chance;
        return Err(if draws { wrong(why) } else { failed(why) });
    };
    let mut seated = seat_player(player, &site.game).map_err(failed)?;
    let gave_none = |why: String| failed(format!("{} gave no move: {why}", player.term));
    begin(seated.as_mut(), &site.base, &site.line).map_err(gave_none)?;
    let mut stream = Seed(seed).stream(0);
    let decision = ask(seated.as_mut(), &site.here, seat, &mut stream, limits(nodes, stop)).map_err(gave_none)?;
    Ok((site.here, decision))
}

/// What a player searches at a position, as lines or as a drawing in SVG, at most `depth` plies deep.
///
/// # Errors
///
/// Where there is no such player, or it shows no search.
pub(crate) fn drawn_tree(
    py: Python<'_>,
    (game, here): (&Arc<NamedGame>, &AnyPosition),
    player: &str,
    (nodes, seed): (Option<u64>, u64),
    depth: Option<usize>,
    as_text: bool,
) -> PyResult<String> {
    let stop = StopSignal::unexpected();
    // As many positions as the command keeps for a picture, and for lines.
    let (limit, depth) = (if as_text { 400 } else { 120 }, depth.unwrap_or(usize::MAX));
    apart(
        py,
        || stop.give(),
        || {
            let player = known::player(player)?;
            let (site, limits) = (site(game, here), limits(nodes, &stop));
            let thought = WatchedSearch::of(site, &player, seed, limits, (limit, depth));
            let thought = thought.map_err(failed)?;
            let search = thought.search(None).map_err(failed)?;
            Ok(if as_text {
                let lines = thought.diagram(search, limit, Signs::Told).lines(Letters::PLAIN);
                let head: Vec<String> = thought.head(search).iter().map(ToString::to_string).collect();
                format!("{}\n\n{lines}\n", head.join("\n"))
            } else {
                thought.fitted(search, limit, Signs::Told, Boards::Auto).0.svg(Theme::Screen)
            })
        },
    )?
}

/// The facts that players are given of a position.
fn site(game: &Arc<NamedGame>, here: &AnyPosition) -> GivenPosition {
    GivenPosition {
        game: NamedGame::clone(game),
        base: here.clone(),
        line: Vec::new(),
        here: here.clone(),
        saved: None,
        redealt: None,
    }
}

fn limits(nodes: Option<u64>, stop: &StopSignal) -> SearchLimits<'_> {
    SearchLimits { budget: Budget::of(nodes), stop: Some(stop), ..SearchLimits::default() }
}
