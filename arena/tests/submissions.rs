//! A submission carries a file's name, whatever it is, through shells, templates and YAML, and
//! runs nothing else. Engines that are not here have a stand-in that does what they do to a call.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    path::{Path, PathBuf},
    process::Command,
};

use agon_arena::tell::{ENGINES, Submission, SubmissionError};
use proptest::prelude::{any, prop, proptest};

/// An agon that writes down what it is called with.
const AGON: &str = "#!/bin/sh
printf '%s\\0' \"$@\" . >> \"$CALLS\"
";
/// An agon that fails the first time it is asked for a part.
const AGON_FAILING_ONCE: &str = "#!/bin/sh
case $1$3 in run--shard) mkdir \"$CALLS.${4%/*}\" 2> /dev/null && exit 1 ;; esac
printf '%s\\0' \"$@\" . >> \"$CALLS\"
";
/// An agon whose journal is the beginning it was given.
const AGON_WRITING: &str = "#!/bin/sh
case $1$3 in run--shard) cp \"$2\" \"$6\" ;; esac
printf '%s\\0' \"$@\" . >> \"$CALLS\"
";
/// `HyperQueue`: calls what stands behind -- for every task.
const HQ: &str = "#!/bin/sh
while [ \"$1\" != -- ]; do [ \"$1\" != --array ] || last=${2#1-}; shift; done
shift
for HQ_TASK_ID in $(seq \"$last\"); do export HQ_TASK_ID; \"$@\" || exit 1; done
";
/// Ray: a task is done when somebody asks for it.
const RAY: &str = "
class Task:
    def __init__(self, call): self.call = call
class Remote:
    def __init__(self, call): self.call = call
    def remote(self, *args): return Task(lambda: self.call(*args))
def init(): pass
def remote(**options): return Remote
def wait(tasks): return tasks[:1], tasks[1:]
def get(task): return task.call()
";

/// Names that mean something to somebody.
const HOSTILE: &[&[u8]] = &[
    b"{= system(q(touch pwned)) =}.toml",
    b"{}{1}{2}{#}{%}{.}{/}.toml",
    b"a: b.toml",
    b"- [x, {y: *z}] # &c !d %e @f",
    b"INDEX.toml",
    b"-x.toml",
    b"--shard",
    b"-",
    b"~",
    b"*",
    b" ",
    b"#",
    b"a\nb.toml",
    b"\n",
    b"a\r\nb\t.toml",
    b"it's \"so\" \\ called.toml",
    b"'''\"\"\"",
    b"\\",
    b"$(touch pwned)`touch pwned`;touch pwned&&touch pwned|touch pwned>pwned",
    b"${IFS}$$$((1))$(HOSTNAME)%{TASK_ID}%a%A!!",
    b"\n#SBATCH --wrap=x",
    b"EOF\nEND\n",
    b"\x1b[31m\x07\x7f",
    "né à ☃ \u{85}\u{2028}\u{feff}.toml".as_bytes(),
    b"\xff\xfe\xaf<1+1\xaf>.toml",
];

/// A folder in which a submission is run, with stand-ins for what it calls.
struct Place(PathBuf);

impl Place {
    fn with(name: &str, programs: &[(&str, &str)]) -> Place {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("bin")).unwrap();
        fs::create_dir_all(path.join("work")).unwrap();
        for (program, text) in programs {
            let program = path.join("bin").join(program);
            fs::write(&program, text).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Place(path)
    }

    fn command(&self, program: &str, argument: &OsStr) -> Command {
        let path = std::env::var("PATH").unwrap();
        let mut command = Command::new(program);
        command.arg(argument).current_dir(self.0.join("work"));
        command.env("PATH", format!("{}:{path}", self.0.join("bin").display()));
        command.env("CALLS", self.0.join("calls")).env("PYTHONPATH", self.0.join("bin"));
        command
    }

    /// Runs a command, which must succeed and leave nothing behind but `files`; returns how agon
    /// was called meanwhile.
    fn calls(&self, command: &mut Command, files: usize) -> Vec<Vec<Vec<u8>>> {
        let output = command
            .output()
            .unwrap_or_else(|error| panic!("{} cannot be run: {error}", command.get_program().display()));
        assert!(output.status.success(), "{output:?}");
        let left: Vec<_> = fs::read_dir(self.0.join("work")).unwrap().collect();
        assert_eq!(left.len(), files, "{left:?}");
        let calls = fs::read(self.0.join("calls")).unwrap();
        fs::remove_file(self.0.join("calls")).unwrap();
        let mut all = vec![Vec::new()];
        for word in calls[..calls.len() - 1].split(|&byte| byte == 0) {
            match word {
                b"." => all.push(Vec::new()),
                word => all.last_mut().unwrap().push(word.to_vec()),
            }
        }
        assert_eq!(all.pop(), Some(Vec::new()));
        all
    }
}

fn submission(name: &[u8], shards: u64) -> Submission<'_> {
    Submission {
        file: Path::new(OsStr::from_bytes(name)),
        beginning: b"agon",
        identity: "0123456789abcdef",
        shards,
        jobs: 2,
        image: "agon: 'latest'",
    }
}

/// How agon must be called for a part.
fn expected(name: &[u8], part: u64, of: u64) -> Vec<Vec<u8>> {
    let file = if name.starts_with(b"-") { [b"./", name].concat() } else { name.to_vec() };
    let journal = format!("agon-0123456789ab-{part}-of-{of}.journal");
    let (shard, jobs) = (format!("{part}/{of}"), "2");
    let rest = ["--shard", &shard, "--journal", &journal, "--jobs", jobs, "--with-parent", "--json"];
    let mut call = vec![b"run".to_vec(), file];
    call.extend(rest.map(|word| word.as_bytes().to_vec()));
    call
}

fn merged(calls: &mut Vec<Vec<Vec<u8>>>) {
    let gone_on = calls.pop().unwrap();
    assert_eq!(gone_on, [b"run".as_slice(), b"agon-0123456789ab.journal"]);
    assert!(calls.pop().unwrap().starts_with(&[b"merge".to_vec()]));
}

/// Runs the submission of a file called `name` by each engine.
fn arrives(place: &Place, name: &[u8]) {
    let submission = submission(name, 3);
    let all: Vec<_> = (1..=3).map(|part| expected(name, part, 3)).collect();
    let script = |engine| submission.write(engine).unwrap();

    if name.windows(2).all(|pair| pair != b"\r\n") {
        let text = script("slurm");
        for task in 1..=3 {
            let mut sh = place.command("sh", OsStr::new("-c"));
            sh.arg(OsStr::from_bytes(&text)).env("SLURM_ARRAY_TASK_ID", task.to_string());
            assert_eq!(place.calls(&mut sh, 0), [expected(name, task, 3)]);
        }
        let head = text.split(|&byte| byte == b'\n').take_while(|line| line.starts_with(b"#"));
        let sbatch = head.filter(|line| line.starts_with(b"#SBATCH")).count();
        assert_eq!(sbatch, 4, "the name adds no directive");
    }

    let mut sh = place.command("sh", OsStr::new("-c"));
    let mut calls = place.calls(sh.arg(OsStr::from_bytes(&script("hyperqueue"))), 0);
    merged(&mut calls);
    assert_eq!(calls, all);

    if str::from_utf8(name).is_err() {
        let error = submission.write("kubernetes").unwrap_err();
        assert!(error.to_string().contains("it is not Unicode"), "{error}");
        return;
    }
    let text = String::from_utf8(script("kubernetes")).unwrap();
    let yaml = yaml_rust2::YamlLoader::load_from_str(&text).unwrap();
    let pod = &yaml[0]["spec"]["template"]["spec"]["containers"][0];
    assert_eq!(pod["image"].as_str(), Some("agon: 'latest'"));
    assert_eq!((yaml.len(), pod["args"].as_vec().unwrap().len()), (1, 1));
    // What Kubernetes makes of an argument: $$ is $, and every other $(…) is replaced.
    let argument = pod["args"][0].as_str().unwrap();
    assert_eq!(argument.replace("$$", "").find('$'), None, "{argument}");
    for index in 0..3 {
        let mut sh = place.command("sh", OsStr::new("-c"));
        sh.arg(argument.replace("$$", "$")).env("JOB_COMPLETION_INDEX", index.to_string());
        assert_eq!(place.calls(&mut sh, 0), [expected(name, index + 1, 3)]);
    }
}

#[test]
fn hostile_names_arrive_as_they_are() {
    let place = Place::with("hostile", &[("agon", AGON), ("hq", HQ)]);
    for name in HOSTILE {
        arrives(&place, name);
    }
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    #[test]
    fn any_name_arrives_as_it_is(
        name in prop::collection::vec(any::<u8>(), 1..20), seed in any::<u64>()
    ) {
        let name: Vec<u8> = name.into_iter().filter(|&byte| byte != 0 && byte != b'/').collect();
        if !name.is_empty() {
            arrives(&Place::with(&format!("any-{seed}"), &[("agon", AGON), ("hq", HQ)]), &name);
            fs::remove_dir_all(
                Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("any-{seed}"))).unwrap();
        }
    }
}

