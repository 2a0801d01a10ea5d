//! Games that were played here and are written in PGN or PDN: the second readers find in them what was played, and so does what
//! reads openings.

use std::{fs, io, ops::ControlFlow, sync::Arc};

use agon_arena::{
    Job, Met, Plan, Played, Recorder, Spec,
    ask::{Located, Order},
    plan::read_openings,
    tell::{Export, Pdn, Pgn},
};
use agon_core::{AnyMove, AnyPosition, Node, Position, Seed, registry};

use crate::{draughts::draughts_games, pgn::written_games, scratch, twice::Line};

/// Chess or checkers, a line break, the name of a player, a line break, and a file of openings.
pub fn exports(input: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(input) else { return false };
    let Some((game, rest)) = text.split_once('\n') else { return false };
    let Some((name, openings)) = rest.split_once('\n') else { return false };
    if !["chess", "checkers"].contains(&game) || 4_000 < text.len() {
        return false;
    }
    let is_draughts = game == "checkers";
    let path = scratch("openings-to-export");
    fs::write(&path, openings).expect("there is room for a small file");
    let players = Spec::default().player_named(name, "greedy").player_named("b", "random");
    let mut spec = players.game(game).opening_file(path.display().to_string());
    spec.rules.openings = Some(3);
    spec.rules.max_plies = Some(30);
    spec.thoughts = Some(true);
    let Ok(tournament) = spec.resolve() else { return false };
    let Ok(plan) = Plan::new(tournament) else { return false };
    let form: Box<dyn Export + Send> = if is_draughts { Box::new(Pdn::default()) } else { Box::new(Pgn::default()) };
    let exported = Exported { form, text: Vec::new(), games: Vec::new() };
    let (Exported { text, games, .. }, ..) = Job::whole(Arc::new(plan), 1).run(exported);
    let text = String::from_utf8(text).expect("what is exported is text");
    let start = registry::game(game).expect("it is a game").start;
    let read = if is_draughts { draughts_sheets(&text, &start) } else { sheets(&text, &start) };
    let read = read.unwrap_or_else(|why| panic!("{why} in {text}"));
    assert_eq!(read.len(), games.len(), "{text}");
    for ((tags, (base, moves, _)), game) in read.iter().zip(&games) {
        assert_eq!(*tags, game.tags, "{text}");
        assert_eq!((base.as_ref().unwrap_or(&start), moves), (&game.base, &game.moves), "{text}");
    }
    // An opening leaves something to be played.
    if read.iter().any(|(_, (_, _, end))| end.node() == Node::Terminal) {
        return true;
    }
    let path = scratch("exported").with_extension(if is_draughts { "pdn" } else { "pgn" });
    fs::write(&path, &text).expect("there is room for a small file");
    let file = Located::new(path.display().to_string());
    let again = read_openings(&file, &start, Order::Sequential, Seed(1), 1000);
    let again = again.unwrap_or_else(|error| panic!("{error} in {text}"));
    let again: Vec<_> = again.iter().map(|o| (o.base(&start), o.moves.clone())).collect();
    let played: Vec<_> = games.into_iter().map(|game| (game.base, game.moves)).collect();
    assert_eq!(again, played, "{text}");
    true
}

/// The values of the tags White, Black, Result and Opening.
type Tags = [Option<String>; 4];

const TAGS: [&str; 4] = ["white", "black", "result", "opening"];

fn sheets(text: &str, start: &AnyPosition) -> Result<Vec<(Tags, Line)>, &'static str> {
    let each = |game: &crate::pgn::Sheet| Ok((TAGS.map(|name| game.tag(name).map(str::to_owned)), game.line(start)?));
    written_games(text)?.iter().map(each).collect()
}

fn draughts_sheets(text: &str, start: &AnyPosition) -> Result<Vec<(Tags, Line)>, &'static str> {
    let each = |game: &crate::draughts::DraughtsGame| {
        Ok((TAGS.map(|name| game.tag(name).map(str::to_owned)), game.line(start)?))
    };
    draughts_games(text)?.iter().map(each).collect()
}

/// Exports every game, and keeps what was played.
struct Exported {
    form: Box<dyn Export + Send>,
    text: Vec<u8>,
    games: Vec<PlayedGame>,
}

struct PlayedGame {
    tags: Tags,
    base: AnyPosition,
    moves: Vec<AnyMove>,
}

impl Recorder for Exported {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        self.form.game(game, &mut self.text)?;
        // As a tag has it: on one line, and nothing where nothing is told.
        let printed = |text: &str| {
            let line = text.replace(char::is_control, " ");
            Some(line.trim().to_owned()).filter(|line| !["", "?", "-"].contains(&&**line))
        };
        let name = |seat: usize| printed(&game.plan.tournament().entries[game.fixture.seats[seat]].name);
        let is_draughts = game.base().scoresheet().tag("GameType").is_some();
        // In draughts Black begins.
        let (white, black) = if is_draughts { (1, 0) } else { (0, 1) };
        let payoffs = &game.record.payoffs;
        let result = match payoffs.get(white).zip(payoffs.get(black)) {
            Some((white, black)) if black < white => "1-0",
            Some((white, black)) if white < black => "0-1",
            Some(_) => "1/2-1/2",
            None => "*",
        };
        let opening = game.chosen().and_then(|chosen| printed(chosen.name.as_deref()?));
        self.games.push(PlayedGame {
            tags: [name(white), name(black), Some(result.to_owned()), opening],
            base: game.base(),
            moves: game.record.moves.clone(),
        });
        Ok(ControlFlow::Continue(()))
    }

    /// A round robin has no later round.
    fn last_round(&self) -> &[Met] {
        &[]
    }
}

/// Openings and names that mean something in a tag.
pub fn known_exports() -> Vec<Vec<u8>> {
    [
        "chess\nThe \"Rock\" \\ [%x]\n\"so {called} (1-0)\" e4 e5 Nf3\n4k3/P7/8/8/8/8/8/4K2R w K - 3 9\n",
        "chess\n% 1. e4 ; *\n\"\" 1. f3 e5 2. g4\n\"x\\\" rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\n",
        "checkers\n} 2-0 /FEN \"B:W:B\"/\n11-15 23-19\n\"a: b\" B:W6,7,14,15:B2,9\nB:W18,24,K10:B12,16,K22:H3\n",
        "checkers\n[GameType \"20\"]\n\"-\" W:W31,32,K5:B1,K12\nmoves\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}
