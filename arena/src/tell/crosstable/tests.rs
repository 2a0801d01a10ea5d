//! What a table leaves out where there is no room, and says of it.

use unicode_width::UnicodeWidthStr;

use super::{Crosstable, Format, PlayerLabels, SectionEntry, StandingEntry, Style, TableCell, thousandths};

fn table(players: usize) -> Crosstable {
    let head = [TableCell::right("#"), TableCell::left("player")].into_iter().chain(
        (0..players)
            .map(|n| TableCell { brief: Some((n.to_string(), String::new())), ..TableCell::right("1: pts W-D-L") }),
    );
    let row = |n: usize| {
        let pairs = (0..players)
            .map(|_| TableCell { brief: Some(("12.5".to_owned(), String::new())), ..TableCell::right("12.5 10-5-10") });
        [TableCell::right(&n.to_string()), TableCell::left("amőba 囲碁")].into_iter().chain(pairs).collect()
    };
    let rows = std::iter::once(head.collect()).chain((1..=players).map(row)).collect();
    Crosstable { rows, has_pairs: true, crowd: None }
}

#[test]
fn a_table_is_no_wider_than_the_screen_and_says_what_it_leaves_out() {
    for players in [2, 5, 10, 12, 200] {
        let (table, width) = (table(players), 80);
        let full = table.text(Style::default());
        let whole = Some("ask for all");
        let fitted = table.text(Style { width: Some(width), whole, ..Style::default() });
        let widest = |text: &str| text.lines().map(UnicodeWidthStr::width).max().unwrap();
        assert!(widest(&fitted) <= width, "{fitted}");
        assert_eq!(fitted == full, widest(&full) <= width);
        assert_eq!(fitted.contains("; ask for all"), width < widest(&full));
        assert_eq!(fitted.contains("12.5"), players <= 10, "{fitted}");
        // Wide letters keep the columns straight.
        let widths: Vec<usize> = full.lines().map(UnicodeWidthStr::width).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{full}");
    }
}

/// Of more than a hundred the cells would take the square of the players.
#[test]
fn many_players_have_no_columns_of_pairs_and_the_table_says_so() {
    let text = |players: usize, style: Style| {
        let standing = |n: usize| StandingEntry { place: n + 1, name: format!("p{n}"), ..StandingEntry::default() };
        let standings = (0..players).map(standing).collect();
        let section = SectionEntry { standings, ..SectionEntry::default() };
        Crosstable::of(&section, Format::Swiss { rounds: None }, &PlayerLabels::new()).text(style)
    };
    let (few, many) = (text(100, Style::default()), text(101, Style::default()));
    assert!(few.contains("100: pts W-D-L") && !few.contains("too many"), "{few}");
    assert!(!many.contains("pts W-D-L") && many.contains("(without pairs: 101 players are too many"), "{many}");
    assert!(text(2_000, Style::default()).len() < 30 * many.len());
    let narrow = text(101, Style { width: Some(40), whole: Some("ask for all"), ..Style::default() });
    assert!(narrow.contains("too many") && narrow.contains("SB") && narrow.contains("ask for all"), "{narrow}");
}

#[test]
fn a_table_first_leaves_out_its_least_informative_columns() {
    let column = |head: &str, cell: &str| vec![TableCell::right(head), TableCell::right(cell)];
    let pair = |head: &str| {
        let brief = |text: &str| Some((text.to_owned(), "points, W-D-L".to_owned()));
        let cell = |text, short| TableCell { brief: brief(short), ..TableCell::right(text) };
        vec![cell(head, "1"), cell("22.5 16-13-11", "22.5")]
    };
    let mut columns = vec![column("#", "1"), column("player", "alpha-beta(depth=5)")];
    for (head, cell) in [
        ("Elo", "+444 ± 159"),
        ("SB", "11778.25"),
        ("points", "138.0"),
        ("games", "200"),
        ("W", "106"),
        ("D", "64"),
        ("L", "30"),
        ("%", "69.0"),
    ] {
        columns.push(column(head, cell));
    }
    columns.extend([pair("1: pts W-D-L"), pair("2: pts W-D-L")]);
    let table = Crosstable::with(&columns);
    for width in 58..140 {
        let text = table.text(Style { width: Some(width), ..Style::default() });
        let table = text.lines().filter(|line| !line.contains("too wide"));
        assert!(table.clone().all(|line| line.width() <= width), "{width}: {text}");
        assert!(table.clone().all(|line| line.contains("points") || line.contains("138.0")));
        let is_whole = table.clone().any(|line| line.contains("16-13-11"));
        assert_eq!(is_whole, !text.contains("too wide"), "{width}: {text}");
    }
    let at = |width| table.text(Style { width: Some(width), ..Style::default() });
    assert!(at(80).contains("(without pairs: "), "{}", at(80));
    assert!(at(74).contains("(without pairs, SB: "), "{}", at(74));
    assert!(at(62).contains("(without pairs, SB, W, D, L: "), "{}", at(62));
}

#[test]
fn nothing_has_no_sign() {
    assert_eq!([-0.0001, -0.0, 0.0004, -0.25].map(thousandths), ["0.000", "0.000", "0.000", "-0.250"]);
}
