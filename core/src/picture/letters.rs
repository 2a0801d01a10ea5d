//! Pictures in letters: for terminals with colours and Unicode, and for those with neither.

mod characters;
mod layout;

use std::{collections::BTreeMap, fmt::Write as _};

pub use self::characters::Letters;
use self::{
    characters::{BOLD, FAINT, MARKED, background, content, ink, sign},
    layout::Layout,
};
use super::{Picture, Shape, Tray};

/// One character of the drawing, with its colour codes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sign {
    letter: String,
    ink: &'static str,
    ground: &'static str,
}

/// Characters by row and column; columns may be negative while the sheet is being filled.
struct LetterSheet {
    letters: Letters,
    signs: BTreeMap<(i32, i32), Sign>,
}

impl Picture {
    /// The picture in letters, of one or more lines without a trailing line break. If the picture has a
    /// [`text`](Picture::text), the result is that text alone, without the trays.
    pub fn letters(&self, letters: Letters) -> String {
        if let Some(text) = &self.text {
            return text.clone();
        }
        let mut lines = Vec::new();
        if !self.cells.is_empty() {
            lines.extend(board(self, letters));
        }
        lines.extend(self.trays.iter().map(|tray| write_tray(tray, letters)));
        lines.join("\n")
    }
}

/// The lines of the board.
fn board(picture: &Picture, letters: Letters) -> Vec<String> {
    let layout = Layout::of(picture, letters);
    let mut sheet = LetterSheet { letters, signs: BTreeMap::new() };
    lines(picture, &layout, &mut sheet);
    for cell in &picture.cells {
        let (text, ink) = content(cell, letters);
        let width = text.chars().count() as i32;
        let (row, column) = (layout.row(cell.y), layout.start(cell, width));
        let ground = if letters.colour { background(cell.ground) } else { "" };
        if !ground.is_empty() {
            sheet.write(row, column - 1, &" ".repeat(width as usize + 2), "", ground);
        }
        sheet.write(row, column, &text, ink, ground);
    }
    marks(picture, &layout, &mut sheet);
    labels(picture, &layout, &mut sheet);
    sheet.lines()
}

/// Writes the texts beside the board, none of which touches another or a piece. Those of one column beside its rows stay
/// in a column: all of them make room for a mark in one row.
fn labels(picture: &Picture, layout: &Layout, sheet: &mut LetterSheet) {
    let mut beside = Vec::new();
    for label in &picture.labels {
        let row = layout.row(label.y);
        let width = label.text.chars().count() as i32;
        let centred = layout.column(label.x) - (width - 1) / 2;
        if !layout.is_row(row) {
            let column = centred - sheet.steps_to_room((row, centred), width, -1);
            sheet.write(row, column, &label.text, FAINT, "");
            continue;
        }
        // A number is aligned as it would be alone: at its end to the left of the board, at its start to the right.
        let is_right = layout.right < label.x;
        let column = layout.column(label.x) - if is_right { 0 } else { width - 1 };
        let step = if is_right { 1 } else { -1 };
        let steps = sheet.steps_to_room((row, column), width, step);
        beside.push((label, (row, column), step, steps));
    }
    for &(label, (row, column), step, _) in &beside {
        let column_of = beside.iter().filter(|other| other.0.x == label.x);
        let steps = column_of.map(|other| other.3).max().unwrap_or(0);
        sheet.write(row, column + step * steps, &label.text, FAINT, "");
    }
}

