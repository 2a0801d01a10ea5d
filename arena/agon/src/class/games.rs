//! `agon class --games`: the games that a class handed in, and a sheet for each.

use std::{
    fs,
    io::{self, BufRead as _, BufReader, Write},
    path::{Path, PathBuf},
    process::{self, Command, ExitStatus, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use agon_arena::ask::{count, io_words};
use serde::Serialize;

use super::{
    copied::{check_name, copy, copy_file, may_be_executed},
    examined::GameExamination,
    sandbox::{Confinement, Sandbox, quoted},
};
use crate::{
    failed::Failed,
    figure::grouped,
    output::{answer, json, paragraph},
    progress::{note, progress},
    signals::{self, LastWords},
    tournament::Output,
};

/// How files end that are games, and what they are.
const KINDS: [(&str, &str); 4] = [("py", "program"), ("kif", "sheet"), ("gdl", "sheet"), ("wasm", "module")];
/// What games in Python are imported from: nobody's game, and given to those who forgot it.
const RULES: &str = "agon_rules.py";
/// How often it is looked whether an examination is over.
const PAUSE: Duration = Duration::from_millis(20);

/// What was found of the games of a class.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct GamesOfClassDocument {
    /// `agon.class-games/1`.
    schema: &'static str,
    /// Every game, by name.
    games: Vec<GameExamination>,
}

/// A game that was handed in: its kind and its term, or why there is none.
struct HandedIn {
    name: String,
    found: Result<(&'static str, String), String>,
}

/// Which games are examined, and how.
pub(super) struct ClassOfGames<'a> {
    pub(super) folder: &'a Path,
    /// Who plays them.
    pub(super) player: &'a str,
    pub(super) plays: u64,
    /// Seconds for each.
    pub(super) within: u64,
    pub(super) sandbox: Sandbox,
    /// MiB, processes and seconds for each program.
    pub(super) memory: u64,
    pub(super) processes: u64,
    pub(super) patience: u64,
    pub(super) output: &'a Output,
}

pub(super) fn run(args: &ClassOfGames<'_>) -> Result<(), Failed> {
    let place = CopiedGames::new().map_err(|error| Failed::trouble(io_words(&error)))?;
    signals::end_by_itself(Failed::INTERRUPTED, LastWords::default);
    let folder = place.0.clone();
    signals::leave_with(move || {
        let _ = fs::remove_dir_all(&folder);
        LastWords { err: "interrupted".to_owned(), ..LastWords::default() }
    });
    let mut handed_in = collect(args.folder, &place.0)?;
    if handed_in.is_empty() {
        return Err(Failed::usage(format!("{}: {NONE}", args.folder.display())));
    }
    let is_program = |game: &HandedIn| matches!(game.found, Ok(("program", _)));
    let mut confined = None;
    if handed_in.iter().any(is_program) {
        let confinement = confined.insert(Confinement::of(args.sandbox, args.memory, args.processes)?);
        for game in handed_in.iter_mut().filter(|game| is_program(game)) {
            let (folder, limits) = (place.0.join(&game.name), (args.memory, args.patience));
            game.found =
                game.found.clone().and_then(|(kind, file)| Ok((kind, program(confinement, &folder, &file, limits)?)));
        }
    }
    let mut games = examine_all(&handed_in, args);
    // The author of a game knows no folder of ours, and nothing of the sandbox.
    let copies = format!("{}/", place.0.display());
    for told in games.iter_mut().flat_map(|game| [&mut game.why, &mut game.remark]).flatten() {
        *told = told.replace(&copies, "");
        if let Some(confinement) = &confined {
            *told = confinement.shown(told);
        }
    }
    let broken = games.iter().filter(|game| game.verdict != "kept").count();
    let all = games.len();
    let document = GamesOfClassDocument { schema: "agon.class-games/1", games };
    let is_json = args.output.json;
    answer(|out| Ok(if is_json { json(out, &document) } else { document.write(out) }?))?;
    if signals::is_asked() {
        return Err(Failed::interrupted("interrupted"));
    }
    match broken {
        0 => Ok(()),
        broken => {
            Err(Failed::different(format!("{broken} of {} not known to keep every law", count(all as u64, "game"))))
        }
    }
}

const NONE: &str = "no game is there: a file that ends in .py, .kif, .gdl or .wasm, or a folder with one, or with a \
                    program `game` that may be executed";

/// The folder where submissions are copied to, which goes in the end.
struct CopiedGames(PathBuf);

impl CopiedGames {
    fn new() -> io::Result<CopiedGames> {
        let names = (0..100).map(|n| format!("agon-games-{}-{n}", process::id()));
        let mut last = io::Error::other("there is no room for copies");
        for folder in names.map(|name| std::env::temp_dir().join(name)) {
            // The process that creates it owns it.
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(CopiedGames(folder)),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

impl Drop for CopiedGames {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies the content of `folder` to `place`, and returns its kind, by name.
fn collect(folder: &Path, place: &Path) -> Result<Vec<HandedIn>, Failed> {
    let said = |error| Failed::trouble(format!("{}: {}", folder.display(), io_words(&error)));
    let mut handed_in: Vec<HandedIn> = Vec::new();
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(said)? {
        entries.push(entry.map_err(said)?);
    }
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let whole = entry.file_name().to_string_lossy().into_owned();
        let name = match (is_folder, kind_of(&path)) {
            _ if whole.starts_with('.') || whole == RULES => continue,
            (true, _) => whole,
            (false, Some(_)) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            (false, None) => {
                note(&format!("{whole}: no game; one ends in .py, .kif, .gdl or .wasm"));
                continue;
            }
        };
        let to = place.join(&name);
        let is_taken = handed_in.iter().any(|other| other.name == name);
        let found = if is_taken {
            Err("another game has this name".to_owned())
        } else if entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
            Err("it is a link, and links are not followed".to_owned())
        } else {
            let copy = if is_folder { copy } else { copy_file };
            let copied = || copy(&path, &to).map_err(|error| io_words(&error));
            check_name(&name).and_then(|()| copied()).and_then(|()| game_in(&to))
        };
        handed_in.push(HandedIn { name, found });
    }
    Ok(handed_in)
}

/// What a file is by how its name ends.
fn kind_of(path: &Path) -> Option<&'static str> {
    let end = path.extension()?.to_str()?;
    KINDS.iter().find(|(known, _)| *known == end).map(|(_, kind)| *kind)
}

/// The game in a folder that was copied: its kind, and its file, or its term where it has one already.
fn game_in(folder: &Path) -> Result<(&'static str, String), String> {
    if may_be_executed(&folder.join("game")) {
        return Ok(("program", "game".to_owned()));
    }
    let said = |error: io::Error| io_words(&error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(said)? {
        let path = entry.map_err(said)?.path();
        if kind_of(&path).is_some() && path.is_file() && !path.ends_with(RULES) {
            files.push(path);
        }
    }
    files.sort();
    let named = files.iter().position(|path| path.file_stem().is_some_and(|stem| stem == "game"));
    let only = if files.len() == 1 { Some(0) } else { named };
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Some(path) = only.map(|at| &files[at]) else {
        return Err(match &files[..] {
            [] if folder.join("game").is_file() => "the file `game` may not be executed: chmod +x game".to_owned(),
            [] => NONE.to_owned(),
            files => {
                let names: Vec<String> = files.iter().map(|path| name(path)).collect();
                format!("which of {} is the game? Its name should be game", names.join(", "))
            }
        });
    };
    let kind = kind_of(path).expect("such files alone were looked for");
    let text = path.to_str().ok_or("the name of its file is no text")?;
    match kind {
        "sheet" => Ok((kind, format!("gdl(sheet={})", quoted(text)))),
        "module" => Ok((kind, format!("module(file={})", quoted(text)))),
        _ => Ok((kind, name(path))),
    }
}

/// The term of a program: a file of Python, or `game`.
fn program(
    confinement: &Confinement,
    folder: &Path,
    file: &str,
    (memory, patience): (u64, u64),
) -> Result<String, String> {
    let own = format!("./{file}");
    let words = if file == "game" { vec!["./game"] } else { vec!["python3", &*own] };
    if file != "game" && !folder.join(RULES).exists() {
        let text = include_str!("../new/rules.py.txt");
        fs::write(folder.join(RULES), text).map_err(|error| io_words(&error))?;
    }
    let start = confinement.start(folder, "/game", &words)?;
    let patience = patience.min(600);
    Ok(format!("program({start}, memory={memory}, patience={patience}, startup={patience}000)"))
}

/// Examines the games, several at a time, each in a process of its own.
fn examine_all(handed_in: &[HandedIn], args: &ClassOfGames<'_>) -> Vec<GameExamination> {
    let bar = progress("games", handed_in.len() as u64, 0);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![None; handed_in.len()]));
    thread::scope(|scope| {
        for _ in 0..args.output.jobs(handed_in.len() as u64) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = handed_in.get(at) else { return };
                    let examined = examine(game, args);
                    found.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(examined);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.into_iter().map(Option::unwrap_or_default).collect()
}

/// Examines one game.
fn examine(game: &HandedIn, args: &ClassOfGames<'_>) -> GameExamination {
    let began = Instant::now();
    let mut found = match &game.found {
        Ok((kind, term)) => {
            let found = examined(term, args);
            GameExamination { kind: (*kind).to_owned(), ..found }
        }
        Err(why) => {
            let mut found = GameExamination::default();
            found.settle("refused", Some(why.clone()));
            found
        }
    };
    game.name.clone_into(&mut found.name);
    found.seconds = (began.elapsed().as_secs_f64() * 10.0).round() / 10.0;
    found
}

/// What a process of its own finds of the game of `term`, as far as it comes.
fn examined(term: &str, args: &ClassOfGames<'_>) -> GameExamination {
    let refused = |error: &io::Error| {
        let mut found = GameExamination::default();
        found.settle("unfinished", Some(format!("its examination: {}", io_words(error))));
        found
    };
    let begun = std::env::current_exe().and_then(|own| {
        let plays = args.plays.to_string();
        let words = ["class", "--games", "--examine", "--player", args.player, "--plays", &plays];
        Command::new(own)
            .args(words)
            .args(["--", term])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    });
    let mut child = match begun {
        Ok(child) => child,
        Err(error) => return refused(&error),
    };
    let lines = child.stdout.take().expect("it has a pipe");
    let reader = thread::spawn(move || {
        let read = BufReader::new(lines).lines().map_while(Result::ok);
        read.filter_map(|line| serde_json::from_str::<GameExamination>(&line).ok()).last()
    });
    let deadline = Instant::now() + Duration::from_secs(args.within);
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) if signals::is_asked() => break Err("interrupted".to_owned()),
            Ok(None) if deadline <= Instant::now() => {
                break Err(format!("not done within {} s; --within gives it longer", args.within));
            }
            Ok(None) => thread::sleep(PAUSE),
            Err(error) => break Err(io_words(&error)),
        }
    };
    let _ = child.kill();
    let _ = child.wait();
    let mut found = reader.join().ok().flatten().unwrap_or_default();
    if found.verdict.is_empty() || found.verdict == "unfinished" {
        let (verdict, why) = match ended {
            Ok(status) => ("broken", ends(status)),
            Err(why) => ("unfinished", why),
        };
        found.settle(verdict, Some(why));
    }
    found
}

