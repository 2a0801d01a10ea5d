//! What keeps a submission from the rest of the machine.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use crate::failed::Failed;

/// Bytes that a submission may write to each of the two folders that it can write to in bubblewrap.
const MOST_WRITTEN: u64 = 64 << 20;

/// What keeps submissions from the rest of the machine, as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Sandbox {
    /// Bubblewrap: namespaces of its own, no network, nothing that it could write to
    Bubblewrap,
    /// Nothing: it may do whatever you may
    None,
}

/// The arguments of bubblewrap for every submission: programs and libraries to read, two folders in memory, so
/// large and no larger, and nothing else.
fn bubblewrap(memory: u64) -> Vec<String> {
    let room = MOST_WRITTEN.min(memory << 20).to_string();
    let mut words = vec!["bwrap", "--unshare-all", "--unshare-user", "--die-with-parent"];
    words.extend(["--new-session", "--clearenv"]);
    words.extend(["--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", "/tmp"]);
    for folder in ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives"] {
        words.extend(["--ro-bind-try", folder, folder]);
    }
    words.extend(["--proc", "/proc", "--dev", "/dev", "--size", &room, "--tmpfs", "/dev/shm"]);
    words.extend(["--remount-ro", "/dev", "--size", &room, "--tmpfs", "/tmp"]);
    words.into_iter().map(str::to_owned).collect()
}

/// What keeps the submissions of one command from the rest of the machine, tried.
pub(super) struct Confinement {
    /// The arguments of bubblewrap for every submission; without it they are unrestricted.
    words: Option<Vec<String>>,
    /// How many processes one may have.
    crowd: String,
}

impl Confinement {
    /// The one that was chosen, with these limits of MiB and processes for each submission.
    ///
    /// # Errors
    ///
    /// Where it does not work here.
    pub(super) fn of(sandbox: Sandbox, memory: u64, processes: u64) -> Result<Confinement, Failed> {
        // Inside, processes are counted from none.
        let crowd = format!("--nproc={processes}");
        let words = match sandbox {
            Sandbox::Bubblewrap => Some(try_bubblewrap(memory, &crowd)?),
            Sandbox::None => None,
        };
        Ok(Confinement { words, crowd })
    }

    /// The options by which `program` is started, which lies in `folder`: a command, and the folder where it
    /// runs. Inside the folder is called `room`.
    pub(super) fn start(&self, folder: &Path, room: &str, program: &[&str]) -> Result<String, String> {
        let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
        let folder = folder.to_str().ok_or("the path of its folder is no text")?;
        let join = |words: Vec<&str>| shlex::try_join(words).map_err(|error| error.to_string());
        let program = program.iter().copied();
        let Some(words) = &self.words else {
            let command = join(program.collect())?;
            return Ok(format!("command={}, folder={}", quoted(&command), quoted(folder)));
        };
        let own = ["--ro-bind", folder, room, "--remount-ro", "/", "--chdir", room];
        let words = words.iter().map(String::as_str).chain(own);
        let words = words.chain(["--", "prlimit", &self.crowd]).chain(program);
        Ok(format!("command={}", quoted(&join(words.collect())?)))
    }

    /// The commands of programs as their authors know them, without the sandbox around them.
    pub(super) fn shown(&self, told: &str) -> String {
        let join = |words: Vec<&str>| shlex::try_join(words).expect("these words hold no NUL");
        let Some(words) = &self.words else { return told.to_owned() };
        let begins = join(words.iter().map(String::as_str).collect());
        let ends = format!(" {} ", join(vec!["--", "prlimit", &self.crowd]));
        let mut parts = told.split(&*begins);
        let mut shown = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            shown.push_str(part.split_once(&*ends).map_or(part, |(_, own)| own));
        }
        shown
    }
}

/// The arguments of bubblewrap that work here: most versions can also keep a submission from namespaces of
/// its own, by which it reaches more of the kernel.
fn try_bubblewrap(memory: u64, crowd: &str) -> Result<Vec<String>, Failed> {
    let words = bubblewrap(memory);
    let mut strict = words.clone();
    strict.push("--disable-userns".to_owned());
    let tried = try_words(&strict, crowd).map(|()| strict);
    tried.or_else(|_| try_words(&words, crowd).map(|()| words)).map_err(|why| {
        Failed::trouble(format!(
            "bubblewrap does not work here: {why}; install it (apt install bubblewrap), or say --sandbox none if \
             you would run every submission yourself"
        ))
    })
}

fn try_words(words: &[String], crowd: &str) -> Result<(), String> {
    let mut tried = Command::new(&words[0]);
    tried.args(&words[1..]).args(["--remount-ro", "/", "--", "prlimit", crowd, "true"]);
    tried.stdin(Stdio::null());
    match tried.output() {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// A text between quotation marks, as terms have it.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::{Confinement, bubblewrap, quoted};

    #[test]
    fn of_a_program_is_told_what_its_author_started() {
        let confinement = Confinement { words: Some(bubblewrap(64)), crowd: "--nproc=8".to_owned() };
        let term = confinement.start("/x/a b".as_ref(), "/game", &["python3", "./a b.py"]).unwrap();
        let command = &term["command=\"".len()..term.len() - 1];
        assert!(command.starts_with("bwrap ") && command.contains("/x/a b"), "{command}");
        let told = format!("`{command}`: it ended; `{command}` said no");
        let own = "python3 './a b.py'";
        assert_eq!(confinement.shown(&told), format!("`{own}`: it ended; `{own}` said no"));
        let free = Confinement { words: None, ..confinement };
        assert_eq!(free.shown(&told), told);
    }

    #[test]
    fn what_stands_in_a_term_is_read_back() {
        let command = "bwrap -- 'a \"b\" \\ c'";
        let term = format!("process(command={})", quoted(command));
        let named = agon_core::registry::player(&term).map(|named| named.options.text("command").to_owned());
        if cfg!(all(unix, feature = "engines")) {
            assert_eq!(named.unwrap(), command);
        }
    }
}
