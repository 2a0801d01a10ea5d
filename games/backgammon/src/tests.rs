//! The rules against a slow second implementation, and examples.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{
    Heuristic, Learnable, Node, Position, Seat, Seed, after, all_moves, drawing, line::play_line, notation, registry,
};
use agon_laws as _;

use crate::Backgammon;

fn backgammon(options: &str) -> Backgammon {
    registry::start(options).unwrap()
}

fn at(text: &str) -> Backgammon {
    backgammon("").parse(text).unwrap()
}

/// Own men by point (0 off, 25 bar) and the other's by the same points, 26 being its bar.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Slow {
    own: Vec<u8>,
    other: Vec<u8>,
}

impl Slow {
    fn of(position: &Backgammon) -> Slow {
        let mut other = vec![0; 27];
        for p in 1..=24 {
            other[25 - p] = position.other().men[p];
        }
        other[26] = position.other().men[25];
        Slow { own: position.own().men.to_vec(), other }
    }

    /// Moves one man, if the rules allow it.
    fn step(&self, from: usize, die: usize) -> Option<Slow> {
        let mut next = self.clone();
        if self.own[from] == 0 || (0 < self.own[25] && from != 25) {
            return None;
        }
        next.own[from] -= 1;
        if from <= die {
            let all_home = self.own[7..].iter().all(|&men| men == 0);
            let none_behind = self.own[from + 1..].iter().all(|&men| men == 0);
            if !all_home || (from < die && !none_behind) {
                return None;
            }
            next.own[0] += 1;
            return Some(next);
        }
        let to = from - die;
        if 2 <= self.other[to] {
            return None;
        }
        if self.other[to] == 1 {
            next.other[to] = 0;
            next.other[26] += 1;
        }
        next.own[to] += 1;
        Some(next)
    }

    /// Every sequence of single moves with these dice in this order: the dice used, and the end.
    fn play(&self, dice: &[usize], used: &[usize], all: &mut BTreeSet<(Vec<usize>, Slow)>) {
        all.insert((used.to_vec(), self.clone()));
        if let [die, rest @ ..] = dice {
            for from in 1..=25 {
                if let Some(next) = self.step(from, *die) {
                    next.play(rest, &[used, &[*die]].concat(), all);
                }
            }
        }
    }

    /// The results of all turns.
    fn results(&self, high: usize, low: usize) -> BTreeSet<Slow> {
        let mut all = BTreeSet::new();
        if high == low {
            self.play(&[high; 4], &[], &mut all);
        } else {
            self.play(&[high, low], &[], &mut all);
            self.play(&[low, high], &[], &mut all);
        }
        let most = all.iter().map(|(used, _)| used.len()).max().unwrap();
        all.retain(|(used, _)| used.len() == most);
        if most == 1 && all.iter().any(|(used, _)| used[0] == high) {
            all.retain(|(used, _)| used[0] == high);
        }
        all.into_iter().map(|(_, end)| end).collect()
    }
}

/// Compares the turns of a position with the slow rules, and returns how many there are.
fn compare(position: &Backgammon) -> usize {
    let crate::Dice::Rolled(high, low) = position.dice else { panic!("no dice: {position}") };
    let expected = Slow::of(position).results(high.into(), low.into());
    let moves = all_moves(position);
    let mut found = BTreeSet::new();
    for &m in &moves {
        let mut next = after(position, m);
        next.mover = next.mover.opponent();
        assert!(found.insert(Slow::of(&next)), "{} twice in {position}", notation(position, m));
    }
    assert_eq!(found, expected, "{position}");
    assert_eq!(moves.len(), position.count());
    moves.len()
}

#[test]
fn turns_of_whole_games_agree_with_the_slow_rules() {
    let mut most = 0;
    for (setup, games) in [("standard", 6), ("nackgammon", 3), ("hypergammon", 60)] {
        for seed in 0..games {
            let mut position = backgammon(&format!("setup={setup}"));
            let mut stream = Seed(seed).stream(0);
            while position.node() != Node::Terminal {
                if position.node() != Node::Chance {
                    most = most.max(compare(&position));
                }
                position.play(position.draw_move(&mut stream));
            }
        }
    }
    assert!(100 < most, "at most {most} turns");
}

