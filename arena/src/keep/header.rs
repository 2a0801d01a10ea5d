//! The head of a journal, and of every frame.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    ask::secret::Secret,
    keep::kept_rules::KeptRules,
    plan::{
        canonical::{are_of_one, key_of_text, secret_of_text},
        half_points::HalfPoints,
        rounds::Met,
        schedule::Plan,
        shard::Shard,
        stand_in::KeptGame,
        tournament::Tournament,
    },
};

/// The first line of a journal.
pub const MAGIC: &str = "agon journal 1\n";

/// The length and the checksum before every frame.
pub const HEAD: usize = 8;

/// The identity of a journal: its tournament, and its part of the plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The identity of the tournament: the SHA-256 of `tournament`.
    pub identity: String,
    /// Which part of the plan, counted from zero, of how many.
    pub shard: (u64, u64),
    /// The tournament's canonical text.
    pub tournament: String,
    /// Which build of agon began it; not in older journals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The games of the plan that it has a part of, from one number up to another; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<(u64, u64)>,
    /// The scores of the meetings in earlier rounds, which determined the meetings of this block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Vec<Scored>>,
    /// Whether the players' thoughts are recorded; missing in older journals.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thoughts: bool,
    /// What its results are added up by where the rules of a game are not at hand: the facts of games that need a program
    /// or a file, by their place in the tournament; missing in older journals.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub games: BTreeMap<usize, KeptGame>,
    /// The rules of its games when it was begun, by their place in the tournament; missing in older journals, and in
    /// those of a server.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<usize, KeptRules>,
    /// Of how many shards it was joined, if games are missing in it: those that are there are in the order of the plan.
    /// It is 1 where the shards are of several divisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<u64>,
    /// Whether it was joined of journals with different records of a game, of which that of the first one is kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub preferred: bool,
}

/// Between the builds of a journal of several.
const BUILDS: &str = " + ";

/// The start of a frame that names the build of the games after it, if that changed. No record starts so, because no
/// number is written like this.
const NOTE: [u8; 2] = [0x80, 0];

/// The frame that names `build` as that of the games behind it.
pub(crate) fn note_of(build: &str) -> Vec<u8> {
    [&NOTE[..], build.as_bytes()].concat()
}

/// The build that such a frame names, if it is one.
pub(crate) fn noted(frame: &[u8]) -> Option<&str> {
    frame.strip_prefix(&NOTE).and_then(|build| str::from_utf8(build).ok())
}

/// The builds in the name of those of a journal.
pub(crate) fn split(builds: &str) -> impl Iterator<Item = &str> {
    builds.split(BUILDS)
}

/// The name of several builds.
pub(crate) fn joined<'a>(builds: impl IntoIterator<Item = &'a str>) -> String {
    let builds: BTreeSet<&str> = builds.into_iter().flat_map(split).collect();
    builds.into_iter().collect::<Vec<_>>().join(BUILDS)
}

/// What is kept of the games of a tournament.
fn kept_games(tournament: &Tournament) -> BTreeMap<usize, KeptGame> {
    let sections = tournament.sections.iter().enumerate();
    sections.filter_map(|(number, section)| Some((number, KeptGame::of(section)?))).collect()
}

/// Two entries that met, and the points of each, times two.
type Scored = (usize, usize, u64, u64);

/// The scores of the meetings in each round of `plan` but the last.
pub(crate) fn results(plan: &Plan) -> Vec<Vec<Scored>> {
    let scored = |m: &Met| (m.entries.0, m.entries.1, m.points.0.0, m.points.1.0);
    plan.rounds().iter().map(|round| round.iter().map(scored).collect()).collect()
}

impl Header {
    /// The header of the journal of `shard` of `plan`, begun by this `build` of agon.
    pub fn new(plan: &Plan, shard: Shard, build: &str) -> Header {
        let tournament = plan.tournament();
        let is_of_block = shard.is_of_block();
        Header {
            identity: tournament.identity(),
            shard: (shard.index, shard.of),
            tournament: tournament.canonical(),
            build: Some(build.to_owned()),
            block: is_of_block.then_some((shard.from, shard.to)),
            rounds: if is_of_block { results(plan) } else { Vec::new() },
            thoughts: tournament.thoughts,
            games: kept_games(tournament),
            rules: BTreeMap::new(),
            partial: None,
            preferred: false,
        }
    }

    /// The same with the rules of all games, which are walked for that.
    #[must_use]
    pub fn with_rules(self, plan: &Plan) -> Header {
        let sections = plan.tournament().sections.iter().enumerate();
        Header {
            rules: sections.filter_map(|(number, section)| Some((number, KeptRules::of(&section.game)?))).collect(),
            ..self
        }
    }

