//! `agon new`: a complete crate for a game or a player of your own, to be changed.

mod sample_game;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use agon_core::registry;

use agon_arena::ask::io_words;

use self::sample_game::SampleGame;
use crate::{failed::Failed, output::answer};

/// Writes a crate for a game or a player of your own.
///
/// It is a small example that compiles, keeps the laws and plays: change it into your own. Inside
/// it lies an arena, the command agon with your game or player added.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon new game my-game
  agon new game my-cards --hidden
  agon new game my-dice --dice
  agon new game --python mine.py
  agon new game --python cards.py --hidden
  agon new game --module mine.c
  agon new player my-player --into players/mine
  agon new game my-game --path-to-agon ~/src/agon

Exit codes: 0 done; 1 a file cannot be written; 2 wrong usage, such as a name that is taken.")]
pub(crate) struct Args {
    /// What to make
    #[arg(value_parser = ["game", "player"])]
    kind: String,
    /// Its name: lower-case letters and digits, words joined by hyphens
    #[arg(required_unless_present_any = ["python", "module"])]
    name: Option<String>,
    /// Write a game in Python to this file; agon games program explains such games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "into", "path_to_agon", "git"])]
    python: Option<PathBuf>,
    /// Write a game in C to this file, for a WebAssembly module; agon games module explains them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "python", "hidden", "into", "path_to_agon", "git"])]
    module: Option<PathBuf>,
    /// A game with hidden information, such as cards or simultaneous choices
    #[arg(long)]
    hidden: bool,
    /// A game in which chance has a part: dice
    #[arg(long, conflicts_with_all = ["python", "module", "hidden", "seats"])]
    dice: bool,
    /// A game for three seats, or four
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4))]
    #[arg(conflicts_with_all = ["python", "module", "hidden"])]
    seats: Option<u8>,
    /// The folder to create; by default, the name of the crate
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Depend on the sources of Agon in this folder; the default inside them
    #[arg(long, value_name = "FOLDER", conflicts_with = "git")]
    path_to_agon: Option<PathBuf>,
    /// Depend on Agon from this git repository; the default is this version from the registry
    #[arg(long, value_name = "URL")]
    git: Option<String>,
}

