//! A journal in the forms of others: lines of JSON, a spreadsheet, a wiki page, PGN.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use agon_core::{AnyMove, Node, Position, notation};

use crate::{
    lines::{detail, line},
    plan::Plan,
    record::Ending,
    runner::Handed,
    score::Score,
};

/// A form that takes game after game.
pub trait Export {
    /// Writes the next game.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn game(&mut self, game: &Handed<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what comes after the last one.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let _ = (plan, score, out);
        Ok(())
    }
}

/// Every game as one line of JSON.
pub struct JsonLines;

impl Export for JsonLines {
    fn game(&mut self, game: &Handed<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(line(game).as_bytes())
    }
}

/// Every game as one line of comma-separated values (RFC 4180), every seat as one too: a game of
/// two seats has two lines.
#[derive(Default)]
pub struct Csv {
    has_begun: bool,
}

impl Export for Csv {
    fn game(&mut self, game: &Handed<'_>, out: &mut dyn Write) -> io::Result<()> {
        if !self.has_begun {
            self.has_begun = true;
            out.write_all(
                b"number,game,opening,seat,name,player,payoff,points,ended,at_fault,plies,moves\r\n",
            )?;
        }
        let tournament = game.plan.tournament();
        let (section, record) = (game.plan.section(game.fixture), game.record);
        let moves = agon_core::line::write_line(&section.game.start, &record.moves);
        for (seat, &entry) in game.fixture.seats.iter().enumerate() {
            let entry = &tournament.entries[entry];
            let payoff = record.payoffs.get(seat);
            let points = payoff.map(|payoff| {
                let others = record.payoffs.iter().enumerate().filter(|&(other, _)| other != seat);
                let halves = others.map(|(_, o)| u8::from(o <= payoff) + u8::from(o < payoff));
                f64::from(halves.sum::<u8>()) / 2.0
            });
            let is_at_fault = matches!(record.ending, Ending::Forfeit(at, _) if at.index() == seat);
            let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
            let fields = [
                record.number.to_string(),
                field(&section.game.term),
                game.fixture.opening.to_string(),
                (seat + 1).to_string(),
                field(&entry.name),
                field(&entry.player.term),
                number(payoff.copied()),
                number(points),
                record.ending.word().to_owned(),
                is_at_fault.to_string(),
                record.moves.len().to_string(),
                field(&moves),
            ];
            write!(out, "{}\r\n", fields.join(","))?;
        }
        Ok(())
    }
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The tables as Markdown.
pub struct Markdown;

impl Export for Markdown {
    fn game(&mut self, _game: &Handed<'_>, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let tournament = plan.tournament();
        for (section, scored) in tournament.sections.iter().zip(&score.sections) {
            let places = scored.places();
            writeln!(out, "## {}\n", section.game.term)?;
            let columns: Vec<String> = (1..=places.len()).map(|n| format!(" {n} |")).collect();
            let columns = columns.concat();
            writeln!(out, "| # | player | points | W | D | L | mean payoff |{columns}")?;
            writeln!(out, "|--:|:--|--:|--:|--:|--:|--:|{}", "--:|".repeat(places.len()))?;
            for &(place, i) in &places {
                let (total, name) =
                    (&scored.totals[i], &tournament.entries[scored.entries[i]].name);
                let tally = total.tally;
                let mean = total.mean().map(|mean| format!("{mean:.3}")).unwrap_or_default();
                let mut row = format!(
                    "| {place} | {} | {:.1} | {} | {} | {} | {mean} |",
                    name.replace('|', "\\|"),
                    tally.points(),
                    tally.wins,
                    tally.draws,
                    tally.losses
                );
                for &(_, j) in &places {
                    let pair = scored.pairs[i][j];
                    let _ = match (i == j, pair.games()) {
                        (true, _) => write!(row, " · |"),
                        (_, 0) => write!(row, " |"),
                        _ => write!(row, " {:.1} |", pair.points()),
                    };
                }
                writeln!(out, "{row}")?;
            }
            writeln!(out, "\n{} games.\n", scored.games)?;
        }
        writeln!(out, "Seed {}, fingerprint `{}`.", tournament.seed.0, score.fingerprint.text())
    }
}

/// Every game in the manner of PGN: tags, numbered moves in the game's own notation, and the
/// result. Programs that read chess from PGN want the moves of chess otherwise than Agon writes
/// them; the tags and the form are the same.
pub struct Pgn;

impl Export for Pgn {
    fn game(&mut self, game: &Handed<'_>, out: &mut dyn Write) -> io::Result<()> {
        let tournament = game.plan.tournament();
        let (section, record) = (game.plan.section(game.fixture), game.record);
        let name = |seat: usize| tournament.entries[game.fixture.seats[seat]].name.as_str();
        let identity: String = tournament.identity().chars().take(12).collect();
        let result = match record.payoffs[..] {
            [one, other] if other < one => "1-0",
            [one, other] if one < other => "0-1",
            [_, _] => "1/2-1/2",
            _ => "*",
        };
        let mut tags = vec![
            ("Event", format!("agon {identity}")),
            ("Site", "?".to_owned()),
            ("Date", "????.??.??".to_owned()),
            ("Round", format!("{}.{}", game.fixture.opening + 1, record.number + 1)),
        ];
        if let 2 = game.fixture.seats.len() {
            tags.push(("White", name(0).to_owned()));
            tags.push(("Black", name(1).to_owned()));
        }
        tags.push(("Result", result.to_owned()));
        tags.push(("Game", section.game.term.clone()));
        for (seat, _) in game.fixture.seats.iter().enumerate() {
            if game.fixture.seats.len() != 2 {
                tags.push(("Seat", format!("{} {}", seat + 1, name(seat))));
            }
        }
        if record.payoffs.len() != 2 {
            tags.push(("Payoffs", format!("{:?}", record.payoffs)));
        }
        tags.push(("Opening", record.opening.to_string()));
        tags.push(("Seed", tournament.seed.0.to_string()));
        let termination = match &record.ending {
            Ending::Over => "normal".to_owned(),
            other => match detail(other) {
                Some(detail) => format!("{}: {detail}", other.word()),
                None => other.word().to_owned(),
            },
        };
        tags.push(("Termination", termination));
        for (tag, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(out, "[{tag} \"{value}\"]")?;
        }
        let mut words = numbered(&section.game.start, &record.moves);
        words.push(result.to_owned());
        let mut column = 0;
        for word in words {
            let width = word.chars().count();
            if column == 0 || 79 < column + 1 + width {
                write!(out, "\n{word}")?;
                column = width;
            } else {
                write!(out, " {word}")?;
                column += 1 + width;
            }
        }
        out.write_all(b"\n\n")
    }
}

/// The moves, a number before each of the first seat's, outcomes of chance between braces.
fn numbered(start: &agon_core::AnyPosition, moves: &[AnyMove]) -> Vec<String> {
    let (mut position, mut words, mut number) = (start.clone(), Vec::new(), 0);
    for &m in moves {
        let text = notation(&position, m);
        match position.node() {
            Node::Chance => words.push(format!("{{{text}}}")),
            Node::Decision(seat) => {
                if seat.0 == 0 || number == 0 {
                    number += 1;
                    words.push(format!("{number}{}", if seat.0 == 0 { "." } else { "..." }));
                }
                words.push(text);
            }
            Node::Terminal => break,
        }
        position.play(m);
    }
    words
}
