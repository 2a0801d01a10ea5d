//! A program's log and its error output go to files of their own, and never into those of somebody else.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::table::{Test, agon, command, mark};

pub(crate) const TESTS: &[Test] = &[
    ("what_an_engine_says_is_never_added_to_the_files_of_others", of_others),
    ("a_second_run_adds_to_the_files_of_the_first", of_its_own),
];

/// A folder that is removed with the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn folder() -> Folder {
    let folder = std::env::temp_dir().join(mark());
    fs::create_dir(&folder).unwrap();
    Folder(folder)
}

/// Runs a tournament with a program that has this option: the exit code, and standard error.
fn run(folder: &Path, option: &str, file: &str, more: &[&str]) -> (Option<i32>, String) {
    let player = format!("process(\"{}\", {option}=\"{file}\")", command("process", "well", "m"));
    let arguments = ["run", "-g", "nim", "-p", &*player, "-p", "random", "--quiet"];
    let output = agon(&arguments).args(more).current_dir(folder).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn of_others() {
    let folder = folder();
    let path = |name: &str| folder.0.join(name);
    fs::write(path("league.toml"), "players = [\"random\", \"greedy\"]\ngames = [\"nim\"]\n").unwrap();
    fs::write(path("book.txt"), "# Openings\na1\n").unwrap();
    let played =
        agon(&["run", "league.toml", "--journal", "old.journal", "--quiet"]).current_dir(&folder.0).output().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    fs::hard_link(path("old.journal"), path("link")).unwrap();
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    let files = ["league.toml", "book.txt", "old.journal", "link"];
    let bytes = || files.map(|name| fs::read(path(name)).unwrap());
    let before = bytes();
    for option in ["log", "stderr"] {
        for file in files.into_iter().chain(["pipe"]) {
            let (code, said) = run(&folder.0, option, file, &["--journal", "new.journal"]);
            assert_eq!(code, Some(2), "{option}={file}: {said}");
            assert!(said.contains(&format!("{file}: it is ")), "{option}={file}: {said}");
            assert!(said.contains(&format!("give `{option}` a file of its own")), "{said}");
            assert_eq!(bytes(), before, "{option}={file}");
            assert!(!path("new.journal").exists(), "{option}={file}");
        }
    }
}

fn of_its_own() {
    let folder = folder();
    for option in ["log", "stderr"] {
        let mut before = String::new();
        for _ in 0..2 {
            let (code, said) = run(&folder.0, option, option, &["--no-journal"]);
            assert_eq!(code, Some(0), "{option}: {said}");
            let now = fs::read_to_string(folder.0.join(option)).unwrap();
            assert!(now.starts_with(&before), "{option}: {now}");
            assert!(option == "stderr" || before.len() < now.len(), "{option}: {now}");
            before = now;
        }
        assert!(!before.is_empty(), "{option}");
    }
}
