//! Every command line of README.md and docs, run as it is printed, page by page and in order, in a folder as a
//! reader has it.
//!
//! A block `sh` has commands. A block `console` has commands after `$ `, each with its output, which is compared;
//! `…` stands for whatever is left out, within a line or as a line for any number of them. `UPDATE_DOCS=1` writes the
//! outputs that have nothing left out. A command may stand nowhere else.
//!
//! Before a block there may be a comment, `<!-- test: WORDS => skip, why; WORDS => 2 s; WORDS => needs THING -->`: lines
//! with these words are not run, are interrupted after two seconds, or are left to a test of `.ci/deep`; `all` stands for
//! every line. Before a block that is a file, `<!-- file: NAME -->`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use crate::{started::in_any_shell, terminal::heedful};

/// No line takes longer, in seconds, unless it hangs, on a machine that is busy with other things too.
const LONGEST: &str = "600";

/// A block of a page, and the comment about it.
#[derive(Default)]
struct Block<'a> {
    language: &'a str,
    /// The number of its first line in the page, from 0.
    from: usize,
    lines: Vec<&'a str>,
    /// The name of the file that it is.
    file: Option<&'a str>,
    /// Words of lines, and the rule for these lines.
    exceptions: Vec<(&'a str, &'a str)>,
}

/// Whether a line starts the command, as far as can be seen.
fn is_command(line: &str) -> bool {
    line.strip_prefix("agon ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// The blocks of a page, and the command lines that stand in none for a shell.
fn blocks(page: &str) -> (Vec<Block<'_>>, Vec<&str>) {
    let (mut blocks, mut next, mut is_open) = (Vec::new(), Block::default(), false);
    let mut astray = Vec::new();
    for (number, line) in page.lines().enumerate() {
        let comment = |kind| line.strip_prefix(kind)?.strip_suffix(" -->");
        if let Some(language) = line.strip_prefix("```") {
            if is_open {
                blocks.push(std::mem::take(&mut next));
            } else {
                next.language = language;
                next.from = number + 1;
            }
            is_open = !is_open;
        } else if is_open {
            next.lines.push(line);
            if next.language != "sh" && is_command(line) {
                astray.push(line);
            }
        } else if let Some(name) = comment("<!-- file: ") {
            next.file = Some(name);
        } else if let Some(each) = comment("<!-- test: ") {
            let each = each.split("; ").map(|one| one.split_once(" => ").unwrap());
            next.exceptions = each.collect();
        } else if line.strip_prefix("    ").is_some_and(is_command) {
            astray.push(line);
        }
    }
    (blocks, astray)
}

/// A command of a block, with the functions defined above it.
struct Line<'a> {
    command: String,
    /// Its output as the page has it, and from which line of the page on.
    shown: Option<(usize, Vec<&'a str>)>,
}

/// The commands of a block: lines, those that a backslash joins as one.
fn commands<'a>(block: &Block<'a>) -> Vec<Line<'a>> {
    let (mut commands, mut functions, mut begun) = (Vec::<Line>::new(), String::new(), String::new());
    let is_console = block.language == "console";
    for (number, &line) in block.lines.iter().enumerate() {
        let mut shown = None;
        let typed = if is_console && begun.is_empty() {
            let Some(typed) = line.strip_prefix("$ ") else {
                let last = commands.last_mut().expect("a command stands before its output");
                last.shown.as_mut().unwrap().1.push(line);
                continue;
            };
            typed
        } else {
            line
        };
        begun.extend([typed, "\n"]);
        if typed.ends_with('\\') {
            continue;
        }
        if is_console {
            shown = Some((block.from + number + 1, Vec::new()));
        }
        let line = std::mem::take(&mut begun);
        if line.contains("() {") {
            functions.push_str(&line);
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            commands.push(Line { command: format!("{functions}{line}"), shown });
        }
    }
    commands
}

