//! Every command line of README.md and docs, run as it is printed, page by page and in order, in a folder as a
//! reader has it.
//!
//! Before a block of a shell there may be a comment, `<!-- test: WORDS => skip, why; WORDS => 2 s -->`: lines with
//! these words are not run, or are interrupted after two seconds. Before a block that is a file,
//! `<!-- file: NAME -->`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use crate::{started::in_any_shell, terminal::heedful};

/// No line takes longer, in seconds, unless it hangs, on a machine that is busy with other things too.
const LONGEST: &str = "600";

/// A block of a page, and what is said of it.
#[derive(Default)]
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
    /// The name of the file that it is.
    file: Option<&'a str>,
    /// Words of lines, and what is done with these.
    exceptions: Vec<(&'a str, &'a str)>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let (mut blocks, mut next, mut is_open) = (Vec::new(), Block::default(), false);
    for line in page.lines() {
        let comment = |kind| line.strip_prefix(kind)?.strip_suffix(" -->");
        if let Some(language) = line.strip_prefix("```") {
            if is_open {
                blocks.push(std::mem::take(&mut next));
            } else {
                next.language = language;
            }
            is_open = !is_open;
        } else if is_open {
            next.lines.push(line);
        } else if let Some(name) = comment("<!-- file: ") {
            next.file = Some(name);
        } else if let Some(each) = comment("<!-- test: ") {
            let each = each.split("; ").map(|one| one.split_once(" => ").unwrap());
            next.exceptions = each.collect();
        }
    }
    blocks
}

/// The commands of a block: lines, those that a backslash joins as one, each with the functions defined above it.
fn commands(block: &Block<'_>) -> Vec<String> {
    let (mut commands, mut functions, mut begun) = (Vec::new(), String::new(), String::new());
    for line in &block.lines {
        begun.extend([*line, "\n"]);
        if line.ends_with('\\') {
            continue;
        }
        let line = std::mem::take(&mut begun);
        if line.contains("() {") {
            functions.push_str(&line);
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            commands.push(format!("{functions}{line}"));
        }
    }
    commands
}

/// Runs a line in `folder`, for so many seconds, if that is said.
fn run(line: &str, folder: &Path, seconds: Option<&str>) -> Result<(), String> {
    let program = Path::new(env!("CARGO_BIN_EXE_agon")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let limit = seconds.unwrap_or(LONGEST);
    let mut timeout = in_any_shell(Command::new("timeout"));
    timeout.args(["--preserve-status", "--signal=INT", "--kill-after=60", limit, "sh", "-c", line]);
    timeout.env("PATH", path).env("HOME", folder);
    let mut heedful = heedful(&timeout);
    let output = heedful.current_dir(folder).stdin(Stdio::null()).output().unwrap();
    match (output.status.code(), seconds) {
        (Some(0), _) | (Some(130), Some(_)) => Ok(()),
        _ => Err(format!("{line}{}\n{}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}

/// What is wrong with a page.
fn faults(page: &Path) -> Vec<String> {
    let name = page.file_stem().unwrap().to_str().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let text = fs::read_to_string(page).unwrap();
    let mut faults = Vec::new();
    for block in blocks(&text) {
        if let Some(file) = block.file {
            let place = folder.join(file);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, block.lines.join("\n") + "\n").unwrap();
        }
        let commands = if block.language == "sh" { commands(&block) } else { Vec::new() };
        let is_of = |words: &str, line: &str| words == "all" || line.contains(words);
        for line in &commands {
            let exception = block.exceptions.iter().find(|(words, _)| is_of(words, line));
            let ran = match exception.map(|(_, what)| *what) {
                None => run(line, &folder, None),
                Some(what) if what.starts_with("skip, ") => Ok(()),
                Some(what) => run(line, &folder, Some(what.strip_suffix(" s").unwrap())),
            };
            faults.extend(ran.err());
        }
        for (words, _) in &block.exceptions {
            if !commands.iter().any(|line| is_of(words, line)) {
                faults.push(format!("no line has `{words}`"));
            }
        }
    }
    faults
}

#[test]
fn every_command_of_the_pages_runs_as_printed() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|page| page.extension().is_some_and(|ending| ending == "md"));
    let pages: Vec<PathBuf> = docs.chain([root.join("README.md")]).collect();
    let wrong: Vec<String> = thread::scope(|scope| {
        let each: Vec<_> = pages.iter().map(|page| (page, scope.spawn(|| faults(page)))).collect();
        let each = each.into_iter().map(|(page, faults)| (page, faults.join().unwrap()));
        each.flat_map(|(page, faults)| {
            faults.into_iter().map(|fault| format!("{}: {fault}", page.display()))
        })
        .collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
