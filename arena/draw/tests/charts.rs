//! Charts of every kind, as they are drawn and as numbers.

use agon_draw::{Chart, Measure, Panel, Plot, Point, Row, Series, Share, Theme};

fn within(value: f64, error: f64) -> Measure {
    Measure { value: Some(value), low: Some(value - error), high: Some(value + error) }
}

/// One of each kind, with a bound, a name that is too long, and one that means something in SVG.
fn charts() -> [(&'static str, Chart); 3] {
    let row = |name: &str, measure| Row { name: name.to_owned(), measure };
    let at_least = Measure { value: None, low: Some(310.0), high: None };
    let rows = vec![
        row("perfect", at_least),
        row("a <b> & \"c\"", within(120.0, 35.5)),
        row("expectimax(depth=4, opponent=mix(minimax(depth=2)*0.8, random*0.2))", within(-4.0, 60.0)),
        row("random", within(-290.0, 80.0)),
    ];
    let point = |at: &str, measure| Point { at: at.to_owned(), measure };
    let series = |name: &str, points| Series { name: name.to_owned(), points, band: false };
    let bound = Measure { value: None, low: None, high: Some(-200.0) };
    let curves = vec![
        series("mcts", vec![point("100", bound), point("300", within(10.0, 20.0)), point("3000", within(140.0, 25.0))]),
        series("mcts(reuse=true)", vec![point("100", within(-80.0, 30.0)), point("3000", within(150.0, 25.0))]),
    ];
    let share = |share| Some(Share { share, units: 40 });
    let cells = vec![vec![None, share(0.75), share(1.0)], vec![share(0.25), None, None], vec![share(0.0), None, None]];
    let names = ["alpha-beta", "mcts", "random"].map(str::to_owned).to_vec();
    let unit = || "Elo, with 95 % intervals".to_owned();
    let option = "iterations".to_owned();
    [
        ("intervals", Plot::Intervals { unit: unit(), rows }),
        ("shares", Plot::Shares { names, cells }),
        ("curves", Plot::Curves { unit: unit(), option, series: curves, powers: false }),
    ]
    .map(|(name, plot)| {
        let panels = vec![Panel { title: "kalah".to_owned(), plot }];
        (name, Chart { title: format!("{name}: kalah"), panels })
    })
}

#[test]
fn every_kind_of_chart_keeps_its_drawing_and_its_data() {
    for (name, chart) in charts() {
        let svg = chart.svg(Theme::Light);
        let style = svg.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next());
        insta::assert_snapshot!(format!("{name}.svg"), svg.replace(style.unwrap(), "…"));
        let table: Vec<String> = chart.table().iter().map(|row| row.join(" | ")).collect();
        let data = serde_json::to_string_pretty(&chart).unwrap();
        insta::assert_snapshot!(name, format!("{}\n\n{data}", table.join("\n")));
        assert_eq!(serde_json::from_str::<Chart>(&data).unwrap(), chart);
    }
}

/// An area around its line, in words the ends rather than half of what lies between them.
#[test]
fn a_band_is_an_area_from_the_least_to_the_greatest() {
    let point = |at: &str, value, low, high| Point {
        at: at.to_owned(),
        measure: Measure { value: Some(value), low: Some(low), high: Some(high) },
    };
    let points = vec![point("100", 40.0, 30.0, 50.0), point("200", 60.0, 50.0, 70.0), point("300", 70.0, 40.0, 80.0)];
    let drawn = |points: Vec<Point>| {
        let series = vec![Series { name: "tables, 3 seeds".to_owned(), points, band: true }];
        let (unit, option) = ("% of the points".to_owned(), "games".to_owned());
        let plot = Plot::Curves { unit, option, series, powers: false };
        let panels = vec![Panel { title: "kalah".to_owned(), plot }];
        Chart { title: "Learning".to_owned(), panels }.svg(Theme::Light)
    };
    let svg = drawn(points.clone());
    let path = svg.split("<path class=\"band s0\" d=\"").nth(1).and_then(|rest| rest.split('"').next());
    // There along the upper ends and back along the lower ones.
    assert_eq!(path.map(|path| path.matches(['M', 'L']).count()), Some(6), "{path:?}");
    assert!(svg.contains("+60 (+50 to +70)"), "{svg}");
    assert!(!svg.contains("<path class=\"whisker s0\""));
    // A single place has no area.
    let svg = drawn(points[..1].to_vec());
    assert!(svg.contains("<path class=\"whisker s0\""));
}