#[test]
fn random_positions_agree_with_the_slow_rules() {
    // Men scattered at random, near home and on the bar more often than in play.
    let mut stream = Seed(11).stream(0);
    for _ in 0..1_500 {
        let mut sides = [[0u8; 26]; 2];
        let spread = [7, 12, 26][stream.below(3) as usize];
        for seat in 0..2 {
            for _ in 0..=stream.below(15) {
                let p = 1 + stream.below(spread - 1) as usize;
                if p == 25 || sides[1 - seat][25 - p] == 0 {
                    sides[seat][p] += 1;
                }
            }
        }
        let side = |men: &[u8; 26]| {
            let listed = (1..26)
                .rev()
                .filter(|&p| men[p] != 0)
                .map(|p| format!("{}:{}", if p == 25 { "bar".to_owned() } else { p.to_string() }, men[p]));
            listed.collect::<Vec<_>>().join(",")
        };
        let (one, other) = (side(&sides[0]), side(&sides[1]));
        if one.is_empty() || other.is_empty() {
            continue;
        }
        let (high, low) = (1 + stream.below(6), 1 + stream.below(6));
        let (high, low) = (high.max(low), high.min(low));
        compare(&at(&format!("{one} {other} X {high}{low} 7")));
    }
}

#[test]
fn rolls_have_the_weights_of_two_dice() {
    let mut position = at("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X roll 2");
    let mut moves = all_moves(&position);
    assert_eq!(moves.len(), 21);
    assert_eq!(moves.iter().map(|&m| position.weight(m)).sum::<u32>(), 36);
    for start in [position.clone(), backgammon("")] {
        start.moves(&mut moves);
        let total: u32 = moves.iter().map(|&m| start.weight(m)).sum();
        let mut counts = BTreeMap::new();
        let mut stream = Seed(5).stream(0);
        for _ in 0..1_000 * total {
            *counts.entry(start.draw_move(&mut stream)).or_insert(0u32) += 1;
        }
        let chi: f64 = moves
            .iter()
            .map(|m| {
                let expected = 1000.0 * f64::from(start.weight(*m));
                (f64::from(counts[m]) - expected).powi(2) / expected
            })
            .sum();
        // Beyond 51.2 with probability 1 in 10,000 for 20 degrees of freedom.
        assert!(counts.len() == moves.len() && chi < 51.2, "chi-square {chi}");
    }
    play_line(&mut position, "66").unwrap();
    assert_eq!(position.to_string(), "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 66 3");
    backgammon("").moves(&mut moves);
    assert_eq!(moves.len(), 15, "the first roll is no double");
    assert!(backgammon("").parse_move("66").is_none());
}

#[test]
fn turns_are_drawn_about_equally_often() {
    for dice in ["31", "22"] {
        let position = at(&format!("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X {dice} 1"));
        let mut counts = vec![0u32; position.count()];
        let moves = all_moves(&position);
        let mut stream = Seed(6).stream(0);
        for _ in 0..500 * moves.len() {
            let m = position.draw_move(&mut stream);
            counts[moves.binary_search(&m).unwrap()] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 500.0).powi(2) / 500.0).sum();
        let freedom = (moves.len() - 1) as f64;
        // Five standard deviations of chi-square.
        assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "chi-square {chi} of {freedom}");
    }
}