/// Runs a line in `folder`, for some seconds if they are given: its output, with its standard error if
/// it fails.
fn run(line: &Line<'_>, folder: &Path, seconds: Option<&str>) -> Result<String, String> {
    let program = Path::new(env!("CARGO_BIN_EXE_agon")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}:/usr/games", program.display());
    let limit = seconds.unwrap_or(LONGEST);
    let command = line.command.replace("cargo run --release -- ", "agon ");
    let mut timeout = in_any_shell(Command::new("timeout"));
    timeout.args(["--preserve-status", "--signal=INT", "--kill-after=60", limit, "sh", "-c"]);
    timeout.arg(&command).env("PATH", path).env("HOME", folder);
    let mut heedful = heedful(&timeout);
    let output = heedful.current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    match (output.status.code(), seconds) {
        (Some(0), _) | (Some(130), Some(_)) => Ok(out.into_owned()),
        // A page may show a mistake, and how it is answered.
        (Some(1..=3), _) if line.shown.is_some() => Ok(format!("{out}{err}")),
        _ => Err(format!("{command}{}\n{err}", output.status)),
    }
}

/// Whether a line is what a page shows, where `…` stands for any letters.
fn is_like(line: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let (Some(mut rest), Some(last)) = (line.strip_prefix(parts.next().unwrap()), shown.rsplit('…').next()) else {
        return false;
    };
    if !shown.contains('…') {
        return rest.is_empty();
    }
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    line.ends_with(last)
}

/// Whether lines are what a page shows, where a line `…` stands for any number of them.
fn are_like(lines: &[&str], shown: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((&"…", rest)) => (0..=lines.len()).any(|skipped| are_like(&lines[skipped..], rest)),
        Some((first, rest)) => {
            let line = lines.split_first();
            line.is_some_and(|(line, others)| is_like(line, first) && are_like(others, rest))
        }
    }
}

