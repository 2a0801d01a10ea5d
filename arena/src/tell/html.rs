//! A journal as one self-contained web page: crosstables, ratings with their errors, and a replay
//! board for every game.
//!
//! The arena does not draw boards: the caller provides a function. Its drawings have a line for every element, and most
//! lines are equal from one move to the next; so the page has every line once, and for every move the changed lines.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
};

use agon_core::{Node, Picture, Position, Sum, notation, options::brief};
use serde::Serialize;

use crate::{
    plan::schedule::Plan,
    play::{played::Played, record::Record},
    tally::{ratings::Ratings, score::Score},
    tell::{
        crosstable::Crosstable,
        document::ResultDocument,
        export::Export,
        lines::detail,
        page_script::{data, hash},
        page_searches::PageSearches,
    },
};

/// The drawing functions for boards and charts of a page.
pub struct PageStyle {
    /// A picture as SVG, with a line for every element and no style of its own.
    pub draw: fn(&Picture) -> String,
    /// The ratings at this game as SVG, without a style of its own: a chart for each group.
    pub ratings: fn(&Ratings) -> String,
    /// The style of all drawings, as CSS.
    pub sheet: String,
}

/// Writes a journal as one web page that needs no other file: crosstables, ratings with their errors,
/// and a board on which games can be played through.
pub struct Html {
    most: usize,
    style: PageStyle,
    left_out: u64,
    /// How many of the games are there for their searches alone.
    beyond: usize,
    games: Vec<ShownGame>,
    lines: LineTable,
    /// Every first drawing once.
    starts: BTreeMap<Vec<usize>, usize>,
    searches: PageSearches,
}

/// Every line of all drawings once.
#[derive(Default)]
struct LineTable(BTreeMap<String, usize>);

impl LineTable {
    /// The numbers of the lines of a drawing.
    fn numbers(&mut self, drawing: &str) -> Vec<usize> {
        let mut numbers = Vec::new();
        for line in drawing.trim_end().split('\n') {
            let next = self.0.len();
            numbers.push(match self.0.get(line) {
                Some(&number) => number,
                None => *self.0.entry(line.to_owned()).or_insert(next),
            });
        }
        numbers
    }
}

/// A game that can be played through.
#[derive(Serialize)]
struct ShownGame {
    number: u64,
    game: String,
    seats: Vec<String>,
    payoffs: Vec<f64>,
    /// The least and the greatest payoff there is, and what those of two add up to, if anything.
    bounds: [f64; 2],
    sum: Option<f64>,
    ended: String,
    opening: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening_name: Option<String>,
    moves: Vec<String>,
    /// The seat that acts before every move, from zero, and at the end; −1 for chance, −2 for none.
    who: Vec<i16>,
    /// Value, depth, nodes, milliseconds, the sign before the value, and further remarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    thoughts: Option<Vec<Option<ShownThought>>>,
    /// Which of the first drawings, and what every move changes in it.
    start: usize,
    steps: Vec<Vec<usize>>,
}

type ShownThought = (Option<f64>, Option<u32>, u64, Option<u64>, &'static str, Option<String>);

/// All that the games of a page are shown by.
#[derive(Serialize)]
struct PageData<'a> {
    parts: Vec<&'a str>,
    starts: Vec<&'a [usize]>,
    games: &'a [ShownGame],
}

impl Html {
    /// A page on which the first `most` games can be played through, on boards of that style.
    pub fn new(most: usize, style: PageStyle) -> Html {
        Html {
            most,
            style,
            left_out: 0,
            beyond: 0,
            games: Vec::new(),
            lines: LineTable::default(),
            starts: BTreeMap::new(),
            searches: PageSearches::default(),
        }
    }

    /// The same with searches of moves, each opened from its move. Their games are there however many others are.
    #[must_use]
    pub fn with_searches(self, searches: PageSearches) -> Html {
        Html { searches, ..self }
    }

    fn data(&self) -> PageData<'_> {
        let mut parts = vec![""; self.lines.0.len()];
        for (line, &number) in &self.lines.0 {
            parts[number] = line;
        }
        let mut starts = vec![&[][..]; self.starts.len()];
        for (start, &number) in &self.starts {
            starts[number] = start;
        }
        PageData { parts, starts, games: &self.games }
    }
}

