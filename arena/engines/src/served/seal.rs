//! The mark that distinguishes a program from others, so that a journal says which one was played.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read as _},
    os::unix::fs::MetadataExt as _,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use agon_core::{Options, registry, term::Term};
use sha2::{Digest, Sha256};

use crate::program::Program;

/// The name of the option.
pub(super) const OPTION: &str = "sha256";

/// A term of a game that is a program with the hash of its files, where it has none; any other text as it is.
pub fn sealed(text: &str) -> String {
    let seal = || {
        let term = Term::parse(text).ok()?;
        let plugin = registry::find_game(&term.name).ok().filter(|plugin| !plugin.is_inside)?;
        let options = Options::read(plugin.name, plugin.options, &term).ok()?;
        if !options.text(OPTION).is_empty() {
            return None;
        }
        let seal = of(&Program::of_game(&options).ok()?).ok()?;
        Some(format!("{}, {OPTION}={seal})", text.trim_end().strip_suffix(')')?))
    };
    seal().unwrap_or_else(|| text.to_owned())
}

/// The hash of the files that a program is: the first eight bytes, enough against accidental changes of a program, not for a
/// forger.
pub(super) fn of(program: &Program) -> io::Result<String> {
    let mut all = Sha256::new();
    for file in program.files() {
        all.update(hash(file)?);
    }
    let all = all.finalize();
    let head = all.first_chunk().expect("a hash has 32 bytes");
    Ok(format!("{:016x}", u64::from_be_bytes(*head)))
}

/// The hash of a file, which is read once as long as it does not change.
fn hash(path: PathBuf) -> io::Result<[u8; 32]> {
    /// What changes with a file: its number, its length in bytes, and when it last changed in any way.
    type Stamp = (u64, u64, i64, i64);
    static READ: Mutex<BTreeMap<PathBuf, (Stamp, [u8; 32])>> = Mutex::new(BTreeMap::new());
    let read = || READ.lock().unwrap_or_else(PoisonError::into_inner);

    let mut file = File::open(&path)?;
    let about = file.metadata()?;
    let stamp = (about.ino(), about.len(), about.ctime(), about.ctime_nsec());
    let known = read().get(&path).filter(|(before, _)| *before == stamp).map(|(_, hash)| *hash);
    if let Some(hash) = known {
        return Ok(hash);
    }
    // Others are not kept waiting meanwhile: two may read the same file.
    let (mut own, mut some) = (Sha256::new(), [0; 1 << 14]);
    loop {
        match file.read(&mut some)? {
            0 => break,
            count => own.update(&some[..count]),
        }
    }
    let hash = own.finalize().into();
    read().insert(path, (stamp, hash));
    Ok(hash)
}

/// Refuses a program that is another than the one it was.
pub(super) fn check(options: &Options, program: &Program) -> Result<(), String> {
    let expected = options.text(OPTION);
    if expected.is_empty() {
        return Ok(());
    }
    let files = program.files();
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    match of(program) {
        Ok(found) if found == expected && !files.is_empty() => Ok(()),
        Ok(found) => Err(format!(
            "the program has changed: {} has {OPTION}={found} now, and the term says {expected}",
            if names.is_empty() { program.line() } else { names.join(" and ") }
        )),
        Err(error) => Err(format!("the program cannot be read: {error}")),
    }
}
