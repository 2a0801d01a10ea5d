//! The last plies of alpha-beta, which a game looks at for itself, against the definition: every value,
//! every count, and where there must be no more.

use agon_core::{
    AnyPosition, Estimator, Heuristic, Node, Position, Seat, Seed, after, all_moves, best_at_horizon,
    horizon::{Count, Horizon, Window},
    registry,
};

use crate::workspace::{for_each, samples};

/// Positions with more than this within two plies are looked at one ply ahead.
const MANY: usize = 600;

/// Alpha-beta as it is written in books, which counts what it looks at.
struct Slow<'a> {
    estimator: &'a Estimator,
    seat: Seat,
    nodes: u64,
    horizons: u64,
}

impl Slow<'_> {
    /// The value for `seat` of the best move of `here`, `plies` plies ahead.
    fn best(&mut self, here: &AnyPosition, plies: usize, window: Window) -> f64 {
        let is_max = here.node() == Node::Decision(self.seat);
        let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        let Window { mut alpha, mut beta } = window;
        for m in all_moves(here) {
            self.nodes += 1;
            let next = after(here, m);
            let value = match next.node() {
                Node::Terminal => next.payoff(self.seat),
                _ if 1 < plies => self.best(&next, plies - 1, Window { alpha, beta }),
                _ => {
                    self.horizons += 1;
                    self.estimator.estimate(&next, self.seat)
                }
            };
            if is_max {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if beta <= alpha {
                break;
            }
        }
        best
    }
}

/// What a look found: the value, the positions, and those only estimated; or that there were too many.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Found {
    All { bits: u64, nodes: u64, horizons: u64 },
    Stopped { nodes: u64 },
}

/// One question: the player, its options, the position and the depth.
#[derive(Debug)]
struct Question<'a> {
    here: &'a AnyPosition,
    plies: usize,
    estimator: &'a Estimator,
    seat: Seat,
    window: Window,
}

impl Question<'_> {
    fn slowly(&self) -> (f64, Found) {
        let Question { here, plies, estimator, seat, window } = *self;
        let mut slow = Slow { estimator, seat, nodes: 0, horizons: 0 };
        let value = slow.best(here, plies, window);
        let Slow { nodes, horizons, .. } = slow;
        (value, Found::All { bits: value.to_bits(), nodes, horizons })
    }

    /// Asks the game, and `goes_on` at every pause.
    fn fast(&self, limit: u64, mut goes_on: impl FnMut(&mut Count) -> bool) -> Found {
        let Question { here, plies, estimator, seat, window } = *self;
        let (mut next, mut last) = (here.clone(), here.clone());
        let (mut count, mut is_stopped) = (Count::up_to(limit), false);
        let goes_on = &mut |count: &mut Count| {
            assert!(!is_stopped || count.pause == count.nodes, "it goes on after a no");
            is_stopped |= !goes_on(count);
            !is_stopped
        };
        let mut horizon = Horizon { estimator, seat, count: &mut count, goes_on };
        let last = Some(&mut last).filter(|_| plies == 2);
        let value = best_at_horizon(here, &mut next, last, &mut horizon, window);
        let Count { nodes, horizons, .. } = count;
        if is_stopped { Found::Stopped { nodes } } else { Found::All { bits: value.to_bits(), nodes, horizons } }
    }

    fn check(&self) -> Result<(), String> {
        let (_, expected) = self.slowly();
        let Found::All { bits, nodes, .. } = expected else { unreachable!("nothing stops it") };
        let differs = |what: &str, expected: &Found, found: &Found| {
            Err(format!("{}: {self:?}, {what}: {found:?}, not {expected:?}", self.here))
        };
        for limit in [1, nodes / 2, nodes - 1, nodes, nodes + 1, u64::MAX] {
            let expected = if limit < nodes { Found::Stopped { nodes: limit } } else { expected };
            let found = self.fast(limit, |count| {
                count.pause = count.limit;
                count.nodes < count.limit
            });
            if found != expected {
                return differs(&format!("at most {limit}"), &expected, &found);
            }
        }
        // If the second check of the signal stops it, it counts no further.
        let mut looks = Vec::new();
        let found = self.fast(u64::MAX, |count| {
            looks.push(count.nodes);
            let goes_on = looks.len() < 2;
            count.pause = count.nodes + if goes_on { 1 + bits % 7 } else { 0 };
            goes_on
        });
        let expected = match looks[..] {
            [_, nodes, ..] => Found::Stopped { nodes },
            _ => expected,
        };
        if found == expected { Ok(()) } else { differs("stopped soon", &expected, &found) }
    }
}

/// Windows around `value` that may each be handled in a way of their own.
fn narrower(value: f64) -> [Window; 6] {
    let window = |alpha, beta| Window { alpha, beta };
    let (below, above) = (value - 0.01, value + 0.01);
    [
        window(value, f64::INFINITY),
        window(f64::NEG_INFINITY, value),
        window(below, above),
        window(above, above + 0.01),
        window(below - 0.01, below),
        Window::above(value),
    ]
}

fn check(game: &str) -> Result<(), String> {
    let mut here = registry::game(game).unwrap().start;
    let facts = here.facts();
    let named = (0..here.heuristics().len()).map(|index| Heuristic(index as u8));
    let nothing = Estimator::Nothing(0.0f64.clamp(facts.min_payoff, facts.max_payoff));
    let estimators: Vec<Estimator> = named.map(Estimator::Named).chain([nothing, Estimator::Nothing(0.25)]).collect();
    let mut stream = Seed(3).stream(0);
    for ply in 0..40 {
        if here.node() == Node::Terminal {
            break;
        }
        let moves = all_moves(&here);
        let m = moves[stream.below(moves.len() as u32) as usize];
        let plies = if moves.len() * after(&here, m).count() <= MANY { 2 } else { 1 };
        let estimator = &estimators[ply % estimators.len()];
        let seat = Seat((ply / 2 % usize::from(facts.seats)) as u8);
        for plies in 1..=plies {
            let ask = |window| Question { here: &here, plies, estimator, seat, window };
            let (value, _) = ask(Window::FULL).slowly();
            ask(Window::FULL).check()?;
            ask(narrower(value)[ply % 6]).check()?;
        }
        here.play(m);
    }
    Ok(())
}

#[test]
fn the_last_plies_are_those_of_plain_alpha_beta_at_every_game_without_chance() {
    let games: Vec<String> =
        samples().into_iter().filter(|game| !registry::game(game).unwrap().start.facts().chance).collect();
    assert!(30 < games.len(), "only {games:?}");
    for_each(&games, |game| check(game).map_err(|why| format!("{game}: {why}")));
}
