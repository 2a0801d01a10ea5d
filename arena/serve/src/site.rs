//! The pages and answers of a study for one reader, from within the same program: for a folder of files on any host, and the
//! module of WebAssembly beside them. Whoever asks does the work.

mod folder;

use std::{
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use axum::{
    Router,
    body::{self, Body, Bytes},
    http::{Request, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::Serialize;
use tower_service::Service as _;

pub use self::folder::SiteFolder;
use crate::{
    addresses::{here, housed},
    api,
    describe::Api,
    inside_api, pages,
    problem::Problem,
    site_tables::{self, SiteTables},
    site_tournament::{self, BYTES, SiteTournament},
    sketch_api,
    study::Study,
    visitor::Visitor,
    words::Language,
};

/// Bytes of an answer: a page with a large search has less than a tenth of them.
const MOST_ANSWER: usize = 256 << 20;

/// What answers the questions of one reader.
pub struct Site {
    routes: Router,
    tables: Arc<SiteTables>,
}

/// An answer: its status as of HTTP, the kind of its content, where the reader is to go instead, and its text; and where a
/// game has changed its name and how it is kept, for [`bring`](Site::bring).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SiteAnswer(pub u16, pub String, pub Option<String>, pub String, pub Option<(String, String)>);

/// What is asked: by `GET`, or by `POST` with a body of JSON; at an address as the server's; in a language (`en`, `hu`, `sl`;
/// English otherwise). A game that begins is drawn from random hexadecimal digits, 32 at least.
#[derive(Clone, Copy, Debug, Default)]
pub struct SiteQuestion<'a> {
    /// The method of HTTP.
    pub method: &'a str,
    /// The path, and what is asked there.
    pub address: &'a str,
    /// The body; empty for none.
    pub body: &'a str,
    /// The code of the language.
    pub language: &'a str,
    /// Random digits.
    pub chance: &'a str,
}

impl Default for Site {
    fn default() -> Site {
        let study = Arc::new(Study::of_asker());
        let rooms = [api::routes, inside_api::routes, sketch_api::routes];
        let told = rooms.into_iter().fold(Api::new(), |api, room| room(api)).routes();
        let tables = Arc::new(SiteTables::default());
        let games = site_tables::routes().merge(pages::site_tables()).with_state(Arc::clone(&tables));
        let tournaments = site_tournament::routes().merge(pages::site_tournaments());
        let tournaments = tournaments.with_state(Arc::new(SiteTournament::default()));
        let routes = told.merge(pages::site_routes()).fallback(pages::nowhere).with_state(study);
        let routes = routes.merge(games).merge(tournaments);
        Site { routes, tables }
    }
}

impl Site {
    /// The answer. Addresses in pages are those of the folder.
    pub fn answer(&self, question: &SiteQuestion<'_>) -> SiteAnswer {
        self.tables.draw_from(question.chance);
        let (status, kind, to, text) = self.told(question);
        let text = if kind.starts_with("text/html") { housed(&text, "", |_| None) } else { text };
        SiteAnswer(status, kind, to.map(|to| here(&to, "")), text, self.tables.changed())
    }

    /// Goes on with a game of that name as it was kept; `false` where it is none of this version.
    pub fn bring(&self, name: &str, kept: &str) -> bool {
        self.tables.bring(name, kept).is_ok()
    }

    /// The same with the addresses of the server.
    fn told(&self, question: &SiteQuestion<'_>) -> (u16, String, Option<String>, String) {
        let SiteQuestion { method, address, body, language, .. } = *question;
        let guest = Visitor::of_site(Language::of(language).unwrap_or_default(), address);
        let (parts, body) = self.response(&guest, method, address, body).into_parts();
        let said = |name: header::HeaderName| parts.headers.get(name)?.to_str().ok().map(str::to_owned);
        let kind = said(header::CONTENT_TYPE).unwrap_or_default();
        let read = at_once(body::to_bytes(body, MOST_ANSWER)).and_then(Result::ok).unwrap_or_default();
        // What is no text has a sign for each of its bytes.
        let text = if kind == BYTES {
            read.iter().map(|&byte| char::from(byte)).collect()
        } else {
            String::from_utf8_lossy(&read).into_owned()
        };
        (parts.status.as_u16(), kind, said(header::LOCATION), text)
    }

    /// What the routes answer to this guest: a problem as a page, or as a document of the API.
    fn response(&self, guest: &Visitor, method: &str, address: &str, body: &str) -> Response {
        let mut request = Request::builder().method(method).uri(address);
        if !body.is_empty() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let Ok(mut request) = request.body(Body::from(Bytes::copy_from_slice(body.as_bytes()))) else {
            return pages::failure(guest, &Problem::missing("nothing-there", &[("place", &address)]));
        };
        request.extensions_mut().insert(guest.clone());
        let answered = at_once(self.routes.clone().call(request));
        let mut response = answered.map_or_else(|| StatusCode::SERVICE_UNAVAILABLE.into_response(), |Ok(found)| found);
        if let Some(problem) = response.extensions_mut().remove::<Problem>() {
            let is_page = !address.starts_with("/api/");
            response = if is_page { pages::failure(guest, &problem) } else { problem.answer(guest.language) };
        }
        response
    }
}

/// What comes of work that whoever asks does himself: nothing is left to wait for.
fn at_once<F: Future>(work: F) -> Option<F::Output> {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(work).poll(&mut context) {
        Poll::Ready(found) => Some(found),
        Poll::Pending => None,
    }
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use std::collections::BTreeSet;

    use super::{Site, SiteAnswer, SiteFolder, SiteQuestion};
    use crate::{addresses::is_file_of, pool};

    /// What the site answers, on a thread with a deep stack.
    fn answered(method: &'static str, address: &'static str, body: &'static str, language: &'static str) -> SiteAnswer {
        let question = SiteQuestion { method, address, body, language, chance: "" };
        pool::apart("site", move |_| Site::default().answer(&question)).unwrap()
    }

    #[test]
    fn a_search_is_a_page_that_its_address_describes() {
        let address = "/inside/0?game=tic-tac-toe&moves=b2&player=alpha-beta";
        let SiteAnswer(status, kind, to, page, _) = answered("GET", address, "", "hu");
        assert_eq!((status, kind.as_str(), to), (200, "text/html; charset=utf-8", None), "{page}");
        assert!(page.contains("<html lang=\"hu\"") && page.contains("id=\"tree-data\""), "{page}");
        assert!(page.contains("data-script=\"../assets/tree.js?"), "{page}");
        for foreign in ["=\"/", "method=\"post\"", "/tournaments", "/tables"] {
            let plain = page.split("<script type=\"application/json\"").next().unwrap();
            assert!(
                !plain
                    .replace("data-src=\"/", "")
                    .replace("data-srcset=\"/", "")
                    .replace("data-place=\"/", "")
                    .contains(foreign),
                "{foreign}"
            );
        }
    }

    #[test]
    fn what_is_asked_of_the_api_is_answered_as_by_the_server() {
        let body = r#"{"game":"nim","player":"minimax"}"#;
        let SiteAnswer(status, kind, _, told, _) = answered("POST", "/api/v1/trees", body, "en");
        assert_eq!((status, kind.as_str()), (201, "application/json"), "{told}");
        assert!(told.contains("\"moments\""), "{told}");
        let body = r#"{"game":"nim","player":"minimaks"}"#;
        let SiteAnswer(status, _, _, told, _) = answered("POST", "/api/v1/trees", body, "en");
        assert!(status == 400 && told.contains("did you mean `minimax`"), "{status} {told}");
        assert_eq!(answered("GET", "/nowhere", "", "en").0, 404);
        assert_eq!(answered("GET", "no address", "", "en").0, 404);
        assert_eq!(answered("POST", "/lab", "", "en").0, 405);
    }

    /// A mistake in an address is said beside the form, where it can be mended.
    #[test]
    fn a_search_that_cannot_be_is_a_sentence_beside_its_form() {
        let SiteAnswer(status, _, _, page, _) = answered("GET", "/inside/0?game=nim&player=minimaks", "", "en");
        assert!(status == 400 && page.contains("did you mean `minimax`") && page.contains("<form"), "{status} {page}");
        let SiteAnswer(status, _, to, _, _) = answered("GET", "/inside/0?game=grundy&solve=yes", "", "en");
        assert_eq!((status, to.as_deref()), (303, Some("inside.html?game=grundy&position=&moves=&player=&solve=yes")));
    }

    /// All that pages lead to is in the folder, in three languages; what they ask the program for is told apart.
    #[test]
    fn every_link_of_every_page_leads_to_a_file() {
        let folder = pool::apart("site", |_| SiteFolder::of(b"\0asm".to_vec())).unwrap().unwrap();
        let (mut seen, mut counted) = (BTreeSet::new(), 0);
        for (path, bytes) in folder.files.iter().filter(|(path, _)| is_file_of("html", path)) {
            let page = std::str::from_utf8(bytes).unwrap();
            let page = page.split("<script type=\"application/json\"").next().unwrap();
            for attribute in [" href=\"", " src=\"", " srcset=\"", " action=\"", " data-script=\""] {
                for address in page.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap()) {
                    if address.starts_with('#') || address.starts_with("https://") {
                        continue;
                    }
                    let plain = address.split(['?', '#']).next().unwrap();
                    let mut place: Vec<&str> = path.split('/').collect();
                    place.pop();
                    for part in plain.split('/') {
                        if part == ".." {
                            assert!(place.pop().is_some(), "{path}: {address} leads out of the folder");
                        } else {
                            place.push(part);
                        }
                    }
                    let place = place.join("/");
                    assert!(folder.files.contains_key(&place), "{path}: {address}");
                    seen.insert(place);
                    counted += 1;
                }
            }
        }
        assert!(3_000 < counted, "{counted}");
        // Whatever is shown can be reached: all pages and pictures.
        let unseen: Vec<&String> = folder
            .files
            .keys()
            .filter(|path| is_file_of("html", path) || is_file_of("svg", path))
            .filter(|path| !seen.contains(*path))
            .collect();
        assert_eq!(unseen, ["index.html"]);
    }
}
