//! A drawing on its own, as it is sent.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// A drawing with a style of its own, which nothing else gets.
pub(crate) fn drawing(svg: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    (headers, svg).into_response()
}