#[test]
#[ignore = "needs GNU parallel"]
fn hostile_names_pass_gnu_parallel() {
    let found = Command::new("parallel").arg("--version").output();
    let is_gnu = found.is_ok_and(|said| said.stdout.starts_with(b"GNU parallel"));
    assert!(is_gnu, "GNU parallel is not here");
    let place = Place::with("parallel", &[("agon", AGON)]);
    for name in HOSTILE {
        let text = submission(name, 2).write("parallel").unwrap();
        let mut sh = place.command("sh", OsStr::new("-c"));
        let mut calls = place.calls(sh.arg(OsStr::from_bytes(&text)), 0);
        merged(&mut calls);
        calls.sort();
        assert_eq!(calls, [expected(name, 1, 2), expected(name, 2, 2)]);
    }
}

#[test]
fn an_array_of_slurm_never_has_more_than_a_thousand_tasks_and_leaves_no_part_out() {
    let place = Place::with("array", &[("agon", AGON)]);
    let text = submission(b"t.toml", 2500).write("slurm").unwrap();
    assert!(String::from_utf8_lossy(&text).contains("#SBATCH --array=1-1000\n"));
    for (task, parts) in [(1, vec![1, 1001, 2001]), (500, vec![500, 1500, 2500]), (501, vec![501, 1501])] {
        let mut sh = place.command("sh", OsStr::new("-c"));
        sh.arg(OsStr::from_bytes(&text)).env("SLURM_ARRAY_TASK_ID", task.to_string());
        let expected: Vec<_> = parts.iter().map(|&part| expected(b"t.toml", part, 2500)).collect();
        assert_eq!(place.calls(&mut sh, 0), expected);
    }
}

