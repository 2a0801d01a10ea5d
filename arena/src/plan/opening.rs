//! Openings: the moves before the players take over, chosen or random, or both.
//!
//! Chosen openings are played in their order, starting again from the first if more are needed;
//! random moves follow them. The random moves of opening `n` of a game have a stream of their own,
//! so that they can be reproduced alone. An opening whose position equals an earlier one, up to the
//! game's symmetries, is drawn again from the same stream while new positions can be found.

use std::{collections::BTreeMap, sync::Arc};

use agon_core::{AnyMove, AnyPosition, Node, Position, Seed, StopSignal, Symmetric};

use crate::plan::{
    book_opening::BookOpening,
    numbering::{Purpose, stream},
};

/// The openings of one game in one tournament.
#[derive(Clone, Debug)]
pub struct Openings {
    seed: Seed,
    start: AnyPosition,
    book: Arc<[BookOpening]>,
    plies: u32,
    /// For each opening that was made distinct, the number of the draw in its stream.
    draws: Vec<u16>,
    /// The certain number of openings, and the greatest possible one.
    count: u64,
    most: u64,
    /// The number of these that equal an earlier one nevertheless.
    repeated: u64,
    /// The first of those, each after the one it equals.
    twins: Vec<(u64, u64)>,
    /// Whether all possible ones differ.
    all_differ: bool,
}

/// Why there are no openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOpenings {
    /// From the start every one of that length ends the game.
    #[error("every opening of {0} plies ends the game; ask for fewer plies")]
    Drawn(u32),
    /// So it is after an opening that was chosen.
    #[error("{plies} random plies after opening {number} of the file end the game; ask for fewer")]
    Chosen {
        /// Which, counted from one in the order of play.
        number: u64,
        /// The number of random plies.
        plies: u32,
    },
    /// A stop was requested before all were found.
    #[error("stopped before all openings were drawn")]
    Stopped,
}

impl Openings {
    /// Beyond this many openings of one game, equal ones are not looked for.
    pub(crate) const MOST_DISTINCT: u64 = 1 << 16;
    /// After how many draws in a row that end the game it is taken for granted that there is no other.
    const PATIENCE: u16 = 2_000;
    /// After this many draws in a row that repeat earlier openings, no new ones are expected.
    const TRIES: u16 = 200;
    /// The most repeated openings that are listed by number.
    pub(crate) const MOST_TWINS: usize = 5;

    /// Finds openings from `start`: those of `book` in turn, if any, followed by `plies` random plies, as distinct as
    /// possible: at least `counts.0` of them, and up to `counts.1`.
    ///
    /// # Errors
    ///
    /// If openings of that length end the game.
    pub fn prepare(
        start: &AnyPosition,
        book: Arc<[BookOpening]>,
        plies: u32,
        counts: (u64, u64),
        seed: Seed,
    ) -> Result<Openings, NoOpenings> {
        let mut openings = Openings::sought(start, book, plies, counts, seed);
        openings.find(&StopSignal::new()).map(|()| openings)
    }

    /// Openings from `start` that are still to be [found](Openings::find): those of `book` in turn, if there are
    /// any, and `plies` random plies. There will be `counts.0` of them for sure and up to `counts.1`.
    pub(crate) fn sought(
        start: &AnyPosition,
        book: Arc<[BookOpening]>,
        plies: u32,
        counts: (u64, u64),
        seed: Seed,
    ) -> Openings {
        let (count, most) = (counts.0, counts.0.max(counts.1));
        Openings {
            seed,
            start: start.clone(),
            book,
            plies,
            draws: Vec::new(),
            count,
            most,
            repeated: 0,
            twins: Vec::new(),
            all_differ: most <= Openings::MOST_DISTINCT,
        }
    }

    /// Finds them, as distinct as possible, unless `stop` is given first.
    ///
    /// # Errors
    ///
    /// If openings of that length end the game, or the search was stopped.
    pub(crate) fn find(&mut self, stop: &StopSignal) -> Result<(), NoOpenings> {
        if self.plies == 0 {
            self.compare(self.most);
            return Ok(());
        }
        self.draw_distinct(self.most, stop)
    }