impl Export for Html {
    fn game(&mut self, game: &Played<'_>, _out: &mut dyn Write) -> io::Result<()> {
        let is_more = self.most <= self.games.len() - self.beyond;
        if is_more && !self.searches.has(game.record.number) {
            self.left_out += 1;
            return Ok(());
        }
        self.beyond += usize::from(is_more);
        let (section, record) = (game.plan.section(game.fixture), game.record);
        let entries = &game.plan.tournament().entries;
        let mut position = game.base();
        let mut frame = self.lines.numbers(&(self.style.draw)(&position.picture()));
        let next = self.starts.len();
        let start = *self.starts.entry(frame.clone()).or_insert(next);
        let (mut moves, mut steps, mut who) = (Vec::new(), Vec::new(), vec![actor(&position)]);
        for &m in &record.moves {
            moves.push(notation(&position, m));
            let aim = position.aim(m);
            position.play(m);
            who.push(actor(&position));
            let after = self.lines.numbers(&(self.style.draw)(&position.picture().after(aim)));
            steps.push(step(&frame, &after));
            frame = after;
        }
        let ended = match detail(record) {
            Some(detail) => format!("{}: {detail}", record.ending.word()),
            None => record.ending.word().to_owned(),
        };
        self.games.push(ShownGame {
            number: record.number,
            game: section.game.term.clone(),
            seats: game.fixture.seats.iter().map(|&entry| entries[entry].name.clone()).collect(),
            payoffs: record.payoffs.clone(),
            bounds: [section.facts.min_payoff, section.facts.max_payoff],
            sum: match section.facts.sum {
                Sum::Zero => Some(0.0),
                Sum::Constant(sum) => Some(sum),
                Sum::General => None,
            },
            ended,
            opening: record.opening,
            opening_name: game.chosen().and_then(|chosen| chosen.name.clone()),
            moves,
            who,
            thoughts: thoughts(record),
            start,
            steps,
        });
        Ok(())
    }

    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        self.write(&ResultDocument::new(plan, score), out)
    }
}

impl Html {
    /// Writes the page of a result, with the games that were taken.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write(&self, result: &ResultDocument, out: &mut dyn Write) -> io::Result<()> {
        let (title, labels) = (escape(&title(result)), result.labels());
        writeln!(out, "{}", head(&title, &self.style.sheet, &self.searches))?;
        writeln!(out, "<header><h1>{title}</h1></header>\n<main>")?;
        for (number, (section, ratings)) in result.sections.iter().zip(result.ratings()).enumerate() {
            let term = escape(&brief(&section.game));
            writeln!(out, "<section aria-labelledby='s{number}'>\n<h2 id='s{number}'>{term}</h2>")?;
            writeln!(out, "<p>{}</p>", escape(&section.terms()))?;
            let table = Crosstable::of(section, result.format(), &labels);
            writeln!(
                out,
                "<div class=wide tabindex=0 role=region aria-label='Crosstable of {term}'>\n{}</div>",
                table.html(&escape)
            )?;
            if table.crowded().is_some() {
                writeln!(out, "<p>How each did against each is left out: there are too many.</p>")?;
            }
            for note in result.notes(section) {
                writeln!(out, "<p>{}</p>", escape(&note))?;
            }
            if !ratings.scales().is_empty() || !ratings.payoffs.is_empty() {
                let chart = (self.style.ratings)(&ratings);
                writeln!(out, "<div class=ratings>\n{chart}</div>")?;
            }
            writeln!(out, "</section>")?;
        }
        if let Some(overall) = &result.overall {
            writeln!(out, "<section aria-labelledby=overall>\n<h2 id=overall>All games</h2>")?;
            writeln!(
                out,
                "<p>{}</p>\n<div class=wide tabindex=0 role=region aria-label='All games'>\n{}</div>\n</section>",
                escape(&overall.note()),
                overall.table(&labels).html(&escape)
            )?;
        }
        for line in result.memory_in_words() {
            writeln!(out, "<p>{}</p>", escape(&line))?;
        }
        if !self.games.is_empty() {
            writeln!(out, "<section aria-labelledby=games>\n<h2 id=games>Games</h2>")?;
        }
        if self.left_out != 0 {
            writeln!(
                out,
                "<p>The first {} of {}{}; a report may be asked for more.</p>",
                self.games.len() - self.beyond,
                result.games,
                if self.beyond == 0 { "" } else { ", and those with a search" }
            )?;
        }
        if !self.games.is_empty() {
            writeln!(out, "{VIEWER}</section>")?;
        }
        writeln!(out, "</main>\n<footer>")?;
        writeln!(
            out,
            "<p>Seed {}, fingerprint <code>{}</code>, {} games.</p>\n</footer>",
            result.seed, result.fingerprint, result.games
        )?;
        if !self.games.is_empty() {
            let data = data(&self.data())?;
            writeln!(out, "<script type=application/json id=data>{data}</script>")?;
            self.searches.write(out)?;
            writeln!(out, "<script>{SCRIPT}</script>")?;
        }
        writeln!(out, "</body>\n</html>")
    }
}

