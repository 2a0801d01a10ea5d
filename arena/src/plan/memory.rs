//! The memory for the tables and trees of the players.

use std::{fs, path::Path};

use agon_core::{NamedPlayer, OptionSpec, STACK_SIZE, options::Kind};

use crate::plan::{guard, tournament::Tournament};

/// The bytes of tables and trees that a thread may keep for later games, besides those of the present game.
pub(crate) const MOST_KEPT: u64 = 256 << 20;

/// The bytes that players need for tables and trees on a thread: in the game that needs most, and between
/// games. Every thread plays a game of its own.
pub fn memory(tournament: &Tournament) -> u64 {
    let of_sections = tournament.sections.iter().map(|section| {
        let mut wanted: Vec<u64> = section
            .entries
            .iter()
            .map(|&entry| {
                let player = &tournament.entries[entry].player;
                let wanted = guard::catch(|| Some(player.seat(&section.game.start).ok()?.memory()));
                wanted.ok().flatten().unwrap_or_default()
            })
            .collect();
        wanted.sort_unstable_by(|a, b| b.cmp(a));
        let seats = u64::from(section.facts.seats);
        let sum = |some: &[u64]| some.iter().fold(0, |sum: u64, &one| sum.saturating_add(one));
        let game = sum(&wanted[..wanted.len().min(seats as usize)]);
        // Everybody may have been seated on every seat.
        let others = sum(&wanted).saturating_mul(seats).saturating_sub(game);
        game.saturating_add(others.min(MOST_KEPT))
    });
    of_sections.max().unwrap_or_default()
}

/// The memory that the players may use on this many threads, in words; `None` if none.
pub fn memory_words(tournament: &Tournament, jobs: usize) -> Option<String> {
    let each = memory(tournament);
    (each != 0).then(|| {
        let all = in_words(each.saturating_mul(jobs as u64));
        let (on, each) = (threads(jobs), in_words(each));
        format!("up to {all} for tables and trees on {on}, {each} on each")
    })
}

/// A number of threads in words.
pub fn threads(jobs: usize) -> String {
    if jobs == 1 { "1 thread".to_owned() } else { format!("{jobs} threads") }
}

/// Refuses a tournament that exceeds the memory of this machine, if that is known.
///
/// # Errors
///
/// If it does: the memory needed, and the memory available.
pub fn fits_memory(tournament: &Tournament, jobs: usize) -> Result<(), String> {
    let Some(there) = machine_memory() else { return fits_addresses(tournament, jobs) };
    if memory(tournament).saturating_mul(jobs as u64) <= there {
        return fits_addresses(tournament, jobs);
    }
    let wanted = memory_words(tournament, jobs).unwrap_or_default();
    Err(format!(
        "the players may take {wanted}, and there is room for {}; give them smaller tables, or ask \
         for fewer threads",
        in_words(there)
    ))
}

/// Refuses players whose threads exceed the address space of this process, if it is limited
/// (`ulimit -v`): their stacks use no memory until they are touched, but count there in full.
fn fits_addresses(tournament: &Tournament, jobs: usize) -> Result<(), String> {
    let most = tournament.entries.iter().map(|entry| helpers(&entry.player)).max();
    let helpers = (jobs as u64).saturating_mul(most.unwrap_or(0));
    has_addresses(memory(tournament).saturating_mul(jobs as u64), helpers)
}

/// Refuses a player whose threads exceed the address space of this process, if it is limited.
///
/// # Errors
///
/// If they do: the space needed, and the space available.
pub fn fits_threads(player: &NamedPlayer) -> Result<(), String> {
    has_addresses(0, helpers(player))
}

fn has_addresses(tables: u64, helpers: u64) -> Result<(), String> {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"));
    let there = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let Some(there) = there.filter(|_| 0 < helpers) else { return Ok(()) };
    let stacks = helpers.saturating_mul(STACK_SIZE as u64);
    let wanted = tables.saturating_add(stacks);
    if wanted <= there {
        return Ok(());
    }
    Err(format!(
        "the players need {} of addresses, {} of it for the stacks of their threads, and this process \
         may have {} (ulimit -v); give them fewer threads",
        in_words(wanted),
        in_words(stacks),
        in_words(there)
    ))
}

