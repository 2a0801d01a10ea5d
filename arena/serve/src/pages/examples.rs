//! Searches worth looking into: trees of textbooks, and a position of each game.

use std::borrow::Cow;

use agon_core::{NamedGame, Node, Position as _, Seed, notation};
use agon_draw::Drawing;

use crate::{allowed, place::PlaceQuery, pool::Worker, view::plain_svg};

/// A search that shows something.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// The game's term.
    pub(super) game: &'static str,
    /// Where the moves begin, if not where the game does.
    pub(super) position: Option<&'static str>,
    /// The moves played first.
    pub(super) moves: Cow<'static, str>,
    /// The player's term.
    pub(super) player: &'static str,
    /// The message that says what is seen there.
    pub(super) about: &'static str,
}

/// One after these moves of a game.
const fn after(game: &'static str, moves: &'static str, player: &'static str, about: &'static str) -> Example {
    Example { game, position: None, moves: Cow::Borrowed(moves), player, about }
}

/// One at a position.
const fn at(game: &'static str, position: &'static str, player: &'static str, about: &'static str) -> Example {
    Example { game, position: Some(position), moves: Cow::Borrowed(""), player, about }
}

/// Trees of textbooks.
pub(super) const TREES: &[Example] = &[
    after("tree([[3,12,8],[2,4,6],[14,5,2]])", "", "minimax", "gallery-minimax"),
    after("tree([[3,12,8],[2,4,6],[14,5,2]])", "", "alpha-beta", "gallery-alpha-beta"),
    after("tree([{1/2:8, 1/3:24, 1/6:-12}, 5])", "", "expectiminimax", "gallery-chance"),
    after("tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])", "", "max-n", "gallery-max-n"),
    after("tree([4,[5.5,7],[3,9]])", "", "averaging(m=2, n=1)", "gallery-averaging"),
];

/// Positions in which nothing is hidden and chance draws nothing.
pub(super) const POSITIONS: &[Example] = &[
    after("tic-tac-toe", "b2 a1", "alpha-beta(depth=4)", "gallery-tic-tac-toe"),
    after("connect-four", "d d c d", "alpha-beta(depth=4)", "gallery-threat"),
    after("chess", "f2f3 e7e5 g2g4", "alpha-beta(depth=2)", "gallery-mate"),
    after("nim(heaps=1+2)", "", "minimax", "gallery-nim"),
    after("connect-four", "", "mcts(iterations=300)", "gallery-plays"),
    after("kalah", "", "alpha-beta(depth=3)", "gallery-again"),
    after("othello", "", "selective(depth=3)", "gallery-selective"),
    after("checkers", "9-14 22-18", "alpha-beta(depth=2, quiescence=4)", "gallery-captures"),
    after("nine-mens-morris", "d6 a1 f4 g7 f6 b2", "alpha-beta(depth=2)", "gallery-mill"),
    after("hex(size=3)", "b2 b1", "alpha-beta(depth=unlimited)", "gallery-bridge"),
    at("go(size=5, komi=0)", "5/2X2/1XOX1/5/5 X", "alpha-beta(depth=2)", "gallery-breath"),
    after("amoba(size=6)", "c4 a1 c3 b1 c5 f1", "alpha-beta(depth=3)", "gallery-open-three"),
    at("breakthrough(width=4, height=5)", "1O1O/4/1OX1/4/X2X X", "alpha-beta(depth=4)", "gallery-race"),
    after(
        "dots-and-boxes(width=2, height=2)",
        "a1b1 b1c1 a3b3 b3c3 a1a2 c2c3 a2a3",
        "alpha-beta(depth=4)",
        "gallery-boxes",
    ),
    after("chinese-checkers", "", "max-n(depth=2)", "gallery-three"),
];

/// Positions of games in which chance draws.
pub(super) const CHANCE: &[Example] = &[
    after("pig(target=20)", "5 roll 6", "expectiminimax(depth=2)", "gallery-hold"),
    after("einstein", "3", "expectiminimax(depth=2)", "gallery-die"),
    after("backgammon", "", "expectiminimax(depth=1)", "gallery-dice"),
    at("2048", "54../32../21../1... 200", "expectiminimax(depth=1)", "gallery-tile"),
    after("ghosts", "", "expectiminimax(depth=3)", "gallery-ghosts"),
];

