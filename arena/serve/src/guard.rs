//! The door: who may ask at all, and who may change something.
//!
//! A page of another site can make a browser send requests here, and by a name of its own that leads to
//! this machine even read the answers. So the name by which the server is called must be one of its own
//! (`Host`); of another site's page only the links are followed, nothing is embedded there
//! (`Sec-Fetch-Site`); and what changes anything must come from its own pages (`Origin`), with a token that
//! only they can read.

use std::{net::IpAddr, sync::Arc};

use axum::{
    body::{self, Body, Bytes},
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use tokio::time;

use crate::{
    app_state::AppState,
    door::Door,
    pages,
    problem::Problem,
    public_origin::PublicOrigin,
    secret::{is_name, is_same, random},
    settings::{ARRIVAL, MOST_BODY},
    share::address_of,
    visitor::{COOKIE, KEY, OWNER, TOKEN_FIELD, Visitor, cookie, set, without},
    words::Said,
};

/// The address from which a request comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) IpAddr);

/// Where programs ask whether it is there, without a key.
const HEALTH: &str = "/health";

/// The header with the token.
pub(crate) const TOKEN: &str = "x-agon-token";

/// The header with the owner's key, for programs.
pub(crate) const OWNER_HEADER: &str = "x-agon-owner";

/// In how many seconds to ask again, where there is no room just now.
const RETRY_AFTER: &str = "10";

/// What a page may do. A page of ours may be shown within another of ours, as in a room of a class, and in no other.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-src 'self'; frame-ancestors 'self'";

/// Lets a request in, or answers it.
pub(crate) async fn watch(State(app): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    let door = &app.door;
    let (method, uri) = (request.method().clone(), request.uri().clone());
    if uri.path() == HEALTH && matches!(method, Method::GET | Method::HEAD) {
        return guarded("ok\n".into_response());
    }
    let proxy = door.proxy.as_ref();
    let is_secure = proxy.is_some_and(|proxy| proxy.is_secure(request.headers()));
    let is_page = is_page(&uri);
    // Every connection has one.
    let peer = request.extensions().get::<PeerAddress>().copied();
    let forwarded = proxy.and_then(|_| PublicOrigin::peer(request.headers())).map(PeerAddress);
    let from = forwarded.or(peer);
    let mut admitted = admit(door, &method, &uri, request.headers());
    if let Ok(entry) = &admitted {
        // Where no header has the token, it stands in the form.
        let arrived = if entry.is_unproved {
            proved(request, &entry.guest.token).await
        } else {
            let arrived = whole(request).await;
            arrived.map(|(parts, bytes)| Request::from_parts(parts, Body::from(bytes)))
        };
        match arrived {
            Ok(whole) => request = whole,
            Err((outside, problem)) => (request, admitted) = (outside, Err(problem)),
        }
    }
    let mut told = None;
    let mut response = match admitted {
        Ok(entry) => {
            let address = from.map(|PeerAddress(from)| address_of(from, &door.secret));
            let guest = Visitor { address: address.unwrap_or_default(), ..entry.guest };
            request.extensions_mut().insert(guest.clone());
            let out = app.kept_out.minutes(&guest.address).filter(|_| !guest.is_owner);
            let mut response = match (out, entry.turn) {
                (Some(minutes), _) => Problem::forbidden("kept-out", &[("minutes", &minutes)]).into_response(),
                (None, Onward::Aside(to)) => Redirect::to(&to).into_response(),
                (None, Onward::Threshold) => return guarded(pages::threshold(&guest)),
                (None, Onward::In) => next.run(request).await,
            };
            if let Some(problem) = response.extensions_mut().remove::<Problem>() {
                told = Some(problem.reason());
                response = if is_page { pages::failure(&guest, &problem) } else { problem.answer(guest.language) };
                if problem.is_for_now {
                    let headers = response.headers_mut();
                    headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
                }
            }
            if guest.is_new && (is_page || uri.path() == "/api/v1/token") {
                set(&mut response, &door.cookie(COOKIE), &guest.id);
            }
            if let Some(key) = entry.key {
                set(&mut response, &door.cookie(KEY), &key);
            }
            if entry.is_new_owner {
                set(&mut response, &door.cookie(OWNER), &door.owner);
            }
            response
        }
        Err(problem) => {
            told = Some(problem.reason());
            let guest = Visitor::outside(request.headers(), &uri);
            if is_page { pages::failure(&guest, &problem) } else { problem.answer(guest.language) }
        }
    };
    if response.status() == StatusCode::UNAUTHORIZED {
        let challenge = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    }
    if response.status().is_client_error() || response.status().is_server_error() {
        app.settings.log.say(|| {
            let from = from.map_or_else(|| "-".to_owned(), |PeerAddress(from)| from.to_string());
            let (status, path) = (response.status(), uri.path());
            let reason = told.or_else(|| Some(status.canonical_reason()?.to_ascii_lowercase()));
            let reason = reason.unwrap_or_default();
            format!("{from} {method} {path} {} {reason}", status.as_u16())
        });
    }
    if is_secure {
        secured(&mut response);
    }
    guarded(response)
}

/// Has browsers send its cookies over encrypted ways alone.
fn secured(response: &mut Response) {
    let cookies: Vec<HeaderValue> = response.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
    response.headers_mut().remove(header::SET_COOKIE);
    for cookie in cookies {
        let line = [cookie.as_bytes(), b"; Secure"].concat();
        let line = HeaderValue::from_bytes(&line).expect("it was one before");
        response.headers_mut().append(header::SET_COOKIE, line);
    }
}

/// What every answer says of itself.
fn guarded(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "SAMEORIGIN"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let kind = headers.get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        // A proxy that keeps events back until there are many of them makes a game stand still.
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Whether this address is a page for people, not data for programs or other pages.
fn is_page(uri: &Uri) -> bool {
    !uri.path().starts_with("/api/") && !uri.path().starts_with("/assets/")
}

/// A request whose body has arrived, all of it in time.
///
/// # Errors
///
/// The request without its body, and the reason.
async fn whole(request: Request) -> Result<(Parts, Bytes), (Request, Problem)> {
    let (parts, body) = request.into_parts();
    let problem = match time::timeout(ARRIVAL, body::to_bytes(body, MOST_BODY)).await {
        Ok(Ok(bytes)) => return Ok((parts, bytes)),
        Ok(Err(_)) => {
            let most: [(&str, &dyn Said); 1] = [("most", &(MOST_BODY >> 10))];
            Problem::said(StatusCode::PAYLOAD_TOO_LARGE, "body-large", &most)
        }
        Err(_) => {
            let most: [(&str, &dyn Said); 1] = [("most", &ARRIVAL.as_secs())];
            Problem::said(StatusCode::REQUEST_TIMEOUT, "body-slow", &most)
        }
    };
    Err((Request::from_parts(parts, Body::empty()), problem))
}

/// A request with this token among the fields of its form.
///
/// # Errors
///
/// The request without its body, and the reason.
async fn proved(request: Request, token: &str) -> Result<Request, (Request, Problem)> {
    let wrong = |parts| {
        let outside = Request::from_parts(parts, Body::empty());
        (outside, Problem::forbidden("token-wrong", &[]))
    };
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_form = kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"));
    if !is_form || !is_page(request.uri()) {
        return Err(wrong(request.into_parts().0));
    }
    let (parts, bytes) = whole(request).await?;
    // It needs no decoding.
    let fields = bytes.split(|&byte| byte == b'&').filter_map(|pair| str::from_utf8(pair).ok());
    let mut given = fields.filter_map(|pair| pair.split_once('='));
    if given.any(|(name, given)| name == TOKEN_FIELD && is_same(given, token)) {
        return Ok(Request::from_parts(parts, Body::from(bytes)));
    }
    Err(wrong(parts))
}

/// Who came in.
struct Entrance {
    guest: Visitor,
    /// The key to be remembered.
    key: Option<String>,
    /// Whether the owner's key is to be remembered.
    is_new_owner: bool,
    turn: Onward,
    /// Whether it wants to change something, and the token that this takes is still to be seen.
    is_unproved: bool,
}

/// Where a request goes.
enum Onward {
    In,
    /// To the same place, without the key in its address.
    Aside(String),
    /// To the same place, asked for from here.
    Threshold,
}

fn admit(door: &Door, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<Entrance, Problem> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    if hosts.next().is_some() {
        return Err(Problem::wrong("one-host", &[]));
    }
    let host = host.or_else(|| uri.authority().map(axum::http::uri::Authority::as_str));
    let host = host
        .filter(|host| door.is_own(host))
        .ok_or_else(|| Problem::said(StatusCode::MISDIRECTED_REQUEST, "host-name", &[]))?;
    let foreign = || Problem::forbidden("foreign-page", &[]);
    let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    // What a page of another site embeds, or asks for by a script, is none of its business.
    let is_foreign = said("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
    let is_followed = *method == Method::GET
        && is_page(uri)
        && said("sec-fetch-mode") == Some("navigate")
        && said("sec-fetch-dest").is_none_or(|goal| goal == "document");
    if is_foreign && !is_followed {
        return Err(foreign());
    }
    let outside = Visitor::outside(headers, uri);
    let known = cookie(headers, &door.cookie(COOKIE)).filter(|name| is_name(name)).map(str::to_owned);
    if is_foreign && known.is_none() {
        // Perhaps they are known, and their browser does not tell.
        let turn = Onward::Threshold;
        let guest = outside;
        return Ok(Entrance { guest, key: None, is_new_owner: false, turn, is_unproved: false });
    }
    let (mut key, mut turn) = (None, Onward::In);
    let owner = said(OWNER_HEADER).or_else(|| cookie(headers, &door.cookie(OWNER)));
    let is_known_owner = owner.is_some_and(|owner| is_same(owner, &door.owner));
    let is_new_owner = value_of(uri, "owner").is_some_and(|given| is_same(given, &door.owner));
    let is_asked = *method == Method::GET && is_page(uri);
    if let Some(wanted) = &door.key {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let own = door.cookie(KEY);
        let known = bearer.or_else(|| cookie(headers, &own));
        let is_known = known.is_some_and(|known| is_same(known, wanted));
        let is_given = value_of(uri, "key").is_some_and(|given| is_same(given, wanted));
        if !is_known && !is_given && !is_known_owner && !is_new_owner {
            return Err(Problem::said(StatusCode::UNAUTHORIZED, "key-wanted", &[]));
        }
        key = (!is_known).then(|| wanted.clone());
        // People see addresses and pass them on, so a key must not stay in one.
        if is_given && is_asked {
            turn = Onward::Aside(without(&outside.place, "key"));
        }
    }
    if is_new_owner && is_asked {
        turn = Onward::Aside(without(&without(&outside.place, "key"), "owner"));
    }
    let is_new = known.is_none();
    let id = match known {
        Some(id) => id,
        None => random().map_err(Problem::trouble)?,
    };
    let token = door.token(&id);
    let mut is_unproved = false;
    if !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        if let Some(origin) = headers.get(header::ORIGIN) {
            let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            let is_own = |site: &str| {
                let proxy = door.proxy.as_ref();
                site.eq_ignore_ascii_case(host) || proxy.is_some_and(|proxy| proxy.is_site(site))
            };
            if !origin.is_some_and(|(_, site)| is_own(site)) {
                return Err(foreign());
            }
        }
        let given = headers.get(TOKEN).and_then(|value| value.to_str().ok());
        if is_new || given.is_some_and(|given| !is_same(given, &token)) {
            return Err(Problem::forbidden("token-wrong", &[]));
        }
        is_unproved = given.is_none();
    }
    let is_owner = is_known_owner || is_new_owner;
    let guest = Visitor { id, token, is_new, is_owner, key: door.key.clone(), ..outside };
    Ok(Entrance { guest, key, is_new_owner, turn, is_unproved })
}

/// What stands in the address for `name`, which needs no decoding.
fn value_of<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find_map(|(key, value)| (key == name).then_some(value))
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, time::Duration};

    use axum::body::{Body, Bytes};
    use futures_util::stream;
    use tokio::{
        runtime::Builder,
        time::{self, Instant},
    };

    use super::{ARRIVAL, Request, whole};

    #[test]
    fn a_body_arrives_as_a_whole_in_time_or_is_refused() {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.unwrap().block_on(async {
            for (pieces, pause, is_whole) in
                [(0, 7, true), (1, 7, false), (1, 4, true), (2, 3, true), (3, 3, false), (100, 7, false)]
            {
                let pause = Duration::from_secs(pause);
                let piece = move |left: u32| async move {
                    time::sleep(pause).await;
                    (0 < left).then(|| (Ok::<_, Infallible>(Bytes::from_static(b"x")), left - 1))
                };
                let body = Body::from_stream(stream::unfold(pieces, piece));
                let begun = Instant::now();
                let arrived = whole(Request::new(body)).await;
                assert!(begun.elapsed() <= ARRIVAL, "{pieces} pieces");
                match arrived {
                    Ok((_, bytes)) => assert!(is_whole && bytes.len() == pieces as usize),
                    Err((_, problem)) => {
                        assert!(!is_whole && problem.status.as_u16() == 408, "{problem:?}");
                    }
                }
            }
        });
    }
}
