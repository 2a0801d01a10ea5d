//! Which addresses a room shows: those of this server where there is something to be seen.

use agon_core::registry;

use crate::{
    app_state::AppState,
    pool::Worker,
    problem::Problem,
    visitor::{own_place, without},
};

/// Bytes of an address.
const MOST_BYTES: usize = 4_000;

/// The address as everybody's page may show it: a path of this server, copied from a browser or typed. What opens the server
/// to others is not passed on.
///
/// # Errors
///
/// Where it is of another server, or shows nothing.
pub(crate) fn showable(worker: &Worker, app: &AppState, text: &str) -> Result<String, Problem> {
    let text = text.trim();
    if MOST_BYTES < text.len() {
        return Err(Problem::wrong("class-address-long", &[("most", &MOST_BYTES)]).at("address"));
    }
    let place = path_of(text, |site| {
        let is_proxy = app.door.proxy.as_ref().is_some_and(|proxy| proxy.is_site(site));
        is_proxy || app.door.is_own(site)
    });
    let place = place.and_then(own_place);
    let place = place.ok_or_else(|| Problem::wrong("class-elsewhere", &[]).at("address"))?;
    let (rest, moment) = place.find('#').map_or((place, ""), |at| place.split_at(at));
    let rest = without(&without(rest, "key"), "owner");
    exists(worker, app, &rest).map_err(|problem| problem.at("address"))?;
    Ok(rest + moment)
}

/// The path of an address, where its site is one of ours or it names none.
fn path_of(address: &str, is_own: impl Fn(&str) -> bool) -> Option<&str> {
    let scheme = ["http://", "https://"].into_iter().find_map(|scheme| address.strip_prefix(scheme));
    let Some(rest) = scheme else { return Some(address) };
    let (site, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
    is_own(site).then_some(path)
}

/// Whether something is to be seen there.
fn exists(worker: &Worker, app: &AppState, place: &str) -> Result<(), Problem> {
    let (path, query) = place.split_once('?').unwrap_or((place, ""));
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts.as_slice() {
        // Where the address says what was searched, it is searched again by whoever looks.
        ["inside", id] if query.is_empty() => app.study.trees.get(worker, id).map(|_| ()),
        ["inside", _]
        | [
            "" | "compare" | "inside" | "lab" | "new" | "players" | "race" | "sketch" | "tables" | "tournaments"
            | "wall" | "worksheet",
        ] => Ok(()),
        ["games", name] => registry::find_game(name).map(|_| ()).map_err(Problem::unknown),
        ["players", name] => registry::find_player(name).map(|_| ()).map_err(Problem::unknown),
        ["tables", id] => app.table(worker, id).map(|_| ()),
        ["tournaments", id] | ["tournaments", id, "wall" | "games"] | ["tournaments", id, "games", _] => {
            app.events.get(worker, id).map(|_| ())
        }
        _ => Err(Problem::wrong("class-nothing", &[("place", &path)])),
    }
}

#[cfg(test)]
mod tests {
    use super::path_of;

    #[test]
    fn an_address_copied_from_the_browser_is_the_path_that_it_has_here() {
        let is_own = |site: &str| site == "localhost:8317";
        for (address, path) in [
            ("/inside/0#moment=3", Some("/inside/0#moment=3")),
            ("http://localhost:8317/inside/0?a=b#moment=3", Some("/inside/0?a=b#moment=3")),
            ("http://localhost:8317", Some("/")),
            ("https://localhost:8317/", Some("/")),
            ("http://localhost:8317@evil.example/", None),
            ("http://evil.example/localhost:8317/", None),
            ("https://evil.example", None),
        ] {
            assert_eq!(path_of(address, is_own), path, "{address}");
        }
    }
}