/// Positions of games that hide something.
pub(super) const HIDDEN: &[Example] = &[
    after("kuhn", "2 3 p b", "equilibrium", "gallery-bluff"),
    after("rps", "", "equilibrium", "gallery-hands"),
    after("leduc", "Q K r", "ismcts(iterations=200)", "gallery-card"),
    after("liars-dice", "2 5 1-4", "ismcts(iterations=200)", "gallery-liar"),
    after(
        "battleship(width=3, height=2, ships=2, shots=4)",
        "a1-b1 b2-c2 a1 c1",
        "ismcts(iterations=200)",
        "gallery-ships",
    ),
    after("phantom-tic-tac-toe", "b2 b2 a1 a3", "ismcts(iterations=200)", "gallery-dark"),
    after("whist(seats=2, ranks=3, cards=3)", "Qc Kd Ah Ac Qs Kh", "pimc", "gallery-trick"),
    after("tiny-bridge", "JhQh KsAs 1h", "ismcts(iterations=200)", "gallery-partners"),
    after("goofspiel(cards=3)", "2", "equilibrium", "gallery-bid"),
];

/// Those that show what others in the gallery do: they stand on the pages of their games alone.
const OTHERS: &[Example] = &[
    after("gdl", "mark 2 2, mark 1 1", "alpha-beta(depth=4)", "gallery-outside"),
    after("module", "b2 a1", "alpha-beta(depth=4)", "gallery-outside"),
    after("disguise", "kyra wuge", "alpha-beta(depth=3)", "gallery-disguise"),
    after("grundy", "", "minimax(depth=unlimited)", "gallery-nim"),
    after("dark-hex", "b2", "ismcts(iterations=200)", "gallery-dark"),
    after("pennies", "", "equilibrium", "gallery-hands"),
    after("blotto(coins=4, fields=3)", "", "equilibrium", "gallery-bid"),
    after("oshi-zumo(coins=4, size=1)", "2 1", "equilibrium", "gallery-bid"),
];

/// Who searches a game that none was chosen for: the first who can play it. They look at little enough to be looked at.
const SUITED: [&str; 4] =
    ["alpha-beta(depth=2)", "expectiminimax(depth=1)", "max-n(depth=1)", "ismcts(iterations=200)"];

impl Example {
    /// The name of the game.
    pub(super) fn name(&self) -> &'static str {
        self.game.split('(').next().unwrap_or(self.game)
    }

    /// The one of a game. If none was chosen for it, somebody searches it where a seat first acts; nothing where nobody
    /// can.
    pub(super) fn of_game(worker: &Worker, name: &'static str) -> Option<Example> {
        let mut chosen = [POSITIONS, CHANCE, HIDDEN, OTHERS, TREES].into_iter().flatten();
        let chosen = chosen.find(|example| example.name() == name);
        chosen.cloned().or_else(|| Example::of_beginning(worker, name))
    }

    /// A search where a seat first acts.
    fn of_beginning(worker: &Worker, name: &'static str) -> Option<Example> {
        let game = allowed::game(worker, name).ok()?;
        let mut players = SUITED.into_iter();
        let player = players.find(|term| allowed::player(worker, term, &game, 1).is_ok())?;
        let moves = Cow::Owned(drawn_first(&game));
        Some(Example { game: name, position: None, moves, player, about: "gallery-any" })
    }

    /// Where the search begins.
    fn place(&self) -> PlaceQuery {
        PlaceQuery {
            game: self.game.to_owned(),
            position: self.position.map(str::to_owned),
            moves: Some(self.moves.clone().into_owned()),
        }
    }

    /// The position where the search begins, drawn; nothing where it cannot be.
    pub(super) fn drawn(&self, worker: &Worker) -> Option<String> {
        let site = self.place().find(worker).ok()?;
        Some(plain_svg(&Drawing::of(&site.here.picture()).svg_decorative()))
    }
}

/// Those whose games are here, with their boards: an arena of somebody's own has fewer games.
pub(super) fn drawn_here<'a>(worker: &Worker, all: &'a [Example]) -> Vec<(&'a Example, String)> {
    all.iter().filter_map(|one| Some((one, one.drawn(worker)?))).collect()
}

