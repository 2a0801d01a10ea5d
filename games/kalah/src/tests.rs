//! The game against published values and a slow referee.

use std::{collections::BTreeMap, ops::ControlFlow};

use agon_core::{Game, Heuristic, Node, Options, Position, Seat, Seed, laws, perft, term::Term};

use super::{House, Kalah, Side};

fn start(options: &str) -> Kalah {
    let term = Term::parse(&format!("kalah({options})")).unwrap();
    let options = Options::read("kalah", Kalah::OPTIONS, &term).unwrap();
    Kalah::start(&options).unwrap()
}

/// The margin that the seat to move reaches. What is in the stores already doesn't matter for what
/// is to come, so positions that differ in nothing else are solved once.
fn solve(position: &Kalah, known: &mut BTreeMap<(u64, u64), f64>) -> f64 {
    let Node::Decision(mover) = position.node() else { unreachable!() };
    let [lead, _] = position.leads(mover);
    let houses = |side: Side| side.0 & ((1 << (8 * position.rules.pits)) - 1);
    let key = (houses(position.mine), houses(position.theirs));
    if let Some(&gain) = known.get(&key) {
        return lead + gain;
    }
    let mut best = f64::NEG_INFINITY;
    let _ = position.each_move(|m| {
        let mut next = position.clone();
        next.play(m);
        let value = match next.node() {
            Node::Decision(seat) if seat == mover => solve(&next, known),
            Node::Decision(_) => -solve(&next, known),
            _ => next.payoff(mover),
        };
        best = best.max(value);
        ControlFlow::Continue(())
    });
    known.insert(key, best - lead);
    best
}

/// The board as a ring of places, seed by seed, and the rules as people tell them.
#[derive(Clone)]
struct Referee {
    pits: usize,
    empty_capture: bool,
    /// Houses and store of the first seat, then those of the second.
    ring: Vec<u32>,
    mover: usize,
}

impl Referee {
    fn new(game: &Kalah) -> Referee {
        let pits = usize::from(game.rules.pits);
        let mut ring = vec![u32::from(game.rules.seeds); 2 * pits + 2];
        (ring[pits], ring[2 * pits + 1]) = (0, 0);
        Referee { pits, empty_capture: game.rules.empty_capture, ring, mover: 0 }
    }

    fn store(&self, seat: usize) -> usize {
        seat * (self.pits + 1) + self.pits
    }

    fn houses(&self, seat: usize) -> std::ops::Range<usize> {
        self.store(seat) - self.pits..self.store(seat)
    }

    fn is_empty(&self, seat: usize) -> bool {
        self.houses(seat).all(|house| self.ring[house] == 0)
    }

    fn legal(&self) -> Vec<House> {
        let own = self.houses(self.mover);
        let filled = (0..self.pits).filter(|house| self.ring[own.start + house] != 0);
        filled.map(|house| House(house as u8)).collect()
    }

    fn play(&mut self, House(house): House) {
        let mut place = self.houses(self.mover).start + usize::from(house);
        let seeds = std::mem::take(&mut self.ring[place]);
        for _ in 0..seeds {
            place = (place + 1) % self.ring.len();
            if place == self.store(1 - self.mover) {
                place = (place + 1) % self.ring.len();
            }
            self.ring[place] += 1;
        }
        if self.houses(self.mover).contains(&place) && self.ring[place] == 1 {
            let opposite = 2 * self.pits - place;
            if self.ring[opposite] != 0 || self.empty_capture {
                let captured = std::mem::take(&mut self.ring[opposite]) + 1;
                self.ring[place] = 0;
                let store = self.store(self.mover);
                self.ring[store] += captured;
            }
        }
        if self.is_empty(0) || self.is_empty(1) {
            for seat in 0..2 {
                for house in self.houses(seat) {
                    let store = self.store(seat);
                    self.ring[store] += std::mem::take(&mut self.ring[house]);
                }
            }
            self.mover = 0;
        } else if place != self.store(self.mover) {
            self.mover = 1 - self.mover;
        }
    }

