//! After a game: the worst moves.

use agon_core::{AnyPosition, Decision, Facts, NamedPlayer, Node, Position, Seat, Sum, after, registry, scored};
use agon_draw::{game_curve, plain};
use agon_table::{GivenPosition, Level, SearchLimits, StreamUser, ask, begin, seat_player, stream};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{pool::PoolThinker, problem::Problem, table::TableState, view::SCHEMA, words::Language};

/// The most mistakes that are listed.
const MOST: usize = 3;
/// The least loss that counts as a mistake, as a share of the payoff range; a search is no more accurate.
const LEAST: f64 = 0.05;

/// The worst moves, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewView {
    schema: u32,
    /// The player that judged.
    player: String,
    /// How many of the moves were judged before time was up.
    judged: usize,
    /// The worst first.
    mistakes: Vec<Mistake>,
    /// The value of each position for the first seat, from the first position on: one more than moves judged.
    values: Vec<f64>,
    /// The value of a balanced position.
    even: f64,
    /// The same as a curve, as SVG without a style sheet: each position is a column with its number as `data-ply`.
    curve: String,
}

/// A move that lost value.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct Mistake {
    /// Counted from one.
    ply: usize,
    /// The seat that played it, counted from one.
    seat: u8,
    /// The move as on a score sheet.
    #[serde(rename = "move")]
    m: String,
    /// The better move, likewise.
    better: String,
    /// What the position was worth to that seat before and after it.
    before: f64,
    after: f64,
}

/// The value of a position for the first seat, and the judge's move there.
struct Judged {
    value: f64,
    better: Option<String>,
}

impl TableState {
    /// The game whose moves are to be judged, and whose.
    ///
    /// # Errors
    ///
    /// If it is not over, or its moves cannot be judged.
    pub(crate) fn reviewed(&self, guest: &str) -> Result<(GivenPosition, Vec<Seat>), Problem> {
        if self.ended().is_none() {
            return Err(Problem::conflict("review-later", &[]));
        }
        if !self.can_review() {
            return Err(Problem::conflict("review-none", &[("game", &self.site().game.term)]));
        }
        Ok((self.site().clone(), self.seats_of(guest)))
    }

    /// The game of which a position is to be judged, and after how many moves.
    ///
    /// # Errors
    ///
    /// If there is no such position, it cannot be judged, or another person is still playing.
    pub(crate) fn valued(&self, guest: &str, ply: &str) -> Result<(GivenPosition, usize), Problem> {
        self.open()?;
        if !self.is_duel() {
            return Err(Problem::conflict("review-none", &[("game", &self.site().game.term)]));
        }
        if !self.can_judge(&self.seats_of(guest)) {
            return Err(Problem::conflict("value-others", &[]));
        }
        Ok((self.site().clone(), self.ply(ply)?))
    }
}

impl ReviewView {
    /// A strong player judges the moves of a game: those of these seats, or of everybody if there is none.
    ///
    /// # Errors
    ///
    /// If the player gives no answer.
    pub(crate) fn of(
        thinker: &PoolThinker,
        (site, own): &(GivenPosition, Vec<Seat>),
        language: Language,
    ) -> Result<ReviewView, Problem> {
        let player = Level::Hard.term(&site.game.start);
        let judged = judge(thinker, site, &player).map_err(Problem::trouble)?;
        let mistakes = mistakes(site, &judged, |seat| own.is_empty() || own.contains(&seat));
        let even = match site.base.facts().sum {
            Sum::Constant(sum) => sum / 2.0,
            _ => 0.0,
        };
        let values: Vec<f64> = judged.iter().map(|judged| judged.value).collect();
        let judged = values.len().saturating_sub(1);
        let curve = game_curve(&values, even, &language.say("curve"), |ply| {
            language.say_with("curve-at", &[("ply", &ply), ("value", &language.digits(&plain(values[ply])))])
        });
        Ok(ReviewView { schema: SCHEMA, player, judged, mistakes, values, even, curve })
    }
}

/// The value of a position, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ValueView {
    schema: u32,
    /// The player that judged.
    player: String,
    /// For the first seat; null if chance draws next, or no answer came in time.
    value: Option<f64>,
    /// The same on the scale from 0, the least that the first seat can get, to 1, the most.
    share: Option<f64>,
}

impl ValueView {
    /// The value of the position after so many moves, by the player that judges mistakes.
    ///
    /// # Errors
    ///
    /// If the player gives no answer.
    pub(crate) fn of(thinker: &PoolThinker, (site, ply): &(GivenPosition, usize)) -> Result<ValueView, Problem> {
        let player = Level::Hard.term(&site.game.start);
        let facts = site.base.facts();
        let named = registry::player(&player).map_err(Problem::trouble)?;
        let here = site.line[..*ply].iter().fold(site.base.clone(), |here, &m| after(&here, m));
        let judged = judge_at(thinker, site, (*ply, &here), &named).map_err(Problem::trouble)?;
        let value = judged.map(|judged| judged.value);
        let share =
            value.map(|value| ((value - facts.min_payoff) / (facts.max_payoff - facts.min_payoff)).clamp(0.0, 1.0));
        Ok(ValueView { schema: SCHEMA, player, value, share })
    }
}

/// Every position of the game, judged by a player, until it is stopped.
fn judge(thinker: &PoolThinker, site: &GivenPosition, term: &str) -> Result<Vec<Judged>, String> {
    let named = registry::player(term).map_err(|error| error.to_string())?;
    let mut here = site.base.clone();
    let mut all = Vec::with_capacity(site.line.len() + 1);
    for ply in 0..=site.line.len() {
        let Some(judged) = judge_at(thinker, site, (ply, &here), &named)? else { break };
        if thinker.stop().is_given() {
            break;
        }
        all.push(judged);
        if let Some(&m) = site.line.get(ply) {
            here.play(m);
        }
    }
    Ok(all)
}

