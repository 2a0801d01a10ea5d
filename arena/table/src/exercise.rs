//! Random trees to be searched by hand: without the answers, and solved.

use std::fmt::Write as _;

use agon_core::{NamedPlayer, Position, Seed, StopSignal, Stream, Sum, notation, registry};
use agon_draw::{Diagram, Outline, Signs};

use crate::{
    asking::{SearchLimits, seat_player},
    place::GivenPosition,
    searched::{SavedNodes, WatchedSearch},
    table_error::TableError,
};

/// How much there is to a tree that is drawn by lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// Two plies
    Easy,
    /// Three plies
    Medium,
    /// Four plies, not all of the same length
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }

    /// What it means.
    pub const fn meaning(self) -> &'static str {
        match self {
            Difficulty::Easy => "Two plies",
            Difficulty::Medium => "Three plies",
            Difficulty::Hard => "Four plies, not all of the same length",
        }
    }

    /// The difficulty of that name.
    pub fn named(name: &str) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == name)
    }

    /// The number of plies, and the most ends.
    const fn size(self) -> (u32, usize) {
        match self {
            Difficulty::Easy => (2, 9),
            Difficulty::Medium => (3, 14),
            Difficulty::Hard => (4, 22),
        }
    }
}

/// A tree to be searched by hand, and its solution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exercise {
    /// The game's term.
    pub game: String,
    /// The tree with its ends alone.
    pub blank: Diagram,
    /// The player's search of it.
    pub solved: Diagram,
    /// The move it chose; nothing where chance draws first.
    pub chosen: Option<String>,
    /// The value of the root, as text.
    pub worth: String,
    /// The part of the tree that was saved, if it can be counted.
    pub saved: Option<SavedNodes>,
}

/// Kinds of trees, as far as a player can play them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeKind {
    /// Two seats, zero sum.
    Plain,
    /// The same with a chance node after the first move.
    Chance,
    /// Three seats, each of which looks after its own.
    Three,
}

/// The most random trees that are tried to find one in which the search cuts.
const TRIES: usize = 60;

impl Exercise {
    /// The game of trees.
    pub const GAME: &str = "tree";

    /// Has the player search the tree. If `stop` is given the exercise is incomplete.
    ///
    /// # Errors
    ///
    /// If the game is no tree, or is over, or the player cannot play it or reports nothing.
    pub fn of(site: &GivenPosition, player: &NamedPlayer, stop: &StopSignal) -> Result<Exercise, TableError> {
        let (game, facts) = (&site.game, site.game.start.facts());
        if game.plugin.name != Exercise::GAME || facts.hidden {
            let what = "only trees in which everybody sees everything can be searched by hand";
            return Err(TableError::wrong(format!("{}: {what}", game.term)));
        }
        let (all, whole) = (usize::MAX, (usize::MAX, usize::MAX));
        let watch = |player: &NamedPlayer| {
            let limits = SearchLimits { stop: Some(stop), ..SearchLimits::default() };
            WatchedSearch::of(site.clone(), player, 0, limits, whole)
        };
        let thought = watch(&to_the_ends(player)?)?;
        let search = thought.search(None)?;
        let solved = thought.diagram(search, all, Signs::Told);
        // The player finds the answers; the whole tree has all ends, with its seats drawn as for the player.
        let is_each_for_itself = solved.knots.iter().any(|knot| knot.form == Outline::Seat);
        let everything = match (facts.seats, facts.sum) {
            (3.., _) | (_, Sum::General) => "max-n(depth=unlimited, prune=false)",
            _ if is_each_for_itself => "max-n(depth=unlimited, prune=false)",
            _ if facts.chance => "expectiminimax(depth=unlimited, prune=none)",
            _ => "minimax(depth=unlimited)",
        };
        let full = watch(&registry::player(everything).map_err(TableError::wrong)?)?;
        let mut blank = full.diagram(full.search(None)?, all, Signs::Told);
        clear(&mut blank);
        blank.title.clone_from(&game.term);
        Ok(Exercise {
            game: game.term.clone(),
            blank,
            solved,
            chosen: thought.decision().map(|decision| notation(&site.here, decision.m)),
            worth: search.root().worth(),
            saved: thought.saved(search),
        })
    }

