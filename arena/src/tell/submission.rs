//! A plan as a job for systems that run tasks on many machines.
//!
//! Every part is one call of `agon run`, which goes on where its journal ends; so a system may run
//! a part twice, kill it, or run it elsewhere, in any order. This module only writes the job; Agon
//! schedules nothing itself.
//!
//! Its only text chosen by users is the file's name (and, for Kubernetes, the image). It may
//! contain anything, so it is in no template: a shell gets it quoted, GNU parallel as a value, YAML
//! as an escaped string, and Ray needs no file, because its job includes the plan.

use std::{borrow::Cow, fmt::Write, path::Path};

/// The engines a submission can be written for.
pub const ENGINES: [&str; 5] = ["slurm", "kubernetes", "hyperqueue", "ray", "parallel"];

/// The most tasks an array of Slurm's has by default (`MaxArraySize`).
const LARGEST_ARRAY: u64 = 1000;

/// The number of attempts for a part, if the system does not retry by itself.
const TRIES: u32 = 5;

/// The task to submit.
pub struct Submission<'a> {
    /// The tournament file.
    pub file: &'a Path,
    /// The beginning of its journal, [`Header::bytes`](crate::keep::header::Header::bytes): for an
    /// engine that carries the plan to its machines.
    pub beginning: &'a [u8],
    /// The identity of its plan.
    pub identity: &'a str,
    /// In how many parts.
    pub shards: u64,
    /// The number of threads for one part.
    pub jobs: usize,
    /// The container image with `agon` in it, for engines that need one.
    pub image: &'a str,
}

/// Why there can be no such submission.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubmissionError {
    /// There is no such engine.
    #[error("unknown engine `{0}`; accepted: {accepted}", accepted = ENGINES.join(", "))]
    Unknown(String),
    /// The engine has no way to carry the file's name.
    #[error("{engine} cannot carry this file's name: {reason}; rename the file")]
    Name {
        /// The engine.
        engine: &'static str,
        /// The reason why the name is not possible.
        reason: &'static str,
    },
}

