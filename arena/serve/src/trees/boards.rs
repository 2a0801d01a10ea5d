//! The boards of the positions of a search.

use agon_core::Position as _;
use agon_table::{GivenPosition, ShownPosition};

use super::{ChildrenView, KeptTree, small::small};
use crate::{place::PlaceQuery, pool::Worker, problem::Problem, view::PositionView};

impl KeptTree {
    /// Whether boards can stand in the nodes of the tree.
    pub(crate) fn has_small_boards(&self) -> bool {
        self.shows.boards
    }

    /// The same positions, each with its board.
    ///
    /// # Errors
    ///
    /// Where a board cannot be drawn.
    pub(crate) fn drawn(&self, worker: &Worker, mut view: ChildrenView) -> Result<ChildrenView, Problem> {
        for node in &mut view.nodes {
            node.board = Some(small(self.site_of(worker, &node.node.position)?.here.picture()));
        }
        Ok(view)
    }

    /// The board of the root, where boards stand in the nodes of a tree that is shown at once.
    pub(super) fn root_board(&self) -> Option<String> {
        let is_shown = self.shows.boards && self.layouts.iter().any(|layout| layout.is_whole);
        is_shown.then(|| small(self.thought.site.here.picture()))
    }

    /// A position of it, drawn as the page shows it.
    pub(super) fn board(&self, worker: &Worker, position: &str) -> Result<String, Problem> {
        let site = self.site_of(worker, position)?;
        Ok(PositionView::of(worker, &site.game.term, &ShownPosition::whole(&site)).svg)
    }

    pub(super) fn site_of(&self, worker: &Worker, position: &str) -> Result<GivenPosition, Problem> {
        let (game, position) = (self.thought.site.game.term.clone(), Some(position.to_owned()));
        PlaceQuery { game, position, moves: None }.find(worker)
    }
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::super::tests::grown;
    use crate::{pool::Worker, words::Language};

    #[test]
    fn boards_stand_in_the_nodes_where_they_are_small_and_have_nothing_to_be_read() {
        for (game, player, is_small) in [
            ("tic-tac-toe", "minimax(depth=1)", true),
            ("connect-four(4, 4, 3)", "minimax(depth=1)", true),
            ("connect-four", "minimax(depth=1)", false),
            ("tree([[3,12,8],[2,4,6],[14,5,2]])", "minimax", false),
            ("nim", "minimax(depth=1)", false),
            ("2048", "expectimax(depth=1)", false),
        ] {
            let tree = grown(game, player);
            assert_eq!(tree.has_small_boards(), is_small, "{game}");
            assert_eq!(tree.view(Language::English).has_boards, is_small, "{game}");
            let below = tree.children(0, 0, Language::English).unwrap();
            assert!(below.nodes.iter().all(|node| node.board.is_none()), "{game}");
            if is_small {
                let drawn = tree.drawn(&Worker::of_test(), below).unwrap();
                let boards = drawn.nodes.iter().map(|node| node.board.as_deref().unwrap());
                assert!(boards.clone().all(|board| board.matches("class=\"piece").count() == 1), "{game}");
                assert!(boards.clone().all(|board| !board.contains("class=\"label")), "{game}");
            }
        }
    }
}