/// How an examination ended that did not come to its end.
fn ends(status: ExitStatus) -> String {
    format!("it ended the process that examined it ({status}): out of memory, or of stack")
}

impl GamesOfClassDocument {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = vec![
            ["game", "kind", "laws", "seats", "positions", "moves", "plies", "first seat", "s"].map(str::to_owned),
        ];
        rows.extend(self.games.iter().map(row));
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..rows[0].len()).filter_map(width).collect();
        for row in &rows {
            let mut line = String::new();
            for (number, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Names on the left, numbers on the right.
                let room = " ".repeat(width - cell.chars().count());
                let (before, behind) = if number < 3 { ("", &*room) } else { (&*room, "") };
                line.extend([before, cell, behind, "  "]);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        for game in &self.games {
            for what in game.why.iter().chain(&game.remark) {
                writeln!(out)?;
                paragraph(out, 0, &format!("{}: {what}", game.name))?;
            }
        }
        if let Some(plays) = self.games.iter().find_map(|game| game.plays.as_ref()) {
            writeln!(out)?;
            let what = format!(
                "moves: of the seat to act, in the mean and at most; plies: of a play, in the mean and at \
                 most; first seat: what it gets more than the others, with 95 % interval; all in plays of {} \
                 against itself",
                plays.player
            );
            paragraph(out, 0, &what)?;
        }
        Ok(())
    }
}

fn row(game: &GameExamination) -> [String; 9] {
    let facts = game.facts.as_ref();
    let plays = game.plays.as_ref();
    let more = if game.has_more_positions { ">" } else { "" };
    let of_plays = |tell: fn(&super::examined::ExaminedPlays) -> String| plays.map_or_else(|| "–".to_owned(), tell);
    [
        game.name.clone(),
        game.kind.clone(),
        game.verdict.clone(),
        facts.map_or_else(|| "–".to_owned(), |facts| facts.seats.to_string()),
        game.positions.map_or_else(|| "–".to_owned(), |count| format!("{more}{}", grouped(count as u64))),
        of_plays(|plays| format!("{:.1} ({})", plays.mean_moves, plays.most_moves)),
        of_plays(|plays| format!("{:.1} ({})", plays.mean_plies, plays.most_plies)),
        of_plays(|plays| match plays.first_seat.zip(plays.first_seat_error) {
            Some((lead, error)) => format!("{lead:+.2} ± {error:.2}"),
            None => "–".to_owned(),
        }),
        format!("{:.1}", game.seconds),
    ]
}
