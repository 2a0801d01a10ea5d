//! The file from which learning resumes: a head in JSON, and everything learned so far.
//!
//! A line of JSON has the settings and the number of games; numbers of four bytes follow: all weights, the two sums
//! from which the rate of each is computed, unless it is a net, and the means of named ones and of a net. Where the best evaluation is
//! kept, its file follows. The state is replaced as a whole, so a kill leaves the old one or the new one.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
};

use agon_arena::{
    ask::{json_words, sha256},
    keep::{Protected, StateError, Unfinished},
};
use serde::{Deserialize, Serialize};

use crate::{
    best::{BestSoFar, KeptBest},
    learning::{GENERATION, Learning, LearningSpec, ModelKind},
    model::LearnedModel,
    model_file::{AboutModel, MOST_FILE},
};

/// The schema that the file names.
const SCHEMA: &str = "agon.learning/1";

/// The kind of the file, for messages.
const WORK: &str = "learning";

/// No head is longer.
const MOST_HEAD: usize = 16 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    schema: String,
    about: AboutModel,
    /// Which evaluation is the best so far, if that is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<BestHead>,
    /// The SHA-256 of everything after the head.
    sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BestHead {
    about: BestSoFar,
    /// How many bytes its file has.
    bytes: u64,
}

impl LearningSpec {
    /// The same, but for the seed, a net, a depth of self-play, and whether the best is kept, as the state in the file at `path` says. Whether
    /// this is a state is found out by [`Learning::load`].
    #[must_use]
    pub fn resuming(mut self, path: &Path) -> LearningSpec {
        let Ok(file) = File::open(path) else { return self };
        let mut line = Vec::new();
        let read = BufReader::new(file).take(MOST_HEAD as u64).read_until(b'\n', &mut line);
        let head = read.ok().and_then(|_| serde_json::from_slice::<Head>(&line).ok());
        if let Some(Head { about, best, .. }) = head {
            (self.seed, self.depth, self.keeps_best) = (about.seed, about.depth, best.is_some());
            if about.hidden != 0 {
                self.kind = ModelKind::Net { hidden: about.hidden, residual: about.residual };
            }
        }
        self
    }
}

impl Learning {
    /// Whether learning that is saved now goes on to the same bytes as without a pause: not after
    /// a generation that was cut short by the number of games asked for. The state before it does.
    pub fn is_between_generations(&self) -> bool {
        (self.about.games - self.about.read).is_multiple_of(GENERATION)
    }

    /// Whether the next whole generation would end after more than `games` games.
    pub fn passes(&self, games: u64) -> bool {
        games < self.about.games + GENERATION
    }

    /// Resumes from the state in the file at `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is something else, is damaged, or has other settings.
    pub fn load(&mut self, path: &Path) -> Result<(), StateError> {
        let name = || path.display().to_string();
        let io = |error| StateError::io(path, error);
        let not_one = |why: &str| StateError::NotOne { path: name(), work: WORK, why: why.to_owned() };
        let file = File::open(path).map_err(io)?;
        let kept = [self.network.weights.len(), 2 * self.trends.len(), self.means.len()];
        let numbers = 4 * kept.iter().sum::<usize>();
        if !file.metadata().map_err(io)?.is_file() {
            return Err(not_one("it is no plain file"));
        }
        let mut file = BufReader::new(file);
        let mut line = Vec::new();
        (&mut file).take(MOST_HEAD as u64).read_until(b'\n', &mut line).map_err(io)?;
        if line.pop() != Some(b'\n') {
            return Err(not_one("it does not begin with a line of JSON"));
        }
        let head: Head = serde_json::from_slice(&line).map_err(|error| not_one(&json_words(&error)))?;
        if head.schema != SCHEMA {
            return Err(not_one(&format!("its schema is {}, not {SCHEMA}", head.schema)));
        }
        let (ours, theirs) = (&self.about, &head.about);
        for (what, theirs, ours) in
            [("game", theirs.game.clone(), ours.game.clone()), ("seed", theirs.seed.to_string(), ours.seed.to_string())]
        {
            if theirs != ours {
                return Err(StateError::Foreign { path: name(), work: WORK, what, theirs, ours });
            }
        }
        if theirs.version != ours.version {
            return Err(not_one(&format!(
                "version {} of this program wrote it, and {} may learn otherwise; accepted: states of this \
                 version",
                theirs.version, ours.version
            )));
        }
        if (&theirs.layout, &theirs.tuples) != (&ours.layout, &ours.tuples) {
            return Err(not_one("its patterns are others than this program finds"));
        }
        if (theirs.hidden, theirs.residual, theirs.depth) != (ours.hidden, ours.residual, ours.depth) {
            return Err(not_one("another net is learned there, or self-play looks to another depth"));
        }
        if head.best.is_some() != self.best.is_some() {
            return Err(not_one("only one of the two keeps the best evaluation"));
        }
        let best = head.best.as_ref().map_or(0, |best| best.bytes).min(MOST_FILE);
        let mut data = Vec::new();
        file.take(numbers as u64 + best + 1).read_to_end(&mut data).map_err(io)?;
        if data.len() as u64 != numbers as u64 + best || sha256(&data) != head.sha256 {
            return Err(not_one("it is damaged: its numbers have another SHA-256 than it says"));
        }
        let (data, bytes) = data.split_at(numbers);
        if let Some(BestHead { about, .. }) = head.best {
            if !bytes.is_empty() {
                LearnedModel::decode(bytes).map_err(|why| not_one(&format!("of the best evaluation, {why}")))?;
            }
            self.best = Some(KeptBest { about, bytes: bytes.to_vec() });
        }
        let mut all = data.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four));
        for weight in &mut self.network.weights {
            *weight = all.next().unwrap_or(0.0);
        }
        for trend in &mut self.trends {
            *trend = [(); 2].map(|()| all.next().unwrap_or(0.0));
        }
        for mean in &mut self.means {
            *mean = all.next().unwrap_or(0.0);
        }
        (self.about.games, self.about.read) = (theirs.games, theirs.read);
        self.about.step = theirs.step.or(self.about.step);
        Ok(())
    }

    /// Replaces the file at `path` by one that says where this learning is.
    ///
    /// # Errors
    ///
    /// Those of the file system; the file is then as it was.
    pub fn save(&self, path: &Path) -> Result<(), StateError> {
        let io = |error| StateError::io(path, error);
        let mut data = Vec::with_capacity(12 * self.network.weights.len());
        let trends = self.trends.iter().flatten();
        for number in self.network.weights.iter().chain(trends).chain(&self.means) {
            data.extend(number.to_le_bytes());
        }
        let best = self.best.as_ref().map(|best| {
            data.extend(&best.bytes);
            BestHead { about: best.about.clone(), bytes: best.bytes.len() as u64 }
        });
        let head = Head { schema: SCHEMA.to_owned(), about: self.about.clone(), best, sha256: sha256(&data) };
        let mut line = serde_json::to_string(&head).expect("names and numbers are JSON");
        line.push('\n');
        let mut unfinished = Unfinished::of(path, Protected::default())?;
        unfinished.file().write_all(line.as_bytes()).map_err(io)?;
        unfinished.file().write_all(&data).map_err(io)?;
        Ok(unfinished.publish()?)
    }
}