    /// The games of `plan`, which is its own, that have other rules now: the term of each, and what they are known of.
    pub(crate) fn other_rules(&self, plan: &Plan) -> impl Iterator<Item = (String, String)> {
        let sections = &plan.tournament().sections;
        let known = self.rules.iter().filter_map(|(&number, rules)| Some((&sections.get(number)?.game, rules)));
        let changed = known.filter(|(game, rules)| !rules.hold(game));
        changed.map(|(game, rules)| (game.term.clone(), rules.extent()))
    }

    /// The [secret](Tournament::secret) of its tournament, if it has one.
    pub fn secret(&self) -> Option<Secret> {
        secret_of_text(&self.tournament)
    }

    /// Whether `other` is of the same tournament, possibly of another part of it.
    pub fn is_of_tournament(&self, other: &Header) -> bool {
        self.identity == other.identity || are_of_one(&self.tournament, &other.tournament)
    }

    /// The [key](crate::plan::Tournament::key) of its tournament.
    pub fn key(&self) -> String {
        key_of_text(&self.tournament)
    }

    /// Whether `other` is of the same part of the same plan, of any build, with or without
    /// thoughts.
    pub(crate) fn is_of_the_same(&self, other: &Header) -> bool {
        self.is_of_tournament(other) && (self.shard(), &self.rounds) == (other.shard(), &other.rounds)
    }

    /// The rounds before those games.
    pub(crate) fn rounds(&self) -> Vec<Vec<Met>> {
        let met = |&(one, other, a, b): &Scored| Met { entries: (one, other), points: (HalfPoints(a), HalfPoints(b)) };
        self.rounds.iter().map(|round| round.iter().map(met).collect()).collect()
    }

    /// The build that began it, in words.
    pub fn build(&self) -> &str {
        self.build.as_deref().unwrap_or("an unknown build of agon")
    }

    /// The part of the plan.
    pub fn shard(&self) -> Shard {
        let part = Shard::part(self.shard.0, self.shard.1);
        self.block.map_or(part, |block| part.within(block))
    }

    /// The beginning of the journal: a whole one, of no game.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.as_bytes().to_vec();
        let header = serde_json::to_vec(self).expect("texts and numbers are JSON");
        append_frame(&mut bytes, &header);
        bytes
    }

    pub(crate) fn summary(&self) -> String {
        let identity: String = self.identity.chars().take(12).collect();
        let mut text = format!("plan {identity}");
        match self.shard {
            (_, 1) => {}
            (index, of) => text.extend([", shard ", &format!("{}/{of}", index + 1)]),
        }
        if self.partial.is_some() {
            text.push_str(", joined of parts");
        }
        if let Some((from, to)) = self.block {
            text.extend([" of games ", &format!("{from} to {}", to.saturating_sub(1))]);
        }
        match self.rounds.as_slice() {
            [] => text,
            rounds => {
                let after = serde_json::to_vec(rounds).expect("numbers are JSON");
                format!("{text}, after the results {:08x}", checksum(&after))
            }
        }
    }
}

pub(crate) fn append_frame(buffer: &mut Vec<u8>, bytes: &[u8]) {
    buffer.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    buffer.extend_from_slice(&checksum(bytes).to_le_bytes());
    buffer.extend_from_slice(bytes);
}

/// CRC-32 over the length of `bytes`, in four little-endian bytes, and `bytes`.
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(bytes.len() as u32).to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Header;
    use crate::{
        Spec,
        plan::{schedule::Plan, shard::Shard, tournament::Tournament},
    };

    /// The journal of a tournament in which an entry cannot play, with another build's wording of the reason.
    #[test]
    fn a_tournament_is_one_whatever_the_words_for_who_cannot_play() {
        let header = |third: &str| {
            let spec = Spec::default().game("pig").player("random").player("greedy");
            let spec = Spec { skip_unsupported: Some(true), ..spec.player(third) };
            Header::new(&Plan::new(spec.resolve().unwrap()).unwrap(), Shard::WHOLE, "a build")
        };
        let ours = header("minimax");
        let tournament = Tournament::from_canonical(&ours.tournament, &BTreeMap::new()).unwrap();
        let words = serde_json::to_string(&tournament.absent[0].reason).unwrap();
        let written = ours.tournament.replace(&words, "\"better words\"");
        let identity = Tournament::from_canonical(&written, &BTreeMap::new()).unwrap().identity();
        // The identity is that of the text, as it always was.
        assert_ne!(identity, ours.identity);
        let theirs = Header { identity, tournament: written, ..ours.clone() };
        assert!(theirs.is_of_the_same(&ours) && ours.is_of_the_same(&theirs));
        assert_eq!(theirs.key(), ours.key());
        assert_ne!(header("alpha-beta").key(), ours.key());
        // If all entries can play, both are equal.
        let all = header("mcts");
        assert_eq!(all.key(), all.identity);
        // Entries that cannot play make another tournament.
        assert!(!header("alpha-beta").is_of_tournament(&ours));
        let part = Header { shard: (0, 2), ..theirs };
        assert!(part.is_of_tournament(&ours) && !part.is_of_the_same(&ours));
    }
}
