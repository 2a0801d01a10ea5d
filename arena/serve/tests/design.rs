//! What `docs/design.md` says of the colours is what the pages have.

use agon_draw::{Theme, stage_stylesheet, stylesheet};

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

/// A seat looks alike on the stage and on the board beside it, and the pages say nothing else of it.
#[test]
fn the_stage_has_the_colours_of_drawings() {
    for theme in [Theme::Light, Theme::Dark, Theme::Print] {
        let (boards, trees) = (stylesheet(theme), stage_stylesheet(theme));
        for (seat, form) in [(0, "max"), (1, "min")] {
            let last = |sheet: &str, class: &str| {
                let rule = sheet.rsplit(&format!("{class}{{fill:")).next().unwrap().to_owned();
                rule.split('}').next().unwrap().to_owned()
            };
            assert!(trees.contains(&format!(".film .{form}")) && !STYLE.contains(&format!(".{form} ")));
            let own = format!(".choice{seat}");
            if theme != Theme::Print {
                assert_eq!(last(&boards, &own), last(&trees, &format!(".{form}")), "{theme:?}");
            }
        }
    }
}