    fn text(&self) -> String {
        let side = |seat| {
            let numbers = self.ring[self.houses(seat)].iter().map(u32::to_string);
            format!("{}:{}", numbers.collect::<Vec<_>>().join("."), self.ring[self.store(seat)])
        };
        format!("{} {} {}", side(0), side(1), self.mover + 1)
    }

    fn lead(&self) -> f64 {
        f64::from(self.ring[self.store(0)]) - f64::from(self.ring[self.store(1)])
    }
}

fn moves(position: &Kalah) -> Vec<House> {
    let mut list = Vec::new();
    position.moves(&mut list);
    list
}

#[test]
fn the_laws_hold() {
    for sample in Kalah::SAMPLES {
        laws::check(&format!("kalah({sample})")).unwrap();
    }
}

#[test]
fn random_plays_agree_with_the_slow_referee() {
    let mut stream = Seed(5).stream(0);
    for pits in 1..=7 {
        for (seeds, options) in
            [(1, ""), (2, ", false"), (4, ", payoff=margin"), (9, ""), (18, ", false, margin")]
        {
            let game = start(&format!("{pits}, {seeds}{options}"));
            for _ in 0..20 {
                let (mut position, mut referee) = (game.clone(), Referee::new(&game));
                while position.node() != Node::Terminal {
                    assert_eq!(position.node(), Node::Decision(Seat(referee.mover as u8)));
                    assert_eq!(moves(&position), referee.legal(), "{position}");
                    let total = if game.rules.margin { 1.0 } else { f64::from(game.rules.total()) };
                    let estimate = position.estimate(Heuristic(0), Seat(0));
                    assert!((estimate - referee.lead() / total).abs() < 1e-12, "{position}");
                    let m = position.draw_move(&mut stream);
                    position.play(m);
                    referee.play(m);
                    assert_eq!(position.to_string(), referee.text(), "{options}");
                }
                assert!(referee.legal().is_empty());
                let lead = referee.lead();
                let payoff = match (game.rules.margin, lead) {
                    (true, _) | (_, 0.0) => lead,
                    _ => lead.signum(),
                };
                assert_eq!(position.payoff(Seat(0)), payoff, "{position}");
                assert_eq!(position.payoff(Seat(1)), -payoff, "{position}");
            }
        }
    }
}

fn slow_perft(referee: &Referee, depth: u32) -> u64 {
    let legal = referee.legal();
    if depth == 0 {
        return 1;
    }
    let after = legal.into_iter().map(|m| {
        let mut next = referee.clone();
        next.play(m);
        slow_perft(&next, depth - 1)
    });
    after.sum()
}

#[test]
fn move_sequences_are_counted_as_the_slow_referee_counts_them() {
    for (options, depth) in [("", 6), ("3, 2", 12), ("2, 3, false", 12), ("7, 18", 4)] {
        let game = start(options);
        for depth in 0..=depth {
            let counted = perft::perft(&game, depth, &mut Vec::new());
            assert_eq!(counted, slow_perft(&Referee::new(&game), depth), "{options} {depth}");
        }
    }
}

