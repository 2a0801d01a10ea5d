//! The documents that commands write for programs, described by their types: for `agon schema` and for the manual.

use agon_arena::tell::{ResultDocument, game_schema};
use agon_draw::{Diagram, NodeLine};
use agon_table::{AnalysisDocument, SavedGame, StaticValue};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

use crate::{
    certificate::{
        AnswerLine, CertificateDocument, CheckedDocument, ClaimLine,
        equilibrium::{EquilibriumLine, SharesLine},
        rounds::{RoundClaimLine, WorthLine},
    },
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
    report::{MovesDocument, PlotDocument, ProgressDocument, RatingsDocument},
    same::SameDocument,
    show::{PositionDocument, RefusedLine},
    solution::SolutionDocument,
    story::StoryDocument,
    tree::SearchDocument,
    tune::Tuned,
    verify::VerificationDocument,
};

/// One form in which a command writes.
struct Written {
    /// The name of the document.
    name: &'static str,
    command: &'static str,
    /// When it is written, and how it stands there.
    when: &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Written {
    fn by<T: JsonSchema>(name: &'static str, command: &'static str, when: &'static str) -> Written {
        Written { name, command, when, schema: |types| types.subschema_for::<T>() }
    }

    /// One such document, or an array of them.
    fn one_or_all<T: JsonSchema>(name: &'static str, command: &'static str, when: &'static str) -> Written {
        let schema = |types: &mut SchemaGenerator| {
            let one = types.subschema_for::<T>();
            schemars::json_schema!({"anyOf": [one, {"type": "array", "items": one}]})
        };
        Written { name, command, when, schema }
    }
}

/// Everything that is written for programs, by command. A new document is added here.
fn all() -> Vec<Written> {
    vec![
        Written::by::<AnalysisDocument>("analyse", "analyse", "--json: a line for each player"),
        Written::by::<DrawsDocument<'_>>(
            "analyse-draws",
            "analyse",
            "where chance draws first, --json: a line for each player",
        ),
        Written::by::<StaticValue>("analyse-static", "analyse", "--static --json: one line"),
        Written::by::<DealtDocument<'_>>("analyse-deals", "analyse", "--deals N --json: a line for each player"),
        Written::by::<ExploitDocument>("analyse-exploit", "analyse", "--exploit --json: a line for each player"),
        Written::by::<ResultDocument>("class", "class", "--json: one document, as of agon run"),
        Written::by::<GamesOfClassDocument>("class-games", "class", "--games --json: one line"),
        Written::by::<Compared<'_>>("compare", "compare", "--json: one line"),
        Written::one_or_all::<GamesDocument>("games", "games", "--json: one line, an array of games or one game"),
        Written::by::<LawsDocument>("laws", "laws", "--json: one line"),
        Written::by::<MutantsDocument>("laws-mutants", "laws", "--mutants --json: one line"),
        Written::by::<LearnedDocument>("learn", "learn", "--json: one line"),
        Written::by::<PerftDocument>("perft", "perft", "--json: one line"),
        Written::by::<SameDocument>("same", "same", "--json: one line"),
        Written::by::<SavedGame>("saved-game", "play", "`save FILE`: a line for each time"),
        Written::one_or_all::<PlayersDocument>(
            "players",
            "players",
            "--json: one line, an array of players or one player",
        ),
        Written::by::<ChoiceDocument>("players-game", "players", "--game GAME --json: one line"),
        Written::by::<ResultDocument>("report", "report", "--json: one document"),
        Written {
            name: "report-games",
            command: "report",
            when: "games --to jsonl: a line for each game",
            schema: game_schema,
        },
        Written::by::<MovesDocument>("report-moves", "report", "moves --json: one line"),
        Written::by::<ProgressDocument<'_>>("report-progress", "report", "progress --json: one line"),
        Written::by::<RatingsDocument>("report-ratings", "report", "ratings --to json: one line"),
        Written::by::<PlotDocument>(
            "report-charts",
            "report",
            "crosstable, sweep or learning with --to json: one line",
        ),
        Written::by::<ResultDocument>("run", "run", "--json: one document"),
        Written::by::<Planned>("run-dry-run", "run", "--dry-run --json: one line"),
        Written::by::<PositionDocument>("show", "show", "--json, --batch: one line for each position"),
        Written::by::<RefusedLine>("show-refused", "show", "--batch: of a line that cannot be played"),
        Written::by::<ModelDocument>("show-model", "show", "--model FILE --json: one line"),
        Written::by::<SolutionDocument>("solve", "solve", "--json: one line"),
        Written::by::<EquilibriumDocument>(
            "solve-cfr",
            "solve",
            "where something is hidden, or --method cfr, --json: one line",
        ),
        Written::by::<CertificateDocument>("certificate", "solve", "--certificate FILE: the first line of the file"),
        Written::by::<ClaimLine>("certificate-claim", "solve", "--certificate FILE: a line before answers"),
        Written::by::<AnswerLine>("certificate-answer", "solve", "--certificate FILE: a line for each answer"),
        Written::by::<RoundClaimLine>("certificate-rounds", "solve", "--certificate FILE: a line before worths"),
        Written::by::<WorthLine>("certificate-worth", "solve", "--certificate FILE: a line for each worth"),
        Written::by::<EquilibriumLine>(
            "certificate-equilibrium",
            "solve",
            "--method cfr --certificate FILE: the second line of the file",
        ),
        Written::by::<SharesLine>(
            "certificate-set",
            "solve",
            "--method cfr --certificate FILE: a line for each information set",
        ),
        Written::by::<Diagram>("solve-diagram", "solve", "--to json: one line"),
        Written::by::<SearchDocument>("tree", "tree", "--json or --to json: one line"),
        Written::by::<StoryDocument>("tree-words", "tree", "--to words --json: one line"),
        Written::by::<NodeLine>(
            "tree-stream",
            "tree",
            "--stream: a line for each position when it is left, and so behind those below it; a position \
             that is entered again has a line each time",
        ),
        Written::by::<Tuned>("tune", "tune", "--json: one line"),
        Written::by::<VerificationDocument>("verify", "verify", "--json: one line"),
        Written::by::<CheckedDocument>("verify-certificate", "verify", "--json, of a certificate: one line"),
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
    if let Some(parts) = schema.get("anyOf").and_then(Value::as_array) {
        // Null stands last.
        let mut kinds: Vec<String> = parts.iter().map(kind).collect();
        kinds.sort_by_key(|kind| kind == "null");
        kinds.dedup();
        return kinds.join(" or ");
    }
    if let Some(word) = schema.get("const") {
        return word.to_string();
    }
    let words = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().map(|one| word(one, schema)).collect(),
        Some(one) => vec![word(one, schema)],
        None => vec!["value".to_owned()],
    };
    words.join(" or ")
}

