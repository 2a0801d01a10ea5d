//! The tests of a crate, run with a fault in the games that they look at.

use std::{
    io::{self, Read as _},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use agon_arena::ask::io_words;
use agon_laws::mutants::{BROKEN, RULES_ALONE, UNCHANGED};

use crate::{failed::Failed, progress::Meanwhile, signals};

/// The variable by which a fault is planted, and the feature that lets it.
const VARIABLE: &str = "AGON_MUTANT";
const FEATURE: &str = "agon-laws/mutants";

/// With a fault, tests may take so many times as long as without one, and this much more.
const TIMES: u32 = 10;
const MORE: Duration = Duration::from_secs(60);

/// How often is looked whether they are done.
const PAUSE: Duration = Duration::from_millis(20);

/// What the tests said of a fault.
pub(super) enum Tested {
    Passed,
    /// Those that failed, by name, or what went wrong besides.
    Failed(Vec<String>),
}

/// The tests of a crate, which pass as it is.
pub(super) struct CrateTests {
    folder: PathBuf,
    most: Duration,
    /// Those that fail where what follows from the rules is worked out anew, without any fault.
    narrow: Vec<String>,
}

impl CrateTests {
    /// Builds the tests of the crate in `folder`, and runs them without a fault and with a game of which nothing works.
    ///
    /// # Errors
    ///
    /// If they cannot be built, fail without a fault, or pass where nothing works.
    pub(super) fn build(folder: &Path, meanwhile: &Meanwhile) -> Result<CrateTests, Failed> {
        if !folder.join("Cargo.toml").is_file() {
            let place = folder.display();
            return Err(Failed::usage(format!("--tests: {place} has no Cargo.toml; accepted: the folder of a crate")));
        }
        meanwhile.say(|| "the tests are built".to_owned());
        let most = Duration::from_secs(3 * 3600);
        let mut tests = CrateTests { folder: folder.to_owned(), most, narrow: Vec::new() };
        let built = tests.cargo(&["test", "--no-run", "--features", FEATURE], None)?;
        if !built.is_some_and(|(status, _)| status.success()) {
            let place = folder.display();
            return Err(Failed::trouble(format!(
                "--tests: `cargo test --no-run --features {FEATURE}` fails in {place}, of whose crate agon-laws must \
                 be a dependency"
            )));
        }
        meanwhile.say(|| "the tests without a fault".to_owned());
        let begun = Instant::now();
        if let Tested::Failed(names) = tests.run(UNCHANGED.name)? {
            let names = names.join(", ");
            return Err(Failed::trouble(format!("--tests: without a fault there fail: {names}")));
        }
        tests.most = TIMES * begun.elapsed() + MORE;
        if let Tested::Failed(names) = tests.run(RULES_ALONE.name)? {
            tests.narrow = names;
        }
        match tests.run(BROKEN.name)? {
            Tested::Failed(_) => Ok(tests),
            Tested::Passed => Err(Failed::trouble(
                "--tests: there are none, or all pass where no game answers, so no fault reaches them; those are \
                 reached that name a game in `registry::game` and the crate `agon_laws`",
            )),
        }
    }

    /// Which tests find this fault: where it is one of the rules, without those that fail as soon as what follows from
    /// the rules is worked out anew.
    ///
    /// # Errors
    ///
    /// As [`run`](CrateTests::run).
    pub(super) fn find(&self, fault: &str, is_of_rules: bool) -> Result<Tested, Failed> {
        let Tested::Failed(mut names) = self.run(fault)? else { return Ok(Tested::Passed) };
        if is_of_rules {
            names.retain(|name| !self.narrow.contains(name));
        }
        Ok(if names.is_empty() { Tested::Passed } else { Tested::Failed(names) })
    }

    /// The tests with this fault.
    ///
    /// # Errors
    ///
    /// If they cannot be run, or somebody asks to stop.
    fn run(&self, fault: &str) -> Result<Tested, Failed> {
        let words = ["test", "--no-fail-fast", "--features", FEATURE];
        Ok(match self.cargo(&words, Some(fault))? {
            None => Tested::Failed(vec!["no end".to_owned()]),
            Some((status, _)) if status.success() => Tested::Passed,
            Some((status, said)) => {
                let failed = failed_tests(&said);
                Tested::Failed(if failed.is_empty() { vec![status.to_string()] } else { failed })
            }
        })
    }

    /// Runs cargo there. Its end and what it said; none if it took too long.
    fn cargo(&self, words: &[&str], fault: Option<&str>) -> Result<Option<(ExitStatus, String)>, Failed> {
        let trouble = |error: io::Error| Failed::trouble(format!("--tests: cargo: {}", io_words(&error)));
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(words).current_dir(&self.folder).stdin(Stdio::null()).stderr(Stdio::null());
        command.env_remove(VARIABLE).envs(fault.map(|name| (VARIABLE, name)));
        command.stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(trouble)?;
        let mut pipe = child.stdout.take().expect("it has a pipe");
        let reader = thread::spawn(move || {
            let mut said = Vec::new();
            pipe.read_to_end(&mut said).map(|_| String::from_utf8_lossy(&said).into_owned())
        });
        let end = Instant::now() + self.most;
        loop {
            if let Some(status) = child.try_wait().map_err(trouble)? {
                let said = reader.join().unwrap_or_else(|_| Ok(String::new()));
                return Ok(Some((status, said.map_err(trouble)?)));
            }
            if signals::is_asked() {
                stop(&mut child);
                return Err(Failed::interrupted("interrupted"));
            }
            if end <= Instant::now() {
                stop(&mut child);
                return Ok(None);
            }
            thread::sleep(PAUSE);
        }
    }
}

/// Ends a process and those that it has begun.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The tests that failed, by what the harness of Rust writes.
fn failed_tests(said: &str) -> Vec<String> {
    let names = said.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    names.map(|name| name.trim_end_matches(" - should panic").to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::failed_tests;

    #[test]
    fn failed_tests_are_named() {
        let said = "\nrunning 3 tests\ntest laws ... ok\ntest rules::perft ... FAILED\n\
                    test panics - should panic ... FAILED\nfailures:\n    rules::perft\n";
        assert_eq!(failed_tests(said), ["rules::perft", "panics"]);
        assert!(failed_tests("error: could not compile").is_empty());
    }
}