#[test]
fn small_games_have_their_published_values() {
    // G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah (2000), table of results by houses and
    // counters, for the seat that begins. Five houses of two are a draw only with captures of empty
    // houses.
    for (pits, published) in
        [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWWWL"), (4, "WW"), (5, "DD"), (6, "W")]
    {
        for (seeds, result) in (1..).zip(published.chars()) {
            let game = start(&format!("{pits}, {seeds}, payoff=margin"));
            let value = solve(&game, &mut BTreeMap::new());
            let found = match value {
                0.0 => 'D',
                value if 0.0 < value => 'W',
                _ => 'L',
            };
            assert_eq!(found, result, "{pits} houses, {seeds} seeds: {value}");
        }
    }
}

#[test]
fn the_capture_of_an_empty_house_changes_the_margin_of_some_games() {
    // No published numbers; those of a search written apart, in another language.
    let value = |options: &str| solve(&start(options), &mut BTreeMap::new());
    assert_eq!(value("2, 4, true, margin"), -12.0);
    assert_eq!(value("2, 4, false, margin"), -10.0);
}

#[test]
fn turns_captures_and_the_end_follow_the_rules() {
    let after = |options: &str, text: &str, house: &str| {
        let mut position = start(options).parse(text).unwrap();
        position.play(position.parse_move(house).unwrap());
        position.to_string()
    };
    // The last seed in the store: another turn.
    assert_eq!(after("", "4.4.4.4.4.4:0 4.4.4.4.4.4:0 1", "3"), "4.4.0.5.5.5:1 4.4.4.4.4.4:0 1");
    // The last seed in an own empty house, five seeds opposite.
    assert_eq!(after("3, 4", "1.0.4:6 4.5.3:1 1", "1"), "0.0.4:12 4.0.3:1 2");
    // The same with nothing opposite, by either rule.
    assert_eq!(after("3, 4", "1.0.4:9 4.0.3:3 1", "1"), "0.0.4:10 4.0.3:3 2");
    assert_eq!(after("3, 4, false", "1.0.4:9 4.0.3:3 1", "1"), "0.1.4:9 4.0.3:3 2");
    // A whole lap ends where it began, in the house just emptied.
    assert_eq!(after("3, 4", "0.7.1:2 2.3.4:5 1", "2"), "1.0.2:8 3.0.5:5 2");
    // Who empties the own side leaves the rest to the other; the store of the other is passed by.
    assert_eq!(after("3, 4", "0.0.1:9 5.2.1:6 1", "3"), "0.0.0:10 0.0.0:14 1");
    assert_eq!(after("3, 4", "4.3.1:8 0.0.8:0 2", "3"), "5.4.2:8 1.1.1:2 2");
}

#[test]
fn only_positions_of_the_game_are_read() {
    let game = start("");
    for text in [
        "",
        "4.4.4.4.4.4:0 4.4.4.4.4.4:0",
        "4.4.4.4.4.4:0 4.4.4.4.4.4:0 3",
        "4.4.4.4.4.4:0 4.4.4.4.4.4:0 1 ",
        "4.4.4.4.4.4:0 4.4.4.4.4.4:1 1",
        "4.4.4.4.4:0 4.4.4.4.4.4:4 1",
        "4.4.4.4.4.4.0:0 4.4.4.4.4.4:0 1",
        "4.4.4.4.4.+4:0 4.4.4.4.4.4:0 1",
        "4.4.4.4.4.4:0 0.0.0.0.0.0:24 1",
        "0.0.0.0.0.0:24 0.0.0.0.0.0:24 2",
        "300.4.4.4.4.4:0 4.4.4.4.4.4:0 1",
    ] {
        assert!(game.parse(text).is_err(), "{text}");
    }
    let over = game.parse("0.0.0.0.0.0:25 0.0.0.0.0.0:23 1").unwrap();
    assert_eq!((over.node(), over.payoff(Seat(1))), (Node::Terminal, -1.0));
}

#[test]
fn the_drawing_shows_the_board_from_the_first_seat() {
    let position = start("3, 4").parse("1.0.4:6 4.5.3:1 2").unwrap();
    assert_eq!(position.drawing(), "       3   5   4\n   1               6\n       1   0   4");
}

#[test]
fn another_turn_is_hinted_first_and_then_captures() {
    let position = start("3, 4").parse("1.0.1:9 4.5.3:1 1").unwrap();
    assert!(position.hint(House(0)) < position.hint(House(2)));
    assert!(position.is_forcing(House(0)) && position.is_forcing(House(2)));
    let quiet = start("3, 4").parse("1.1.4:5 4.5.3:1 1").unwrap();
    assert!(!quiet.is_forcing(House(0)) && quiet.hint(House(0)) == 0);
}
