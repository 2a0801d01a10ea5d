//! `agon games`.

use std::io::{self, Write};

use agon_core::{
    AnyPosition, Explained, Facts, Featured, GamePlugin, NameError, Position, Remarks, Sum,
    options::brief,
    registry::{self, games},
    term::Term,
};
use agon_table::{DeclaredName, DeclaredOption, Level, heuristics_of};
use serde::Serialize;

use crate::{
    declared::{write_names, write_options},
    failed::{Failed, printable},
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
        None => answer(|out| Ok(write_names(out, "", games().values().map(|plugin| (plugin.name, plugin.summary)))?)),
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

    /// The game that `text` names. The name alone is always enough to get the options.
    fn find(text: &str) -> Result<Described, Failed> {
        match registry::game(text) {
            Ok(game) => Ok(Described { plugin: game.plugin, instance: Some((game.term, game.start)) }),
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
            help: self.plugin.told(),
            claims: self.plugin.claims.iter().map(ToString::to_string).collect(),
            options: self.plugin.options.iter().map(DeclaredOption::of).collect(),
            samples: self.samples().collect(),
            term: self.instance.as_ref().map(|(term, _)| term.as_str()),
            facts: position.map(|position| FactsDocument::of(&position.facts())),
            heuristics: position.map_or_else(Vec::new, |start| DeclaredName::list(&heuristics_of(start))),
            features: DeclaredName::list(position.map_or(&[], Featured::features)),
            known: position.map_or_else(Vec::new, |start| start.remarks().known),
            remarks: position.map_or_else(Vec::new, |start| start.remarks().all().map(str::to_owned).collect()),
            levels: Level::ALL
                .into_iter()
                .zip(position.into_iter().cycle())
                .map(|(level, start)| LevelDocument { name: level.name(), player: level.term(start) })
                .collect(),
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", self.plugin.name, self.plugin.summary)?;
        if !self.plugin.aliases.is_empty() {
            writeln!(out, "also called {}", self.plugin.aliases.join(", "))?;
        }
        let told = self.plugin.told();
        if !told.is_empty() {
            writeln!(out)?;
            paragraph(out, 0, &told)?;
        }
        if !self.plugin.claims.is_empty() {
            writeln!(out, "\nFor example")?;
        }
        for claim in self.plugin.claims {
            paragraph(out, 2, &claim.to_string())?;
        }
        write_options(out, self.plugin.options)?;
        if let Some((term, position)) = &self.instance {
            write_facts(out, term, &position.facts(), &position.remarks())?;
            let pair = |named: &agon_core::Named| (named.name, named.summary);
            let heuristics = heuristics_of(position);
            write_names(out, "Heuristics, the usual one first", heuristics.iter().map(pair))?;
            write_names(out, "Features", position.features().iter().map(pair))?;
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

fn write_facts(out: &mut dyn Write, term: &str, facts: &Facts, told: &Remarks) -> io::Result<()> {
    let (least, most) = (figure::plain(facts.min_payoff), figure::plain(facts.max_payoff));
    let sum = match facts.sum {
        Sum::Zero => "the payoffs add up to 0".to_owned(),
        Sum::Constant(sum) => format!("the payoffs add up to {}", figure::plain(sum)),
        Sum::General => "what the payoffs add up to depends on the play".to_owned(),
    };
    writeln!(out, "\nFacts of {}", brief(term))?;
    writeln!(out, "  seats    {}", facts.seats)?;
    writeln!(out, "  chance   {}", if facts.chance { "yes" } else { "no" })?;
    writeln!(out, "  payoffs  from {least} to {most}")?;
    writeln!(out, "  sum      {sum}")?;
    writeln!(out, "  plies    at most {}", figure::grouped(facts.max_plies.into()))?;
    if facts.playouts {
        writeln!(out, "  playouts judge its positions better than its heuristics, as it says")?;
    }
    for known in &told.known {
        writeln!(out, "  rules    {}", printable(known))?;
    }
    if told.all().next().is_some() {
        writeln!(out, "\nRemarks on its rules")?;
    }
    for remark in told.all() {
        writeln!(out, "  {}", printable(remark))?;
    }
    Ok(())
}

/// A game, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct GamesDocument<'a> {
    /// Its name.
    name: &'static str,
    /// Other names for it.
    aliases: &'static [&'static str],
    /// A description of one line.
    summary: &'static str,
    /// Its rules, how moves and positions are written, sources.
    help: String,
    /// Sentences of the rules that tests try: moves that are legal or not, and what plays pay.
    claims: Vec<String>,
    /// Its options.
    options: Vec<DeclaredOption>,
    /// Terms of it.
    samples: Vec<String>,
    /// The term that the rest is of; null where the game cannot begin without options.
    term: Option<&'a str>,
    /// The facts that decide which players can play it; null if the game cannot begin without options.
    facts: Option<FactsDocument>,
    /// Its heuristics, the usual one first.
    heuristics: Vec<DeclaredName>,
    /// Its features.
    features: Vec<DeclaredName>,
    /// How rules from outside are worked out, and what is certain of them; left out where there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<String>,
    /// Remarks on rules from outside, such as names that nothing defines; left out likewise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    /// The levels of `agon play`.
    levels: Vec<LevelDocument>,
}

/// An opponent by strength, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct LevelDocument {
    /// The level.
    name: &'static str,
    /// The term of the player behind it.
    player: String,
}

/// The facts of a game, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct FactsDocument {
    /// How many seats there are.
    seats: u8,
    /// Whether there is chance.
    chance: bool,
    /// The sum of the payoffs: `zero`, `constant` or `general`.
    sum: &'static str,
    /// That sum, or null.
    total: Option<f64>,
    /// The least payoff.
    min_payoff: f64,
    /// The greatest.
    max_payoff: f64,
    /// How many plies a play has at most.
    max_plies: u32,
    /// Whether plays at random judge its positions better than its heuristics.
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
