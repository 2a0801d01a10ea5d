//! `agon show`.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use agon_core::{AnyPosition, Explained, Eye, Position, Remarks, Seat, all_moves, notation, options::brief};
use agon_draw::{AimData, Drawing, PictureData};
use agon_table::{GivenPosition, SeenNode, ShownPosition, by_numbers};
use serde::Serialize;

use agon_arena::{ask::io_words, plan::play_written};

use crate::{
    failed::{Failed, printable},
    figure, model,
    output::{answer, columns, json, width},
    place::Place,
    screen::Screen,
    view::View,
};

/// Shows a position: the board, who acts, what may be played
///
/// And what chance may draw, and at the end of a game the payoffs. Where a game hides something, as cards do,
/// the whole position is shown, or with --seat what one seat sees of it.
///
/// A terminal, and --color always, show the board in colours, as `agon play` does; a pipe gets plain letters.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon show nim
  agon show 'nim(heaps=1+2)' --moves 'a1 b1' --json
  agon show chess --moves 'e4 e5' -o board.svg
  agon show kuhn --moves '3 1' --seat 2

Exit codes: 0 done; 1 a file cannot be read; 2 the game, the position or a move is wrong, with \
--batch the moves of at least one line (the others are answered all the same).",
    after_long_help = "\
More examples:
  agon show nim --position '1+2+3 2'
  agon show --model othello.agon
  agon show othello --model learned
  printf 'a3\\na3 b5\\n' | agon show nim --batch -"
)]
pub(crate) struct Args {
    /// The game: nim, 'nim(heaps=1+2)', or a saved one: FILE or FILE#N
    ///
    /// FILE is the last that `save` wrote there, FILE#N its Nth line, or game N of a journal.
    #[arg(required_unless_present = "model")]
    game: Option<String>,
    /// Moves played first, with spaces or commas between
    ///
    /// Outcomes of chance are written like moves. A game in PGN, or of draughts in PDN, is its main line.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Begin at this position, as `agon show` writes it
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Show the contents of this file of `agon learn`
    ///
    /// `learned` is the model that comes with the game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position", "seat", "batch"])]
    model: Option<PathBuf>,
    /// Show what this seat sees, counted from 1; 0 is all
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// Answer each line of moves in FILE (`-`: standard input) with one of JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["form", "out"])]
    batch: Option<PathBuf>,
    /// Answer with one line of JSON
    #[arg(long)]
    json: bool,
    /// List every move, however many there are
    #[arg(long, conflicts_with_all = ["model", "batch", "json", "form", "out"])]
    full: bool,
    #[command(flatten)]
    screen: Screen,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if let Some(path) = &args.model {
        return model::show(path, args.game.as_deref(), args.json);
    }
    let game = args.game.clone().unwrap_or_default();
    let site = Place::of(game, args.moves.clone(), args.position.clone()).find()?;
    let seat = asked(args.seat, &site)?;
    let game = &site.game.term;
    let shown = ShownPosition::at((&site.base, &site.line, &site.here), seat.map(Eye::Seat));
    if let Some(form) = args.screen.form()? {
        return args.screen.draw(form, game, &shown);
    }
    match &args.batch {
        Some(path) if path == Path::new("-") => batch(&site, seat, path, io::stdin().lock()),
        Some(path) => match File::open(path) {
            Ok(file) => batch(&site, seat, path, file),
            Err(error) => Err(unreadable(path, &error)),
        },
        None if args.json => {
            let told = site.here.remarks();
            let document = PositionDocument::of(game, &shown, seat.is_some()).told(&told);
            answer(|out| Ok(json(out, &document)?))
        }
        None => answer(|out| {
            write(out, game, &shown, args.full)?;
            Ok(write_remarks(out, &site.here.remarks())?)
        }),
    }
}