/// A player's judgement of the position after `ply` moves; absent if chance draws.
fn judge_at(
    thinker: &PoolThinker,
    site: &GivenPosition,
    (ply, here): (usize, &AnyPosition),
    named: &NamedPlayer,
) -> Result<Option<Judged>, String> {
    let seat = match here.node() {
        Node::Terminal => {
            return Ok(Some(Judged { value: here.payoff(Seat(0)), better: None }));
        }
        Node::Chance => return Ok(None),
        Node::Decision(seat) => seat,
    };
    // A new player for each: knowledge of a later position must not influence the judgement.
    let mut player = seat_player(named, &site.game).map_err(|error| error.to_string())?;
    begin(player.as_mut(), &site.base, &site.line[..ply])?;
    let mut stream = stream(0, ply, StreamUser::Adviser);
    let limits = SearchLimits { stop: Some(thinker.stop()), ..SearchLimits::default() };
    let decision = ask(player.as_mut(), here, seat, &mut stream, limits)?;
    let Decision { m, value: Some(value), .. } = decision else { return Ok(None) };
    let value = if seat == Seat(0) { value } else { other(&here.facts(), value) };
    Ok(Some(Judged { value, better: Some(scored(here, m)) }))
}

/// The value for the other seat.
fn other(facts: &Facts, value: f64) -> f64 {
    match facts.sum {
        Sum::Constant(sum) => sum - value,
        _ => 0.0 - value,
    }
}

/// The worst moves of some seats.
fn mistakes(site: &GivenPosition, judged: &[Judged], is_meant: impl Fn(Seat) -> bool) -> Vec<Mistake> {
    let facts = site.base.facts();
    let least = LEAST * (facts.max_payoff - facts.min_payoff);
    let mut here = site.base.clone();
    let mut all = Vec::new();
    for (ply, (pair, &m)) in judged.windows(2).zip(&site.line).enumerate() {
        if let (Node::Decision(seat), Some(better)) = (here.node(), &pair[0].better) {
            let to = |value| if seat == Seat(0) { value } else { other(&facts, value) };
            let (before, after) = (to(pair[0].value), to(pair[1].value));
            let played = scored(&here, m);
            if is_meant(seat) && least <= before - after && played != *better {
                let better = better.clone();
                all.push(Mistake { ply: ply + 1, seat: seat.0 + 1, m: played, better, before, after });
            }
        }
        here.play(m);
    }
    let lost = |mistake: &Mistake| mistake.before - mistake.after;
    all.sort_by(|one, another| lost(another).total_cmp(&lost(one)).then(one.ply.cmp(&another.ply)));
    all.truncate(MOST);
    all
}

#[cfg(test)]
mod tests {
    use agon_core::{Seed, all_moves};

    use super::*;

    /// What a position is worth to the first seat, by looking at everything.
    fn truth(here: &AnyPosition) -> f64 {
        let values = || all_moves(here).into_iter().map(|m| truth(&after(here, m)));
        match here.node() {
            Node::Decision(Seat(0)) => values().fold(f64::NEG_INFINITY, f64::max),
            Node::Decision(_) => values().fold(f64::INFINITY, f64::min),
            _ => here.payoff(Seat(0)),
        }
    }

    /// A game of random moves, to its end.
    fn random_game(game: &str, seed: u64) -> GivenPosition {
        let mut site = GivenPosition::find(game, None, None).unwrap();
        let mut stream = Seed(seed).stream(0);
        while site.here.node() != Node::Terminal {
            let m = site.here.draw_move(&mut stream);
            site.play(m);
        }
        site
    }

    /// With a judge who knows everything, mistakes are the moves after which the game is worth less.
    #[test]
    fn mistakes_are_the_moves_that_give_most_away() {
        let mut told = 0;
        for game in ["tic-tac-toe", "nim(1+2+3)", "connect-four(3, 3, 3)"] {
            for seed in 0..4 {
                let site = random_game(game, seed);
                let judged = judge(&PoolThinker::of_test(), &site, "solve").unwrap();
                assert_eq!(judged.len(), site.line.len() + 1, "{game} {seed}");
                for only in [None, Some(Seat(0)), Some(Seat(1))] {
                    let found = mistakes(&site, &judged, |seat| only.is_none_or(|own| own == seat));
                    let mut here = site.base.clone();
                    let mut lost = Vec::new();
                    for (ply, &m) in site.line.iter().enumerate() {
                        let Node::Decision(seat) = here.node() else { unreachable!() };
                        let sign = if seat == Seat(0) { 1.0 } else { -1.0 };
                        let before = sign * truth(&here);
                        here.play(m);
                        let after = sign * truth(&here);
                        if after < before && only.is_none_or(|own| own == seat) {
                            lost.push((before - after, ply + 1));
                        }
                    }
                    lost.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
                    lost.truncate(MOST);
                    let mine: Vec<(f64, usize)> = found.iter().map(|one| (one.before - one.after, one.ply)).collect();
                    assert_eq!(mine, lost, "{game} {seed} {only:?}");
                    told += mine.len();
                }
            }
        }
        assert!(15 < told, "{told}");
    }

    #[test]
    fn a_stopped_judge_gives_its_judgements_so_far() {
        let site = random_game("tic-tac-toe", 1);
        let thinker = PoolThinker::of_test();
        thinker.stop().give();
        let judged = judge(&thinker, &site, "mcts").unwrap();
        assert!(judged.len() <= 1 && mistakes(&site, &judged, |_| true).is_empty());
    }
}
