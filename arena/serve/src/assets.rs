//! What the pages are made of, inside the program: styles, scripts, a sign.

use std::sync::{Arc, OnceLock};

use agon_draw::{Theme as Inks, stylesheet};
use axum::{
    Router,
    extract::Path,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{house::House, problem::Problem, view::sizes};

const SCRIPTS: &[(&str, &str)] = &[
    ("board.js", include_str!("../assets/board.js")),
    ("page.js", include_str!("../assets/page.js")),
    ("replay.js", include_str!("../assets/replay.js")),
    ("tournament.js", include_str!("../assets/tournament.js")),
    ("tree.js", include_str!("../assets/tree.js")),
    ("wall.js", include_str!("../assets/wall.js")),
    ("table.js", include_str!("../assets/table.js")),
];

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new().route("/assets/{name}", get(asset)).route("/favicon.ico", get(sign))
}

async fn sign() -> Response {
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    (kind, include_str!("../assets/sign.svg")).into_response()
}

async fn asset(Path(name): Path<String>) -> Response {
    let script = SCRIPTS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text);
    let (kind, text) = match (script, name.as_str()) {
        (Some(text), _) => ("text/javascript; charset=utf-8", text),
        (_, "style.css") => ("text/css; charset=utf-8", include_str!("../assets/style.css")),
        (_, "sign.svg") => ("image/svg+xml", include_str!("../assets/sign.svg")),
        (_, "board-auto.css" | "board-light.css" | "board-dark.css") => {
            ("text/css; charset=utf-8", inks(&name))
        }
        _ => return Problem::missing("there is no such file").into_response(),
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::OK, headers, text).into_response()
}

/// What drawings look like, in each theme.
fn inks(name: &str) -> &'static str {
    static ALL: OnceLock<[String; 3]> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        [Inks::Screen, Inks::Light, Inks::Dark].map(|inks| stylesheet(inks) + "\n" + &sizes())
    });
    match name {
        "board-light.css" => &all[1],
        "board-dark.css" => &all[2],
        _ => &all[0],
    }
}