#[test]
fn parts_that_fail_are_tried_again() {
    for engine in ["slurm", "hyperqueue"] {
        let place = Place::with(engine, &[("agon", AGON_FAILING_ONCE), ("hq", HQ)]);
        let text = submission(b"t.toml", 1).write(engine).unwrap();
        let mut sh = place.command("sh", OsStr::new("-c"));
        sh.arg(OsStr::from_bytes(&text)).env("SLURM_ARRAY_TASK_ID", "1");
        assert_eq!(place.calls(&mut sh, 0)[0], expected(b"t.toml", 1, 1));
    }
}

/// An engine that fails, and an agon that cannot merge what there is.
#[test]
fn where_parts_were_given_up_the_submission_lists_them_and_fails() {
    const AGON_WITHOUT_PARTS: &str =
        "#!/bin/sh\nprintf '%s\\0' \"$@\" . >> \"$CALLS\"\n[ \"$1\" != merge ] || exit 7\n";
    let failing = "#!/bin/sh\ncat > /dev/null\nexit 3\n";
    let place = Place::with("given-up", &[("agon", AGON_WITHOUT_PARTS), ("hq", failing), ("parallel", failing)]);
    for engine in ["hyperqueue", "parallel"] {
        let text = submission(b"t.toml", 2).write(engine).unwrap();
        let output = place.command("sh", OsStr::new("-c")).arg(OsStr::from_bytes(&text)).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(7), 0), "{engine}: {output:?}");
        let calls = String::from_utf8(fs::read(place.0.join("calls")).unwrap()).unwrap().replace('\0', " ");
        let parts = "agon-0123456789ab-*-of-2.journal";
        let expected = format!("merge --out agon-0123456789ab.journal {parts} . report progress {parts} . ");
        assert_eq!(calls, expected, "{engine}");
        fs::remove_file(place.0.join("calls")).unwrap();
    }
}

#[test]
fn nothing_plays_on_when_its_scheduler_is_killed_where_a_shell_need_not_stay() {
    // `--with-parent` is of no use to a shell that stays between them.
    for engine in ["parallel", "kubernetes"] {
        let text = String::from_utf8(submission(b"t.toml", 2).write(engine).unwrap()).unwrap();
        let calls = text.matches("agon run").count() - text.matches("agon run agon-").count();
        assert_eq!((text.matches("exec agon run").count(), calls), (1, 1), "{text}");
    }
}

#[test]
#[ignore = "needs python3"]
fn ray_carries_the_plan_there_and_the_journals_back() {
    let place = Place::with("ray", &[("agon", AGON_WRITING), ("ray.py", RAY)]);
    let beginning: Vec<u8> = (0..=255).rev().chain(0..=255).collect();
    let submission = Submission { beginning: &beginning, ..submission(b"\n\"INDEX", 3) };
    let script = submission.write("ray").unwrap();
    let part = |part: u64| format!("agon-0123456789ab-{part}-of-3.journal");
    // One part was played before.
    fs::write(place.0.join("work").join(part(2)), "journal").unwrap();
    let mut python = place.command("python3", OsStr::new("-c"));
    let calls = place.calls(python.arg(OsStr::from_bytes(&script)), 3);
    assert_eq!(calls.len(), 4);
    assert_eq!((calls[0][3].as_slice(), calls[1][3].as_slice()), (b"1/3".as_slice(), b"3/3".as_slice()));
    let words = ["merge", "--out", "agon-0123456789ab.journal", &part(1), &part(2), &part(3)];
    assert_eq!(calls[2], words.map(|word| word.as_bytes().to_vec()));
    assert_eq!(fs::read(place.0.join("work").join(part(3))).unwrap(), beginning);
    assert_eq!(fs::read(place.0.join("work").join(part(2))).unwrap(), b"journal");
}

#[test]
fn names_that_a_scheduler_cannot_carry_are_refused() {
    let refused = |name: &[u8], engine: &str| submission(name, 2).write(engine).unwrap_err();
    assert!(matches!(refused(b"a\r\nb", "slurm"), SubmissionError::Name { .. }));
    assert!(matches!(refused(b"\xff", "kubernetes"), SubmissionError::Name { .. }));
    for engine in ENGINES.into_iter().filter(|&engine| engine != "ray") {
        assert!(refused(b"a\0b", engine).to_string().contains("NUL"), "{engine}");
    }
    assert!(refused(b"x", "slrum").to_string().contains("accepted: slurm, "));
}
