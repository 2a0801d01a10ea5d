//! What a request may name: games of a size that a page can show, and players that run no command of
//! this machine, ask no person and want no more memory than there is.

use std::{
    panic,
    sync::{
        OnceLock,
        mpsc::{self, Sender},
    },
    thread,
};

use agon_arena::plan::threads_of;
use agon_core::{
    AnyPosition, GamePlugin, NameError, NamedGame, NamedPlayer, OptionError, PlayerPlugin, Position, STACK_SIZE,
    options::Kind, registry,
};
use agon_table::{Level, seat_player};

use crate::{pool::Worker, problem::Problem};

/// Bytes that one player may want for its tables.
const MOST_MEMORY: u64 = 96 << 20;
/// The places of a board, and legal moves, that a page can show.
const MOST_PLACES: usize = 4_000;
/// Letters of a term, a position or a line of moves.
const MOST_TEXT: usize = 100_000;

/// How the fields of a game's options begin.
pub(crate) const OPTION: &str = "o.";
/// A person among the players.
pub(crate) const PERSON: &str = "human";

/// The games that a page offers: all but those that are a command of this machine.
pub(crate) fn games() -> impl Iterator<Item = &'static GamePlugin> {
    registry::games().values().copied().filter(|game| game.is_inside)
}

/// The game of that name, if a page can show it.
///
/// # Errors
///
/// Where there is none, or it is too large.
pub(crate) fn game(worker: &Worker, text: &str) -> Result<NamedGame, Problem> {
    short(text)?;
    let game = read(text).map_err(|error| match &error {
        NameError::Options(OptionError::Value { option, .. } | OptionError::Twice { option, .. }) => {
            Problem::refused(error.clone()).at(&format!("{OPTION}{option}"))
        }
        _ => Problem::refused(error),
    })?;
    position(worker, &game.start, &game.term)?;
    Ok(game)
}

/// Whether somebody may bring the rules of this game.
pub(crate) fn is_brought(game: &GamePlugin) -> bool {
    let mut options = game.options.iter();
    options.any(|spec| matches!(spec.kind, Kind::Document(..) | Kind::Binary(_)))
}

/// The game of that name. Rules that somebody brings are all read by one thread, one after the other: the allocator keeps
/// what reading them has taken for the thread that took it, and each new thread would take as much again.
fn read(text: &str) -> Result<NamedGame, NameError> {
    type Answer = thread::Result<Result<NamedGame, NameError>>;
    type Question = (String, Sender<Answer>);
    static READER: OnceLock<Option<Sender<Question>>> = OnceLock::new();
    let has_options = text.split_once('(').map(|(name, _)| registry::find_game(name.trim()));
    if !has_options.is_some_and(|game| game.is_ok_and(is_brought)) {
        return registry::game(text);
    }
    let reader = READER.get_or_init(|| {
        let (asks, questions) = mpsc::channel::<Question>();
        let reader = thread::Builder::new().name("rules".to_owned()).stack_size(STACK_SIZE);
        let reading = reader.spawn(move || {
            for (text, asker) in questions {
                let _ = asker.send(panic::catch_unwind(|| registry::game(&text)));
            }
        });
        reading.is_ok().then_some(asks)
    });
    let (answers, answer) = mpsc::channel();
    let asked = reader.as_ref().map(|asks| asks.send((text.to_owned(), answers)));
    match asked.and_then(|_| answer.recv().ok()) {
        Some(answer) => answer.unwrap_or_else(|panic| panic::resume_unwind(panic)),
        // Without another thread it is read here.
        None => registry::game(text),
    }
}

/// Refuses a position that is too large for a page.
pub(crate) fn position(_: &Worker, here: &AnyPosition, game: &str) -> Result<(), Problem> {
    let places = here.picture().cells.len();
    if MOST_PLACES < places {
        return Err(Problem::wrong("board-large", &[("game", &game), ("places", &places), ("most", &MOST_PLACES)]));
    }
    Ok(())
}

/// The player of that name at that game, a term or `level:easy` and so on, if it needs no more threads than these.
///
/// # Errors
///
/// Where there is none, it cannot play the game, or must not play here.
pub(crate) fn player(_: &Worker, text: &str, game: &NamedGame, threads: usize) -> Result<NamedPlayer, Problem> {
    short(text)?;
    let term = match text.strip_prefix("level:") {
        Some(name) => {
            let level = Level::named(name).ok_or_else(|| {
                let all: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
                let all = all.join(", ");
                Problem::wrong("no-level", &[("name", &name), ("all", &all)])
            })?;
            level.term(&game.start)
        }
        None => text.to_owned(),
    };
    let named = registry::player(&term).map_err(Problem::refused)?;
    admit(&named)?;
    let wanted = threads_of(&named);
    if (threads as u64) < wanted {
        return Err(Problem::wrong("threads", &[("player", &named.term), ("wanted", &wanted), ("most", &threads)]));
    }
    let seated = seat_player(&named, game).map_err(|error| match named.seat(&game.start) {
        Err(why) => Problem::refused(why).about(&game.term),
        Ok(_) => error.into(),
    })?;
    if cfg!(target_family = "wasm") && seated.habits().clock {
        return Err(Problem::wrong("no-clock", &[("player", &named.term)]));
    }
    if MOST_MEMORY < seated.memory() {
        return Err(Problem::wrong(
            "memory",
            &[("player", &named.term), ("wanted", &(seated.memory() >> 20)), ("most", &(MOST_MEMORY >> 20))],
        ));
    }
    Ok(named)
}

