//! The tournament that a file and the flags ask for together.

use std::{io::ErrorKind, path::Path};

use agon_arena::{
    ask::{
        FaultRule, GameSpec, Located, MOST_SETTINGS, PlayerSpec, Rules, Spec, Worded, io_words, read_spec, read_text,
    },
    keep::Reader,
    plan::Tournament,
};

use super::Args;
use crate::{failed::Failed, foreign, models};

/// The tournament that is played if nothing else is asked for.
const DEFAULT: &str = include_str!("../default.toml");

/// Reads a tournament file.
pub(crate) fn load(path: &Path) -> Result<Spec, Failed> {
    let name = path.display().to_string();
    let text = read_text(path, MOST_SETTINGS).map_err(|error| {
        let failed = Failed::trouble(format!("{name}: {}", io_words(&error)));
        let meant = foreign::no_file(&name).filter(|_| error.kind() == ErrorKind::NotFound);
        match meant {
            Some(meant) => failed.because(&meant),
            None => failed,
        }
    })?;
    let mut spec = read_spec(&name, &text).map_err(Failed::usage)?;
    models::read_for(&mut spec)?;
    Ok(spec)
}

impl Args {
    /// What file and flags ask for together.
    pub(super) fn spec(&self) -> Result<Spec, Failed> {
        let spec = match &self.file {
            Some(path) => load(path)?,
            None if self.games.is_empty() && self.players.is_empty() => {
                read_spec("the built-in tournament", DEFAULT).map_err(Failed::usage)?
            }
            None => Spec::default(),
        };
        Ok(self.over(spec))
    }

    /// The tournament that a journal is of.
    pub(super) fn kept(&self, path: &Path) -> Result<Tournament, Failed> {
        if self.over(Spec::default()) != Spec::default() {
            return Err(Failed::usage(format!(
                "{}: the tournament of a journal is fixed; flags cannot change it",
                path.display()
            )));
        }
        let tournament = Reader::open(path)?.tournament()?;
        models::read_again(&tournament)?;
        Ok(tournament)
    }

    /// What `spec` becomes when the flags win over it.
    fn over(&self, mut spec: Spec) -> Spec {
        if !self.games.is_empty() {
            let game = |text: String| GameSpec { game: Located::new(text), ..GameSpec::default() };
            spec.games = foreign::each(&self.games).into_iter().map(game).collect();
        }
        if !self.players.is_empty() {
            let player = |text: String| {
                let (name, term) = foreign::named(&text);
                PlayerSpec { name: name.map(str::to_owned), player: Located::new(term) }
            };
            spec.players = foreign::each(&self.players).into_iter().map(player).collect();
            // Lists that name players of the file would bring them back.
            spec.games.iter_mut().for_each(|game| game.players = None);
        }
        let flags = Rules {
            openings: self.openings,
            opening_file: self.opening_file.as_ref().map(Located::new),
            plies: self.random_plies,
            nodes: self.nodes,
            move_time: self.move_time,
            max_plies: self.max_plies,
            resign: self.resign.as_ref().map(Located::new),
            draw: self.draw.as_ref().map(Located::new),
            ..Rules::default()
        };
        // Flags win over what the file says of all games, and over what it says of one.
        spec.rules = flags.or(&spec.rules);
        spec.games.iter_mut().for_each(|game| game.rules = flags.or(&game.rules));
        spec.seed = self.seed.or(spec.seed);
        spec.secret = self.secret.or(spec.secret);
        spec.format = self.format.as_ref().and_then(|word| word.parse().ok()).or(spec.format);
        spec.stop = self.stop.as_ref().map(Located::new).or(spec.stop);
        spec.rounds = self.rounds.or(spec.rounds);
        spec.exclusion = self.exclude_after.or(spec.exclusion);
        spec.faults = self.faults.as_deref().and_then(FaultRule::of).or(spec.faults);
        if self.thoughts {
            spec.thoughts = Some(true);
        }
        if self.skip_unsupported {
            spec.skip_unsupported = Some(true);
        }
        spec
    }
}
