//! What files say about strength: journals, and documents of results or ratings.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use agon_arena::{
    ask::{MOST_DATA, io_words, read_text},
    keep::rating_pool,
    rating::RatingSystem,
    tally::Ratings,
    tell::ResultDocument,
};
use agon_core::{Accepted, registry};

use super::{
    rated::{RatingsDocument, SCHEMA},
    source::note_rules,
};
use crate::{failed::Failed, inputs::is_document, progress::Counting};

/// What the files say about strength: journals, which are rated together, and documents.
///
/// # Errors
///
/// Where one cannot be read, the anchor is not among their players, or a document is to be rated anew.
pub(super) fn known(
    files: &[PathBuf],
    anchor: Option<(&str, f64)>,
    system: RatingSystem,
) -> Result<RatingsDocument, Failed> {
    let (documents, journals): (Vec<&PathBuf>, Vec<&PathBuf>) = files.iter().partition(|path| is_document(path));
    if let Some(document) = documents.first() {
        let asked = [("--anchor", anchor.is_some()), ("--system", system != RatingSystem::default())];
        if let Some((option, _)) = asked.into_iter().find(|&(_, is_asked)| is_asked) {
            return Err(Failed::usage(format!(
                "{option}: {} is a document, whose ratings are those that it was written with; a journal \
                 can be rated anew",
                document.display()
            )));
        }
    }
    let mut all = RatingsDocument { schema: SCHEMA.into(), games: Vec::new() };
    if !journals.is_empty() {
        let mut counting = Counting::of("games");
        let mut noted = BTreeSet::new();
        let pool = rating_pool(&journals, system, &mut |game| {
            let section = game.plan.section(game.fixture);
            if section.without_rules.is_some() && noted.insert(section.game.term.clone()) {
                note_rules(section);
            }
            counting.tick(game.record.number, game.plan.games());
        })?;
        all.games = pool.ratings(anchor).map_err(|error| Failed::usage(format!("--anchor: {error}")))?;
    }
    for path in documents {
        all.games.extend(rated_document(path)?);
    }
    Ok(all)
}

/// Leaves only the game of that name, if one is wanted.
///
/// # Errors
///
/// Where it was not played.
pub(super) fn only(games: &mut Vec<Ratings>, wanted: Option<&str>) -> Result<(), Failed> {
    let Some(wanted) = wanted else { return Ok(()) };
    let term = registry::game(wanted).map_or_else(|_| wanted.to_owned(), |named| named.term);
    let limited = format!("{term}, ");
    let is_wanted = |game: &Ratings| game.game == term || game.game == wanted || game.game.starts_with(&limited);
    if !games.iter().any(is_wanted) {
        let accepted = Accepted::new(wanted, games.iter().map(|game| game.game.as_str()));
        return Err(Failed::usage(format!("--game: `{wanted}` was not played{accepted}")));
    }
    games.retain(is_wanted);
    Ok(())
}

/// The ratings in a document of them, or of a result.
fn rated_document(path: &Path) -> Result<Vec<Ratings>, Failed> {
    let name = path.display();
    let text = read_text(path, MOST_DATA);
    let text = text.map_err(|error| Failed::trouble(format!("{name}: {}", io_words(&error))))?;
    if let Ok(rated) = serde_json::from_str::<RatingsDocument>(&text)
        && rated.schema == SCHEMA
    {
        return Ok(rated.games);
    }
    ResultDocument::read(&text).map(|result| result.ratings()).map_err(|error| {
        Failed::usage(format!(
            "{name}: neither a journal nor a document of agon report ratings --json or agon run --json: \
             {error}"
        ))
    })
}
