//! The program that an engine is: which file, with what arguments, where, and in what environment.

use std::{
    env,
    ffi::OsString,
    fmt,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use agon_core::{OptionError, OptionSpec, Options, SetupError, nearest};

use crate::refusal::said;

/// Where Debian puts games, on few paths.
const ALSO: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The options of every engine that say what to run.
pub(crate) const COMMAND: OptionSpec =
    OptionSpec::quoted("command", "a program and its arguments, as a shell has them", "", "what to run");

/// The options of every engine that say how to start it.
pub(crate) const OPTIONS: [OptionSpec; 9] = [
    OptionSpec::quoted(
        "env",
        "NAME=VALUE for each variable, divided by spaces, such as \"THREADS=1 BOOK=off\"",
        "",
        "what its environment has besides that of agon",
    ),
    OptionSpec::quoted("folder", "a folder", "", "where it runs; where agon does unless given"),
    OptionSpec::quoted(
        "stderr",
        "a file",
        "",
        "to which its error output is added; unless given, the last of it is kept for messages",
    ),
    OptionSpec::quoted("log", "a file", "", "to which the conversation is added, line by line, with the time of each"),
    OptionSpec::limit("memory", 1..=1 << 20, "unlimited", "the most memory it may have, in MiB"),
    OptionSpec::whole(
        "startup",
        1..=600_000,
        "30000",
        "how many milliseconds it may take to be ready for the first time; later starts have its patience",
    ),
    OptionSpec::whole(
        "patience",
        1..=86_400,
        "60",
        "how many seconds an answer may take where there is no clock, before it counts as hung",
    ),
    OptionSpec::flag(
        "restart",
        "false",
        "a new process for every game, for programs that remember the last one; always where a game hides something",
    ),
    OptionSpec::flag("random", "false", "its moves differ from game to game by themselves"),
];

/// A program and how to start it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Program {
    /// As it was typed: a path, or a name on the path.
    name: String,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) folder: Option<PathBuf>,
    /// The file to which its error output is added.
    pub(crate) errors: Option<PathBuf>,
    /// The file to which the conversation is added.
    pub(crate) log: Option<PathBuf>,
    /// Bytes.
    pub(crate) memory: Option<u64>,
}

impl Program {
    /// What the options say.
    pub(crate) fn of(options: &Options) -> Result<Program, SetupError> {
        let split =
            |name: &str, accepted: &str| shlex::split(options.text(name)).ok_or_else(|| options.wrong(name, accepted));
        let variable = "NAME=VALUE for each variable, with every quotation mark closed";
        let environment = split("env", variable)?.into_iter().map(|word| {
            let parts = word.split_once('=').filter(|(name, _)| !name.is_empty());
            parts.map(|(n, v)| (n.to_owned(), v.to_owned())).ok_or_else(|| options.wrong("env", variable))
        });
        Ok(Program {
            environment: environment.collect::<Result<_, _>>()?,
            errors: path(options, "stderr"),
            log: path(options, "log"),
            ..Program::of_game(options)?
        })
    }

    /// What the options of a game say, which has fewer.
    pub(crate) fn of_game(options: &Options) -> Result<Program, OptionError> {
        let words = shlex::split(options.text("command"));
        let wrong = || options.wrong("command", "words, with every quotation mark closed");
        let words = words.ok_or_else(wrong)?;
        let Some((name, arguments)) = words.split_first() else {
            return Err(options.wrong("command", "a program and its arguments"));
        };
        Ok(Program {
            name: name.clone(),
            arguments: arguments.iter().map(OsString::from).collect(),
            environment: Vec::new(),
            folder: path(options, "folder"),
            errors: None,
            log: None,
            memory: options.limit("memory").map(|mebibytes| mebibytes << 20),
        })
    }

    /// The command, as a shell has it.
    pub(crate) fn line(&self) -> String {
        let words = self.arguments.iter().map(|word| word.to_string_lossy());
        let words: Vec<_> = std::iter::once(self.name.as_str().into()).chain(words).collect();
        shlex::try_join(words.iter().map(|word| &**word)).unwrap_or_else(|_| self.name.clone())
    }

    /// The files that the command names, as far as they are there: what a `python3 mine.py` runs is `mine.py`. Where it
    /// names none, the program itself.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        let own = Some(OsString::from(&self.name)).filter(|_| self.name.contains('/'));
        let words = own.iter().chain(&self.arguments);
        let named: Vec<PathBuf> = words.map(|word| folder.join(word)).filter(|file| file.is_file()).collect();
        if named.is_empty() { self.find().into_iter().collect() } else { named }
    }

    /// The file that would run.
    ///
    /// # Errors
    ///
    /// Why there is none, and which was meant perhaps.
    pub(crate) fn find(&self) -> Result<PathBuf, String> {
        let name = &self.name;
        if let Some(folder) = self.folder.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(format!("its folder `{}` does not exist", folder.display()));
        }
        if name.contains('/') {
            let file = self.folder.as_deref().unwrap_or(Path::new("")).join(name);
            return match std::fs::metadata(&file) {
                _ if is_program(&file) => Ok(std::path::absolute(&file).unwrap_or(file)),
                Ok(_) => Err(format!("`{name}` is no program: a file that may be executed is needed")),
                Err(error) => Err(format!("there is no program `{name}`: {}", said(&error))),
            };
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = env::split_paths(&path).chain(ALSO.iter().map(PathBuf::from)).collect();
        if let Some(file) = folders.iter().map(|folder| folder.join(name)).find(|f| is_program(f)) {
            return Ok(file);
        }
        let mut names: Vec<String> = Vec::new();
        for folder in &folders {
            let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            names.extend(entries.filter_map(|entry| entry.file_name().into_string().ok()));
        }
        names.sort();
        let meant = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("install it, or give its path, such as ./{name}"),
        };
        Err(format!("there is no program `{name}` on the path, nor in {}; {meant}", ALSO.join(" or ")))
    }
}

/// The path that an option names, if it does.
fn path(options: &Options, name: &str) -> Option<PathBuf> {
    Some(options.text(name)).filter(|text| !text.is_empty()).map(PathBuf::from)
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn is_program(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
