//! `agon analyse`.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use agon_arena::play::WallClock;
use agon_core::{
    AnyMove, AnyPosition, Budget, Clock, Decision, Node, Position, Seat, Seed, line, notation,
    registry,
};
use agon_table::{
    AnalysisDocument, GivenPosition, SearchLimits, StaticValue, ask, begin, nobody_acts,
    seat_player,
};

use crate::{
    failed::Failed,
    figure,
    output::{answer, json},
    place::Place,
    progress::Meanwhile,
    signals::{self, LastWords},
    thinking,
};

/// Asks players about a position: the move, its value, the line
///
/// Values are payoffs of the seat to act.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon analyse 'tree([[3,12,8],[2,4,6],[14,5,2]])' --player minimax
  agon analyse amoba --moves 'e6 f7 f6' --static
  agon analyse nim --moves 'a3 b5' --player random --player 'alpha-beta(depth=4)' --json

JSON: one object on one line for each player, in order. Keys:
  game      the game's term
  player    the player's term
  move      the move it chooses
  value     what the position is worth to the seat to act, in payoffs; null where it does not say
  bound     how exactly: \"exact\" as far as the search goes, \"lower\": at least this, \"upper\": at \
most this, \"sample\": a mean of plays
  note      what else should be known of the answer, in words: which part of a mix was asked, whom a
            player takes the others for; left out where there is nothing
  beliefs   how it believes that the others answer its move: objects with move and probability, in the
            game's order; left out where it believes nothing
  pv        the line it expects, beginning with the move; empty where it does not say
  depth     how many plies deep it looked; null where it does not say
  nodes     how many positions it looked at
  moves     objects with move, value and bound (\"exact\", \"lower\": at least this, \"upper\": at \
most this, \"sample\": the mean of so many plays, in visits, with share and term, the summands of UCB on \
the scale 0 to 1: w/n, and what is added to it for few visits); empty where it does not say
  time      milliseconds it took, with --time; left out without
  unfinished  true where the search was interrupted, and this is the best so far; left out otherwise

With --static --json: one object on one line, with game, position, heuristics (objects with name, \
estimates of each seat, and parts: name, values, together (each seat's less the others'), terms) and \
features (objects with name and values of each seat).

How far it is is seen on standard error. Ctrl-C, SIGTERM and SIGHUP end it with the best so far.

Exit codes: 0 done; 1 a player gave no move; 2 the game, the position, a move or a player is wrong, \
the player cannot play this game, or nobody is to act; 130 interrupted."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// The player to ask, with its options; see `agon players`. May be given several times.
    #[arg(short, long, value_name = "PLAYER", required_unless_present = "statically")]
    player: Vec<String>,
    /// Say what the position looks worth without a search: by each heuristic of the game, feature by
    /// feature, and place by place where the game can say.
    #[arg(long = "static", conflicts_with = "player")]
    statically: bool,
    /// The positions each player may look at.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// What a player that draws at random draws from; every player gets the same.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Say how long each player took, which is never the same twice.
    #[arg(long, conflicts_with = "statically")]
    time: bool,
    /// Answer with one line of JSON for each player.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    if args.statically {
        let value = StaticValue::of(&site.game.term, &site.here);
        let write = |out: &mut dyn Write| {
            if args.json { json(out, &value) } else { value.write(out, &site.here) }
        };
        return answer(|out| Ok(write(out)?));
    }
    let Node::Decision(seat) = site.here.node() else {
        return Err(Failed::usage(nobody_acts(&site)));
    };
    // All players are seated before the first is asked, so that a wrong name costs no time.
    let mut asked = Vec::new();
    for text in &args.player {
        let named = registry::player(text).map_err(Failed::usage)?;
        let player = seat_player(&named, &site.game)?;
        asked.push((named.term, player));
    }
    let best = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&best);
    signals::leave_with(move || {
        let best = heard.lock().unwrap_or_else(PoisonError::into_inner);
        let out = String::from_utf8_lossy(&best).into_owned();
        LastWords { out, err: "interrupted; it was not finished".to_owned() }
    });
    signals::end_by_itself(Failed::INTERRUPTED, LastWords::default);
    answer(|out| {
        for (index, (term, player)) in asked.iter_mut().enumerate() {
            let mut stream = Seed(args.seed).stream(0);
            let begun = begin(player.as_mut(), &site.base, &site.line);
            let clock = WallClock::start();
            let meanwhile = Meanwhile::new();
            let tell = |decision: &Decision<AnyMove>, unfinished| {
                let time = args.time.then(|| clock.elapsed());
                told(args, &site, seat, (index, term), (decision, unfinished), time)
            };
            let next = Mutex::new(Duration::ZERO);
            let listener = |decision: &Decision<AnyMove>| {
                meanwhile.say(|| thinking::words(&site.here, decision));
                let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                if *next <= clock.elapsed() {
                    *next = clock.elapsed() + OFTEN;
                    *best.lock().unwrap_or_else(PoisonError::into_inner) = tell(decision, true);
                }
            };
            let limits = SearchLimits {
                budget: Budget::of(args.nodes),
                stop: Some(signals::stop()),
                listener: Some(&listener),
                ..SearchLimits::default()
            };
            let decision = begun.and_then(|()| {
                meanwhile.during(signals::stop(), || {
                    ask(player.as_mut(), &site.here, seat, &mut stream, limits)
                })
            });
            drop(meanwhile);
            best.lock().unwrap_or_else(PoisonError::into_inner).clear();
            let unfinished = signals::is_asked();
            let decision = decision.map_err(|why| {
                if unfinished {
                    Failed::interrupted(format!("interrupted; {term} gave no move so far"))
                } else {
                    Failed::trouble(format!("{term} gave no move: {why}"))
                }
            })?;
            out.write_all(&tell(&decision, unfinished))?;
            out.flush()?;
            if unfinished {
                return Err(Failed::interrupted(format!("interrupted; {term} was not finished")));
            }
        }
        Ok(())
    })
}