#[test]
fn turns_are_written_as_players_write_them() {
    for (position, written) in [
        ("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 31 1", "8/5 6/5"),
        ("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 65 1", "24/13"),
        ("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 62 1", "24/18 13/11"),
        ("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 66 3", "24/18(2) 13/7(2)"),
        ("bar:1,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 51 3", "bar/20 6/5"),
        // O has a man on X's 5 point.
        ("8:3,6:5 20:1,13:5 X 31 3", "8/5*/4"),
        ("8:3,6:5 20:1,13:5 X 31 3", "8/4"),
        ("8:3,6:5 20:1,13:5 X 31 3", "8/5* 6/5"),
        ("3:1,2:1 13:5 X 65 3", "3/off 2/off"),
        ("6:2 13:5 X 64 3", "6/2 6/off"),
        ("bar:2 6:2,5:2 X 65 3", "pass"),
    ] {
        let position = at(position);
        let m = position.parse_move(written);
        let m = m.unwrap_or_else(|| panic!("{written} is no turn in {position}"));
        assert_eq!(notation(&position, m), written);
        assert_eq!(position.parse_move(&written.replace('*', "")), Some(m));
    }
}

#[test]
fn both_dice_or_the_higher_must_be_played() {
    // X's man on 24 may play 6 or 5, but neither leaves a place for the other.
    let position = at("24:1 12:2,10:5 X 65 3");
    let moves = all_moves(&position).into_iter();
    let written: Vec<String> = moves.map(|m| notation(&position, m)).collect();
    assert_eq!(written, ["24/18"]);
}

#[test]
fn wins_count_once_twice_or_three_times() {
    for (arguments, position, value) in [
        ("", "1:1 6:3 X 21 7", 1.0),
        ("", "1:1 6:15 X 21 7", 2.0),
        ("", "1:1 23:1,6:14 X 21 7", 3.0),
        ("", "1:1 bar:1,6:14 X 21 7", 3.0),
        ("", "1:1 23:1,6:13 X 21 7", 1.0),
        ("gammons=false", "1:1 23:1,6:14 X 21 7", 1.0),
    ] {
        let mut position = backgammon(arguments).parse(position).unwrap();
        play_line(&mut position, "1/off").unwrap();
        assert_eq!(position.node(), Node::Terminal);
        assert_eq!(position.payoff(Seat(0)), value);
        assert_eq!(position.payoff(Seat(1)), -value);
    }
}

/// The static value of a side's men, in pips: point by point, roll by roll.
fn slow_standing(own: &[u8; 26], other: &[u8; 26]) -> f64 {
    let have_met = |p: usize| (1..=25).any(|q| other[q] != 0 && 25 < p + q);
    if !(1..=25).any(|p| own[p] != 0 && have_met(p)) {
        return 0.0;
    }
    let mut sum = 0.0;
    for p in 1..=24 {
        match own[p] {
            0 => {}
            1 => {
                let hits = |die: usize| (1..=25).any(|q| other[q] != 0 && q == 25 - p + die);
                let rolls = (1..=6).flat_map(|one| (1..=6).map(move |two| (one, two)));
                let share = rolls.filter(|&(one, two)| hits(one) || hits(two)).count() as f64 / 36.0;
                sum -= 0.4 * share * (25 - p) as f64;
            }
            _ if p <= 6 => sum += 6.0,
            _ if p <= 12 => sum += 3.0,
            _ => {}
        }
    }
    for q in 1..=25 {
        let is_closed = |die: &usize| *die < q && 2 <= own[25 - (q - die)];
        let closed = (1..=6).filter(is_closed).count() as f64;
        sum += f64::from(other[q]) * 0.2 * closed * closed;
    }
    sum
}

#[test]
fn the_heuristics_agree_with_their_definitions() {
    for setup in ["standard", "hypergammon"] {
        for play in 0..60 {
            let mut position = backgammon(&format!("setup={setup}"));
            let mut stream = Seed(4).stream(play);
            while position.node() != Node::Terminal {
                for (seat, other) in [(0, 1), (1, 0)] {
                    let [own, other] = [seat, other].map(|seat: usize| &position.sides[seat].men);
                    let pips = |men: &[u8; 26]| (0..).zip(men).map(|(p, &men)| p * i32::from(men)).sum::<i32>();
                    let pips = f64::from(pips(other) - pips(own));
                    let lead = pips + slow_standing(own, other) - slow_standing(other, own);
                    for (index, lead) in [lead, pips].into_iter().enumerate() {
                        let found = position.estimate(Heuristic(index as u8), Seat(seat as u8));
                        let expected = lead / (100.0 + lead.abs());
                        assert!((found - expected).abs() < 1e-12, "{position}: {found}, {expected}");
                    }
                }
                let m = position.draw_move(&mut stream);
                position.play(m);
            }
        }
    }
}

