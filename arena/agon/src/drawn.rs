//! `agon analyse` where chance draws first: what a player thinks after each of the draws, and the mean.

use std::{
    io::{self, Write},
    time::Duration,
};

use agon_arena::play::WallClock;
use agon_core::{
    AnyMove, AnyPosition, Bound, Budget, Clock, Decision, Facts, Node, Player, Position, Seat, Seed, Sum, after,
    all_moves, notation, options::brief,
};
use agon_table::{GivenPosition, SearchLimits, ask, begin};
use serde::Serialize;

use crate::{
    failed::Failed,
    figure,
    output::{answer, json},
    progress::Meanwhile,
    signals::{self, LastWords},
    thinking,
};

/// What a player thinks where chance draws first.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct DrawsDocument<'a> {
    /// The game's term.
    game: &'a str,
    /// The player's.
    player: &'a str,
    /// Whose values these are, counted from 1: the first seat's where what one of two wins the other loses, else
    /// the seat's that acts after every draw; null where that is not one seat, and then each is of the seat that
    /// acts after it.
    seat: Option<u8>,
    /// The value of the position: the mean of the values below; null if that is unknown for one seat.
    value: Option<f64>,
    /// How exactly: `exact` as far as the search goes, `lower`: at least this, `upper`: at most this,
    /// `sample`: a mean of plays, or one of values that are not known alike.
    bound: &'static str,
    /// How many positions were looked at below.
    nodes: u64,
    /// The outcomes of chance, in the game's order.
    draws: Vec<DrawDocument>,
    /// The milliseconds used, with --time.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    /// True where it was interrupted, and these are the draws so far.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unfinished: bool,
}

/// What a player thinks after a draw.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct DrawDocument {
    /// The outcome.
    draw: String,
    /// How likely it is, from 0 to 1.
    probability: f64,
    /// The value of the position after it; null if none is reported.
    value: Option<f64>,
    /// The kind of value, as above.
    bound: &'static str,
    /// The move that is chosen then; null where the game is over, or chance draws again.
    r#move: Option<String>,
}

/// What a position is worth, and how that was found.
#[derive(Clone, Copy, Debug)]
struct DrawWorth {
    value: Option<f64>,
    bound: Bound,
    nodes: u64,
    /// The move chosen, if a seat is to act.
    chosen: Option<AnyMove>,
}

/// The seat whose values are given at `here`, if it is one: the first of two of which one wins what the other loses,
/// else the seat that acts after every draw.
fn told_of(here: &AnyPosition) -> Option<Seat> {
    if sum_of_two(&here.facts()).is_some() {
        return Some(Seat(0));
    }
    let mut seats = Vec::new();
    actors(here, &mut seats);
    seats.sort_unstable();
    seats.dedup();
    match seats[..] {
        [] => Some(Seat(0)),
        [seat] => Some(seat),
        _ => None,
    }
}

/// What the payoffs of two seats add up to, if that is always the same.
fn sum_of_two(facts: &Facts) -> Option<f64> {
    match facts.sum {
        Sum::Zero if facts.seats == 2 => Some(0.0),
        Sum::Constant(sum) if facts.seats == 2 => Some(sum),
        _ => None,
    }
}

/// The seat that acts first after the draws of chance here.
fn actors(here: &AnyPosition, seats: &mut Vec<Seat>) {
    match here.node() {
        Node::Decision(seat) => seats.push(seat),
        Node::Terminal => {}
        Node::Chance => all_moves(here).into_iter().for_each(|m| actors(&after(here, m), seats)),
    }
}

/// The mean of values by their weights, known as exactly as the least exactly known of them.
fn mean(parts: &[(f64, DrawWorth)]) -> DrawWorth {
    let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
    let sum = parts.iter().try_fold(0.0, |sum, (weight, part)| Some(sum + weight * part.value?));
    let mut bounds = parts.iter().map(|(_, part)| part.bound).filter(|&bound| bound != Bound::Exact);
    let bound = match bounds.next() {
        None => Bound::Exact,
        Some(first) if bounds.all(|bound| bound == first) => first,
        Some(_) => Bound::Sample,
    };
    let nodes = 1 + parts.iter().map(|(_, part)| part.nodes).sum::<u64>();
    DrawWorth { value: sum.map(|sum| sum / total), bound, nodes, chosen: None }
}

