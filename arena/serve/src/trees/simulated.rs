//! The moves of a play below the tree of its search, for the board beside it.

use agon_draw::Search;
use schemars::JsonSchema;
use serde::Serialize;

/// The moves of a longer play are given up to the one before this number, and then its last one.
const MOST_SIMULATED: usize = 60;

/// A move of a play below the tree, as data.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct SimulatedView {
    /// Its number, counted from one, and how many there are.
    number: usize,
    of: usize,
    /// The move.
    #[serde(rename = "move")]
    m: String,
    /// The position after it.
    pub(super) position: String,
}

impl SimulatedView {
    /// The moves of an iteration below the tree of its search; none where they are not recorded.
    pub(super) fn all(search: &Search, iteration: usize) -> Vec<SimulatedView> {
        let of = search.iterations[iteration].simulated.len();
        let moves = (1..).zip(search.simulated(iteration));
        let told = moves.filter(|&(number, _)| number < MOST_SIMULATED || number == of);
        told.map(|(number, (m, after))| SimulatedView { number, of, m, position: after.to_string() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Node, Position as _, Reason, Seat};
    use agon_roster as _;

    use super::{super::tests::grown, MOST_SIMULATED};
    use crate::words::Language;

    #[test]
    fn simulations_lead_from_the_leaf_to_the_payoffs_that_are_backed_up() {
        for (game, options) in [
            ("tic-tac-toe", ""),
            ("connect-four(4, 4, 3)", ", rave=50"),
            ("chess", ""),
            ("tree([[{1/2:[8,1],1/2:[2,{1/2:1,1/2:5}]},4],5])", ""),
            ("go(5)", ""),
            ("othello", ", playout=greedy"),
        ] {
            let tree = grown(game, &format!("mcts(iterations=30{options})"));
            let mut longest = 0;
            for (number, iteration) in tree.search().iterations.iter().enumerate() {
                let at = 4 * number + 2;
                if iteration.end == Reason::Solved {
                    assert!(iteration.simulated.is_empty(), "{game}");
                    continue;
                }
                let mut here = tree.thought.trace.position().clone();
                for selected in &iteration.selected {
                    here.play(selected.m);
                }
                let moment = tree.moment(at, &[], Language::English).unwrap();
                assert_eq!(moment.node.node.position, here.to_string(), "{game}: {at}");
                let mut told = moment.simulated.iter();
                for (number, &m) in (1..).zip(&iteration.simulated) {
                    assert!(here.is_legal(m), "{game}: {at}");
                    let name = agon_core::notation(&here, m);
                    here.play(m);
                    if number < MOST_SIMULATED || number == iteration.simulated.len() {
                        let told = told.next().unwrap();
                        assert_eq!((told.number, &told.m), (number, &name), "{game}: {at}");
                        assert_eq!(told.position, here.to_string(), "{game}: {at}");
                    }
                }
                assert!(told.next().is_none(), "{game}: {at}");
                longest = longest.max(iteration.simulated.len());
                let has_moves = !iteration.simulated.is_empty();
                let words = "Moves of the simulation: ";
                assert_eq!(moment.sentence.contains(words), has_moves, "{game}: {at}");
                assert_eq!(here.node(), Node::Terminal, "{game}: {at}");
                let seats = Seat::all(here.facts().seats);
                let payoffs: Vec<f64> = seats.map(|seat| here.payoff(seat)).collect();
                assert_eq!(*payoffs, *iteration.payoffs, "{game}: {at}");
            }
            assert!(1 < longest, "{game}: {longest}");
        }
    }

    #[test]
    fn a_trace_stores_no_more_moves_of_simulations_than_positions() {
        let tree = grown("chess", "mcts(iterations=600)");
        let all = tree.search().iterations.iter().map(|iteration| iteration.simulated.len());
        let all: usize = all.sum();
        assert!(50_000 < all && all <= 100_000, "{all}");
    }
}