/// Marks the last move with brackets and winning lines with stars. Two neighbours with one column
/// between them share brackets: `[K R]`.
fn marks(picture: &Picture, layout: &Layout, sheet: &mut LetterSheet) {
    let last = picture.last.iter().flat_map(|aim| &aim.paths).flatten();
    let won = picture.wins.iter().flatten();
    let marked = last.map(|name| (name, ["[", "]"])).chain(won.map(|name| (name, ["*", "*"])));
    let mut beside: BTreeMap<(i32, i32), (&str, &'static str)> = BTreeMap::new();
    for (name, signs) in marked {
        let Some(cell) = picture.cell(name) else { continue };
        let (text, ink) = content(cell, sheet.letters);
        let width = text.chars().count() as i32;
        let (row, column) = (layout.row(cell.y), layout.start(cell, width));
        if matches!(cell.shape, Shape::Edge { .. }) {
            sheet.write(row, column, &text, MARKED, "");
            continue;
        }
        let ground = sheet.ground(row, column);
        for (column, sign) in [column - 1, column + width].into_iter().zip(signs) {
            let (mark, _) = beside.entry((row, column)).or_insert((sign, ground));
            *mark = match (*mark, sign) {
                ("[", "]") | ("]", "[") | (" ", "[" | "]") => " ",
                _ => sign,
            };
        }
        let ink = if signs[0] == "*" { MARKED } else { ink };
        sheet.write(row, column, &text, ink, ground);
    }
    for ((row, column), (mark, ground)) in beside {
        sheet.write(row, column, mark, BOLD, ground);
    }
}

/// Draws the lines of a board whose places do not show them.
fn lines(picture: &Picture, layout: &Layout, sheet: &mut LetterSheet) {
    let mut columns: Vec<i32> = picture.cells.iter().map(|cell| layout.column(cell.x)).collect();
    columns.sort_unstable();
    columns.dedup();
    if layout.rows.len() * columns.len() <= picture.cells.len() {
        return;
    }
    let is_place = |(x, y): (f64, f64)| picture.cells.iter().any(|cell| cell.x == x && cell.y == y);
    let [across, down] = if sheet.letters.unicode { ["─", "│"] } else { ["-", "|"] };
    for stroke in picture.strokes.iter().filter(|s| is_place(s.from) && is_place(s.to)) {
        let (from, to) = (layout.at(stroke.from), layout.at(stroke.to));
        if from.0 == to.0 {
            for column in from.1.min(to.1)..=from.1.max(to.1) {
                sheet.write(from.0, column, across, FAINT, "");
            }
        } else if from.1 == to.1 {
            for row in from.0.min(to.0)..=from.0.max(to.0) {
                sheet.write(row, from.1, down, FAINT, "");
            }
        }
    }
}

impl LetterSheet {
    fn write(&mut self, row: i32, column: i32, text: &str, ink: &'static str, ground: &'static str) {
        for (column, letter) in (column..).zip(text.chars()) {
            let sign = Sign { letter: letter.into(), ink, ground };
            self.signs.insert((row, column), sign);
        }
    }

    /// How many characters sideways, by `step`, a text from `place` has to move until it touches no other.
    fn steps_to_room(&self, (row, column): (i32, i32), width: i32, step: i32) -> i32 {
        let is_taken = |column: i32| self.signs.range((row, column - 1)..=(row, column + width)).next().is_some();
        let mut steps = 0;
        while is_taken(column + step * steps) {
            steps += 1;
        }
        steps
    }

    fn ground(&self, row: i32, column: i32) -> &'static str {
        self.signs.get(&(row, column)).map_or("", |sign| sign.ground)
    }

    fn lines(&self) -> Vec<String> {
        let rows = self.signs.keys().map(|key| key.0);
        let (Some(first), Some(last)) = (rows.clone().min(), rows.max()) else { return Vec::new() };
        let left = self.signs.keys().map(|key| key.1).min().unwrap_or(0);
        (first..=last).map(|row| self.line(row, left)).collect()
    }

    fn line(&self, row: i32, left: i32) -> String {
        let (mut line, mut at, mut codes) = (String::new(), left, ("", ""));
        for (&(_, column), sign) in self.signs.range((row, i32::MIN)..=(row, i32::MAX)) {
            for _ in at..column {
                change(&mut line, &mut codes, ("", ""));
                line.push(' ');
            }
            if self.letters.colour {
                change(&mut line, &mut codes, (sign.ink, sign.ground));
            }
            line.push_str(&sign.letter);
            at = column + 1;
        }
        change(&mut line, &mut codes, ("", ""));
        line.trim_end().to_owned()
    }
}

/// Switches to other colours.
fn change(line: &mut String, codes: &mut (&'static str, &'static str), to: (&'static str, &'static str)) {
    if *codes == to {
        return;
    }
    if *codes != ("", "") {
        line.push_str("\u{1b}[0m");
    }
    let parts: Vec<&str> = [to.0, to.1].into_iter().filter(|code| !code.is_empty()).collect();
    if !parts.is_empty() {
        let _ = write!(line, "\u{1b}[{}m", parts.join(";"));
    }
    *codes = to;
}