/// A player that is asked after every draw.
struct DrawQuestion<'a> {
    player: &'a mut dyn Player,
    term: &'a str,
    /// The seat whose values are printed.
    to: Option<Seat>,
    seed: u64,
    budget: Budget,
    meanwhile: &'a Meanwhile,
}

impl DrawQuestion<'_> {
    /// What `site` is worth.
    fn worth(&mut self, site: &GivenPosition) -> Result<DrawWorth, Failed> {
        let here = &site.here;
        match here.node() {
            Node::Decision(seat) => self.choose(site, seat),
            Node::Terminal => {
                let value = self.to.map(|seat| here.payoff(seat));
                Ok(DrawWorth { value, bound: Bound::Exact, nodes: 1, chosen: None })
            }
            Node::Chance => {
                let below = all_moves(here).into_iter();
                let parts = below.map(|m| Ok((f64::from(here.weight(m)), self.after(site, m)?)));
                Ok(mean(&parts.collect::<Result<Vec<_>, Failed>>()?))
            }
        }
    }

    /// What `site` is worth once `m` is drawn.
    fn after(&mut self, site: &GivenPosition, m: AnyMove) -> Result<DrawWorth, Failed> {
        let mut next = site.clone();
        next.play(m);
        self.worth(&next)
    }

    fn choose(&mut self, site: &GivenPosition, seat: Seat) -> Result<DrawWorth, Failed> {
        let meanwhile = self.meanwhile;
        let listener = |decision: &Decision<AnyMove>| {
            meanwhile.say(|| thinking::words(&site.here, decision));
        };
        let limits = SearchLimits {
            budget: self.budget,
            stop: Some(signals::stop()),
            listener: Some(&listener),
            ..SearchLimits::default()
        };
        let mut stream = Seed(self.seed).stream(0);
        let player = &mut *self.player;
        let decision = begin(player, &site.base, &site.line)
            .and_then(|()| meanwhile.during(signals::stop(), || ask(player, &site.here, seat, &mut stream, limits)));
        if signals::is_asked() {
            let what = format!("interrupted; {} was not finished", self.term);
            return Err(Failed::interrupted(what));
        }
        let decision = decision.map_err(|why| Failed::trouble(format!("{} gave no move: {why}", self.term)))?;
        let (value, bound) = match (self.to, sum_of_two(&site.here.facts())) {
            (Some(to), Some(sum)) if to != seat => {
                (decision.value.map(|value| sum - value), decision.bound.for_the_other())
            }
            _ => (decision.value, decision.bound),
        };
        Ok(DrawWorth { value, bound, nodes: decision.nodes, chosen: Some(decision.m) })
    }
}

/// How a player is asked: what draws, within which budget, and how the answer is written.
#[derive(Clone, Copy)]
pub(crate) struct DrawsAsked {
    pub(crate) seed: u64,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: bool,
    pub(crate) json: bool,
}

/// Asks each of `players` after everything that chance may draw at `site`, where nothing is hidden.
///
/// # Errors
///
/// Where a player has no move to give, or somebody interrupts.
pub(crate) fn run(
    site: &GivenPosition,
    players: &mut [(String, Box<dyn Player>)],
    asked: DrawsAsked,
) -> Result<(), Failed> {
    let here = &site.here;
    let drawn = all_moves(here);
    let to = told_of(here);
    signals::end_by_itself(Failed::INTERRUPTED, LastWords::default);
    answer(|out| {
        if !asked.json {
            write!(out, "{}: chance draws in `{here}`", brief(&site.game.term))?;
            match to {
                _ if here.facts().seats == 1 => writeln!(out)?,
                Some(seat) => writeln!(out, "; values are those of {seat}")?,
                None => writeln!(out, "; each value is that of the seat which acts then")?,
            }
        }
        for (term, player) in players {
            let (clock, meanwhile) = (WallClock::start(), Meanwhile::new());
            let player = player.as_mut();
            let budget = Budget::of(asked.nodes);
            let mut question = DrawQuestion { player, term, to, seed: asked.seed, budget, meanwhile: &meanwhile };
            let (mut parts, mut ended) = (Vec::new(), Ok(()));
            for &m in &drawn {
                match question.after(site, m) {
                    Ok(worth) => parts.push((f64::from(here.weight(m)), worth)),
                    Err(why) => {
                        ended = Err(why);
                        break;
                    }
                }
            }
            drop(meanwhile);
            if ended.is_ok() || signals::is_asked() {
                let time = asked.time.then(|| clock.elapsed());
                let told = told(site, term, to, (&drawn, &parts), time);
                if asked.json { json(out, &told) } else { write(out, &told) }?;
                out.flush()?;
            }
            ended?;
        }
        Ok(())
    })
}

