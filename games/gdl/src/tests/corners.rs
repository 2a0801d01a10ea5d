//! Corners of the language, each as it occurs in published sheets: the expected results are written by hand, and the
//! slow rules agree.

use agon_core::{Node, Position, Seat, all_moves, notation};
use agon_laws::oracle::Walk;

use super::{
    compare,
    slow::{Sheet as SlowSheet, Slow},
};
use crate::{Gdl, sheet::Settings};

/// The remarks on a sheet.
struct Corner {
    name: &'static str,
    sheet: &'static str,
    /// The moves played, as texts.
    play: &'static str,
    /// The facts that hold then, and the moves of the seat to act, or the goals of all seats.
    facts: &'static str,
    moves: &'static str,
}

const CORNERS: &[Corner] = &[
    Corner {
        name: "terms stand within terms",
        sheet: "(role x) (init (at (place (row 1) (column a))))
            (<= (legal x (go (place ?r (column b)))) (true (at (place ?r (column a)))))
            (<= (next (at ?p)) (does x (go ?p)))
            (<= terminal (true (at (place (row ?n) (column b)))))
            (<= (goal x 100) (true (at (place (row 1) ?c))) (distinct ?c (column a)))",
        play: "go (place (row 1) (column b))",
        facts: "(at (place (row 1) (column b)))",
        moves: "100",
    },
    Corner {
        name: "distinct compares whole terms, and a variable with a term",
        sheet: "(role x) (init (p (f a) (f b))) (init (p (f b) (f b))) (init (p b (f b)))
            (<= (legal x (take ?m)) (true (p ?m ?n)) (distinct ?m ?n))
            (<= (legal x (keep ?k)) (true (p (f ?k) ?n)) (distinct (f ?k) (f a)))
            (<= (next (p ?m ?m)) (does x (take ?m)))
            (<= terminal (true (p ?m ?m)) (not (true (p (f b) (f b)))))
            (goal x 7)",
        play: "take b",
        facts: "(p b b)",
        moves: "7",
    },
    Corner {
        name: "an or stands inside a body, with conditions and nots in it, and ors in it",
        sheet: "(role x) (init (left 3)) (less 3 2) (less 2 1) (less 1 0)
            (<= (legal x ?m) (or (is ?m) (and-then ?m)))
            (is one) (<= (and-then two) (or (true (left 3)) (or (true (left 2)) (not (role x)))))
            (<= (next (left ?k)) (true (left ?n)) (less ?n ?l)
                (or (does x one) (true (left 1))) (or (distinct ?k ?n) (true none)) (less ?n ?k))
            (<= (next (left ?k)) (does x two) (true (left ?n)) (less ?n ?l) (less ?l ?k))
            (<= terminal (or (true (left 0)) (not (or (true (left 1)) (true (left 2)) (true (left 3))))))
            (goal x 1)",
        play: "two",
        facts: "(left 1)",
        moves: "one",
    },
    Corner {
        name: "rules have no body, and atoms no arguments",
        sheet: "(<= (role x)) (<= (init open)) (<= (legal x wait)) (<= ready) (<= (next shut) ready)
            (<= terminal (true shut)) (<= (goal x 3) ready)",
        play: "wait",
        facts: "shut",
        moves: "3",
    },
    Corner {
        name: "a not of what always holds, of what never does, and of what is true",
        sheet: "(role x) (fixed a) (init (q b))
            (<= (legal x never) (not (fixed a)))
            (<= (legal x go) (not (fixed b)) (not (true (q a))))
            (<= (next (q c)) (not (true (q c))))
            (<= terminal (not (true (q b))))
            (<= (goal x 5) (not (true (q a))) (not (never-said)))",
        play: "go",
        facts: "(q c)",
        moves: "5",
    },
    Corner {
        name: "numbers are words, zeros before them count, and a sign is a part of them",
        sheet: "(role 1) (init (0 007)) (next-of 007 -1) (next-of 7 9)
            (<= (legal 1 (+ ?n)) (true (0 ?n)))
            (<= (next (0 ?m)) (does 1 (+ ?n)) (next-of ?n ?m))
            (<= terminal (true (0 -1))) (<= (goal 1 50) (true (0 -1)))",
        play: "+ 007",
        facts: "(0 -1)",
        moves: "50",
    },
    Corner {
        name: "comments hide parentheses, and stand anywhere",
        sheet: "; (role y) ))((
            (role x) ; (init no
            (init ;;; what holds
              yes) (legal x go) ; go
            (<= (next done) ; (not really
                (does x go)) ; )
            (<= terminal (true done)) (goal x 9) ; the end",
        play: "go",
        facts: "done",
        moves: "9",
    },
    Corner {
        name: "keywords are read in any case, other words and variables as they are written",
        sheet: "(ROLE x) (Init (P a)) (INIT (p b))
            (<= (LEGAL ?r (go ?X ?x)) (Role ?r) (TRUE (P ?X)) (True (p ?x)) (Distinct ?X ?x))
            (<= (Next (p ?X)) (DOES ?r (go ?X ?x)))
            (<= TERMINAL (Not (true (P a)))) (<= (Goal x 100) (Or (true (p a)) (true (p B))))
            (<= (goal x 0) (NOT (true (p a))))",
        play: "go a b",
        facts: "(p a)",
        moves: "100",
    },
    Corner {
        name: "a head has variables that only true binds, whole facts among them",
        sheet: "(role x) (init (has (pair a b))) (init (has single))
            (<= (legal x (drop ?what)) (true (has ?what)))
            (<= (next ?fact) (true ?fact) (does x (drop ?what)) (distinct ?fact (has ?what)))
            (<= (next (last ?one)) (true (has (pair ?one ?two))))
            (<= terminal (not (some))) (<= (some) (true (has ?what)))
            (<= (goal x 2) (true (last a))) (<= (goal x 1) (not (true (last a))))",
        play: "drop single",
        facts: "(has (pair a b)) (last a)",
        moves: "drop (pair a b)",
    },
    Corner {
        name: "a goal is a variable, and holds while the play goes on",
        sheet: "(role x) (role y) (init (score x 0)) (init (score y 100)) (up 0 50) (up 50 100)
            (<= (legal ?r add) (role ?r))
            (<= (next (score x ?m)) (true (score x ?n)) (up ?n ?m))
            (<= (next (score y ?m)) (true (score y ?n)) (up ?m ?n))
            (<= terminal (true (score x 100)))
            (<= (goal ?r ?v) (true (score ?r ?v)))",
        play: "add",
        facts: "(score x 50) (score y 50)",
        moves: "add",
    },
    Corner {
        name: "needless parentheses around an atom mean nothing",
        sheet: "(role x) (init (on)) (<= (legal x (press)) (true (on))) (<= (legal x wait) (not (off)))
            (<= (next off) (does x press)) (<= (next (on)) (does x wait))
            (<= (off) (true off)) (<= (terminal) (off)) (<= (goal x 4) (true off)) (<= (goal x 0) (not (off)))",
        play: "press",
        facts: "off",
        moves: "4",
    },
    Corner {
        name: "all move at once, and none has a move that does nothing",
        sheet: "(role x) (role y) (role z) (init (sum))
            (<= (legal ?r (show ?n)) (role ?r) (finger ?n)) (finger 1) (finger 2)
            (<= (next (shown ?r ?n)) (does ?r (show ?n)))
            (<= same (does x ?m) (does y ?m) (does z ?m)) (<= (next even) same)
            (<= terminal (not (true (sum))))
            (<= (goal ?r 90) (role ?r) (true even)) (<= (goal ?r 10) (role ?r) (not (true even)))",
        play: "show 1, show 1, show 1",
        facts: "(shown x 1) (shown y 1) (shown z 1) even",
        moves: "90 90 90",
    },
    Corner {
        name: "a fact that two rules bring is one, and a variable twice in a term is one value",
        sheet: "(role x) (init (edge a a)) (init (edge a b)) (init (edge b a))
            (<= (legal x (loop ?n)) (true (edge ?n ?n)))
            (<= (next (edge ?n ?n)) (does x (loop ?n)))
            (<= (next (edge ?m ?m)) (true (edge ?m ?n)) (true (edge ?n ?m)) (distinct ?m ?n) (distinct ?m b))
            (<= terminal (not (true (edge a b)))) (goal x 6)",
        play: "loop a",
        facts: "(edge a a)",
        moves: "6",
    },
];

fn at_the_end(corner: &Corner, settings: Settings) -> Gdl {
    let start = Gdl::with(&crate::on_one_line(corner.sheet), settings);
    let mut here = start.unwrap_or_else(|error| panic!("{}: {error}", corner.name));
    for text in corner.play.split(", ") {
        let m = here.parse_move(text);
        here.play(m.unwrap_or_else(|| panic!("{}: no move {text} in {here}", corner.name)));
    }
    here
}

#[test]
fn corners_of_the_language_are_as_they_are_specified() {
    for corner in CORNERS {
        for lay_out in [true, false] {
            let settings = Settings { lay_out, plies: 6, ..Settings::default() };
            let here = at_the_end(corner, settings);
            assert_eq!(here.fact_texts().join(" "), corner.facts, "{}", corner.name);
            let told: Vec<String> = match here.node() {
                Node::Terminal => Seat::all(here.facts().seats)
                    .map(|seat| here.goal(seat).map_or("?".to_owned(), |goal| goal.to_string()))
                    .collect(),
                _ => all_moves(&here).iter().map(|&m| notation(&here, m)).collect(),
            };
            assert_eq!(told.join(" "), corner.moves, "{}", corner.name);
        }
    }
}

#[test]
fn corners_of_the_language_agree_with_the_slow_rules() {
    // These tell a goal in another scale, or need words in one case.
    let told_otherwise = |name: &str| name.starts_with("keywords") || name.starts_with("all move");
    for corner in CORNERS.iter().filter(|corner| !told_otherwise(corner.name)) {
        for lay_out in [true, false] {
            let settings = Settings { lay_out, plies: 6, ..Settings::default() };
            let start = Gdl::with(&crate::on_one_line(corner.sheet), settings).unwrap();
            let plies = start.sheet().counts_plies.then_some(6);
            let slow = Slow::start(SlowSheet::new(corner.sheet, plies));
            compare(corner.name, &start, &slow, Walk { depth: 4, plays: 10 });
        }
    }
}

#[test]
fn roles_may_follow_from_rules() {
    let sheet = "(player red 2) (player blue 1) (<= (role ?r) (player ?r ?n)) (init (turn red))
        (<= (legal ?r go) (true (turn ?r))) (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (next (turn blue)) (true (turn red))) (<= (next end) (true (turn blue)))
        (<= terminal (true end)) (<= (goal ?r 50) (role ?r))";
    for lay_out in [true, false] {
        let settings = Settings { lay_out, ..Settings::default() };
        let start = Gdl::with(sheet, settings).unwrap();
        let mut names: Vec<&str> = start.seat_names().collect();
        names.sort_unstable();
        assert_eq!(names, ["blue", "red"]);
    }
}

#[test]
fn several_goals_of_one_role_at_the_end_pay_nothing() {
    let sheet = "(role x) (role y) (init s) (<= (legal ?r go) (role ?r)) (<= (next e) (true s))
        (<= terminal (true e)) (goal x 30) (<= (goal x 70) (true e)) (goal y 30)";
    for lay_out in [true, false] {
        let settings = Settings { lay_out, ..Settings::default() };
        let mut here = Gdl::with(sheet, settings).unwrap();
        assert_eq!((here.goal(Seat(0)), here.goal(Seat(1))), (Some(30), Some(30)));
        here.play(here.nth(0));
        assert_eq!((here.node(), here.goal(Seat(0)), here.goal(Seat(1))), (Node::Terminal, None, Some(30)));
        assert_eq!((here.payoff(Seat(0)), here.payoff(Seat(1))), (0.0, 0.0));
    }
}
