//! What all pages have in common.

use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use serde::Serialize;

use crate::{
    assets::{address, site_address},
    pool::Worker,
    problem::Problem,
    visitor::{PageTheme, TOKEN_FIELD, Visitor},
    words::Language,
};

/// What a page in a folder of files may do: what stands in the folder, and no more.
const SITE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                           connect-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'";

/// A page.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// The script of this page, if it has one.
    pub(super) script: Option<&'static str>,
    pub(super) body: Markup,
}

impl Page<'_> {
    /// The page as this guest sees it.
    pub(super) fn answer(self, _: &Worker, guest: &Visitor) -> Response {
        self.written(guest, true)
    }

    /// The page without anything around it, for a screen that nobody touches.
    pub(super) fn alone(self, _: &Worker, guest: &Visitor) -> Response {
        self.written(guest, false)
    }

    fn written(self, guest: &Visitor, is_framed: bool) -> Response {
        Html(self.markup(guest, is_framed).into_string()).into_response()
    }

    fn markup(self, guest: &Visitor, is_framed: bool) -> Markup {
        let language = guest.language;
        let scheme = match guest.theme {
            PageTheme::Auto => "light dark",
            theme => theme.name(),
        };
        // Where there is no server the first script has the page asked for, if it has to be, and then begins its own.
        let begun = self.script.filter(|_| guest.has_server);
        let begins = self.script.filter(|_| !guest.has_server).map(site_address);
        html! {
            (DOCTYPE)
            html lang=(language.code()) data-theme=(guest.theme.name()) data-script=[begins] data-place=[(!guest.has_server).then(|| guest.place.split('?').next().unwrap_or_default())] {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content=(scheme);
                    @if guest.has_server {
                        meta name="agon-token" content=(guest.token);
                    } @else {
                        meta http-equiv="Content-Security-Policy" content=(SITE_POLICY);
                    }
                    title { (self.title) " · Agon" }
                    link rel="icon" href="/favicon.ico" type="image/svg+xml";
                    link rel="stylesheet" href=(address("style.css"));
                    link rel="stylesheet" id="inks" href=(address(&format!("board-{}.css", guest.theme.name())));
                    @if !guest.has_server {
                        script src=(site_address("theme.js")) {}
                        script type="module" src=(site_address("boot.js")) {}
                    }
                    @if let Some(script) = begun {
                        script type="module" src=(address(script)) {}
                    }
                }
                body {
                    @if is_framed { (head(guest)) }
                    main id="main" tabindex="-1" { (self.body) }
                    @if is_framed { (foot(guest)) }
                    (data("words", &language.for_scripts()))
                }
            }
        }
    }
}

/// What stands above every page: where else to go.
fn head(guest: &Visitor) -> Markup {
    let say = |id: &str| guest.language.say(id);
    let links = [
        ("/", "nav-play"),
        ("/inside", "nav-inside"),
        ("/lab", "nav-lab"),
        ("/class", "nav-class"),
        ("/tournaments", "nav-tournaments"),
        ("/players", "nav-players"),
    ];
    // A room needs a server where others are.
    let links = links.into_iter().filter(|(href, _)| guest.has_server || *href != "/class");
    html! {
        a.skip href="#main" { (say("skip")) }
        header.top {
            a.sign href="/" { "Agon" }
            nav aria-label=(say("nav")) {
                @for (href, text) in links {
                    a href=(href) aria-current=[(guest.place == href).then_some("page")] { (say(text)) }
                }
            }
        }
    }
}

/// What stands below every page: languages and colours.
fn foot(guest: &Visitor) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    html! {
        footer {
            nav.choices aria-label=(say("language")) {
                @for own in Language::ALL {
                    a href=(format!("/language/{own}?back={}", encoded(&guest.place)))
                        lang=(own.code()) hreflang=(own.code())
                        aria-current=[(own == language).then_some("true")] { (own.name()) }
                }
            }
            nav.choices aria-label=(say("theme")) {
                @for own in PageTheme::ALL {
                    @let text = match own {
                        PageTheme::Auto => say("theme-auto"),
                        PageTheme::Light => say("theme-light"),
                        PageTheme::Dark => say("theme-dark"),
                    };
                    a href=(format!("/theme/{}?back={}", own.name(), encoded(&guest.place)))
                        aria-current=[(own == guest.theme).then_some("true")] { (text) }
                }
            }
        }
    }
}

/// Data for the scripts of a page.
pub(super) fn data(id: &str, value: &impl Serialize) -> Markup {
    // What would end the element is written otherwise.
    let text = serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c");
    html! { script type="application/json" id=(id) { (PreEscaped(text)) } }
}

/// A text as a part of an address.
pub(super) fn encoded(text: &str) -> PercentEncode<'_> {
    /// What stands there as it is, besides letters and digits.
    const OTHERS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
    utf8_percent_encode(text, OTHERS)
}

/// What a form has that changes something: the guest's token, which stands in no address.
pub(super) fn token(guest: &Visitor) -> Markup {
    html! { @if guest.has_server { input type="hidden" name=(TOKEN_FIELD) value=(guest.token); } }
}

/// What an address needs to be opened by others.
pub(super) fn key(guest: &Visitor, sign: char) -> String {
    guest.key.as_ref().map_or_else(String::new, |key| format!("{sign}key={key}"))
}

/// The page between a link of another site and its target: browsers send all cookies only with requests from our
/// own pages.
pub(crate) fn threshold(guest: &Visitor) -> Response {
    let say = |id: &str| guest.language.say(id);
    let title = say("threshold");
    let body = html! {
        meta http-equiv="refresh" content=(format!("0; url={}", guest.place));
        p.big { a href=(guest.place) { (title) } }
    };
    Page { title: &title, script: None, body }.written(guest, false)
}

/// A problem as a page.
pub(crate) fn failure(guest: &Visitor, problem: &Problem) -> Response {
    let title = guest.language.say("failed");
    let body = html! {
        h1 { (title) }
        p.problem role="alert" { (problem.shown(guest.language)) }
        p { a href="/" { (guest.language.say("back-home")) } }
    };
    let page = Page { title: &title, script: None, body }.written(guest, true);
    (problem.status, page).into_response()
}
