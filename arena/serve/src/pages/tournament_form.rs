//! The form for a tournament: players and games to pick, and what else is asked for.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::{
    asked::{Correction, Fields, field},
    groups::{GameGroup, grouped},
    layout::token,
};
use crate::{problem::Problem, visitor::Visitor, words::Language};

/// The fields that may be at fault.
const FIELDS: [&str; 7] = ["name", "players", "games", "openings", "random-plies", "seed", "file"];

/// What the form begins with.
const EXAMPLE: &str = "seed = 1
openings = 20
random-plies = 2
thoughts = true
players = [\"random\", \"alpha-beta(depth=2)\", \"mcts(iterations=100)\"]
games = [\"tic-tac-toe\", \"connect-four\"]
";

/// The tournaments that begin by one click, and the form for any other, as it was sent if something is wrong with it.
pub(super) fn new_tournament(guest: &Visitor, form: &Fields, wrong: Option<&Problem>) -> Markup {
    let (language, wrong) = (guest.language, Correction(wrong));
    let say = |id: &str| language.say(id);
    let value = |name: &str, usual: &'static str| field(form, name).unwrap_or(usual).to_owned();
    let chosen = value("format", "round-robin");
    let players = [(None, CONTENDERS.iter().map(|term| (*term, (*term).to_owned())).collect())];
    let games = grouped().iter().filter(|(group, _)| **group != GameGroup::Own).map(|(group, plugins)| {
        let named = plugins.iter().map(|plugin| (plugin.name, language.game_name(plugin.name)));
        (Some(say(&format!("group-{}", group.name()))), named.collect())
    });
    let games: Vec<Pickable> = games.collect();
    html! {
        h2 id="new" { (say("events-new")) }
        (presets(guest))
        (wrong.said(language, |name| FIELDS.contains(&name)))
        form.settings method="post" action="/tournaments" { (token(guest))
            p {
                label for="name" { (say("events-name")) }
                input id="name" name="name" aria-invalid=[wrong.is_invalid("name")] aria-describedby=[wrong.about("name", "")] autocomplete="off" maxlength="100" value=(value("name", ""));
                (wrong.beside("name", language))
            }
            (pick(language, "players", "player", &players, (form, wrong)))
            (pick(language, "games", "game", &games, (form, wrong)))
            div.fields {
                @for (name, label, usual) in [
                    ("openings", say("events-openings"), "20"),
                    ("random-plies", say("events-plies"), "2"),
                    ("seed", say("new-seed"), "1"),
                    ("nodes", say("events-nodes"), ""),
                ] {
                    p {
                        label for=(name) { (label) }
                        input type="number" min="0" id=(name) name=(name) value=(value(name, usual)) aria-invalid=[wrong.is_invalid(name)] aria-describedby=[wrong.about(name, "")];
                        (wrong.beside(name, language))
                    }
                }
                p {
                    label for="stop" { (say("events-stop")) }
                    input id="stop" name="stop" value=(value("stop", "")) placeholder="sprt(0, 10)" autocomplete="off" spellcheck="false";
                }
                p {
                    label for="format" { (say("events-format")) }
                    select id="format" name="format" {
                        @for word in ["round-robin", "gauntlet", "swiss", "knockout", "ladder"] {
                            option value=(word) selected[word == chosen] { (word) }
                        }
                    }
                }
            }
            p.actions { button.main { (say("events-begin")) } }
        }
        details open[field(form, "file").is_some()] {
            summary { (say("events-file")) }
            form.settings method="post" action="/tournaments" { (token(guest))
                p {
                    label for="file" { (say("events-file-text")) }
                    textarea id="file" name="file" aria-invalid=[wrong.is_invalid("file")] aria-describedby=[wrong.about("file", "")] rows="9" spellcheck="false" required { (value("file", EXAMPLE)) }
                    (wrong.beside("file", language))
                }
                p.actions { button { (say("events-begin")) } }
            }
        }
    }
}

/// Terms to pick, and what each is called, under a heading.
type Pickable = (Option<String>, Vec<(&'static str, String)>);

/// The players that are offered: searches of every kind, some of them twice, so that depths can be compared.
const CONTENDERS: &[&str] = &[
    "random",
    "greedy",
    "minimax(depth=2)",
    "alpha-beta(depth=2)",
    "alpha-beta(depth=4)",
    "averaging(depth=2)",
    "selective(depth=4)",
    "expectiminimax(depth=2)",
    "max-n(depth=2)",
    "mcts(iterations=100)",
    "mcts(iterations=1000)",
    "ismcts(iterations=100)",
    "strong(nodes=1000)",
];

/// What is picked where nobody has chosen yet.
const USUAL: [&str; 5] = ["random", "alpha-beta(depth=2)", "mcts(iterations=100)", "tic-tac-toe", "connect-four"];

/// All that stands in the lines called `many`, and then all that is picked in the boxes called `one`, each once: who comes first
/// meets all others in a gauntlet, and is asked about in a match that may end early.
fn picked<'a>(form: &'a Fields, many: &str, one: &str) -> Vec<&'a str> {
    let boxes = form.iter().filter(|(key, _)| key == one).map(|(_, value)| value.as_str());
    let lines = field(form, many).unwrap_or("").lines();
    let mut all = Vec::new();
    for term in lines.chain(boxes).map(str::trim).filter(|term| !term.is_empty()) {
        if !all.contains(&term) {
            all.push(term);
        }
    }
    all
}

/// Boxes to pick players or games by, and lines for others.
fn pick(
    language: Language,
    many: &str,
    one: &str,
    offered: &[Pickable],
    (form, wrong): (&Fields, Correction<'_>),
) -> Markup {
    let lines = field(form, many).unwrap_or("");
    let is_new = form.iter().all(|(key, _)| !["player", "players", "game", "games"].contains(&key.as_str()));
    let is_picked = |term: &str| {
        if is_new { USUAL.contains(&term) } else { form.iter().any(|(key, value)| key == one && value == term) }
    };
    html! {
        fieldset.picks {
            legend { (language.say(&format!("events-{many}"))) }
            @for (title, all) in offered {
                div {
                    @if let Some(title) = title { span.quiet { (title) } }
                    @for (term, name) in all {
                        label { input type="checkbox" name=(one) value=(term) checked[is_picked(term)]; (name) }
                    }
                }
            }
            details open[!lines.is_empty() || wrong.is_invalid(many).is_some()] {
                summary { (language.say(&format!("events-{many}-lines"))) }
                textarea id=(many) name=(many) aria-label=(language.say(&format!("events-{many}-lines"))) aria-invalid=[wrong.is_invalid(many)]
                    aria-describedby=[wrong.about(many, "")] rows="3" spellcheck="false" { (lines) }
                (wrong.beside(many, language))
            }
        }
    }
}

/// The tournaments that begin by one click.
fn presets(guest: &Visitor) -> Markup {
    let say = |id: &str| guest.language.say(id);
    html! {
        ul.cards {
            @for preset in PRESETS {
                li {
                    form method="post" action="/tournaments" { (token(guest))
                        @for (name, value) in preset.fields {
                            input type="hidden" name=(name) value=(value);
                        }
                        input type="hidden" name="name" value=(say(preset.title));
                        button.card {
                            span.name { (say(preset.title)) }
                            span.quiet { (say(preset.about)) }
                        }
                    }
                }
            }
        }
    }
}

/// A tournament that begins by one click.
struct Preset {
    /// What it is called, and what it shows: messages.
    title: &'static str,
    about: &'static str,
    /// The form, filled in.
    fields: &'static [(&'static str, &'static str)],
}

const PRESETS: [Preset; 3] = [
    Preset {
        title: "preset-kinds",
        about: "preset-kinds-about",
        fields: &[
            ("players", "random\nalpha-beta(depth=3)\nmcts(iterations=300)"),
            ("games", "tic-tac-toe\nconnect-four\nothello"),
            ("openings", "20"),
            ("random-plies", "2"),
            ("seed", "1"),
        ],
    },
    Preset {
        title: "preset-depths",
        about: "preset-depths-about",
        fields: &[
            ("players", "alpha-beta(depth=1)\nalpha-beta(depth=2)\nalpha-beta(depth=3)\nalpha-beta(depth=4)"),
            ("games", "othello"),
            ("openings", "30"),
            ("random-plies", "4"),
            ("seed", "1"),
        ],
    },
    Preset {
        title: "preset-sure",
        about: "preset-sure-about",
        fields: &[
            ("players", "alpha-beta(depth=3)\nalpha-beta(depth=2)"),
            ("games", "breakthrough(width=6, height=6)"),
            ("openings", "1000"),
            ("random-plies", "4"),
            ("seed", "1"),
            ("stop", "sprt(0, 30)"),
        ],
    },
];

/// The file that a form stands for: the one that is in it, or what its fields say.
pub(super) fn asked_for(form: &Fields) -> String {
    field(form, "file").map_or_else(|| written(form), str::to_owned)
}

/// A problem of such a file, beside the field of its form.
pub(super) fn beside_form(problem: Problem, form: &Fields, text: &str) -> Problem {
    match field(form, "file") {
        _ if problem.field.as_deref() == Some("name") => problem,
        // In a file it is somewhere in there.
        Some(_) => problem.at("file"),
        None => problem.beside_field(text),
    }
}

/// The form as a file of `agon run`.
fn written(form: &Fields) -> String {
    let mut text = String::from("thoughts = true\n");
    for name in ["openings", "random-plies", "seed", "nodes"] {
        let value = field(form, name).unwrap_or("").trim();
        if !value.is_empty() {
            let _ = writeln!(text, "{name} = {value}");
        }
    }
    for name in ["stop", "format"] {
        let value = field(form, name).unwrap_or("").trim();
        if !value.is_empty() {
            let _ = writeln!(text, "{name} = {}", quoted(value));
        }
    }
    for (many, one) in [("players", "player"), ("games", "game")] {
        let all: Vec<String> = picked(form, many, one).into_iter().map(quoted).collect();
        let _ = writeln!(text, "{many} = [{}]", all.join(", "));
    }
    text
}

/// A text as files have it: JSON's signs are TOML's.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use agon_core::registry;
    use agon_roster as _;

    use super::{CONTENDERS, USUAL};
    use crate::allowed;

    #[test]
    fn everybody_who_can_be_picked_is_admitted() {
        for term in CONTENDERS {
            allowed::admit(&registry::player(term).unwrap()).unwrap();
        }
        for term in USUAL {
            assert!(CONTENDERS.contains(&term) || registry::game(term).is_ok(), "{term}");
        }
    }
}
