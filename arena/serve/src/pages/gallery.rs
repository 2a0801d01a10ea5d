//! A gallery of searches worth looking into: each card is a button that has its player search, and opens the stage.

use std::{
    collections::BTreeMap,
    sync::{Mutex, OnceLock, PoisonError},
};

use maud::{Markup, PreEscaped, html};

use super::{
    examples::{CHANCE, Example, HIDDEN, POSITIONS, TREES, drawn_here},
    search_form::{SearchAsked, opens},
};
use crate::{pool::Worker, visitor::Visitor};

/// The parts of the gallery, and their titles.
const PARTS: [(&[Example], &str); 4] =
    [(TREES, "gallery-trees"), (POSITIONS, "gallery-positions"), (CHANCE, "gallery-draws"), (HIDDEN, "gallery-hidden")];

/// All cards. The first call draws the boards, which takes a moment.
pub(super) fn gallery(worker: &Worker, guest: &Visitor) -> Markup {
    static DRAWN: OnceLock<[Vec<(&Example, String)>; PARTS.len()]> = OnceLock::new();
    let drawn = DRAWN.get_or_init(|| PARTS.map(|(all, _)| drawn_here(worker, all)));
    html! {
        @for ((_, title), cards) in PARTS.into_iter().zip(drawn) {
            @if !cards.is_empty() {
                h2 { (guest.language.say(title)) }
                ul.cards.gallery {
                    @for (example, drawn) in cards { li { (card(guest, example, drawn)) } }
                }
            }
        }
    }
}

/// The card of one game, if somebody can search it.
pub(super) fn card_of(worker: &Worker, guest: &Visitor, game: &'static str) -> Option<Markup> {
    type Drawn = Option<(Example, String)>;
    static ALL: OnceLock<Mutex<BTreeMap<&'static str, Drawn>>> = OnceLock::new();
    let mut all = ALL.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let found = all.entry(game).or_insert_with(|| {
        let example = Example::of_game(worker, game)?;
        let drawn = example.drawn(worker)?;
        Some((example, drawn))
    });
    found.as_ref().map(|(example, drawn)| card(guest, example, drawn))
}

fn card(guest: &Visitor, example: &Example, drawn: &str) -> Markup {
    let face = html! {
        button.card {
            span.small aria-hidden="true" { (PreEscaped(drawn)) }
            span.name { (guest.language.game_name(example.name())) " · " (example.player) }
            span.quiet { (guest.language.say(example.about)) }
        }
    };
    opens(
        guest,
        &SearchAsked {
            game: example.game,
            position: example.position,
            moves: &example.moves,
            player: example.player,
            seed: None,
        },
        &face,
    )
}
