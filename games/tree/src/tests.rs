//! Trees are read as they are written, and every error names its place.

use std::collections::BTreeSet;

use agon_core::{
    Eye, Heuristic, Move, Node, Position, Seat, Seed, Stream, Sum, after, all_moves, drawing, registry, view,
};

use crate::{Branch, Tree};

fn tree(text: &str) -> Tree {
    Tree::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn at(text: &str, path: &str) -> Tree {
    tree(text).parse(path).unwrap()
}

#[test]
fn a_number_pays_the_first_seat_and_costs_the_second() {
    let leaf = at("[[3,12,8],[2,4,6],[14,5,2]]", "1.2");
    assert_eq!(leaf.node(), Node::Terminal);
    assert_eq!((leaf.payoff(Seat(0)), leaf.payoff(Seat(1))), (12.0, -12.0));
    let facts = leaf.facts();
    assert_eq!((facts.min_payoff, facts.max_payoff, facts.max_plies), (-14.0, 14.0, 2));
    assert!(facts.is_two_seat_zero_sum() && !facts.chance);
}

#[test]
fn seats_alternate_unless_marked_otherwise() {
    let text = "[[[1,2],[3,4]@1],{1/2:[5,6],1/2:[[7,8],9]@1}]@2";
    for (path, seat) in [("root", 1), ("1", 0), ("1.1", 1), ("1.2", 0), ("2.1", 0), ("2.2", 0), ("2.2.1", 1)] {
        assert_eq!(at(text, path).node(), Node::Decision(Seat(seat)), "{path}");
    }
    assert_eq!(at(text, "2").node(), Node::Chance);
    // The text repeats only what differs from taking turns.
    let three = "[[[(1,2,3),(1,2,3)]@3,(0,0,0)]@2,(1,1,1)]@1";
    assert_eq!(tree(three).canonical(), "[[[(1,2,3),(1,2,3)],(0,0,0)],(1,1,1)]");
}

#[test]
fn probabilities_become_the_least_whole_weights() {
    for (text, expected) in [
        ("{1/2:8, 1/3:24, 1/6:-12}", vec![3, 2, 1]),
        ("{0.25:8, 3/4:24}", vec![1, 3]),
        ("{1:8}", vec![1]),
        ("{.5:8, 2/4:1}", vec![1, 1]),
        ("{1/4294967295:8, 4294967294/4294967295:1}", vec![1, 4294967294]),
    ] {
        let position = tree(text);
        let moves = all_moves(&position).into_iter();
        let weights: Vec<u32> = moves.map(|m| position.weight(m)).collect();
        assert_eq!(weights, expected, "{text}");
    }
}

#[test]
fn the_declared_sum_follows_from_the_leaves() {
    for (text, sum) in [
        ("[1,2]", Sum::Zero),
        ("[(1,-1),(0,0)]", Sum::Zero),
        ("[(0.1,0.2,-0.3),(1,-1,0)]", Sum::Zero),
        ("[(1,9),(4,6)]", Sum::Constant(10.0)),
        ("[(1,9),(4,7)]", Sum::General),
        ("[(4),(-4)]", Sum::General),
        ("[(1,9),(4,6)]~(1,1)", Sum::General),
        ("[[(1,9),(4,7)]~(3,3),(0,0)]", Sum::General),
    ] {
        assert_eq!(tree(text).facts().sum, sum, "{text}");
    }
}

#[test]
fn estimates_are_as_written_or_neutral() {
    for (text, expected) in [
        ("[3,5]~4", [4.0, -4.0]),
        ("[3,5]~-40", [-40.0, 40.0]),
        ("{1/2:3,1/2:5}~4", [4.0, -4.0]),
        ("[3,5]", [0.0, 0.0]),
        ("[(1,9),(4,6)]", [5.0, 5.0]),
        ("[(3,9),(4,6)]", [3.0, 3.0]),
        ("[(-3,-9),(-4,-6)]", [-3.0, -3.0]),
    ] {
        let position = tree(text);
        let estimates = [0, 1].map(|seat| position.estimate(Heuristic(0), Seat(seat)));
        assert_eq!(estimates, expected, "{text}");
    }
}

#[test]
fn spaces_do_not_matter_and_trees_print_as_they_are_understood() {
    for (text, printed) in [
        ("[[3,12,8],[2,4,6],[14,5,2]]", "[[3,12,8],[2,4,6],[14,5,2]]"),
        (" [ 3 , [ -0 , +2.50 ] @ 2 ~ 1e1 ] ", "[3,[0,2.5]~10]"),
        ("{ 2/4 : 8 , 0.5 : ( 3 ) }", ""),
        ("{ 2/4 : ( 8 ) , 0.5 : ( 3 ) }", "{1/2:(8),1/2:(3)}"),
        ("{1:[1,2]@2~0}~7", "{1:[1,2]@2~0}~7"),
    ] {
        match Tree::from_text(text) {
            Ok(position) => {
                assert_eq!(position.canonical(), printed);
                assert_eq!(tree(printed), position);
                assert_eq!(tree(printed).key(), position.key());
            }
            Err(_) => assert_eq!(printed, "", "{text}"),
        }
    }
    assert_ne!(tree("[1,2]"), tree("[1,3]"));
    assert_ne!(tree("[1,2]").key(), tree("[1,3]").key());
}

/// The number of nodes, and of each seat's information sets.
fn sizes(here: &Tree, sets: &mut BTreeSet<(Seat, String)>) -> usize {
    if let Node::Decision(seat) = here.node() {
        sets.insert((seat, view(here, Eye::Seat(seat))));
    }
    all_moves(here).into_iter().map(|m| sizes(&after(here, m), sets)).sum::<usize>() + 1
}

const BEER_QUICHE: &str = "{1/10:[beer:[(0,1),(2,0)],quiche:[(1,1),(3,0)]],\
    9/10:[beer:[(1,0),(3,1)],quiche:[(0,0),(2,1)]]}";

#[test]
fn nodes_with_one_name_form_one_information_set() {
    for (text, nodes, own_sets) in [
        ("[I1:[1,-1],I1:[-1,1]]", 7, [1, 1]),
        ("[I1:[1,-1],I2:[-1,1]]", 7, [1, 2]),
        (BEER_QUICHE, 15, [2, 2]),
        // The first draws one of two cards, which the second does not see.
        ("{1/2:[a:[1,2],b:[3,c:[4,5]]],1/2:[a:[1,2],b:[3,d:[4,5]]]}", 19, [4, 2]),
    ] {
        let start = tree(text);
        let mut sets = BTreeSet::new();
        assert_eq!(sizes(&start, &mut sets), nodes, "{text}");
        let counts = [0, 1].map(|seat| sets.iter().filter(|(of, _)| *of == Seat(seat)).count());
        assert_eq!(counts, own_sets, "{text}");
        assert_eq!(start.facts().hidden, text != "[I1:[1,-1],I2:[-1,1]]", "{text}");
        assert_eq!(tree(&start.canonical()), start, "{text}");
    }
}

#[test]
fn names_distinguish_trees() {
    let keys = ["[[1,2],[3,4]]", "[A:[1,2],A:[3,4]]", "[A:[1,2],B:[3,4]]", "[B:[1,2],B:[3,4]]"];
    let keys: BTreeSet<u64> = keys.iter().map(|text| tree(text).key()).collect();
    assert_eq!(keys.len(), 4);
}

#[test]
fn a_seat_sees_its_set_then_its_own_choices_and_everything_at_the_end() {
    for (path, views) in [
        ("root", ["…", "…", "…"]),
        ("1", ["…", "1:", "…"]),
        ("2.1", ["…", "2:1 …", "beer:"]),
        ("1.2", ["…", "1:2 …", "quiche:"]),
        ("1.2.1", ["1.2.1"; 3]),
    ] {
        let here = at(BEER_QUICHE, path);
        assert_eq!(Eye::all(2).map(|eye| view(&here, eye)).collect::<Vec<_>>(), views, "{path}");
    }
    // After seeing beer, the odds are those of chance: nine of ten are strong.
    let (here, mut stream) = (at(BEER_QUICHE, "1.1"), Seed(1).stream(0));
    let redeals = (0..1_000).map(|_| here.redeal(Seat(1), &mut stream).to_string());
    let strong = redeals.filter(|path| path == "2.1").count();
    assert!((860..940).contains(&strong), "{strong}");
    assert!(drawing(&here).starts_with("seat 2 in beer"), "{}", drawing(&here));
}

#[test]
fn errors_about_trees_give_place_and_accepted_text() {
    for (text, message) in [
        ("", "column 1: expected a number, `(`, `[` or `{`, found the end"),
        ("[]", "column 2: expected a number, `(`, `[` or `{`, found `]`"),
        ("[1,]", "column 4: expected a number, `(`, `[` or `{`, found `]`"),
        ("[1 2]", "column 4: expected `,` or `]`, found `2`"),
        ("[1,2", "column 5: expected `,` or `]`, found the end"),
        ("[1,2]]", "column 6: expected nothing after the tree, found `]`"),
        ("[1,3-4]", "column 4: expected a number (in size at most 1e12), found `3-4`"),
        ("[1e300]", "column 2: expected a number (in size at most 1e12), found `1e300`"),
        ("[1~2]", "column 3: expected `,` or `]`, found `~`"),
        ("[1,(2,3)]", "column 4: expected a single number, as at column 2, found a vector of 2"),
        ("[(1,2),(2,3,4)]", "column 8: expected a vector of 2 numbers, as at column 2, found a"),
        ("[(1,2),3]", "column 8: expected a vector of 2 numbers, as at column 2, found a single"),
        ("[(1,2),(2)~3]", "column 11: expected `,` or `]`, found `~`"),
        ("[1,2]@3", "column 7: expected a seat from 1 to 2, found `3`"),
        ("[A:5]", "column 4: expected `[` after the name of an information set, found `5`"),
        ("[A:{1:2}]", "column 4: expected `[` after the name of an information set, found `{`"),
        ("[A [1]]", "column 2: expected a number, `(`, `[` or `{`, found `A`"),
        ("[I1:[1,2],I1:[3,4,5]]", "column 11: expected as many moves (2) at every node of I1, as at column 2, found 3"),
        (
            "[I1:[1,2],I1:[3,4]@1]",
            "column 11: expected seat 2 to move at every node of I1, as at column 2, found seat 1",
        ),
        (
            "[[A:[1,2],3],[A:[1,2],3]]",
            "column 15: expected the same choices of seat 1 before every node of A, as at column 3",
        ),
        ("A:[A:[1,2]@1,3]", "column 4: expected the same choices of seat 1 before every node of A, as at column 1"),
        ("[1,2]@x", "column 7: expected the number of a seat, found `x`"),
        ("[1,2]~3@2", "column 8: expected nothing after the tree, found `@`"),
        ("{1/2:1,1/3:2}", "column 1: expected probabilities that add up to 1, found a sum of 5/6"),
        ("[1,{1/2:1,2/3:2}]", "column 4: expected probabilities that add up to 1, found a sum of"),
        ("{0:1,1:2}", "column 2: expected a probability above 0"),
        ("{1/0:1}", "column 2: expected a probability above 0, such as 1/3 or 0.25, found `1/0`"),
        ("{-1/2:1}", "column 2: expected a probability above 0, such as 1/3 or 0.25, found `-1/2`"),
        ("{0.5/2:1}", "column 2: expected a probability above 0, such as 1/3 or 0.25, found `0.5/"),
        ("{x:1}", "column 2: expected a probability above 0, such as 1/3 or 0.25, found `x`"),
        ("{1/2 1}", "column 6: expected `:` after the probability, found `1`"),
        ("{1/4294967296:1,4294967295/4294967296:2}", "column 1: expected probabilities whose"),
    ] {
        let error = Tree::from_text(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn brackets_nest_a_thousand_deep_and_no_deeper() {
    let text = format!("{}7{}", "[".repeat(1000), "]".repeat(1000));
    let root = tree(&text);
    assert_eq!((root.facts().max_plies, root.size()), (1000, 1001));
    assert_eq!(root.canonical(), text);
    assert!(drawing(&root).ends_with('…'));
    let deep = "[".repeat(1001);
    let error = Tree::from_text(&deep).unwrap_err().to_string();
    assert!(error.starts_with("column 1001: expected at most 1000 brackets"), "{error}");
}

#[test]
fn errors_about_trees_reach_the_command_line() {
    let error = registry::game("tree([[3,x],2])").unwrap_err().to_string();
    assert_eq!(
        error,
        "tree: option `root` cannot be `[[3,x],2]`; accepted: at column 5, a number, `(`, `[` or \
         `{`, instead of `x`"
    );
}

#[test]
fn invalid_texts_of_positions_are_refused() {
    let root = tree("[[3,12,8],[2,4,6]]");
    for text in ["", "3", "1.4", "0", "1.1.1", "01", "+1", "1.", "root.1", "1 1"] {
        assert!(root.parse(text).is_err(), "{text}");
    }
    assert_eq!(root.parse("2.3").unwrap().payoff(Seat(0)), 6.0);
}

#[test]
fn drawings_indent_and_large_ones_are_cut() {
    let root = tree("[{1/2:8,1/2:[3,4]~2},(7)]".replace("(7)", "7").as_str());
    let expected = "seat 1\n  1: chance\n    1: (1/2) 8\n    2: (1/2) seat 2 ~2\n      1: 3\n      \
                    2: 4\n  2: 7";
    assert_eq!(drawing(&root), expected);
    let wide = format!("[{}]", ["[1,[2,3]]"; 60].join(","));
    let drawing = drawing(&tree(&wide));
    assert_eq!(drawing.lines().count(), 181);
    assert!(drawing.contains("seat 1 …"));
}

#[test]
fn copying_down_a_line_does_not_touch_the_shared_tree() {
    let root = tree("[[3,12,8],[2,4,6]]");
    let mut next = root.clone();
    let shared = std::sync::Arc::strong_count(&root.shape);
    next.play_from(&root, Branch(2));
    next.clone_from(&root);
    assert_eq!(std::sync::Arc::strong_count(&root.shape), shared);
    // From another tree, it becomes a position of that tree.
    let other = tree("[7,8]");
    next.play_from(&other, Branch(2));
    assert_eq!(next.payoff(Seat(0)), 8.0);
    assert_eq!(next, other.parse("2").unwrap());
}

#[test]
fn branches_are_numbered_from_one() {
    assert_eq!(Branch::from_code(0), None);
    assert_eq!(Branch::from_code(1 << 32), None);
    assert_eq!(Branch::from_code(7), Some(Branch(7)));
}

/// A tree as a plain nested value: the slow twin of the flat one.
#[derive(Debug)]
enum Plain {
    Leaf(Vec<f64>),
    Decision(usize, Vec<Plain>, Option<Vec<f64>>),
    Chance(Vec<(u32, Plain)>, Option<Vec<f64>>),
}

impl Plain {
    fn random(stream: &mut Stream, seats: usize, depth: u32) -> Plain {
        let vector = |stream: &mut Stream| -> Vec<f64> {
            let mut numbers: Vec<f64> = (0..seats).map(|_| f64::from(stream.below(7)) / 2.0 - 1.0).collect();
            if seats == 2 {
                numbers[1] = 0.0 - numbers[0];
            }
            numbers
        };
        let kind = if depth == 0 { 0 } else { stream.below(8) };
        let children = 1 + stream.below(4);
        let mut estimate = None;
        if 0 < kind && stream.below(3) == 0 {
            estimate = Some(vector(stream));
        }
        match kind {
            0 => Plain::Leaf(vector(stream)),
            1 | 2 => {
                let mut branches = Vec::new();
                for _ in 0..children {
                    let weight = 1 + stream.below(5);
                    branches.push((weight, Plain::random(stream, seats, depth - 1)));
                }
                Plain::Chance(branches, estimate)
            }
            _ => {
                let seat = stream.below(seats as u32) as usize;
                let branches = (0..children).map(|_| Plain::random(stream, seats, depth - 1));
                Plain::Decision(seat, branches.collect(), estimate)
            }
        }
    }

    /// Every seat and every vector written out.
    fn text(&self) -> String {
        let vector = |numbers: &[f64]| {
            let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
            format!("({})", numbers.join(","))
        };
        let tail = |estimate: &Option<Vec<f64>>| {
            estimate.as_ref().map_or(String::new(), |numbers| format!("~{}", vector(numbers)))
        };
        match self {
            Plain::Leaf(numbers) => vector(numbers),
            Plain::Decision(seat, children, estimate) => {
                let inside: Vec<String> = children.iter().map(Plain::text).collect();
                format!("[{}]@{}{}", inside.join(", "), seat + 1, tail(estimate))
            }
            Plain::Chance(children, estimate) => {
                let total: u32 = children.iter().map(|(weight, _)| weight).sum();
                let inside: Vec<String> =
                    children.iter().map(|(weight, child)| format!("{weight}/{total}:{}", child.text())).collect();
                format!("{{{}}}{}", inside.join(", "), tail(estimate))
            }
        }
    }

    fn assert_is(&self, position: &Tree) {
        let seats = || Seat::all(position.facts().seats);
        let estimates: Vec<f64> = seats().map(|seat| position.estimate(Heuristic(0), seat)).collect();
        let after = |index: usize| {
            let mut next = position.clone();
            next.play_from(position, Branch(index as u32 + 1));
            next
        };
        match self {
            Plain::Leaf(numbers) => {
                let payoffs: Vec<f64> = seats().map(|seat| position.payoff(seat)).collect();
                assert_eq!((position.node(), &payoffs), (Node::Terminal, numbers));
            }
            Plain::Decision(seat, children, estimate) => {
                assert_eq!(position.node(), Node::Decision(Seat(*seat as u8)));
                assert_eq!(position.count(), children.len());
                assert!(estimate.as_ref().is_none_or(|estimate| *estimate == estimates));
                children.iter().enumerate().for_each(|(i, child)| child.assert_is(&after(i)));
            }
            Plain::Chance(children, estimate) => {
                assert_eq!(position.node(), Node::Chance);
                assert_eq!(position.count(), children.len());
                assert!(estimate.as_ref().is_none_or(|estimate| *estimate == estimates));
                let total: u32 = children.iter().map(|(weight, _)| weight).sum();
                let whole: u32 = (1..=children.len()).map(|i| position.weight(Branch(i as u32))).sum();
                for (index, (weight, child)) in children.iter().enumerate() {
                    // The same proportion.
                    let found = position.weight(Branch(index as u32 + 1));
                    assert_eq!(u64::from(found) * u64::from(total), { u64::from(*weight) * u64::from(whole) });
                    child.assert_is(&after(index));
                }
            }
        }
    }
}

#[test]
fn random_trees_agree_with_their_text() {
    for number in 0..2_000 {
        let mut stream = Seed(4).stream(number);
        let seats = 1 + stream.below(4) as usize;
        let plain = Plain::random(&mut stream, seats, 4);
        let position = tree(&plain.text());
        assert_eq!(position.facts().seats, seats as u8);
        plain.assert_is(&position);
        let canonical = position.canonical();
        assert_eq!(tree(&canonical), position, "{canonical}");
        assert_eq!(tree(&canonical).canonical(), canonical);
        if number % 20 == 0 {
            agon_laws::check_with(&format!("tree({canonical})"), 200, 5).unwrap();
        }
    }
}
