//! A tournament that whoever asks plays game by game: in memory, without threads, files or clocks of its own.

use std::{ops::ControlFlow, sync::Arc};

use crate::{
    ask::spec_error::SpecError,
    keep::header::{Header, append_frame},
    plan::{fixture::Fixture, schedule::Plan, shard::Shard},
    play::{
        played::Played,
        recorder::Recorder,
        referee::Referee,
        runner::{excludes, is_stopping},
        watch::Silence,
    },
    tally::score::Score,
};

/// A tournament in progress, with its score and its journal so far: the same as of a [`Job`](crate::Job) on any number
/// of threads, after as many games. Players that need a watchdog are not watched.
pub struct GameByGame {
    plan: Arc<Plan>,
    score: Score,
    journal: Vec<u8>,
    /// The number of games played.
    games: u64,
    silence: Silence,
    is_over: bool,
}

impl GameByGame {
    /// A tournament before its first game, played by this `build` of agon.
    pub fn new(plan: Plan, build: &str) -> GameByGame {
        let journal = Header::new(&plan, Shard::WHOLE, build).bytes();
        let score = Score::new(&plan);
        GameByGame { plan: Arc::new(plan), score, journal, games: 0, silence: Silence::default(), is_over: false }
    }

    /// The plan as far as it is known.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The score so far.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// The bytes of the journal so far.
    pub fn journal(&self) -> &[u8] {
        &self.journal
    }

    /// Whether no games are left to play.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Plays the next games, this many or as many as there are, and passes each to `take` with the score after it.
    ///
    /// # Errors
    ///
    /// If the pairings of a further round cannot be made.
    pub fn play(&mut self, games: u64, take: &mut dyn FnMut(&Played<'_>, &Score)) -> Result<(), SpecError> {
        let to = self.games.saturating_add(games);
        while !self.is_over && self.games < to {
            let plan = Arc::clone(&self.plan);
            self.play_some(&plan, to, take);
            if !self.is_over && self.games == plan.games() {
                match plan.extend(self.score.last_round())? {
                    Some(longer) => self.plan = Arc::new(longer),
                    None => self.is_over = true,
                }
            }
        }
        Ok(())
    }

    /// Plays the games of `plan` before number `to`.
    fn play_some(&mut self, plan: &Plan, to: u64, take: &mut dyn FnMut(&Played<'_>, &Score)) {
        let (mut referee, mut fixture, excludes) = (Referee::new(plan), Fixture::default(), excludes(plan));
        while !self.is_over && self.games < to.min(plan.games()) {
            plan.fill(self.games, &mut fixture);
            let excluded = excludes.then(|| self.silence.excluded(plan, &fixture)).flatten();
            let record = match excluded {
                Some(record) => record,
                None => std::mem::take(referee.play(self.games)),
            };
            if excludes {
                self.silence.take(&fixture, &record);
            }
            let mut bytes = Vec::new();
            let act = record.encode(&mut bytes);
            append_frame(&mut self.journal, &bytes);
            let played = Played { plan, fixture: &fixture, record: &record, bytes: &bytes, act };
            let flow = Recorder::take(&mut self.score, &played);
            self.games += 1;
            take(&played, &self.score);
            self.is_over = matches!(flow, Ok(ControlFlow::Break(()))) || is_stopping(plan, &record);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::GameByGame;
    use crate::{
        Spec,
        ask::located::Located,
        keep::{Continued, Detail, JournalOptions},
        plan::{schedule::Plan, shard::Shard},
        tell::ResultDocument,
    };

    /// What threads and a file make of it: the journal, and the result.
    fn together(plan: Plan) -> (Vec<u8>, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let take = &mut |_: &crate::Played<'_>, _: &crate::Score| Ok(());
        let options = JournalOptions::default();
        let mut continued =
            Continued::open(&path, (plan, Shard::WHOLE), "agon test", &options, Detail::Figures, take).unwrap();
        let job = continued.job(3);
        let (mut continued, plan, _) = job.run(continued);
        continued.sync().unwrap();
        (fs::read(path).unwrap(), ResultDocument::new(&plan, &continued.score).text())
    }

    #[test]
    fn the_journal_is_that_of_a_run_with_threads_however_many_games_are_asked_for_at_a_time() {
        let base = |game: &str| {
            Spec::default().game(game).player("random").player("minimax(depth=2)").player("mcts(iterations=20)")
        };
        let mut swiss = base("tic-tac-toe").player_named("other", "random").openings(2, 1);
        swiss.format = Some("swiss".parse().unwrap());
        swiss.rounds = Some(3);
        let mut clear = Spec::default().game("nim").player("minimax").player("random").openings(500, 1);
        clear.stop = Some(Located::new("sprt(0, 100)"));
        let seed = base("tic-tac-toe").openings(4, 2).seed(7);
        for (what, spec) in
            [("round robin", base("nim").openings(7, 1)), ("swiss", swiss), ("sprt", clear), ("seed", seed)]
        {
            let plan = || Plan::new(spec.resolve().unwrap()).unwrap();
            let expected = together(plan());
            for at_a_time in [1, 3, 1000] {
                let mut own = GameByGame::new(plan(), "agon test");
                let mut seen = 0;
                while !own.is_over() {
                    own.play(at_a_time, &mut |_, score| {
                        seen += 1;
                        assert_eq!(score.games, seen);
                    })
                    .unwrap();
                }
                let document = ResultDocument::new(own.plan(), own.score()).text();
                assert_eq!((own.journal(), &document), (&expected.0[..], &expected.1), "{what} by {at_a_time}");
                own.play(5, &mut |_, _| unreachable!("it is over")).unwrap();
            }
        }
    }
}
