//! Journals of one tournament, read together: whole ones or the shards of a plan, in any order.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
    ops::ControlFlow,
    path::Path,
};

use agon_core::key_of;

use crate::{
    keep::{
        header::{Header, joined, results, split},
        journal::Reader,
        journal_error::JournalError,
        kept_rules::KeptRules,
    },
    plan::{fixture::Fixture, schedule::Plan, shard::Shard},
    play::{
        ending::{Ending, Fault},
        played::Played,
        record::Record,
        watch::Silence,
    },
    tally::score::Score,
};

/// A journal that is read with others.
pub(super) struct MergeInput {
    pub(super) name: String,
    pub(super) reader: Reader,
    pub(super) shard: Shard,
    /// The key of the rounds that its games follow.
    rounds: u64,
    pub(super) taken: u64,
    pub(super) games: u64,
    /// Of how many shards it was joined, with games missing, and how many games it has of each.
    partial: Option<(u64, BTreeMap<u64, u64>)>,
    record: Record,
    bytes: Vec<u8>,
    /// The number of bytes that are the game itself.
    act: usize,
}

/// The most journals open at a time; if there are more, each is opened again for every piece. Reading takes no lock, so
/// none is lost with a file that is closed. It is far below what a system lets a process open.
const MOST_OPEN: usize = 8;

/// The size of all pieces together in bytes, and the least and the greatest size of one.
const PIECES: usize = 64 << 20;

const PIECE: (usize, usize) = (1 << 12, 1 << 16);

/// What is done where journals have different records of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conflicts {
    /// They are refused.
    #[default]
    Refused,
    /// The record of the journal that is named first is taken.
    FirstWins,
}

/// Journals of one tournament, read together.
pub(super) struct Joint {
    pub(super) sources: Vec<MergeInput>,
    /// The plan, as far as it is known.
    pub(super) plan: Plan,
    /// The score of the games, if later games depend on it or it was requested.
    pub(super) score: Score,
    pub(super) is_scored: bool,
    /// The first game that any of the journals could have, and the first after those already read.
    first: u64,
    next: u64,
    /// Which are missing between these.
    gaps: Gaps,
    /// Whether the match has been decided.
    is_enough: bool,
    /// What is done where records of a game differ, and in how many games they do.
    pub(super) conflicts: Conflicts,
    pub(super) differing: u64,
    /// Who failed to answer in the games taken, counted where records may differ.
    silence: Silence,
}

pub(super) type TakeJoint<'a> = dyn FnMut(&MergeInput, &Played<'_>, bool) -> Result<ControlFlow<()>, JournalError> + 'a;

impl Joint {
    /// Opens all journals at their first games, and returns the header of the whole; with the plan by `plan_of`.
    pub(super) fn open<P: AsRef<Path>>(
        inputs: &[P],
        mixed_builds: bool,
        plan_of: fn(&Reader) -> Result<Plan, JournalError>,
    ) -> Result<(Joint, Header), JournalError> {
        let first = inputs.first().ok_or(JournalError::Nowhere)?.as_ref();
        let name = first.display().to_string();
        let (mut sources, mut builds) = (Vec::<MergeInput>::new(), BTreeSet::new());
        let mut plan = plan_of(&Reader::open(first)?)?;
        let mut header = Reader::open(first)?.header().clone();
        let (mut from, first_build) = (header.shard().from, header.build.clone());
        let (mut thoughts, mut rules) = (header.thoughts, BTreeMap::<usize, (KeptRules, String)>::new());
        let mut preferred = false;
        for path in inputs.iter().map(AsRef::as_ref) {
            let reader = if inputs.len() <= MOST_OPEN {
                Reader::open(path)?
            } else {
                Reader::ajar(path, (PIECES / inputs.len()).clamp(PIECE.0, PIECE.1))?
            };
            let other = path.display().to_string();
            let theirs = reader.header();
            if !theirs.is_of_tournament(&header) {
                return Err(JournalError::Unlike { one: name, other });
            }
            if theirs.build != first_build && !mixed_builds {
                let builds = (header.build().to_owned(), theirs.build().to_owned());
                return Err(JournalError::Builds { one: name, other, builds });
            }
            if theirs.shard().from < from {
                (plan, from) = (plan_of(&reader)?, theirs.shard().from);
            }
            for (&number, own) in &theirs.rules {
                let (known, one) = rules.entry(number).or_insert_with(|| (own.clone(), other.clone()));
                if known.contradict(own) {
                    let (one, extent) = (one.clone(), own.extent());
                    let game = plan.tournament().sections.get(number).map(|section| section.game.term.clone());
                    return Err(JournalError::UnlikeRules { one, other, game: game.unwrap_or_default(), extent });
                }
            }
            thoughts |= theirs.thoughts;
            preferred |= theirs.preferred;
            builds.extend(split(theirs.build()).map(str::to_owned));
            sources.push(MergeInput::new(other, reader));
        }
        header = Header::new(&plan, Shard::WHOLE, "");
        (header.build, header.thoughts, header.preferred) = (first_build, thoughts, preferred);
        header.rules = rules.into_iter().map(|(number, (rules, _))| (number, rules)).collect();
        if 1 < builds.len() {
            header.build = Some(joined(builds.iter().map(String::as_str)));
        }
        let tournament = plan.tournament();
        let mut score = if from == 0 { Score::new(&plan) } else { Score::of_part(&plan) };
        score.is_preferred = preferred;
        let joint = Joint {
            is_scored: tournament.stop.is_some() || !tournament.format.is_static(),
            score,
            sources,
            plan,
            first: from,
            next: from,
            gaps: Gaps::default(),
            is_enough: false,
            conflicts: Conflicts::Refused,
            differing: 0,
            silence: Silence::default(),
        };
        Ok((joint, header))
    }

