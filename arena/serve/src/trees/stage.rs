//! Where the positions of a search stand on a stage, and their forms, as data.

use agon_draw::{StageLayout, StagePlace, StageShows, StagedForm};
use schemars::JsonSchema;
use serde::Serialize;

use super::KeptTree;

/// How a tree stands on a stage of one width, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StageView {
    /// Whether all of it is shown at once.
    is_whole: bool,
    /// Whether there is room for a small board below each form.
    pub(super) has_boards: bool,
    /// From one level to the next, in pixels.
    drop: i32,
    /// How far each position reaches down from the middle of its form.
    foot: i32,
    /// Where each position stands in its row when only so many have been entered: one, two, and so on. Nothing where not all of it is shown at once, or there is no quiz.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    entered: Vec<Vec<i32>>,
}

/// The form and the place of a position on a stage, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StagedView {
    /// The form as SVG, around its middle.
    form: String,
    /// What is written on the line that leads there.
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
    /// Where its value stands in the form, to the right of the middle; null where it stands beside.
    inside: Option<i32>,
    /// Where something stands beside the form.
    beside: i32,
    /// On a wide and on a narrow stage: where it stands in the row of those below the position above it, which has its
    /// middle below that, and how far it reaches to the left and to the right.
    places: [[i32; 3]; 2],
    /// The labels of the moves that are crossed out below it, as many as are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    crossed: Vec<String>,
    /// On a wide and on a narrow stage: how far each of them stands behind the last position of the row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    behind: Vec<Vec<i32>>,
}

impl KeptTree {
    /// How the tree stands on a wide and on a narrow stage; boards only if they are wished.
    pub(super) fn stages(&self, has_boards: bool) -> Vec<StageView> {
        let stage = |layout: &StageLayout| {
            let boards = has_boards && self.shows.boards && layout.is_whole;
            StageView {
                is_whole: layout.is_whole,
                has_boards: boards,
                drop: StageLayout::drop(StageShows { boards, ..self.shows }),
                foot: StageLayout::foot(boards),
                entered: layout.entered.clone(),
            }
        };
        self.layouts.iter().map(stage).collect()
    }

    /// The form and the place of a position.
    pub(super) fn staged(&self, index: usize) -> StagedView {
        let StagedForm { svg, label, inside, beside } = self.search().staged(index);
        let place = |width: usize| {
            let StagePlace { at, reach: [left, right] } = self.layouts[width].places[index];
            [at, left, right]
        };
        let crossed: Vec<String> = self.search().crossed(index).collect();
        let behind = self.layouts.iter().map(|layout| layout.crossed[index].clone());
        StagedView {
            form: svg,
            label,
            inside,
            beside,
            places: [place(0), place(1)],
            behind: if crossed.is_empty() { Vec::new() } else { behind.collect() },
            crossed,
        }
    }
}
