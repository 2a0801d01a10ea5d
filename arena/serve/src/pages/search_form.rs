//! A search that is asked for: the fields of a form, a button, an address.

use maud::{Markup, html};

use super::{
    asked::{Correction, Fields, field},
    layout::{encoded, token},
};
use crate::{problem::Problem, trees::NewTree, visitor::Visitor, words::Language};

/// The fields that say which position is searched, and with which draws.
pub(super) const PLACE: [&str; 4] = ["game", "moves", "position", "seed"];
/// The field that says who searches.
pub(super) const PLAYER: &str = "player";

/// A search that a button asks for.
pub(super) struct SearchAsked<'a> {
    /// The game's term.
    pub(super) game: &'a str,
    /// Where the moves begin, unless at the initial position.
    pub(super) position: Option<&'a str>,
    /// The moves played from there.
    pub(super) moves: &'a str,
    /// The player's term.
    pub(super) player: &'a str,
    /// What a player that draws draws from, unless from 0.
    pub(super) seed: Option<u64>,
}

impl SearchAsked<'_> {
    /// The same as an address has it: it may be asked for again once it is forgotten.
    pub(super) fn query(&self) -> String {
        let base = self.position.map(|position| format!("&position={}", encoded(position))).unwrap_or_default();
        let (game, moves) = (encoded(self.game), encoded(self.moves));
        let seed = self.seed.filter(|&seed| seed != 0).map(|seed| format!("&seed={seed}")).unwrap_or_default();
        format!("?game={game}{base}&moves={moves}&player={}{seed}", encoded(self.player))
    }
}

/// A form whose button has a player search, and opens the stage.
pub(super) fn opens(guest: &Visitor, asked: &SearchAsked<'_>, button: &Markup) -> Markup {
    html! {
        form method="post" action="/inside" { (token(guest))
            input type="hidden" name="game" value=(asked.game);
            input type="hidden" name="position" value=(asked.position.unwrap_or_default());
            input type="hidden" name="moves" value=(asked.moves);
            input type="hidden" name="player" value=(asked.player);
            @if let Some(seed) = asked.seed { input type="hidden" name="seed" value=(seed); }
            (button)
        }
    }
}

/// The search that a form, or the address of a stage, asks for.
///
/// # Errors
///
/// Where its seed is no number.
pub(super) fn asked_by(form: &Fields) -> Result<NewTree, Problem> {
    let text = |name: &str| field(form, name).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let wrong = |seed: &str| Problem::wrong("seed", &[("seed", &seed)]).at("seed");
    let seed = text("seed").map(|seed| seed.parse().map_err(|_| wrong(&seed))).transpose()?;
    Ok(NewTree {
        game: text("game").unwrap_or_default(),
        position: text("position"),
        moves: text("moves"),
        player: text("player").unwrap_or_default(),
        seed,
        search: text("search").and_then(|text| text.parse().ok()),
        limit: None,
    })
}

/// The fields of a form that say which position is searched, and with which draws.
pub(super) fn place(language: Language, form: &Fields, wrong: Correction<'_>) -> Markup {
    let value = |name: &str| field(form, name).unwrap_or("");
    html! {
        p {
            label for="game" { (language.say("inside-game")) }
            input id="game" name="game" aria-invalid=[wrong.is_invalid("game")] aria-describedby=[wrong.about("game", "")] required spellcheck="false" autocomplete="off"
                value=(field(form, "game").unwrap_or("tree([[3,12,8],[2,4,6],[14,5,2]])"));
            (wrong.beside("game", language))
        }
        p {
            label for="moves" { (language.say("new-moves")) }
            textarea id="moves" name="moves" aria-invalid=[wrong.is_invalid("moves")] aria-describedby=[wrong.about("moves", "")] rows="2" spellcheck="false" autocomplete="off" { (value("moves")) }
            (wrong.beside("moves", language))
        }
        p {
            label for="position" { (language.say("new-position")) }
            input id="position" name="position" aria-invalid=[wrong.is_invalid("position")] aria-describedby=[wrong.about("position", "")] spellcheck="false" autocomplete="off" value=(value("position"));
            (wrong.beside("position", language))
        }
        p {
            label for="seed" { (language.say("new-seed")) }
            input id="seed" name="seed" aria-invalid=[wrong.is_invalid("seed")] aria-describedby=[wrong.about("seed", "")] inputmode="numeric" autocomplete="off" value=(value("seed"));
            (wrong.beside("seed", language))
        }
    }
}
