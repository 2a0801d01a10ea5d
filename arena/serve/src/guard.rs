//! The door: who may ask at all, and who may change something.
//!
//! A page of another site can make a browser send requests here, and by a name of its own that leads to
//! this machine even read the answers. So the name by which the server is called must be one of its own
//! (`Host`); and what changes anything must come from its own pages (`Origin`), with a token that only
//! they can read.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};

use crate::{
    door::Door,
    guest::{self, COOKIE, Guest, KEY, Theme, cookie, set},
    house::House,
    pages,
    problem::Problem,
    secret::{is_name, is_same, random},
    words::Language,
};

/// The header with the token.
pub(crate) const TOKEN: &str = "x-agon-token";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Lets a request in, or answers it.
pub(crate) async fn watch(
    State(house): State<Arc<House>>,
    mut request: Request,
    next: Next,
) -> Response {
    let door = &house.door;
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let is_page = !uri.path().starts_with("/api/") && !uri.path().starts_with("/assets/");
    let mut response = match admit(door, &method, &uri, request.headers()) {
        Ok(entry) => {
            let guest = entry.guest.clone();
            request.extensions_mut().insert(guest.clone());
            let mut response = match entry.turn {
                Some(to) => Redirect::to(&to).into_response(),
                None => next.run(request).await,
            };
            if let Some(problem) = response.extensions_mut().remove::<Problem>() {
                response = problem.answer(guest.language);
            }
            if entry.is_new && (is_page || uri.path() == "/api/v1/token") {
                set(&mut response, COOKIE, &guest.id);
            }
            if let Some(key) = entry.key {
                set(&mut response, KEY, &key);
            }
            response
        }
        Err(problem) if is_page => pages::failure(&Guest::nobody(), &problem),
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Who came in.
struct Entry {
    guest: Guest,
    /// Whether the guest was not known before.
    is_new: bool,
    /// The key to be remembered.
    key: Option<String>,
    /// Where to go instead: the same place, without the key.
    turn: Option<String>,
}

fn admit(door: &Door, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<Entry, Problem> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.or_else(|| uri.authority().map(axum::http::uri::Authority::as_str));
    let host = host.filter(|host| door.is_own(host)).ok_or_else(|| {
        Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server is not called so; name others with `agon serve --host NAME`",
        )
    })?;
    let mut key = None;
    let mut turn = None;
    if let Some(wanted) = &door.key {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let known = bearer.or_else(|| cookie(headers, KEY));
        if !known.is_some_and(|known| is_same(known, wanted)) {
            if !value_of(uri, "key").is_some_and(|given| is_same(given, wanted)) {
                return Err(Problem::new(
                    StatusCode::UNAUTHORIZED,
                    "this server wants its key: open the address that `agon serve` printed",
                ));
            }
            key = Some(wanted.clone());
            turn = (method == Method::GET).then(|| uri.path().to_owned());
        }
    }
    let known = cookie(headers, COOKIE).filter(|name| is_name(name)).map(str::to_owned);
    let is_new = known.is_none();
    let id = match known {
        Some(id) => id,
        None => random().map_err(Problem::trouble)?,
    };
    let token = door.token(&id);
    if !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        let foreign = || Problem::forbidden("this request comes from a page of another site");
        if let Some(origin) = headers.get(header::ORIGIN) {
            let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            if !origin.is_some_and(|(_, site)| site.eq_ignore_ascii_case(host)) {
                return Err(foreign());
            }
        }
        let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
        if site.is_some_and(|site| site != "same-origin" && site != "none") {
            return Err(foreign());
        }
        let given = headers.get(TOKEN).and_then(|value| value.to_str().ok());
        let given = given.or_else(|| value_of(uri, "token"));
        if is_new || !given.is_some_and(|given| is_same(given, &token)) {
            return Err(Problem::forbidden(
                "the token is missing or wrong: load the page again; programs get one, and the cookie that \
                 belongs to it, from GET /api/v1/token and send it as X-Agon-Token",
            ));
        }
    }
    let chosen = cookie(headers, guest::LANGUAGE).and_then(Language::of);
    let language = chosen.unwrap_or_else(|| {
        let wished = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        wished.map_or(Language::English, Language::wished)
    });
    let theme = cookie(headers, guest::THEME).and_then(Theme::of).unwrap_or_default();
    let place = uri.path_and_query().map_or("/", |place| place.as_str()).to_owned();
    Ok(Entry { guest: Guest { id, token, language, theme, place }, is_new, key, turn })
}

/// What stands in the address for `name`, which needs no decoding.
fn value_of<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find_map(|(key, value)| (key == name).then_some(value))
}
