//! The colours, by day, by night and on paper.

/// The medium for which a drawing is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// A screen that reports whether it is bright or dark; prints from it are as on paper.
    Screen,
    /// On a bright screen, or in a document.
    Light,
    /// On a dark screen.
    Dark,
    /// On paper, in grey.
    Print,
}

/// The CSS of this crate's drawings, for a page with many of them that have none of their own.
/// Every rule begins with `.agon`.
pub fn stylesheet(theme: Theme) -> String {
    of_board(theme) + &of_way(theme)
}

/// The CSS of one board without moves to come.
pub(crate) fn of_board(theme: Theme) -> String {
    sheet(".agon", theme, [COMMON, SCREEN, PRINT])
}

/// The CSS of moves to come.
pub(crate) fn of_way(theme: Theme) -> String {
    sheet(".agon .way", theme, [WAY, WAY_SCREEN, WAY_PRINT])
}

/// The CSS of diagrams.
pub(crate) fn of_diagrams(theme: Theme) -> String {
    sheet(".agon", theme, [DIAGRAM, DIAGRAM_SCREEN, DIAGRAM_PRINT])
}

/// The CSS of a search on a stage, whose forms are those of diagrams, for a page. Every rule begins with `.film`.
pub fn stage_stylesheet(theme: Theme) -> String {
    sheet(".film", theme, [DIAGRAM, DIAGRAM_SCREEN, DIAGRAM_PRINT])
}

/// The CSS of small boards in diagrams.
pub(crate) fn of_boards(theme: Theme) -> String {
    sheet(".agon .board", theme, [COMMON, SCREEN, PRINT])
}

/// The CSS of charts, for a page with [unstyled](crate::Chart::svg_unstyled) ones. Every rule begins with
/// `.agon-chart`, and none applies to other drawings.
pub fn chart_stylesheet(theme: Theme) -> String {
    of_charts(".agon-chart", theme)
}

/// The CSS of charts, for drawings of this class.
pub(crate) fn of_charts(scope: &str, theme: Theme) -> String {
    sheet(scope, theme, [CHART, CHART_SCREEN, CHART_PRINT])
}

fn sheet(scope: &str, theme: Theme, [common, screen, print]: [&'static str; 3]) -> String {
    let (light, dark) = (&at(screen, false), &at(screen, true));
    let block = |query: &str, rules: &str| format!("\n@media {query} {{{}\n}}", scoped(scope, rules));
    match theme {
        Theme::Light => scoped(scope, common) + &scoped(scope, light),
        Theme::Dark => scoped(scope, common) + &scoped(scope, light) + &scoped(scope, dark),
        Theme::Print => scoped(scope, common) + &scoped(scope, light) + &scoped(scope, print),
        Theme::Screen => {
            let night = block("screen and (prefers-color-scheme: dark)", dark);
            scoped(scope, common) + &scoped(scope, light) + &night + &block("print", print) + "\n"
        }
    }
}

/// The rules by day, or by night: of two values with a bar between them the first, or the second. A rule without
/// a bar is for the day alone, one that begins with it for the night.
fn at(rules: &'static str, night: bool) -> String {
    let value = |part: &str| match part.split_once('|') {
        Some((_, dark)) if night => dark.to_owned(),
        Some((light, dark)) => format!("{light}{}", &dark[dark.len() - 1..]),
        None => part.to_owned(),
    };
    let is_of_it = |rule: &&str| if night { rule.contains('|') } else { !rule.starts_with('|') };
    let rules = rules.split_inclusive('\n').filter(is_of_it);
    let values = |rule: &'static str| rule.trim_start_matches('|').split_inclusive([':', ';', '}']);
    rules.flat_map(values).map(value).collect()
}

/// The rules with the class of all drawings before every selector.
fn scoped(scope: &str, rules: &str) -> String {
    let mut scoped = String::new();
    for rule in rules.lines().map(str::trim).filter(|rule| !rule.is_empty()) {
        let (selectors, body) = rule.split_once('{').unwrap_or((rule, "}"));
        let selectors: Vec<String> =
            selectors.split(',').map(|selector| format!("{scope} {}", selector.trim())).collect();
        scoped.push('\n');
        scoped.push_str(&selectors.join(","));
        scoped.push('{');
        scoped.push_str(body);
    }
    scoped
}

