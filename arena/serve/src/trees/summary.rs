//! A search in short, as data: the question, the answer, and how much was looked at.

use agon_core::notation;
use agon_draw::{RedealsData, RegretStageData, known};
use agon_table::WatchedSearch;
use schemars::JsonSchema;
use serde::Serialize;

use super::{KeptTree, NewTree, node::NodeView, stage::StageView};
use crate::{effort::SearchEffort, view::SCHEMA, words::Language};

/// A search in short, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TreeView {
    schema: u32,
    /// The same for the same question: a search that is forgotten is found again under it when it has been asked for again.
    id: String,
    /// What has it searched again.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<NewTree>,
    /// The question and the answer, in words.
    pub(crate) head: String,
    pub(crate) game: String,
    player: String,
    #[serde(rename = "move")]
    m: String,
    value: Option<f64>,
    /// The same as it is written.
    worth: String,
    /// Which search of the root this is, and how many there were.
    search: usize,
    searches: usize,
    /// How many of them went to the depth of this one, and the positions that these looked at.
    alike: usize,
    looked: u64,
    /// Positions that were entered, in all searches, and that are kept of this one.
    entered: u64,
    pub(crate) kept: usize,
    pub(crate) moments: usize,
    cuts: usize,
    /// Whether any position was searched in a window.
    has_windows: bool,
    /// Whether each iteration is four moments: selection, expansion, simulation and back-up.
    pub(crate) has_plays: bool,
    /// Whether the positions below one come with small boards, if these are asked for.
    pub(super) has_boards: bool,
    /// The redeals that the search looked at, where something is hidden and the player reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) redeals: Option<RedealsData>,
    /// How the regrets went at the root, if the player learns by them: after 1, 10, 100, … iterations and after all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) regrets: Vec<RegretStageData>,
    /// How it stands on a wide and on a narrow stage.
    stages: Vec<StageView>,
    /// The positions on the line that the search expects, from the root on.
    best: Vec<usize>,
    /// The board of the root with that line, as SVG without a style of its own, where it has places and nothing is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    ahead: Option<String>,
    root: NodeView,
}

impl KeptTree {
    /// The search in short, with texts in a language.
    pub(crate) fn view(&self, language: Language) -> TreeView {
        let search = self.search();
        let WatchedSearch { site, player, trace, .. } = &self.thought;
        let decision = self.thought.decision();
        let worth = decision.and_then(|found| Some((found.value?, found.bound)));
        let worth = worth.map(|(value, bound)| bound.sign().to_owned() + &known(value, bound));
        let (alike, looked) = SearchEffort::counted(&self.thought, search);
        TreeView {
            schema: SCHEMA,
            id: self.id.clone(),
            asked: self.asked.clone(),
            head: self.head(language),
            game: site.game.term.clone(),
            player: player.clone(),
            m: decision.map_or_else(String::new, |found| notation(&site.here, found.m)),
            value: decision.and_then(|found| found.value).filter(|value| value.is_finite()),
            worth: worth.unwrap_or_else(|| search.root().told()),
            search: self.number,
            searches: trace.count(),
            alike,
            looked,
            entered: trace.entered(),
            kept: search.visits.len(),
            moments: self.moments(),
            cuts: self.cuts.len(),
            has_windows: self.has_windows,
            has_plays: self.has_plays,
            has_boards: self.has_small_boards(),
            redeals: trace.redeals().data(),
            regrets: trace.regrets().to_vec(),
            stages: self.stages(true),
            best: self.thought.expected(search),
            ahead: self.ahead(),
            root: self.node(0, language).with(self.root_board()),
        }
    }

    /// The same for a page that stands alone: without small boards, and without the name by which a server knows the
    /// search, so that the same search is the same file.
    pub(crate) fn view_alone(&self, language: Language) -> TreeView {
        let (stages, root) = (self.stages(false), self.node(0, language));
        TreeView { has_boards: false, id: String::new(), stages, root, ..self.view(language) }
    }

    /// The question and the answer, line by line.
    fn head(&self, language: Language) -> String {
        let head = self.thought.head(self.search());
        let lines: Vec<String> = head.iter().map(|line| language.phrase_part(line)).collect();
        lines.join("\n")
    }
}