/// The actor: a seat from zero, −1 for chance, −2 for none.
fn actor(position: &impl Position) -> i16 {
    match position.node() {
        Node::Decision(seat) => seat.0.into(),
        Node::Chance => -1,
        Node::Terminal => -2,
    }
}

/// The thoughts about every move, if there are any.
fn thoughts(record: &Record) -> Option<Vec<Option<ShownThought>>> {
    if record.thoughts.is_empty() {
        return None;
    }
    let mut shown = vec![None; record.moves.len()];
    for thought in &record.thoughts {
        shown[thought.ply as usize] = Some((
            thought.value,
            thought.depth,
            thought.nodes,
            thought.time,
            thought.bound.sign(),
            thought.note.clone(),
        ));
    }
    Some(shown)
}

/// The changes from `before` to `after`: for every changed run of lines, its place, the number
/// removed, the number added, and the new lines.
fn step(before: &[usize], after: &[usize]) -> Vec<usize> {
    let same = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (rest, new) = (&before[same..], &after[same..]);
    let tail = rest.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other);
    let tail = tail.count();
    let (rest, new) = (&rest[..rest.len() - tail], &new[..new.len() - tail]);
    let mut step = Vec::new();
    if rest.len() != new.len() {
        step.extend([same, rest.len(), new.len()]);
        step.extend(new);
        return step;
    }
    for (at, (old, new)) in rest.iter().zip(new).enumerate() {
        if old != new {
            step.extend([same + at, 1, 1, *new]);
        }
    }
    step
}

/// The title of the page: `connect-four, kalah: 3 players, 36 games`.
fn title(result: &ResultDocument) -> String {
    const MOST: usize = 3;
    let terms = result.sections.iter().map(|section| section.game.as_str());
    let mut games = terms.take(MOST).collect::<Vec<_>>().join(", ");
    if MOST < result.sections.len() {
        let _ = write!(games, " and {} more", result.sections.len() - MOST);
    }
    format!("{games}: {} players, {} games", result.players.len(), result.games)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;")
}

/// The head of the page. Nothing is loaded from elsewhere, and no script but the page's own runs.
fn head(title: &str, sheet: &str, searches: &PageSearches) -> String {
    let own = hash(SCRIPT);
    let more = searches.policy();
    format!(
        "<!DOCTYPE html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src {own}{more}; base-uri 'none'; form-action 'none'\">
<meta name=viewport content='width=device-width, initial-scale=1'>
<title>{title}</title>
<style>
{sheet}{PAGE}
</style>
</head>
<body>"
    )
}

const PAGE: &str = include_str!("page/page.css");

const SCRIPT: &str = include_str!("page/page.js");

const VIEWER: &str = "<div id=viewer>
<label for=game>Game</label>
<select id=game></select>
<ul class=searches id=searched hidden aria-label='Searches'></ul>
<div class=steps><button id=earlier>Earlier game</button> <button id=later>Later game</button></div>
<div class=viewer>
<div>
<ul class=seats id=seats aria-label='Who plays'></ul>
<div class=board id=board tabindex=0 role=group aria-label='The board'></div>
<div class=steps><button id=first>Start</button> <button id=back>Back</button> <button id=forth>Forward</button>
<button id=last>End</button></div>
</div>
<div>
<p id=who role=status aria-live=polite></p>
<p><button id=inside hidden aria-controls=stage></button></p>
<figure class=values id=values></figure>
<ol class=moves id=moves aria-label='Moves'></ol>
<p class=hint>Keys, on the board and on the moves: ← and → one move, Home the start, End the end.</p>
</div>
</div>
<div id=stage></div>
</div>
";

#[cfg(test)]
mod tests {
    use super::{LineTable, step};

    /// The algorithm of the page's script.
    fn apply(frame: &mut Vec<usize>, step: &[usize]) {
        let mut rest = step;
        while let [place, gone, come, tail @ ..] = rest {
            frame.splice(*place..place + gone, tail[..*come].iter().copied());
            rest = &tail[*come..];
        }
    }

    #[test]
    fn steps_lead_from_any_drawing_to_any_other() {
        let drawings = ["a\nb\nc\nd", "a\nX\nc\nd", "a\nX\nc\nlast\nd", "", "q", "a\nY\nZ\nlast\nd"];
        let mut lines = LineTable::default();
        let frames: Vec<Vec<usize>> = drawings.iter().map(|text| lines.numbers(text)).collect();
        for before in &frames {
            for after in &frames {
                let mut frame = before.clone();
                apply(&mut frame, &step(before, after));
                assert_eq!(&frame, after);
            }
        }
        assert_eq!(step(&frames[0], &frames[1]), [1, 1, 1, frames[1][1]]);
    }
}
