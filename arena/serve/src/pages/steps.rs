//! A game to be stepped through: the buttons, and the list of its moves.

use agon_table::Thought;
use maud::{Markup, html};

use crate::words::Language;

/// The buttons, which scripts bring to life.
pub(super) fn plies(language: Language) -> Markup {
    html! {
        p.plies id="plies" hidden {
            @for (name, sign) in [("first", "«"), ("back", "‹"), ("on", "›"), ("last", "»")] {
                button type="button" data-ply=(name) aria-label=(language.say(&format!("ply-{name}"))) { (sign) }
            }
        }
    }
}

/// A move as the list has it: whose it is, unless it is nobody's, how it is written, what was thought of it.
pub(super) type ListedMove<'a> = (Option<u8>, &'a str, Option<&'a Thought>);

pub(super) fn move_list<'a>(language: Language, moves: impl ExactSizeIterator<Item = ListedMove<'a>>) -> Markup {
    let moves: Vec<ListedMove<'a>> = moves.collect();
    let count = moves.len();
    let has_thoughts = moves.iter().any(|(_, _, thought)| thought.is_some());
    // As on a score sheet: a line for both seats, where they take turns from the first move on.
    let takes_turns = |(ply, m): (usize, &ListedMove<'_>)| m.0 == Some((ply % 2) as u8 + 1);
    let is_paired = 1 < count && moves.iter().enumerate().all(takes_turns);
    html! {
        ol.moves.paired[is_paired] id="moves" tabindex="0" aria-label=(language.say("moves")) {
            @for (ply, (seat, m, _)) in (1..).zip(&moves) {
                li.last[ply == count] data-ply=(ply) {
                    span.quiet[!is_paired].hidden[is_paired] { @match seat { Some(seat) => (seat), None => "⚄" } }
                    " " strong { (m) }
                }
            }
        }
        @if has_thoughts {
            details.thoughts {
                summary { (language.say("thoughts")) }
                p.quiet { (language.say("thought-about")) }
                ol {
                    @for (ply, (_, m, thought)) in (1..).zip(&moves) {
                        @if let Some(thought) = thought {
                            li value=(ply) { strong { (m) } " " span.quiet { (language.thought(thought)) } }
                        }
                    }
                }
            }
        }
    }
}
