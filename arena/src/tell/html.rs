//! A journal as one web page that needs nothing else: crosstables, ratings with their errors, and
//! a board for every game that can be played through.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
};

use agon_core::{Position, notation};
use serde::Serialize;

use crate::{
    plan::schedule::Plan,
    play::played::Played,
    rating::RatingTable,
    tally::score::{Score, SectionScore},
    tell::{
        crosstable::Crosstable,
        export::Export,
        lines::detail,
        report::{notes, terms},
    },
};

/// Writes a journal as one web page that needs no other file: crosstables, ratings with their errors,
/// and a board on which games can be played through.
pub struct Html {
    most: usize,
    left_out: u64,
    games: Vec<ShownGame>,
    /// Every drawing once.
    drawings: BTreeMap<String, usize>,
}

/// A game that can be played through.
#[derive(Serialize)]
struct ShownGame {
    number: u64,
    game: String,
    seats: Vec<String>,
    payoffs: Vec<f64>,
    ended: String,
    opening: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening_name: Option<String>,
    moves: Vec<String>,
    /// The drawing of the start and after every move.
    frames: Vec<usize>,
}

impl Html {
    /// A page on which the first `most` games can be played through.
    pub fn new(most: usize) -> Html {
        Html { most, left_out: 0, games: Vec::new(), drawings: BTreeMap::new() }
    }

    fn draw(&mut self, drawing: String) -> usize {
        let next = self.drawings.len();
        *self.drawings.entry(drawing).or_insert(next)
    }
}

impl Export for Html {
    fn game(&mut self, game: &Played<'_>, _out: &mut dyn Write) -> io::Result<()> {
        if self.most <= self.games.len() {
            self.left_out += 1;
            return Ok(());
        }
        let (section, record) = (game.plan.section(game.fixture), game.record);
        let entries = &game.plan.tournament().entries;
        let mut position = game.base();
        let mut frames = vec![self.draw(position.drawing())];
        let mut moves = Vec::with_capacity(record.moves.len());
        for &m in &record.moves {
            moves.push(notation(&position, m));
            position.play(m);
            frames.push(self.draw(position.drawing()));
        }
        let ended = match detail(&record.ending) {
            Some(detail) => format!("{}: {detail}", record.ending.word()),
            None => record.ending.word().to_owned(),
        };
        self.games.push(ShownGame {
            number: record.number,
            game: section.game.term.clone(),
            seats: game.fixture.seats.iter().map(|&entry| entries[entry].name.clone()).collect(),
            payoffs: record.payoffs.clone(),
            ended,
            opening: record.opening,
            opening_name: game.chosen().and_then(|chosen| chosen.name.clone()),
            moves,
            frames,
        });
        Ok(())
    }

    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let tournament = plan.tournament();
        let name = |entry: usize| escape(&tournament.entries[entry].name);
        out.write_all(HEAD.as_bytes())?;
        for (number, section) in tournament.sections.iter().enumerate() {
            let scored = &score.sections[number];
            writeln!(out, "<h2>{}</h2>", escape(&section.game.term))?;
            writeln!(out, "<p>{}</p>", escape(&terms(plan, number, scored)))?;
            out.write_all(Crosstable::of(plan, scored).html(&escape).as_bytes())?;
            for note in notes(plan, number, scored) {
                writeln!(out, "<p>{}</p>", escape(&note))?;
            }
            if let Some(table) = scored.ratings() {
                out.write_all(plot(&table, scored, &name).as_bytes())?;
            }
        }
        let mut drawings = vec![""; self.drawings.len()];
        for (drawing, &index) in &self.drawings {
            drawings[index] = drawing;
        }
        let (drawings, games) = (script_literal(&drawings)?, script_literal(&self.games)?);
        writeln!(out, "<h2>Games</h2>")?;
        if self.left_out != 0 {
            writeln!(out, "<p>The first {} of {}.</p>", self.games.len(), score.games)?;
        }
        out.write_all(PLAYER.as_bytes())?;
        writeln!(out, "<script>\nconst drawings = {drawings};")?;
        writeln!(out, "const games = {games};\n{SCRIPT}</script>")?;
        writeln!(
            out,
            "<p>Seed {}, fingerprint <code>{}</code>, {} games.</p>\n</body>\n</html>",
            tournament.seed.0,
            score.fingerprint.text(),
            score.games
        )
    }
}