/// What was found after those draws that were asked about.
fn told<'a>(
    site: &'a GivenPosition,
    term: &'a str,
    to: Option<Seat>,
    (drawn, parts): (&[AnyMove], &[(f64, DrawWorth)]),
    time: Option<Duration>,
) -> DrawsDocument<'a> {
    let here = &site.here;
    let unfinished = parts.len() < drawn.len();
    let whole = mean(parts);
    let total: f64 = drawn.iter().map(|&m| f64::from(here.weight(m))).sum();
    let draws = drawn.iter().zip(parts).map(|(&m, (weight, worth))| DrawDocument {
        draw: notation(here, m),
        probability: weight / total,
        value: worth.value,
        bound: worth.bound.name(),
        r#move: worth.chosen.map(|chosen| notation(&after(here, m), chosen)),
    });
    DrawsDocument {
        game: &site.game.term,
        player: term,
        seat: to.map(|seat| seat.0 + 1),
        value: whole.value.filter(|_| to.is_some() && !unfinished),
        bound: whole.bound.name(),
        nodes: whole.nodes,
        draws: draws.collect(),
        time: time.map(|time| time.as_secs_f64() * 1000.0),
        unfinished,
    }
}

/// A value with the words for how exactly it is known.
fn known(value: f64, bound: &str) -> String {
    let all = [Bound::Exact, Bound::Lower, Bound::Upper, Bound::Sample];
    let bound = all.into_iter().find(|one| one.name() == bound).unwrap_or(Bound::Exact);
    format!("{}{}", bound.words(), figure::known(value, bound))
}

fn write(out: &mut dyn Write, told: &DrawsDocument<'_>) -> io::Result<()> {
    let so_far = if told.unfinished { ", interrupted: the draws so far" } else { "" };
    writeln!(out, "\n{}{so_far}", told.player)?;
    if let Some(value) = told.value {
        writeln!(out, "  value  {}", known(value, told.bound))?;
    }
    writeln!(out, "  nodes  {}", figure::grouped(told.nodes))?;
    if let Some(time) = told.time {
        let speed = figure::grouped((told.nodes as f64 / (time / 1000.0)) as u64);
        writeln!(out, "  time   {time:.1} ms, {speed} positions a second")?;
    }
    writeln!(out, "  draws")?;
    let odds: Vec<String> = told.draws.iter().map(|draw| figure::share(draw.probability)).collect();
    let names = told.draws.iter().map(|draw| draw.draw.chars().count()).max().unwrap_or(0);
    let shares = odds.iter().map(|odds| odds.chars().count()).max().unwrap_or(0);
    for (draw, odds) in told.draws.iter().zip(&odds) {
        let DrawDocument { draw, value, bound, r#move, .. } = draw;
        let mut words = Vec::new();
        words.extend(value.map(|value| known(value, bound)));
        words.extend(r#move.as_ref().map(|m| format!("by {m}")));
        writeln!(out, "    {draw:names$}  {odds:shares$}  {}", words.join(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use agon_core::Bound;

    use super::{DrawWorth, mean};

    #[test]
    fn a_mean_is_known_no_better_than_what_it_is_of() {
        let worth = |value, bound| DrawWorth { value, bound, nodes: 1, chosen: None };
        let one = worth(Some(8.0), Bound::Exact);
        for (bound, expected) in [
            (Bound::Exact, Bound::Exact),
            (Bound::Lower, Bound::Lower),
            (Bound::Upper, Bound::Upper),
            (Bound::Sample, Bound::Sample),
        ] {
            let found = mean(&[(3.0, one), (1.0, worth(Some(4.0), bound))]);
            assert_eq!((found.value, found.bound, found.nodes), (Some(7.0), expected, 3));
        }
        let [low, high] = [Bound::Lower, Bound::Upper].map(|bound| (1.0, worth(Some(1.0), bound)));
        assert_eq!(mean(&[low, high]).bound, Bound::Sample);
        assert_eq!(mean(&[(1.0, one), (1.0, worth(None, Bound::Exact))]).value, None);
    }
}
