//! `agon analyse`.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use agon_arena::play::WallClock;
use agon_core::{
    AnyMove, AnyPosition, Budget, Clock, Decision, Node, Position, Seat, Seed, line, notation, options::brief,
};
use agon_table::{AnalysisDocument, GivenPosition, SearchLimits, StaticValue, ask, begin, nobody_acts, seat_player};

use crate::{
    dealt,
    drawn::{self, DrawsAsked},
    exploit::{self, ExploitArgs},
    failed::Failed,
    figure, foreign, models,
    output::{answer, json},
    place::Place,
    progress::Meanwhile,
    screen::{Form, Screen},
    seeding,
    signals::{self, LastWords},
    thinking,
};

/// Asks players about a position: the move, its value, the line
///
/// Values are payoffs of the seat to act; where chance draws first, the mean over all draws. Where a game hides
/// something, a player is asked about a redeal: a position that the seat to act cannot tell from the one that is named.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon analyse 'tree([[3,12,8],[2,4,6],[14,5,2]])' --player minimax
  agon analyse amoba --moves 'e6 f7 f6' --static --out counts.svg
  agon analyse nim --moves 'a3 b5' -p random -p 'alpha-beta(depth=4)' --json
  agon analyse kuhn --moves '3 1' --player pimc --deals 100
  agon analyse kuhn --exploit pimc --exploit equilibrium --strategy

Exit codes: 0 done; 1 a player gave no move, or the game is too large; 2 the game, the position, a move or a player is \
wrong, the player cannot play this game or be asked, or nobody is to act; 130 interrupted, with the best so far."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// A player to ask; may be given several times
    #[arg(short, long, value_name = "PLAYER", required_unless_present_any = ["statically", "exploited"])]
    player: Vec<String>,
    /// What it looks worth without a search
    ///
    /// By each heuristic, each feature and each place.
    #[arg(long = "static", conflicts_with = "player")]
    statically: bool,
    /// Ask about N redeals, and count the moves chosen
    ///
    /// They are drawn of what the seat to act sees.
    #[arg(long, value_name = "N", conflicts_with_all = ["statically", "time"], value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    deals: Option<u64>,
    /// The positions each player may look at
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// What they draw from; 0 unless given, with --exploit 1
    #[arg(long, value_name = "N", value_parser = seeding::seed)]
    seed: Option<u64>,
    /// Say how long each player took
    #[arg(long, conflicts_with = "statically")]
    time: bool,
    /// Answer with a line of JSON for each player
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
    #[command(flatten)]
    exploit: ExploitArgs,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    if args.exploit.is_asked()? {
        return exploit::run(&args.exploit, &site, Seed(args.seed.unwrap_or(1)), args.json);
    }
    let seed = args.seed.unwrap_or(0);
    let form = args.screen.form()?;
    if form.is_some() && !args.statically {
        let what = "--to and --out draw what --static says; agon tree draws what a player searched";
        return Err(Failed::usage(what));
    }
    if let Some(deals) = args.deals {
        let Node::Decision(seat) = site.here.node() else {
            return Err(Failed::usage(nobody_acts(&site)));
        };
        let players = foreign::each(&args.player);
        let players = players.iter().map(|text| models::player(text));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        return dealt::run(&site, seat, &players, (deals, seed, args.nodes), args.json);
    }
    let site = site.redealt(seed);
    if args.statically {
        return looks(args, &site, form);
    }
    let node = site.here.node();
    if node == Node::Terminal || node == Node::Chance && site.hides() {
        return Err(Failed::usage(nobody_acts(&site)));
    }
    // All players are seated before the first is asked, so that a wrong name costs no time.
    let mut asked = Vec::new();
    for text in foreign::each(&args.player) {
        let named = models::player(&text)?;
        let player = seat_player(&named, &site.game)?;
        asked.push((named.term, player));
    }
    let Node::Decision(seat) = node else {
        let &Args { nodes, time, json, .. } = args;
        return drawn::run(&site, &mut asked, DrawsAsked { seed, nodes, time, json });
    };
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
            let mut stream = Seed(seed).stream(0);
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
                meanwhile.during(signals::stop(), || ask(player.as_mut(), &site.here, seat, &mut stream, limits))
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

/// Says, or draws, what the position looks worth without a search.
fn looks(args: &Args, site: &GivenPosition, form: Option<Form>) -> Result<(), Failed> {
    let value = StaticValue::of(&site.game.term, &site.here);
    let value = value.of_redeal(site.redealt.is_some());
    if let Some(form) = form {
        let (picture, about) = value.picture(&site.here)?;
        return args.screen.draw_picture(form, &site.game.term, (&picture, &about));
    }
    let write = |out: &mut dyn Write| {
        if args.json {
            return json(out, &value);
        }
        if let Some(remark) = site.remark() {
            writeln!(out, "{remark}")?;
        }
        value.write(out, &site.here)
    };
    answer(|out| Ok(write(out)?))
}

/// The least time between two answers that are saved for an interruption.
const OFTEN: Duration = Duration::from_millis(100);

/// A player's answer as it is printed, whole or so far.
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
        let redealt = site.redealt.map(|_| site.here.to_string());
        json(&mut out, &document.of_redeal(redealt).so_far(unfinished).timed(time))
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
        write!(out, "{}: {seat} to act in `{}`", brief(&site.game.term), site.here)?;
        match site.remark() {
            Some(remark) => writeln!(out, ", {remark}")?,
            None => writeln!(out)?,
        }
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
pub(crate) fn write(out: &mut dyn Write, here: &AnyPosition, decision: &Decision<AnyMove>) -> io::Result<()> {
    writeln!(out, "  move   {}", notation(here, decision.m))?;
    if let Some(value) = decision.value {
        writeln!(out, "  value  {}{}", decision.bound.words(), figure::known(value, decision.bound))?;
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
        write!(out, "    {name:width$}  {bound}{}", figure::known(root.value, root.bound))?;
        match root.visits {
            0 => {}
            1 => write!(out, " in 1 play")?,
            visits => write!(out, " in {} plays", figure::grouped(visits))?,
        }
        if let Some(probability) = root.probability {
            write!(out, ", chosen with {probability:.4}")?;
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