/// Ratings as dots with 95 % intervals, every group on its own scale: across groups nothing can
/// be compared.
fn plot(table: &RatingTable, score: &SectionScore, name: &dyn Fn(usize) -> String) -> String {
    let mut out = String::new();
    for group in table.groups.iter().filter(|group| 1 < group.entries.len()) {
        let low = group.ratings.iter().map(|r| r.elo - r.error).fold(f64::INFINITY, f64::min);
        let high = group.ratings.iter().map(|r| r.elo + r.error).fold(f64::NEG_INFINITY, f64::max);
        if !(low.is_finite() && high.is_finite() && low < high) {
            continue;
        }
        let x = |elo: f64| 240.0 + 440.0 * (elo - low) / (high - low);
        let height = 24 * group.entries.len() + 30;
        let _ = writeln!(out, "<svg width=720 height={height} viewBox='0 0 720 {height}'>");
        let mut order: Vec<usize> = (0..group.entries.len()).collect();
        order.sort_by(|&a, &b| group.ratings[b].elo.total_cmp(&group.ratings[a].elo));
        for (row, &at) in order.iter().enumerate() {
            let (rating, y) = (group.ratings[at], 24 * row + 16);
            let (left, middle, right) =
                (x(rating.elo - rating.error), x(rating.elo), x(rating.elo + rating.error));
            let _ = writeln!(
                out,
                "<text x=230 y={} text-anchor=end>{}</text><line x1={left:.1} x2={right:.1} y1={y} \
                 y2={y} stroke=currentColor /><circle cx={middle:.1} cy={y} r=4 \
                 fill=currentColor><title>{:.0} ± {:.0}</title></circle>",
                y + 5,
                name(score.entries[group.entries[at]]),
                rating.elo,
                rating.error,
            );
        }
        let y = height - 6;
        let _ = writeln!(
            out,
            "<text x=240 y={y}>{low:.0}</text><text x=680 y={y} text-anchor=end>{high:.0} Elo, 95 \
             % intervals</text>\n</svg>"
        );
    }
    out
}

/// A value as a script may hold it. In a script nothing that HTML might take for a tag or a comment
/// is safe, and JSON has `<` in texts only.
fn script_literal(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;")
}

const HEAD: &str = "<!DOCTYPE html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta name=viewport content='width=device-width'>
<title>Agon</title>
<style>
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
body { max-width: 72rem; margin: 1rem auto; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .15rem .5rem; text-align: right }
td.l, th.l { text-align: left } tr:nth-child(even) { background: #8881 }
svg { display: block; margin: .7rem 0; max-width: 100% }
pre { font: 16px/1.15 ui-monospace, monospace; min-height: 8rem }
#moves span { cursor: pointer; padding: 0 .2rem } #moves .here { background: #8885 }
</style>
</head>
<body>
<h1>Agon</h1>
";

const PLAYER: &str = "<select id=game aria-label=game></select>
<p><button id=first>⏮</button> <button id=back>◀</button> <button id=forth>▶</button>
<button id=last>⏭</button> <span id=who></span></p>
<pre id=board></pre>
<p id=moves></p>
";

const SCRIPT: &str = "const at = id => document.getElementById(id);
let shown, ply;
games.forEach((g, i) => {
  const option = document.createElement('option');
  option.value = i;
  option.textContent = `${g.number}: ${g.game}: ${g.seats.join(' – ')} (${g.payoffs.join(', ') || 'void'})`;
  at('game').append(option);
});
function show(to) {
  ply = Math.max(0, Math.min(to, shown.moves.length));
  at('board').textContent = drawings[shown.frames[ply]];
  at('who').textContent = ply === shown.moves.length
    ? `${shown.ended}; ${shown.payoffs.length ? 'payoffs ' + shown.payoffs.join(', ') : 'void'}`
    : `ply ${ply} of ${shown.moves.length}` + (ply === 0 && shown.opening_name ? `: ${shown.opening_name}` : '');
  [...at('moves').children].forEach((span, i) => span.className = i + 1 === ply ? 'here' : '');
}
function open(i) {
  shown = games[i];
  at('moves').replaceChildren(...shown.moves.map((move, n) => {
    const span = document.createElement('span');
    span.textContent = move;
    if (n < shown.opening) span.style.opacity = .6;
    span.onclick = () => show(n + 1);
    return span;
  }));
  show(0);
}
at('game').onchange = event => open(event.target.value);
at('first').onclick = () => show(0);
at('back').onclick = () => show(ply - 1);
at('forth').onclick = () => show(ply + 1);
at('last').onclick = () => show(shown.moves.length);
document.onkeydown = event => {
  if (event.key === 'ArrowLeft') show(ply - 1);
  if (event.key === 'ArrowRight') show(ply + 1);
};
if (games.length) open(0);
";
