//! Selection of the next move in the tree: upper confidence bounds, all-moves-as-first, priors,
//! widening.

use agon_core::Move;

use super::tree::{Certainty, Node, Rave, SearchTree};

/// How the next move is selected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    /// C, the factor of the exploration term.
    pub(super) exploration: f64,
    /// The number of visits at which all-moves-as-first has equal weight.
    pub(super) rave: f64,
    /// The value added to the mean of the tried moves for an untried one; `None` if every move is
    /// tried once first.
    pub(super) urgency: Option<f64>,
    /// The weight of the priors; `None` for upper confidence bounds.
    pub(super) priors: Option<f64>,
    /// Progressive widening: this many times the square root of the visits is the number of moves
    /// considered. `None` to consider all.
    pub(super) widening: Option<f64>,
}

impl Selection {
    /// Whether selection is by upper confidence bounds, after each move was tried once.
    #[inline]
    fn is_plain(&self) -> bool {
        self.urgency.is_none() && self.priors.is_none() && self.widening.is_none()
    }
}

impl<M: Move> SearchTree<M> {
    /// The child to visit next: one that was never visited, or the one with the largest
    /// [`upper_bound`]. Proven losses are skipped.
    #[inline]
    pub(super) fn select(&self, index: u32, how: &Selection) -> u32 {
        if !how.is_plain() {
            return self.select_otherwise(index, how);
        }
        let parent = self.node(index);
        let children = self.children(index);
        let (from, to) = (children.start as usize, children.end as usize);
        let wide = how.exploration * self.roots.of_log(parent.visits);
        let mut best = (f64::NEG_INFINITY, from as u32);
        for (offset, child) in self.nodes[from..to].iter().enumerate() {
            if child.visits == 0 {
                return (from + offset) as u32;
            }
            if child.proof == Certainty::Lost {
                continue;
            }
            let mean = if self.extent.rave {
                blend(child.mean, child.visits, self.rave[from + offset], how.rave)
            } else {
                child.mean
            };
            let bound = upper_bound(mean, wide, self.roots.one_over(child.visits));
            if best.0 < bound {
                best = (bound, (from + offset) as u32);
            }
        }
        best.1
    }

    /// The same if untried moves compete with the others, priors count, or not all moves are
    /// considered yet.
    #[inline(never)]
    fn select_otherwise(&self, index: u32, how: &Selection) -> u32 {
        let parent = self.node(index);
        let mut children = self.children(index);
        if let Some(widening) = how.widening {
            let width = (widening * f64::from(parent.visits).sqrt()).max(1.0);
            let most = f64::from(children.end - children.start);
            children.end = children.start + width.min(most) as u32;
        }
        let tried = children.clone().map(|child| self.node(child));
        let (visits, sum) = tried
            .fold((0, 0.0), |(visits, sum), child| (visits + child.visits, sum + child.mean * f64::from(child.visits)));
        let mean = if visits == 0 { 0.5 } else { sum / f64::from(visits) };
        let mut best = (f64::NEG_INFINITY, children.start);
        for child in children {
            let Node { visits, mean: own, proof, .. } = *self.node(child);
            if proof == Certainty::Lost {
                continue;
            }
            let urgency = match (visits, how.urgency, how.priors) {
                (0, None, None) => return child,
                (0, urgency, _) => Some(urgency.unwrap_or(0.0)),
                _ => None,
            };
            let worth = match urgency {
                Some(urgency) => mean + urgency,
                None if self.extent.rave => blend(own, visits, self.rave[child as usize], how.rave),
                None => own,
            };
            // A proven value needs no exploration.
            let term = match (urgency, how.priors) {
                (Some(_), None) => 0.0,
                _ if proof != Certainty::Open => 0.0,
                _ => self.term(index, child, how),
            };
            if best.0 < worth + term {
                best = (worth + term, child);
            }
        }
        best.1
    }

    /// The mean of the node at `index` as used in selection.
    pub(super) fn share(&self, index: u32, how: &Selection) -> f64 {
        let Node { mean, visits, .. } = *self.node(index);
        if self.extent.rave { blend(mean, visits, self.rave[index as usize], how.rave) } else { mean }
    }

    /// The two summands of the bound of `child` at the node at `index`.
    pub(super) fn bound(&self, index: u32, child: u32, how: &Selection) -> [f64; 2] {
        [self.share(child, how), self.term(index, child, how)]
    }

    /// The exploration term of `child` at the node at `index`.
    pub(super) fn term(&self, index: u32, child: u32, how: &Selection) -> f64 {
        let (above, visits) = (self.node(index).visits, self.node(child).visits);
        if let Some(weight) = how.priors {
            let prior = f64::from(self.priors[child as usize]);
            return weight * prior * f64::from(above).sqrt() / f64::from(1 + visits);
        }
        let wide = how.exploration * self.roots.of_log(above);
        upper_bound(0.0, wide, self.roots.one_over(visits))
    }
}

/// The upper confidence bound: the mean `w / n`, and `C·√(ln t)` (`wide`) times `1/√n`.
#[inline]
fn upper_bound(mean: f64, wide: f64, one_over_root: f64) -> f64 {
    mean + wide * one_over_root
}

/// The mean, blended with the all-moves-as-first mean.
fn blend(mean: f64, visits: u32, rave: Rave, k: f64) -> f64 {
    if rave.visits == 0 {
        return mean;
    }
    let beta = (k / (3.0 * f64::from(visits) + k)).sqrt();
    (1.0 - beta) * mean + beta * rave.mean
}

#[cfg(test)]
mod tests {
    use super::{blend, upper_bound};
    use crate::mcts::{roots::Roots, tree::Rave};

    #[test]
    fn the_upper_confidence_bound_is_that_of_the_textbook() {
        let mut roots = Roots::default();
        roots.tabulate(21);
        let wide = std::f64::consts::SQRT_2 * roots.of_log(21);
        let bound = upper_bound(0.7, wide, roots.one_over(10));
        assert!((bound - 1.480_323).abs() < 5e-7, "{bound}");
    }

    #[test]
    fn rave_counts_less_as_visits_grow() {
        let rave = Rave { mean: 1.0, visits: 5 };
        // √(12 / (3·4 + 12)) = √½.
        assert!((blend(0.0, 4, rave, 12.0) - 0.5f64.sqrt()).abs() < 1e-12);
        assert_eq!(blend(0.25, 4, Rave::default(), 12.0), 0.25);
    }
}
