//! The speed of sheets beside that of the same games written in Rust, in one run.
//!
//! `cargo bench -p agon-benches --bench sheets` prints the table of `docs/numbers.md`. Behind `--`, `--json` prints it for
//! programs, `--quick` does everything once to see that it still works, and files are sheets to be measured instead; say
//! where they are from the root of the disk. Contestants take turns, and the best round of each counts.

use std::{
    env, fs,
    process::ExitCode,
    time::{Duration, Instant},
};

use agon_core::{AnyPosition, Node, Position, Seat, Seed, Stream, Turn, registry, term::quoted};
use agon_roster as _;
use serde_json::{Value, json};

/// The built-in sheets of games that are written in Rust, too.
const TWINS: [(&str, &str); 7] = [
    ("breakthrough", "breakthrough"),
    ("connect-four", "connect-four"),
    ("kuhn", "kuhn"),
    ("nim", "nim(heaps=3+4+5)"),
    ("othello", "othello"),
    ("rock-paper-scissors", "rps"),
    ("tic-tac-toe", "tic-tac-toe"),
];

/// How long everybody is timed.
#[derive(Clone, Copy)]
struct Effort {
    rounds: u32,
    /// The least time of a round.
    round: Duration,
}

/// One game, and how fast it is.
struct Pace {
    start: AnyPosition,
    stream: Stream,
    /// Random games a second.
    games: f64,
    /// Iterations of `mcts` a second, where it can play.
    iterations: Option<f64>,
}

impl Pace {
    fn new(term: &str) -> Result<Pace, String> {
        let start = registry::game(term).map_err(|error| error.to_string())?.start;
        Ok(Pace { start, stream: Seed(1).stream(0), games: 0.0, iterations: None })
    }

    /// Plays random games for a round.
    fn play(&mut self, effort: Effort) {
        let mut position = self.start.clone();
        position.keep(None);
        let start = position.clone();
        let begun = Instant::now();
        let mut count = 0.0;
        while count == 0.0 || begun.elapsed() < effort.round {
            position.clone_from(&start);
            position.playout(&mut self.stream);
            count += 1.0;
        }
        self.games = self.games.max(count / begun.elapsed().as_secs_f64());
    }

    /// Lets `mcts` choose the first move with ever more iterations, until that takes a round.
    fn search(&mut self, effort: Effort) -> Result<(), String> {
        let Node::Decision(seat) = self.start.node() else { return Ok(()) };
        let mut iterations = 100;
        while let Some(taken) = self.choose(seat, iterations)? {
            if effort.round <= taken {
                let rate = f64::from(iterations) / taken.as_secs_f64();
                self.iterations = Some(self.iterations.map_or(rate, |best| best.max(rate)));
                break;
            }
            iterations *= 2;
        }
        Ok(())
    }

    /// How long `mcts` takes with so many iterations; `None` if it does not play such games, or needs fewer because it has
    /// proved what the game is worth.
    fn choose(&self, seat: Seat, iterations: u32) -> Result<Option<Duration>, String> {
        let player = registry::player(&format!("mcts(iterations={iterations})"));
        let player = player.map_err(|error| error.to_string())?;
        let Ok(mut player) = player.seat(&self.start) else { return Ok(None) };
        let mut stream = Seed(1).stream(0);
        player.begin();
        let begun = Instant::now();
        let mut turn = Turn::new(seat, &mut stream);
        match player.choose(&self.start, &mut turn) {
            // The first position is no iteration.
            Ok(decision) if decision.nodes <= u64::from(iterations) => Ok(None),
            Ok(_) => Ok(Some(begun.elapsed())),
            Err(error) => Err(format!("mcts has no move: {error:?}")),
        }
    }
}

/// A sheet, and the same game written in Rust if there is one.
struct Row {
    name: String,
    sheet: Pace,
    twin: Option<Pace>,
}

impl Row {
    fn built_in((sheet, twin): (&str, &str)) -> Result<Row, String> {
        Ok(Row {
            name: sheet.to_owned(),
            sheet: Pace::new(&format!("gdl(sheet={sheet})"))?,
            twin: Some(Pace::new(twin)?),
        })
    }