    /// Leaves them unknown, where there are no rules to find them by: any may repeat another.
    pub(crate) fn leave_unknown(&mut self) {
        self.all_differ = false;
    }

    /// The least number of random plies played to find them.
    pub(crate) fn price(&self) -> u64 {
        self.most.min(Openings::MOST_DISTINCT).saturating_mul(self.plies.into())
    }

    /// Finds which draw of its stream each of the first `most` openings is to be.
    fn draw_distinct(&mut self, most: u64, stop: &StopSignal) -> Result<(), NoOpenings> {
        let (mut position, mut moves) = (self.start.clone(), Vec::new());
        let (chosen, plies) = (self.book.len() as u64, self.plies);
        let too_long = |number: u64| match chosen {
            0 => NoOpenings::Drawn(plies),
            all => NoOpenings::Chosen { number: number % all + 1, plies },
        };
        // Any opening of the file may be one that cannot be followed by this many plies.
        for number in 0..chosen.max(1) {
            let mut stream = stream(self.seed, Purpose::Opening, number);
            let mut is_found = || stop.is_given() || self.attempt(number, &mut stream, &mut position, &mut moves);
            if !(0..Openings::PATIENCE).any(|_| is_found()) {
                return Err(too_long(number));
            }
        }
        let (mut seen, mut draws) = (BTreeMap::new(), Vec::new());
        let mut exhausted = vec![false; self.book.len().max(1)];
        for number in 0..most.min(Openings::MOST_DISTINCT) {
            let exhausted = &mut exhausted[(number % chosen.max(1)) as usize];
            let mut stream = stream(self.seed, Purpose::Opening, number);
            let (mut draw, mut fresh, mut earlier) = (0, false, number);
            let mut first = None;
            let tries = if *exhausted { 0 } else { Openings::TRIES };
            while draw < Openings::PATIENCE {
                if stop.is_given() {
                    return Err(NoOpenings::Stopped);
                }
                if self.attempt(number, &mut stream, &mut position, &mut moves) {
                    first.get_or_insert(draw);
                    earlier = *seen.entry(canonical_key(&position)).or_insert(number);
                    fresh = earlier == number;
                    if fresh || first.is_some_and(|first| first + tries <= draw) {
                        break;
                    }
                }
                draw += 1;
            }
            if !fresh {
                *exhausted = true;
                self.note_repeated(earlier, number);
            }
            let draw = if fresh { Some(draw) } else { first };
            draws.push(draw.ok_or_else(|| too_long(number))?);
        }
        if exhausted.iter().all(|&exhausted| exhausted) {
            self.repeated += self.count.saturating_sub(Openings::MOST_DISTINCT);
        }
        // Only now: while they are sought, streams are drawn from their beginning.
        self.draws = draws;
        Ok(())
    }

    fn note_repeated(&mut self, earlier: u64, number: u64) {
        self.all_differ = false;
        if self.count <= number {
            return;
        }
        self.repeated += 1;
        if self.twins.len() < Openings::MOST_TWINS {
            self.twins.push((earlier, number));
        }
    }

    /// Looks for equal positions among the first `most` openings, none of which is random.
    fn compare(&mut self, most: u64) {
        let (mut position, mut moves) = (self.start.clone(), Vec::new());
        let chosen = (self.book.len() as u64).min(most);
        let mut seen = BTreeMap::new();
        for number in 0..chosen.min(Openings::MOST_DISTINCT) {
            self.set_up(number, &mut position, &mut moves);
            let earlier = *seen.entry(canonical_key(&position)).or_insert(number);
            if earlier != number {
                self.note_repeated(earlier, number);
            }
        }
        // Openings played again, or all but one if none was chosen.
        self.repeated += self.count - chosen.max(1).min(self.count);
        self.all_differ &= most <= chosen.max(1);
    }

    /// The opening that was chosen for number `number`, if there are such.
    pub fn chosen(&self, number: u64) -> Option<&BookOpening> {
        let all = self.book.len() as u64;
        (all != 0).then(|| &self.book[(number % all) as usize])
    }