/// The mistakes of a page, on a machine that has only what is named.
fn faults(page: &Path, needs: Option<&str>) -> Vec<String> {
    // Two pages are called README.
    let name = page.strip_prefix(root()).unwrap().to_str().unwrap().trim_end_matches(".md").replace('/', "-");
    let folder = needs.map_or_else(|| "pages".to_owned(), |needs| format!("pages-{needs}").replace(' ', "-"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder).join(name);
    let text = fs::read_to_string(page).unwrap();
    if needs.is_some_and(|needs| !text.contains(&format!(" => needs {needs}"))) {
        return Vec::new();
    }
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let (blocks, astray) = blocks(&text);
    let mut faults: Vec<String> = astray.iter().map(|line| format!("stands in no block for a shell: {line}")).collect();
    let mut written: Vec<String> = text.lines().map(str::to_owned).collect();
    // From the end to the beginning, so that the numbers of lines hold.
    let mut anew: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for block in blocks {
        if let Some(file) = block.file {
            let place = folder.join(file);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(&place, block.lines.join("\n") + "\n").unwrap();
            if block.lines[0].starts_with("#!") {
                fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).unwrap();
            }
        }
        let is_shell = ["sh", "console"].contains(&block.language);
        let commands = if is_shell { commands(&block) } else { Vec::new() };
        let is_of = |words: &str, line: &Line<'_>| words == "all" || line.command.contains(words);
        for line in &commands {
            let exception = block.exceptions.iter().find(|(words, _)| is_of(words, line));
            let ran = match exception.map(|(_, what)| *what) {
                None => run(line, &folder, None),
                Some(what) if what.starts_with("skip, ") => continue,
                Some(what) if what.starts_with("needs ") => {
                    if what.strip_prefix("needs ") != needs {
                        continue;
                    }
                    run(line, &folder, None)
                }
                Some(what) => run(line, &folder, Some(what.strip_suffix(" s").unwrap())),
            };
            let out = match ran {
                Ok(out) => out,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            let Some((from, shown)) = &line.shown else { continue };
            let lines: Vec<&str> = out.trim_end().lines().map(str::trim_end).collect();
            let last = shown.iter().rposition(|line| !line.is_empty()).map_or(0, |at| at + 1);
            if are_like(&lines, &shown[..last]) {
                continue;
            }
            if shown.iter().all(|line| !line.contains('…')) {
                anew.push((*from, from + last, lines.iter().map(|&line| line.to_owned()).collect()));
            }
            faults.push(format!("{}shows something else; it is\n{out}", line.command));
        }
        for (words, _) in &block.exceptions {
            if !commands.iter().any(|line| is_of(words, line)) {
                faults.push(format!("no line has `{words}`"));
            }
        }
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        for (from, to, lines) in anew.into_iter().rev() {
            written.splice(from..to, lines);
        }
        fs::write(page, written.join("\n") + "\n").unwrap();
    }
    faults
}

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// All pages of `folder`, and those of the folders in it.
fn pages_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut pages = Vec::new();
    for path in entries {
        if path.is_dir() {
            pages.extend(pages_of(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
    pages
}

/// Runs all pages side by side.
fn all_run(needs: Option<&str>) {
    let mut pages = pages_of(&root().join("docs"));
    pages.push(root().join("README.md"));
    let wrong: Vec<String> = thread::scope(|scope| {
        let each: Vec<_> = pages.iter().map(|page| (page, scope.spawn(|| faults(page, needs)))).collect();
        let each = each.into_iter().map(|(page, faults)| (page, faults.join().unwrap()));
        each.flat_map(|(page, faults)| faults.into_iter().map(|fault| format!("{}: {fault}", page.display()))).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_of_the_pages_runs_as_printed() {
    all_run(None);
}

#[test]
#[ignore = "needs python3"]
fn every_command_of_the_pages_that_starts_python_runs_as_printed() {
    all_run(Some("python3"));
}

#[test]
#[ignore = "needs bubblewrap"]
fn every_command_of_the_pages_that_starts_a_sandbox_runs_as_printed() {
    all_run(Some("bubblewrap"));
}

#[test]
#[ignore = "needs GNU parallel"]
fn every_command_of_the_pages_for_gnu_parallel_runs_as_printed() {
    all_run(Some("GNU parallel"));
}

#[test]
#[ignore = "needs clang"]
fn every_command_of_the_pages_that_compiles_a_module_runs_as_printed() {
    all_run(Some("clang"));
}

#[test]
#[ignore = "takes long"]
fn every_command_of_the_pages_that_learns_for_long_runs_as_printed() {
    all_run(Some("minutes"));
}

#[test]
#[ignore = "needs engines"]
fn every_command_of_the_pages_that_starts_an_engine_runs_as_printed() {
    all_run(Some("engines"));
}

#[test]
fn what_is_left_out_of_an_output_may_be_anything_and_the_rest_may_not() {
    for (line, shown, is_so) in [
        ("a b c", "a b c", true),
        ("a b c d", "a b c", false),
        ("a b c", "a … c", true),
        ("a b c", "…c", true),
        ("a b c", "a…", true),
        ("a b d", "a … c", false),
        ("", "…", true),
        ("ab", "ab…b", false),
    ] {
        assert_eq!(is_like(line, shown), is_so, "{line} {shown}");
    }
    assert!(are_like(&["a", "b", "c"], &["…", "c"]) && are_like(&["a"], &["a", "…"]));
    assert!(!are_like(&["a", "b"], &["a"]) && !are_like(&["a"], &["a", "b"]));
    let (found, astray) =
        blocks("```console\n$ agon x \\\n  y\nout\n$ z\n```\n\n    agon indented\n```text\nagon t\n```\n");
    assert_eq!(astray, ["    agon indented", "agon t"]);
    let lines = commands(&found[0]);
    assert_eq!(lines[0].command, "agon x \\\n  y\n");
    assert_eq!(lines[0].shown, Some((3, vec!["out"])));
    assert_eq!((&*lines[1].command, &lines[1].shown), ("z\n", &Some((5, Vec::new()))));
}
