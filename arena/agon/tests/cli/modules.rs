//! Games that are modules, from the command line.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::command::agon;
#[cfg(feature = "engines")]
use crate::command::agon_told;

/// A folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("there is room for it");
    folder
}

/// The sources of the modules that are built in.
const MODULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/module/src/modules");

#[cfg(feature = "module")]
#[test]
fn a_journal_holds_the_module_and_needs_no_file() {
    let folder = folder("module-journal");
    let at = |name: &str| folder.join(name).display().to_string();
    fs::copy(format!("{MODULES}/dice-race.wasm"), at("mine.wasm")).unwrap();
    let game = format!("module(file=\"{}\")", at("mine.wasm"));
    let journal = at("league.journal");
    let line = [
        "run",
        "-g",
        &game,
        "-p",
        "random",
        "-p",
        "max-n(depth=2)",
        "-p",
        "mcts(iterations=20)",
        "-n",
        "2",
        "--journal",
        &journal,
    ];
    let run = agon(&line);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("module(file=\"base64:AGFzbQ…"), "{}", run.out);
    fs::remove_file(at("mine.wasm")).unwrap();
    let verified = agon(&["verify", &journal]);
    assert_eq!(verified.code, 0, "{}", verified.err);
    let report = agon(&["report", &journal]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    assert!(report.out.contains("max-n"), "{}", report.out);
}

#[cfg(feature = "module")]
#[test]
fn a_mistake_of_a_module_is_one_short_message() {
    let path = folder("module-broken").join("mine.wasm");
    let whole = fs::read(format!("{MODULES}/tic-tac-toe.wasm")).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let game = format!("module(file=\"{}\")", path.display());
    let said = agon(&["show", &game]);
    assert_eq!((said.code, said.err.lines().count()), (2, 1), "{}", said.err);
    assert!(said.err.contains("agon: module: it is no module that is run here"), "{}", said.err);
    let missing = agon(&["show", "module(file=\"nowhere.wasm\")"]);
    assert!(missing.code == 2 && missing.err.contains("accepted: a file such as"), "{}", missing.err);
}

#[test]
fn a_game_in_c_is_written_as_the_one_that_is_built_in() {
    let path = folder("module-new").join("mine.c");
    let shown = path.display().to_string();
    let made = agon(&["new", "game", "--module", &shown]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(made.out.contains("clang --target=wasm32") && made.out.contains("mine.wasm"), "{}", made.out);
    let own = fs::read_to_string(format!("{MODULES}/tic-tac-toe.c")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), own);
    let again = agon(&["new", "game", "--module", &shown]);
    assert!(again.code == 2 && again.err.contains("already exists"), "{}", again.err);
}

#[cfg(feature = "engines")]
#[test]
fn a_question_reads_no_file_and_starts_no_program() {
    let path = folder("asked").join("secret.kif");
    fs::write(&path, "(role secret)").unwrap();
    let ask = |game: &str| {
        let line = format!("{{\"type\":\"about\",\"id\":1,\"game\":{game:?}}}\n");
        agon_told(&["protocol", "--rules", "nim"], &line).out
    };
    for name in ["gdl", "module"] {
        let said = ask(&format!("{name}(\"{}\")", path.display()));
        let is_refused = said.contains("a question reads no file") || said.contains("unknown game");
        assert!(is_refused && !said.contains("role secret"), "{said}");
    }
    let said = ask("program(\"true\")");
    assert!(said.contains("a question starts no program"), "{said}");
    assert!(ask("gdl(kuhn)").contains("\"seats\":2"));
}