/// A value that stands alone is seen as high as it is: not in the middle of a scale as wide as its interval.
#[test]
fn a_curve_of_one_point_has_a_scale_that_includes_zero() {
    let point = Point { at: "100".to_owned(), measure: within(40.0, 3.0) };
    let lone = vec![Series { name: "alone".to_owned(), points: vec![point], band: false }];
    let plot =
        Plot::Curves { unit: "% of the points".to_owned(), option: "games".to_owned(), series: lone, powers: false };
    let panels = vec![Panel { title: "kalah".to_owned(), plot }];
    let svg = Chart { title: "Learning".to_owned(), panels }.svg(Theme::Light);
    let ticks: Vec<&str> =
        svg.split("class=\"figure\"").skip(1).filter_map(|text| text.split('>').nth(1)?.split('<').next()).collect();
    assert_eq!(ticks, ["0", "10", "20", "30", "40", "50"], "{svg}");
}

#[test]
fn charts_have_a_light_a_dark_and_a_paper_style() {
    let [(_, chart), ..] = charts();
    let svg = chart.svg(Theme::Screen);
    let style = svg.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next());
    insta::assert_snapshot!("charts-style", style.unwrap());
}

/// Contrast as WCAG 2 has it.
fn contrast(one: &str, other: &str) -> f64 {
    let light = |colour: &str| {
        let colour = colour.trim_start_matches('#');
        let colour = if colour.len() == 3 { colour.chars().flat_map(|c| [c, c]).collect() } else { colour.to_owned() };
        let part = |at: usize| {
            let part = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4) + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

#[test]
fn letters_stand_out_from_every_cell_and_marks_from_the_paper() {
    let [(_, chart), ..] = charts();
    for theme in [Theme::Light, Theme::Dark, Theme::Print] {
        let svg = chart.svg(theme);
        // The last rule that names a selector counts.
        let colour = |selector: &str, what: &str| {
            let rules = svg.lines().filter_map(|line| line.split_once('{'));
            let rules = rules.filter(|(names, _)| names.split(',').any(|name| name == format!(".agon {selector}")));
            let mut found =
                rules.filter_map(|(_, body)| body.split([';', '}']).find_map(|rule| rule.strip_prefix(what)));
            found.next_back().unwrap_or_else(|| panic!("{theme:?}: {selector} has no {what}")).to_owned()
        };
        for bin in 0..=10 {
            let (cell, text) = (colour(&format!(".c{bin}"), "fill:"), colour(&format!("text.c{bin}"), "fill:"));
            assert!(4.5 < contrast(&cell, &text), "{theme:?}: {bin}: {cell} {text}");
        }
        let paper = colour(".paper", "fill:");
        for series in 0..6 {
            let mark = colour(&format!(".mark.s{series}"), "stroke:");
            assert!(4.5 < contrast(&paper, &mark), "{theme:?}: series {series}: {mark}");
        }
        assert!(7.0 < contrast(&paper, &colour("text", "fill:")));
    }
}

#[test]
fn the_two_shares_of_a_pair_add_up() {
    let share = |share| Some(Share { share, units: 20 });
    let names = ["a", "b"].map(str::to_owned).to_vec();
    let plot = Plot::Shares { names, cells: vec![vec![None, share(0.725)], vec![share(0.275), None]] };
    let panels = vec![Panel { title: "nim".to_owned(), plot }];
    let svg = Chart { title: String::new(), panels }.svg(Theme::Print);
    assert!(svg.contains(">72.5<") && svg.contains(">27.5<"), "{svg}");
}

#[test]
fn an_empty_chart_and_one_value_are_drawn_too() {
    assert!(Chart::default().svg(Theme::Screen).ends_with("</svg>\n"));
    let one = Row { name: "one".to_owned(), measure: within(0.0, 0.0) };
    let plot = Plot::Intervals { unit: "Elo".to_owned(), rows: vec![one] };
    let chart = Chart { title: String::new(), panels: vec![Panel { title: "nim".to_owned(), plot }] };
    assert!(!chart.svg(Theme::Print).contains("NaN"));
}

#[test]
fn values_have_the_digits_that_their_error_allows() {
    for (value, error, words) in [
        (120.4, 15.2, "+120 ± 15"),
        (1204.0, 152.0, "+1204 ± 152"),
        (3.712, 2.164, "+3.7 ± 2.2"),
        (-0.0552, 0.0312, "-0.055 ± 0.031"),
        (1.0, 0.0, "+1 ± 0"),
    ] {
        assert_eq!(within(value, error).words(), words);
    }
}
