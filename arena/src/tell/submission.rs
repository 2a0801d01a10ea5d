//! A plan as work for engines that run things on many machines.
//!
//! Every shard is one call of `agon run`, which goes on where its journal ends; so an engine may
//! run a shard twice, kill it, or run it elsewhere, in any order. What is written here is theirs
//! to run; Agon schedules nothing itself.

/// The engines a submission can be written for.
pub const ENGINES: [&str; 5] = ["slurm", "kubernetes", "hyperqueue", "ray", "parallel"];

/// What is to be submitted.
pub struct Submission<'a> {
    /// The tournament file.
    pub file: &'a str,
    /// The identity of its plan.
    pub identity: &'a str,
    /// In how many parts.
    pub shards: u64,
    /// How many threads play one part.
    pub jobs: usize,
    /// The container image with `agon` in it, for engines that need one.
    pub image: &'a str,
}

impl Submission<'_> {
    /// The submission for `engine`, one of [`ENGINES`].
    pub fn text(&self, engine: &str) -> String {
        match engine {
            "slurm" => self.slurm(),
            "kubernetes" => self.kubernetes(),
            "hyperqueue" => self.hyperqueue(),
            "ray" => self.ray(),
            _ => self.parallel(),
        }
    }

    fn name(&self) -> String {
        format!("agon-{}", self.identity.chars().take(12).collect::<String>())
    }

    /// The call for one shard, whose number, from 1, the engine puts for `index`.
    fn call(&self, index: &str) -> String {
        let Submission { file, shards, jobs, .. } = self;
        format!(
            "agon run {} --shard {index}/{shards} --journal {}-{index}-of-{shards}.journal --jobs \
             {jobs} --json",
            quoted(file),
            self.name()
        )
    }

    fn afterwards(&self) -> String {
        format!(
            "agon merge {name}.journal {name}-*-of-{}.journal && agon resume {name}.journal",
            self.shards,
            name = self.name()
        )
    }

    fn slurm(&self) -> String {
        format!(
            "#!/bin/sh\n\
             # Submit with: sbatch --wait THIS_FILE\n\
             # Afterwards:  {}\n\
             #SBATCH --job-name={}\n\
             #SBATCH --array=1-{}\n\
             #SBATCH --cpus-per-task={}\n\
             #SBATCH --requeue\n\
             exec {} > /dev/null\n",
            self.afterwards(),
            self.name(),
            self.shards,
            self.jobs,
            self.call("${SLURM_ARRAY_TASK_ID}"),
        )
    }

    fn kubernetes(&self) -> String {
        format!(
            "# Submit with: kubectl apply -f THIS_FILE\n\
             # The volume claim `agon` holds the tournament file, with its openings, and takes the journals.\n\
             # Afterwards, there: {}\n\
             apiVersion: batch/v1\n\
             kind: Job\n\
             metadata:\n  \
               name: {}\n\
             spec:\n  \
               completionMode: Indexed\n  \
               completions: {}\n  \
               parallelism: {}\n  \
               backoffLimitPerIndex: 10\n  \
               template:\n    \
                 spec:\n      \
                   restartPolicy: Never\n      \
                   containers:\n        \
                     - name: agon\n          \
                       image: {}\n          \
                       workingDir: /agon\n          \
                       command: [sh, -c]\n          \
                       args:\n            \
                         - i=$((JOB_COMPLETION_INDEX + 1)); exec {} > /dev/null\n          \
                       resources:\n            \
                         requests: {{ cpu: {} }}\n          \
                       volumeMounts:\n            \
                         - {{ name: agon, mountPath: /agon }}\n      \
                   volumes:\n        \
                     - {{ name: agon, persistentVolumeClaim: {{ claimName: agon }} }}\n",
            self.afterwards(),
            self.name(),
            self.shards,
            self.shards,
            self.image,
            self.call("${i}"),
            self.jobs,
        )
    }

    fn hyperqueue(&self) -> String {
        format!(
            "#!/bin/sh\n\
             # Needs a running server and workers: hq server start, hq worker start\n\
             set -eu\n\
             hq submit --wait --name {} --array 1-{} --cpus {} --crash-limit unlimited \
             --stdout none -- sh -c '{}'\n\
             {}\n",
            self.name(),
            self.shards,
            self.jobs,
            self.call("${HQ_TASK_ID}").replace('\'', "'\\''"),
            self.afterwards(),
        )
    }

    fn ray(&self) -> String {
        let call = self.call("INDEX").replace('\\', "\\\\").replace('"', "\\\"");
        format!(
            "# Run with: python THIS_FILE, where all nodes share this folder\n\
             import subprocess\n\
             import ray\n\
             \n\
             ray.init()\n\
             \n\
             \n\
             @ray.remote(num_cpus={}, max_retries=10, retry_exceptions=True)\n\
             def shard(index):\n    \
                 call = \"{call}\".replace(\"INDEX\", str(index))\n    \
                 subprocess.run(call, shell=True, check=True, stdout=subprocess.DEVNULL)\n\
             \n\
             \n\
             ray.get([shard.remote(index) for index in range(1, {} + 1)])\n\
             subprocess.run(\"{}\", shell=True, check=True)\n",
            self.jobs,
            self.shards,
            self.afterwards(),
        )
    }

    fn parallel(&self) -> String {
        format!(
            "#!/bin/sh\n\
             # GNU parallel; with --sshlogin it uses other machines that share this folder.\n\
             set -eu\n\
             seq {} | parallel --retries 10 '{} > /dev/null'\n\
             {}\n",
            self.shards,
            self.call("{}").replace('\'', "'\\''"),
            self.afterwards(),
        )
    }
}

/// A word for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if word.chars().all(is_plain) && !word.is_empty() {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::{ENGINES, Submission};

    #[test]
    fn every_submission_names_the_file_its_shards_and_the_merge() {
        let submission = Submission {
            file: "it's.toml",
            identity: "0123456789abcdef",
            shards: 7,
            jobs: 2,
            image: "agon:1",
        };
        for engine in ENGINES {
            let text = submission.text(engine);
            for part in ["s.toml", "/7 ", "agon merge agon-0123456789ab.journal", "agon resume"] {
                assert!(text.contains(part), "{engine} without {part}:\n{text}");
            }
        }
        assert!(submission.text("slurm").contains("run 'it'\\''s.toml' --shard"));
    }
}
