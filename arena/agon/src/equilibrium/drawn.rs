//! An equilibrium in pictures: how near it was at each time, how one information set went, and the whole tree.

use agon_core::{AnyPosition, Eye, Node, Position, Seat, Sum, after, all_moves, notation, view};
use agon_draw::{Chart, Diagram, DiagramNode, Link, Measure, Outline, Panel, Plot, Point, Series, plain};
use agon_roster::extensive::ExtensiveForm;
use agon_table::GivenPosition;

use super::document::{EquilibriumDocument, MoveStage};
use crate::{
    failed::Failed,
    output_target::{DiagramForm, OutputTarget, Rendered, document},
};

/// The drawing of an equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EquilibriumDrawing {
    Course,
    Set,
    Tree,
}

impl EquilibriumDrawing {
    /// All of them.
    pub(crate) const ALL: [EquilibriumDrawing; 3] =
        [EquilibriumDrawing::Course, EquilibriumDrawing::Set, EquilibriumDrawing::Tree];

    /// What has that name.
    pub(crate) fn named(name: &str) -> Option<EquilibriumDrawing> {
        EquilibriumDrawing::ALL.into_iter().find(|drawing| drawing.name() == name)
    }

    /// What it shows.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            EquilibriumDrawing::Course => "What the seats could gain together, over the iterations",
            EquilibriumDrawing::Set => {
                "How likely the moves of the information set of --set are, and what is regretted of them, over the iterations"
            }
            EquilibriumDrawing::Tree => {
                "The tree of all plays: what a seat cannot tell apart is joined by dashes, and each move has its probability"
            }
        }
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            EquilibriumDrawing::Course => "course",
            EquilibriumDrawing::Set => "set",
            EquilibriumDrawing::Tree => "tree",
        }
    }
}

/// Whether plots are drawn in that form.
pub(super) fn is_of_charts(form: Option<DiagramForm>) -> bool {
    use DiagramForm::{Json, Pdf, Png, Svg};
    form.is_none_or(|form| [Svg, Png, Pdf, Json].contains(&form))
}

/// Draws how near an equilibrium it was at each time.
///
/// # Errors
///
/// Where it was one from the beginning, or the file cannot be written.
pub(super) fn course(paper: &OutputTarget, found: &EquilibriumDocument) -> Result<(), Failed> {
    let far = found.course.iter().filter(|stage| 0.0 < stage.nash_conv);
    let points: Vec<Point> = far.map(|stage| point(stage.iterations, stage.nash_conv)).collect();
    if points.is_empty() {
        let why = "it is an equilibrium from the first iteration on, so there is nothing to be drawn";
        return Err(Failed::usage(format!("{}: {why}", found.game)));
    }
    let series = vec![Series { name: found.rule.clone(), points, band: false }];
    let unit = "NashConv: what the seats could gain together".to_owned();
    let panel = panel(&found.game, unit, series, true);
    plot(paper, &Chart { title: format!("NashConv: {}", found.game), panels: vec![panel] })
}

/// Draws how an information set went.
pub(super) fn set(paper: &OutputTarget, found: &EquilibriumDocument, seen: &str) -> Result<(), Failed> {
    let moves = found.set.first().map_or(0, |stage| stage.moves.len());
    let series = |of: &dyn Fn(&MoveStage) -> Option<f64>| {
        let one = |index: usize| {
            let stages = found.set.iter();
            let points = stages.filter_map(|stage| of(&stage.moves[index]).map(|value| point(stage.iterations, value)));
            Series { name: found.set[0].moves[index].r#move.clone(), points: points.collect(), band: false }
        };
        (0..moves).map(one).collect::<Vec<_>>()
    };
    let title = format!("{}, who sees {seen} ({})", found.game, found.rule);
    let likely = series(&|m| Some(m.probability));
    let mut panels = vec![panel(&title, "probability, on average".to_owned(), likely, false)];
    let regrets = series(&|m| m.regret);
    if regrets.iter().any(|series| !series.points.is_empty()) {
        panels.push(panel(&title, "regret, all iterations together".to_owned(), regrets, false));
    }
    plot(paper, &Chart { title: format!("Information set: {}", found.game), panels })
}

fn point(iterations: u64, value: f64) -> Point {
    Point { at: iterations.to_string(), measure: Measure { value: Some(value), low: None, high: None } }
}

fn panel(title: &str, unit: String, series: Vec<Series>, powers: bool) -> Panel {
    let option = "iterations".to_owned();
    Panel { title: title.to_owned(), plot: Plot::Curves { unit, option, series, powers } }
}

fn plot(paper: &OutputTarget, chart: &Chart) -> Result<(), Failed> {
    let out = paper.sheet.out.as_deref();
    match paper.sheet.form()? {
        Some(DiagramForm::Png) => paper.inks.render(chart, Rendered::Png, out),
        Some(DiagramForm::Pdf) => paper.inks.render(chart, Rendered::Pdf, out),
        Some(DiagramForm::Json) => paper.sheet.write(&document(chart)?),
        _ => paper.sheet.write(chart.svg(paper.inks.theme()).as_bytes()),
    }
}

/// Draws the tree of all plays, with its information sets and a strategy.
pub(super) fn tree(
    paper: &OutputTarget,
    site: &GivenPosition,
    form: &ExtensiveForm,
    strategy: &[f64],
) -> Result<(), Failed> {
    let mut diagram = Diagram {
        title: format!("{} from {}", site.game.term, site.here),
        alike: vec![Vec::new(); form.sets().len()],
        ..Diagram::default()
    };
    let mut drawing = TreeDrawing { form, strategy, diagram: &mut diagram };
    drawing.add(&site.here, 0);
    // What stands alone needs no dashes.
    diagram.alike.retain(|alike| 1 < alike.len());
    let value = form.values(strategy).iter().map(|&value| format!("{value:+.4}")).collect::<Vec<_>>();
    let paid = if is_duel(&site.here) { "; at the ends stands what seat 1 gets" } else { "" };
    diagram.foot = format!("by this strategy the seats get {}{paid}", value.join(", "));
    let drawn = paper.sheet.form()?;
    if drawn == Some(DiagramForm::Json) {
        return paper.sheet.write(&document(&diagram)?);
    }
    paper.draw(drawn, &diagram, &diagram.title)
}

struct TreeDrawing<'a> {
    form: &'a ExtensiveForm,
    strategy: &'a [f64],
    diagram: &'a mut Diagram,
}