/// What the last bytes of a board say of a side beside the other, told by points: the numbers of a die that hit, the points
/// made at home, and the most of the six points before a man of the other that are closed.
fn slow_relations(own: &[u8; 26], other: &[u8; 26]) -> [u8; 3] {
    let is_blot = |point: usize| (1..=24).contains(&point) && other[point] == 1;
    let hits = |die: &usize| (1..=25).any(|from| own[from] != 0 && *die < from && is_blot(25 - (from - die)));
    let closed = |man: usize| (1..=6).filter(|die| *die < man && 2 <= own[25 - (man - die)]).count();
    let wall = (1..=25).filter(|&man| other[man] != 0).map(closed).max();
    let counts = [(1..=6).filter(hits).count(), (1..=6).filter(|&p| 2 <= own[p]).count(), wall.unwrap_or(0)];
    counts.map(|count| count as u8)
}

#[test]
fn the_bytes_of_a_board_end_with_what_is_between_the_sides() {
    for setup in ["standard", "hypergammon"] {
        for play in 0..60 {
            let mut position = backgammon(&format!("setup={setup}"));
            let mut stream = Seed(5).stream(play);
            while position.node() != Node::Terminal {
                for (seat, other) in [(0, 1), (1, 0)] {
                    let mut bytes = Vec::new();
                    position.states(Seat(seat), &mut bytes);
                    let [own, other] = [seat, other].map(|seat| &position.sides[usize::from(seat)].men);
                    let way = |men: &[u8; 26]| (0..).zip(men).map(|(p, &men)| p * i32::from(men)).sum::<i32>();
                    let last = |men: &[u8; 26]| (0..26).rfind(|&p| men[p] != 0).unwrap_or(0);
                    let lead = (f64::from(way(other) - way(own)) / 10.0).round() as i32;
                    let contact = 25 < last(own) + last(other);
                    let ([hits, home, wall], [hit, homes, walls]) =
                        (slow_relations(own, other), slow_relations(other, own));
                    let ways = [own, other].map(|men| (way(men) / 16).min(10) as u8);
                    let lead = (lead.clamp(-5, 5) + 5) as u8;
                    let expected = [contact.into(), lead, ways[0], ways[1], hits, hit, home, homes, wall, walls];
                    assert_eq!(bytes[bytes.len() - 10..], expected, "{position}");
                }
                let m = position.draw_move(&mut stream);
                position.play(m);
            }
        }
    }
}

#[test]
fn wrong_texts_are_refused() {
    let start = backgammon("");
    for text in [
        "",
        "24:2 24:2 X 31",
        "24:16 24:2 X 31 0",
        "13:1,24:1 24:2 X 31 0",
        "24:1 1:1 X 31 0",
        "- - X roll 9",
        "24:2 24:2 Z 31 0",
        "24:2 24:2 X 13 0",
        "24:2 24:2 X 71 0",
        "24:2 24:2 X 31 10001",
        "26:1 24:2 X 31 0",
    ] {
        assert!(start.parse(text).is_err(), "{text}");
    }
}

#[test]
fn the_drawing_shows_every_man() {
    let position = at("bar:1,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 51 3");
    let drawing = drawing(&position);
    assert_eq!(drawing.matches('X').count(), 5 + 1, "one is of the tray:\n{drawing}");
    assert!(drawing.contains(" pips, 1 on the bar, 1 off X\n"), "{drawing}");
    assert!(drawing.ends_with("dice of white: 5 1"), "{drawing}");
}
