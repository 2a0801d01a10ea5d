//! Which room may open a door to which. Each rule is an absence, so a reader cannot find it; a
//! test can.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use agon_core::registry;

use crate::{
    house,
    modules::{Modules, type_names},
};

/// The doors each room may open to others of the house. A room not listed may open any.
const DOORS: &[(&str, &[&str])] = &[
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
            "agon-protocol",
            "agon-roster",
            "agon-serve",
            "agon-table",
        ],
    ),
    ("arena/serve", &["agon-arena", "agon-core", "agon-draw", "agon-roster", "agon-table"]),
    ("arena/table", &["agon-arena", "agon-core", "agon-draw", "agon-roster"]),
    ("arena/draw", &["agon-core"]),
    ("arena/engines", &["agon-core", "agon-protocol"]),
    ("arena/guest", &["agon-arena", "agon-core", "agon-protocol"]),
    ("arena/protocol", &["agon-core"]),
    ("arena/Cargo.toml", &["agon-core"]),
];

/// The rooms of the arena in the order in which a tournament passes through them: each may use
/// those before it. Ratings are functions of counts, which know of no tournament.
const ROOMS: &[&str] = &["rating", "ask", "plan", "play", "tally", "keep", "tell", "tune"];

/// Where every type has a name of its own.
const ROOMS_OF_TYPES: &[&str] = &[
    "core/src",
    "arena/src",
    "arena/draw/src",
    "arena/guest/src",
    "arena/protocol/src",
    "arena/table/src",
    "arena/agon/src",
];

/// Crates without circles among their modules. Games have none below their root.
const WITHOUT_CIRCLES: &[&str] = &[
    "arena",
    "arena/agon",
    "arena/engines",
    "arena/guest",
    "arena/protocol",
    "arena/serve",
    "arena/table",
    "players",
];

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
    let modules = Modules::of_folder(&house::root().join("arena/src"));
    assert!(40 < modules.len());
    assert_eq!(modules.back_doors(ROOMS), [] as [&str; 0]);
}

#[test]
fn a_room_of_the_arena_offers_a_list_and_no_files() {
    for room in ROOMS {
        let file = house::root().join("arena/src").join(room).with_extension("rs");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("pub use self::"), "{room} offers nothing");
        assert!(!text.contains("\npub mod "), "{room} offers a file whole");
    }
}

#[test]
fn no_modules_form_a_circle() {
    let of = |folder: &str| Modules::of_folder(&house::root().join(folder).join("src"));
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
    // A game's position is its root, which everything in it is about.
    for game in game_folders() {
        let folder = format!("games/{game}");
        look(&folder, of(&folder).below_the_root());
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_type_of_the_core_or_the_arena_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files(".rs") {
        let name = file.strip_prefix(house::root()).unwrap().display().to_string();
        let is_tests = name.ends_with("tests.rs");
        if is_tests || !ROOMS_OF_TYPES.iter().any(|room| inside(&file, room)) {
            continue;
        }
        for found in type_names(&fs::read_to_string(&file).unwrap()) {
            places.entry(found).or_default().push(name.clone());
        }
    }
    assert!(100 < places.len(), "{}", places.len());
    // Every command reads its arguments into a type of this name, and no other file sees it.
    places.remove("Args");
    places.retain(|_, files| 1 < files.len());
    assert!(places.is_empty(), "one name, several types: {places:#?}");
}

#[test]
fn an_arena_of_one_game_compiles_that_game_alone() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", "agon-arena", "--edges", "normal,build", "--prefix", "none"])
        .args(["--all-features", "--locked", "--offline"])
        .current_dir(house::root())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    let crates: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(crates.contains(&"agon-core"), "{tree}");
    let own = crates.iter().filter(|name| name.starts_with("agon"));
    let others: Vec<&&str> =
        own.filter(|name| !["agon-arena", "agon-core"].contains(name)).collect();
    assert!(others.is_empty(), "the arena depends on {others:?}");
    for terminal in ["clap", "clap_complete", "indicatif", "console", "ctrlc", "anstream"] {
        assert!(!crates.contains(&terminal), "the arena depends on {terminal}");
    }
}

