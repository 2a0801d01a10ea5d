//! Who asks: a browser, known by a cookie, with its language and its theme.

use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};

use crate::words::Language;

/// The cookie by which a browser is known.
pub(crate) const COOKIE: &str = "agon_guest";
/// The cookie with the language that was chosen.
pub(crate) const LANGUAGE: &str = "agon_language";
/// The cookie with the theme that was chosen.
pub(crate) const THEME: &str = "agon_theme";
/// The cookie with the key of a server that is open to others.
pub(crate) const KEY: &str = "agon_key";

/// A browser, or another program.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    /// Its name, which nobody else knows.
    pub(crate) id: String,
    /// What it must send along to change anything.
    pub(crate) token: String,
    pub(crate) language: Language,
    pub(crate) theme: Theme,
    /// Where it is, so that it can come back: the path and what is asked there.
    pub(crate) place: String,
}

impl Guest {
    /// Somebody of whom nothing is known.
    pub(crate) fn nobody() -> Guest {
        Guest {
            id: String::new(),
            token: String::new(),
            language: Language::English,
            theme: Theme::Auto,
            place: "/".to_owned(),
        }
    }
}

/// What pages look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system says.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    pub(crate) const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|line| line.split(';')).find_map(|pair| {
        let (key, value) = pair.trim().split_once('=')?;
        (key == name).then_some(value)
    })
}

/// Has the browser remember something for a year.
pub(crate) fn set(response: &mut Response, name: &str, value: &str) {
    let line = format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Strict; HttpOnly");
    if let Ok(line) = HeaderValue::from_str(&line) {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
}