    /// The position where the moves of opening `number` begin.
    pub fn base(&self, number: u64) -> AnyPosition {
        self.chosen(number).map_or_else(|| self.start.clone(), |chosen| chosen.base(&self.start))
    }

    /// The number of certain openings that equal an earlier one: because the game has no more of that length, or
    /// because they were chosen so. Beyond [`MOST_DISTINCT`](Openings::MOST_DISTINCT) openings are not compared: they
    /// repeat earlier ones if there was no other before.
    pub(crate) fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Whether all possible openings lead to different positions, as far as known.
    pub(crate) fn all_differ(&self) -> bool {
        self.all_differ
    }

    /// The first few of those, each after the one that it equals, counted from zero.
    pub(crate) fn twins(&self) -> &[(u64, u64)] {
        &self.twins
    }

    /// Sets `position` to that of opening `number`, and `moves` to the moves that lead there. An opening that was not
    /// prepared may repeat the first one if hardly any other does not end the game.
    pub fn set_up(&self, number: u64, position: &mut AnyPosition, moves: &mut Vec<AnyMove>) {
        if self.plies == 0 {
            self.begin(number, position, moves);
        } else {
            let _ = self.draw(number, position, moves)
                || self.draw(number % (self.book.len() as u64).max(1), position, moves);
        }
    }

    /// Plays the chosen moves.
    fn begin(&self, number: u64, position: &mut AnyPosition, moves: &mut Vec<AnyMove>) {
        moves.clear();
        position.clone_from(&self.start);
        let Some(chosen) = self.chosen(number) else { return };
        if chosen.position.is_some() {
            position.clone_from(&chosen.base(&self.start));
        }
        for &m in &chosen.moves {
            position.play(m);
            moves.push(m);
        }
    }

    /// Draws opening `number`; `false` if none was found within the limit of draws.
    fn draw(&self, number: u64, position: &mut AnyPosition, moves: &mut Vec<AnyMove>) -> bool {
        let mut stream = stream(self.seed, Purpose::Opening, number);
        match usize::try_from(number).ok().and_then(|index| self.draws.get(index)) {
            Some(&draw) => (0..=draw).fold(false, |_, _| self.attempt(number, &mut stream, position, moves)),
            None => (0..Openings::PATIENCE).any(|_| self.attempt(number, &mut stream, position, moves)),
        }
    }

    /// Plays the chosen moves and random moves after them; returns whether the game still goes on.
    fn attempt(
        &self,
        number: u64,
        stream: &mut agon_core::Stream,
        position: &mut AnyPosition,
        moves: &mut Vec<AnyMove>,
    ) -> bool {
        self.begin(number, position, moves);
        for _ in 0..self.plies {
            if position.node() == Node::Terminal {
                return false;
            }
            let m = position.draw_move(stream);
            position.play(m);
            moves.push(m);
        }
        position.node() != Node::Terminal
    }
}

/// The least key among those of the position's images.
fn canonical_key(position: &AnyPosition) -> u64 {
    let images = (1..position.symmetries()).map(|symmetry| position.image(symmetry).key());
    images.fold(position.key(), u64::min)
}

#[cfg(test)]
mod tests {
    use super::{NoOpenings, Openings};
    use crate::plan::book_opening::BookOpening;
    use agon_core::{Position, Seed, StopSignal, line::play_line, registry};

    fn texts(game: &str, plies: u32, count: u64) -> (Vec<String>, u64) {
        let start = registry::game(game).unwrap().start;
        let openings = Openings::prepare(&start, [].into(), plies, (count, count), Seed(5)).unwrap();
        let (mut position, mut moves) = (start.clone(), Vec::new());
        let texts = (0..count).map(|number| {
            openings.set_up(number, &mut position, &mut moves);
            assert_eq!(moves.len(), plies as usize);
            let mut again = start.clone();
            for &m in &moves {
                again.play(m);
            }
            assert_eq!(again, position);
            position.to_string()
        });
        (texts.collect(), openings.repeated())
    }

