//! Where games come from: journals, one game of a journal, or a saved game.

use std::{
    io::Write,
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use agon_arena::{
    ask::{MOST_DATA, read_text},
    keep::{Detail, is_journal, read, read_results, together},
    plan::{Plan, Section},
    play::Played,
    tally::{KnownGames, Score},
    tell::{Export, ResultDocument},
};
use agon_core::options::brief;

use crate::{
    failed::Failed,
    inputs::is_document,
    one_game::OneGame,
    progress::{Counting, note},
};

/// What games add up to.
pub(super) struct FoundGames {
    pub(super) plan: Plan,
    pub(super) score: Score,
    /// Which games no journal has, in words.
    pub(super) missing: Option<String>,
}

/// The result of what `paths` name: journals of one tournament, or a document of its result, `JOURNAL#12` for one game
/// of a journal, or a game that `agon play` saved.
///
/// # Errors
///
/// Where it cannot be read, or there is no such game.
pub(super) fn result(paths: &[PathBuf]) -> Result<ResultDocument, Failed> {
    if let Some((_, result)) = written(paths)? {
        return Ok(result);
    }
    let found = games(paths, Detail::Figures, &mut |_| ControlFlow::Continue(()))?;
    Ok(ResultDocument::new(&found.plan, &found.score).with_missing(found.missing))
}

/// The document of a result, where that is what `paths` name, and its file.
///
/// # Errors
///
/// Where it is not alone, or cannot be read.
pub(super) fn written(paths: &[PathBuf]) -> Result<Option<(&Path, ResultDocument)>, Failed> {
    let found = paths.iter().find_map(|path| Some((path.as_path(), text_of_result(path)?)));
    let Some((path, text)) = found else { return Ok(None) };
    let name = path.display();
    if 1 < paths.len() {
        return Err(Failed::usage(format!(
            "{name} is the document of a whole result, and goes with no other file; accepted: that one alone, or \
             journals of one tournament (agon report ratings takes documents of several)"
        )));
    }
    let result = ResultDocument::read(&text);
    let result = result.map_err(|error| Failed::usage(format!("{name}: {error}")))?;
    Ok(Some((path, result)))
}

/// The text of a document of a result, if that is what the file is.
fn text_of_result(path: &Path) -> Option<String> {
    let text = if is_journal(path) { None } else { read_text(path, MOST_DATA).ok() };
    text.filter(|text| ResultDocument::is_claimed_by(text))
}

/// That a document of a result has no games, and what has some.
pub(super) fn no_games(path: &Path) -> String {
    format!(
        "{} is the document of a result, which has no games; accepted: a journal, JOURNAL#12, a game that agon play \
         saved",
        path.display()
    )
}

/// Writes what `paths` name in a form: journals of one tournament, `JOURNAL#12` for one game of it, or a
/// game that `agon play` saved. A form of tables needs no moves.
///
/// # Errors
///
/// Where it cannot be read or written, or there is no such game.
pub(super) fn write(
    paths: &[PathBuf],
    detail: Detail,
    form: &mut dyn Export,
    out: &mut dyn Write,
) -> Result<(), Failed> {
    let mut written = Ok(());
    let found = games(paths, detail, &mut |game| {
        written = form.game(game, out);
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    written?;
    Ok(form.end(&found.plan, &found.score, out)?)
}

/// Hands every game that `paths` name to `take`, until that has enough.
///
/// # Errors
///
/// Where they cannot be read, or there is no such game.
pub(super) fn games(
    paths: &[PathBuf],
    detail: Detail,
    take: &mut dyn FnMut(&Played<'_>) -> ControlFlow<()>,
) -> Result<FoundGames, Failed> {
    let of_result = |path: &PathBuf| {
        let file = path.to_str().and_then(agon_table::file_of).map_or(&**path, |(file, _)| file);
        text_of_result(file).map(|_| no_games(file))
    };
    if let Some(why) = paths.iter().find_map(of_result) {
        return Err(Failed::usage(why));
    }
    let [named] = paths else { return all(paths, None, detail, take) };
    let text = named.to_str().unwrap_or_default();
    let (file, number) = agon_table::file_of(text).unwrap_or((named, None));
    if is_journal(file) || !is_document(file) {
        return all(&[file], number, detail, take);
    }
    let Some(saved) = agon_table::find(text)? else { return all(&[file], None, detail, take) };
    let game = OneGame::of(saved)?;
    let score = game.tell(|played| {
        let _ = take(played);
    });
    Ok(FoundGames { plan: game.plan, score, missing: None })
}

/// Sorts files into those that [`games`] takes together: the journals of one tournament, or a saved game.
///
/// # Errors
///
/// If a journal cannot be opened.
pub(super) fn tournaments(files: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>, Failed> {
    let is_one = |path: &PathBuf| {
        let named = path.to_str().and_then(agon_table::file_of);
        named.is_some_and(|(_, number)| number.is_some()) || is_document(path)
    };
    let (ones, journals): (Vec<PathBuf>, Vec<PathBuf>) = files.iter().cloned().partition(is_one);
    let mut all = together(&journals)?;
    all.extend(ones.into_iter().map(|path| vec![path]));
    Ok(all)
}

/// Hands every game of journals, of whatever tournaments, and of saved games to `take`, until that has enough: once,
/// however many of them have it.
///
/// # Errors
///
/// As those of [`games`].
pub(crate) fn mixed_games(
    files: &[PathBuf],
    take: &mut dyn FnMut(&Played<'_>) -> ControlFlow<()>,
) -> Result<(), Failed> {
    let all = tournaments(files)?;
    let mut is_enough = false;
    let mut known = KnownGames::default();
    for paths in all {
        let mut has_begun = false;
        games(&paths, Detail::Moves, &mut |game| {
            if !mem::replace(&mut has_begun, true) {
                known.begin(game.plan);
            }
            if known.has(game) {
                return ControlFlow::Continue(());
            }
            let flow = take(game);
            is_enough = flow.is_break();
            flow
        })?;
        if is_enough {
            break;
        }
    }
    Ok(())
}

/// Says so if the rules of a game are not at hand, and its results are as the journal has them.
pub(super) fn note_rules(section: &Section) {
    if let Some(why) = &section.without_rules {
        let game = brief(&section.game.term);
        note(&format!("{game}: added up as recorded, without the rules: {why}"));
    }
}

/// All games of journals, or only that of a number.
fn all<P: AsRef<Path>>(
    journals: &[P],
    number: Option<u64>,
    detail: Detail,
    take: &mut dyn FnMut(&Played<'_>) -> ControlFlow<()>,
) -> Result<FoundGames, Failed> {
    let (mut counting, mut one) = (Counting::of("games"), None);
    let mut each = |game: &Played<'_>| {
        counting.tick(game.record.number, game.plan.games());
        if number.is_some_and(|number| number != game.record.number) {
            return Ok(ControlFlow::Continue(()));
        }
        if number.is_some() {
            let mut score = Score::new(game.plan);
            score.take(game);
            one = Some(score);
        }
        Ok(take(game))
    };
    let reading = match detail {
        Detail::Figures => read_results(journals, &mut each)?,
        Detail::Moves => read(journals, detail, &mut each)?,
    };
    reading.plan.tournament().sections.iter().for_each(note_rules);
    match (number, one) {
        (Some(number), None) => {
            let name = journals[0].as_ref().display();
            Err(Failed::usage(format!("`{name}` has no game of number {number}")))
        }
        (_, Some(score)) => Ok(FoundGames { plan: reading.plan, score, missing: None }),
        _ => Ok(FoundGames { plan: reading.plan, score: reading.score, missing: reading.missing }),
    }
}
