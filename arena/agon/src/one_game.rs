//! One saved game as a tournament of its own, so that every form that takes a journal takes it too.

use std::sync::Arc;

use agon_arena::{
    ask::{Format, SeatingRule},
    plan::{BookOpening, Entry, Plan, Section, Tournament},
    play::{Ending, Fault, Played, Record},
    tally::Score,
};
use agon_core::{AnyMove, Budget, Habits, Position, Seat, Seed, registry};
use agon_table::{GivenPosition, RESIGNED, SavedGame, UNFINISHED};

use crate::failed::Failed;

/// A saved game, with all that an export asks for.
pub(crate) struct OneGame {
    pub(crate) plan: Plan,
    record: Record,
    bytes: Vec<u8>,
    act: usize,
}

impl OneGame {
    /// # Errors
    ///
    /// Where the game, its moves or a player of it is not known here.
    pub(crate) fn of(saved: SavedGame) -> Result<OneGame, Failed> {
        let (seed, ended) = (saved.seed, saved.ended.clone());
        let (terms, payoffs) = (saved.seats.clone(), saved.payoffs.clone());
        let position = saved.position.clone();
        let site = GivenPosition::of_saved(saved)?;
        let facts = site.game.start.facts();
        if terms.len() != usize::from(facts.seats) {
            let why = format!("{} players for {} seats", terms.len(), facts.seats);
            return Err(Failed::usage(format!("the saved game has {why}")));
        }
        let mut entries: Vec<Entry> = Vec::new();
        for term in terms {
            let player = registry::player(&term).map_err(Failed::usage)?;
            let same = entries.iter().filter(|entry| entry.player.term == player.term).count();
            let name = match same {
                0 => player.term.clone(),
                _ => format!("{} #{}", player.term, same + 1),
            };
            entries.push(Entry { name, player });
        }
        let habits = |entry: &Entry| entry.habits_at(&site.game).unwrap_or(Habits::NONE.with_person(true));
        let opening = position.map(|position| BookOpening { name: None, position: Some(position), moves: Vec::new() });
        let section = Section {
            facts,
            habits: entries.iter().map(habits).collect(),
            entries: (0..entries.len()).collect(),
            openings: 1,
            book: opening.into_iter().collect::<Arc<[BookOpening]>>(),
            plies: 0,
            budget: Budget::UNLIMITED,
            move_time: None,
            time_margin: 0,
            max_plies: facts.max_plies,
            resign: None,
            draw: None,
            seating: SeatingRule::Fixed,
            model: None,
            without_rules: None,
            game: site.game,
        };
        let plan = Plan::new(Tournament {
            seed: Seed(seed),
            secret: None,
            waives_secret: false,
            format: Format::default(),
            faults: agon_arena::ask::FaultRule::default(),
            exclusion: agon_arena::ask::Exclusion::default(),
            stop: None,
            entries,
            sections: vec![section],
            absent: Vec::new(),
            thoughts: false,
        })
        .map_err(Failed::usage)?;
        let ending = ending(&ended, &payoffs);
        let record = record(site.line, ending, payoffs);
        let mut bytes = Vec::new();
        let act = record.encode(&mut bytes);
        Ok(OneGame { plan, record, bytes, act })
    }

    /// Hands the game to `take`, and says what it adds up to.
    pub(crate) fn tell(&self, take: impl FnOnce(&Played<'_>)) -> Score {
        let fixture = self.plan.fixture(0);
        let game =
            Played { plan: &self.plan, fixture: &fixture, record: &self.record, bytes: &self.bytes, act: self.act };
        let mut score = Score::new(&self.plan);
        score.take(&game);
        take(&game);
        score
    }
}

fn record(moves: Vec<AnyMove>, ending: Ending, payoffs: Vec<f64>) -> Record {
    Record { number: 0, moves, opening: 0, ending, payoffs, ..Record::default() }
}

/// How the game ended, from the word for it: who has the least has lost.
fn ending(word: &str, payoffs: &[f64]) -> Ending {
    let least = payoffs.iter().copied().fold(f64::INFINITY, f64::min);
    let loser = payoffs.iter().position(|&payoff| payoff == least);
    match (word, loser) {
        ("over", _) => Ending::Over,
        (UNFINISHED, _) | (_, None) => Ending::Void(UNFINISHED.to_owned()),
        ("draw agreed", _) => Ending::Agreed(None),
        (RESIGNED, Some(seat)) => Ending::Forfeit(Seat(seat as u8), Fault::Resigned),
        (why, Some(seat)) => Ending::Forfeit(Seat(seat as u8), Fault::Broken(why.to_owned())),
    }
}
