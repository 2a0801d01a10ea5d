//! `agon watch`.

use std::{io::Write, thread, time::Duration};

use agon_core::{AnyPosition, Node, Position, Seat, notation};
use agon_table::{GivenPosition, Level, SavedGame, ShownPosition};

use crate::{
    failed::Failed, foreign, output::answer, place::Place, progress::note, seeding, session::Session,
    terminal_game::TerminalGame, terminal_seat::TerminalSeat, thinking::Waiting, view::View,
};

/// Shows a game move by move: players playing now, or one from a file
///
/// Players are asked at every move and say what they think. A saved game, or game N of a journal
/// (FILE#N), is shown from its start; players named with --player go on with it instead.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon watch connect-four -p 'alpha-beta(depth=6)' -p 'mcts(iterations=5000)'
  agon watch league.journal#12 --delay 2

On a terminal every board takes the place of the one before. Ctrl-C ends it with the command that goes on.

Exit codes: 0 done; 1 a player gave no move; 2 the game, a move or a player is wrong; 130 left by Ctrl-C, \
SIGTERM or SIGHUP."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// The players in seat order, or one for all seats; the level medium unless given
    #[arg(short, long, value_name = "PLAYER")]
    player: Vec<String>,
    /// How many seconds each position is shown at least
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    delay: f64,
    /// The seed of dice and players; another each time unless given
    #[arg(long, value_name = "N", value_parser = seeding::seed)]
    seed: Option<u64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "accepted: a number from 0 to 3600".to_owned())?;
    let fits = (0.0..=3600.0).contains(&number);
    if fits { Ok(number) } else { Err("accepted: a number from 0 to 3600".to_owned()) }
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    let delay = Duration::from_secs_f64(args.delay);
    if let (Some(saved), []) = (&site.saved, args.player.as_slice()) {
        return answer(|out| replay(out, &site, saved, delay));
    }
    let seats = site.game.start.facts().seats;
    let medium = [Level::Medium.term(&site.game.start)];
    let named = foreign::each(&args.player);
    let (players, level) = match named.as_slice() {
        [] => {
            note("players of level medium play; name others by -p PLAYER for each seat, or one for all");
            (&medium[..], Some(Level::Medium.name()))
        }
        players => (players, None),
    };
    let named = players.len();
    if named != 1 && named != usize::from(seats) {
        return Err(Failed::usage(format!(
            "{}: --player names {named} players; name {seats} (-p A -p B …), or one for every seat",
            site.game.term
        )));
    }
    let seated = Seat::all(seats).zip(players.iter().cycle());
    let chairs = seated.map(|(seat, text)| Ok(TerminalSeat::of(text, &site.game, seat)?.called(level)));
    let seed = args.seed.unwrap_or_else(seeding::some);
    // The seed would give away what chance draws.
    if args.seed.is_none() && !site.hides() {
        note(&format!("seed {seed}"));
    }
    let chairs = chairs.collect::<Result<_, Failed>>()?;
    let sitting = TerminalGame { delay: Some(delay), ..TerminalGame::new(site, seed, chairs, None) };
    let view = View::of_this_terminal();
    let session = Session::new(sitting, None, view, Waiting::begin(false));
    answer(|out| session.play(out))
}

/// Shows a game that was played before.
fn replay(out: &mut dyn Write, site: &GivenPosition, saved: &SavedGame, delay: Duration) -> Result<(), Failed> {
    let view = View::of_this_terminal();
    let mut shown = GivenPosition {
        game: site.game.clone(),
        base: site.base.clone(),
        line: Vec::new(),
        here: site.base.clone(),
        saved: None,
        redealt: None,
    };
    writeln!(out, "{}{}", view.fresh(), view.board(&ShownPosition::whole(&shown)))?;
    for (ply, &m) in site.line.iter().enumerate() {
        out.flush()?;
        thread::sleep(delay);
        let who = actor(&shown.here, saved);
        let text = notation(&shown.here, m);
        shown.here.play(m);
        shown.line.push(m);
        writeln!(out, "{}{}. {who}: {text}\n{}", view.fresh(), ply + 1, view.board(&ShownPosition::whole(&shown)))?;
    }
    let payoffs = saved.payoffs.iter().map(ToString::to_string).collect::<Vec<_>>();
    writeln!(out, "{}{}{}", saved.ended, if payoffs.is_empty() { "" } else { ": " }, payoffs.join(", "))?;
    Ok(())
}

/// Who acts in `here`.
fn actor(here: &AnyPosition, saved: &SavedGame) -> String {
    match here.node() {
        Node::Decision(seat) => {
            let name = saved.seats.get(seat.index());
            name.map_or_else(|| seat.to_string(), |name| format!("{seat}, {name}"))
        }
        _ => "chance".to_owned(),
    }
}
