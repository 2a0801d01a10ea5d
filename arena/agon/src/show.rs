//! `agon show`.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use agon_core::{AnyPosition, Node, Picture, Position, Seat, all_moves, line, notation};
use agon_draw::{AimData, Drawing, PictureData};
use agon_table::{GivenPosition, moves, payoffs, pictured, row};
use serde::Serialize;

use crate::{
    failed::Failed,
    figure,
    output::{answer, json},
    place::Place,
    screen::Screen,
};

/// Shows a position: the board, who acts, what may be played
///
/// And what chance may draw, and at the end of a game the payoffs.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon show nim
  agon show 'nim(heaps=1+2)' --moves 'a1 b1' --json
  agon show nim --position '1+2+3 2'
  agon show chess --moves 'e4 e5' --to svg --out board.svg
  printf 'a3\\na3 b5\\n' | agon show nim --batch -

JSON: one object on one line. Keys:
  game      the game's term
  position  the position's one-line text, which --position reads back
  board     the drawing, with line breaks
  node      \"decision\", \"chance\" or \"terminal\"
  seat      who acts, counted from 1; null unless the node is a decision
  moves     what that seat may play, in the game's order; empty unless the node is a decision
  chance    what may be drawn: objects with move and weight; empty unless the node is chance.
            The probability is the weight divided by the sum of the weights
  payoffs   one for each seat in order; empty unless the node is terminal
  aims      what each of the moves, or of what may be drawn, points at, in the same order: objects
            with paths (lists of places), takes (places) and number
  cells     the places: objects with name, x and y (to the right and downwards, in squares), shape,
            ground, text (in words) and pieces: objects with text, letter, glyph, tint, seat and count
  trays     what lies beside the board: objects with label, seat, text and pieces
  last      what the last of --moves pointed at, as in aims; null without any
  winning   the lines that decided the game, each a list of places
With --batch, a line that cannot be played is answered by an object with the keys line (its number, \
from 1) and error (the message).

Exit codes: 0 done; 1 a file cannot be read; 2 the game, the position or a move is wrong, with \
--batch the moves of at least one line (the others are answered all the same)."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Read lines of moves from FILE (`-`: standard input), each played from the position that the
    /// other arguments name, and answer each with one line of JSON, in order.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Answer with one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    if let Some(form) = args.screen.form()? {
        return args.screen.draw(form, &site);
    }
    match &args.batch {
        Some(path) if path == Path::new("-") => batch(&site, path, io::stdin().lock()),
        Some(path) => match File::open(path) {
            Ok(file) => batch(&site, path, file),
            Err(error) => Err(unreadable(path, &error)),
        },
        None if args.json => answer(|out| {
            let picture = site.picture();
            Ok(json(out, &PositionDocument::of(&site.game.term, &site.here, &picture))?)
        }),
        None => answer(|out| Ok(write(out, &site.game.term, &site.here)?)),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failed {
    Failed::trouble(format!("`{}` cannot be read: {error}", path.display()))
}

/// No line of moves is as long: what never ends must not ask for all memory.
const LONGEST_LINE: u64 = 1 << 24;

/// Answers every line of moves. Whoever writes a line and waits, is answered at once.
fn batch(site: &GivenPosition, path: &Path, input: impl Read) -> Result<(), Failed> {
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
            let played = match std::str::from_utf8(&text) {
                Err(error) => Err(format!("the line is not UTF-8: {error}")),
                Ok(text) => line::play_line(&mut here, text)
                    .map_err(|error| format!("{}: {error}", site.game.term)),
            };
            match played {
                Ok(line) => {
                    let picture = if line.is_empty() {
                        pictured(&site.base, &site.line, &here)
                    } else {
                        pictured(&site.here, &line, &here)
                    };
                    json(out, &PositionDocument::of(&site.game.term, &here, &picture))?;
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
struct RefusedLine {
    line: u64,
    error: String,
}

/// A position, as a document.
#[derive(Serialize)]
struct PositionDocument<'a> {
    game: &'a str,
    position: String,
    board: String,
    node: &'static str,
    seat: Option<u8>,
    moves: Vec<String>,
    chance: Vec<OutcomeDocument>,
    payoffs: Vec<f64>,
    aims: Vec<AimData>,
    #[serde(flatten)]
    picture: PictureData,
}

/// An outcome of chance.
#[derive(Serialize)]
struct OutcomeDocument {
    r#move: String,
    weight: u32,
}

impl PositionDocument<'_> {
    fn of<'a>(game: &'a str, here: &AnyPosition, picture: &Picture) -> PositionDocument<'a> {
        let mut shown = PositionDocument {
            game,
            position: here.to_string(),
            board: here.drawing(),
            node: "terminal",
            seat: None,
            moves: Vec::new(),
            chance: Vec::new(),
            payoffs: Vec::new(),
            aims: all_moves(here).into_iter().map(|m| AimData::of(&here.aim(m))).collect(),
            picture: Drawing::of(picture).data(),
        };
        match here.node() {
            Node::Decision(seat) => {
                shown.node = "decision";
                shown.seat = Some(seat.0 + 1);
                shown.moves = moves(here);
            }
            Node::Chance => {
                shown.node = "chance";
                shown.chance = outcomes(here);
            }
            Node::Terminal => shown.payoffs = payoffs(here),
        }
        shown
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
pub(crate) fn result(here: &AnyPosition) -> String {
    let seats = Seat::all(here.facts().seats);
    let each = seats.map(|seat| format!("{seat}: {}", figure::plain(here.payoff(seat))));
    each.collect::<Vec<_>>().join(", ")
}

fn write(out: &mut dyn Write, game: &str, here: &AnyPosition) -> io::Result<()> {
    writeln!(out, "{}\n", here.drawing())?;
    writeln!(out, "game      {game}")?;
    writeln!(out, "position  {here}")?;
    match here.node() {
        Node::Decision(seat) => {
            writeln!(out, "to act    {seat}")?;
            writeln!(out, "moves     {}", row(&moves(here)))
        }
        Node::Chance => {
            let drawn = outcomes(here);
            let total: u64 = drawn.iter().map(|outcome| u64::from(outcome.weight)).sum();
            let each = drawn.iter().map(|o| format!("{} ({}/{total})", o.r#move, o.weight));
            writeln!(out, "to act    chance")?;
            writeln!(out, "draws     {}", each.collect::<Vec<_>>().join(", "))
        }
        Node::Terminal => {
            writeln!(out, "to act    nobody: the game is over")?;
            writeln!(out, "payoffs   {}", result(here))
        }
    }
}
