//! `agon play`.

use agon_core::{Explained, Position, Seat};
use agon_table::{GameClock, GivenPosition, Level};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::{
    failed::{Failed, printable},
    human,
    output::answer,
    place::Place,
    progress::note,
    seeding,
    session::Session,
    terminal_game::TerminalGame,
    terminal_seat::TerminalSeat,
    thinking::Waiting,
    view::View,
};

/// Plays a game at the terminal: you against a player
///
/// Type a move in the game's notation, or `help`. Ctrl-C makes the other player answer at once.
///
/// Every game has dice of its own, unless --seed is given: the same seed and the same moves give the same game,
/// and a move taken back and played again meets the same dice. On a terminal the board is drawn in place, and
/// the other player's thoughts are shown while it thinks. At the end the result is printed, and the moves as an
/// `agon show` command; when you leave earlier, the command that resumes the game.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon play connect-four --level easy
  agon play chess --level hard --clock 5+3
  agon play game.json              goes on with what `save game.json` wrote last

While playing: a move, or moves, hint, analyse, undo, record, save FILE, draw, resign, new, rules, help, quit.",
    after_long_help = "\
More examples:
  agon play nim --against 'minimax(depth=4)' --seat 2 --seed 7
  agon play nim --against human

Exit codes: 0 done; 1 a player gave no move; 2 the game, the position, a move, the seat or a player \
is wrong, or the player cannot play this game; 130 left by Ctrl-C, SIGTERM or SIGHUP."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// The player on every other seat, or one for each; `human` is a person at this terminal
    #[arg(long, value_name = "PLAYER", conflicts_with = "level")]
    against: Vec<String>,
    /// The players on the other seats by strength; medium unless given
    #[arg(long, value_parser = level())]
    level: Option<Level>,
    /// Your seat, counted from 1
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// The seed of dice and players; another each time unless given
    #[arg(long, value_name = "N", value_parser = seeding::seed)]
    seed: Option<u64>,
    /// Who gives hints; unless given, the player against you, or the strongest level
    #[arg(long, value_name = "PLAYER")]
    hints: Option<String>,
    /// A clock for every seat: minutes and seconds for every move, 5+3, or what each has left, 4:57/5:00+3
    #[arg(long, value_name = "TIME")]
    clock: Option<GameClock>,
    #[arg(short, long, hide = true, value_name = "PLAYER")]
    player: Vec<String>,
}

/// Reads a level.
fn level() -> impl TypedValueParser<Value = Level> {
    let words = Level::ALL.map(|level| PossibleValue::new(level.name()).help(level.meaning()));
    PossibleValuesParser::new(words).map(|word| Level::named(&word).expect("only these words are read"))
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    for remark in site.here.remarks().all() {
        note(&printable(&format!("{}: {remark}", site.game.plugin.name)));
    }
    let session = set(args, site)?;
    answer(|out| session.play(out))
}

fn set(args: &Args, site: GivenPosition) -> Result<Session, Failed> {
    let facts = site.game.start.facts();
    let term = &site.game.term;
    let saved = site.saved.as_ref();
    let seat = args.seat.unwrap_or_else(|| {
        let own = saved.and_then(|saved| saved.seats.iter().position(|who| who == human::NAME));
        own.map_or(1, |index| index as u8 + 1)
    });
    if !(1..=facts.seats).contains(&seat) {
        let seats = facts.seats;
        return Err(Failed::usage(format!("{term}: --seat cannot be `{seat}`; accepted: 1 to {seats}")));
    }
    if !args.player.is_empty() {
        return Err(Failed::usage(format!(
            "{term}: here you play yourself, against --against PLAYER or --level LEVEL; `agon watch` lets \
             players (-p) play each other"
        )));
    }
    // Nobody was named.
    let is_open = args.level.is_none() && args.against.is_empty() && saved.is_none();
    let remark = (is_open && 1 < facts.seats).then(|| {
        "playing against medium; --level easy, hard or strongest, or --against PLAYER, chooses another".to_owned()
    });
    let saved_level = saved.and_then(|saved| Level::named(saved.level.as_deref()?));
    let level_of_all = match (args.level, is_open) {
        (None, true) => Some(Level::Medium),
        (None, false) if args.against.is_empty() => saved_level,
        (level, _) => level,
    };
    let level = level_of_all.map(|level| level.term(&site.game.start));
    let mut others = args.against.iter().cycle();
    if 1 < args.against.len() && args.against.len() + 1 != usize::from(facts.seats) {
        return Err(Failed::usage(format!(
            "{term}: --against names {} players; accepted: one for all other seats, or {} of them",
            args.against.len(),
            facts.seats - 1
        )));
    }
    let mut chairs = Vec::new();
    for here in Seat::all(facts.seats) {
        let other = level.as_ref().or_else(|| if here.0 + 1 == seat { None } else { others.next() });
        let written = saved.and_then(|saved| saved.seats.get(here.index()));
        chairs.push(match other.or(written) {
            _ if here.0 + 1 == seat => TerminalSeat::of(human::NAME, &site.game, here)?,
            Some(text) => TerminalSeat::of(text, &site.game, here)?.called(level_of_all.map(Level::name)),
            None => {
                return Err(Failed::usage(format!(
                    "{term}: the file names no player for {here}; choose one by --against PLAYER or --level \
                     easy, medium, hard or strongest"
                )));
            }
        });
    }
    let asked = args.hints.as_ref().or(level.as_ref()).or(args.against.first());
    let written = saved.and_then(|saved| saved.seats.iter().find(|who| *who != human::NAME));
    let adviser = if let Some(text) = asked.or(written).filter(|who| *who != human::NAME) {
        TerminalSeat::of(text, &site.game, Seat(seat - 1))?.into_player()
    } else {
        let strongest = Level::Strongest.term(&site.game.start);
        let chair = TerminalSeat::of(&strongest, &site.game, Seat(seat - 1));
        chair.ok().and_then(TerminalSeat::into_player)
    };
    let clock = match (&args.clock, saved.and_then(|saved| saved.clock.as_deref())) {
        (None, Some(text)) => Some(text.parse().map_err(Failed::usage)?),
        (clock, _) => clock.clone(),
    };
    let clock = clock.map(|clock| {
        let why = format!("{term}: --clock is for another number of seats; accepted: {}", facts.seats);
        clock.among(facts.seats).ok_or_else(|| Failed::usage(why))
    });
    let seed = args.seed.or(saved.map(|saved| saved.seed)).unwrap_or_else(seeding::some);
    let sitting = TerminalGame { remark, ..TerminalGame::new(site, seed, chairs, clock.transpose()?) };
    let view = View::of_this_terminal();
    Ok(Session::new(sitting, adviser, view, Waiting::begin(true)))
}