fn word(name: &Value, schema: &Value) -> String {
    match (name.as_str(), schema.get("items"), schema.get("prefixItems")) {
        (Some("array"), _, Some(Value::Array(items))) => {
            format!("list of {}", items.iter().map(kind).collect::<Vec<_>>().join(", "))
        }
        (Some("array"), Some(item), _) => {
            let each = kind(item);
            match each.split_once(' ') {
                Some((first, "or null")) => format!("list of {first}s or nulls"),
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
        text.extend(["\nJSON with ", written.when, ". Keys:\n", &told(written)]);
    }
    text
}

/// The keys of a document, each with its meaning, those of inner objects below it.
fn told(written: &Written) -> String {
    let mut text = String::new();
    for key in keys(written) {
        let indent = " ".repeat(2 + 2 * key.depth);
        let below = format!("{indent}    ");
        let options = textwrap::Options::new(100).initial_indent(&indent).subsequent_indent(&below);
        text.extend([textwrap::fill(&key.line(), options), "\n".to_owned()]);
    }
    text
}

/// The documents, each with its name, and which command writes it when.
pub(crate) fn list() -> String {
    let all = all();
    let widest = all.iter().map(|written| written.name.len()).max().unwrap_or_default();
    let below = " ".repeat(widest + 2);
    let lines = all.iter().map(|Written { name, command, when, .. }| {
        let options = textwrap::Options::new(100).subsequent_indent(&below);
        textwrap::fill(&format!("{name:widest$}  agon {command}, {when}"), options) + "\n"
    });
    lines.collect()
}

/// The keys of the document of that name, or as JSON its schema (JSON Schema, draft 2020-12).
///
/// # Errors
///
/// If there is no document of that name.
pub(crate) fn of_document(name: &str, is_json: bool) -> Result<String, String> {
    let all = all();
    let Some(written) = all.iter().find(|written| written.name == name) else {
        let near = agon_core::nearest(name, all.iter().map(|written| written.name));
        let near = near.map_or(String::new(), |near| format!(" did you mean `{near}`?"));
        return Err(format!("there is no document `{name}`;{near} `agon schema` lists them"));
    };
    if !is_json {
        return Ok(format!("{name}: agon {}, {}\n\n{}", written.command, written.when, told(written)));
    }
    let mut types = SchemaSettings::default().for_serialize().into_generator();
    let mut schema = (written.schema)(&mut types);
    // One that stands among the definitions is told itself.
    let definitions = types.take_definitions(true);
    if let Some(Value::String(place)) = schema.get("$ref")
        && let Some(own) = place.rsplit('/').next().and_then(|name| definitions.get(name))
    {
        schema = own.clone().try_into().unwrap_or(schema);
    }
    schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.insert("title".to_owned(), name.into());
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Ok(serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::{all, keys};

    #[test]
    fn every_document_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = all().iter().map(|written| written.name).collect();
        assert_eq!(names.len(), all().len());
        assert_eq!(
            super::of_document("tre", false).unwrap_err(),
            "there is no document `tre`; did you mean `tree`? `agon schema` lists them"
        );
    }

    #[test]
    fn every_command_with_json_tells_its_keys() {
        let told: BTreeSet<&str> = all().iter().map(|written| written.command).collect();
        for command in crate::Cli::command().get_subcommands() {
            let is_json = |arg: &clap::Arg| arg.get_long() == Some("json");
            let own = command.get_arguments().any(is_json);
            let below = command.get_subcommands().any(|one| one.get_arguments().any(is_json));
            let name = command.get_name();
            // What it writes is a schema itself.
            let own = own && name != "schema";
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