/// What chance draws before a seat acts, the same each time.
fn drawn_first(game: &NamedGame) -> String {
    /// More than this no game deals.
    const MOST: usize = 200;
    let (mut here, mut stream) = (game.start.clone(), Seed(0).stream(0));
    let mut drawn = Vec::new();
    while here.node() == Node::Chance && drawn.len() < MOST {
        let m = here.draw_move(&mut stream);
        drawn.push(notation(&here, m));
        here.play(m);
    }
    drawn.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::registry;
    use agon_roster as _;
    use serde_json::Value;

    use super::{CHANCE, Example, HIDDEN, OTHERS, POSITIONS, SUITED, TREES, Worker, after, drawn_here};
    use crate::{
        allowed,
        trees::{KeptTree, tests::grown_at},
        words::Language,
    };

    /// More than this nobody looks through.
    const MOST: usize = 2_000;

    fn is_worth_opening(example: &Example) {
        let tree = grown_at(&example.place(), example.player);
        let nodes = tree.search().visits.len();
        assert!((2..=MOST).contains(&nodes), "{}: {nodes} nodes", example.game);
        let drawn = example.drawn(&Worker::of_test());
        assert!(drawn.is_some_and(|drawn| drawn.contains("<svg")), "{}", example.game);
    }

    #[test]
    fn every_game_has_a_search_that_can_be_opened_and_looked_at() {
        let worker = &Worker::of_test();
        for plugin in allowed::games() {
            let example = Example::of_game(worker, plugin.name);
            let example = example.unwrap_or_else(|| panic!("{} has none", plugin.name));
            assert_eq!(example.name(), plugin.name);
            // Each game of these sources has one that somebody chose.
            assert_ne!(example.about, "gallery-any", "{}", plugin.name);
            is_worth_opening(&example);
        }
    }

    /// A position on a stage, as the script puts it there.
    struct StagedNode {
        row: usize,
        above: Option<i64>,
        x: i64,
        /// From where to where it reaches, and the letters on the line to it.
        across: [i64; 2],
        label: [i64; 2],
    }

    /// A search as its page is told of it: the tree in short, and all positions.
    fn told(tree: &KeptTree) -> (Value, Vec<Value>) {
        let view = serde_json::to_value(tree.view(Language::English)).unwrap();
        let mut nodes = vec![Value::Null; tree.search().visits.len()];
        nodes[0] = view["root"].clone();
        for (index, visit) in tree.search().visits.iter().enumerate() {
            for from in (0..visit.children.len()).step_by(200) {
                let below = tree.children(index, from, Language::English).unwrap();
                let below = serde_json::to_value(below).unwrap();
                for (node, &child) in below["nodes"].as_array().unwrap().iter().zip(&visit.children[from..]) {
                    nodes[child] = node.clone();
                }
            }
        }
        (view, nodes)
    }

    /// What is seen of a search on a stage of this width, on which so many positions stand side by side where not all are
    /// shown, and these are open.
    fn seen(
        tree: &KeptTree,
        (view, nodes): &(Value, Vec<Value>),
        (width, most): (usize, usize),
        (now, way): (usize, &[usize]),
    ) -> Vec<StagedNode> {
        let is_whole = view["stages"][width]["is_whole"].as_bool().unwrap();
        let mut all = Vec::new();
        let mut rest = vec![(0, None, 0, 0)];
        while let Some((index, above, row, x)) = rest.pop() {
            let stage = &nodes[index]["stage"];
            let number = |value: &Value| value.as_i64().unwrap();
            let [_, left, right] = [0, 1, 2].map(|at| number(&stage["places"][width][at]));
            let letters = |text: &Value| text.as_str().map_or(0, |text| text.chars().count() as i64);
            let along = above.map_or(x, |above: i64| above + (x - above) * 72 / 100);
            let half = letters(&stage["label"]) * 81 / 20;
            // What is drawn and written of it is within its reach.
            let form = number(&stage["beside"]) - 6;
            let worth = letters(&nodes[index]["worth"]) * 48 / 5;
            let value = if stage["inside"].is_null() { form + 6 + worth } else { form };
            assert!(form <= left + 1 && value <= right + 1, "{}", nodes[index]);
            let across = [x - left, x + right];
            all.push(StagedNode { row, above, x, across, label: [along - half, along + half] });
            if !is_whole && !way.contains(&index) {
                continue;
            }
            let siblings = &tree.search().visits[index].children;
            let is_there = |child: usize| nodes[child]["entered_at"].as_u64() <= Some(now as u64);
            let children: Vec<usize> = siblings.iter().copied().filter(|&child| is_whole || is_there(child)).collect();
            let at = children.iter().position(|child| way.contains(child)).unwrap_or(0);
            let count = if is_whole { children.len() } else { most };
            let from = at.saturating_sub(count / 2).min(children.len().saturating_sub(count));
            let shown = &children[from..children.len().min(from + count)];
            let place = |child: usize| number(&nodes[child]["stage"]["places"][width][0]);
            // Of a large tree they take the first places of their row.
            let own = if is_whole { shown } else { &siblings[..shown.len()] };
            let mut places: Vec<i64> = own.iter().map(|&child| place(child)).collect();
            let last = places.last().copied().unwrap_or(0);
            let crossed = stage["crossed"].as_array().map_or(&[][..], Vec::as_slice);
            places.extend((0..crossed.len()).map(|at| last + number(&stage["behind"][width][at])));
            let [Some(&first), Some(&last)] = [places.first(), places.last()] else { continue };
            let middle = i64::midpoint(first, last);
            assert!(places.is_sorted() && first <= middle && middle <= last, "order: {places:?}");
            for (place, label) in places[shown.len()..].iter().zip(crossed) {
                let (own, half) = (x + place - middle, letters(label) * 81 / 20);
                let along = x + (own - x) * 72 / 100;
                let across = [own - 5, own + 5];
                let label = [along - half, along + half];
                all.push(StagedNode { row: row + 1, above: Some(x), x: own, across, label });
            }
            let below = shown.iter().zip(&places).rev();
            rest.extend(below.map(|(&child, place)| (child, Some(x), row + 1, x + place - middle)));
        }
        all
    }

    /// The searches of all cards, on stages of three widths, at ten of their moments.
    #[test]
    fn on_a_stage_nothing_covers_anything_else_and_what_is_below_stands_below_in_its_order() {
        for example in [TREES, POSITIONS, CHANCE, HIDDEN, OTHERS].into_iter().flatten() {
            let tree = grown_at(&example.place(), example.player);
            let told = told(&tree);
            for width in [(0, 12), (0, 8), (1, 4)] {
                let stage = &told.0["stages"][width.0];
                let [drop, foot] = ["drop", "foot"].map(|name| stage[name].as_i64().unwrap());
                assert!(40 < drop - foot - 17, "no room for letters between two levels");
                for now in (0..tree.moments()).step_by(tree.moments().div_ceil(10).max(1)) {
                    let moment = tree.moment(now, &[], Language::English).unwrap();
                    let mut seen = seen(&tree, &told, width, (now, &moment.path));
                    seen.sort_by_key(|one| (one.row, one.x));
                    for two in seen.windows(2).filter(|two| two[0].row == two[1].row) {
                        let what = format!("{} by {}", example.game, example.player);
                        assert!(two[0].across[1] <= two[1].across[0] + 2, "{what}: {width:?}");
                        assert!(two[0].label[1] <= two[1].label[0] + 2, "{what}: labels");
                        assert!(two[0].above <= two[1].above, "{what}: lines cross");
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_that_is_not_here_has_no_card() {
        let all = [after("elsewhere", "", "alpha-beta", "gallery-any"), after("nim", "", "minimax", "gallery-nim")];
        let here = drawn_here(&Worker::of_test(), &all);
        assert_eq!(here.iter().map(|(example, _)| example.game).collect::<Vec<_>>(), ["nim"]);
    }

    /// Games that others add have a card too, whatever they are.
    #[test]
    fn a_game_of_which_nothing_is_known_is_searched_by_somebody_who_can_play_it() {
        let worker = &Worker::of_test();
        let mut players = BTreeSet::new();
        for name in ["nim", "tic-tac-toe", "pig", "2048", "chinese-checkers", "kuhn", "whist"] {
            let example = Example::of_beginning(worker, registry::find_game(name).unwrap().name);
            let example = example.unwrap();
            players.insert(example.player);
            is_worth_opening(&example);
        }
        assert_eq!(players.len(), SUITED.len(), "{players:?}");
    }

    #[test]
    fn every_card_has_words_and_none_is_there_twice() {
        let all = [TREES, POSITIONS, CHANCE, HIDDEN, OTHERS].into_iter().flatten();
        let mut seen = BTreeSet::new();
        for Example { game, position, moves, player, about } in all {
            assert!(seen.insert((game, position, moves, player)), "{game}");
            assert_ne!(&Language::English.say(about), about);
        }
    }
}
