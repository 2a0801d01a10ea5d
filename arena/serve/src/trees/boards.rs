//! The boards of the positions of a search.

use agon_core::{Position as _, Seat, picture::Aim};
use agon_draw::Drawing;
use agon_table::{GivenPosition, ShownPosition};

use super::{ChildrenView, KeptTree, small::small};
use crate::{
    place::PlaceQuery,
    pool::Worker,
    problem::Problem,
    view::{PositionView, plain_svg},
};

/// So many moves of a line are drawn on one board: more hide each other.
const MOST_AHEAD: usize = 5;

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

    /// The board of the root with the first moves of the line that the search expects.
    pub(super) fn ahead(&self) -> Option<String> {
        let here = &self.thought.site.here;
        let moves = self.thought.expected_moves(MOST_AHEAD);
        let picture = here.picture();
        let has_place = |(_, aim): &(Seat, Aim)| aim.names().any(|name| picture.cell(name).is_some());
        let is_shown = !here.facts().hidden && moves.iter().any(has_place);
        is_shown
            .then(|| plain_svg(&Drawing::of(&picture).title(&self.thought.site.game.term).way(&moves).svg_unstyled()))
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

    #[test]
    fn the_expected_line_stands_on_the_board_of_the_root_where_nothing_is_hidden() {
        for (game, player, numbers) in [
            ("connect-four", "alpha-beta(depth=3)", 3),
            ("chess", "alpha-beta(depth=2)", 2),
            ("tic-tac-toe", "minimax(depth=9)", 5),
            ("dark-hex(width=3, height=3)", "ismcts(iterations=20)", 0),
            ("tree([[3,12,8],[2,4,6],[14,5,2]])", "minimax", 2),
        ] {
            let tree = grown(game, player);
            let drawn = tree.ahead().unwrap_or_default();
            let way = drawn.split_once("class=\"way\"").map_or("", |(_, way)| way);
            assert_eq!(way.matches("<circle").count(), numbers, "{game}");
            assert!(!drawn.contains("style="), "{game}: {drawn}");
        }
    }
}
