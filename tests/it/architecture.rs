//! Which room may open a door to which. Each rule is an absence, so a reader cannot find it; a
//! test can.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use agon_core::registry;

use crate::{
    modules::{Modules, code_of},
    workspace,
};

/// The doors each room may open to others of the workspace. A room not listed may open any.
const DOORS: &[(&str, &[&str])] = &[
    ("core/laws", &["agon-core"]),
    ("core/rules", &["agon-core"]),
    ("core", &[]),
    ("games", &["agon-core"]),
    ("players", &["agon-core"]),
    (
        "arena/agon",
        &[
            "agon-arena",
            "agon-core",
            "agon-draw",
            "agon-engines",
            "agon-guest",
            "agon-laws",
            "agon-learn",
            "agon-models",
            "agon-protocol",
            "agon-roster",
            "agon-rules",
            "agon-serve",
            "agon-table",
        ],
    ),
    ("arena/serve", &["agon-arena", "agon-core", "agon-draw", "agon-roster", "agon-table"]),
    ("arena/table", &["agon-arena", "agon-core", "agon-draw", "agon-roster"]),
    ("arena/draw", &["agon-core"]),
    ("arena/engines", &["agon-core", "agon-protocol"]),
    ("arena/learn", &["agon-arena", "agon-core"]),
    ("arena/models", &["agon-core", "agon-learn"]),
    ("arena/guest", &["agon-arena", "agon-core", "agon-protocol"]),
    ("arena/protocol", &["agon-core"]),
    ("arena/Cargo.toml", &["agon-core", "agon-rules"]),
];

/// The rooms of the arena in the order in which a tournament passes through them: each may use
/// those before it. Ratings are functions of counts, which know of no tournament.
const ROOMS: &[&str] = &["rating", "ask", "plan", "play", "tally", "keep", "tell", "tune"];

/// Crates without circles among their modules. Games have none below their root.
const WITHOUT_CIRCLES: &[&str] = &[
    "arena",
    "arena/agon",
    "arena/draw",
    "arena/engines",
    "arena/guest",
    "arena/learn",
    "arena/protocol",
    "arena/python/native",
    "arena/serve",
    "arena/table",
    "core/laws",
    "core/rules",
    "players",
];

/// Modules of the core that need each other: a position is asked for its leaves, so that the loop over them is compiled
/// for the game behind one virtual call (`each_leaf`), and an estimator asks positions; and a position names its extras,
/// which are of positions. No other module of the core is in a circle.
const SAID_TOGETHER: &[&str] = &["estimator", "extras", "position"];

/// What no game, no player and not the core may lay hands on.
const NOT_INSIDE: &[&str] = &[
    "std::time::Instant",
    "Instant::now",
    "SystemTime",
    "std::fs",
    "std::net",
    "std::env::",
    "std::process",
    "std::io",
    "println!",
    "HashMap",
    "HashSet",
    "std::thread",
];

/// Where the laws read the environment: with a feature that the tests of a game's author turn on.
const WITH_ENVIRONMENT: &str = "core/laws/src/mutants/planted.rs";

/// Where players start threads, for those whose option `threads` asks for them.
const WITH_THREADS: &str = "players/src/crew.rs";

#[test]
fn rooms_open_only_their_own_doors() {
    for manifest in files("Cargo.toml") {
        let allowed = DOORS.iter().find(|(room, _)| inside(&manifest, room));
        let Some((_, allowed)) = allowed else { continue };
        let text = fs::read_to_string(&manifest).unwrap();
        // Tests may play what the crate itself must not name.
        let text = text.split("[dev-dependencies]").next().unwrap();
        for line in text.lines().filter(|line| line.starts_with("agon")) {
            let door = line.split(['.', ' ']).next().unwrap();
            assert!(allowed.contains(&door), "{} opens a door to {door}", manifest.display());
        }
    }
}

#[test]
fn rooms_of_the_arena_are_passed_in_one_direction() {
    let modules = Modules::of_folder(&workspace::root().join("arena/src"));
    assert!(40 < modules.len());
    assert_eq!(modules.back_doors(ROOMS), [] as [&str; 0]);
}