/// The number of threads of a player: the one that asks it, those it starts itself, and those of players inside it.
pub fn threads_of(player: &NamedPlayer) -> u64 {
    helpers(player).saturating_add(1)
}

/// The number of threads a player starts besides the one that asks it, including those of players inside it. Options
/// passed to another program are not counted.
fn helpers(player: &NamedPlayer) -> u64 {
    let options = &player.options;
    let of = |spec: &'static OptionSpec| match spec.kind {
        Kind::Whole { .. } if spec.name == "threads" => options.whole::<u64>(spec.name).saturating_sub(1),
        Kind::Player(_) => options.player(spec.name).map_or(0, helpers),
        Kind::Players(..) => {
            options.players(spec.name).iter().fold(0, |sum: u64, (inner, _)| sum.saturating_add(helpers(inner)))
        }
        _ => 0,
    };
    player.plugin.options.iter().map(of).fold(0, u64::saturating_add)
}

/// The memory in bytes that this process may use, if Linux reports it: that of the machine, or the limit of its control
/// groups.
fn machine_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let machine = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limit = group_limit(Path::new("/sys/fs/cgroup"), &groups);
    Some(limit.map_or(machine, |limit| machine.min(limit)))
}

/// The least limit of the control groups, of either version, that a process is in, as
/// `/proc/self/cgroup` names them, and of all that these are in.
fn group_limit(root: &Path, groups: &str) -> Option<u64> {
    let limits = groups.lines().filter_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let (root, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|one| one == "memory") => (root.join("memory"), "memory.limit_in_bytes"),
            _ => return None,
        };
        // In a container the path may be that of the world outside, and the root is its own group.
        let path = Path::new(path.trim_start_matches('/'));
        let read = |group: &Path| {
            let text = fs::read_to_string(root.join(group).join(file)).ok()?;
            text.trim().parse::<u64>().ok()
        };
        path.ancestors().filter_map(read).min()
    });
    limits.min()
}

fn in_words(bytes: u64) -> String {
    match bytes {
        0..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::{group_limit, helpers};
    use agon_core::{OptionSpec, PlayerPlugin, inventory, registry};
    use agon_players as _;
    use std::fs;

    inventory::submit! {
        PlayerPlugin::new(
            "room-command",
            "a program of its own",
            "",
            &const { [OptionSpec::quoted("command", "words", "", "what to run")] },
            |_, _| Err(agon_core::SetupError::refused("room-command", "a test", "nothing")),
        )
    }

    #[test]
    fn threads_are_counted_by_options_and_not_by_words() {
        for (term, expected) in [
            ("random", 0),
            ("alpha-beta(depth=2)", 0),
            ("alpha-beta(depth=2, threads=3)", 2),
            ("epsilon(player=alpha-beta(depth=2, threads=3))", 2),
            ("mix(alpha-beta(depth=2, threads=3)*0.5, mcts(iterations=9, threads=5)*0.5)", 6),
            ("mix(epsilon(player=alpha-beta(depth=2, threads=256))*0.5, random*0.5)", 255),
            ("room-command(\"x threads=256\")", 0),
            ("mix(room-command(\"x threads=256\")*0.5, alpha-beta(depth=1, threads=2)*0.5)", 1),
        ] {
            assert_eq!(helpers(&registry::player(term).unwrap()), expected, "{term}");
        }
    }

    #[test]
    fn the_least_limit_of_all_control_groups_counts() {
        let root = tempfile::tempdir().unwrap();
        let set = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let limit = |groups: &str| group_limit(root.path(), groups);
        assert_eq!(limit("0::/a/b\n4:memory:/c\n"), None);
        set("a/memory.max", "3000\n");
        set("a/b/memory.max", "max\n");
        assert_eq!(limit("0::/a/b\n"), Some(3000));
        set("memory/memory.limit_in_bytes", "2000\n");
        // In a container, whose own group is the root.
        assert_eq!(limit("9:cpu,memory:/docker/12\n0::/a/b\n"), Some(2000));
        set("memory/docker/12/memory.limit_in_bytes", "1000");
        assert_eq!(limit("9:cpu,memory:/docker/12\n"), Some(1000));
        assert_eq!(limit("8:cpuset:/docker/12\nnonsense\n"), None);
    }
}