impl Args {
    /// The name of the crate; empty for a file in Python or C.
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// The game that is written, if one is.
    fn sample(&self) -> SampleGame {
        match self.seats {
            _ if self.hidden => SampleGame::Hidden,
            _ if self.dice => SampleGame::Dice,
            Some(seats) => SampleGame::Seats(seats),
            None => SampleGame::Open,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if let Some(file) = &args.python {
        return python(args, file);
    }
    if let Some(file) = &args.module {
        return module(args, file);
    }
    check_name(&args.kind, args.name()).map_err(Failed::usage)?;
    let asked = [("--hidden", args.hidden), ("--dice", args.dice), ("--seats", args.seats.is_some())];
    if let Some((option, _)) = asked.into_iter().find(|&(_, is_asked)| is_asked && args.kind != "game") {
        return Err(Failed::usage(format!(
            "{option} is for a game; a player declares in its constant `PLAYS` which games it plays"
        )));
    }
    let source = AgonSource::of(args)?;
    let folder = args.into.clone().unwrap_or_else(|| PathBuf::from(args.name()));
    if folder.exists() {
        let folder = folder.display();
        return Err(Failed::usage(format!("{folder} already exists; choose another with --into")));
    }
    for (file, text) in files(args, &source) {
        write(&folder.join(file), &text)?;
    }
    answer(|out| Ok(out.write_all(what_next(args, &folder, &source).as_bytes())?))
}

/// Writes a game in Python, and beside it the module that answers Agon's questions.
fn python(args: &Args, file: &Path) -> Result<(), Failed> {
    let shown = file.display();
    if args.kind != "game" {
        return Err(Failed::usage("--python is for a game; docs/python.md explains players in Python"));
    }
    let_be_new(file, ("Python", "py"))?;
    let rules = file.with_file_name("agon_rules.py");
    if !rules.exists() {
        write(&rules, include_str!("new/rules.py.txt"))?;
    }
    let (text, what, player) = if args.hidden {
        (include_str!("new/cards.py.txt"), "Kuhn poker", "ismcts")
    } else {
        (include_str!("new/game.py.txt"), "tic-tac-toe", "mcts")
    };
    write(file, text)?;
    answer(|out| {
        writeln!(
            out,
            "{shown} holds a game, {what}: change it into your own; agon_rules.py beside it answers \
             Agon's questions\n\n\
             agon show 'program(\"python3 {shown}\")'\n\
             agon laws 'program(\"python3 {shown}\")'                   # does it keep every law?\n\
             agon run -g 'program(\"python3 {shown}\")' -p random -p {player}"
        )?;
        Ok(())
    })
}

/// Refuses a file that exists, or whose name has not the ending of its language.
fn let_be_new(file: &Path, (language, end): (&str, &str)) -> Result<(), Failed> {
    let shown = file.display();
    if file.extension().is_none_or(|found| found != end) {
        return Err(Failed::usage(format!(
            "{shown}: the name of a {language} file ends in .{end}, such as mine.{end}"
        )));
    }
    if file.exists() {
        return Err(Failed::usage(format!("{shown} already exists; choose another name")));
    }
    Ok(())
}

/// Writes a game in C, to be compiled to a module.
fn module(args: &Args, file: &Path) -> Result<(), Failed> {
    if args.kind != "game" {
        return Err(Failed::usage("--module is for a game; a player is a program, or written in Rust"));
    }
    let_be_new(file, ("C", "c"))?;
    write(file, include_str!("new/game.c.txt"))?;
    let (shown, made) = (file.display(), file.with_extension("wasm"));
    let made = made.display();
    answer(|out| {
        writeln!(
            out,
            "{shown} holds a game, tic-tac-toe: change it into your own; docs/module.md explains each function\n\n\
             clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=4096 \
             -Wl,--initial-memory=65536 -o {made} {shown}\n\
             agon laws 'module(file=\"{made}\")'                   # does it keep every law?\n\
             agon run -g 'module(file=\"{made}\")' -p mcts -p 'alpha-beta(depth=4)'"
        )?;
        Ok(())
    })
}

/// Where the crate gets Agon from.
enum AgonSource {
    /// The sources, in this folder.
    Path(PathBuf),
    /// A git repository.
    Git(String),
    /// The registry, in this version.
    Registry,
}

impl AgonSource {
    fn of(args: &Args) -> Result<AgonSource, Failed> {
        if let Some(url) = &args.git {
            return Ok(AgonSource::Git(url.clone()));
        }
        if let Some(path) = &args.path_to_agon {
            let whole = path.canonicalize().ok().filter(|path| is_agon(path));
            let path = path.display();
            return whole.map(AgonSource::Path).ok_or_else(|| {
                Failed::usage(format!("{path}: not the sources of Agon; its folder `core` is missing"))
            });
        }
        let here = Path::new(".").canonicalize()?;
        let around = here.ancestors().find(|folder| is_agon(folder));
        Ok(around.map_or(AgonSource::Registry, |folder| AgonSource::Path(folder.to_owned())))
    }

    /// The value of `NAME =` in a manifest, for the crate in `folder` of Agon's sources.
    fn dependency(&self, folder: &str) -> String {
        match self {
            // A literal string of TOML: backslashes of paths stay as they are.
            AgonSource::Path(root) => format!("{{ path = '{}' }}", root.join(folder).display()),
            AgonSource::Git(url) => format!("{{ git = '{url}' }}"),
            AgonSource::Registry => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
        }
    }

    fn say(&self) -> String {
        match self {
            AgonSource::Path(root) => format!("the sources in {}", root.display()),
            AgonSource::Git(url) => url.clone(),
            AgonSource::Registry => {
                let version = env!("CARGO_PKG_VERSION");
                format!("the registry, version {version}; --path-to-agon and --git name other sources")
            }
        }
    }
}

/// Whether the sources of Agon lie here.
fn is_agon(folder: &Path) -> bool {
    fs::read_to_string(folder.join("core/Cargo.toml")).is_ok_and(|manifest| manifest.contains("name = \"agon-core\""))
}

/// The longest name, since names stand in tables.
const LONGEST: usize = 40;

/// Names that Cargo, Rust or the new crate's dependencies use.
const TAKEN: &str = "\
    abstract alloc arena as async await become box break build const continue core crate deps do \
    dyn else enum examples extern false final fn for gen if impl in incremental let loop macro \
    main match mod move mut override priv proc-macro pub ref return self static std struct super \
    test trait true try type typeof unsafe unsized use virtual where while yield";

/// Whether a word is in this list, separated by spaces.
fn is_among(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Checks that a game or a player, and its crate, may have this name; the error has the accepted form.
fn check_name(kind: &str, name: &str) -> Result<(), String> {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !begins || !name.split('-').all(is_word) || LONGEST < name.len() {
        return Err(format!(
            "no {kind} can be named `{name}`; accepted: a lower-case letter first, then lower-case \
             letters and digits, words joined by single hyphens, at most {LONGEST} characters, such \
             as my-{kind}"
        ));
    }
    if is_among(TAKEN, name) || name == "agon" || name.starts_with("agon-") {
        return Err(format!("no crate can be named `{name}`: Rust or Agon uses that name; try my-{name}"));
    }
    let is_known = match kind {
        "game" => registry::games().contains_key(name),
        _ => registry::players().contains_key(name),
    };
    if is_known {
        return Err(format!("this arena has a {kind} `{name}` already; try my-{name}"));
    }
    Ok(())
}

/// The files of the crate: paths and texts.
fn files(args: &Args, source: &AgonSource) -> Vec<(&'static str, String)> {
    let (kind, name) = (&args.kind, args.name());
    let game = kind == "game";
    let pick = |of_game: &'static str, of_player: &'static str| if game { of_game } else { of_player };
    let manifest = pick(include_str!("new/game.toml.txt"), include_str!("new/player.toml.txt"));
    let sample = args.sample();
    let library = pick(sample.library(), include_str!("new/player.rs.txt"));
    let fill = |template: &str| {
        template
            .replace("{core}", &source.dependency("core"))
            .replace("{laws}", &source.dependency("core/laws"))
            .replace("{library}", &source.dependency("arena"))
            .replace("{command}", &source.dependency("arena/agon"))
            .replace("{players}", &source.dependency("players"))
            .replace("{nim}", &source.dependency("games/nim"))
            .replace("{tic-tac-toe}", &source.dependency("games/tic-tac-toe"))
            .replace("{rust}", env!("CARGO_PKG_RUST_VERSION"))
            .replace("{crate}", &name.replace('-', "_"))
            .replace("{type}", &type_name(kind, name))
            .replace("{kinds}", pick("games", "players"))
            .replace("{seats}", &sample.seats().to_string())
            .replace("{openings}", sample.openings())
            .replace("{signed-up}", &sample.signed_up())
            .replace("{name}", name)
    };
    let mut files = vec![
        ("Cargo.toml", fill(manifest)),
        ("src/lib.rs", fill(library)),
        ("arena/Cargo.toml", fill(include_str!("new/arena.toml.txt"))),
        ("arena/src/main.rs", fill(include_str!("new/arena.rs.txt"))),
        (".gitignore", "/target\n".to_owned()),
        ("rustfmt.toml", "use_small_heuristics = \"Max\"\n".to_owned()),
    ];
    if game {
        files.push(("tests/round_robin.rs", fill(include_str!("new/round.rs.txt"))));
    }
    files
}

/// The type names that the template of a game or a player uses itself.
const IN_TEMPLATES: &str = "\
    Algorithm AnyPosition ControlFlow Decision Err Eye Facts Fingers Game GamePlugin Move Node \
    None Number Ok Option OptionError OptionSpec Options PlayerPlugin Position Result Seat Self \
    SetupError Some Spec Stream Take TextError Turn Vec";

/// The type of a game or a player of that name: `MyGame` for `my-game`.
fn type_name(kind: &str, name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    let plain: String = name.split('-').map(capital).collect();
    if is_among(IN_TEMPLATES, &plain) { plain + &capital(kind) } else { plain }
}

fn write(path: &Path, text: &str) -> Result<(), Failed> {
    let folder = path.parent().expect("a file of the crate lies in its folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| Failed::trouble(format!("{}: {}", path.display(), io_words(&error))))
}

/// The answer: the folder, and the commands to type next.
fn what_next(args: &Args, folder: &Path, source: &AgonSource) -> String {
    let (kind, name) = (&args.kind, args.name());
    let plays = match kind.as_str() {
        "game" => format!("-g {name} {}", args.sample().plays()),
        _ => format!("-g nim -p {name} -p random"),
    };
    let other = if kind == "game" { "player" } else { "game" };
    format!(
        "{folder} holds the {kind} {name}, in src/lib.rs; Agon comes from {}\n\n\
         cd {folder}\n\
         cargo test                                   # does it keep the laws?\n\
         cargo run -p {name}-arena -- run {plays}\n\n\
         Its arena is the whole command agon; the first build takes some minutes. Several crates can share\n\
         it: export CARGO_TARGET_DIR=FOLDER. For long tournaments build with --release. To add a {other} of\n\
         yours to this arena, name it as a dependency in arena/Cargo.toml and with `use` in arena/src/main.rs.\n",
        source.say(),
        folder = folder.display(),
    )
}