    #[test]
    fn openings_differ_as_long_as_there_are_others() {
        // One ply from 3+5+7: fifteen positions.
        let (openings, repeated) = texts("nim", 1, 15);
        assert_eq!(repeated, 0);
        let mut sorted = openings.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 15, "{openings:?}");
        let (more, repeated) = texts("nim", 1, 20);
        assert_eq!(repeated, 5);
        let start = registry::game("nim").unwrap().start;
        let many = Openings::prepare(&start, [].into(), 1, (100_000, 100_000), Seed(5)).unwrap();
        assert_eq!(many.repeated(), 100_000 - 15, "also those that are not compared");
        assert_eq!(more[..15], openings, "more openings change no earlier one");
    }

    #[test]
    fn openings_never_end_the_game() {
        let (openings, _) = texts("nim(1+1+1)", 2, 10);
        assert!(openings.iter().all(|text| text != "0+0+0 1"));
        let start = registry::game("nim(1+1+1)").unwrap().start;
        let error = Openings::prepare(&start, [].into(), 3, (1, 1), Seed(1)).unwrap_err();
        assert_eq!(error, NoOpenings::Drawn(3));
    }

    #[test]
    fn random_moves_follow_what_was_chosen_as_long_as_they_can() {
        let start = registry::game("nim").unwrap().start;
        let chosen = |position: &str, moves: &str| {
            let position = (!position.is_empty()).then(|| position.to_owned());
            let mut base = BookOpening { position, ..BookOpening::default() };
            base.moves = play_line(&mut base.base(&start), moves).unwrap();
            base
        };
        let book = || [chosen("", "a3 b5"), chosen("1+1+1 2", "")].into();
        // Seven positions follow 0+0+7, and three at most 1+1+1.
        let openings = Openings::prepare(&start, book(), 1, (8, 8), Seed(5)).unwrap();
        let (mut position, mut moves) = (start.clone(), Vec::new());
        let mut texts = Vec::new();
        for number in 0..8 {
            openings.set_up(number, &mut position, &mut moves);
            let mut again = openings.base(number);
            for &m in &moves {
                again.play(m);
            }
            assert_eq!(again, position);
            texts.push(position.to_string());
        }
        assert!(texts.iter().step_by(2).all(|text| text.starts_with("0+0+")), "{texts:?}");
        let ones = ["0+1+1 1", "1+0+1 1", "1+1+0 1"];
        assert!(texts.iter().skip(1).step_by(2).all(|text| ones.contains(&text.as_str())));
        let mut sorted = texts.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(texts.len() - sorted.len(), openings.repeated() as usize, "{texts:?}");
        assert_eq!(openings.twins().len() as u64, openings.repeated());
        let error = Openings::prepare(&start, book(), 3, (1, 1), Seed(5)).unwrap_err();
        assert_eq!(error, NoOpenings::Chosen { number: 2, plies: 3 });
    }

    #[test]
    fn a_stopped_plan_draws_no_more_openings() {
        let start = registry::game("tic-tac-toe").unwrap().start;
        let stop = StopSignal::new();
        stop.give();
        // Nearly all openings of nine plies end the game, and all of ten do.
        for plies in [1, 8, 9, 10] {
            let mut openings = Openings::sought(&start, [].into(), plies, (9, 1 << 60), Seed(1));
            assert_eq!(openings.find(&stop), Err(NoOpenings::Stopped), "{plies}");
            assert_eq!(openings.price(), u64::from(plies) << 16);
        }
    }

    #[test]
    fn openings_that_may_be_played_differ_as_those_that_will_be() {
        let start = registry::game("nim").unwrap().start;
        let of = |counts| Openings::prepare(&start, [].into(), 1, counts, Seed(5)).unwrap();
        // One ply from 3+5+7: fifteen positions.
        for (counts, repeated, all_differ) in
            [((5, 15), 0, true), ((5, 16), 0, false), ((16, 16), 1, false), ((16, 3), 1, false)]
        {
            let openings = of(counts);
            assert_eq!((openings.repeated(), openings.all_differ()), (repeated, all_differ));
        }
    }
}
