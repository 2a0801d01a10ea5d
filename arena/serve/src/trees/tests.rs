//! The record of a search agrees with its trace, in figures and in words.

use std::sync::Arc;

use agon_core::Bound;
use agon_draw::phrase::PhrasePart;
use agon_table::{SearchLimits, WatchedSearch};

use super::{KeptTree, LEAST, MOST_KEPT, MOST_NODES, MomentView, Trees, node::NodeView};
use crate::{
    allowed,
    place::PlaceQuery,
    pool::{PoolThinker, Worker},
    share::GuestShare,
    words::Language,
};

pub(crate) fn grown(game: &str, player: &str) -> KeptTree {
    grown_at(&PlaceQuery { game: game.to_owned(), position: None, moves: None }, player)
}

pub(crate) fn grown_at(place: &PlaceQuery, player: &str) -> KeptTree {
    grown_within(place, player, 100_000)
}

/// The record of at most so many positions.
fn grown_within(place: &PlaceQuery, player: &str, limit: usize) -> KeptTree {
    let site = place.find(&PoolThinker::of_test()).unwrap();
    let named = allowed::player(&PoolThinker::of_test(), player, &site.game, 1).unwrap();
    let limits = (limit, usize::MAX);
    let thought = WatchedSearch::of(site, &named, 1, SearchLimits::default(), limits).unwrap();
    KeptTree::of(&PoolThinker::of_test(), thought, None).unwrap()
}