/// The seat that looks, if one is asked for.
fn asked(number: Option<u8>, site: &GivenPosition) -> Result<Option<Seat>, Failed> {
    let seats = site.here.facts().seats;
    match number {
        None | Some(0) => Ok(None),
        Some(number) if number <= seats => Ok(Some(Seat(number - 1))),
        Some(number) => {
            Err(Failed::usage(format!("{}: --seat cannot be `{number}`; accepted: 0 to {seats}", site.game.term)))
        }
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failed {
    Failed::trouble(format!("`{}` cannot be read: {}", path.display(), io_words(error)))
}

/// No line of moves is as long: what never ends must not ask for all memory.
const LONGEST_LINE: u64 = 1 << 24;

/// Answers every line of moves; a writer that waits after a line is answered at once.
fn batch(site: &GivenPosition, seat: Option<Seat>, path: &Path, input: impl Read) -> Result<(), Failed> {
    let mut lines = BufReader::with_capacity(1 << 16, input);
    let (mut text, mut here) = (Vec::new(), site.here.clone());
    let (mut number, mut refused) = (0u64, 0u64);
    answer(|out| {
        loop {
            if lines.buffer().is_empty() {
                out.flush()?;
            }
            text.clear();
            match lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut text) {
                Ok(0) => break,
                Ok(_) => number += 1,
                Err(error) => return Err(unreadable(path, &error)),
            }
            if text.len() as u64 == LONGEST_LINE {
                let what = format!("line {number} is longer than {LONGEST_LINE} bytes");
                return Err(Failed::usage(format!("`{}`: {what}", path.display())));
            }
            here.clone_from(&site.here);
            // A byte order mark before the first line is no part of it.
            let bare = text.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 1);
            let played = match std::str::from_utf8(bare.unwrap_or(&text)) {
                Err(error) => Err(format!("the line is not UTF-8: {error}")),
                Ok(text) => play_written(&mut here, text).map_err(|error| format!("{}: {error}", site.game.term)),
            };
            match played {
                Ok(line) => {
                    let began =
                        if line.is_empty() { (&site.base, &*site.line, &here) } else { (&site.here, &*line, &here) };
                    let shown = ShownPosition::at(began, seat.map(Eye::Seat));
                    json(out, &PositionDocument::of(&site.game.term, &shown, seat.is_some()))?;
                }
                Err(error) => {
                    refused += 1;
                    json(out, &RefusedLine { line: number, error })?;
                }
            }
        }
        Ok(())
    })?;
    match refused {
        0 => Ok(()),
        _ => Err(Failed::usage(format!(
            "{refused} of {number} lines cannot be played; see the key `error` of their answers"
        ))),
    }
}

/// A line of moves that cannot be played, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct RefusedLine {
    /// Its number, counted from 1.
    line: u64,
    /// The mistake.
    error: String,
}

/// A position, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct PositionDocument<'a> {
    /// The game's term.
    game: &'a str,
    /// The position's one-line text, which --position reads back; left out for a seat that does not see all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// Everything that the seat has seen, on one line, where one is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<String>,
    /// The drawing, with line breaks.
    board: String,
    /// `decision`, `chance` or `terminal`; `waiting` if the asking seat must not know which seat acts.
    node: &'static str,
    /// The seat to act, counted from 1; null unless the node is a decision.
    seat: Option<u8>,
    /// The legal moves, in the game's order; empty unless the node is a decision.
    moves: Vec<String>,
    /// The outcomes of chance; empty unless the node is chance.
    chance: Vec<OutcomeDocument>,
    /// How the play ended, such as `checkmate`; left out where it goes on, or payoffs say it all.
    #[serde(skip_serializing_if = "str::is_empty")]
    ending: &'static str,
    /// One for each seat in order, or that of the seat that is asked; empty unless the node is terminal.
    payoffs: Vec<f64>,
    /// The squares that each move, or outcome of chance, points at, in the same order.
    aims: Vec<AimData>,
    /// How rules from outside are worked out, and what is certain of them; left out where there is nothing to say, and
    /// with --batch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<String>,
    /// Remarks on rules from outside, such as names that nothing defines; left out likewise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    #[serde(flatten)]
    picture: PictureData,
}

/// An outcome of chance.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct OutcomeDocument {
    /// The outcome.
    r#move: String,
    /// Its probability is this divided by the sum of all weights.
    weight: u32,
}

