//! `agon analyse`.

use std::{
    io::{self, Write},
    time::Duration,
};

use agon_arena::{plan::catch, play::WallClock};
use agon_core::{
    AnyMove, AnyPosition, Bound, Budget, Decision, Listener, NamedPlayer, Node, Player, Position,
    Seat, Seed, StopSignal, Stream, Turn, line, notation, registry,
};
use serde::Serialize;

use crate::{
    failed::Failed,
    figure,
    output::{answer, json},
    place::Place,
    worth::StaticValue,
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
  pv        the line it expects, beginning with the move; empty where it does not say
  depth     how many plies deep it looked; null where it does not say
  nodes     how many positions it looked at
  moves     objects with move, value and bound (\"exact\", \"lower\": at least this, \"upper\": at \
most this, \"sample\": the mean of so many plays, in visits); empty where it does not say

With --static --json: one object on one line, with game, position, heuristics (objects with name, \
estimates of each seat, and parts: name, values, together (each seat's less the others'), terms) and \
features (objects with name and values of each seat).

Exit codes: 0 done; 1 a player gave no move; 2 the game, the position, a move or a player is wrong, \
the player cannot play this game, or nobody is to act."
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
        let who = match site.here.node() {
            Node::Chance => "chance draws",
            _ => "the game is over",
        };
        return Err(Failed::usage(format!(
            "{}: there is nothing to choose in `{}`: {who}; a player can be asked where a seat acts",
            site.game.term, site.here
        )));
    };
    // All players are seated before the first is asked, so that a wrong name costs no time.
    let mut asked = Vec::new();
    for text in &args.player {
        let named = registry::player(text).map_err(Failed::usage)?;
        let player = seat_player(&named, &site.game.start, &site.game.term)?;
        asked.push((named.term, player));
    }
    let limits = SearchLimits { budget: Budget::of(args.nodes), ..SearchLimits::default() };
    answer(|out| {
        for (index, (term, player)) in asked.iter_mut().enumerate() {
            let mut stream = Seed(args.seed).stream(0);
            let decision = begin(player.as_mut(), &site.base, &site.line)
                .and_then(|()| ask(player.as_mut(), &site.here, seat, &mut stream, limits))
                .map_err(|why| Failed::trouble(format!("{term} gave no move: {why}")))?;
            if args.json {
                json(out, &AnalysisDocument::new(&site.game.term, term, &site.here, &decision))?;
            } else {
                if 0 == index {
                    writeln!(out, "{}: {seat} to act in `{}`", site.game.term, site.here)?;
                }
                writeln!(out, "\n{term}")?;
                write(out, &site.here, &decision)?;
            }
            out.flush()?;
        }
        Ok(())
    })
}

/// Seats a player at a game.
///
/// # Errors
///
/// Where the player cannot play it.
pub(crate) fn seat_player(
    player: &NamedPlayer,
    start: &AnyPosition,
    game: &str,
) -> Result<Box<dyn Player>, Failed> {
    player.seat(start).map_err(|why| Failed::usage(format!("{game}: {why}")))
}

/// Has a player begin a game that starts at `base`, and tells it the moves of `line` if it follows
/// games.
///
/// # Errors
///
/// That it panicked; after that it must not be asked.
pub(crate) fn begin(
    player: &mut dyn Player,
    base: &AnyPosition,
    line: &[AnyMove],
) -> Result<(), String> {
    guarded(|| {
        player.begin();
        if player.habits().follows {
            let mut here = base.clone();
            for &m in line {
                player.played(&here, m);
                here.play(m);
            }
        }
    })
}

/// Runs what a player does; `Err` is the message of its panic.
pub(crate) fn guarded<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch(f).map_err(|panic| format!("panic: {panic}"))
}

/// What a player may spend on its answer, how it is stopped, and who is told its best answer so
/// far.
#[derive(Clone, Copy, Default)]
pub(crate) struct SearchLimits<'a> {
    pub(crate) budget: Budget,
    pub(crate) deadline: Option<Duration>,
    pub(crate) stop: Option<&'a StopSignal>,
    pub(crate) listener: Option<Listener<'a>>,
}

/// Asks a player for its move and for what it thinks.
///
/// # Errors
///
/// Why it gave none, that the one it gave is not legal, or that it panicked; after that it must
/// not be asked again.
pub(crate) fn ask(
    player: &mut dyn Player,
    here: &AnyPosition,
    seat: Seat,
    stream: &mut Stream,
    asked: SearchLimits<'_>,
) -> Result<Decision<AnyMove>, String> {
    let clock = WallClock::start();
    let turn = Turn::new(seat, stream).within(asked.budget).timed(&clock, asked.deadline);
    let mut turn = turn.until(asked.stop).heard_by(asked.listener).explained(true);
    let decision = guarded(|| player.choose(here, &mut turn))?.map_err(|why| why.to_string())?;
    if here.is_legal(decision.m) {
        Ok(decision)
    } else {
        Err(format!("it chose {}, which is not legal in `{here}`", decision.m))
    }
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
        writeln!(out, "  value  {}", figure::plain(value))?;
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
    if decision.moves.is_empty() {
        return Ok(());
    }
    writeln!(out, "  moves")?;
    let names: Vec<_> = decision.moves.iter().map(|root| notation(here, root.m)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, root) in names.iter().zip(&decision.moves) {
        let bound = match root.bound {
            Bound::Exact => "",
            Bound::Lower => "at least ",
            Bound::Upper => "at most ",
            Bound::Sample => "about ",
        };
        write!(out, "    {name:width$}  {bound}{}", figure::plain(root.value))?;
        match root.visits {
            0 => writeln!(out)?,
            visits => writeln!(out, " in {} plays", figure::grouped(visits))?,
        }
    }
    Ok(())
}

/// What a player thinks, as a document.
#[derive(Serialize)]
struct AnalysisDocument<'a> {
    game: &'a str,
    player: &'a str,
    r#move: String,
    value: Option<f64>,
    pv: Vec<String>,
    depth: Option<u32>,
    nodes: u64,
    moves: Vec<RootDocument>,
}

/// What a player thinks of one move, as a document.
#[derive(Serialize)]
struct RootDocument {
    r#move: String,
    value: f64,
    bound: &'static str,
    #[serde(skip_serializing_if = "is_zero")]
    visits: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl<'a> AnalysisDocument<'a> {
    fn new(
        game: &'a str,
        player: &'a str,
        here: &AnyPosition,
        decision: &Decision<AnyMove>,
    ) -> AnalysisDocument<'a> {
        let mut after = here.clone();
        let pv = decision.pv.iter().map(|&m| {
            let text = notation(&after, m);
            after.play(m);
            text
        });
        let pv = pv.collect();
        let moves = decision.moves.iter().map(|root| RootDocument {
            r#move: notation(here, root.m),
            value: root.value,
            visits: root.visits,
            bound: match root.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
                Bound::Sample => "sample",
            },
        });
        AnalysisDocument {
            game,
            player,
            r#move: notation(here, decision.m),
            value: decision.value,
            pv,
            depth: decision.depth,
            nodes: decision.nodes,
            moves: moves.collect(),
        }
    }
}
