//! `agon games`.

use std::io::{self, Write};

use agon_core::{
    AnyPosition, Facts, GamePlugin, NameError, Position, Sum,
    registry::{self, games},
    term::Term,
};
use agon_table::{DeclaredName, DeclaredOption, Level};
use serde::Serialize;

use crate::{
    declared::{write_names, write_options},
    failed::Failed,
    figure,
    output::{answer, json, paragraph},
};

/// Lists the games, or says everything about one.
///
/// Without a name: every game and what it is. With a name: its rules, its options with type,
/// default and range, the facts that decide who can play it, its heuristics and features, and
/// samples. Facts depend on the options, so the name may have some: 'nim(heaps=1+2)'.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon games
  agon games nim
  agon games 'nim(heaps=1+2)' --json

JSON: an array of games, or one game. Keys: name, summary, help, options (name, type, default, min, \
max, choices, accepted, meaning), samples, term, facts (seats, chance, sum, total, min_payoff, \
max_payoff, max_plies, playouts), heuristics and features (name, summary), levels (name, player). `sum` is \"zero\", \"constant\" or \"general\", \
and `total` what the payoffs add up to, or null; `playouts` whether plays at random judge its positions better than its heuristics. \
`facts` is null where the game cannot begin without options.

Exit codes: 0 done; 2 no such game, or an option is wrong.")]
pub(crate) struct Args {
    /// The game, with or without options.
    name: Option<String>,
    /// Answer with one line of JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    match &args.name {
        None if args.json => {
            let all: Vec<_> = games().values().map(|plugin| Described::new(plugin)).collect();
            let documents: Vec<_> = all.iter().map(Described::document).collect();
            answer(|out| Ok(json(out, &documents)?))
        }
        None => answer(|out| {
            Ok(write_names(out, "", games().values().map(|plugin| (plugin.name, plugin.summary)))?)
        }),
        Some(name) => {
            let game = Described::find(name)?;
            answer(|out| {
                if args.json { json(out, &game.document()) } else { game.write(out) }?;
                Ok(())
            })
        }
    }
}

/// A game, and one instance of it where it can begin.
struct Described {
    plugin: &'static GamePlugin,
    instance: Option<(String, AnyPosition)>,
}

impl Described {
    /// The game with its usual options.
    fn new(plugin: &'static GamePlugin) -> Described {
        let instance = registry::game(plugin.name).ok().map(|game| (game.term, game.start));
        Described { plugin, instance }
    }

    /// The game that `text` names. A name alone is always enough to be told about the options.
    fn find(text: &str) -> Result<Described, Failed> {
        match registry::game(text) {
            Ok(game) => {
                Ok(Described { plugin: game.plugin, instance: Some((game.term, game.start)) })
            }
            Err(error) => match (&error, Term::parse(text)) {
                (NameError::Options(_), Ok(term)) if term.arguments.is_empty() => {
                    Ok(Described::new(registry::find_game(&term.name).map_err(Failed::usage)?))
                }
                _ => Err(Failed::usage(error)),
            },
        }
    }

    fn document(&self) -> GamesDocument<'_> {
        let position = self.instance.as_ref().map(|(_, position)| position);
        GamesDocument {
            name: self.plugin.name,
            aliases: self.plugin.aliases,
            summary: self.plugin.summary,
            help: self.plugin.help,
            options: self.plugin.options.iter().map(DeclaredOption::of).collect(),
            samples: self.samples().collect(),
            term: self.instance.as_ref().map(|(term, _)| term.as_str()),
            facts: position.map(|position| FactsDocument::of(&position.facts())),
            heuristics: DeclaredName::list(position.map_or(&[], Position::heuristics)),
            features: DeclaredName::list(position.map_or(&[], Position::features)),
            levels: Level::ALL
                .into_iter()
                .zip(position.into_iter().cycle())
                .map(|(level, start)| LevelDocument {
                    name: level.name(),
                    player: level.term(start),
                })
                .collect(),
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", self.plugin.name, self.plugin.summary)?;
        if !self.plugin.aliases.is_empty() {
            writeln!(out, "also called {}", self.plugin.aliases.join(", "))?;
        }
        if !self.plugin.help.is_empty() {
            writeln!(out)?;
            paragraph(out, 0, self.plugin.help)?;
        }
        write_options(out, self.plugin.options)?;
        if let Some((term, position)) = &self.instance {
            write_facts(out, term, &position.facts())?;
            let pairs =
                |names: &'static [agon_core::Named]| names.iter().map(|n| (n.name, n.summary));
            write_names(out, "Heuristics, the usual one first", pairs(position.heuristics()))?;
            write_names(out, "Features", pairs(position.features()))?;
            writeln!(out, "\nLevels of `agon play`")?;
            for level in Level::ALL {
                writeln!(out, "  {:10} {}", level.name(), level.term(position))?;
            }
        }
        writeln!(out, "\nSamples")?;
        for sample in self.samples() {
            writeln!(out, "  {sample}")?;
        }
        Ok(())
    }

    /// The samples as people type them.
    fn samples(&self) -> impl Iterator<Item = String> {
        let bare = |term: String| term.strip_suffix("()").map(str::to_owned).unwrap_or(term);
        self.plugin.sample_terms().map(bare)
    }
}

fn write_facts(out: &mut dyn Write, term: &str, facts: &Facts) -> io::Result<()> {
    let (least, most) = (figure::plain(facts.min_payoff), figure::plain(facts.max_payoff));
    let sum = match facts.sum {
        Sum::Zero => "the payoffs add up to 0".to_owned(),
        Sum::Constant(sum) => format!("the payoffs add up to {}", figure::plain(sum)),
        Sum::General => "what the payoffs add up to depends on the play".to_owned(),
    };
    writeln!(out, "\nFacts of {term}")?;
    writeln!(out, "  seats    {}", facts.seats)?;
    writeln!(out, "  chance   {}", if facts.chance { "yes" } else { "no" })?;
    writeln!(out, "  payoffs  from {least} to {most}")?;
    writeln!(out, "  sum      {sum}")?;
    writeln!(out, "  plies    at most {}", figure::grouped(facts.max_plies.into()))?;
    if facts.playouts {
        writeln!(out, "  playouts judge its positions better than its heuristics, as it says")?;
    }
    Ok(())
}

/// A game, as a document.
#[derive(Serialize)]
struct GamesDocument<'a> {
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    help: &'static str,
    options: Vec<DeclaredOption>,
    samples: Vec<String>,
    term: Option<&'a str>,
    facts: Option<FactsDocument>,
    heuristics: Vec<DeclaredName>,
    features: Vec<DeclaredName>,
    levels: Vec<LevelDocument>,
}

/// An opponent by strength, as a document.
#[derive(Serialize)]
struct LevelDocument {
    name: &'static str,
    player: String,
}

/// The facts of a game, as a document.
#[derive(Serialize)]
struct FactsDocument {
    seats: u8,
    chance: bool,
    sum: &'static str,
    total: Option<f64>,
    min_payoff: f64,
    max_payoff: f64,
    max_plies: u32,
    playouts: bool,
}

impl FactsDocument {
    fn of(facts: &Facts) -> FactsDocument {
        let (sum, total) = match facts.sum {
            Sum::Zero => ("zero", Some(0.0)),
            Sum::Constant(total) => ("constant", Some(total)),
            Sum::General => ("general", None),
        };
        FactsDocument {
            seats: facts.seats,
            chance: facts.chance,
            sum,
            total,
            min_payoff: facts.min_payoff,
            max_payoff: facts.max_payoff,
            max_plies: facts.max_plies,
            playouts: facts.playouts,
        }
    }
}
