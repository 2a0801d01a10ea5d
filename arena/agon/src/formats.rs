//! The documents that commands write for programs, described by their types in the manual and in docs/formats.md.

use agon_arena::tell::{ResultDocument, game_schema};
use agon_draw::{Diagram, NodeLine};
use agon_table::{AnalysisDocument, SavedGame, StaticValue};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

use crate::{
    class::GamesOfClassDocument,
    compare::Compared,
    dealt::DealtDocument,
    drawn::DrawsDocument,
    equilibrium::EquilibriumDocument,
    exploit::ExploitDocument,
    games::GamesDocument,
    laws::{LawsDocument, MutantsDocument},
    learn::LearnedDocument,
    model::ModelDocument,
    perft::PerftDocument,
    planned::Planned,
    players::{ChoiceDocument, PlayersDocument},
    report::{PlotDocument, ProgressDocument, RatingsDocument},
    show::{PositionDocument, RefusedLine},
    solution::SolutionDocument,
    story::StoryDocument,
    tree::SearchDocument,
    tune::Tuned,
    verify::VerificationDocument,
};

/// One form in which a command writes.
struct Written {
    command: &'static str,
    /// When it is written, and how it stands there.
    when: &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Written {
    fn by<T: JsonSchema>(command: &'static str, when: &'static str) -> Written {
        Written { command, when, schema: |types| types.subschema_for::<T>() }
    }
}

/// Everything that is written for programs, by command. A new document is added here.
fn all() -> Vec<Written> {
    vec![
        Written::by::<AnalysisDocument>("analyse", "--json: a line for each player"),
        Written::by::<DrawsDocument<'_>>("analyse", "where chance draws first, --json: a line for each player"),
        Written::by::<StaticValue>("analyse", "--static --json: one line"),
        Written::by::<DealtDocument<'_>>("analyse", "--deals N --json: a line for each player"),
        Written::by::<ExploitDocument>("analyse", "--exploit --json: a line for each player"),
        Written::by::<ResultDocument>("class", "--json: one document, as of agon run"),
        Written::by::<GamesOfClassDocument>("class", "--games --json: one line"),
        Written::by::<Compared<'_>>("compare", "--json: one line"),
        Written::by::<GamesDocument>("games", "--json: one line, an array of games or one game"),
        Written::by::<LawsDocument>("laws", "--json: one line"),
        Written::by::<MutantsDocument>("laws", "--mutants --json: one line"),
        Written::by::<LearnedDocument>("learn", "--json: one line"),
        Written::by::<PerftDocument>("perft", "--json: one line"),
        Written::by::<SavedGame>("play", "`save FILE`: a line for each time"),
        Written::by::<PlayersDocument>("players", "--json: one line, an array of players or one player"),
        Written::by::<ChoiceDocument>("players", "--game GAME --json: one line"),
        Written::by::<ResultDocument>("report", "--json: one document"),
        Written { command: "report", when: "games --to jsonl: a line for each game", schema: game_schema },
        Written::by::<ProgressDocument<'_>>("report", "progress --json: one line"),
        Written::by::<RatingsDocument>("report", "ratings --to json: one line"),
        Written::by::<PlotDocument>("report", "crosstable, sweep or learning with --to json: one line"),
        Written::by::<ResultDocument>("run", "--json: one document"),
        Written::by::<Planned>("run", "--dry-run --json: one line"),
        Written::by::<PositionDocument>("show", "--json, --batch: one line for each position"),
        Written::by::<RefusedLine>("show", "--batch: of a line that cannot be played"),
        Written::by::<ModelDocument>("show", "--model FILE --json: one line"),
        Written::by::<SolutionDocument>("solve", "--json: one line"),
        Written::by::<EquilibriumDocument>("solve", "where something is hidden, or --method cfr, --json: one line"),
        Written::by::<Diagram>("solve", "--to json: one line"),
        Written::by::<SearchDocument>("tree", "--json or --to json: one line"),
        Written::by::<StoryDocument>("tree", "--to words --json: one line"),
        Written::by::<NodeLine>(
            "tree",
            "--stream: a line for each position when it is left, and so behind those below it; a position \
             that is entered again has a line each time",
        ),
        Written::by::<Tuned>("tune", "--json: one line"),
        Written::by::<VerificationDocument>("verify", "--json: one line"),
    ]
}

/// A key of a document.
struct Key {
    depth: usize,
    name: String,
    kind: String,
    meaning: String,
}

impl Key {
    fn line(&self) -> String {
        let Key { name, kind, meaning, .. } = self;
        if meaning.is_empty() { format!("`{name}` ({kind})") } else { format!("`{name}` ({kind}): {meaning}") }
    }
}

/// The keys of a document; those of inner objects are indented below their own.
fn keys(written: &Written) -> Vec<Key> {
    let mut settings = SchemaSettings::default().for_serialize();
    settings.inline_subschemas = true;
    let schema = (written.schema)(&mut settings.into_generator()).to_value();
    let mut keys = Vec::new();
    of_object(&schema, 0, &mut keys);
    keys
}

fn of_object(schema: &Value, depth: usize, keys: &mut Vec<Key>) {
    let schema = present(schema);
    if let Some(item) = schema.get("items") {
        return of_object(item, depth, keys);
    }
    let required = schema.get("required").and_then(Value::as_array);
    let own = schema.get("properties").and_then(Value::as_object);
    for (name, of) in own.into_iter().flat_map(Map::iter) {
        let is_always = required.is_some_and(|names| names.iter().any(|always| always == name));
        let kind = if is_always { kind(of) } else { format!("{}, if there is any", kind(of)) };
        keys.push(Key { depth, name: name.clone(), kind, meaning: meaning(of) });
        of_object(of, depth + 1, keys);
    }
    // Documents of several kinds.
    let kinds = schema.get("oneOf").and_then(Value::as_array);
    for kind in kinds.into_iter().flatten() {
        of_object(kind, depth, keys);
    }
}

/// The part of a schema that is not null.
fn present(schema: &Value) -> &Value {
    let is_present = |part: &&Value| part.get("type").is_none_or(|kind| kind != "null");
    let parts = schema.get("anyOf").and_then(Value::as_array);
    parts.and_then(|parts| parts.iter().find(is_present)).unwrap_or(schema)
}

/// What kind of value it is, in words.
fn kind(schema: &Value) -> String {
    let or_null = if schema.get("anyOf").is_some() { " or null" } else { "" };
    let schema = present(schema);
    if let Some(word) = schema.get("const") {
        return word.to_string();
    }
    let words = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().map(|one| word(one, schema)).collect(),
        Some(one) => vec![word(one, schema)],
        None => vec!["value".to_owned()],
    };
    format!("{}{or_null}", words.join(" or "))
}