/// On how many threads a player of that name thinks, if there is one.
pub(crate) fn threads(_: &Worker, text: &str) -> usize {
    let named = registry::player(text).map_or(1, |named| threads_of(&named));
    usize::try_from(named).unwrap_or(usize::MAX)
}

/// Those who may be named, by name.
pub(crate) fn players() -> impl Iterator<Item = &'static PlayerPlugin> {
    let all = registry::players().values().copied();
    all.filter(|plugin| plugin.is_inside)
}

/// Refuses a player, or one that it is made of, which is no algorithm.
pub(crate) fn admit(named: &NamedPlayer) -> Result<(), Problem> {
    let name = named.plugin.name;
    if name == PERSON {
        return Err(Problem::wrong("human", &[]));
    }
    if !named.plugin.is_inside {
        return Err(Problem::forbidden("outside", &[("player", &name)]));
    }
    for spec in named.plugin.options {
        match spec.kind {
            Kind::Player(_) => {
                named.options.player(spec.name).map_or(Ok(()), admit)?;
            }
            Kind::Players(..) => {
                for (inner, _) in named.options.players(spec.name) {
                    admit(inner)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Refuses a text that is too long to be read.
pub(crate) fn short(text: &str) -> Result<(), Problem> {
    if text.len() <= MOST_TEXT {
        return Ok(());
    }
    Err(Problem::wrong("text-long", &[("bytes", &text.len()), ("most", &MOST_TEXT)]))
}

#[cfg(test)]
mod tests {
    use super::{Worker, game, player};

    /// A request that names a game reads no file, whatever the game takes.
    #[test]
    fn no_file_is_read_for_a_game() {
        let place = std::env::temp_dir().join(format!("agon-serve-{}.kif", std::process::id()));
        std::fs::write(&place, "(role x)").unwrap();
        for file in [place.to_str().unwrap(), "/etc/passwd", "nowhere.kif"] {
            let said = format!("{:?}", game(&Worker::of_test(), &format!("gdl(sheet=\"{file}\")")).err().unwrap());
            assert!(said.contains("no file is read here"), "{said}");
            // Where this game is built in; it is unknown elsewhere.
            let said = format!("{:?}", game(&Worker::of_test(), &format!("module(file=\"{file}\")")).err().unwrap());
            assert!(said.contains("no file is read here") || said.contains("unknown game"), "{said}");
        }
        std::fs::remove_file(&place).unwrap();
    }

    /// Whatever a player is made of, and however deep: all of their threads count.
    #[test]
    fn a_player_has_as_many_threads_as_there_are_and_no_more() {
        let (worker, game) = (&Worker::of_test(), game(&Worker::of_test(), "connect-four").unwrap());
        for (term, wanted) in [
            ("alpha-beta(depth=2)", 1),
            ("alpha-beta(depth=2, table=1MB, threads=3)", 3),
            ("epsilon(player=alpha-beta(depth=2, table=1MB, threads=3))", 3),
            ("mix(alpha-beta(depth=2, table=1MB, threads=3)*0.5, mcts(iterations=9, threads=5)*0.5)", 7),
            ("mix(epsilon(player=alpha-beta(depth=2, table=1MB, threads=256))*0.5, random*0.5)", 256),
        ] {
            for threads in [1, 2, 3, 6, 7, 8, 255, 256] {
                let found = player(worker, term, &game, threads);
                assert_eq!(found.is_ok(), wanted <= threads, "{term} on {threads}");
                if let Err(problem) = found {
                    let told = [&format!("{wanted} threads"), &format!("up to {threads}")];
                    assert!(told.iter().all(|told| problem.message.contains(*told)), "{problem:?}");
                }
            }
        }
    }

    /// A request names players, and never makes the server read a file.
    #[test]
    fn a_learned_evaluation_is_refused_whatever_file_it_names() {
        let place = std::env::temp_dir().join(format!("agon-serve-{}.agon", std::process::id()));
        std::fs::write(&place, "a file that is there").unwrap();
        let (worker, nim) = (&Worker::of_test(), game(&Worker::of_test(), "nim").unwrap());
        for file in [place.to_str().unwrap(), "/etc/passwd", "nowhere.agon"] {
            for more in [String::new(), format!(", sha256={}", "a1".repeat(32))] {
                let text = format!("greedy(heuristic=learned(\"{file}\"{more}))");
                let said = format!("{:?}", player(worker, &text, &nim, 1).err().unwrap());
                assert!(said.contains("a file that was read before"), "{said}");
            }
        }
        std::fs::remove_file(&place).unwrap();
    }
}