/// The least time between two answers that are kept for whoever interrupts.
const OFTEN: Duration = Duration::from_millis(100);

/// What is told of a player's answer, whole or so far.
fn told(
    args: &Args,
    site: &GivenPosition,
    seat: Seat,
    (index, term): (usize, &str),
    (decision, unfinished): (&Decision<AnyMove>, bool),
    time: Option<Duration>,
) -> Vec<u8> {
    let mut out = Vec::new();
    let written = if args.json {
        let document = AnalysisDocument::new(&site.game.term, term, &site.here, decision);
        json(&mut out, &document.so_far(unfinished).timed(time))
    } else {
        told_to_people(&mut out, site, seat, (index, term), (decision, unfinished), time)
    };
    written.expect("there is room in memory");
    out
}

fn told_to_people(
    out: &mut dyn Write,
    site: &GivenPosition,
    seat: Seat,
    (index, term): (usize, &str),
    (decision, unfinished): (&Decision<AnyMove>, bool),
    time: Option<Duration>,
) -> io::Result<()> {
    if 0 == index {
        writeln!(out, "{}: {seat} to act in `{}`", site.game.term, site.here)?;
    }
    let so_far = if unfinished { ", interrupted: the best so far" } else { "" };
    writeln!(out, "\n{term}{so_far}")?;
    write(out, &site.here, decision)?;
    if let Some(time) = time {
        let speed = figure::grouped((decision.nodes as f64 / time.as_secs_f64()) as u64);
        let ms = time.as_secs_f64() * 1000.0;
        writeln!(out, "  time   {ms:.1} ms, {speed} positions a second")?;
    }
    Ok(())
}

/// Writes what a player thinks, for people.
///
/// # Errors
///
/// Only those of `out`.
pub(crate) fn write(
    out: &mut dyn Write,
    here: &AnyPosition,
    decision: &Decision<AnyMove>,
) -> io::Result<()> {
    writeln!(out, "  move   {}", notation(here, decision.m))?;
    if let Some(value) = decision.value {
        writeln!(out, "  value  {}{}", decision.bound.words(), figure::plain(value))?;
    }
    if !decision.pv.is_empty() {
        writeln!(out, "  line   {}", line::write_line(here, &decision.pv))?;
    }
    if let Some(depth) = decision.depth {
        writeln!(out, "  depth  {depth}")?;
    }
    if 0 < decision.nodes {
        writeln!(out, "  nodes  {}", figure::grouped(decision.nodes))?;
    }
    if let Some(note) = &decision.note {
        writeln!(out, "  note   {note}")?;
    }
    if let Some(believed) = decision.believed(here) {
        writeln!(out, "  belief {believed}")?;
    }
    if decision.moves.is_empty() {
        return Ok(());
    }
    writeln!(out, "  moves")?;
    let names: Vec<_> = decision.moves.iter().map(|root| notation(here, root.m)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, root) in names.iter().zip(&decision.moves) {
        let bound = root.bound.words();
        write!(out, "    {name:width$}  {bound}{}", figure::plain(root.value))?;
        match root.visits {
            0 => {}
            1 => write!(out, " in 1 play")?,
            visits => write!(out, " in {} plays", figure::grouped(visits))?,
        }
        match (root.share, root.term) {
            (Some(share), Some(term)) if term.is_finite() => {
                writeln!(out, "; {}", agon_draw::ucb([share, term]))?;
            }
            _ => writeln!(out)?,
        }
    }
    Ok(())
}
