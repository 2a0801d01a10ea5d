//! `agon new`: a complete crate for a game or a player of your own, to be changed.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use agon_core::registry;

use crate::{failed::Failed, output::answer};

/// Writes a crate for a game or a player of your own.
///
/// It compiles, keeps the laws and plays at once; what it plays is a small example to be changed
/// into yours. Inside it lies an arena: the command agon with one more game or player.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon new game my-game
  agon new player my-player --into players/mine
  agon new game my-game --path-to-agon ~/src/agon

Exit codes: 0 done; 1 it could not be written; 2 the name cannot be used.")]
pub(crate) struct Args {
    /// What to make
    #[arg(value_parser = ["game", "player"])]
    kind: String,
    /// What people will call it: lower-case letters and digits, words joined by hyphens
    name: String,
    /// The folder to create; named like the crate by default
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Depend on the sources of Agon in this folder; found by itself if you are inside it
    #[arg(long, value_name = "FOLDER", conflicts_with = "git")]
    path_to_agon: Option<PathBuf>,
    /// Depend on Agon from this git repository; by default, on this version from the registry
    #[arg(long, value_name = "URL")]
    git: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    check_name(&args.kind, &args.name).map_err(Failed::usage)?;
    let source = AgonSource::of(args)?;
    let folder = args.into.clone().unwrap_or_else(|| PathBuf::from(&args.name));
    if folder.exists() {
        let folder = folder.display();
        return Err(Failed::usage(format!("{folder} already exists; name another --into")));
    }
    for (file, text) in files(&args.kind, &args.name, &source) {
        write(&folder.join(file), &text)?;
    }
    answer(|out| Ok(out.write_all(what_next(args, &folder, &source).as_bytes())?))
}

/// Where the crate has Agon from.
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
                Failed::usage(format!(
                    "{path}: not the sources of Agon; its folder `core` is missing"
                ))
            });
        }
        let here = Path::new(".").canonicalize()?;
        let around = here.ancestors().find(|folder| is_agon(folder));
        Ok(around.map_or(AgonSource::Registry, |folder| AgonSource::Path(folder.to_owned())))
    }

    /// What stands behind `NAME =` in a manifest, for the crate in `folder` of Agon's sources.
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
                format!("the registry, version {version}; see --path-to-agon and --git for others")
            }
        }
    }
}

/// Whether the sources of Agon lie here.
fn is_agon(folder: &Path) -> bool {
    fs::read_to_string(folder.join("core/Cargo.toml"))
        .is_ok_and(|manifest| manifest.contains("name = \"agon-core\""))
}

/// The longest name, since names stand in tables.
const LONGEST: usize = 40;

/// Names that Cargo, Rust or this crate's own dependencies have taken.
const TAKEN: &[&str] = &[
    "abstract",
    "alloc",
    "arena",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "main",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Whether there can be a game or a player of this name, and a crate.
///
/// # Errors
///
/// What is wrong with it, and what is accepted.
fn check_name(kind: &str, name: &str) -> Result<(), String> {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !begins || !name.split('-').all(is_word) || LONGEST < name.len() {
        return Err(format!(
            "no {kind} can be called `{name}`; accepted: a lower-case letter first, then lower-case \
             letters and digits, words joined by single hyphens, at most {LONGEST} characters, such \
             as my-{kind}"
        ));
    }
    if TAKEN.contains(&name) || name == "agon" || name.starts_with("agon-") {
        return Err(format!(
            "no crate can be called `{name}`: Rust or Agon uses that name; try my-{name}"
        ));
    }
    let is_known = match kind {
        "game" => registry::games().contains_key(name),
        _ => registry::players().contains_key(name),
    };
    if is_known {
        return Err(format!("there is a {kind} `{name}` in this arena already; try my-{name}"));
    }
    Ok(())
}

/// The files of the crate, by their places in it.
fn files(kind: &str, name: &str, source: &AgonSource) -> [(&'static str, String); 6] {
    let game = kind == "game";
    let pick =
        |of_game: &'static str, of_player: &'static str| if game { of_game } else { of_player };
    let manifest = pick(include_str!("new/game.toml.txt"), include_str!("new/player.toml.txt"));
    let library = pick(include_str!("new/game.rs.txt"), include_str!("new/player.rs.txt"));
    let fill = |template: &str| {
        template
            .replace("{core}", &source.dependency("core"))
            .replace("{library}", &source.dependency("arena"))
            .replace("{command}", &source.dependency("arena/agon"))
            .replace("{players}", &source.dependency("players"))
            .replace("{nim}", &source.dependency("games/nim"))
            .replace("{tic-tac-toe}", &source.dependency("games/tic-tac-toe"))
            .replace("{rust}", env!("CARGO_PKG_RUST_VERSION"))
            .replace("{crate}", &name.replace('-', "_"))
            .replace("{type}", &type_name(kind, name))
            .replace("{kinds}", pick("games", "players"))
            .replace("{name}", name)
    };
    [
        ("Cargo.toml", fill(manifest)),
        ("src/lib.rs", fill(library)),
        ("arena/Cargo.toml", fill(include_str!("new/arena.toml.txt"))),
        ("arena/src/main.rs", fill(include_str!("new/arena.rs.txt"))),
        (".gitignore", "/target\n".to_owned()),
        ("rustfmt.toml", "use_small_heuristics = \"Max\"\n".to_owned()),
    ]
}

/// The type names that the template of a game or a player uses itself.
const IN_TEMPLATES: &[&str] = &[
    "Algorithm",
    "AnyPosition",
    "ControlFlow",
    "Decision",
    "Err",
    "Facts",
    "Game",
    "GamePlugin",
    "Move",
    "Node",
    "None",
    "Ok",
    "Option",
    "OptionError",
    "OptionSpec",
    "Options",
    "PlayerPlugin",
    "Position",
    "Result",
    "Seat",
    "Self",
    "SetupError",
    "Some",
    "Spec",
    "Take",
    "TextError",
    "Turn",
    "Vec",
];

/// The type of a game or a player of that name: `MyGame` for `my-game`.
fn type_name(kind: &str, name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    let plain: String = name.split('-').map(capital).collect();
    if IN_TEMPLATES.contains(&&*plain) { plain + &capital(kind) } else { plain }
}

fn write(path: &Path, text: &str) -> Result<(), Failed> {
    let folder = path.parent().expect("a file of the crate lies in its folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| Failed::trouble(format!("{}: {error}", path.display())))
}

/// What was made, and what to type now.
fn what_next(args: &Args, folder: &Path, source: &AgonSource) -> String {
    let Args { kind, name, .. } = args;
    let plays = match kind.as_str() {
        "game" => format!("-g {name} -p random -p 'mcts(iterations=200)'"),
        _ => format!("-g nim -p {name} -p random"),
    };
    let other = if kind == "game" { "player" } else { "game" };
    format!(
        "{folder} holds the {kind} {name}, in src/lib.rs; Agon comes from {}\n\n\
         cd {folder}\n\
         cargo test                                   # does it keep the laws?\n\
         cargo run -p {name}-arena -- run {plays}\n\n\
         Its arena is the whole command agon, which is built once, for some minutes. Crates that share a \n\
         folder for what is built share that: export CARGO_TARGET_DIR=FOLDER. For long tournaments build it\n\
         with --release. A {other} of yours joins the same arena as a dependency in arena/Cargo.toml and a\n\
         `use` in arena/src/main.rs.\n",
        source.say(),
        folder = folder.display(),
    )
}