#[test]
fn a_room_of_the_arena_offers_a_list_and_no_files() {
    for room in ROOMS {
        let file = workspace::root().join("arena/src").join(room).with_extension("rs");
        let text = fs::read_to_string(&file).unwrap();
        let offers = ["pub use self::", "\npub struct "].iter().any(|item| text.contains(item));
        assert!(offers, "{room} offers nothing");
        assert!(!text.contains("\npub mod "), "{room} offers a file whole");
    }
}

#[test]
fn no_modules_form_a_circle() {
    let of = |folder: &str| Modules::of_folder(&workspace::root().join(folder).join("src"));
    let mut found = Vec::new();
    let mut look = |folder: &str, modules: Modules| {
        let circles: Vec<String> = modules.circles().iter().map(|c| format!("{c:?}")).collect();
        found.extend((!circles.is_empty()).then(|| format!("{folder}: {}", circles.join("; "))));
    };
    for folder in WITHOUT_CIRCLES {
        let modules = of(folder);
        assert!(1 < modules.len(), "{folder}");
        look(folder, modules);
    }
    look("core", of("core").without(SAID_TOGETHER));
    // A game's position is its root, which everything in it is about.
    for game in game_folders() {
        let folder = format!("games/{game}");
        look(&folder, of(&folder).without(&[""]));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn an_arena_of_one_game_compiles_that_game_alone() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", "agon-arena", "--edges", "normal,build", "--prefix", "none"])
        .args(["--all-features", "--locked", "--offline"])
        .current_dir(workspace::root())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    let crates: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(crates.contains(&"agon-core"), "{tree}");
    let own = crates.iter().filter(|name| name.starts_with("agon"));
    let others: Vec<&&str> = own.filter(|name| !["agon-arena", "agon-core", "agon-rules"].contains(name)).collect();
    assert!(others.is_empty(), "the arena depends on {others:?}");
    for terminal in ["clap", "clap_complete", "indicatif", "console", "ctrlc", "anstream"] {
        assert!(!crates.contains(&terminal), "the arena depends on {terminal}");
    }
}

#[test]
fn no_crate_depends_on_the_tests() {
    for manifest in files("Cargo.toml") {
        let text = fs::read_to_string(&manifest).unwrap();
        let depends = |l: &str| l.starts_with("agon-tests =") || l.starts_with("agon-tests.workspace");
        assert!(!text.lines().any(depends), "{}", manifest.display());
    }
}

#[test]
fn games_and_players_do_no_input_or_output_and_read_no_clock() {
    for source in files(".rs") {
        let is_inside = ["core", "games", "players"].iter().any(|room| inside(&source, room));
        // What a crate does in its own tests and benches is its own affair.
        if !is_inside || !source.components().any(|part| part.as_os_str() == "src") {
            continue;
        }
        let code = code_at(&source);
        for thing in NOT_INSIDE {
            let may = *thing == "std::thread" && source.ends_with(WITH_THREADS)
                || *thing == "std::env::" && source.ends_with(WITH_ENVIRONMENT);
            assert!(may || !code.contains(thing), "{}: {thing}", source.display());
        }
    }
}

/// What a file has for its users: nothing of it, where it is a file of tests.
fn code_at(source: &Path) -> String {
    let inside = source.strip_prefix(workspace::root()).unwrap();
    if inside.ends_with("tests.rs") || inside.iter().any(|part| part == "tests") {
        return String::new();
    }
    code_of(&fs::read_to_string(source).unwrap())
}

#[test]
fn only_the_roster_names_a_game_or_a_player() {
    let games = game_folders().into_iter().map(|name| format!("agon_{}", name.replace('-', "_")));
    let names: Vec<String> = games.chain(["agon_players".to_owned()]).collect();
    for source in files(".rs") {
        if !inside(&source, "arena") || inside(&source, "arena/roster") {
            continue;
        }
        let text = code_at(&source);
        for name in &names {
            let named = text.contains(&format!("{name}::")) || text.contains(&format!("{name};"));
            assert!(!named, "{} names {name}", source.display());
        }
    }
}

/// The folders of all games, in order.
fn game_folders() -> Vec<String> {
    let mut folders: Vec<String> = fs::read_dir(workspace::root().join("games"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    folders
}

/// The games that a folder defines, by the names in its sources.
fn games_in(folder: &str) -> Vec<String> {
    let folder = workspace::root().join("games").join(folder).join("src");
    let sources = files(".rs").into_iter().filter(|source| source.starts_with(&folder));
    let name_in = |line: &str| {
        let name = line.trim().strip_prefix("const NAME: &'static str = \"")?;
        name.strip_suffix("\";").map(str::to_owned)
    };
    let names = sources.flat_map(|source| code_at(&source).lines().filter_map(name_in).collect::<Vec<_>>());
    names.collect()
}

#[test]
fn every_game_folder_is_linked_and_bound() {
    let mut defined = Vec::new();
    for folder in game_folders() {
        let games = games_in(&folder);
        // A folder has the name of its game; or of what its games have in common.
        assert!(games == [folder.as_str()] || 1 < games.len(), "games/{folder} defines {games:?}");
        defined.extend(games);
    }
    defined.sort();
    let linked: Vec<&str> = workspace::games().map(|game| game.name).filter(|n| *n != "squares").collect();
    assert_eq!(defined, linked, "arena/roster/src/lib.rs links what stands in games/");
    let random = registry::player("random").unwrap();
    let bound = |name: &&str| random.is_native_at(&registry::game(name).unwrap().start);
    let bound: Vec<&str> = linked.iter().copied().filter(bound).collect();
    if cfg!(feature = "native") {
        // What wraps any game has no positions of a type of its own.
        let own: Vec<&str> = linked.into_iter().filter(|name| *name != "disguise").collect();
        assert_eq!(bound, own, "a game is linked but bound to no player");
    } else {
        assert_eq!(bound, workspace::TWINS, "one game of each kind is bound to its players");
    }
}

/// The traits beside `Position`, each with the word by which a game says that it implements it.
const EXTRAS: &[(&str, &str)] =
    &[("Explained", "explained"), ("Featured", "featured"), ("Learnable", "learnable"), ("Symmetric", "symmetric")];

/// What is not named nobody finds, and the game has the default.
#[test]
fn a_game_names_what_it_implements_beside_its_rules() {
    for (name, word) in EXTRAS {
        let mut found = 0;
        for file in files(".rs") {
            let code = fs::read_to_string(&file).unwrap();
            for line in code.lines().filter(|line| line.starts_with("impl")) {
                let Some((_, game)) = line.split_once(&format!(" {name} for ")) else { continue };
                let (_, rules) = code.split_once(&format!(" Position for {game}\n")).unwrap();
                let (rules, _) = rules.split_once("\n}\n").unwrap();
                assert!(rules.contains(&format!(".{word}()")), "{}: {line}", file.display());
                found += 1;
            }
        }
        assert!(5 <= found, "{name}: {found}");
    }
}

/// `tests/laws.rs` checks every registered game, so a crate that does too would do it twice. The one written
/// as a stranger writes one keeps its own.
#[test]
fn the_laws_of_a_game_are_checked_once() {
    let twice = |file: &PathBuf| fs::read_to_string(file).unwrap().contains("agon_laws::check_game");
    let own = files(".rs").into_iter().filter(|file| inside(file, "games"));
    assert_eq!(own.filter(twice).collect::<Vec<_>>(), Vec::<PathBuf>::new());
    let outside = fs::read_to_string(workspace::root().join("tests/outside/game/src/lib.rs")).unwrap();
    assert!(outside.contains("agon_laws::check_game"));
}

/// The texts of a library's file that its users see: `submission.rs` writes scripts, which call the command, the page of
/// worksheets shows the command that prints the same sheet, and the warden starts itself.
fn code_of_library(file: &Path) -> Option<(String, String)> {
    let name = file.strip_prefix(workspace::root()).unwrap().display().to_string();
    let is_library =
        !["arena/agon/", "tests/", "arena/examples/", "target/"].iter().any(|folder| name.starts_with(folder));
    let calls = ["arena/src/tell/submission.rs", "arena/engines/src/warden.rs", "arena/serve/src/pages/worksheet.rs"];
    let is_told = is_library && !name.contains("/tests") && !calls.contains(&name.as_str());
    is_told.then(|| (name, code_of(&fs::read_to_string(file).unwrap())))
}

/// Libraries are used by a command, a page and programs of others: what one of them has to write to say
/// something else is its own matter.
#[test]
fn no_library_names_a_flag_of_the_command() {
    let mut wrong = Vec::new();
    for (name, code) in files(".rs").iter().filter_map(|file| code_of_library(file)) {
        let flags = code.lines().filter(|line| {
            line.match_indices("--").any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let after = line[at + 2..].chars().next();
                before.is_none_or(|c| " \"`'(".contains(c)) && after.is_some_and(|c| c.is_ascii_lowercase())
            })
        });
        wrong.extend(flags.map(|line| format!("{name}: {}", line.trim())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Nor a command: the room that reads a person's input adds the command to a message. The server's pages are
/// for people who have started it by a command.
#[test]
fn no_library_names_a_command() {
    let commands = fs::read_to_string(workspace::root().join("arena/agon/src/lib.rs")).unwrap();
    let (_, listed) = commands.split_once("enum Command {").unwrap();
    let (listed, _) = listed.split_once("\n}").unwrap();
    let names: Vec<String> = listed
        .lines()
        .filter_map(|line| Some(line.trim().split_once('(')?.0.to_lowercase()))
        .filter(|name| name.chars().all(char::is_alphabetic))
        .collect();
    assert!(20 < names.len(), "{names:?}");
    let mut wrong = Vec::new();
    for (name, code) in files(".rs").iter().filter_map(|file| code_of_library(file)) {
        if name.starts_with("arena/serve/") {
            continue;
        }
        let named = |line: &&str| {
            names.iter().any(|command| {
                let words = format!("agon {command}");
                line.split(&words[..]).skip(1).any(|rest| !rest.starts_with(char::is_alphanumeric))
            })
        };
        wrong.extend(code.lines().filter(named).map(|line| format!("{name}: {}", line.trim())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A message of the system about a file contains a number: people read `io_words` instead. Where an error
/// is known to be the system's, by its type, nothing writes it as it is.
#[test]
fn messages_contain_no_error_number_of_the_system() {
    let mut wrong = Vec::new();
    for file in files(".rs").iter().filter(|file| inside(file, "arena") && !inside(file, "arena/serve")) {
        let code = code_at(file);
        let name = file.strip_prefix(workspace::root()).unwrap().display().to_string();
        let is_raw = |text: &str| text.contains("{error}") || text.contains("error.to_string()");
        // A variant, with the attributes before it.
        for variant in code.split("#[error(").skip(1) {
            let Some((said, fields)) = variant.split_once(")]") else { continue };
            let fields = fields.split("#[error(").next().unwrap_or_default();
            let own = fields.split("\n    }").next().unwrap_or_default();
            if own.contains("io::Error") && said.contains("{error}") {
                wrong.push(format!("{name}: {}", said.trim()));
            }
        }
        // A closure, up to the end of its statement.
        for closure in code.split(": io::Error|").skip(1) {
            let body = closure.split(';').next().unwrap_or_default();
            if is_raw(body) {
                wrong.push(format!("{name}: {}", body.trim()));
            }
        }
        // What a call for a file refuses, written at once.
        for refused in ["fs::read(", "fs::read_to_string(", "fs::write(", "File::open(", "File::create(", "read_text("]
        {
            for call in code.split(refused).skip(1) {
                let rest = call.split(';').next().unwrap_or_default();
                if rest.contains(".map_err(|error|") && is_raw(rest) {
                    wrong.push(format!("{name}: {refused}{}", rest.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A workspace of its own cannot inherit from this one, and repeats its lints; but the macro of
/// libFuzzer's targets writes `unsafe`, and so does what a page calls by its name.
#[test]
fn every_crate_keeps_the_lints() {
    let lints = |manifest: &Path| {
        let text = fs::read_to_string(manifest).unwrap();
        let (_, after) = text.split_once("[workspace.lints.rust]")?;
        let tables = after.split("\n[").take(2).collect::<Vec<_>>().join("[");
        let settings = tables.lines().filter(|line| line.contains(" = "));
        Some(settings.map(str::to_owned).collect::<Vec<_>>())
    };
    let root = workspace::root().join("Cargo.toml");
    let ours = lints(&root).unwrap();
    assert!(10 < ours.len(), "{ours:?}");
    for manifest in files("Cargo.toml").into_iter().filter(|manifest| *manifest != root) {
        let (name, text) = (manifest.display(), fs::read_to_string(&manifest).unwrap());
        assert!(text.contains("\n[lints]\nworkspace = true"), "{name}");
        let Some(theirs) = lints(&manifest) else {
            assert!(!text.contains("\n[workspace]"), "{name}");
            continue;
        };
        let differ: Vec<_> = theirs.iter().filter(|&line| !ours.contains(line)).collect();
        let is_called_from_outside = text.contains("cargo-fuzz = true") || text.contains("name = \"agon-site\"");
        let may = [r#"unsafe_code = "allow""#];
        assert_eq!(differ, &may[..usize::from(is_called_from_outside)], "{name}");
        assert_eq!(theirs.len(), ours.len(), "{name}");
    }
}

/// For a package that a profile names Cargo takes `strip` from there and not from the profile, and `"*"` names the others.
#[test]
fn the_program_that_is_installed_is_stripped() {
    let text = fs::read_to_string(workspace::root().join("Cargo.toml")).unwrap();
    let (_, profile) = text.split_once("\n[profile.dist]\n").unwrap();
    let (own, packages) = profile.split_once("\n[profile.dist.package]\n").unwrap();
    assert!(own.contains("\nstrip = true\n"), "{own}");
    let mut packages = packages.split("\n[").next().unwrap().lines();
    let program = packages.find(|line| line.starts_with("agon =") || line.starts_with("agon."));
    assert!(program.is_some_and(|line| line.contains("strip = true")), "{program:?}");
}

/// Profiles inherit what packages are said to be in another.
#[test]
fn what_the_first_build_leaves_slow_is_fast_where_it_is_installed_or_measured() {
    let text = fs::read_to_string(workspace::root().join("Cargo.toml")).unwrap();
    let named = |profile: &str| {
        let (_, packages) = text.split_once(&format!("\n[profile.{profile}.package]\n")).unwrap();
        let packages = packages.split("\n[").next().unwrap().lines();
        packages.filter_map(|line| line.split(['.', ' ']).next()).map(str::to_owned).collect::<Vec<_>>()
    };
    let (first, installed, measured) = (named("release"), named("dist"), named("bench"));
    let ours: Vec<_> = first.iter().filter(|name| name.starts_with("agon")).collect();
    assert!(8 <= ours.len(), "{ours:?}");
    for name in ours {
        assert!(installed.contains(name), "{name} is not installed as the profile `dist` says, but as `release` does");
        let is_drawn_or_served = ["agon-draw", "agon-serve", "agon-table"].contains(&&**name);
        assert!(is_drawn_or_served || measured.contains(name), "{name} is measured as `release` builds it");
    }
    for profile in ["dist", "bench"] {
        let (_, own) = text.split_once(&format!("\n[profile.{profile}]\n")).unwrap();
        assert!(own.split("\n[").next().unwrap().contains("opt-level = 3"), "{profile}");
    }
}

/// `cargo package` asks for them, crate by crate; a registry shows them.
#[test]
fn every_crate_can_be_packaged() {
    for manifest in files("Cargo.toml") {
        let text = fs::read_to_string(&manifest).unwrap();
        if !text.contains("[package]") {
            continue;
        }
        if inside(&manifest, "tests") {
            assert!(text.contains("publish = false"), "{}", manifest.display());
            continue;
        }
        // A part of the Python package, which is published as a whole; and what is built where it is used.
        let is_part = ["arena/python", "arena/site"].iter().any(|folder| inside(&manifest, folder));
        if is_part && text.contains("publish = false") {
            continue;
        }
        for line in ["description = ", "license.", "keywords.", "categories"] {
            let says = text.lines().any(|l| l.starts_with(line));
            assert!(says, "{} says no `{line}`", manifest.display());
        }
        for shown in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
            let file = manifest.with_file_name(shown);
            assert!(file.exists(), "{} is missing", file.display());
            // A link that was copied as its path is no licence.
            let is_same = fs::read(&file).unwrap() == fs::read(workspace::root().join(shown)).unwrap();
            assert!(is_same || shown == "README.md", "{} is another", file.display());
        }
    }
    let root = fs::read_to_string(workspace::root().join("Cargo.toml")).unwrap();
    for line in root.lines().filter(|l| l.starts_with("agon") && l.contains("path")) {
        assert!(line.contains("version"), "no version, so it cannot be packaged: {line}");
    }
}

/// Cargo spends a second or more on a library without tests, and on documentation without examples.
#[test]
fn manifests_declare_missing_tests_and_examples_truthfully() {
    for manifest in files("Cargo.toml") {
        let text = fs::read_to_string(&manifest).unwrap();
        let library = text.split("[lib]").nth(1).unwrap_or("").split("\n[").next().unwrap();
        let folder = manifest.with_file_name("src");
        let says = |what: &str| library.lines().any(|line| line == format!("{what} = false"));
        for source in files(".rs").into_iter().filter(|source| source.starts_with(&folder)) {
            let text = fs::read_to_string(&source).unwrap();
            assert!(!says("test") || !text.contains("#[test]"), "{} has tests", source.display());
            let docs = text.lines().map(str::trim_start);
            let docs = docs.filter(|line| line.starts_with("///") || line.starts_with("//!"));
            let fences = docs.filter_map(|line| line[3..].trim().strip_prefix("```"));
            let has_examples = fences.step_by(2).any(|language| language != "text");
            assert!(!says("doctest") || !has_examples, "{} has examples", source.display());
        }
    }
}

#[test]
fn every_file_opens_with_its_purpose() {
    for source in files(".rs") {
        let text = fs::read_to_string(&source).unwrap();
        assert!(text.starts_with("//! "), "{} does not open with `//!`", source.display());
    }
}

#[test]
fn every_dependency_may_be_used_under_a_permissive_licence() {
    // What this machine compiles, and has therefore. `.ci/deep licences` reads those of all machines.
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--workspace", "--prefix", "none", "--format", "{l}|{p}"])
        .args(["--locked", "--offline"])
        .current_dir(workspace::root())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    let packages: BTreeSet<&str> = tree.lines().filter(|line| !line.is_empty()).collect();
    assert!(100 < packages.len(), "{tree}");
    for package in packages {
        let (licence, name) = package.split_once('|').unwrap();
        assert!(is_permissive(licence), "{name} is under {licence:?}");
    }
}

#[test]
fn a_licence_is_permissive_if_a_permissive_one_may_be_chosen() {
    for licence in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-2.0) AND Zlib"] {
        assert!(is_permissive(licence), "{licence}");
    }
    for licence in ["none", "GPL-3.0", "GPL-3.0 AND MIT", "LGPL-3.0-or-later", "MIT AND AGPL-3.0"] {
        assert!(!is_permissive(licence), "{licence}");
    }
}

/// Whether permissive licences alone satisfy an SPDX expression.
fn is_permissive(licence: &str) -> bool {
    let permissive = |name: &str| {
        let known = [
            "MIT",
            "Apache-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "ISC",
            "Zlib",
            "Unlicense",
            "0BSD",
            "CC0-1.0",
            "Unicode-3.0",
            "MPL-2.0",
            "BSL-1.0",
        ];
        known.contains(&name)
    };
    let id = |wanted: &spdx::LicenseReq| wanted.license.id().is_some_and(|id| permissive(id.name));
    spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX).is_ok_and(|expression| expression.evaluate(id))
}

fn inside(file: &Path, room: &str) -> bool {
    file.starts_with(workspace::root().join(room))
}

/// Every file of the workspace whose name ends so, in order.
fn files(suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![workspace::root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(suffix) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