    /// Random trees of the kinds that the player can play, in turn: zero-sum ones, with a chance node, for three seats.
    /// If a search can prune, it does so in each. The same seed draws the same trees. If `stop` is given the last one
    /// is incomplete, and others are missing.
    ///
    /// # Errors
    ///
    /// If the player can play none of them, or reports nothing.
    pub fn drawn(
        player: &NamedPlayer,
        difficulty: Difficulty,
        seed: u64,
        count: usize,
        stop: &StopSignal,
    ) -> Result<Vec<Exercise>, TableError> {
        let mut refused = None;
        let mut kinds = [TreeKind::Plain, TreeKind::Chance, TreeKind::Three].to_vec();
        kinds.retain(|&kind| {
            let sample = tree(&mut Seed(0).stream(0), kind, Difficulty::Easy);
            let found = site(&sample).and_then(|site| seat_player(player, &site.game));
            refused = refused.take().or(found.as_ref().err().cloned());
            found.is_ok()
        });
        if let (true, Some(refused)) = (kinds.is_empty(), refused) {
            return Err(refused);
        }
        let kinds = kinds.iter().copied().cycle();
        let exercise = |(number, kind)| {
            let mut stream = Seed(seed).stream(number);
            let mut draw = || Exercise::of(&site(&tree(&mut stream, kind, difficulty))?, player, stop);
            let mut found = draw()?;
            for _ in 1..TRIES {
                if found.solved.has_cuts() || stop.is_given() {
                    break;
                }
                found = draw()?;
            }
            Ok(found)
        };
        let goes_on = |_: &(u64, TreeKind)| !stop.is_given();
        (0..).zip(kinds).take(count).take_while(goes_on).map(exercise).collect()
    }
}

/// The same player, searching to the ends of a tree unless its term gives a depth.
fn to_the_ends(player: &NamedPlayer) -> Result<NamedPlayer, TableError> {
    const DEPTH: &str = "depth";
    let term = &player.term;
    let has_depth = player.plugin.options.iter().any(|option| option.name == DEPTH);
    if !has_depth || term.contains(&format!("{DEPTH}=")) {
        return Ok(player.clone());
    }
    let term = match term.split_once('(') {
        None => format!("{term}({DEPTH}=unlimited)"),
        Some((name, options)) => format!("{name}({DEPTH}=unlimited, {options}"),
    };
    registry::player(&term).map_err(TableError::wrong)
}

fn site(tree: &str) -> Result<GivenPosition, TableError> {
    GivenPosition::of(&format!("{}({tree})", Exercise::GAME), None, "")
}

/// Removes the answers.
fn clear(diagram: &mut Diagram) {
    for knot in &mut diagram.knots {
        (knot.strong, knot.pale) = (false, false);
        knot.notes.clear();
        knot.about.clear();
        if matches!(knot.form, Outline::Max | Outline::Min | Outline::Chance | Outline::Seat) {
            knot.value.clear();
        }
    }
    for link in &mut diagram.links {
        (link.strong, link.cut) = (false, false);
    }
    diagram.foot.clear();
}

/// A tree in brackets. No two of its ends pay a seat the same, so that nothing is left open.
fn tree(stream: &mut Stream, kind: TreeKind, difficulty: Difficulty) -> String {
    let (plies, most) = difficulty.size();
    // A node of chance is as much to do as a ply.
    let plies = if kind == TreeKind::Chance { plies - 1 } else { plies };
    let shape = loop {
        let mut shape = String::new();
        branch(stream, kind, (0, plies), &mut shape);
        if shape.matches(END).count() <= most {
            break shape;
        }
    };
    let ends = shape.matches(END).count() as i32;
    let mut paid: Vec<Vec<i32>> = (0..kind.seats()).map(|_| kind.numbers(ends)).collect();
    for numbers in &mut paid {
        stream.shuffle(numbers);
    }
    let mut tree = String::new();
    for (number, part) in shape.split(END).enumerate() {
        tree.push_str(part);
        let pays: Vec<String> = paid.iter().filter_map(|paid| Some(paid.get(number)?.to_string())).collect();
        match &pays[..] {
            _ if number == ends as usize => {}
            [one] => tree.push_str(one),
            all => {
                let _ = write!(tree, "({})", all.join(","));
            }
        }
    }
    tree
}

/// The mark of an end.
const END: char = '#';

impl TreeKind {
    /// The number of payoffs at an end.
    const fn seats(self) -> usize {
        match self {
            TreeKind::Plain | TreeKind::Chance => 1,
            TreeKind::Three => 3,
        }
    }

    /// At least this many distinct numbers.
    fn numbers(self, ends: i32) -> Vec<i32> {
        match self {
            // Means of halves and quarters of these are whole.
            TreeKind::Chance => (-ends / 2..=ends).map(|number| 4 * number).collect(),
            TreeKind::Plain if ends <= 9 => (0..=15).collect(),
            TreeKind::Plain => (-ends..=ends).collect(),
            TreeKind::Three => (0..=ends).collect(),
        }
    }
}

