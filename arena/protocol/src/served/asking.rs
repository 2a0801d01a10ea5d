//! What a game that is answered elsewhere is asked, and what comes of it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use agon_core::{BrokenRules, Facts, Node, Seat, TextError};

use super::{
    answered::{self, Continuations, Lead, NOBODY_ACTS, continuations, difference, is_line, lead, standing},
    declared::facts,
    interned::{Interned, Interning},
};
use crate::{
    about::About,
    question::{Ask, AskedPosition, PositionAnswer, Want},
};

/// One position in this number is asked about again.
const DOUBTED: u64 = 1000;
/// The most positions that wait for that.
const MOST_DOUBTS: usize = 64;
/// The question about every position.
const WANTED: [Want; 3] = [Want::Position, Want::Moves, Want::Codes];

/// A source of the rules of a game, which all threads ask about positions at once.
pub trait Answerer: Send + Sync {
    /// Its name in messages: ``the game's program `python3 mine.py` ``.
    fn name(&self) -> String;

    /// Answers to a question, one for each of its positions, in order.
    ///
    /// # Errors
    ///
    /// Why there are none.
    fn answer(&self, ask: Ask) -> Result<Vec<PositionAnswer>, NoAnswer>;

    /// Whether a question costs little beside its answer, as where no other process is asked. Then it is asked where a move
    /// leads when that is needed first ([`AskedPosition::After`]), and not where all of them lead at once.
    fn is_near(&self) -> bool {
        false
    }

    /// Does work that asks many questions, one after the other.
    fn in_a_row(&self, work: &mut dyn FnMut()) {
        work();
    }
}

/// Why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer {
    why: String,
    is_final: bool,
}

impl NoAnswer {
    /// Another attempt may do better: at one position alone, or by another process.
    pub fn new(why: impl Into<String>) -> NoAnswer {
        NoAnswer { why: why.into(), is_final: false }
    }

    /// The caller is to stop: nothing is asked again, and no answer is cached.
    pub fn stopped(why: impl Into<String>) -> NoAnswer {
        NoAnswer { why: why.into(), is_final: true }
    }
}

