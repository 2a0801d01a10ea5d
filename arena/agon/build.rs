//! Names this build of agon, as journals do: the version, the commit where that is known, and what of the
//! sources is not as committed.
//!
//! `AGON_BUILD`, where it is set, is the name: for packages, whose sources know no commit. Nothing
//! of the machine or the time is in it, so equal sources make equal journals, and others don't.

use std::{env, fs, path::Path, process::Command};

/// The root of the house, from here.
const ROOT: &str = "../..";

fn main() {
    println!("cargo::rerun-if-env-changed=AGON_BUILD");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let build = env::var("AGON_BUILD").ok().or_else(|| {
        // A copy among the files of somebody else's repository is not of its commit.
        git(&["ls-files", "--error-unmatch", "build.rs"])?;
        let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
        // The commit is another as soon as HEAD, or the branch it names, is.
        for of in ["HEAD", &text(&["symbolic-ref", "-q", "HEAD"]).unwrap_or_default()] {
            // What is not there would be taken for changed every time.
            if let Some(path) = text(&["rev-parse", "--git-path", of]).filter(|p| fs::exists(p).is_ok_and(|is| is)) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        let changes = changes(&sources()).map_or(String::new(), |hash| format!("-dirty-{hash}"));
        Some(format!("agon {version} ({commit}{changes})"))
    });
    println!("cargo::rustc-env=AGON_BUILD={}", build.unwrap_or_else(|| format!("agon {version}")));
}

/// Everything that is compiled into the command, as paths from here.
fn sources() -> Vec<String> {
    let rooms = ["core", "players", "arena"].map(|room| format!("{ROOT}/{room}"));
    let within = ["games", "arena"].into_iter().filter_map(|room| {
        let entries = fs::read_dir(format!("{ROOT}/{room}")).ok()?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        Some(names.map(move |name| format!("{ROOT}/{room}/{name}")))
    });
    let rooms = rooms.into_iter().chain(within.flatten());
    let mut sources: Vec<String> = rooms
        .flat_map(|room| ["src", "assets", "locales", "Cargo.toml"].map(|of| format!("{room}/{of}")))
        .chain(["Cargo.toml", "Cargo.lock"].map(|file| format!("{ROOT}/{file}")))
        .filter(|path| Path::new(path).exists())
        .collect();
    sources.sort_unstable();
    for path in &sources {
        println!("cargo::rerun-if-changed={path}");
    }
    sources
}

/// A hash of how the sources differ from the commit; nothing where they don't.
fn changes(sources: &[String]) -> Option<String> {
    let with = |arguments: &[&str]| {
        git(&arguments.iter().copied().chain(sources.iter().map(String::as_str)).collect::<Vec<_>>())
    };
    let mut bytes =
        with(&["diff", "HEAD", "--binary", "--no-ext-diff", "--no-color", "--full-index", "--"]).unwrap_or_default();
    let others = with(&["ls-files", "-z", "--others", "--exclude-standard", "--"]).unwrap_or_default();
    for name in others.split(|&byte| byte == 0).filter_map(|name| str::from_utf8(name).ok()) {
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend(fs::read(name).unwrap_or_default());
    }
    // FNV-1a: the names of different trees are to differ, and nobody tries to make them alike.
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (!bytes.is_empty()).then(|| format!("{:08x}", hash >> 32))
}

/// What git says, as one line of text.
fn text(arguments: &[&str]) -> Option<String> {
    let text = String::from_utf8(git(arguments)?).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// What git says, if it is there, and this folder is of the house's own repository.
fn git(arguments: &[&str]) -> Option<Vec<u8>> {
    let said = Command::new("git").args(arguments).output().ok()?;
    said.status.success().then_some(said.stdout)
}
