//! The algorithms that can search a tree, as a row of tabs above it: each with what it looks at.

use maud::{Markup, html};

use super::{
    asked::{Fields, field},
    layout::encoded,
    search_form::{PLAYER, SearchAsked, opens},
};
use crate::{effort::SearchEffort, pool::Worker, rivals::Rivals, study::Study, trees::KeptTree, visitor::Visitor};

/// What a tab carries on: who was asked for at the beginning, how far it looked, and the move that was played.
#[derive(Clone, Debug, Default)]
pub(super) struct TabsCarried {
    asked: Option<String>,
    depth: Option<u32>,
    pub(super) played: Option<String>,
}

impl TabsCarried {
    pub(super) fn of(form: &Fields) -> TabsCarried {
        let text = |name: &str| field(form, name).filter(|text| !text.is_empty());
        TabsCarried {
            asked: text("asked").map(str::to_owned),
            depth: text("depth").and_then(|text| text.parse().ok()),
            played: text("played").map(str::to_owned),
        }
    }

    /// Those who can search the same.
    pub(super) fn rivals(&self, worker: &Worker, tree: &KeptTree) -> Rivals {
        Rivals::of(worker, tree, self.asked.as_deref(), self.depth)
    }

    /// The same as an address has it: nothing where nobody has chosen a tab.
    pub(super) fn address(&self) -> String {
        let asked = self.asked.as_ref().map(|asked| format!("&asked={}", encoded(asked)));
        let depth = self.depth.map(|depth| format!("&depth={depth}"));
        let played = self.played.as_ref().map(|played| format!("&played={}", encoded(played)));
        asked.into_iter().chain(depth).chain(played).collect()
    }
}

/// The row. A search that is kept is a link to it; another is a button that begins it. Both say what is looked at, if
/// that is known.
pub(super) fn tabs(worker: &Worker, study: &Study, guest: &Visitor, tree: &KeptTree, carried: &TabsCarried) -> Markup {
    let language = guest.language;
    let rivals = carried.rivals(worker, tree);
    if rivals.all.len() < 2 {
        return html! {};
    }
    let site = &tree.thought.site;
    let (base, moves) = (site.other_base(), site.moves());
    let (game, player) = (site.game.term.as_str(), tree.thought.player.as_str());
    let own = SearchAsked { game, position: base.as_deref(), moves: &moves, player, seed: Some(tree.seed()) };
    let asked = rivals.all[0].term.as_str();
    let played = carried.played.clone();
    let carried = TabsCarried { asked: Some(asked.to_owned()), depth: Some(rivals.depth), played };
    let face = |label: &str, effort: Option<SearchEffort>| {
        let told = effort.as_ref().map_or_else(|| language.say("tab-unseen"), |one| one.words(language));
        let choice = effort.and_then(|one| one.choice(language));
        html! {
            span { span.name lang="en" { (label) } @if let Some(choice) = choice { " " (choice) } }
            " " span.quiet { (told) }
        }
    };
    html! {
        nav.tabs id="tabs" aria-label=(language.say("tabs")) data-tells {
            ul {
                @for rival in &rivals.all {
                    @let is_own = rival.term == tree.thought.player;
                    @let kept = if is_own { None } else { study.trees.by(worker, site, &rival.term, tree.seed()) };
                    @let id = if is_own { Some(&tree.id) } else { kept.as_ref().map(|kept| &kept.id) };
                    @let found = tree.effort_of(&rival.term);
                    @let found = found.or_else(|| is_own.then(|| tree.effort.clone()));
                    @let found = found.or_else(|| kept.as_ref().map(|kept| kept.effort.clone()));
                    @let asked = SearchAsked { player: &rival.term, ..own };
                    li {
                        @if let Some(id) = id {
                            a href=(format!("/inside/{id}{}{}", asked.query(), carried.address())) aria-current=[is_own.then_some("page")] { (face(&rival.label, found)) }
                        } @else {
                            (opens(guest, &asked, &html! {
                                input type="hidden" name="asked" value=(rivals.all[0].term);
                                input type="hidden" name="depth" value=(rivals.depth);
                                @if let Some(played) = &carried.played { input type="hidden" name="played" value=(played); }
                                button { (face(&rival.label, found)) }
                            }))
                        }
                    }
                }
                @if tree.can_race() {
                    @let other = rivals.all.iter().map(|rival| rival.term.as_str()).find(|term| *term != own.player);
                    @let other = other.map(|term| format!("&{PLAYER}={}", encoded(term))).unwrap_or_default();
                    li.race {
                        a href=(format!("/race{}{other}", own.query())) {
                            span { (language.say("race")) } " " span.quiet { (language.say("race-tab")) }
                        }
                    }
                }
            }
        }
    }
}