fn word(name: &Value, schema: &Value) -> String {
    match (name.as_str(), schema.get("items"), schema.get("prefixItems")) {
        (Some("array"), _, Some(Value::Array(items))) => {
            format!("list of {}", items.iter().map(kind).collect::<Vec<_>>().join(", "))
        }
        (Some("array"), Some(item), _) => {
            let each = kind(item);
            match each.split_once(' ') {
                None => format!("list of {each}s"),
                Some((first, rest)) => format!("list of {first}s {rest}"),
            }
        }
        (Some("integer"), ..) => "number".to_owned(),
        (Some("string"), ..) => "text".to_owned(),
        (Some("boolean"), ..) => "true/false".to_owned(),
        (other, ..) => other.unwrap_or("value").to_owned(),
    }
}

/// What the docs of the field say.
fn meaning(schema: &Value) -> String {
    let said = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    said.replace("[`", "`").replace("`]", "`").trim_end_matches('.').to_owned()
}

/// The documents that this command writes for programs, for its page of the manual; empty if there are none.
pub(crate) fn of_command(command: &str) -> String {
    let mut text = String::new();
    for written in all().iter().filter(|written| written.command == command) {
        text.extend(["\nJSON with ", written.when, ". Keys:\n"]);
        for key in keys(written) {
            let indent = " ".repeat(2 + 2 * key.depth);
            let below = format!("{indent}    ");
            let options = textwrap::Options::new(100).initial_indent(&indent).subsequent_indent(&below);
            text.extend([textwrap::fill(&key.line(), options), "\n".to_owned()]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, BTreeSet},
        fmt::Write as _,
    };

    use clap::CommandFactory;

    use super::{Written, all, keys};

    const HEAD: &str = "\
# Formats for programs

<!-- Made from the types, by UPDATE_DOCS=1 cargo test -p agon --features full --lib formats -->

Every command that writes JSON, with the keys of its documents; `agon man COMMAND` lists them too. Seats are counted \
from 1. A number that does not exist or is infinite is null. A key marked \"if there is any\" may be missing.
";

    /// The page of all formats, by command; a document of several commands is told at the last of them.
    fn page() -> String {
        let mut sections: BTreeMap<&str, String> = BTreeMap::new();
        let list = |written: &Written| {
            keys(written)
                .iter()
                .fold(String::new(), |list, key| format!("{list}{}- {}\n", "  ".repeat(key.depth), key.line()))
        };
        let all: Vec<_> = all().into_iter().map(|written| (list(&written), written)).collect();
        for (list, written) in &all {
            let (_, home) = all.iter().rfind(|(other, _)| other == list).unwrap();
            let section = sections.entry(written.command).or_default();
            let _ = writeln!(section, "\n**{}.**\n", written.when);
            if home.command == written.command {
                section.push_str(list);
            } else {
                let _ = writeln!(section, "The keys of [agon {0}](#agon-{0}), {1}.", home.command, home.when);
            }
        }
        let each = sections.iter().map(|(command, text)| format!("\n## agon {command}\n{text}"));
        HEAD.to_owned() + &each.collect::<String>()
    }

    #[test]
    fn the_page_of_formats_is_that_of_the_types() {
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(place, page()).unwrap();
        }
        let written = std::fs::read_to_string(place).unwrap_or_default();
        assert!(written == page(), "see the head of docs/formats.md");
    }

    #[test]
    fn every_command_with_json_tells_its_keys() {
        let told: BTreeSet<&str> = all().iter().map(|written| written.command).collect();
        for command in crate::Cli::command().get_subcommands() {
            let is_json = |arg: &clap::Arg| arg.get_long() == Some("json");
            let own = command.get_arguments().any(is_json);
            let below = command.get_subcommands().any(|one| one.get_arguments().any(is_json));
            let name = command.get_name();
            assert!(!own && !below || told.contains(name), "no document of agon {name} is told");
        }
    }

    #[test]
    fn every_key_of_every_document_has_a_meaning() {
        for written in all() {
            let keys = keys(&written);
            assert!(!keys.is_empty(), "{}: {}", written.command, written.when);
            for key in keys {
                let is_said = !key.meaning.is_empty() || key.kind.starts_with('"');
                assert!(is_said, "{}: {}: {}", written.command, written.when, key.name);
            }
        }
    }
}