/// After as many positions as the clock says so many are entered, and at its end all is told.
#[test]
fn a_clock_counts_what_was_looked_at() {
    for (game, player) in [
        ("tree([[3,12,8],[2,4,6],[14,5,2]])", "minimax"),
        ("tree([[3,12,8],[2,4,6],[14,5,2]])", "alpha-beta"),
        ("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "expectiminimax"),
        ("tic-tac-toe", "alpha-beta(depth=4, pvs=true)"),
        ("connect-four", "selective(depth=3)"),
        ("tic-tac-toe", "mcts(iterations=40)"),
    ] {
        let tree = grown(game, player);
        let (search, clock) = (tree.search(), tree.clock().unwrap_or_else(|| panic!("{player}")));
        let looked = if tree.has_plays { search.iterations.len() as u64 } else { search.root().looked };
        assert_eq!(clock.len() as u64, looked, "{player}");
        assert_eq!(clock.last(), Some(&(tree.moments() - 1)), "{player}");
        assert!(clock.is_sorted(), "{player}");
        if tree.has_plays {
            continue;
        }
        for (count, &at) in (1u64..).zip(&clock) {
            let entered = search.visits.iter().zip(&tree.spans).filter(|(_, span)| span.0 as usize <= at);
            let last = entered.clone().map(|(visit, _)| visit.times).sum::<u64>();
            let before = entered.max_by_key(|(_, span)| span.0).map_or(0, |(visit, _)| visit.times);
            assert!(last - before < count && count <= last, "{player}: {count} at {at}");
        }
    }
    // Of what was not kept nobody knows when it was, and nobody watches so many.
    for (player, limit) in [("minimax(depth=3)", 500), ("minimax(depth=6)", 100_000)] {
        let tree = grown_within(&PlaceQuery { game: "tic-tac-toe".to_owned(), ..PlaceQuery::default() }, player, limit);
        assert_eq!(tree.clock(), None, "{player}");
    }
}

/// What plays tell, one by one, adds up to the tree that the search grew.
#[test]
fn plays_add_up_to_the_tree_that_they_grew() {
    for (game, player) in [
        ("tic-tac-toe", "mcts(iterations=400)"),
        ("connect-four", "mcts(iterations=200, exploration=0.7, proofs=false)"),
        ("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "mcts(iterations=60, proofs=false)"),
        ("tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])", "mcts(iterations=40)"),
        ("nim(heaps=2+2)", "mcts(iterations=500)"),
    ] {
        let tree = grown(game, player);
        let (search, walks) = (tree.search(), &tree.walks);
        let count = search.iterations.len();
        assert_eq!(tree.moments(), 4 * count, "{player}");
        assert_eq!(count as u64, search.root().sample.unwrap().visits, "{player}");
        for (index, visit) in search.visits.iter().enumerate() {
            let told = walks.after(search, index, count).unwrap();
            let sample = visit.sample.unwrap();
            assert_eq!(told.visits as u64, sample.visits, "{player} at {}", search.place(index));
            if visit.bound == Bound::Sample {
                assert!((told.mean - visit.value).abs() < 1e-6, "{told:?} {}", visit.value);
            }
            if let (Some(term), true) = (told.term, sample.term.is_finite()) {
                assert!((term - sample.term).abs() < 1e-6, "{told:?} {}", sample.term);
            }
            let first = walks.first(index).unwrap();
            assert_eq!(first as u64 + 1, sample.first, "{player} at {}", search.place(index));
        }
        for (number, iteration) in search.iterations.iter().enumerate() {
            let moments: Vec<MomentView> =
                (4 * number..4 * number + 4).map(|at| tree.moment(at, &[], Language::English).unwrap()).collect();
            let [selection, expansion, simulation, back_up] = moments.as_slice() else { panic!() };
            let path = &expansion.path;
            assert!(path.windows(2).all(|two| search.visits[two[1]].parent == Some(two[0])));
            assert_eq!((&simulation.path, &back_up.path), (path, path), "iteration {number}");
            // The path is lit as far as it is known, then what is new appears, then all of it counts once more.
            let is_added = |&&index: &&usize| walks.first(index) == Some(number) && index != 0;
            let news = path.iter().filter(is_added).count();
            assert_eq!(news == 1, iteration.is_new, "iteration {number}: {news} are new");
            assert_eq!(selection.path, path[..path.len() - news], "iteration {number}");
            let added = tree.spans[path[path.len() - 1]].0 as usize;
            assert!(news == 0 || added == 4 * number + 1, "iteration {number}: added at {added}");
            for (moment, (phase, is_backed_up)) in
                moments.iter().zip([("selection", 0), ("expansion", 0), ("simulation", 0), ("back-up", 1)])
            {
                let begins = format!("Iteration {}, ", number + 1);
                let sentence = &moment.sentence;
                assert!(sentence.starts_with(&begins) && sentence.contains(phase), "{sentence}");
                assert_eq!(moment.what, phase);
                for (selected, &index) in iteration.selected.iter().zip(&path[1..]) {
                    let told = moment.samples.iter().find(|sample| sample.id == index);
                    let visits = told.map_or(0, |sample| sample.visits as u64);
                    assert_eq!(visits, selected.visits + is_backed_up, "{sentence}");
                }
            }
        }
    }
}

/// A folded position says how many it hides: all those from which a way up leads to it.
#[test]
fn the_positions_below_each_are_counted() {
    for (game, player) in [
        ("tree([[3,12,8],[2,4,6],[14,5,2]])", "alpha-beta"),
        ("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "expectiminimax"),
        ("tic-tac-toe", "alpha-beta(depth=3, table=1MB, pvs=true)"),
        ("tic-tac-toe", "mcts(iterations=300)"),
        ("nim(heaps=2+2)", "mcts(iterations=500)"),
    ] {
        let tree = grown(game, player);
        let visits = &tree.search().visits;
        let mut below = vec![0; visits.len()];
        for visit in visits {
            let mut above = visit.parent;
            while let Some(index) = above {
                below[index] += 1;
                above = visits[index].parent;
            }
        }
        assert_eq!(tree.descendants, below, "{game} {player}");
        assert_eq!(below[0] as usize, visits.len() - 1, "{game} {player}");
    }
}

#[test]
fn a_search_without_plays_has_its_own_moments() {
    assert!(grown("tic-tac-toe", "alpha-beta(depth=2)").search().iterations.is_empty());
}

/// Trees whose values are fractions that decimals don't write out, and who searches them.
const FRACTIONS: [(&str, &str); 9] = [
    ("tree([[0.375,0.625,0.625],[-0.125,0.0625,0.875],[0.125,0.875,-0.375]])", "minimax"),
    ("tree([[0.375,0.625,0.625],[-0.125,0.0625,0.875],[0.125,0.875,-0.375]])", "alpha-beta"),
    ("tree([[0.375,0.625,0.625],[-0.125,0.0625,0.875],[0.125,0.875,-0.375]])", "alpha-beta(pvs=true)"),
    ("tree([[-0.375,-0.625],[0.125,-0.0625],[-0.125,-0.875]])", "alpha-beta"),
    ("tree([[0.375,0.625,0.625],[-0.125,0.0625,0.875],[0.125,0.875,-0.375]])", "mcts(iterations=40, proofs=false)"),
    ("tree([[0.375,0.625,0.625],[-0.125,0.0625,0.875]])", "averaging(m=2, n=2)"),
    ("tree([{1/2:1, 1/3:2, 1/6:-1}, 5])", "expectiminimax"),
    ("tree([{1/2:1, 1/3:2, 1/6:-1}, 5])", "mcts(iterations=40, proofs=false)"),
    ("tree([[(0.625,0.375,1),(7,1,2)],[(6,-0.125,2),(0.125,2,1)]])", "max-n"),
];

/// What is drawn beside a position and what its sentence says are one thing, letter by letter.
#[test]
fn values_on_the_stage_are_those_of_the_sentences() {
    let mut fractions = 0;
    for (game, player) in FRACTIONS {
        let tree = grown(game, player);
        for at in 0..tree.moments() {
            let moment = tree.moment(at, &[], Language::English).unwrap();
            let (sentence, node) = (&moment.sentence, &moment.node);
            if ["selection", "expansion", "simulation"].contains(&moment.what) {
                continue;
            }
            if moment.what == "back-up" {
                let told = format!(" {}, counts for each position", moment.payoff.as_deref().unwrap());
                assert!(sentence.contains(&told), "{player}: {told} is not in: {sentence}");
                for (&id, own) in moment.path.iter().zip(views(&tree, &moment.path)) {
                    let sample = moment.samples.iter().find(|sample| sample.id == id).unwrap();
                    let name = own.node.m.unwrap_or_else(|| "the root".to_owned());
                    let worth = sample.worth.trim_start_matches("≈ ");
                    let told = format!("{name}: n = {}, mean {worth}", sample.visits);
                    assert!(sentence.contains(&told), "{player}: {told} is not in: {sentence}");
                }
                continue;
            }
            if moment.what == "entered" {
                continue;
            }
            let [sign, value] = match node.worth.split_once(' ') {
                Some((sign @ ("≥" | "≤" | ">" | "<"), value)) => [sign, value],
                _ => ["", node.worth.as_str()],
            };
            let words = match sign {
                "≥" => "at least ",
                "≤" => "at most ",
                ">" => "more than ",
                "<" => "less than ",
                _ => "",
            };
            let told = format!("{words}{value}");
            let is_told = sentence.match_indices(&told).any(|(from, _)| {
                let rest = &sentence[from + told.len()..];
                sentence[..from].ends_with(' ') && !rest.starts_with(|c: char| c.is_ascii_digit() || c == '/')
            });
            assert!(is_told, "{player}: {told} is not in: {sentence}");
            fractions += usize::from(value.contains('/'));
            // What it changes in the window above.
            if let Some((_, rises)) = sentence.split_once(". ").filter(|(_, more)| more.contains(['α', 'β'])) {
                let above = &views(&tree, &moment.path[..moment.path.len() - 1]).pop().unwrap();
                let edges = above.edges.iter().find(|edges| edges.at as usize == at).unwrap();
                let told = format!("({}, {})", edges.alpha, edges.beta);
                assert!(rises.contains(&told), "{player}: {told} is not in: {rises}");
            }
        }
    }
    assert!(40 < fractions, "{fractions} fractions");
}

fn views(tree: &KeptTree, path: &[usize]) -> Vec<NodeView> {
    path.iter().map(|&index| tree.node(index, Language::English)).collect()
}

/// What searches tell has words in every language, in whatever part of the page it stands: no sentence, reason or
/// heading of them is English there.
#[test]
fn nothing_that_a_search_tells_is_english_on_another_page() {
    let textbook = "tree([[3,12,8],[2,4,6],[14,5,2]])";
    let wins = "tree([[1,0,0],[0,0,1]])";
    for (game, player) in [
        (textbook, "minimax"),
        (textbook, "alpha-beta"),
        (textbook, "alpha-beta(pvs=true)"),
        (textbook, "mtd"),
        (textbook, "averaging(m=2, n=2)"),
        (textbook, "averaging(m=1, n=2)"),
        (textbook, "expectimax(opponent=random)"),
        (textbook, "expectimax(opponent=minimax(depth=1), trust=0.8)"),
        (wins, "pns"),
        (wins, "solve"),
        ("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "expectiminimax"),
        ("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "mcts(iterations=60)"),
        ("tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])", "max-n"),
        ("tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])", "mcts(iterations=40)"),
        ("tic-tac-toe", "alpha-beta(depth=3)"),
        ("tic-tac-toe", "alpha-beta(depth=3, table=1MB, pvs=true, futility=0.2, reductions=true)"),
        ("tic-tac-toe", "selective(width=3)"),
        ("tic-tac-toe", "mcts(iterations=40)"),
        ("chess", "alpha-beta(depth=1, quiescence=2)"),
        ("chess", "alpha-beta(depth=2, pvs=true, null-move=true)"),
        ("nim(heaps=2+2)", "mcts(iterations=500)"),
    ] {
        let tree = grown(game, player);
        let search = tree.search();
        let moments = (0..tree.moments().min(400)).map(|at| tree.at(at));
        let mut told: Vec<PhrasePart> = moments
            .flat_map(|moment| search.sentences(moment, &tree.walks))
            .map(PhrasePart::from)
            .chain(tree.thought.head(search))
            .collect();
        for (index, visit) in search.visits.iter().enumerate().take(400) {
            told.extend(search.why(index).map(PhrasePart::from));
            let skipped = visit.skipped.iter();
            told.extend(skipped.map(|one| PhrasePart::from(search.why_skipped(index, one))));
        }
        for language in [Language::Hungarian, Language::Slovenian] {
            for part in &told {
                let (english, other) = (part.to_string(), language.phrase_part(part));
                assert!(!other.contains("search-"), "{language}, {player}: {part:?}");
                let mut words = other.split_whitespace();
                let left = words.find(|one| ENGLISH.contains(&one.trim_matches([',', ':', ';', '(', ')'])));
                assert_eq!(left, None, "{language}, {player}: {english}: {other}");
            }
        }
    }
}

/// Words of English that no other language here has, and no move.
const ENGLISH: [&str; 20] = [
    "the",
    "of",
    "by",
    "value",
    "seat",
    "at",
    "most",
    "least",
    "and",
    "which",
    "with",
    "not",
    "looked",
    "search",
    "worth",
    "positions",
    "line",
    "estimated",
    "exact",
    "takes",
];

/// A page of a tree in another language has no sentence of the search in English, neither in its data.
#[test]
fn documents_are_in_the_language_of_the_request() {
    let tree = grown("tree([[3,12,8],[2,4,6],[14,5,2]])", "alpha-beta");
    let cut = |language| {
        let all = tree.children(0, 0, language).unwrap().nodes.into_iter();
        let reasons: Vec<String> =
            all.filter_map(|view| view.node.skipped.first().map(|one| one.reason.clone())).collect();
        reasons.join(" | ")
    };
    assert_eq!(cut(Language::English), "cut: 2 ≤ α = 3, seat 1 already has 3 by 1");
    assert_eq!(cut(Language::Hungarian), "levágva: 2 ≤ α = 3, 1. játékosnak már van 3 ezzel: 1");
    let shelf =
        serde_json::to_string(&tree.shelf(&PoolThinker::of_test(), false, Language::Slovenian).unwrap()).unwrap();
    assert!(shelf.contains("odrezano: 2 ≤ α = 3") && !shelf.contains("cut: "), "{shelf}");
    let head = tree.view(Language::Hungarian).head;
    assert!(head.contains("1. játékos lép itt") && !head.contains("worth"), "{head}");
}

/// Where positions stand in a quiz tells nothing of those that are still to come: what is there of a row is in its middle.
#[test]
fn no_room_is_kept_in_a_quiz_for_what_is_to_come() {
    for (game, player) in [
        ("tree([[3,12,8],[2,4,6],[14,5,2]])", "alpha-beta"),
        ("tree([[[3,1],[2,4]],[[9,9],[5,[1,2]]],7])", "alpha-beta"),
        ("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "expectiminimax"),
        ("tree([[3,12,8],[2,4,6],[14,5,2]])", "selective(width=2)"),
    ] {
        let tree = grown(game, player);
        let visits = &tree.search().visits;
        let mut order: Vec<usize> = (0..visits.len()).collect();
        order.sort_by_key(|&index| tree.spans[index].0);
        for layout in &tree.layouts {
            assert!(layout.is_whole && layout.entered.len() == visits.len(), "{player}");
            for (places, count) in layout.entered.iter().zip(1..) {
                for visit in visits {
                    let there = visit.children.iter().filter(|child| order[..count].contains(child));
                    let row: Vec<i32> = there.map(|&child| places[child]).collect();
                    let ends = row.first().zip(row.last());
                    assert!(ends.is_none_or(|(first, last)| (first + last).abs() <= 1), "{row:?}");
                    assert!(row.is_sorted(), "{row:?}");
                }
            }
        }
    }
}

/// However many searches others have, or one guest has by many names, somebody's only search stays.
#[test]
fn who_has_most_makes_room() {
    let (worker, trees) = (&Worker::of_test(), Trees::default());
    let share = |address: &str, name: usize| GuestShare { address: address.to_owned(), name: name.to_string() };
    let keep = |trees: &Trees, share: &GuestShare, id: &str, positions: usize| {
        let mut tree = grown("tree([1, 2])", "minimax");
        (tree.id, tree.spans) = (id.to_owned(), vec![(0, 0); positions]);
        trees.keep(worker, share, &Arc::new(tree));
    };
    let is_there = |id: &str| trees.kept().iter().any(|(_, tree)| tree.id == id);
    let room = MOST_KEPT / LEAST;
    keep(&trees, &share("one", 0), "first", 3);
    for number in 0..2 * room {
        keep(&trees, &share("many", number), &format!("small {number}"), 3);
    }
    assert!(is_there("first") && trees.count() == room);
    assert!(!is_there("small 0") && is_there(&format!("small {}", 2 * room - 1)));
    for number in 0..9 {
        keep(&trees, &share("large", 0), &format!("large {number}"), MOST_NODES / 2);
        keep(&trees, &share("one", 1), "beside", 3);
        assert!(is_there("first") && is_there("beside") && is_there(&format!("large {number}")));
    }
    // What is looked into is not what makes room.
    let (trees, own) = (Trees::default(), share("one", 0));
    (0..room).for_each(|number| keep(&trees, &own, &number.to_string(), 3));
    assert!(trees.get(worker, "0").is_ok());
    keep(&trees, &own, "next", 3);
    assert!(trees.get(worker, "0").is_ok() && trees.get(worker, "1").is_err());
    // What is asked for again is kept once.
    keep(&trees, &own, "0", 3);
    assert_eq!(trees.count(), room);
}
