//! Who asks: a browser, known by a cookie, with its language and its theme.

use axum::{
    http::{HeaderMap, HeaderValue, Uri, header},
    response::Response,
};

use crate::{share::GuestShare, words::Language};

/// The cookie by which a browser is known.
pub(crate) const COOKIE: &str = "agon_guest";
/// The field of a form with the token, without which nothing is changed.
pub(crate) const TOKEN_FIELD: &str = "token";
/// The cookie with the language that was chosen.
pub(crate) const LANGUAGE: &str = "agon_language";
/// The cookie with the theme that was chosen.
pub(crate) const THEME: &str = "agon_theme";
/// The cookie with the key of a server that is open to others.
pub(crate) const KEY: &str = "agon_key";

/// The cookie with the key of the server's owner.
pub(crate) const OWNER: &str = "agon_owner";

/// A browser, or another program.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Its name, which nobody else knows.
    pub(crate) id: String,
    /// A hash of its address.
    pub(crate) address: String,
    /// What it must send along to change anything.
    pub(crate) token: String,
    /// Whether it was not known before.
    pub(crate) is_new: bool,
    /// Whether it has the key of the server's owner.
    pub(crate) is_owner: bool,
    /// What opens the server to others, if they need anything and this guest has it.
    pub(crate) key: Option<String>,
    pub(crate) language: Language,
    pub(crate) theme: PageTheme,
    /// Whether a server answers: a folder of files has no tables, tournaments and other guests.
    pub(crate) has_server: bool,
    /// Where it is, so that it can come back: the path and what is asked there.
    pub(crate) place: String,
}

impl Visitor {
    /// Somebody who is not let in: of them nothing is known but what their browser says of itself.
    pub(crate) fn outside(headers: &HeaderMap, uri: &Uri) -> Visitor {
        let chosen = cookie(headers, LANGUAGE).and_then(Language::of);
        let language = chosen.unwrap_or_else(|| {
            let wished = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
            wished.map_or(Language::English, Language::wished)
        });
        let place = uri.path_and_query().and_then(|place| own_place(place.as_str()));
        Visitor {
            id: String::new(),
            address: String::new(),
            token: String::new(),
            is_new: true,
            is_owner: false,
            key: None,
            language,
            theme: cookie(headers, THEME).and_then(PageTheme::of).unwrap_or_default(),
            has_server: true,
            place: place.unwrap_or("/").to_owned(),
        }
    }

    /// Who reads pages in a folder of files, here.
    pub(crate) fn of_site(language: Language, place: &str) -> Visitor {
        Visitor {
            id: "reader".to_owned(),
            address: String::new(),
            token: String::new(),
            is_new: false,
            is_owner: false,
            key: None,
            language,
            theme: PageTheme::Auto,
            has_server: false,
            place: place.to_owned(),
        }
    }

    /// The share that this guest's work counts against. Guests without a cookie cannot be told apart, so those of one
    /// address have one share together.
    pub(crate) fn share(&self) -> GuestShare {
        let name = if self.is_new { String::new() } else { self.id.clone() };
        GuestShare { address: self.address.clone(), name }
    }
}

/// An address within this server, if it is one for every browser: those leave out control characters, and
/// take a backslash for a slash, and what begins with two slashes is the name of another server.
pub(crate) fn own_place(text: &str) -> Option<&str> {
    let is_own = text.starts_with('/')
        && !text.starts_with("//")
        && !text.contains(|sign: char| sign == '\\' || sign.is_control());
    is_own.then_some(text)
}

/// The address without what it says for `name`.
pub(crate) fn without(place: &str, name: &str) -> String {
    let Some((path, query)) = place.split_once('?') else { return place.to_owned() };
    let is_other = |pair: &&str| pair.split_once('=').is_none_or(|(key, _)| key != name);
    let others: Vec<&str> = query.split('&').filter(is_other).collect();
    if others.is_empty() { path.to_owned() } else { format!("{path}?{}", others.join("&")) }
}

/// What pages look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PageTheme {
    /// As the system says.
    #[default]
    Auto,
    Light,
    Dark,
}

impl PageTheme {
    pub(crate) const ALL: [PageTheme; 3] = [PageTheme::Auto, PageTheme::Light, PageTheme::Dark];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            PageTheme::Auto => "auto",
            PageTheme::Light => "light",
            PageTheme::Dark => "dark",
        }
    }

    pub(crate) fn of(name: &str) -> Option<PageTheme> {
        PageTheme::ALL.into_iter().find(|theme| theme.name() == name)
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

/// Sets a cookie for a year. The browser sends it also when it follows a link from another site, which changes
/// nothing and keeps the guest's identity.
pub(crate) fn set(response: &mut Response, name: &str, value: &str) {
    let line = format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
    if let Ok(line) = HeaderValue::from_str(&line) {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
}

#[cfg(test)]
mod tests {
    use super::own_place;

    /// What a browser makes of an address in a redirect: whether it stays here.
    fn stays(place: &str) -> bool {
        let kept: String = place.chars().filter(|sign| !"\t\n\r".contains(*sign)).collect();
        let kept = kept.trim_matches(|sign: char| sign <= ' ').replace('\\', "/");
        kept.starts_with('/') && !kept.starts_with("//")
    }

    #[test]
    fn no_address_leads_out_of_the_house_whatever_signs_it_has() {
        let signs: Vec<char> = (0..=0xff).filter_map(char::from_u32).chain(['\u{2028}', '／']).collect();
        let mut admitted = 0;
        for &one in &signs {
            for &other in &signs {
                for place in [
                    format!("/{one}{other}/evil.example/"),
                    format!("{one}{other}/evil.example/"),
                    format!("{one}/{other}evil.example/"),
                    format!("/{one}/{other}evil.example"),
                ] {
                    if own_place(&place).is_some() {
                        admitted += 1;
                        assert!(stays(&place), "{place:?}");
                    }
                }
            }
        }
        assert!(1000 < admitted, "{admitted}");
        for own in ["/", "/tables/0?x=//y", "/inside?game=tree([[1,2]])&moves=a b"] {
            assert_eq!(own_place(own), Some(own));
        }
    }
}
