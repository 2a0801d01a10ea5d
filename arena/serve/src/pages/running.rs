//! The search that runs at the head of the first page: small enough to be followed without a word of explanation.

use std::sync::OnceLock;

use agon_table::{SearchLimits, WatchedSearch};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::{
    layout::data,
    search_form::{SearchAsked, opens},
};
use crate::{
    allowed,
    place::PlaceQuery,
    pool::{self, PoolThinker, Worker},
    problem::Problem,
    trees::{KeptTree, MOST_NODES, SearchStrip},
    visitor::Visitor,
};

/// Three squares are empty; two of the moves lose at once, and are cut.
const GAME: &str = "tic-tac-toe";
const MOVES: &str = "a1 b2 c3 b1 b3 a3";
const PLAYER: &str = "alpha-beta";

/// What the script is told.
#[derive(Serialize)]
struct RunningSteps {
    /// What happens at each step.
    sentences: Vec<String>,
    /// The steps at which something was cut.
    cuts: Vec<usize>,
}

/// The search as it ends, which a script plays from its beginning; a click opens it on the stage. Nothing where nobody
/// here can search it.
pub(super) fn running(worker: &Worker, guest: &Visitor) -> Option<Markup> {
    static STRIP: OnceLock<Option<SearchStrip>> = OnceLock::new();
    let strip = STRIP.get_or_init(|| {
        let tree = pool::apart("running", searched).ok()?.ok()?;
        SearchStrip::of(worker, tree).ok()
    });
    let strip = strip.as_ref()?;
    let say = |id: &str| guest.language.say(id);
    let sentences = strip.sentences(guest.language);
    let asked = SearchAsked { game: GAME, position: None, moves: MOVES, player: PLAYER, seed: None };
    let face = html! {
        button.ended id="running" {
            span.hidden { (say("running-open")) }
            span aria-hidden="true" { (PreEscaped(&strip.svg)) }
        }
    };
    Some(html! {
        section.running aria-label=(say("running-about")) {
            (opens(guest, &asked, &face))
            p id="running-sentence" { (sentences.last().map_or("", String::as_str)) }
            p.inline {
                button id="running-stop" type="button" hidden { (say("running-stop")) }
                span.quiet { (say("running-about")) }
            }
            (data("running-steps", &RunningSteps { cuts: strip.cuts(), sentences }))
        }
    })
}

fn searched(thinker: &PoolThinker) -> Result<KeptTree, Problem> {
    let place = PlaceQuery { game: GAME.to_owned(), position: None, moves: Some(MOVES.to_owned()) };
    let site = place.find(thinker)?;
    let named = allowed::player(thinker, PLAYER, &site.game, 1)?;
    let thought = WatchedSearch::of(site, &named, 0, SearchLimits::default(), (MOST_NODES, usize::MAX))?;
    KeptTree::of(thinker, thought, None)
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{PoolThinker, SearchStrip, Worker, searched};
    use crate::words::Language;

    /// What the head of the first page says is so: three squares are empty, two moves are cut, and a drawn game is kept.
    #[test]
    fn the_search_of_the_first_page_is_small_and_cuts_twice() {
        let tree = searched(&PoolThinker::of_test()).unwrap();
        let strip = SearchStrip::of(&Worker::of_test(), tree).unwrap();
        let sentences = strip.sentences(Language::English);
        assert_eq!((sentences.len(), strip.cuts()), (10, vec![6, 8]), "{sentences:?}");
        assert!(strip.cuts().iter().all(|&cut| sentences[cut].contains("is not looked at")), "{sentences:?}");
        assert_eq!(sentences.last().unwrap(), "At the root the value is 0.");
        assert_eq!(strip.svg.matches("class=\"cross\"").count(), 2);
        let longest = sentences.iter().map(|sentence| sentence.chars().count()).max().unwrap();
        assert!(longest < 120, "{longest} letters are not read in two seconds");
    }
}
