//! Tournaments between players that are linked here, and those of Python's own process.

use std::{
    io,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use agon_arena::{
    Met, Plan, Played, Recorder, Run, Shard, Spec,
    ask::{GameSpec, Located, PlayerSpec, Rules},
    cores,
    keep::Continued,
    plan::fits_memory,
    tell::ResultDocument,
};
use agon_learn::with_models;
use pyo3::{prelude::*, types::PyString};

use crate::{apart::apart_telling, errors::failed, seated::Guests};

/// Plays a tournament, and gives its result as `agon run --json` writes it. Players are terms, or objects of Python's.
/// `progress` is called now and then with the number of finished games and of all games.
#[pyfunction]
#[pyo3(signature = (games, players, *, openings, seed, secret = None, random_plies = None, nodes = None, move_time = None, jobs = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "each is an option that people know by its name")]
pub(crate) fn run_tournament(
    py: Python<'_>,
    games: Vec<String>,
    players: Vec<(String, Bound<'_, PyAny>)>,
    openings: u64,
    seed: u64,
    secret: Option<&str>,
    random_plies: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<u64>,
    jobs: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    if openings == 0 || nodes == Some(0) || move_time == Some(0) || jobs == Some(0) {
        return Err(failed("openings, nodes, move_time and jobs: accepted: 1 or more"));
    }
    let rules = Rules { openings: Some(openings), plies: random_plies, nodes, move_time, ..Rules::default() };
    let secret = secret.map(str::parse).transpose();
    let secret = secret.map_err(|why: String| failed(format!("secret: {why}")))?;
    let spec = Spec { seed: Some(seed), secret, rules, ..Spec::default() };
    let mut guests = Guests::default();
    let mut terms = Vec::with_capacity(players.len());
    for (name, player) in players {
        let term = match player.cast::<PyString>() {
            Ok(term) => term.to_cow()?.into_owned(),
            Err(_) => guests.add(player, &name),
        };
        terms.push((name, term));
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&interrupted);
    let (over, all) = (Arc::new(AtomicU64::new(0)), AtomicU64::new(0));
    let tell = |_: Python<'_>| match progress {
        Some(told) => {
            let known = (over.load(Ordering::Relaxed), all.load(Ordering::Relaxed));
            told.call1(known).map(drop)
        }
        None => Ok(()),
    };
    let counted = (Arc::clone(&over), &all);
    let stop = || interrupted.store(true, Ordering::Relaxed);
    let found = apart_telling(py, stop, tell, move || play(spec, games, terms, jobs, asked, counted))?;
    tell(py)?;
    found
}

fn play(
    mut spec: Spec,
    games: Vec<String>,
    players: Vec<(String, String)>,
    jobs: Option<usize>,
    asked: Arc<AtomicBool>,
    (over, planned): (Arc<AtomicU64>, &AtomicU64),
) -> PyResult<String> {
    for (name, player) in players {
        let player = Located::new(with_models(&player).map_err(failed)?);
        let name = (!name.is_empty()).then_some(name);
        spec.players.push(PlayerSpec { name, player });
    }
    let games = games.into_iter().map(|term| GameSpec { game: Located::new(term), ..GameSpec::default() });
    spec.games.extend(games);
    let plan = spec.resolve().and_then(Plan::new).map_err(failed)?;
    planned.store(plan.shard_games(Shard::WHOLE), Ordering::Relaxed);
    let all = usize::try_from(plan.shard_games(Shard::WHOLE)).unwrap_or(usize::MAX);
    let jobs = jobs.unwrap_or_else(cores).min(all).max(1);
    fits_memory(plan.tournament(), jobs).map_err(failed)?;
    plan.tournament().try_out().map_err(failed)?;
    let mut continued = Continued::new(plan, Shard::WHOLE);
    let mut job = continued.job(jobs);
    job.interrupted = Arc::new(move || asked.load(Ordering::Relaxed));
    let (counted, plan, run) = job.run(Counted { continued, over });
    match run {
        Run::Done | Run::Enough => Ok(ResultDocument::new(&plan, &counted.continued.score).text()),
        Run::Fault(number) => Err(failed(format!("stopped at game {number}, where a player was at fault"))),
        Run::Interrupted => Err(failed("interrupted")),
        Run::Failed(error) => Err(failed(error)),
    }
}

/// What is kept of the games, with their number where others see it.
struct Counted {
    continued: Continued,
    over: Arc<AtomicU64>,
}

impl Recorder for Counted {
    fn take(&mut self, game: &Played<'_>) -> io::Result<ControlFlow<()>> {
        self.over.fetch_add(1, Ordering::Relaxed);
        self.continued.take(game)
    }

    fn settle(&mut self) -> io::Result<()> {
        self.continued.settle()
    }

    fn last_round(&self) -> &[Met] {
        self.continued.last_round()
    }
}
