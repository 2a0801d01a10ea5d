//! All that a page can ask of a search, laid ready beside it: for a page without a server.

use std::collections::{BTreeMap, HashMap};

use agon_draw::RedealData;
use serde::Serialize;

use super::{
    KeptTree,
    moment::{MomentView, SampleView},
    node::NodeView,
    simulated::SimulatedView,
};
use crate::{pool::Worker, problem::Problem, words::Language};

/// All that can be asked, as data.
#[derive(Serialize)]
pub(crate) struct SearchShelf {
    /// The positions by their numbers.
    nodes: Vec<ShelvedNode>,
    moments: Vec<ShelvedMoment>,
    /// The moments at which something was cut.
    cuts: Vec<u32>,
    /// What drawings of boards are made of.
    pieces: Vec<String>,
    /// For each position, as the game writes it, the pieces of its drawing.
    boards: BTreeMap<String, Vec<usize>>,
}

#[derive(Serialize)]
struct ShelvedNode {
    #[serde(flatten)]
    node: NodeView,
    /// The numbers of those below it.
    below: Vec<usize>,
}

#[derive(Serialize)]
struct ShelvedMoment {
    what: &'static str,
    node: usize,
    sentence: String,
    /// What counts on the way, in a back-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    payoff: Option<String>,
    /// What is known then, where that is something else than before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    samples: Vec<SampleView>,
    /// The moves of a play below the tree, where the boards after them are there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    simulated: Vec<SimulatedView>,
}

/// Boards of positions below the tree, at most.
const MOST_BELOW: usize = 1000;

/// What drawings of boards are cut into: a place each.
const PLACE: &str = "<g data-cell";

impl KeptTree {
    /// All that can be asked of it, with sentences in a language; boards only if they are wished.
    ///
    /// # Errors
    ///
    /// Where a board cannot be drawn.
    pub(crate) fn shelf(&self, worker: &Worker, has_boards: bool, language: Language) -> Result<SearchShelf, Problem> {
        let visits = &self.search().visits;
        let nodes: Vec<ShelvedNode> = visits
            .iter()
            .enumerate()
            .map(|(index, visit)| ShelvedNode { node: self.node(index, language), below: visit.children.clone() })
            .collect();
        let mut known: HashMap<usize, SampleView> = HashMap::new();
        let mut moments = Vec::with_capacity(self.moments());
        for at in 0..self.moments() {
            let told = self.moment(at, &[], language)?;
            let is_new = |sample: &SampleView| known.get(&sample.id) != Some(sample);
            let samples: Vec<SampleView> = told.samples.into_iter().filter(is_new).collect();
            known.extend(samples.iter().map(|sample| (sample.id, sample.clone())));
            let node = *told.path.last().expect("a way leads to it");
            let MomentView { what, sentence, payoff, simulated, .. } = told;
            moments.push(ShelvedMoment { what, node, sentence, payoff, samples, simulated });
        }
        let (mut boards, mut pieces) = (BTreeMap::new(), PieceList::default());
        for ShelvedNode { node, .. } in nodes.iter().filter(|_| has_boards) {
            let position = &node.node.position;
            if !boards.contains_key(position) {
                boards.insert(position.clone(), pieces.cut(&self.board(worker, position)?));
            }
        }
        let dealt = self.thought.trace.redeals().data().filter(|_| has_boards);
        for RedealData { position, .. } in dealt.iter().flat_map(|dealt| &dealt.listed) {
            if !boards.contains_key(position) {
                boards.insert(position.clone(), pieces.cut(&self.board(worker, position)?));
            }
        }
        let most = boards.len() + MOST_BELOW;
        for moment in &mut moments {
            let below = moment.simulated.len();
            if !has_boards || most < boards.len() + below {
                moment.simulated.clear();
            }
            for SimulatedView { position, .. } in &moment.simulated {
                if !boards.contains_key(position) {
                    boards.insert(position.clone(), pieces.cut(&self.board(worker, position)?));
                }
            }
        }
        Ok(SearchShelf { nodes, moments, cuts: self.cuts.clone(), pieces: pieces.all, boards })
    }
}

/// Pieces of drawings, each of them once.
#[derive(Default)]
struct PieceList {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl PieceList {
    /// The pieces of a drawing, by their numbers.
    fn cut(&mut self, drawing: &str) -> Vec<usize> {
        let mut starts: Vec<usize> = drawing.match_indices(PLACE).map(|(at, _)| at).collect();
        starts.insert(0, 0);
        let ends = starts.iter().skip(1).copied().chain([drawing.len()]);
        let pieces = starts.iter().zip(ends).map(|(&from, to)| &drawing[from..to]);
        pieces.map(|piece| self.number(piece)).collect()
    }

    fn number(&mut self, piece: &str) -> usize {
        if let Some(&known) = self.numbers.get(piece) {
            return known;
        }
        self.all.push(piece.to_owned());
        self.numbers.insert(piece.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{super::tests::grown, Language, Worker};

    #[test]
    fn boards_are_put_together_again_as_they_were_drawn() {
        for (game, player) in [("tic-tac-toe", "alpha-beta(depth=2)"), ("chess", "alpha-beta(depth=1)")] {
            let tree = grown(game, player);
            let shelf = tree.shelf(&Worker::of_test(), true, Language::English).unwrap();
            assert!(1 < shelf.boards.len(), "{game}");
            for (position, numbers) in &shelf.boards {
                let whole: String = numbers.iter().map(|&n| shelf.pieces[n].as_str()).collect();
                assert_eq!(whole, tree.board(&Worker::of_test(), position).unwrap(), "{game}: {position}");
            }
            assert!(tree.shelf(&Worker::of_test(), false, Language::English).unwrap().pieces.is_empty());
        }
    }

    #[test]
    fn plays_below_the_tree_come_with_their_boards() {
        let tree = grown("tic-tac-toe", "mcts(iterations=20)");
        let shelf = tree.shelf(&Worker::of_test(), true, Language::English).unwrap();
        let below: Vec<_> = shelf.moments.iter().flat_map(|moment| &moment.simulated).collect();
        assert!(20 < below.len(), "{}", below.len());
        assert!(below.iter().all(|told| shelf.boards.contains_key(&told.position)));
        let shelf = tree.shelf(&Worker::of_test(), false, Language::English).unwrap();
        assert!(shelf.moments.iter().all(|moment| moment.simulated.is_empty()));
    }

    /// What changed, moment by moment, adds up to what the server tells of every moment.
    #[test]
    fn what_is_laid_ready_is_what_would_be_told() {
        let tree = grown("tic-tac-toe", "mcts(iterations=120)");
        let shelf = tree.shelf(&Worker::of_test(), false, Language::English).unwrap();
        let mut known = std::collections::HashMap::new();
        for (at, moment) in shelf.moments.iter().enumerate() {
            known.extend(moment.samples.iter().map(|sample| (sample.id, sample.clone())));
            let all: Vec<usize> = (0..shelf.nodes.len()).collect();
            let told = tree.moment(at, &all, Language::English).unwrap();
            assert_eq!((told.sentence, told.what), (moment.sentence.clone(), moment.what));
            assert_eq!((told.payoff.is_some(), &told.payoff), (at % 4 == 3, &moment.payoff));
            assert_eq!(told.samples.is_empty(), at < 3);
            for sample in told.samples {
                assert_eq!(known.get(&sample.id), Some(&sample), "moment {at}");
            }
        }
    }
}