impl PositionDocument<'_> {
    fn of<'a>(game: &'a str, shown: &ShownPosition<'_>, is_seat: bool) -> PositionDocument<'a> {
        let all = shown
            .acting()
            .map_or_else(Vec::new, |here| all_moves(here).into_iter().map(|m| AimData::of(&here.aim(m))).collect());
        let (node, text, picture) = (shown.node(), shown.text(), shown.picture());
        PositionDocument {
            game,
            position: shown.is_whole().then(|| text.clone()),
            view: is_seat.then_some(text),
            board: shown.drawing(),
            node: node.name(),
            seat: match node {
                SeenNode::Decision(seat) => Some(seat.0 + 1),
                _ => None,
            },
            moves: if node == SeenNode::Chance { Vec::new() } else { shown.moves() },
            chance: match shown.acting() {
                Some(here) if node == SeenNode::Chance => outcomes(here),
                _ => Vec::new(),
            },
            ending: shown.ending(),
            payoffs: shown.payoffs().into_iter().map(|(_, payoff)| payoff).collect(),
            aims: all,
            known: Vec::new(),
            remarks: Vec::new(),
            picture: Drawing::of(&picture).data(),
        }
    }

    /// The same, with what is said of the rules.
    fn told(self, told: &Remarks) -> Self {
        let remarks = told.all().map(str::to_owned).collect();
        PositionDocument { known: told.known.clone(), remarks, ..self }
    }
}

fn outcomes(here: &AnyPosition) -> Vec<OutcomeDocument> {
    let mut drawn = Vec::new();
    let _ = here.each_move(|m| {
        drawn.push(OutcomeDocument { r#move: notation(here, m), weight: here.weight(m) });
        ControlFlow::Continue(())
    });
    drawn
}

/// The payoffs of a finished game for people: `seat 1: 1, seat 2: -1`.
fn result(payoffs: &[(Seat, f64)]) -> String {
    let each = payoffs.iter().map(|&(seat, payoff)| format!("{seat}: {}", figure::plain(payoff)));
    each.collect::<Vec<_>>().join(", ")
}

/// The most moves that are listed unless all are asked for.
const MOST_LISTED: usize = 50;

/// Writes moves after `lead`, and how many are left out.
fn list(out: &mut dyn Write, lead: &str, moves: &[String], full: bool) -> io::Result<()> {
    let (some, more) = moves.split_at(if full { moves.len() } else { MOST_LISTED.min(moves.len()) });
    columns(out, lead, some, width())?;
    if more.is_empty() {
        return Ok(());
    }
    writeln!(out, "{:indent$}… and {} more (--full lists them)", "", more.len(), indent = lead.len())
}

/// A probability as a reduced fraction.
fn reduced(weight: u32, total: u64) -> String {
    let (mut over, mut under) = (u64::from(weight), total);
    while under != 0 {
        (over, under) = (under, over % under);
    }
    let divisor = over.max(1);
    match (u64::from(weight) / divisor, total / divisor) {
        (over, 1) => over.to_string(),
        (over, under) => format!("{over}/{under}"),
    }
}

/// What is said of rules from outside.
fn write_remarks(out: &mut dyn Write, told: &Remarks) -> io::Result<()> {
    for known in &told.known {
        writeln!(out, "rules     {}", printable(known))?;
    }
    for remark in told.all() {
        writeln!(out, "remark    {}", printable(remark))?;
    }
    Ok(())
}

fn write(out: &mut dyn Write, game: &str, shown: &ShownPosition<'_>, full: bool) -> io::Result<()> {
    writeln!(
        out,
        "{}
",
        View::of_this_terminal().shown(shown)
    )?;
    writeln!(out, "game      {}", brief(game))?;
    let name = if shown.is_whole() { "position  " } else { "view      " };
    writeln!(out, "{name}{}", shown.text())?;
    match (shown.node(), shown.acting()) {
        (SeenNode::Decision(seat), _) => {
            writeln!(out, "to act    {seat}")?;
            list(out, "moves     ", &by_numbers(shown.moves()), full)
        }
        (SeenNode::Chance, Some(here)) => {
            let drawn = outcomes(here);
            let total: u64 = drawn.iter().map(|outcome| u64::from(outcome.weight)).sum();
            let each = drawn.iter().map(|o| format!("{} ({})", o.r#move, reduced(o.weight, total)));
            writeln!(out, "to act    chance")?;
            list(out, "draws     ", &by_numbers(each.collect()), full)
        }
        (SeenNode::Chance | SeenNode::Waiting, _) => writeln!(out, "to act    others"),
        (SeenNode::Terminal, _) => {
            let how = match shown.ending() {
                "" => String::new(),
                how => format!(", {how}"),
            };
            writeln!(out, "to act    nobody: the game is over{how}")?;
            writeln!(out, "payoffs   {}", result(&shown.payoffs()))
        }
    }
}
