//! What `docs/design.md` says of the colours is what the pages have.

const DESIGN: &str = include_str!("../../../docs/design.md");
const STYLE: &str = include_str!("../assets/style.css");

#[test]
fn every_colour_of_the_pages_is_documented_with_its_two_values() {
    let root = STYLE.split(":root {").nth(1).unwrap().split('}').next().unwrap();
    let colours = root.split(';').filter_map(|line| line.trim().split_once(": light-dark("));
    let rows: Vec<String> = colours
        .map(|(name, values)| {
            let (bright, dark) = values.trim_end_matches(')').split_once(", ").unwrap();
            format!("| `{name}` | `{bright}` | `{dark}` | ")
        })
        .collect();
    assert!(12 < rows.len(), "{rows:?}");
    for row in &rows {
        assert!(DESIGN.contains(row), "{row}");
    }
    assert_eq!(DESIGN.matches("\n| `--").count(), rows.len(), "a colour that no page has");
}

#[test]
fn the_stage_has_the_colours_of_drawings() {
    let drawings = agon_draw::stylesheet(agon_draw::Theme::Screen);
    for (name, seat) in [("--up", 0), ("--down", 1)] {
        let values = STYLE.split(&format!("{name}: light-dark(")).nth(1).unwrap();
        let (bright, dark) = values.split(')').next().unwrap().split_once(", ").unwrap();
        for value in [bright, dark] {
            assert!(drawings.contains(&format!(".agon .choice{seat}{{fill:{value}")), "{name}");
        }
    }
}