/// The content of a node at this ply, of that many plies.
fn branch(stream: &mut Stream, kind: TreeKind, (ply, plies): (u32, u32), out: &mut String) {
    if kind == TreeKind::Chance && ply == 1 {
        let shares = [("1/2", "1/2"), ("1/4", "3/4"), ("3/4", "1/4")];
        let (one, other) = shares[stream.below(shares.len() as u32) as usize];
        for (sign, share) in [('{', one), (',', other)] {
            let _ = write!(out, "{sign}{share}:");
            moves(stream, kind, (ply, plies), out);
        }
        out.push('}');
        return;
    }
    moves(stream, kind, (ply, plies), out);
}

/// A node where a seat chooses, or an end.
fn moves(stream: &mut Stream, kind: TreeKind, (ply, plies): (u32, u32), out: &mut String) {
    let is_short = ply == 3 && stream.below(4) == 0;
    if ply == plies || is_short {
        out.push(END);
        return;
    }
    for number in 0..2 + stream.below(2) {
        out.push(if number == 0 { '[' } else { ',' });
        branch(stream, kind, (ply + 1, plies), out);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn player(term: &str) -> NamedPlayer {
        registry::player(term).unwrap()
    }

    #[test]
    fn a_seed_draws_the_same_trees_and_another_others() {
        let games = |seed| {
            let drawn =
                Exercise::drawn(&player("alpha-beta"), Difficulty::Medium, seed, 5, &StopSignal::new()).unwrap();
            drawn.into_iter().map(|exercise| exercise.game).collect::<Vec<String>>()
        };
        assert_eq!(games(7), games(7));
        let all: BTreeSet<String> = (0..20).flat_map(games).collect();
        assert_eq!(all.len(), 100);
    }

    /// The answers on the sheet follow the definition, whichever player searched.
    #[test]
    fn every_solution_is_right_and_every_tree_of_its_size() {
        for difficulty in Difficulty::ALL {
            let (plies, most) = difficulty.size();
            for (term, judge) in [
                ("minimax", "minimax"),
                ("alpha-beta", "minimax"),
                ("alpha-beta(pvs=true)", "minimax"),
                ("expectiminimax", "expectiminimax(prune=none)"),
                ("max-n", "max-n(prune=false)"),
            ] {
                for exercise in Exercise::drawn(&player(term), difficulty, 3, 9, &StopSignal::new()).unwrap() {
                    let ends = |knot: &&agon_draw::DiagramNode| knot.form == Outline::End;
                    let leaves: Vec<_> = exercise.blank.knots.iter().filter(ends).collect();
                    assert!(leaves.len() <= most, "{}", exercise.game);
                    assert!(leaves.iter().all(|leaf| !leaf.value.is_empty()), "{}", exercise.game);
                    let deepest = exercise.blank.knots.iter().map(|knot| knot.row).max().unwrap();
                    assert_eq!(plies as usize, deepest, "{}", exercise.game);
                    let site = GivenPosition::of(&exercise.game, None, "").unwrap();
                    let judged = Exercise::of(&site, &player(judge), &StopSignal::new()).unwrap();
                    let told = |exercise: &Exercise| (exercise.chosen.clone(), exercise.worth.clone());
                    assert_eq!(told(&exercise), told(&judged), "{}", exercise.game);
                    for knot in exercise.blank.knots.iter().filter(|knot| !ends(knot)) {
                        assert_eq!((&*knot.value, &knot.notes[..]), ("", &[][..]), "{}", exercise.game);
                    }
                    assert!(exercise.blank.links.iter().all(|link| !link.cut && !link.strong));
                    // The player searched to the ends, and its seats are drawn as in the exercise.
                    let guessed = judged.solved.knots.iter().any(|knot| knot.form == Outline::Guess);
                    assert!(!guessed, "{term}: {}", exercise.game);
                    let forms = |diagram: &Diagram| diagram.knots[0].form;
                    assert_eq!(forms(&exercise.blank), forms(&exercise.solved), "{}", exercise.game);
                }
            }
        }
    }

    #[test]
    fn every_tree_drawn_for_a_pruning_search_has_a_cut() {
        for difficulty in Difficulty::ALL {
            for exercise in Exercise::drawn(&player("alpha-beta"), difficulty, 0, 12, &StopSignal::new()).unwrap() {
                assert!(0.0 < exercise.saved.unwrap().share(), "{}", exercise.game);
            }
        }
    }

    #[test]
    fn games_other_than_trees_and_players_without_a_search_are_refused() {
        let site = |game| GivenPosition::of(game, None, "").unwrap();
        let why = |game, term| Exercise::of(&site(game), &player(term), &StopSignal::new()).unwrap_err().to_string();
        assert!(why("nim", "minimax").contains("only trees"));
        assert!(why("tree([I1:[1,-1],I1:[-1,1]])", "random").contains("only trees"));
        assert!(why("tree", "random").contains("reports nothing"));
        assert!(Exercise::drawn(&player("random"), Difficulty::Easy, 0, 1, &StopSignal::new()).is_err());
    }
}
