//! The boards of the positions of a search.

use std::collections::BTreeSet;

use agon_core::{Picture, Position as _};
use agon_draw::Drawing;
use agon_table::{GivenPosition, Shown};

use super::{ChildrenView, KeptTree};
use crate::{
    place::PlaceQuery,
    pool::Worker,
    problem::Problem,
    view::{PositionView, plain_svg},
};

/// The places of a board that can be told apart in a node of a tree, at least and at most.
const PLACES: std::ops::RangeInclusive<usize> = 4..=16;

impl KeptTree {
    /// Whether boards can stand in the nodes of the tree: with few places in full rows, and nothing that has to be read.
    pub(crate) fn has_small_boards(&self) -> bool {
        let picture = self.thought.site.here.picture();
        is_grid(&picture) && !small(picture).contains("<text")
    }

    /// The same positions, each with its board.
    ///
    /// # Errors
    ///
    /// Where a board cannot be drawn.
    pub(crate) fn drawn(
        &self,
        worker: &Worker,
        mut view: ChildrenView,
    ) -> Result<ChildrenView, Problem> {
        for node in &mut view.nodes {
            node.board = Some(small(self.site_of(worker, &node.node.position)?.here.picture()));
        }
        Ok(view)
    }

    /// A position of it, drawn as the page shows it.
    pub(super) fn board(&self, worker: &Worker, position: &str) -> Result<String, Problem> {
        let site = self.site_of(worker, position)?;
        Ok(PositionView::of(worker, &site.game.term, &Shown::whole(&site)).svg)
    }

    fn site_of(&self, worker: &Worker, position: &str) -> Result<GivenPosition, Problem> {
        let (game, position) = (self.thought.site.game.term.clone(), Some(position.to_owned()));
        PlaceQuery { game, position, moves: None }.find(worker)
    }
}

/// Whether the places of a board are few, and fill their rows and columns.
fn is_grid(picture: &Picture) -> bool {
    let columns: BTreeSet<u64> = picture.cells.iter().map(|cell| cell.x.to_bits()).collect();
    let rows: BTreeSet<u64> = picture.cells.iter().map(|cell| cell.y.to_bits()).collect();
    let (columns, rows) = (columns.len(), rows.len());
    let count = picture.cells.len();
    PLACES.contains(&count) && 1 < columns && 1 < rows && columns * rows == count
}

/// A board without the names of its rows and columns.
fn small(mut picture: Picture) -> String {
    picture.labels.clear();
    plain_svg(&Drawing::of(&picture).svg_decorative())
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
                assert!(
                    boards.clone().all(|board| board.matches("class=\"piece").count() == 1),
                    "{game}"
                );
                assert!(boards.clone().all(|board| !board.contains("class=\"label")), "{game}");
            }
        }
    }
}