    /// Passes every game once, in the order of the plan, to `take`, with whether no game is missing
    /// before it, until the match is decided.
    pub(super) fn join(&mut self, take: &mut TakeJoint<'_>) -> Result<(), JournalError> {
        let (mut queue, mut holders) = (BinaryHeap::new(), Vec::new());
        let mut fixture = Fixture::default();
        self.wake(&mut queue)?;
        while let Some(Reverse((game, first))) = queue.pop() {
            holders.clear();
            holders.push(first);
            while let Some(&Reverse((same, index))) = queue.peek()
                && same == game
            {
                queue.pop();
                holders.push(index);
            }
            self.gaps.add(self.next, game);
            self.next = game + 1;
            let is_gapless = self.first == 0 && self.gaps.count == 0;
            let chosen = match agree(&self.sources, &holders) {
                Err(JournalError::Conflict { .. }) if self.conflicts == Conflicts::FirstWins => {
                    self.differing += 1;
                    first
                }
                agreed => agreed?,
            };
            let chosen = if self.conflicts == Conflicts::FirstWins {
                self.justified(chosen, &holders, &mut fixture)?
            } else {
                chosen
            };
            let source = &self.sources[chosen];
            let played = source.played(&self.plan, &mut fixture);
            if !is_gapless {
                self.score.lacks_games();
            }
            let flow = take(source, &played, is_gapless)?;
            if self.is_scored {
                self.score.take(&played);
                if is_gapless && self.score.is_enough(&played) {
                    self.is_enough = true;
                    return Ok(());
                }
            }
            if flow.is_break() {
                return Ok(());
            }
            for &index in &holders {
                let next = self.sources[index].advance(&self.plan)?;
                queue.extend(next.map(|game| Reverse((game, index))));
            }
            // The next meetings are known when all games of a round are.
            if queue.is_empty()
                && self.gaps.count == 0
                && self.next == self.plan.games()
                && let Ok(Some(longer)) = self.plan.extend(self.score.last_round())
            {
                self.plan = longer;
                self.wake(&mut queue)?;
            }
        }
        // One that had no more when it was read may be written still.
        let is_read = |source: &&mut MergeInput| source.shard.from < self.plan.games() && source.taken == source.games;
        self.sources.iter_mut().filter(is_read).try_for_each(MergeInput::end)
    }

    /// That journal, or, if its record of the game leaves a player out who did not fail in enough of the games that were taken,
    /// the first of the others that does not.
    ///
    /// # Errors
    ///
    /// If all of them do.
    fn justified(&mut self, chosen: usize, holders: &[usize], fixture: &mut Fixture) -> Result<usize, JournalError> {
        let (plan, silence) = (&self.plan, &self.silence);
        let mut is_justified = |source: &MergeInput| {
            let played = source.played(plan, fixture);
            match played.record.ending {
                Ending::Forfeit(seat, Fault::Excluded(_)) => {
                    silence.excluded_at(plan, played.fixture, seat).as_ref() == Some(played.record)
                }
                _ => true,
            }
        };
        let mut all = [chosen].into_iter().chain(holders.iter().copied());
        let Some(found) = all.find(|&index| is_justified(&self.sources[index])) else {
            let source = &self.sources[chosen];
            return Err(JournalError::Unjustified { game: source.record.number, name: source.name.clone() });
        };
        let played = self.sources[found].played(&self.plan, fixture);
        self.silence.take(played.fixture, played.record);
        Ok(found)
    }