impl TreeDrawing<'_> {
    /// Adds a position and all below it.
    fn add(&mut self, here: &AnyPosition, row: usize) {
        let number = self.diagram.add(DiagramNode { row, ..DiagramNode::default() });
        let moves = all_moves(here);
        let (knot, chances) = match here.node() {
            Node::Terminal => (end(here), Vec::new()),
            Node::Chance => {
                let weights: Vec<u32> = moves.iter().map(|&m| here.weight(m)).collect();
                let total: u32 = weights.iter().sum();
                let chances = weights.iter().map(|&weight| fraction(weight, total)).collect();
                (DiagramNode { form: Outline::Chance, about: "chance".to_owned(), ..DiagramNode::default() }, chances)
            }
            Node::Decision(seat) => {
                let shares = self.shares(here, seat, number);
                (decision(here, seat), shares.into_iter().map(short).collect())
            }
        };
        self.diagram.knots[number] = DiagramNode { row, ..knot };
        for (m, chance) in moves.into_iter().zip(chances) {
            let label = format!("{} {chance}", notation(here, m));
            // Links stand in the order of the knots that they lead to.
            let to = self.diagram.knots.len();
            self.diagram.links.push(Link { from: number, to, label, ..Link::default() });
            self.add(&after(here, m), row + 1);
        }
    }

    /// How likely the moves are, of a position that is noted as one of its information set.
    fn shares(&mut self, here: &AnyPosition, seat: Seat, number: usize) -> Vec<f64> {
        let set = self.form.find(here, seat).expect("all plays were walked from the same place");
        let first = set.range().start;
        let place = self.form.sets().iter().position(|set| set.range().start == first);
        self.diagram.alike[place.expect("it is one of them")].push(number);
        self.strategy[set.range()].to_vec()
    }
}

/// The end of a play: what each seat gets, or of two that share a constant the first.
fn end(here: &AnyPosition) -> DiagramNode {
    let paid: Vec<String> = Seat::all(here.facts().seats).map(|seat| plain(here.payoff(seat))).collect();
    let value = if is_duel(here) { paid[0].clone() } else { paid.join(", ") };
    let about = format!("{here}: {}", paid.join(", "));
    DiagramNode { form: Outline::Bare, value, about, ..DiagramNode::default() }
}

/// Whether what one seat gets the other loses.
fn is_duel(here: &AnyPosition) -> bool {
    here.facts().seats == 2 && here.facts().sum == Sum::Zero
}

/// A choice: who has it, and what that seat sees.
fn decision(here: &AnyPosition, seat: Seat) -> DiagramNode {
    let seen = view(here, Eye::Seat(seat));
    let about = format!("{here}: {seat} sees {seen}");
    let inside = (seat.0 + 1).to_string();
    DiagramNode { form: Outline::Seat, inside, notes: vec![seen], about, ..DiagramNode::default() }
}

/// A number in two digits after the point, without a zero before it.
fn short(share: f64) -> String {
    let text = plain((share * 100.0).round() / 100.0 + 0.0);
    let (sign, digits) = text.strip_prefix('-').map_or(("", &*text), |digits| ("-", digits));
    digits.strip_prefix("0.").map_or(text.clone(), |rest| format!("{sign}.{rest}"))
}

/// A weight's share of all, in lowest terms.
fn fraction(weight: u32, total: u32) -> String {
    let (mut one, mut other) = (total, weight);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    format!("{}/{}", weight / one, total / one)
}