/// A game that is answered elsewhere: its facts, and the answers so far.
pub struct ServedGame {
    pub(crate) facts: Facts,
    /// What players are told of its rules.
    pub(crate) rules: String,
    start: String,
    answerer: Box<dyn Answerer>,
    /// The most positions in one question.
    batch: usize,
    interning: Interning,
    /// Positions that are asked about again, beside the next question.
    doubts: Mutex<Vec<Arc<Interned>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ServedGame {
    /// The game that `about` describes and `answerer` answers for, with at most `batch` positions in one question, and
    /// a cache of about `kept` bytes of answers.
    ///
    /// # Errors
    ///
    /// The fact that is impossible, or the mistake in its start.
    pub fn new(
        answerer: impl Answerer + 'static,
        about: About,
        batch: usize,
        kept: usize,
    ) -> Result<ServedGame, String> {
        let facts = facts(&about).map_err(|why| format!("{}: {why}", answerer.name()))?;
        let own = about.rules.as_deref().map(str::trim_end).filter(|own| !own.is_empty());
        let own = own.map_or_else(
            || "The rules are answered by a program, which says nothing of them but what may be played, and what comes of it. ".to_owned(),
            |own| format!("{own}\n\n"),
        );
        let game = ServedGame {
            rules: [own, facts.sentences()].concat(),
            facts,
            start: about.start,
            answerer: Box::new(answerer),
            batch,
            interning: Interning::new(kept),
            doubts: Mutex::default(),
        };
        game.read(&game.start)?.map_err(|error| game.says(&format!("its own start: {error}")))?;
        Ok(game)
    }

    /// Does work that asks many questions, one after the other.
    pub(crate) fn in_a_row(&self, mut work: impl FnMut()) {
        self.answerer.in_a_row(&mut work);
    }

    /// Where it begins.
    pub(crate) fn begin(&self) -> Arc<Interned> {
        self.read_or_give_up(&self.start).expect("it was read when the game was opened")
    }

    /// The position that `text` writes; a program that fails at it gives up.
    pub(crate) fn read_or_give_up(&self, text: &str) -> Result<Arc<Interned>, TextError> {
        self.read(text).unwrap_or_else(|fault| BrokenRules::give_up(fault))
    }

    /// The moves here: from the cache, or asked for.
    pub(crate) fn continuations<'a>(&self, at: &'a Arc<Interned>) -> &'a Continuations {
        let known = at.known.get();
        let known = known.unwrap_or_else(|| {
            self.learn(at);
            at.known.get().expect("it has just been learned")
        });
        match known {
            Ok(known) => known,
            Err(fault) => BrokenRules::give_up(fault),
        }
    }

    /// The position after the move that stands at `index`.
    pub(crate) fn after(&self, at: &Arc<Interned>, index: usize) -> Arc<Interned> {
        let known = self.continuations(at);
        let lead = known.successors[index].get();
        let lead = lead.unwrap_or_else(|| {
            self.follow(at, known, index);
            known.successors[index].get().expect("it has just been learned")
        });
        let (text, standing) = lead.as_ref().unwrap_or_else(|fault| BrokenRules::give_up(fault));
        let there = self.interning.intern(text, standing, &Arc::downgrade(at));
        if there.standing != *standing {
            let what = format!("`{text}` has another end or turn after `{}` than it had before", at.text);
            BrokenRules::give_up(self.says(&what));
        }
        there
    }

    /// Asks where the move at `index` leads, and others with it if some were asked for before: all of them for a search that goes
    /// through them in order, and else as many as are known, so that hardly more are worked out than are looked at.
    fn follow(&self, at: &Arc<Interned>, known: &Continuations, index: usize) {
        let places = (index..known.words.len()).chain(0..index);
        let open = places.filter(|&place| known.successors[place].get().is_none());
        let is_in_order = index.checked_sub(1).is_some_and(|before| known.successors[before].get().is_some());
        let most = if is_in_order { usize::MAX } else { known.leads().count().max(1) };
        let mut batch: Vec<usize> = open.take(most).collect();
        // Play probably goes on where the first of them leads.
        let goes_on = known.leads().next().is_none();
        let want = if goes_on { self.wanted(false) } else { vec![Want::Position] };
        let answers = match self.ask_after(at, known, &batch, want) {
            // The fault may be about one of the others, or about what follows.
            Err(failure) if !failure.is_final => {
                batch.truncate(1);
                self.ask_after(at, known, &batch, vec![Want::Position])
            }
            once => once,
        };
        let answers = match answers {
            Ok(answers) => answers,
            Err(failure) => {
                let fault = self.fault(at, &failure);
                // Another thread may have been answered.
                let _ = known.successors[index].set(Err(fault));
                return;
            }
        };
        for (place, answer) in batch.into_iter().zip(answers) {
            let lead = self.lead(at, &known.words[place], &answer);
            // The others are reported when the play comes there.
            if lead.is_err() && place != index {
                continue;
            }
            if let Ok(lead) = &lead {
                self.foresee(at, lead, answer);
            }
            let size = lead.as_ref().map_or(0, answered::size);
            if known.successors[place].set(lead).is_ok() {
                self.interning.grow(at, size);
            }
        }
        self.ask_again();
    }

    /// Asks about the positions after the moves at these places.
    fn ask_after(
        &self,
        at: &Interned,
        known: &Continuations,
        places: &[usize],
        want: Vec<Want>,
    ) -> Result<Vec<PositionAnswer>, NoAnswer> {
        let after = |&place: &usize| {
            let position = Some(at.text.to_string());
            AskedPosition::After { position, moves: vec![known.words[place].to_string()] }
        };
        let positions = places.iter().map(after).collect();
        self.exchange(Ask { positions, want, ..Ask::default() })
    }

    /// Notes what an answer about the position after a move says of its moves, if it does. What is wrong with it is reported when
    /// the play comes there.
    fn foresee(&self, at: &Arc<Interned>, (text, standing): &Lead, answer: PositionAnswer) {
        if answer.moves.is_none() || standing.node == Node::Terminal {
            return;
        }
        let there = self.interning.intern(text, standing, &Arc::downgrade(at));
        if there.known.get().is_none()
            && let Ok(known) = self.understood(&there, answer)
        {
            self.take(&there, Ok(known));
        }
    }

    /// Where a move leads by an answer about the position after it, if that keeps its promises.
    fn lead(&self, at: &Interned, word: &str, answer: &PositionAnswer) -> Result<Lead, String> {
        let lead = || {
            if let Some(error) = &answer.error {
                return Err(format!("the move `{word}` that it listed itself is refused: {error}"));
            }
            let acts = answer.acts.as_ref().ok_or(NOBODY_ACTS)?;
            let text = answer.position.clone().ok_or_else(|| format!("after `{word}` there is no `position`"))?;
            lead(word, text, acts, &self.facts)
        };
        lead().map_err(|what| self.says(&format!("in `{}`: {what}", at.text)))
    }

    /// What is kept of a position about which there is no answer; who is to stop does so here.
    fn fault(&self, at: &Interned, failure: &NoAnswer) -> String {
        let fault = self.says(&format!("{}, asked about `{}`", failure.why, at.text));
        if failure.is_final {
            BrokenRules::give_up(fault);
        }
        fault
    }

    /// Asks about a position, and about siblings of it nobody has asked about.
    fn learn(&self, at: &Arc<Interned>) {
        let mut batch = vec![Arc::clone(at)];
        batch.extend(self.siblings(at));
        // Another process may do better; and the fault may be about one of the others.
        let answers = match self.put(&batch) {
            Err(failure) if !failure.is_final => {
                batch.truncate(1);
                self.put(&batch)
            }
            once => once,
        };
        let answers = match answers {
            Ok(answers) => answers,
            Err(failure) => return self.interning.learn(at, Err(self.fault(at, &failure))),
        };
        for (position, answer) in batch.iter().zip(answers) {
            let is_wanted = Arc::ptr_eq(position, at);
            match self.understood(position, answer) {
                // The others are reported when the play comes there.
                Err(_) if !is_wanted => {}
                known => self.take(position, known),
            }
        }
        if self.answerer.is_near() {
            self.ask_again();
        }
    }

    /// Notes what was learned of a position, which may be doubted.
    fn take(&self, position: &Arc<Interned>, known: Result<Continuations, String>) {
        self.interning.learn(position, known);
        if position.key.is_multiple_of(DOUBTED) || *position.text == *self.start {
            self.doubt(position);
        }
    }

    /// Those after the same position that nobody has asked about.
    fn siblings(&self, at: &Arc<Interned>) -> Vec<Arc<Interned>> {
        let Some(parent) = at.parent.upgrade() else { return Vec::new() };
        let Some(Ok(known)) = parent.known.get() else { return Vec::new() };
        let up = Arc::downgrade(&parent);
        let own = known.leads().position(|(_, (text, _))| *text == at.text).unwrap_or(0);
        let later = known.leads().skip(own + 1);
        let mut siblings: Vec<Arc<Interned>> = Vec::new();
        for (_, (text, standing)) in later {
            if siblings.len() + 1 == self.batch {
                break;
            }
            if !standing.payoffs.is_empty() || *text == at.text {
                continue;
            }
            let sibling = self.interning.intern(text, standing, &up);
            let is_new = sibling.known.get().is_none() && sibling.standing == *standing;
            if is_new && !siblings.iter().any(|other| other.text == sibling.text) {
                siblings.push(sibling);
            }
        }
        siblings
    }

    /// What an answer about a position says, if it keeps its promises.
    fn understood(&self, position: &Interned, answer: PositionAnswer) -> Result<Continuations, String> {
        let about = |what: &str| self.says(&format!("in `{}`: {what}", position.text));
        let text = answer.position.clone();
        let (standing, known) =
            continuations(answer, !self.answerer.is_near(), &self.facts).map_err(|what| about(&what))?;
        if let Some(other) = text.filter(|text| **text != *position.text) {
            return Err(about(&format!("it was written so, and is written `{other}` now")));
        }
        if standing != position.standing {
            return Err(about("it has another end or turn now than when it was reached"));
        }
        Ok(known)
    }

    /// The position that `text` writes, or why it writes none; or the fault of the program.
    fn read(&self, text: &str) -> Result<Result<Arc<Interned>, TextError>, String> {
        if !is_line(text) {
            return Ok(Err(TextError::new(text, "a text on one line")));
        }
        if let Some(kept) = self.interning.find(text) {
            return Ok(Ok(kept));
        }
        let answers = self.exchange_twice(self.enquiry(vec![text.to_owned()], !self.answerer.is_near()));
        let mut answers = answers.map_err(|failure| self.says(&failure.why))?;
        let answer = answers.pop().expect("there are as many as were asked for");
        if let Some(error) = answer.error {
            let start = format!("`{text}` is not a position here; expected ");
            let expected = error.strip_prefix(&start).unwrap_or(&error);
            return Ok(Err(TextError::new(text, expected)));
        }
        let written = answer.position.clone().unwrap_or_else(|| text.to_owned());
        let (standing, known) = continuations(answer, !self.answerer.is_near(), &self.facts)
            .map_err(|what| self.says(&format!("in `{text}`: {what}")))?;
        let position = self.interning.intern(&written, &standing, &Weak::new());
        if position.standing != standing {
            return Err(self.says(&format!("in `{text}`: another end or turn than before")));
        }
        self.interning.learn(&position, Ok(known));
        self.doubt(&position);
        Ok(Ok(position))
    }

    /// Has a position asked about again.
    fn doubt(&self, position: &Arc<Interned>) {
        let mut doubts = locked(&self.doubts);
        if doubts.len() < MOST_DOUBTS {
            doubts.push(Arc::clone(position));
        }
    }

    /// Asks about positions; and where questions are dear, about one more that is doubted, whose answer must be what it was.
    fn put(&self, batch: &[Arc<Interned>]) -> Result<Vec<PositionAnswer>, NoAnswer> {
        let is_near = self.answerer.is_near();
        let doubted = if is_near { None } else { locked(&self.doubts).pop() };
        let asked = batch.iter().chain(&doubted).map(|at| at.text.to_string()).collect();
        let mut answers = self.exchange(self.enquiry(asked, !is_near))?;
        if let Some(doubted) = doubted {
            let again = answers.pop().expect("there are as many as were asked for");
            self.compare(&doubted, again);
        }
        Ok(answers)
    }

    /// Asks for all of a position that is doubted: what was known of it must be the same.
    fn ask_again(&self) {
        let Some(doubted) = locked(&self.doubts).pop() else { return };
        match self.exchange(self.enquiry(vec![doubted.text.to_string()], true)) {
            Ok(mut answers) => {
                let again = answers.pop().expect("there are as many as were asked for");
                self.compare(&doubted, again);
            }
            Err(failure) if failure.is_final => drop(self.fault(&doubted, &failure)),
            // It may be about a move that nobody plays.
            Err(_) => {}
        }
    }

    /// Gives up where a doubted position was not answered as before.
    fn compare(&self, doubted: &Interned, again: PositionAnswer) {
        if let (Some(Ok(before)), Ok((_, now))) = (doubted.known.get(), continuations(again, true, &self.facts))
            && let Some(differs) = difference(before, &now)
        {
            BrokenRules::give_up(self.says(&format!("the rules are not a function: `{}` {differs}", doubted.text)));
        }
    }

    /// All that is asked about positions, and where their moves lead, if it `has_successors`.
    fn enquiry(&self, texts: Vec<String>, has_successors: bool) -> Ask {
        let positions = texts.into_iter().map(AskedPosition::Text).collect();
        Ask { positions, want: self.wanted(has_successors), ..Ask::default() }
    }

    fn wanted(&self, has_successors: bool) -> Vec<Want> {
        let mut want = WANTED.to_vec();
        want.extend(has_successors.then_some(Want::Successors));
        want.extend(self.facts.hidden.then_some(Want::Views));
        want
    }

    /// A position that `seat` cannot tell from this one, drawn by `seed`.
    pub(crate) fn redealt(&self, at: &Arc<Interned>, seat: Seat, seed: u64) -> Arc<Interned> {
        let asked = || {
            let positions = vec![AskedPosition::Text(at.text.to_string())];
            let (want, seeds) = (vec![Want::Redeals], vec![seed.to_string()]);
            let seat = Some(seat.0 + 1);
            self.exchange_twice(Ask { positions, want, seat, seeds, ..Ask::default() })
        };
        let give_up = |what: &str| -> ! {
            BrokenRules::give_up(self.says(&format!("redealt for {seat} in `{}`: {what}", at.text)))
        };
        let drawn = || {
            let answers = asked().unwrap_or_else(|failure| give_up(&failure.why));
            let answer = answers.into_iter().next().expect("there are as many as were asked for");
            match answer.redeals.as_deref() {
                Some([one]) if is_line(&one.position) => match standing(&one.acts, &self.facts) {
                    Ok(standing) => (one.position.clone(), standing),
                    Err(what) => give_up(&what),
                },
                _ => give_up(
                    &answer.error.unwrap_or_else(|| "`redeals` are positions, one for each of `seeds`".to_owned()),
                ),
            }
        };
        let (text, standing) = drawn();
        if seed.is_multiple_of(DOUBTED) && drawn() != (text.clone(), standing.clone()) {
            give_up("the rules are not a function: one seed gives two redeals");
        }
        let there = self.interning.intern(&text, &standing, &Weak::new());
        if there.standing != standing {
            give_up(&format!("`{text}` has another end or turn than it had before"));
        }
        let seen = |at| &*self.continuations(at).views[seat.index()];
        if seen(&there) != seen(at) {
            let (was, is) = (seen(at), seen(&there));
            give_up(&format!("`{text}` looks like `{is}`, and this like `{was}`"));
        }
        there
    }

    /// One question, and as many answers as it has positions.
    fn exchange(&self, ask: Ask) -> Result<Vec<PositionAnswer>, NoAnswer> {
        let count = ask.positions.len();
        let answers = self.answerer.answer(ask)?;
        if answers.len() == count {
            return Ok(answers);
        }
        Err(NoAnswer::new(format!("{} answers to {count} positions", answers.len())))
    }

    /// The same, once more where that may help.
    fn exchange_twice(&self, ask: Ask) -> Result<Vec<PositionAnswer>, NoAnswer> {
        match self.exchange(ask.clone()) {
            Err(failure) if !failure.is_final => self.exchange(ask),
            once => once,
        }
    }

    /// A fault of the answerer, in a sentence.
    fn says(&self, what: &str) -> String {
        format!("{}: {what}", self.answerer.name())
    }
}