    /// Continues with the journals that have games of the part of the plan that is now known.
    fn wake(&mut self, queue: &mut BinaryHeap<Reverse<(u64, usize)>>) -> Result<(), JournalError> {
        let rounds = key_of(&results(&self.plan));
        for (index, source) in self.sources.iter_mut().enumerate() {
            let Shard { from, .. } = source.shard;
            // Looked at once, when its round is known: one that has no games would follow every later one.
            if source.shard.is_of_block() && self.next <= from && from < self.plan.games() {
                if source.rounds != rounds {
                    return Err(JournalError::OtherResults { other: source.name.clone(), from });
                }
                if !self.plan.has(source.shard) {
                    return Err(source.reader.without_part());
                }
            }
            source.games = self.plan.shard_games(source.shard);
            queue.extend(source.advance(&self.plan)?.map(|game| Reverse((game, index))));
        }
        Ok(())
    }

    /// The end of the whole that the journals should form.
    pub(super) fn end(&self) -> u64 {
        let ends = self.sources.iter().filter(|source| source.shard.is_of_block());
        match ends.map(|source| source.shard.to).max() {
            _ if self.is_enough => self.next,
            Some(end) => self.next.max(end),
            None if self.plan.tournament().format.is_static() => self.plan.games(),
            None => self.next,
        }
    }

    /// The first game that any of the journals could have.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    /// The games before `end` that no journal has.
    pub(super) fn gaps(&self, end: u64) -> Gaps {
        self.gaps_from(0, end)
    }

    /// The games before `end` that no journal has, of those that any of the journals could have.
    pub(super) fn gaps_of_block(&self, end: u64) -> Gaps {
        self.gaps_from(self.first, end)
    }

    fn gaps_from(&self, from: u64, end: u64) -> Gaps {
        let mut gaps = Gaps::default();
        gaps.add(from, self.first);
        gaps.count += self.gaps.count;
        gaps.ranges.extend_from_slice(&self.gaps.ranges);
        gaps.add(self.next, end);
        gaps
    }

    /// The missing games, by shard if all journals that could have them are shards of one division.
    pub(super) fn missing(&self, gaps: &Gaps) -> String {
        let first = gaps.ranges.first().map_or(0, |&(first, _)| first);
        let is_of_blocks = self.sources.iter().any(|source| source.shard.is_of_block());
        let could = |source: &&MergeInput| {
            let Shard { from, to, .. } = source.shard;
            (from..to).contains(&first) && source.shard.is_of_block() == is_of_blocks
        };
        let sources: Vec<&MergeInput> = self.sources.iter().filter(could).collect();
        match common(&sources) {
            Some((block, of)) if (2..=10_000).contains(&of) => self.missing_shards(&sources, block, of),
            _ => gaps.text(),
        }
    }

    /// The shards of a block that are not complete in any of these journals, and how far the best one is.
    fn missing_shards(&self, sources: &[&MergeInput], block: (u64, u64), of: u64) -> String {
        let mut best: BTreeMap<u64, (u64, &str)> = BTreeMap::new();
        for source in sources {
            for (index, taken) in source.of_shards() {
                let known = best.entry(index).or_insert((taken, &source.name));
                if known.0 <= taken {
                    *known = (taken, &source.name);
                }
            }
        }
        let is_of_block = block.1 != u64::MAX;
        let games = if is_of_block { format!(" of games {} to {}", block.0, block.1 - 1) } else { String::new() };
        let shard = |index: u64| {
            let all = self.plan.shard_games(Shard::part(index, of).within(block));
            match best.get(&index) {
                Some(&(taken, _)) if all <= taken => None,
                None if all == 0 => None,
                None => Some(format!("shard {}/{of}{games}", index + 1)),
                Some((taken, name)) => {
                    Some(format!("shard {}/{of}{games} after {taken} of {all} games ({name})", index + 1))
                }
            }
        };
        (0..of).filter_map(shard).collect::<Vec<_>>().join(", ")
    }

    /// The header of what was joined where games are missing in it: `header`, for their block.
    ///
    /// # Errors
    ///
    /// Two journals that are of different blocks.
    pub(super) fn partial_header(&self, header: &Header) -> Result<Header, (String, String)> {
        let block = |source: &MergeInput| source.division().0;
        let first = &self.sources[0];
        if let Some(other) = self.sources.iter().find(|source| block(source) != block(first)) {
            return Err((first.name.clone(), other.name.clone()));
        }
        let of = common(&self.sources.iter().collect::<Vec<_>>()).map_or(1, |(_, of)| of);
        let header = header.clone();
        let Header { block, rounds, .. } = Header::new(&self.plan, Shard::WHOLE.within(block(first)), "");
        Ok(Header { block, rounds, partial: Some(of), ..header })
    }

    /// Whether the tournament has no games besides those already read.
    pub(super) fn is_over(&self) -> bool {
        self.is_enough || self.gaps(self.plan.games()).count == 0
    }
}