impl Submission<'_> {
    /// The submission for `engine`, one of [`ENGINES`], as the bytes of a file.
    ///
    /// # Errors
    ///
    /// If there is no such engine, or it cannot represent the file's name.
    pub fn write(&self, engine: &str) -> Result<Vec<u8>, SubmissionError> {
        match engine {
            "slurm" => self.slurm(),
            "kubernetes" => self.kubernetes(),
            "hyperqueue" => self.hyperqueue(),
            "ray" => Ok(self.ray()),
            "parallel" => self.parallel(),
            other => Err(SubmissionError::Unknown(other.to_owned())),
        }
    }

    /// The name of jobs and journals: safe in every language.
    fn name(&self) -> String {
        format!("agon-{}", self.identity.chars().take(12).collect::<String>())
    }

    /// The file's name for a program: no option, whatever it begins with.
    fn argument(&self) -> Vec<u8> {
        let name = self.file.as_os_str().as_encoded_bytes();
        let dash = name.first().is_some_and(|&first| first == b'-');
        [if dash { b"./".as_slice() } else { b"" }, name].concat()
    }

    /// The file's name as a word for a shell.
    fn word(&self, engine: &'static str) -> Result<Vec<u8>, SubmissionError> {
        let quoted = shlex::bytes::try_quote(&self.argument()).map(Cow::into_owned);
        quoted.map_err(|_| refused(engine, "it contains the character NUL"))
    }

    /// The options after the file's name in the call for one part; the system replaces `index` by
    /// the part's number, from 1.
    fn options(&self, index: &str) -> String {
        let (name, shards) = (self.name(), self.shards);
        format!(
            "--shard \"{index}/{shards}\" --journal \"{name}-{index}-of-{shards}.journal\" --jobs \
             {} --with-parent --json > /dev/null",
            self.jobs
        )
    }

    /// The names of all parts, as a pattern for a shell.
    fn parts(&self) -> String {
        format!("{}-*-of-{}.journal", self.name(), self.shards)
    }

    /// What is to be done when the engine has done its work, for a person.
    fn afterwards(&self) -> String {
        let (name, parts) = (self.name(), self.parts());
        format!(
            "agon merge --out {name}.journal {parts} && agon run {name}.journal\n\
             # Which parts failed, if any: agon report progress {parts}"
        )
    }

    /// The same for a shell, after an engine that may have given parts up.
    fn ending(&self) -> String {
        let (name, parts) = (self.name(), self.parts());
        format!(
            "agon merge --out {name}.journal {parts} || {{\n    \
                 failed=$?\n    \
                 agon report progress {parts} >&2 || :\n    \
                 exit \"$failed\"\n\
             }}\n\
             agon run {name}.journal\n"
        )
    }

    /// A script for a shell that plays part `$i`, and tries again where that fails; `$failed` is
    /// set to 1 if all tries fail.
    fn tries(&self, indent: &str, word: &[u8]) -> Vec<u8> {
        let mut script = format!("{indent}tries=1\n{indent}until agon run ").into_bytes();
        script.extend_from_slice(word);
        script.extend_from_slice(
            format!(
                " {}; do\n\
                 {indent}    [ \"$tries\" -lt {TRIES} ] || {{ failed=1; break; }}\n\
                 {indent}    sleep \"$tries\"\n\
                 {indent}    tries=$((tries + 1))\n\
                 {indent}done\n",
                self.options("$i")
            )
            .as_bytes(),
        );
        script
    }

    fn slurm(&self) -> Result<Vec<u8>, SubmissionError> {
        let word = self.word("slurm")?;
        if word.windows(2).any(|pair| pair == b"\r\n") {
            return Err(refused("slurm", "it contains the line break of DOS"));
        }
        let tasks = self.shards.min(LARGEST_ARRAY);
        let head = format!(
            "#!/bin/sh\n\
             # Submit with: sbatch --wait THIS_FILE\n\
             # Afterwards:  {}\n\
             #SBATCH --job-name={}\n\
             #SBATCH --array=1-{tasks}\n\
             #SBATCH --cpus-per-task={}\n\
             #SBATCH --requeue\n\
             failed=0\n\
             # An array has {LARGEST_ARRAY} tasks at most, unless MaxArraySize says otherwise.\n\
             i=$SLURM_ARRAY_TASK_ID\n\
             while [ \"$i\" -le {} ]; do\n",
            self.afterwards(),
            self.name(),
            self.jobs,
            self.shards,
        );
        let tail = format!("    i=$((i + {tasks}))\ndone\nexit \"$failed\"\n");
        Ok([head.as_bytes(), &self.tries("    ", &word), tail.as_bytes()].concat())
    }

    fn kubernetes(&self) -> Result<Vec<u8>, SubmissionError> {
        let word = String::from_utf8(self.word("kubernetes")?)
            .map_err(|_| refused("kubernetes", "it is not Unicode, and YAML is"))?;
        // Kubernetes replaces $(NAME) in arguments, and $$ by $.
        let script = format!("i=$((JOB_COMPLETION_INDEX + 1)); exec agon run {word} {}", self.options("${i}"))
            .replace('$', "$$");
        let text = format!(
            "# Submit with: kubectl apply -f THIS_FILE\n\
             # The volume claim `agon` holds the tournament file, with its openings, and takes the journals.\n\
             # Afterwards, there: {afterwards}\n\
             apiVersion: batch/v1\n\
             kind: Job\n\
             metadata:\n  \
               name: {name}\n\
             spec:\n  \
               completionMode: Indexed\n  \
               completions: {shards}\n  \
               parallelism: {parallelism}\n  \
               backoffLimitPerIndex: 10\n  \
               template:\n    \
                 spec:\n      \
                   restartPolicy: Never\n      \
                   containers:\n        \
                     - name: agon\n          \
                       image: {image}\n          \
                       workingDir: /agon\n          \
                       command: [sh, -c]\n          \
                       args:\n            \
                         - {script}\n          \
                       resources:\n            \
                         requests: {{ cpu: {jobs} }}\n          \
                       volumeMounts:\n            \
                         - {{ name: agon, mountPath: /agon }}\n      \
                   volumes:\n        \
                     - {{ name: agon, persistentVolumeClaim: {{ claimName: agon }} }}\n",
            afterwards = self.afterwards(),
            name = self.name(),
            shards = self.shards,
            parallelism = self.shards.min(1000),
            image = yaml(self.image),
            script = yaml(&script),
            jobs = self.jobs,
        );
        Ok(text.into_bytes())
    }

    fn hyperqueue(&self) -> Result<Vec<u8>, SubmissionError> {
        let word = self.word("hyperqueue")?;
        let tries = self.tries("", &word);
        let script = [b"failed=0\ni=$HQ_TASK_ID\n".as_slice(), &tries, b"exit \"$failed\"\n"].concat();
        let script =
            shlex::bytes::try_quote(&script).map_err(|_| refused("hyperqueue", "it contains the character NUL"))?;
        let head = format!(
            "#!/bin/sh\n\
             # Needs a running server and workers: hq server start, hq worker start\n\
             set -eu\n\
             hq submit --wait --name {} --array 1-{} --cpus {} --crash-limit unlimited \
             --stdout none -- sh -c ",
            self.name(),
            self.shards,
            self.jobs,
        );
        let tail = format!(" || :\n{}", self.ending());
        Ok([head.as_bytes(), &script, tail.as_bytes()].concat())
    }

    fn parallel(&self) -> Result<Vec<u8>, SubmissionError> {
        let head = format!(
            "#!/bin/sh\n\
             # GNU parallel; with --sshlogin it uses other machines that share this folder.\n\
             set -eu\n\
             seq {} | tr '\\n' '\\0' | parallel -0 --retries 10 'exec agon run {{1}} {}' ::: ",
            self.shards,
            self.options("{2}"),
        );
        let tail = format!(" :::: - || :\n{}", self.ending());
        Ok([head.as_bytes(), &self.word("parallel")?, tail.as_bytes()].concat())
    }

    fn ray(&self) -> Vec<u8> {
        format!(
            "# Run with: python THIS_FILE\n\
             # The machines need agon on their path, and share no folder: they are sent the plan and\n\
             # send back journals, which are kept here. Run it again to play only what is missing.\n\
             import os\n\
             import subprocess\n\
             import sys\n\
             import tempfile\n\
             \n\
             import ray\n\
             \n\
             PLAN = {plan}\n\
             NAME = \"{name}\"\n\
             PARTS = {parts}\n\
             JOBS = {jobs}\n\
             \n\
             \n\
             @ray.remote(num_cpus=JOBS, max_retries=10, retry_exceptions=True)\n\
             def part(index):\n    \
                 with tempfile.TemporaryDirectory() as folder:\n        \
                     plan = os.path.join(folder, \"plan.journal\")\n        \
                     with open(plan, \"wb\") as file:\n            \
                         file.write(PLAN)\n        \
                     journal = os.path.join(folder, \"part.journal\")\n        \
                     shard = f\"{{index}}/{{PARTS}}\"\n        \
                     call = [\"agon\", \"run\", plan, \"--shard\", shard, \"--journal\", journal]\n        \
                     call += [\"--jobs\", str(JOBS), \"--with-parent\", \"--json\"]\n        \
                     subprocess.run(call, check=True, stdout=subprocess.DEVNULL)\n        \
                     with open(journal, \"rb\") as file:\n            \
                         return file.read()\n\
             \n\
             \n\
             ray.init()\n\
             files = {{index: f\"{{NAME}}-{{index}}-of-{{PARTS}}.journal\" for index in range(1, PARTS + 1)}}\n\
             tasks = {{part.remote(i): f for i, f in files.items() if not os.path.exists(f)}}\n\
             while tasks:\n    \
                 for task in ray.wait(list(tasks))[0]:\n        \
                     name = tasks.pop(task)\n        \
                     try:\n            \
                         journal = ray.get(task)\n        \
                     except Exception as why:\n            \
                         print(f\"{{name}}: {{why}}\", file=sys.stderr)\n            \
                         continue\n        \
                     with open(name + \".unfinished\", \"wb\") as file:\n            \
                         file.write(journal)\n        \
                     os.replace(name + \".unfinished\", name)\n\
             whole = NAME + \".journal\"\n\
             there = [f for f in files.values() if os.path.exists(f)]\n\
             merged = subprocess.run([\"agon\", \"merge\", \"--out\", whole, *there])\n\
             if merged.returncode:\n    \
                 subprocess.run([\"agon\", \"report\", \"progress\", *there], stdout=sys.stderr)\n    \
                 sys.exit(merged.returncode)\n\
             subprocess.run([\"agon\", \"run\", whole], check=True)\n",
            plan = python(self.beginning),
            name = self.name(),
            parts = self.shards,
            jobs = self.jobs,
        )
        .into_bytes()
    }
}

fn refused(engine: &'static str, reason: &'static str) -> SubmissionError {
    SubmissionError::Name { engine, reason }
}

/// A string of YAML that is `text`, on one line and in ASCII.
fn yaml(text: &str) -> String {
    let mut string = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => string.extend(['\\', c]),
            ' '..='~' => string.push(c),
            _ => drop(write!(string, "\\U{:08X}", u32::from(c))),
        }
    }
    string.push('"');
    string
}

/// A literal of Python's that is `bytes`.
fn python(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}
