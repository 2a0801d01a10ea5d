//! What the command line names to be read: no output replaces it.

use std::{
    any::TypeId,
    ffi::OsString,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use agon_arena::{
    ask::{MOST_DATA, read_text},
    keep::{Protected, Unfinished},
};
use clap::{ArgMatches, Command, parser::ValueSource};

use crate::failed::Failed;

/// The arguments that name files to write. Files that any other names are read.
const OUTPUTS: [&str; 4] = ["out", "records", "junit", "certificate"];

static INPUTS: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Notes the files that the command line names as anything but an output.
pub(crate) fn note(line: &Command, asked: &ArgMatches) {
    let _ = INPUTS.set(of(line, asked));
}

/// The future file of `place`, which may replace no input, and a journal by `force` only.
///
/// # Errors
///
/// If an existing file is protected, or the file system refuses.
pub(crate) fn output(place: &Path, force: bool) -> Result<Unfinished, Failed> {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    if let Some(folder) = folder {
        let (place, folder) = (place.display(), folder.display());
        return Err(Failed::trouble(format!("{place} cannot be written: there is no folder {folder}")));
    }
    let inputs: Vec<&Path> = INPUTS.get().into_iter().flatten().map(PathBuf::as_path).collect();
    Ok(Unfinished::of(place, Protected { inputs: &inputs, force })?)
}

/// Whether a file is a document, as `--json` writes it: neither a journal nor settings begin with a brace.
pub(crate) fn is_document(path: &Path) -> bool {
    read_text(path, MOST_DATA).is_ok_and(|text| text.trim_start().starts_with('{'))
}

fn of(line: &Command, asked: &ArgMatches) -> Vec<PathBuf> {
    if let Some((name, asked)) = asked.subcommand() {
        return line.find_subcommand(name).map_or_else(Vec::new, |line| of(line, asked));
    }
    // A term, or the name of a game, may be a file's as well.
    let kinds = [TypeId::of::<PathBuf>(), TypeId::of::<String>(), TypeId::of::<OsString>()];
    let may_name = |arg: &&clap::Arg| {
        let kind = arg.get_value_parser().type_id();
        !OUTPUTS.contains(&arg.get_id().as_str())
            && asked.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
            && kinds.iter().any(|&one| kind == one)
            && arg.get_possible_values().is_empty()
    };
    let args = line.get_arguments().filter(may_name);
    let words = args.flat_map(|arg| asked.get_raw(arg.get_id().as_str()).into_iter().flatten());
    let file = |word: &std::ffi::OsStr| {
        let game = word.to_str().and_then(agon_table::file_of).map(|(file, _)| file.to_owned());
        Some(game.unwrap_or_else(|| PathBuf::from(word))).filter(|file| file.exists())
    };
    words.filter_map(file).collect()
}
