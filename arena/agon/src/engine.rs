//! `agon engine`.

use std::{io, time::Duration};

use agon_core::{Accepted, NamedGame, Position, Protocol, registry};
use agon_guest::{Guest, serve};

use crate::{failed::Failed, models, seeding};

/// Makes a player an engine that other programs can seat
///
/// Chess programs speak UCI or xboard, programs for go, othello and hex GTP, those for gomoku Gomocup. Enter
/// this command as the engine's command line there. The player's options are options of the engine;
/// limits of the other program hold besides the player's own.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon engine uci -p 'alpha-beta(depth=64, pvs=true, table=64MB, killers=true)'
  agon engine gtp -g 'go(size=9)' -p 'mcts(iterations=1000000)'
  agon engine gomocup -g 'amoba(size=15)' -p 'alpha-beta(relevant=true)'
  printf 'position startpos moves e2e4\\ngo depth 3\\n' | agon engine uci

A move is due when its time is over, or at `stop`: for a player that is silent even then agon answers, with \
its best move so far, or the first legal move. A game goes on where our rules have ended it and others \
do not: after a third repetition, fifty moves, two passes.

Exit codes: 0 after the command to quit, or at the end of the input; 1 a stream broke; 2 no such protocol, game or player, or \
the protocol has no words for the game.")]
pub(crate) struct Args {
    /// uci, xboard, gtp or gomocup
    protocol: String,
    /// The game, with its options; without it the first that the protocol can say
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    /// The player, with its options; without it a strong search of the game, as deep as the time allows, and a
    /// second where no time is given
    #[arg(short, long, value_name = "PLAYER")]
    player: Option<String>,
    /// What a player that draws at random draws from
    #[arg(long, value_name = "N", value_parser = seeding::seed, default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let protocol = find(&args.protocol)?;
    let game = if let Some(text) = &args.game {
        registry::game(text).map_err(Failed::usage)?
    } else {
        let mut games = registry::games().keys().filter_map(|name| registry::game(name).ok());
        let can = |game: &NamedGame| !game.start.facts().hidden && game.start.foreign_setup(protocol).is_ok();
        let none = || Failed::usage(format!("no game here is played by {protocol}"));
        games.find(can).ok_or_else(none)?
    };
    let term = args.player.as_deref().unwrap_or("strong(nodes=unlimited)");
    let player = models::player(term)?;
    let mut guest = Guest::new(game, player, args.seed, protocol).map_err(Failed::usage)?;
    if args.player.is_none() {
        guest = guest.unasked(Duration::from_secs(1));
    }
    serve(guest, protocol, io::BufReader::new(io::stdin()), io::stdout()).map_err(Failed::trouble)
}

fn find(name: &str) -> Result<Protocol, Failed> {
    let folded = name.to_lowercase();
    let found = Protocol::ALL.into_iter().find(|protocol| protocol.name() == folded);
    found.ok_or_else(|| {
        let accepted = Accepted::new(name, Protocol::ALL.into_iter().map(Protocol::name));
        Failed::usage(format!("no protocol is called `{name}`{accepted}"))
    })
}