fn write_tray(tray: &Tray, letters: Letters) -> String {
    let mut line = format!("{}:", tray.label);
    if !tray.text.is_empty() {
        let _ = write!(line, " {}", tray.text);
    }
    for piece in &tray.pieces {
        let text = sign(piece, letters);
        let colour = ink(piece.tint);
        if letters.colour && !colour.is_empty() {
            let _ = write!(line, " \u{1b}[{colour}m{text}\u{1b}[0m");
        } else {
            let _ = write!(line, " {text}");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::Letters;
    use crate::{
        Aim, Picture, Seat,
        picture::{Cell, Grid, Ground, Look, Piece, Shape, Tint},
    };

    /// Boards of one row with their last move and winning line, and the drawing expected.
    #[test]
    fn marks_of_neighbouring_squares_never_overlap() {
        for (pieces, last, won, drawn) in [
            (".....", "", "", " . . . . ."),
            ("..X..", "c", "", " . .[X]. ."),
            // Castling: the king from e to g, the rook from h to f.
            ("Q.XO.", "bdec", "", " Q[. X O .]"),
            ("X.X..", "ac", "", " [X].[X]. ."),
            ("XXX..", "", "abc", " *X*X*X*. ."),
            ("XXX..", "c", "abc", " *X*X*X*. ."),
            ("XXXO.", "d", "abc", " *X*X*X*O]."),
            ("XX...", "aba", "", " [X X]. . ."),
        ] {
            let mut picture = Grid::new(5, 1).squares();
            let name = |column: char| format!("{column}1");
            for (column, letter) in ('a'..).zip(pieces.chars()).filter(|(_, letter)| *letter != '.') {
                let piece = Piece::new(Look::Cross, Tint::Blue).of(Seat(0)).letter(letter);
                picture.put(&name(column), piece);
            }
            picture.last = (!last.is_empty()).then(|| Aim::word().path(last.chars().map(name)));
            picture.wins = (!won.is_empty()).then(|| won.chars().map(name).collect()).into_iter().collect();
            let letters = picture.letters(Letters::PLAIN);
            let row = letters.lines().find(|line| line.contains(|c| ".XO".contains(c)));
            assert_eq!(row.map(|row| row.trim_start_matches('1')), Some(drawn), "{letters}");
        }
    }

    #[test]
    fn a_picture_with_its_own_text_repeats_nothing() {
        let mut picture = Picture::from_text("X plays 31");
        picture.tray("dice", "3 and 1");
        assert_eq!(picture.letters(Letters::PLAIN), "X plays 31");
    }

    #[test]
    fn squares_that_are_left_out_keep_their_width() {
        let mut picture = Picture::new();
        for (name, x, y) in [("a", 0.0, 0.0), ("b", 2.0, 0.0), ("c", 1.0, 1.0)] {
            picture.add(Cell::new(name, x, y, Shape::Square));
        }
        assert_eq!(picture.letters(Letters::PLAIN), ".   .\n  .");
    }

    /// Heaps that begin at one column, numbers at one column on either side, also where one heap is marked.
    #[test]
    fn heaps_of_sticks_begin_at_the_left_and_texts_beside_them_stay_in_a_column() {
        let mut picture = Picture::new();
        for (y, (name, sticks)) in [("9", 3), ("10", 5), ("11", 0), ("12", 31)].into_iter().enumerate() {
            let cell = Cell::new(name, 3.0, y as f64, Shape::Box { width: 6.0, height: 0.9 });
            let heap = Piece::new(Look::Stick, Tint::Plain).count(sticks);
            picture.add(cell.with((sticks != 0).then_some(heap)));
            picture.label(-0.4, y as f64, name);
            picture.label(6.5, y as f64, sticks);
        }
        let drawn = " 9 |||    3\n10 |||||  5\n11        0\n12 |31    31";
        assert_eq!(picture.letters(Letters::PLAIN), drawn);
        let drawn = " 9  |||    3\n10 [|||||] 5\n11         0\n12  |31    31";
        assert_eq!(picture.after(Aim::at("10")).letters(Letters::PLAIN), drawn);
    }

    #[test]
    fn names_over_narrow_columns_are_apart() {
        let mut picture = Picture::new();
        for x in 0..4 {
            picture.add(Cell::new(x.to_string(), x.into(), 0.0, Shape::Square));
            picture.label(x.into(), -0.85, 8 + x);
        }
        assert_eq!(picture.letters(Letters::PLAIN), "8  9  10 11\n.  .  .  .");
    }

    #[test]
    fn bare_floor_differs_from_a_pellet_which_lies_below_other_pieces() {
        let mut picture = Picture::new();
        let [pellet, ghost] = [Look::Pellet, Look::Ghost].map(|look| Piece::new(look, Tint::Plain));
        for (x, pieces) in [vec![pellet.clone()], vec![], vec![pellet, ghost]].iter().enumerate() {
            let cell = Cell::new(x.to_string(), x as f64, 0.0, Shape::Square).on(Ground::Floor);
            picture.add(cell).pieces.clone_from(pieces);
        }
        assert_eq!(picture.letters(Letters::PLAIN), ".   G");
        assert_eq!(picture.letters(Letters { unicode: true, colour: false }), "·   G");
    }
}