/// Forms, which are the same everywhere.
const COMMON: &str = "
text{font-family:Hack,ui-monospace,'DejaVu Sans Mono',monospace;font-size:16px;text-anchor:middle}
text.tray,text.letters{text-anchor:start}
text.letters{font-size:18px}
text.label{font-size:14px}
text.beside{font-size:14px;paint-order:stroke;stroke-width:5}
.target{fill:#000;fill-opacity:0}
.light,.dark,.plain,.wall{stroke-width:1}
.attacked{stroke-width:4}
.line{stroke-width:1.5}
.drawn{stroke-width:6;stroke-linecap:round}
.border0,.border1,.border2,.border3,.border4,.border5{stroke-width:6;stroke-linecap:round}
.border1{stroke-dasharray:2 10}
.piece{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.piece text{stroke:none;font-weight:bold;font-size:20px}
.piece .in{fill:none}
.piece .shine{stroke:none;fill:#fff;fill-opacity:.28}
.piece.stroke{fill:none}
.piece.bare{fill:none;stroke:none}
.count{font-weight:bold;font-size:14px}
.win,.last path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.win.rim{stroke-width:9}
.win.bar{stroke-width:5}
.last .rim{stroke-width:6}
.last .mark{stroke-width:3}
.node{stroke-width:2}
";

const SCREEN: &str = "
.paper{fill:#fff|#16181d}
text,.dot{fill:#1c1c1e|#ececf0}
text.label,text.beside{fill:#55555c|#b4b6bf}
text.beside{stroke:#fff|#16181d}
.plain{fill:#f6efe0|#3b3a36;stroke:#a8987a|#77705f}
.light{fill:#f3e6cb|#b9a98c;stroke:#a8987a|#5b523f}
.dark{fill:#c09a6b|#7d6446;stroke:#a8987a|#5b523f}
.wall{fill:#4c4f59|#8b8f9c;stroke:#4c4f59|#8b8f9c}
.attacked{fill:#f0aca4|#8a3a34;stroke:#a11b14|#ff9a91}
.panel{fill:#3c6fae|#274b78;stroke:#3c6fae|#274b78}
.slot{fill:#f4f7fb|#16181d;stroke:#254d80|#5d86b8}
.hole{stroke:#8a7a5c|#8f8872}
.node{fill:#fff|#23262e;stroke:#333|#c9cbd3}
.home0{fill:#f7d9d5|#5a2f2b;stroke:#8a7a5c|#8f8872}
.home1{fill:#d7e3f4|#2b4060;stroke:#8a7a5c|#8f8872}
.home2{fill:#d9eedd|#27492f;stroke:#8a7a5c|#8f8872}
.home3{fill:#fbf0c4|#5a5122;stroke:#8a7a5c|#8f8872}
.home4{fill:#fbe2c8|#5d4122;stroke:#8a7a5c|#8f8872}
.home5{fill:#e8dbf3|#45325c;stroke:#8a7a5c|#8f8872}
.choice0{fill:#d7e3f4|#2b4060;stroke:#1f3f6e|#a8cdf7}
.choice1{fill:#fbe2c8|#5d4122;stroke:#7a3d00|#f5c48d}
.choice2{fill:#d9eedd|#27492f}
.choice3{fill:#fbf0c4|#5a5122}
.choice4{fill:#f7d9d5|#5a2f2b}
.choice5{fill:#e8dbf3|#45325c}
.line{stroke:#5c5140|#a79e88}
.drawn{stroke:#1c1c1e|#ececf0}
.border0{stroke:#26262b|#ececf0}
.border1{stroke:#26262b|#ececf0}
.t-plain{fill:#3a3a40|#c3c5cd;stroke:#1c1c1e|#ececf0}
.t-white{fill:#fdfdfb;stroke:#1c1c1e}
.t-black{fill:#2b2b30|#101012;stroke:#000|#d8d8de}
|.t-blue{fill:#2f74c4;stroke:#a8cdf7}
.t-red{fill:#b3261e|#c9372e;stroke:#5e0f0a|#ffb9b3}
.t-yellow{fill:#f7cf3d;stroke:#7a5c00}
.t-blue{fill:#1f5fa8;stroke:#0c2f58}
.t-green{fill:#2e7d4f|#35915c;stroke:#113c22|#a9e6c1}
.t-orange{fill:#e9892b;stroke:#7a3d00}
.t-purple{fill:#6a3d9a|#8252b8;stroke:#331a50|#d9bff5}
.t-white .in,.t-yellow .in,.t-orange .in{stroke:#3a2f12}
.t-black .in,.t-red .in,.t-blue .in,.t-green .in,.t-purple .in,.t-plain .in{stroke:#fff}
.t-black text,.t-red text,.t-blue text,.t-green text,.t-purple text{fill:#fff}
.t-white text,.t-yellow text,.t-orange text{fill:#1c1c1e}
.t-blue.stroke{stroke:#1f5fa8|#7db6f5}
.t-red.stroke{stroke:#b3261e|#ff8a80}
.t-green.stroke{stroke:#2e7d4f|#7fd6a2}
.t-purple.stroke{stroke:#6a3d9a|#c9a5ef}
|.t-plain .in{stroke:#16181d}
.t-plain.tile{fill:#fff|#23262e;stroke:#55555c|#b4b6bf}
.bare text{fill:#1c1c1e|#ececf0}
.win.rim,.last .rim{stroke:#fff|#000;stroke-opacity:.85|.8}
.win.bar{stroke:#d0006f|#ff5fae}
.last .mark{stroke:#0a7d32|#4fe08a}
";

const PRINT: &str = "
.paper{fill:#fff}
text,.dot{fill:#000}
text.label,text.beside{fill:#333}
.plain{fill:#fff;stroke:#777}
.light{fill:#fff;stroke:#777}
.dark{fill:#cfcfcf;stroke:#777}
.wall{fill:#555;stroke:#555}
.attacked{fill:#fff;stroke:#000}
.panel{fill:#9a9a9a;stroke:#9a9a9a}
.slot{fill:#fff;stroke:#333}
.hole{stroke:#555}
.node{fill:#fff;stroke:#000}
.home0,.home1,.home2,.home3,.home4,.home5{fill:#eee;stroke:#555}
.choice0,.choice1,.choice2,.choice3,.choice4,.choice5{fill:#fff;stroke:#000}
.line,.drawn,.border0,.border1{stroke:#000}
.t-plain{fill:#444;stroke:#000}
.t-white,.t-yellow,.t-orange{fill:#fff;stroke:#000}
.t-black,.t-red,.t-blue,.t-green,.t-purple{fill:#333;stroke:#000}
.t-blue.stroke,.t-red.stroke,.t-green.stroke,.t-purple.stroke{stroke:#000}
.t-plain .in{stroke:#fff}
.t-white text,.t-yellow text,.t-orange text,.bare text{fill:#000}
.t-plain.tile{fill:#fff;stroke:#000}
.win.rim,.last .rim{stroke:#fff;stroke-opacity:1}
.win.bar,.last .mark{stroke:#000}
";

/// Moves to come: forms.
const WAY: &str = "
path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.rim{stroke-width:8}
path.mark{stroke-width:4}
path.other{stroke-dasharray:7 7}
circle.mark{stroke-width:2}
circle.other{stroke-dasharray:3 3}
text{font-size:15px;font-weight:bold}
";

const WAY_SCREEN: &str = "
.rim{stroke:#fff|#000;stroke-opacity:.85|.8}
.mark{stroke:#0a5c2b|#4fe08a}
circle{fill:#fff|#16181d}
";

const WAY_PRINT: &str = "
.rim{stroke:#fff;stroke-opacity:1}
.mark{stroke:#000}
circle{fill:#fff}
";

/// Diagrams: forms.
const DIAGRAM: &str = "
text{font-family:Hack,ui-monospace,'DejaVu Sans Mono',monospace;text-anchor:middle}
text.value,text.faint{font-weight:bold}
text.inside{font-weight:bold}
text.beside{paint-order:stroke;stroke-width:5}
.link,.link.strong,.link.pale{fill:none}
.link{stroke-width:1.5}
.link.strong{stroke-width:5}
.link.pale{stroke-dasharray:5 4}
.cross{fill:none;stroke-width:3;stroke-linecap:round}
.arc{fill:none;stroke-width:2.5}
.max,.min,.chance,.seat,.end,.guess{stroke-width:1.5;stroke-linejoin:round}
.guess{stroke-dasharray:4 3}
.strong{stroke-width:4}
";

const DIAGRAM_SCREEN: &str = "
.paper{fill:#fff|#16181d}
text{fill:#1c1c1e|#ececf0}
text.beside{fill:#33333a|#d6d7de;stroke:#fff|#16181d}
text.note{fill:#44444c|#c2c4cd}
text.faint{fill:#77777f|#8b8e99}
.link{stroke:#6a6a72|#8d909b}
.link.strong,.strong{stroke:#0a5c2b|#4fe08a}
.cross{stroke:#b3261e|#ff8a80}
.arc{stroke:#1c1c1e|#ececf0}
.max{fill:#d7e3f4|#2b4060;stroke:#1f3f6e|#a8cdf7}
.min{fill:#fbe2c8|#5d4122;stroke:#7a3d00|#f5c48d}
.chance{fill:#e8dbf3|#45325c;stroke:#4a2a70|#d9bff5}
.seat,.end{fill:#f4f4f6|#2a2d36;stroke:#44444c|#c9cbd3}
.guess{fill:#fff|#16181d;stroke:#44444c|#c9cbd3}
.max.strong,.min.strong,.chance.strong,.seat.strong,.end.strong,.guess.strong{stroke:#0a5c2b|#4fe08a}
.pale{fill:#fff|#16181d;stroke:#9a9aa2|#666a75}
";

const DIAGRAM_PRINT: &str = "
.paper{fill:#fff}
text{fill:#000}
text.beside{fill:#000;stroke:#fff}
text.note{fill:#222}
text.faint{fill:#666}
.link,.arc,.cross{stroke:#000}
.link.strong,.strong{stroke:#000}
.max,.min,.chance,.seat,.end{fill:#fff;stroke:#000}
.guess{fill:#fff;stroke:#000}
.max.strong,.min.strong,.chance.strong,.seat.strong,.end.strong,.guess.strong{stroke:#000}
.pale{fill:#fff;stroke:#888}
";

/// Charts: forms. Series differ by their dashes and their marks.
const CHART: &str = "
text{font-family:Hack,ui-monospace,'DejaVu Sans Mono',monospace;text-anchor:middle}
text.head,text.name{text-anchor:start}
text.figure{text-anchor:end}
text.head{font-weight:bold}
text.name,text.figure{paint-order:stroke;stroke-width:5}
.grid,.nought,.axis,.whisker,.curve{fill:none}
.grid{stroke-width:1}
.nought{stroke-width:2}
.axis{stroke-width:1.5}
.whisker{stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.curve{stroke-width:2.5;stroke-linejoin:round}
.band{fill-opacity:0.18}
.curve.s1{stroke-dasharray:9 5}
.curve.s2{stroke-dasharray:3 4}
.curve.s3{stroke-dasharray:12 4 3 4}
.curve.s4{stroke-dasharray:6 3 2 3 2 3}
.curve.s5{stroke-dasharray:16 6}
.mark{stroke-width:2.5;stroke-linejoin:round}
.cell{stroke-width:1}
";

const CHART_SCREEN: &str = "
.paper{fill:#fff|#16181d}
text{fill:#1c1c1e|#ececf0}
text.name,text.figure{stroke:#fff|#16181d}
text.tick{fill:#44444c|#c2c4cd}
.grid{stroke:#d4d4da|#3a3d47}
.nought{stroke:#9a9aa2|#7a7d88}
.axis,.whisker{stroke:#33333a|#d6d7de}
.cell{stroke:#fff|#16181d}
.self,.never{fill:#ececf0|#23262e}
.curve.s0,.whisker.s0,.mark.s0{stroke:#0b5394|#7ab8ff}
.curve.s1,.whisker.s1,.mark.s1{stroke:#a64b00|#ffab66}
.curve.s2,.whisker.s2,.mark.s2{stroke:#00694b|#5fd8ae}
.curve.s3,.whisker.s3,.mark.s3{stroke:#7b2d7e|#e3a3e6}
.curve.s4,.whisker.s4,.mark.s4{stroke:#6b5900|#e3cf6a}
.curve.s5,.whisker.s5,.mark.s5{stroke:#33333a|#ececf0}
.mark.s0,.band.s0{fill:#0b5394|#7ab8ff}
.mark.s1,.band.s1{fill:#a64b00|#ffab66}
.mark.s2,.band.s2{fill:#00694b|#5fd8ae}
.mark.s3,.band.s3{fill:#7b2d7e|#e3a3e6}
.mark.s4,.band.s4{fill:#6b5900|#e3cf6a}
.mark.s5,.band.s5{fill:#33333a|#ececf0}
.mark.open{fill:#fff|#16181d}
.c0{fill:#b35806|#e08230}
.c1{fill:#c17836|#bc7131}
.c2{fill:#ce9866|#976032}
.c3{fill:#dcb797|#734f34}
.c4{fill:#e9d7c7|#4e3e35}
.c5{fill:#f7f7f7|#2a2d36}
.c6{fill:#ccd9e7|#34445a}
.c7{fill:#a1bad7|#3d5b7f}
.c8{fill:#759cc8|#4772a3}
.c9{fill:#4a7db8|#5089c8}
.c10{fill:#1f5fa8|#5aa0ec}
text.c0,text.c10{fill:#fff}
text.c1,text.c2,text.c3,text.c4,text.c5,text.c6,text.c7,text.c8,text.c9{fill:#000}
|text.c2,text.c3,text.c4,text.c5,text.c6,text.c7,text.c8{fill:#fff}
|text.c0,text.c1,text.c9,text.c10{fill:#000}
";

const CHART_PRINT: &str = "
.paper{fill:#fff}
text,text.tick{fill:#000}
text.name,text.figure{stroke:#fff}
.grid{stroke:#ccc}
.nought{stroke:#777}
.axis,.whisker{stroke:#000}
.cell{stroke:#777}
.self,.never{fill:#fff}
.curve.s0,.curve.s1,.curve.s2,.curve.s3,.curve.s4,.curve.s5{stroke:#000}
.whisker.s0,.whisker.s1,.whisker.s2,.whisker.s3,.whisker.s4,.whisker.s5{stroke:#000}
.mark.s0,.mark.s1,.mark.s2,.mark.s3,.mark.s4,.mark.s5{fill:#000;stroke:#000}
.mark.open{fill:#fff}
.c0{fill:#ffffff}
.c1{fill:#f2f2f2}
.c2{fill:#e5e5e5}
.c3{fill:#d9d9d9}
.c4{fill:#cccccc}
.c5{fill:#bfbfbf}
.c6{fill:#a6a6a6}
.c7{fill:#8c8c8c}
.c8{fill:#737373}
.c9{fill:#595959}
.c10{fill:#404040}
text.c8,text.c9,text.c10{fill:#fff}
text.c0,text.c1,text.c2,text.c3,text.c4,text.c5,text.c6,text.c7{fill:#000}
";

#[cfg(test)]
mod tests {
    use super::{Theme, of_diagrams, stylesheet};

    /// What the last rule for a class says.
    fn last<'a>(sheet: &'a str, class: &str) -> &'a str {
        let is_for = |rule: &&str| {
            let of = rule.split_once('{').map_or("", |(of, _)| of);
            of.split(',').any(|one| one.trim() == class)
        };
        let rule = sheet.lines().rfind(is_for).unwrap_or_else(|| panic!("no rule for {class}"));
        rule.split_once('{').unwrap().1
    }

    #[test]
    fn seats_of_a_tree_look_alike_on_its_board_and_in_diagrams() {
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            let (boards, diagrams) = (stylesheet(theme), of_diagrams(theme));
            for (seat, outline) in [(".agon .choice0", ".agon .max"), (".agon .choice1", ".agon .min")] {
                assert_eq!(last(&boards, seat), last(&diagrams, outline), "{theme:?}");
            }
        }
    }
}