#[test]
fn nobody_depends_on_the_tests() {
    for manifest in files("Cargo.toml") {
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(!text.lines().any(|l| l.starts_with("agon-tests")), "{}", manifest.display());
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
        let text = fs::read_to_string(&source).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap();
            for thing in NOT_INSIDE {
                if *thing == "std::thread" && source.ends_with(WITH_THREADS) {
                    continue;
                }
                assert!(!line.contains(thing), "{}:{}: {thing}", source.display(), number + 1);
            }
        }
    }
}

#[test]
fn only_the_roster_names_a_game_or_a_player() {
    let games = registry::games().keys().map(|name| format!("agon_{}", name.replace('-', "_")));
    let names: Vec<String> = games.chain(["agon_players".to_owned()]).collect();
    for source in files(".rs") {
        if !inside(&source, "arena/src") && !inside(&source, "arena/agon/src") {
            continue;
        }
        let text = fs::read_to_string(&source).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        for name in &names {
            let named = text.contains(&format!("{name}::")) || text.contains(&format!("{name};"));
            assert!(!named, "{} names {name}", source.display());
        }
    }
}

/// The folders of all games, in order.
fn game_folders() -> Vec<String> {
    let mut folders: Vec<String> = fs::read_dir(house::root().join("games"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    folders
}

#[test]
fn every_game_folder_is_linked_and_bound() {
    let folders = game_folders();
    let linked: Vec<&str> = registry::games().keys().copied().filter(|n| *n != "squares").collect();
    assert_eq!(folders, linked, "arena/roster/src/lib.rs links what stands in games/");
    let random = registry::player("random").unwrap();
    for name in linked {
        let game = registry::game(name).unwrap();
        assert!(random.is_native_at(&game.start), "{name} is linked but bound to no player");
    }
}

#[test]
fn every_game_checks_its_laws_in_its_own_crate() {
    for name in registry::games().keys() {
        let folder = match *name {
            "squares" => "tests/outside/game".to_owned(),
            name => format!("games/{name}"),
        };
        let checks = |file: &PathBuf| fs::read_to_string(file).unwrap().contains("laws::check");
        let mut own = files(".rs").into_iter().filter(|file| inside(file, &folder));
        assert!(own.any(|file| checks(&file)), "{folder} nowhere calls laws::check");
    }
}

/// A workspace of its own cannot inherit from this one, and repeats its lints; but the macro of
/// libFuzzer's targets writes `unsafe`.
#[test]
fn every_crate_keeps_the_lints() {
    let lints = |manifest: &Path| {
        let text = fs::read_to_string(manifest).unwrap();
        let (_, after) = text.split_once("[workspace.lints.rust]")?;
        let tables = after.split("\n[").take(2).collect::<Vec<_>>().join("[");
        let settings = tables.lines().filter(|line| line.contains(" = "));
        Some(settings.map(str::to_owned).collect::<Vec<_>>())
    };
    let root = house::root().join("Cargo.toml");
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
        let is_fuzzed = text.contains("cargo-fuzz = true");
        let may = [r#"unsafe_code = "allow""#];
        assert_eq!(differ, &may[..usize::from(is_fuzzed)], "{name}");
        assert_eq!(theirs.len(), ours.len(), "{name}");
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
        for line in ["description = ", "license.", "readme.", "keywords.", "categories."] {
            let says = text.lines().any(|l| l.starts_with(line));
            assert!(says, "{} says no `{line}`", manifest.display());
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let file = manifest.with_file_name(licence);
            assert!(file.exists(), "{} is missing: link it", file.display());
        }
    }
    let root = fs::read_to_string(house::root().join("Cargo.toml")).unwrap();
    for line in root.lines().filter(|l| l.starts_with("agon") && l.contains("path")) {
        assert!(line.contains("version"), "no version, so it cannot be packaged: {line}");
    }
}

#[test]
fn every_file_says_first_what_it_is_for() {
    for source in files(".rs") {
        let text = fs::read_to_string(&source).unwrap();
        assert!(text.starts_with("//! "), "{} does not open with `//!`", source.display());
    }
}

#[test]
fn every_dependency_may_be_used_under_a_permissive_licence() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(house::root())
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(20 < packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_permissive(licence), "{} is under {licence}", package["name"]);
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

/// Whether everything that an SPDX expression demands can be had by permissive licences alone.
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
    spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX)
        .is_ok_and(|expression| expression.evaluate(id))
}

fn inside(file: &Path, room: &str) -> bool {
    file.starts_with(house::root().join(room))
}

/// Every file of the house whose name ends so, in order.
fn files(suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![house::root().to_owned()];
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