impl MergeInput {
    /// The game that was read last.
    fn played<'a>(&'a self, plan: &'a Plan, fixture: &'a mut Fixture) -> Played<'a> {
        plan.fill(self.record.number, fixture);
        Played { plan, fixture, record: &self.record, bytes: &self.bytes, act: self.act }
    }

    fn new(name: String, mut reader: Reader) -> MergeInput {
        let shard = reader.header().shard();
        let rounds = key_of(&reader.header().rounds);
        let partial = reader.header().partial.map(|of| (of, BTreeMap::new()));
        reader.forget();
        let (record, bytes) = (Record::default(), Vec::new());
        MergeInput { name, reader, shard, rounds, taken: 0, games: 0, partial, record, bytes, act: 0 }
    }

    /// Whether it was joined of parts, with games missing.
    pub(super) fn is_partial(&self) -> bool {
        self.partial.is_some()
    }

    /// The block that its games are of, and the number of shards of that.
    fn division(&self) -> ((u64, u64), u64) {
        let Shard { of, from, to, .. } = self.shard;
        ((from, to), self.partial.as_ref().map_or(of, |&(of, _)| of))
    }

    /// How many games it has of shards, by the shard.
    fn of_shards(&self) -> Vec<(u64, u64)> {
        match &self.partial {
            Some((_, games)) => games.iter().map(|(&index, &games)| (index, games)).collect(),
            None => vec![(self.shard.index, self.taken)],
        }
    }

    /// Reads the next record, if there should be another, and returns the number of its game.
    fn advance(&mut self, plan: &Plan) -> Result<Option<u64>, JournalError> {
        if self.taken == self.games {
            return Ok(None);
        }
        let before = (self.taken != 0).then_some(self.record.number);
        let Some((bytes, act)) = self.reader.next(&mut self.record)? else { return Ok(None) };
        self.act = act;
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        let number = self.record.number;
        match &mut self.partial {
            None => {
                let expected = plan.shard_number(self.shard, self.taken);
                if number != expected {
                    return Err(self.reader.misplaced(Some(expected), &self.record));
                }
            }
            Some((of, games)) => {
                let last = self.shard.to.min(plan.games());
                if number < self.shard.from || last <= number || before.is_some_and(|before| number <= before) {
                    return Err(self.reader.misplaced(None, &self.record));
                }
                *games.entry(plan.shard_of(number, *of)).or_default() += 1;
            }
        }
        self.taken += 1;
        Ok(Some(number))
    }

    /// Nothing may follow when all has been read.
    fn end(&mut self) -> Result<(), JournalError> {
        match self.reader.next(&mut self.record)? {
            None => Ok(()),
            Some(_) => Err(self.reader.misplaced(None, &self.record)),
        }
    }
}

/// Missing games, as ranges, of which only the first few are listed.
#[derive(Default)]
pub(super) struct Gaps {
    pub(super) count: u64,
    ranges: Vec<(u64, u64)>,
}

impl Gaps {
    const MOST: usize = 8;

    /// The games from `from` on and before `to` are missing.
    fn add(&mut self, from: u64, to: u64) {
        if from < to {
            self.count += to - from;
            if self.ranges.len() < Gaps::MOST {
                self.ranges.push((from, to - 1));
            }
        }
    }

    /// The first of them, in words.
    fn text(&self) -> String {
        let range = |&(first, last): &(u64, u64)| {
            if first == last { format!("game {first}") } else { format!("games {first} to {last}") }
        };
        let ranges: Vec<String> = self.ranges.iter().map(range).collect();
        let more = if ranges.len() == Gaps::MOST { ", …" } else { "" };
        format!("{}{more}", ranges.join(", "))
    }
}

/// The block and the number of its shards, where those of all of these are the same.
fn common(sources: &[&MergeInput]) -> Option<((u64, u64), u64)> {
    let first = sources.first()?.division();
    sources.iter().all(|source| source.division() == first).then_some(first)
}

/// Selects the record to use among the `holders` of one game.
///
/// # Errors
///
/// If two records differ in more than the wording of a message, the players' thoughts or their tries. A record with
/// thoughts takes precedence; the choice of a wording depends on the wordings alone.
fn agree(sources: &[MergeInput], holders: &[usize]) -> Result<usize, JournalError> {
    let mut best = holders[0];
    for &index in &holders[1..] {
        let (one, other) = (&sources[best], &sources[index]);
        if one.bytes[..one.act] != other.bytes[..other.act]
            || one.record.payoffs != other.record.payoffs
            || one.record.opening != other.record.opening
        {
            let first = sources[holders[0]].name.clone();
            let (game, other) = (one.record.number, other.name.clone());
            return Err(JournalError::Conflict { game, one: first, other });
        }
        let [one, other] = [one, other].map(|source| (source.record.thoughts.is_empty(), &source.bytes));
        if other < one {
            best = index;
        }
    }
    Ok(best)
}
