//! `agon players`.

use std::io::{self, Write};

use agon_core::{
    Estimator, NameError, PlayerPlugin,
    options::brief,
    registry::{self, players},
    term::Term,
};
use agon_table::DeclaredOption;
use serde::Serialize;

use crate::{
    declared::{write_names, write_options},
    failed::Failed,
    models,
    output::{answer, json, paragraph},
};

/// Lists the players, or says everything about one.
///
/// Without a name: every player and what it is. With a name: what it does, and its options with
/// type, default and range.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon players
  agon players alpha-beta
  agon players alpha-beta --json
  agon players strong --game chess

Exit codes: 0 done; 2 no such player, or an option is wrong.")]
pub(crate) struct Args {
    /// The player, with or without options.
    name: Option<String>,
    /// Say who plays this game: the player itself, or whom it chooses.
    #[arg(short, long, requires = "name", value_name = "GAME")]
    game: Option<String>,
    /// Answer with one line of JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    match &args.name {
        None if args.json => {
            let documents: Vec<_> = players().values().map(|plugin| document(plugin)).collect();
            answer(|out| Ok(json(out, &documents)?))
        }
        None => answer(|out| {
            let all = players().values().map(|plugin| (plugin.name, plugin.summary));
            Ok(write_names(out, "", all)?)
        }),
        Some(name) => {
            if let Some(game) = &args.game {
                return tell_choice(name, game, args.json);
            }
            let plugin = find(name)?;
            answer(|out| {
                if args.json { json(out, &document(plugin)) } else { write(out, plugin) }?;
                Ok(())
            })
        }
    }
}

/// Says who plays a game where this player is asked to.
fn tell_choice(player: &str, game: &str, is_json: bool) -> Result<(), Failed> {
    let player = models::player(player)?;
    let game = registry::game(game).map_err(Failed::usage)?;
    player.seat(&game.start).map_err(Failed::usage)?;
    let choice = player.choice(&game.start);
    let document = ChoiceDocument {
        name: player.plugin.name,
        game: game.term.clone(),
        term: choice.as_ref().map_or(player.term.clone(), |choice| choice.term.clone()),
        why: choice.map(|choice| choice.why),
    };
    answer(|out| {
        if is_json {
            return Ok(json(out, &document)?);
        }
        let ChoiceDocument { game, term, why, .. } = &document;
        let game = brief(game);
        match why {
            Some(why) => writeln!(out, "at {game}, {}: {why}\n{term}", document.name)?,
            None => writeln!(out, "at {game}, it plays itself\n{term}")?,
        }
        Ok(())
    })
}

/// Who plays a game, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct ChoiceDocument {
    /// The player.
    name: &'static str,
    /// The game's term.
    game: String,
    /// The term of the player that plays: its own, or that of the player it chooses.
    term: String,
    /// Why; null where it plays itself.
    why: Option<String>,
}

/// The player that `text` names. The name alone is always enough to get the options.
fn find(text: &str) -> Result<&'static PlayerPlugin, Failed> {
    match registry::player(text) {
        Ok(player) => Ok(player.plugin),
        Err(error) => match (&error, Term::parse(text)) {
            (NameError::Options(_), Ok(term)) if term.arguments.is_empty() => {
                registry::find_player(&term.name).map_err(Failed::usage)
            }
            _ => Err(Failed::usage(error)),
        },
    }
}

fn write(out: &mut dyn Write, plugin: &PlayerPlugin) -> io::Result<()> {
    writeln!(out, "{}: {}", plugin.name, plugin.summary)?;
    if !plugin.aliases.is_empty() {
        writeln!(out, "also called {}", plugin.aliases.join(", "))?;
    }
    writeln!(out, "plays {}", plugin.plays)?;
    if !plugin.help.is_empty() {
        writeln!(out)?;
        paragraph(out, 0, plugin.help)?;
    }
    write_options(out, plugin.options)?;
    if plugin.options.iter().any(|option| option.name == Estimator::OPTION.name) {
        writeln!(out, "\nagon games NAME lists the heuristics of a game, and agon learn GAME learns one")?;
    }
    Ok(())
}

/// A player, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct PlayersDocument {
    /// Its name.
    name: &'static str,
    /// Other names for it.
    aliases: &'static [&'static str],
    /// A description of one line.
    summary: &'static str,
    /// How it plays.
    help: &'static str,
    /// Which games it plays, in words.
    plays: String,
    /// Its options.
    options: Vec<DeclaredOption>,
}

fn document(plugin: &PlayerPlugin) -> PlayersDocument {
    PlayersDocument {
        name: plugin.name,
        aliases: plugin.aliases,
        summary: plugin.summary,
        help: plugin.help,
        plays: plugin.plays.to_string(),
        options: plugin.options.iter().map(DeclaredOption::of).collect(),
    }
}
