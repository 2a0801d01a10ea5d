//! The API for searches and small solved games.
use agon_draw::{Diagram, Theme};
use agon_table::Drawn;
use axum::{
    Extension,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    api::{AtStudy, Who},
    describe::{Body, Created, StudyApi, Svg, ToldDocument, Wanted},
    growth,
    place::PlaceQuery,
    problem::Problem,
    rivals::{COUNTED_IN_PASSING, Rivals},
    solved::solved,
    trees::{ChildrenView, MomentView, NewTree, TreeView},
};

/// Adds the routes for searches and solved games.
pub(crate) fn routes(api: StudyApi) -> StudyApi {
    api.post("/api/v1/trees", "grow", "Run a player's search and keep its trace", grow)
        .get("/api/v1/trees/{id}", "tree", "A search in short", tree)
        .get("/api/v1/trees/{id}/picture.svg", "picture", "The upper plies of the tree, drawn", picture)
        .get("/api/v1/trees/{id}/nodes/{node}", "children", "The positions below one, 200 at a time", children)
        .get(
            "/api/v1/trees/{id}/moments/{moment}",
            "moment",
            "A moment of the search, in words, and where the nearest cuts are",
            moment,
        )
        .get("/api/v1/solved.svg", "solved", "A small game solved and drawn", solution)
}

/// The name of the search.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct TreeId(#[schemars(regex(pattern = "^[0-9a-f]{32}$"))] String);

/// The number of the position.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct NodeNumber(#[schemars(with = "u64")] String);

/// Its number, counted from 0.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct MomentNumber(#[schemars(with = "u64")] String);

async fn grow(
    State(study): AtStudy,
    Extension(guest): Who,
    Body(new): Body<NewTree>,
) -> Result<Created<TreeView>, Problem> {
    growth::grow(&study, guest.share(), new, move |thinker, tree| {
        // Its page, where anybody opens it, says at once who else can search the same.
        Rivals::of(thinker, tree, None, None).count(thinker, tree, COUNTED_IN_PASSING);
        let told = ToldDocument::of(thinker, &tree.view(guest.language))?;
        Ok(Created(format!("/api/v1/trees/{}", tree.id), told))
    })
    .await
}

async fn tree(
    State(study): AtStudy,
    Extension(guest): Who,
    Path(TreeId(id)): Path<TreeId>,
) -> Result<ToldDocument<TreeView>, Problem> {
    study
        .on_worker(guest.share(), move |study, worker| {
            ToldDocument::of(worker, &study.trees.get(worker, &id)?.view(guest.language))
        })
        .await
}

#[derive(Deserialize, JsonSchema)]
struct Width {
    /// Draws the tree for a narrow screen, with every position on its own line.
    #[serde(default)]
    narrow: bool,
}

async fn picture(
    State(study): AtStudy,
    Extension(guest): Who,
    Path(TreeId(id)): Path<TreeId>,
    Wanted(Width { narrow }): Wanted<Width>,
) -> Result<Svg, Problem> {
    let drawn = study.on_worker(guest.share(), move |study, worker| {
        let tree = study.trees.get(worker, &id)?;
        let diagram = Diagram { is_narrow: narrow, ..tree.picture.clone() };
        Ok(Svg::of(worker, diagram.svg(Theme::Screen)))
    });
    drawn.await
}

#[derive(Deserialize, JsonSchema)]
struct LeftOut {
    /// The number of positions to skip.
    #[serde(default)]
    from: usize,
    /// Whether each comes with a small board, where the search has such.
    #[serde(default)]
    boards: bool,
}

async fn children(
    State(study): AtStudy,
    Extension(guest): Who,
    Path((TreeId(id), NodeNumber(node))): Path<(TreeId, NodeNumber)>,
    Wanted(LeftOut { from, boards }): Wanted<LeftOut>,
) -> Result<ToldDocument<ChildrenView>, Problem> {
    let node = node.parse().unwrap_or(usize::MAX);
    let told = study.on_worker(guest.share(), move |study, worker| {
        let tree = study.trees.get(worker, &id)?;
        let below = tree.children(node, from, guest.language)?;
        let is_drawn = boards && tree.has_small_boards();
        let below = if is_drawn { tree.drawn(worker, below)? } else { below };
        ToldDocument::of(worker, &below)
    });
    told.await
}

#[derive(Deserialize, JsonSchema)]
struct OpenRows {
    /// Positions whose statistics at that moment are wanted: numbers separated by commas.
    #[serde(default)]
    rows: String,
}

async fn moment(
    State(study): AtStudy,
    Extension(guest): Who,
    Path((TreeId(id), MomentNumber(moment))): Path<(TreeId, MomentNumber)>,
    Wanted(OpenRows { rows }): Wanted<OpenRows>,
) -> Result<ToldDocument<MomentView>, Problem> {
    let moment = moment.parse().unwrap_or(usize::MAX);
    let told = study.on_worker(guest.share(), move |study, worker| {
        let tree = study.trees.get(worker, &id)?;
        let rows: Vec<usize> = rows.split(',').filter_map(|row| row.parse().ok()).collect();
        ToldDocument::of(worker, &tree.moment(moment, &rows, guest.language)?)
    });
    told.await
}

#[derive(Deserialize, JsonSchema)]
struct SolvedDrawing {
    #[serde(flatten)]
    place: PlaceQuery,
    /// What.
    #[schemars(extend("enum" = ["graph", "tree", "labelled", "strategy"]))]
    draw: Option<String>,
    /// Draws the tree for a narrow screen, with every position on its own line.
    #[serde(default)]
    narrow: bool,
}

async fn solution(
    State(study): AtStudy,
    Extension(guest): Who,
    Wanted(SolvedDrawing { place, draw, narrow }): Wanted<SolvedDrawing>,
) -> Result<Svg, Problem> {
    let name = draw.as_deref().unwrap_or("labelled");
    let drawn = Drawn::named(name).ok_or_else(|| {
        let all: Vec<&str> = Drawn::ALL.iter().map(|drawn| drawn.name()).collect();
        Problem::wrong("not-drawn", &[("name", &name), ("all", &(all.join(", ")))])
    })?;
    let svg = study.think(guest.share(), move |thinker| {
        let diagram = place.find(thinker).and_then(|site| solved(thinker, &site, drawn))?;
        Ok(Svg::of(thinker, Diagram { is_narrow: narrow, ..diagram }.svg(Theme::Screen)))
    });
    svg.await
}
