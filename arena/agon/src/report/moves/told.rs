//! What moves cost as it is shown: the JSON document, the tables for a terminal, and lines for a spreadsheet.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use agon_arena::{
    ask::count,
    tally::{GameCosts, MoveCost, PlayerCosts},
};
use agon_core::options::brief;
use serde::Serialize;

use super::{judge::Bench, waiting::Judged};
use crate::{failed::Failed, figure::grouped};

/// What everybody's moves cost, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct MovesDocument {
    /// `agon.moves/1`.
    schema: &'static str,
    /// Who judged: solve, or a player's term.
    judge: String,
    /// Game by game.
    games: Vec<JudgedGame>,
}

/// A game with the moves of all who played it.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct JudgedGame {
    /// What its values are: solved (exact, or exact expectations), equilibrium (against a learned strategy), searched (as
    /// far as the judge looked), sampled (means of plays).
    values: &'static str,
    /// A move that costs no more counts as a best one.
    within: f64,
    /// How far the learned strategy is from an equilibrium: what the seats could gain together by turning to best
    /// responses.
    #[serde(skip_serializing_if = "Option::is_none")]
    nash_conv: Option<f64>,
    #[serde(flatten)]
    costs: GameCosts,
}

/// What the judge found, as a document.
pub(super) fn document_of(judged: Judged) -> MovesDocument {
    let Judged { judge, within, benches, games } = judged;
    let game = |costs: GameCosts| {
        // After the term may stand the limits of a move.
        let is_of =
            |term: &str| costs.game.strip_prefix(term).is_some_and(|rest| rest.is_empty() || rest.starts_with(','));
        let bench = benches.iter().find(|(term, _)| is_of(term)).map(|(_, bench)| bench);
        let (values, nash_conv) = match bench {
            Some(Bench::Profile(judge)) => ("equilibrium", judge.nash_conv()),
            Some(Bench::Asked(judge)) => (if judge.is_sample() { "sampled" } else { "searched" }, None),
            Some(Bench::Solver(_)) | None => ("solved", None),
        };
        let within = bench.map_or(0.0, |bench| bench.within(within));
        JudgedGame { values, within, nash_conv, costs }
    };
    let games = games.into_iter().map(game).collect();
    MovesDocument { schema: "agon.moves/1", judge: judge.term().to_owned(), games }
}

