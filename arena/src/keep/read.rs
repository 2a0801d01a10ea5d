//! One door to journals: of one tournament, whole or in parts, one or many.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use crate::{
    keep::{
        header::joined,
        joint::{Joint, MergeInput},
        journal::{Reader, Take},
        journal_error::JournalError,
        record_check::{Detail, RecordCheck},
    },
    plan::{guard, schedule::Plan, shard::Shard},
    play::played::Played,
    tally::score::Score,
};

/// The combined content of journals of one tournament.
#[non_exhaustive]
pub struct Reading {
    /// The plan, as far as it is known.
    pub plan: Plan,
    /// The score of the games.
    pub score: Score,
    /// The journals, in the order in which they were named.
    pub parts: Vec<Part>,
    /// The games that no journal has, in words; `None` if the tournament is finished.
    pub missing: Option<String>,
    /// The builds that have played the games, in words.
    pub builds: String,
}

/// One journal of several.
#[non_exhaustive]
pub struct Part {
    /// Its file.
    pub path: PathBuf,
    /// Which part of the plan it is of.
    pub shard: Shard,
    /// The number of its games.
    pub games: u64,
    /// The number of games it will have, as far as known.
    pub of: u64,
    /// Whether it was joined of parts, with games missing.
    pub is_partial: bool,
}

/// Takes every game, for its place in the sum alone.
///
/// # Errors
///
/// None.
pub fn every_game(_: &Played<'_>) -> Result<ControlFlow<()>, JournalError> {
    Ok(ControlFlow::Continue(()))
}

/// Reads a journal, or the parts of one tournament, as [`read`] does, to add its results up. That needs no rules where
/// the journal has the facts of a game that is a program: the game may then be [without
/// them](crate::plan::Section::without_rules), and its moves are not looked at.
///
/// # Errors
///
/// As those of [`read`].
pub fn read_results<P: AsRef<Path>>(paths: &[P], take: &mut Take<'_>) -> Result<Reading, JournalError> {
    reading(Joint::open(paths, true, Reader::results_plan)?.0, paths, Detail::Figures, take)
}

/// Reads a journal, or the parts of one tournament in any order, finished or not: passes every game to `take` once, in
/// the order of the plan, until it breaks, and adds the games up. Nothing is written, and a run that writes one of the
/// journals is not disturbed.
///
/// # Errors
///
/// If a journal cannot be read, they contradict each other or are of different tournaments, or
/// `take` fails.
pub fn read<P: AsRef<Path>>(paths: &[P], detail: Detail, take: &mut Take<'_>) -> Result<Reading, JournalError> {
    reading(Joint::open(paths, true, Reader::plan)?.0, paths, detail, take)
}

/// What an opened tournament adds up to.
fn reading<P: AsRef<Path>>(
    mut joint: Joint,
    paths: &[P],
    detail: Detail,
    take: &mut Take<'_>,
) -> Result<Reading, JournalError> {
    joint.is_scored = true;
    let mut check = RecordCheck::default();
    joint.join(&mut |source, played, _| {
        let impossible = |what| source.reader.impossible(what);
        check.look(played.plan, played.fixture, played.record, detail).map_err(impossible)?;
        // Rules that panicked once may do so again, even when only the last position is drawn.
        guard::catch(|| take(played)).unwrap_or_else(|panic| Err(impossible(format!("the rules panic: {panic}"))))
    })?;
    let is_over = joint.is_over();
    let missing = (!is_over).then(|| joint.missing(&joint.gaps(joint.plan.games())));
    let Joint { plan, score, sources, .. } = joint;
    let part = |(source, path): (&MergeInput, &P)| Part {
        path: path.as_ref().to_owned(),
        shard: source.shard,
        games: source.taken,
        of: source.games,
        is_partial: source.is_partial(),
    };
    let parts = sources.iter().zip(paths).map(part).collect();
    let builds: Vec<String> = sources.iter().map(|source| source.reader.builds()).collect();
    let builds = joined(builds.iter().map(String::as_str));
    Ok(Reading { plan, score, parts, missing, builds })
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::{
        Plan, Shard, Spec,
        ask::Located,
        keep::{header::Header, journal_options::JournalOptions, record_check::Detail, writer::Writer},
        play::referee::Referee,
    };
    use std::{ops::ControlFlow, path::PathBuf};

    #[test]
    fn a_part_of_a_match_has_no_verdict_of_its_own() {
        let spec = Spec::default().game("nim").player("perfect").player("random").openings(40, 1);
        let spec = Spec { stop: Some(Located::new("sprt(elo0=0, elo1=50)")), ..spec };
        let plan = Plan::new(spec.resolve().unwrap()).unwrap();
        let (folder, mut referee) = (tempfile::tempdir().unwrap(), Referee::new(&plan));
        let mut write = |shard: Shard| -> PathBuf {
            let path = folder.path().join(format!("{}.journal", shard.index));
            let header = Header::new(&plan, shard, "test");
            let options = JournalOptions::default();
            let mut writer = Writer::open(&path, &header, &options, &mut |_| Ok(())).unwrap();
            for index in 0..plan.shard_games(shard) {
                let mut bytes = Vec::new();
                referee.play(plan.shard_number(shard, index)).encode(&mut bytes);
                writer.append(&bytes).unwrap();
            }
            writer.sync().unwrap();
            path
        };
        let parts = [0, 1].map(|index| write(Shard::part(index, 2)));
        let has_verdict = |paths: &[PathBuf]| {
            let of = read(paths, Detail::Moves, &mut |_| Ok(ControlFlow::Continue(()))).unwrap();
            of.score.state(&of.plan).is_some()
        };
        assert_eq!(parts.each_ref().map(|part| has_verdict(std::slice::from_ref(part))), [false; 2]);
        assert!(has_verdict(&parts), "both together are the match");
    }
}
