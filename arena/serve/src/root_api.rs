//! The API itself: what it is, the token of a guest, how busy the server is.

use axum::{Extension, Json, extract::State};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{Home, Who},
    describe::{DESCRIPTION, ServerApi},
    view::SCHEMA,
};

/// Adds what is told of the API itself to the routes.
pub(crate) fn routes(api: ServerApi) -> ServerApi {
    api.get("/api/v1", "root", "About this API", root)
        .get(
            "/api/v1/token",
            "token",
            "The token, and a cookie with it; every request that changes something needs both",
            token,
        )
        .get("/api/v1/status", "status", "How busy the server is", status)
}

#[derive(Serialize, JsonSchema)]
struct ApiRoot {
    schema: u32,
    version: &'static str,
    description: &'static str,
}

async fn root() -> Json<ApiRoot> {
    Json(ApiRoot { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), description: DESCRIPTION })
}

#[derive(Serialize, JsonSchema)]
struct TokenDocument {
    token: String,
}

async fn token(Extension(guest): Who) -> Json<TokenDocument> {
    Json(TokenDocument { token: guest.token })
}

#[derive(Serialize, JsonSchema)]
struct StatusDocument {
    /// Games in memory.
    open: usize,
    /// Questions that are thought about, and that wait.
    thinking: usize,
    waiting: usize,
}

async fn status(State(app): Home) -> Json<StatusDocument> {
    let (thinking, waiting) = app.pool.load();
    Json(StatusDocument { open: app.open_tables(), thinking, waiting })
}
