//! Where in a folder of files that stands which the server has at an address: a folder for each language, beside that of all
//! scripts, styles and pictures.

use std::path::Path;

use percent_encoding::percent_decode_str;

use crate::secret::is_name;

/// Attributes whose values are addresses.
const ATTRIBUTES: [&str; 6] = ["href", "src", "srcset", "action", "formaction", "data-script"];

/// Where a page leads that is in the folder `root` leads to, from there: what is not in any file is nowhere.
fn file(address: &str, root: &str) -> Option<String> {
    let (rest, part) = address.find('#').map_or((address, ""), |at| address.split_at(at));
    let (path, query) = rest.find('?').map_or((rest, ""), |at| rest.split_at(at));
    if let Some(name) = path.strip_prefix("/assets/") {
        return Some(format!("{root}../assets/{name}{query}"));
    }
    if let Some(code) = path.strip_prefix("/language/") {
        let back = query.strip_prefix("?back=").map(|back| percent_decode_str(back).decode_utf8_lossy());
        return file(&back.unwrap_or_else(|| "/".into()), &format!("{root}../{code}/"));
    }
    if let Some(name) = path.strip_prefix("/theme/") {
        return Some(format!("#theme-{name}"));
    }
    Some(match path {
        "/" => format!("{root}index.html{query}{part}"),
        "/favicon.ico" => format!("{root}../assets/sign.svg"),
        "/load" => format!("{root}table.html{query}{part}"),
        _ if path.starts_with("/tables/") => format!("{root}table.html{}", table(path, query)),
        _ if path.starts_with("/tournaments/") => format!("{root}tournament.html{query}{part}"),
        _ if path.starts_with("/inside/") => format!("{root}search.html{query}{part}"),
        _ if is_answered(path) => return None,
        _ => format!("{root}{}.html{query}{part}", &path[1..]),
    })
}

/// Which table a page of that path is about: the one that is named there, or what is asked.
fn table(path: &str, query: &str) -> String {
    let name = path.split('/').nth(2).unwrap_or_default();
    if is_name(name) { format!("?table={name}") } else { query.to_owned() }
}

/// Whether what is there is no page: it has to be asked for.
fn is_answered(path: &str) -> bool {
    path.starts_with("/api/") || is_file_of("svg", path)
}

/// Whether a path is of a file whose name ends so.
pub(crate) fn is_file_of(kind: &str, path: &str) -> bool {
    Path::new(path).extension().is_some_and(|own| own == kind)
}

/// Where an address of the server leads in the folder.
pub(crate) fn here(address: &str, root: &str) -> String {
    file(address, root).unwrap_or_else(|| address.to_owned())
}

/// A page whose addresses are those of the folder. What has to be asked for is asked for by a script, unless `drawn` gives
/// a file of it.
pub(crate) fn housed(page: &str, root: &str, mut drawn: impl FnMut(&str) -> Option<String>) -> String {
    // A search is a page of its own, which its address describes; so is a game that is to begin, and a tournament.
    let page = page
        .replace(r#"method="post" action="/inside""#, r#"action="/inside/0""#)
        .replace(r#"method="post" action="/tables""#, r#"action="/tables/0""#)
        .replace(r#"method="post" action="/tournaments""#, r#"action="/tournaments/0""#)
        .replace(r#" method="post""#, "");
    let mut told = String::with_capacity(page.len() + page.len() / 8);
    let mut rest = page.as_str();
    while let Some(at) = rest.find("=\"/") {
        let (before, after) = rest.split_at(at);
        let (value, end) = after[2..].split_once('"').unwrap_or((&after[2..], ""));
        let name = before.rsplit(|sign: char| sign != '-' && !sign.is_ascii_alphanumeric()).next().unwrap_or_default();
        if ATTRIBUTES.contains(&name) {
            let address = value.replace("&amp;", "&");
            let found = file(&address, root).or_else(|| drawn(&address));
            let start = &before[..before.len() - name.len()];
            match found {
                Some(found) => told.extend([start, name, "=\"", &found.replace('&', "&amp;"), "\""]),
                None => told.extend([start, "data-", name, "=\"", value, "\""]),
            }
        } else {
            told.extend([before, "=\"", value, "\""]);
        }
        rest = end;
    }
    told.push_str(rest);
    told
}

#[cfg(test)]
mod tests {
    use super::{here, housed};

    #[test]
    fn every_address_of_the_server_is_one_of_the_folder() {
        for (address, root, place) in [
            ("/", "", "index.html"),
            ("/lab", "", "lab.html"),
            ("/games/chess", "../", "../games/chess.html"),
            ("/tables/0?game=nim&seat1=me", "", "table.html?game=nim&seat1=me"),
            ("/tables/0123456789abcdef0123456789abcdef/undo", "", "table.html?table=0123456789abcdef0123456789abcdef"),
            ("/tables?delete=0", "", "tables.html?delete=0"),
            ("/tournaments#new", "../", "../tournaments.html#new"),
            ("/tournaments/0?player=random&seed=1", "", "tournament.html?player=random&seed=1"),
            ("/new?game=nim", "../", "../new.html?game=nim"),
            ("/language/hu?back=%2Ftables%2F0%3Fgame%3Dnim", "", "../hu/table.html?game=nim"),
            ("/race?game=nim&player=a%20b", "", "race.html?game=nim&player=a%20b"),
            ("/inside/0123?game=nim#moment=3", "", "search.html?game=nim#moment=3"),
            ("/inside?game=nim", "../", "../inside.html?game=nim"),
            ("/assets/page.js?aa", "../", "../../assets/page.js?aa"),
            ("/language/hu?back=%2Finside%2F0%3Fgame%3Dnim", "", "../hu/search.html?game=nim"),
            ("/language/sl?back=%2Fgames%2Fgo", "../", "../../sl/games/go.html"),
            ("/theme/dark?back=%2F", "", "#theme-dark"),
            ("/api/v1/position?game=nim", "", "/api/v1/position?game=nim"),
        ] {
            assert_eq!(here(address, root), place, "{address}");
        }
    }

    #[test]
    fn addresses_of_a_page_are_replaced_and_nothing_else() {
        let page = r#"<a href="/lab">x="/lab"</a><img src="/a.svg?b=1&amp;c=2"><p title="/lab">"#;
        let told = housed(page, "", |address| (address == "/a.svg?b=1&c=2").then(|| "pictures/1.svg".to_owned()));
        assert_eq!(told, r#"<a href="lab.html">x="/lab"</a><img src="pictures/1.svg"><p title="/lab">"#);
        let told = housed(page, "", |_| None);
        assert!(told.contains(r#"<img data-src="/a.svg?b=1&amp;c=2">"#), "{told}");
        let form = r#"<form class="x" method="post" action="/inside"><button>"#;
        assert_eq!(housed(form, "", |_| None), r#"<form class="x" action="search.html"><button>"#);
        let form = r#"<form id="begin" method="post" action="/tables"><button formaction="/new">"#;
        assert_eq!(
            housed(form, "../", |_| None),
            r#"<form id="begin" action="../table.html"><button formaction="../new.html">"#
        );
    }
}
