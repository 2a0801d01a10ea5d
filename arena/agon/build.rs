//! Names this build of agon, as journals do: the version, and the commit where that is known.
//!
//! `AGON_BUILD`, where it is set, is the name: for packages, whose sources know no commit. Nothing
//! of the machine or the time is in it, so equal sources make equal journals.

use std::{env, fs, process::Command};

fn main() {
    println!("cargo::rerun-if-env-changed=AGON_BUILD");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let build = env::var("AGON_BUILD").ok().or_else(|| {
        // A copy among the files of somebody else's repository is not of its commit.
        git(&["ls-files", "--error-unmatch", "build.rs"])?;
        let commit = git(&["describe", "--always", "--abbrev=12", "--dirty", "--exclude=*"])?;
        // The commit is another as soon as HEAD, or the branch it names, is.
        for of in ["HEAD", &git(&["symbolic-ref", "-q", "HEAD"]).unwrap_or_default()] {
            // What is not there would be taken for changed every time.
            if let Some(path) =
                git(&["rev-parse", "--git-path", of]).filter(|p| fs::exists(p).is_ok_and(|is| is))
            {
                println!("cargo::rerun-if-changed={path}");
            }
        }
        Some(format!("agon {version} ({commit})"))
    });
    println!("cargo::rustc-env=AGON_BUILD={}", build.unwrap_or_else(|| format!("agon {version}")));
}

/// What git says, if it is there, and this folder is of the house's own repository.
fn git(arguments: &[&str]) -> Option<String> {
    let said = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(said.stdout).ok()?;
    let text = text.trim();
    (said.status.success() && !text.is_empty()).then(|| text.to_owned())
}
