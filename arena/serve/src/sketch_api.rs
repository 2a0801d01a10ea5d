//! The API for trees that are drawn by hand.

use agon_draw::Theme;
#[cfg(feature = "png")]
use agon_draw::{Diagram, Render as _};
use axum::{
    Extension,
    body::Body,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{AtStudy, Who},
    describe::{Download, StudyApi, ToldDocument, Wanted},
    problem::Problem,
    sketch::{SketchEdit, SketchedTree},
    words::Language,
};

/// The forms in which such a tree is a file: how its name ends, and what it is called.
pub(crate) const SKETCH_FILES: &[(&str, &str)] = &[
    ("svg", "SVG"),
    #[cfg(feature = "png")]
    ("png", "PNG"),
    ("tex", "TikZ (LaTeX)"),
];

/// Adds the routes for trees that are drawn by hand.
pub(crate) fn routes(api: StudyApi) -> StudyApi {
    api.get("/api/v1/sketch", "sketch", "A tree that is drawn by hand, changed and drawn; nothing is kept", sketch).get(
        "/api/v1/sketch/{form}",
        "sketch_file",
        "The drawing of such a tree as a file",
        file,
    )
}

#[derive(Deserialize, JsonSchema)]
struct SketchAsked {
    /// The tree: a number, or branches in brackets, `[[3,12],{1/2:2,1/2:4}]`; of at most 300 nodes, 40 of them from the
    /// root to an end, in 4,000 bytes.
    tree: String,
    /// The node that is changed, in the order of drawing: the root is 0, and each stands before those below it.
    #[serde(default)]
    at: usize,
    /// The change.
    edit: Option<SketchEdit>,
    /// What the change needs.
    #[serde(default)]
    with: String,
}

/// What becomes of such a text. One in which somebody types is wrong every other moment: that is no error of the request.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum SketchTold {
    /// A tree.
    Drawn(SketchView),
    /// No tree, one that is too large, or no such change.
    Mistaken {
        /// What is wrong, where, and what is accepted there.
        mistake: String,
    },
}

/// A tree that is drawn by hand.
#[derive(Serialize, JsonSchema)]
struct SketchView {
    /// Its text.
    tree: String,
    /// The node that is looked at now.
    at: usize,
    /// How many seats have values of their own; 0 where there are two, and one loses what the other wins.
    seats: usize,
    /// What the value of an end is called.
    asks: String,
    /// Who can act, and how each is called.
    kinds: Vec<(String, String)>,
    /// The nodes in the order of drawing.
    nodes: Vec<SketchNodeView>,
    /// The drawing, without a style sheet: each node is a button with its number as `data-knot`.
    svg: String,
}

/// A node of such a tree.
#[derive(Serialize, JsonSchema)]
struct SketchNodeView {
    /// Who acts: `leaf` for nobody, `chance`, or the number of a seat.
    kind: String,
    /// What an end is worth.
    value: String,
    /// How likely it is, below chance.
    share: Option<String>,
    above: Option<usize>,
    below: Vec<usize>,
}

impl SketchView {
    /// A tree that is in order, of which this node is looked at.
    fn of(tree: &SketchedTree, at: usize, language: Language) -> SketchView {
        let seats = tree.seats;
        let seat = |seat: usize| match (seats, seat) {
            (0, 1) => language.say("sketch-max"),
            (0, _) => language.say("sketch-min"),
            _ => language.say_with("sketch-seat", &[("seat", &seat)]),
        };
        let mut kinds: Vec<(String, String)> = (1..=tree.choosing()).map(|own| (own.to_string(), seat(own))).collect();
        kinds.extend(["chance", "leaf"].map(|kind| (kind.to_owned(), language.say(&format!("sketch-{kind}")))));
        let all = tree.nodes();
        let nodes = all.iter().enumerate().map(|(number, node)| SketchNodeView {
            kind: node.kind.name(),
            value: tree.value(number),
            share: Some(node.share.clone()).filter(|share| !share.is_empty()),
            above: node.above,
            below: node.below.clone(),
        });
        SketchView {
            tree: tree.text(),
            at,
            seats,
            asks: language.say(if seats == 0 { "sketch-value" } else { "sketch-values" }),
            kinds,
            nodes: nodes.collect(),
            svg: tree.diagram(language).by_hand(&language.say("sketch-add")),
        }
    }
}

impl SketchAsked {
    /// The tree, changed and in order, and the node that is looked at then.
    fn changed(&self) -> Result<(SketchedTree, usize), Problem> {
        let mut tree = SketchedTree::read(&self.tree)?;
        let last = tree.nodes().len() - 1;
        if last < self.at {
            return Err(Problem::missing("no-position", &[("last", &last)]));
        }
        let at = self.edit.map_or(Ok(self.at), |edit| tree.edit(self.at, edit, &self.with))?;
        Ok(tree.in_order(at))
    }
}

async fn sketch(
    State(study): AtStudy,
    Extension(guest): Who,
    Wanted(asked): Wanted<SketchAsked>,
) -> Result<ToldDocument<SketchTold>, Problem> {
    let told = study.on_worker(guest.share(), move |_, worker| {
        let told = match asked.changed() {
            Ok((tree, at)) => SketchTold::Drawn(SketchView::of(&tree, at, guest.language)),
            Err(problem) => SketchTold::Mistaken { mistake: problem.words(guest.language).unwrap_or(problem.message) },
        };
        ToldDocument::of(worker, &told)
    });
    told.await
}

#[derive(Deserialize, JsonSchema)]
struct SketchedFile {
    /// The tree.
    tree: String,
}

/// How the name of the file ends.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct FileForm(#[schemars(extend("enum" = file_endings()))] String);

fn file_endings() -> Vec<&'static str> {
    SKETCH_FILES.iter().map(|(ending, _)| *ending).collect()
}

async fn file(
    State(study): AtStudy,
    Extension(guest): Who,
    Path(FileForm(form)): Path<FileForm>,
    Wanted(SketchedFile { tree }): Wanted<SketchedFile>,
) -> Result<Download, Problem> {
    let made = study.on_worker(guest.share(), move |_, _| {
        let diagram = SketchedTree::read(&tree)?.diagram(guest.language);
        let (kind, content) = match form.as_str() {
            "svg" => ("image/svg+xml", diagram.svg(Theme::Light).into_bytes()),
            "tex" => ("application/x-tex", diagram.tikz().into_bytes()),
            #[cfg(feature = "png")]
            "png" => ("image/png", pixels(&diagram)?),
            _ => return Err(Problem::missing("no-file", &[("all", &(file_endings().join(", ")))])),
        };
        Ok(Download { kind, name: format!("tree.{form}"), length: content.len() as u64, body: Body::from(content) })
    });
    made.await
}

/// The drawing in pixels, of which the widest has no more than it has room for.
#[cfg(feature = "png")]
fn pixels(diagram: &Diagram) -> Result<Vec<u8>, Problem> {
    /// Pixels of the widest.
    const WIDEST: u32 = 4_000;
    let width = (f64::from(WIDEST) / 2.0 < diagram.width()).then_some(WIDEST);
    diagram.png(Theme::Light, width).map_err(Problem::trouble)
}
