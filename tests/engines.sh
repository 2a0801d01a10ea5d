#!/usr/bin/env bash
# Plays a tournament in parts by engines that other people wrote, kills some of the parts on the
# way, and wants the same bytes as from one machine.
#
#   tests/engines.sh [parallel] [ray] [slurm] [hyperqueue]      (parallel, if none is named)
#
# GNU parallel is installed from Debian's packages where it is not there. The others are put into a folder
# that is gone afterwards: Slurm from Debian's packages, Ray and HyperQueue from PyPI. Slurm runs as one node without its
# authentication. HyperQueue's command is in no package; its own server and worker are, and a few
# lines of Python submit to them as `hq submit` does. AGON names the command to test;
# target/debug/agon unless given. The league's file has a name that none of them may read as code.
# Exit codes: 0 the bytes are the same, 1 they are not, 77 an engine could not be had.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/lib.sh

have_parallel() {
    have parallel || return
    mkdir -p "$HOME/.parallel"
    # It asks scientists for a citation, once; nobody is here to answer.
    touch "$HOME/.parallel/will-cite"
}

# Ray, in an environment of its own.
have_ray() {
    have_python ray ray || return
    export PATH="$place/ray/bin:$PATH"
}

# HyperQueue, in an environment of its own, with a command that understands our call.
have_hyperqueue() {
    have_python hq hyperqueue || return
    mkdir -p "$place/hq-command"
    cat > "$place/hq-command/hq" << END
#!$place/hq/bin/python
import os, sys
from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

at = sys.argv.index("--")
said = dict(zip(sys.argv[3:at:2], sys.argv[4:at:2]))
assert sys.argv[1:3] == ["submit", "--wait"], sys.argv
assert set(said) == {"--name", "--array", "--cpus", "--crash-limit", "--stdout"}, said
first, last = map(int, said["--array"].split("-"))
with LocalCluster() as cluster:
    cluster.start_worker(WorkerConfig(cores=2))
    client, job = cluster.client(), Job()
    for task in range(first, last + 1):
        job.program(["env", f"HQ_TASK_ID={task}", *sys.argv[at + 1:]], env=dict(os.environ), cwd=os.getcwd())
    client.wait_for_jobs([client.submit(job)])
END
    chmod +x "$place/hq-command/hq"
    export PATH="$place/hq-command:$PATH"
}

# Slurm: a controller and one node, out of Debian's packages.
have_slurm() {
    local root="$place/slurm" host
    mkdir -p "$root" "$place/slurm-run/state" "$place/slurm-run/spool"
    (
        cd "$root"
        apt-get update && apt-get download slurmctld slurmd slurm-client slurm-wlm-basic-plugins \
            libmunge2 libhwloc15 libjson-c5 liblua5.1-0 libyaml-0-2 libnuma1 liblz4-1 libdbus-1-3
        for package in *.deb; do dpkg -x "$package" . || exit 1; done
    ) > "$place/install.log" 2>&1 || return 1
    local libraries
    libraries=$(echo "$root"/usr/lib/*-linux-gnu)
    export LD_LIBRARY_PATH="$libraries/slurm-wlm:$libraries:$(echo "$root"/lib/*-linux-gnu)"
    export PATH="$root/usr/sbin:$root/usr/bin:$PATH" SLURM_CONF="$place/slurm-run/slurm.conf"
    host=$(hostname -s)
    cat > "$SLURM_CONF" << END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
PluginDir=$libraries/slurm-wlm
StateSaveLocation=$place/slurm-run/state
SlurmdSpoolDir=$place/slurm-run/spool
SlurmctldPidFile=$place/slurm-run/slurmctld.pid
SlurmdPidFile=$place/slurm-run/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    slurmctld-wlm -D > "$place/slurm-run/controller.log" 2>&1 &
    started+=($!)
    slurmd-wlm -D -d "$root/usr/sbin/slurmstepd-wlm" > "$place/slurm-run/node.log" 2>&1 &
    started+=($!)
    for _ in $(seq 100); do
        if sinfo -h 2> /dev/null | grep -q idle; then return 0; fi
        sleep 0.2
    done
    cat "$place"/slurm-run/*.log > "$place/install.log"
    return 1
}

start_parallel() { sh submission; }
start_ray() { RAY_DEDUP_LOGS=0 python submission; }
start_hyperqueue() { sh submission || { cat ./*.stderr; return 1; }; }
# What is to be done afterwards stands in the submission.
start_slurm() {
    sbatch --wait submission || { cat slurm-*.out; return 1; }
    sh -c "$(sed -n 's/^# Afterwards:  //p' submission)"
}

# The tournament, on this machine in one go.
mkdir "$place/whole"
league='{= system(q(touch pwned)) =} INDEX: it'\''s $(touch pwned).toml'
cat > "$place/$league" << 'END'
seed = 11
openings = 40
random-plies = 2
players = ["random", "alpha-beta(depth=3)", "mcts(iterations=1500)"]
games = ["connect-four", "othello(size=6)"]
END
cp "$place/$league" "$place/whole"
(cd "$place/whole" && "$agon" run "$league" --journal league.journal --json > result.json)

# An agon that dies in the middle of every second part, the first time it is asked for it.
mkdir "$place/bin"
cat > "$place/bin/agon" << END
#!/usr/bin/env bash
call="\$*"
case "\$call" in
*"--shard "[135]/*)
    part=\${call#*--shard }
    part=\${part%%/*}
    journal=\${call#*--journal }
    journal=\${journal%% --*}
    if mkdir "\$DIED/\$part" 2> /dev/null; then
        "$agon" "\$@" --durable-every 1 > /dev/null &
        # Not before it has kept some games: the heading takes less than so many bytes.
        until [ -n "\$(find "\$journal" -size +1500c 2> /dev/null)" ]; do
            kill -0 \$! || exit 1
        done
        kill -9 \$! && touch "\$DIED/\$part/on-the-way"
        exit 1
    fi
    ;;
esac
exec "$agon" "\$@"
END
chmod +x "$place/bin/agon"
export PATH="$place/bin:$PATH"

for engine in "${@:-parallel}"; do
    if ! "have_$engine"; then
        tail -n 3 "$place/install.log" >&2
        echo "engines: $engine could not be had; nothing is shown about it" >&2
        exit 77
    fi
    export DIED="$place/$engine-died"
    mkdir "$place/$engine-parts" "$DIED"
    (
        cd "$place/$engine-parts"
        cp "$place/$league" .
        agon submit "$league" --for "$engine" --shards 5 > submission
        "start_$engine" > output 2>&1 || { cat output >&2; exit 1; }
        for part in 1 3 5; do
            test -f "$DIED/$part/on-the-way" || { echo "engines: part $part was never killed" >&2; exit 1; }
        done
        test ! -e pwned || { echo "engines: the file's name was run by $engine" >&2; exit 1; }
        merged=$(ls agon-*.journal | grep -v -- -of-)
        cmp "$merged" "$place/whole/league.journal"
        agon verify "$merged"
    ) || exit 1
    echo "engines: by $engine, in 5 parts of which 3 were killed, the journal is the same byte for byte"
done