/// Writes tables.
pub(super) fn write(found: &MovesDocument, out: &mut dyn Write) -> io::Result<()> {
    for JudgedGame { values, within, nash_conv, costs } in &found.games {
        write!(out, "{}  {}", brief(&costs.game), count(costs.played, "game"))?;
        if costs.copies != 0 {
            write!(out, ", {} of them copies of earlier ones, which are not counted", costs.copies)?;
        }
        writeln!(out)?;
        let about = match (*values, nash_conv) {
            (_, Some(nash_conv)) => format!(", against a strategy of NashConv {nash_conv:.6}"),
            ("sampled", _) => ", by means of plays".to_owned(),
            _ => String::new(),
        };
        writeln!(out, "  Judged by {}{about}", brief(&found.judge))?;
        writeln!(out, "  Regret a move ± 95 % over openings; < and > where that leaves what is possible")?;
        if 0.0 < *within {
            writeln!(out, "  A move that costs no more than {within} counts as a best one")?;
        }
        tables(costs, out)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The tables of one game.
fn tables(costs: &GameCosts, out: &mut dyn Write) -> io::Result<()> {
    let width = costs.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    writeln!(out, "      {:width$}  {:>17}  {:>15}  {:>9}", "", "regret", "best moves", "moves")?;
    for (row, PlayerCosts { name, all, .. }) in (1..).zip(&costs.players) {
        let line =
            format!("  {row:>2}  {name:width$}  {:>17}  {:>15}  {:>9}", told(all), best(all), grouped(all.moves));
        writeln!(out, "{}", line.trim_end())?;
    }
    let seats = |player: &PlayerCosts| player.seats.iter().map(|seat| seat.cost).collect::<Vec<_>>();
    let thirds = |player: &PlayerCosts| player.phases.iter().map(|phase| phase.cost).collect::<Vec<_>>();
    parts("seat", width, costs, &seats, out)?;
    parts("third", width, costs, &thirds, out)?;
    writeln!(out, "      {:width$}  {:>17}  {:>15}  {:>9}", "", "first mistake", "median ply", "none in")?;
    for (row, PlayerCosts { name, first_mistake, .. }) in (1..).zip(&costs.players) {
        let ply = |ply: Option<f64>| ply.map_or_else(|| "–".to_owned(), |ply| format!("{ply:.1}"));
        let (mean, median) = (ply(first_mistake.mean), ply(first_mistake.median));
        let without = first_mistake.without.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share));
        let line = format!("  {row:>2}  {name:width$}  {mean:>17}  {median:>15}  {without:>9}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The table of what moves of each part cost.
fn parts(
    word: &str,
    width: usize,
    costs: &GameCosts,
    of: &dyn Fn(&PlayerCosts) -> Vec<MoveCost>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let count = costs.players.first().map_or(0, |player| of(player).len());
    if count < 2 {
        return Ok(());
    }
    write!(out, "      {:width$}", "")?;
    for number in 1..=count {
        write!(out, "  {:>17}", format!("{word} {number}"))?;
    }
    writeln!(out)?;
    for (row, player) in (1..).zip(&costs.players) {
        let mut line = format!("  {row:>2}  {:width$}", player.name);
        for cost in of(player) {
            let _ = write!(line, "  {:>17}", told(&cost));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A mean regret with its interval: where that would reach below zero, its upper end.
fn told(cost: &MoveCost) -> String {
    match (cost.regret, cost.error) {
        (Some(regret), Some(error)) if regret < error => format!("{regret:.4} < {:.4}", regret + error),
        (Some(regret), Some(error)) => format!("{regret:.4} ± {error:.4}"),
        (Some(regret), None) => format!("{regret:.4}         "),
        (None, _) => "–".to_owned(),
    }
}

/// The share of best moves with its interval: where that would reach above one, its lower end.
fn best(cost: &MoveCost) -> String {
    match (cost.best, cost.best_error) {
        (Some(best), Some(error)) if 1.0 < best + error => {
            format!("{:.1} % > {:4.1}", 100.0 * best, 100.0 * (best - error).max(0.0))
        }
        (Some(best), Some(error)) => format!("{:.1} % ± {:4.1}", 100.0 * best, 100.0 * error),
        (Some(best), None) => format!("{:.1} %       ", 100.0 * best),
        (None, _) => String::new(),
    }
}

/// A line for each player and part.
pub(super) fn spreadsheet(found: &MovesDocument) -> Result<Vec<u8>, Failed> {
    const HEAD: [&str; 15] = [
        "game",
        "judge",
        "player",
        "part",
        "moves",
        "openings",
        "regret",
        "error",
        "best",
        "best_error",
        "games",
        "forced",
        "without_mistake",
        "first_mistake_mean",
        "first_mistake_median",
    ];
    let mut bytes = Vec::new();
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(&mut bytes);
    table.write_record(HEAD).map_err(Failed::trouble)?;
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for JudgedGame { costs, .. } in &found.games {
        for player in &costs.players {
            let mut line = |part: String, cost: &MoveCost, more: [String; 5]| {
                let MoveCost { moves, openings, regret, error, best, best_error, .. } = *cost;
                let who = [costs.game.clone(), found.judge.clone(), player.name.clone(), part];
                let counts = [moves.to_string(), openings.to_string()];
                let figures = [regret, error, best, best_error].map(number);
                let cells = who.iter().chain(&counts).chain(&figures).chain(&more);
                table.write_record(cells).map_err(Failed::trouble)
            };
            let first = &player.first_mistake;
            let [without, mean, median] = [first.without, first.mean, first.median].map(number);
            let more = [player.games.to_string(), player.forced.to_string(), without, mean, median];
            line("all".to_owned(), &player.all, more)?;
            for seat in &player.seats {
                line(format!("seat {}", seat.seat), &seat.cost, Default::default())?;
            }
            for phase in &player.phases {
                line(format!("third {}", phase.third), &phase.cost, Default::default())?;
            }
        }
    }
    table.flush()?;
    drop(table);
    Ok(bytes)
}
