//! The API of what is looked into: searches, and small games solved.

use std::sync::Arc;

use agon_core::StopSignal;
use agon_draw::{Diagram, Signs, Theme};
use agon_table::Drawn;
use axum::{
    Extension, Json, Router,
    extract::{
        Path, Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;

use crate::{
    apart::apart,
    body::body,
    drawing::drawing,
    guest::Guest,
    house::House,
    place::Place,
    problem::Problem,
    trees::{NewTree, solved},
};

type Home = State<Arc<House>>;
type Who = Extension<Guest>;

/// Positions that a picture shows.
const MOST_DRAWN: usize = 150;

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/v1/trees", post(grow))
        .route("/api/v1/trees/{id}", get(tree))
        .route("/api/v1/trees/{id}/picture.svg", get(picture))
        .route("/api/v1/trees/{id}/nodes/{node}", get(children))
        .route("/api/v1/trees/{id}/moments/{moment}", get(moment))
        .route("/api/v1/solved.svg", get(solution))
}

async fn grow(
    State(house): Home,
    Extension(guest): Who,
    new: Result<Json<NewTree>, JsonRejection>,
) -> Result<Response, Problem> {
    let tree = house.trees.grow(&house.pool, guest.share(), body(new)?).await?;
    Ok((StatusCode::CREATED, Json(tree.view())).into_response())
}

async fn tree(State(house): Home, Path(id): Path<String>) -> Result<Response, Problem> {
    Ok(Json(house.trees.get(&id)?.view()).into_response())
}

#[derive(Deserialize)]
struct Shape {
    /// Whether it is for a telephone.
    #[serde(default)]
    narrow: bool,
}

async fn picture(
    State(house): Home,
    Path(id): Path<String>,
    shape: Result<Query<Shape>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Shape { narrow }) = shape.map_err(|error| Problem::wrong(error.body_text()))?;
    let tree = house.trees.get(&id)?;
    apart(move || {
        let diagram = tree.thought.diagram(tree.search(), MOST_DRAWN, Signs::Told);
        let diagram = Diagram { is_narrow: narrow, ..diagram };
        Ok(drawing(diagram.svg(Theme::Screen)))
    })
    .await
}

#[derive(Deserialize)]
struct From {
    #[serde(default)]
    from: usize,
}

async fn children(
    State(house): Home,
    Path((id, node)): Path<(String, String)>,
    from: Result<Query<From>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(From { from }) = from.map_err(|error| Problem::wrong(error.body_text()))?;
    let tree = house.trees.get(&id)?;
    let node = node.parse().unwrap_or(usize::MAX);
    Ok(Json(tree.children(node, from)?).into_response())
}

async fn moment(
    State(house): Home,
    Path((id, moment)): Path<(String, String)>,
    rows: Result<Query<Rows>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Rows { rows }) = rows.map_err(|error| Problem::wrong(error.body_text()))?;
    let rows: Vec<usize> = rows.split(',').filter_map(|row| row.parse().ok()).collect();
    let tree = house.trees.get(&id)?;
    Ok(Json(tree.moment(moment.parse().unwrap_or(usize::MAX), &rows)?).into_response())
}

#[derive(Deserialize)]
struct Rows {
    /// Positions of which it is told what is known at that moment: numbers with commas between them.
    #[serde(default)]
    rows: String,
}

#[derive(Deserialize)]
struct Wanted {
    game: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Option<String>,
    /// `graph`, `tree`, `labelled` or `strategy`.
    #[serde(default)]
    draw: Option<String>,
    /// Whether a tree is for a telephone.
    #[serde(default)]
    narrow: bool,
}

async fn solution(
    State(house): Home,
    Extension(guest): Who,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(wanted) = wanted.map_err(|error| Problem::wrong(error.body_text()))?;
    let name = wanted.draw.as_deref().unwrap_or("labelled");
    let drawn = Drawn::named(name).ok_or_else(|| {
        let all: Vec<&str> = Drawn::ALL.iter().map(|drawn| drawn.name()).collect();
        Problem::wrong(format!("`{name}` cannot be drawn; accepted: {}", all.join(", ")))
    })?;
    let place = Place { game: wanted.game, position: wanted.position, moves: wanted.moves };
    let is_narrow = wanted.narrow;
    let stop = StopSignal::new();
    let svg = house.pool.think(guest.share(), &stop, move || {
        let diagram = place.find().and_then(|site| solved(&site, drawn))?;
        Ok(Diagram { is_narrow, ..diagram }.svg(Theme::Screen))
    });
    let svg: Result<String, Problem> =
        svg.await?.ok_or_else(|| Problem::full("the game was not solved"))?;
    Ok(drawing(svg?))
}
