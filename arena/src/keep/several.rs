//! Journals of several tournaments.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use crate::{
    keep::{journal::Reader, journal_error::JournalError, read::read_results},
    plan::shard::Shard,
    play::played::Played,
    rating::RatingSystem,
    tally::rating_pool::RatingPool,
};

/// Sorts journals into those that [`read`](crate::keep::read) takes together: the parts of one tournament, or one journal that has it from
/// the beginning. The order is that in which they are named.
///
/// # Errors
///
/// If a journal cannot be opened.
pub fn together<P: AsRef<Path>>(journals: &[P]) -> Result<Vec<Vec<PathBuf>>, JournalError> {
    let mut all: Vec<(Option<String>, Vec<PathBuf>)> = Vec::new();
    for path in journals.iter().map(AsRef::as_ref) {
        let reader = Reader::open(path)?;
        let is_part = reader.header().shard() != Shard::WHOLE || reader.header().partial.is_some();
        let of = is_part.then(|| reader.header().key());
        match all.iter_mut().find(|(known, _)| is_part && *known == of) {
            Some((_, paths)) => paths.push(path.to_owned()),
            None => all.push((of, vec![path.to_owned()])),
        }
    }
    Ok(all.into_iter().map(|(_, paths)| paths).collect())
}

/// Adds up the games of journals, of one or several tournaments, finished or not, whole or in parts, to rate all their
/// players together. `look` sees each game before it is added, for instance to show how far it is.
///
/// ```no_run
/// use agon_arena::{keep::rating_pool, rating::RatingSystem};
/// use {agon_nim as _, agon_players as _};
///
/// let pool = rating_pool(&["a.journal", "b.journal"], RatingSystem::Likelihood, &mut |_| {})?;
/// for game in pool.ratings(Some(("random", 1000.0)))? {
///     for player in game.groups.iter().flatten() {
///         println!("{}: {} {:?} ± {:?}", game.game, player.name, player.elo, player.error);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a journal cannot be read, or parts of one tournament contradict each other.
pub fn rating_pool<P: AsRef<Path>>(
    journals: &[P],
    system: RatingSystem,
    look: &mut dyn FnMut(&Played<'_>),
) -> Result<RatingPool, JournalError> {
    let mut pool = RatingPool::new(system);
    let all = together(journals)?;
    for paths in &all {
        pool.expect(&Reader::open(&paths[0])?.results_tournament()?);
    }
    for paths in &all {
        let reading = read_results(paths, &mut |game| {
            look(game);
            pool.take(game);
            Ok(ControlFlow::Continue(()))
        })?;
        pool.end(&reading.plan);
    }
    Ok(pool)
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::{Path, PathBuf},
    };

    use serde_json::{Value, json};

    use super::{rating_pool, together};
    use crate::{
        Plan, Shard, Spec,
        keep::{
            header::{Header, append_frame},
            read::{every_game, read},
            record_check::Detail,
        },
        play::referee::Referee,
        rating::RatingSystem,
        tally::ratings::Ratings,
    };

    /// The journal of a part of a tournament.
    fn journal(path: PathBuf, plan: &Plan, shard: Shard) -> PathBuf {
        let (mut bytes, mut referee) = (Header::new(plan, shard, "test").bytes(), Referee::new(plan));
        for index in 0..plan.shard_games(shard) {
            let mut record = Vec::new();
            referee.play(plan.shard_number(shard, index)).encode(&mut record);
            append_frame(&mut bytes, &record);
        }
        fs::write(&path, bytes).unwrap();
        path
    }

    fn plan(game: &str, seed: u64) -> Plan {
        let spec = Spec::default().seed(seed).game(game).openings(20, 1);
        let spec = spec.player("random");
        let spec = spec.player_named("careful", "random").player_named("b", "random");
        Plan::new(spec.resolve().unwrap()).unwrap()
    }

    fn rated(journals: &[PathBuf], anchor: Option<(&str, f64)>) -> Vec<Ratings> {
        let pool = rating_pool(journals, RatingSystem::default(), &mut |_| {}).unwrap();
        pool.ratings(anchor).unwrap()
    }

    /// Without the last digits of sums, which depend on their order.
    fn rounded(value: Value) -> Value {
        match value {
            Value::Array(all) => all.into_iter().map(rounded).collect(),
            Value::Object(all) => all.into_iter().map(|(key, own)| (key, rounded(own))).collect(),
            Value::Number(_) => json!((value.as_f64().unwrap() * 1e6).round()),
            other => other,
        }
    }

    /// Whatever the number of seats, and whether points or payoffs decide.
    #[test]
    fn one_journal_is_rated_as_its_score() {
        let folder = tempfile::tempdir().unwrap();
        for game in ["nim(1+2+3)", "tic-tac-toe(players=3)", "pig(target=10)", "othello(size=4)", "kuhn"] {
            let path = journal(folder.path().join("journal"), &plan(game, 1), Shard::WHOLE);
            let reading = read(&[&path], Detail::Moves, &mut every_game).unwrap();
            let score = reading.score.ratings(&reading.plan, 0);
            let pooled = rated(&[path], None);
            assert_eq!(rounded(json!(pooled)), rounded(json!([score])), "{game}");
            assert!(2 < score.pairs.len() && score.played != 0, "{game}: {score:?}");
        }
    }

    #[test]
    fn several_journals_are_rated_together_and_an_anchor_moves_everybody() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (one, other) = (plan("nim(1+2+3)", 1), plan("nim(1+2+3)", 2));
        let whole = journal(at("whole"), &other, Shard::WHOLE);
        let [last, first] = [1, 0].map(|part| journal(at(&part.to_string()), &one, Shard::part(part, 2)));
        let all = [last.clone(), whole.clone(), first.clone(), whole.clone()];
        assert_eq!(together(&all).unwrap(), [vec![last, first], vec![whole.clone()], vec![whole]]);
        let [ratings] = &rated(&all, None)[..] else { panic!("one game") };
        // What two journals have is counted once.
        assert_eq!((ratings.played, ratings.copies), (3 * one.games(), one.games()));
        let [anchored] = &rated(&all, Some((" b ", 700.0)))[..] else { panic!("one game") };
        let elo = |ratings: &Ratings, name: &str| {
            ratings.groups.iter().flatten().find(|player| player.name == name).unwrap().elo.unwrap()
        };
        assert_eq!(elo(anchored, "b"), 700.0);
        let lead = |ratings: &Ratings| elo(ratings, "careful") - elo(ratings, "b");
        assert!((lead(anchored) - lead(ratings)).abs() < 1e-6, "{anchored:?}");
    }

    #[test]
    fn games_that_several_tournaments_share_are_counted_once() {
        let folder = tempfile::tempdir().unwrap();
        for (game, player) in [("nim(1+2+3)", "random"), ("pig(target=10)", "greedy")] {
            let spec = Spec::default().game(game).player(player).player_named("b", "random");
            let journals = [50, 51, 52, 53, 54].map(|openings| {
                let plan = Plan::new(spec.clone().openings(openings, 1).resolve().unwrap());
                journal(folder.path().join(openings.to_string()), &plan.unwrap(), Shard::WHOLE)
            });
            let [last] = &rated(&journals[4..], None)[..] else { panic!("one game") };
            let [all] = &rated(&journals, None)[..] else { panic!("one game") };
            assert_eq!((all.played, all.copies), (520, 520 - 108 + last.copies), "{game}");
            let [mut all, last] = [all, last].map(|ratings| rounded(json!(ratings)));
            for key in ["played", "copies"] {
                all[key] = last[key].clone();
            }
            assert_eq!(all, last, "{game}");
        }
    }

    #[test]
    fn a_game_is_the_same_in_a_larger_field_unless_its_number_matters() {
        let folder = tempfile::tempdir().unwrap();
        let spec = Spec::default().game("pig(target=10)");
        let spec = spec.player("expectiminimax(depth=1)").player("expectiminimax(depth=2)");
        let (two, three) = (spec.clone().openings(9, 0), spec.player("random").openings(9, 0));
        let [small, large] = [(two, "two"), (three, "three")].map(|(spec, name)| {
            journal(folder.path().join(name), &Plan::new(spec.resolve().unwrap()).unwrap(), Shard::WHOLE)
        });
        let [both] = &rated(&[large, small], None)[..] else { panic!("one game") };
        assert_eq!((both.played, both.copies), (18 + 54, 18));
    }

    #[test]
    fn an_anchor_nobody_knows_gets_the_nearest_suggested() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal(folder.path().join("j"), &plan("nim(1+2+3)", 1), Shard::WHOLE);
        let pool = rating_pool(&[path], RatingSystem::default(), &mut |_| {}).unwrap();
        let error = pool.ratings(Some(("carefull", 0.0))).unwrap_err();
        assert!(error.to_string().contains("did you mean `careful`?"), "{error}");
        let error = rating_pool(&[Path::new("/nowhere")], RatingSystem::default(), &mut |_| {});
        assert!(error.err().unwrap().to_string().contains("/nowhere"));
    }
}