    fn of_file(path: &str) -> Result<Row, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let text = agon_gdl::on_one_line(&text);
        let sheet = Pace::new(&format!("gdl(sheet={})", quoted(&text))).map_err(|told| format!("{path}: {told}"))?;
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        Ok(Row { name, sheet, twin: None })
    }

    fn measure(&mut self, effort: Effort) -> Result<(), String> {
        for _ in 0..effort.rounds {
            for pace in [Some(&mut self.sheet), self.twin.as_mut()].into_iter().flatten() {
                pace.play(effort);
                pace.search(effort)?;
            }
        }
        Ok(())
    }

    fn line(&self) -> String {
        let rate = |rate: Option<f64>| rate.map_or(String::new(), told);
        let (games, iterations) = (self.sheet.games, self.sheet.iterations);
        let mut cells = vec![format!("`{}`", self.name), told(games)];
        if let Some(twin) = &self.twin {
            cells.extend([told(twin.games), format!("{:.0}", twin.games / games)]);
        }
        cells.push(rate(iterations));
        if let Some(twin) = &self.twin {
            cells.push(rate(twin.iterations));
        }
        format!("| {} |", cells.join(" | "))
    }

    fn json(&self) -> Value {
        let pace = |pace: &Pace| json!({ "games": pace.games.round(), "iterations": pace.iterations.map(f64::round) });
        json!({ "sheet": self.name, "gdl": pace(&self.sheet), "rust": self.twin.as_ref().map(pace) })
    }
}

/// A rate as people read it.
fn told(rate: f64) -> String {
    match rate {
        _ if 999_500.0 <= rate => format!("{:.2} M", rate / 1e6),
        _ if 99_950.0 <= rate => format!("{:.0} k", rate / 1e3),
        _ if 9_995.0 <= rate => format!("{:.1} k", rate / 1e3),
        _ if 999.5 <= rate => format!("{:.2} k", rate / 1e3),
        _ => format!("{rate:.0}"),
    }
}

fn main() -> ExitCode {
    let (mut quick, mut is_json, mut files) = (false, false, Vec::new());
    for argument in env::args().skip(1) {
        match argument.as_str() {
            // Cargo asks benches for their list, and runs them as tests, with flags of its own.
            "--list" | "--test" => return ExitCode::SUCCESS,
            "--bench" => {}
            "--quick" => quick = true,
            "--json" => is_json = true,
            other if other.starts_with('-') => {
                eprintln!("sheets: unknown argument `{other}`; accepted: --quick, --json, or files");
                return ExitCode::from(2);
            }
            _ => files.push(argument),
        }
    }
    let effort = if quick {
        Effort { rounds: 1, round: Duration::ZERO }
    } else {
        Effort { rounds: 7, round: Duration::from_millis(120) }
    };
    match measured(&files, effort, is_json) {
        Ok(()) => ExitCode::SUCCESS,
        Err(told) => {
            eprintln!("sheets: {told}");
            ExitCode::FAILURE
        }
    }
}

/// Measures the files, or the built-in sheets, and prints the table.
fn measured(files: &[String], effort: Effort, is_json: bool) -> Result<(), String> {
    if !is_json && files.is_empty() {
        println!("| sheet | random games a second | in Rust | times | `mcts` iterations a second | in Rust |");
        println!("|---|---:|---:|---:|---:|---:|");
    } else if !is_json {
        println!("| sheet | random games a second | `mcts` iterations a second |");
        println!("|---|---:|---:|");
    }
    let mut rows = Vec::new();
    let twins = if files.is_empty() { &TWINS[..] } else { &[] };
    let own = twins.iter().map(|&twin| Row::built_in(twin));
    for row in own.chain(files.iter().map(|path| Row::of_file(path))) {
        let mut row = row?;
        row.measure(effort)?;
        if is_json {
            rows.push(row.json());
        } else {
            println!("{}", row.line());
        }
    }
    if is_json {
        println!("{}", json!({ "rows": rows }));
    }
    Ok(())
}
