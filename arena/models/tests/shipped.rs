//! Every model is the file that its command makes, as far as a short test can show: it is whole, it names its game and
//! settings, the page names it, and the command still learns the same at its beginning.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{fs, path::Path, sync::Arc};

use agon_arena::{Job, Plan, Score, Spec};
use agon_core::{AnyPosition, Evaluate, GameModel, Node, Position, Seed, ShippedModel, Turn, registry};
use agon_learn::{LearnedModel, Learning, LearningSpec, ModelKind, with_models};
use agon_models::model;
use agon_roster as _;

/// For each game, what its command says besides its number of games, a smaller number of games, and the SHA-256 of the weights
/// that the command has learned by then.
const BEGINNINGS: &[(&str, Command, u64, &str)] = &[
    ("backgammon", NET_40, 64, "60bbd155f772d2b89a7db7187c838553d1d7cb282582636569c4b97ba4b4e70e"),
    ("checkers", CORRECTED, 64, "3cde98f8360be943ba4f0f4fa5daad88f050bf1d0b6e297b94f56c52b4df7afc"),
    ("connect-four", COMPACT, 160, "a7e77b92219c1b97f768c68cfa129c0159a911d6a5524889ce966ac62b109441"),
    ("hex", CORRECTED, 64, "f20a7500accd669cd02c14a71ae348db3c3a29ee9b8c3929d1060e70493e67c6"),
    ("kalah", COMPACT, 160, "1a18405784379cb5a44cc4387345dff26ab954c37b501f56ee52f517c91e22b3"),
    ("othello", COMPACT, 160, "2c7a9c953ec76ab2d65bd4f8fd821968f16079feea5be9e1dc552ab6e84cd7f1"),
];

/// How `agon learn` was asked: the words, and what they mean.
type Command = (&'static str, ModelKind, u8);

const COMPACT: Command = ("--model compact", ModelKind::Compact, 1);
const NET_40: Command = ("--model net --hidden 40", ModelKind::Net { hidden: 40, residual: false }, 1);
const CORRECTED: Command = ("--model net --residual --depth 2", ModelKind::Net { hidden: 32, residual: true }, 2);

/// The page with the command of each.
fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/learning.md")).unwrap()
}

/// The model that the command has learned after `games` games.
fn learned(game: &str, (_, kind, depth): Command, games: u64) -> LearnedModel {
    let mut spec = LearningSpec::new(game, 1, kind);
    spec.depth = depth;
    let mut learning = Learning::new(&spec).unwrap();
    while learning.generation(1, games, &|| false) {}
    learning.model().unwrap().0
}

#[test]
fn each_model_is_the_file_named_on_the_page_for_the_usual_game() {
    let page = page();
    assert!(!ShippedModel::all().is_empty());
    for (game, shipped) in ShippedModel::all() {
        let model = model(game).unwrap();
        assert_eq!(model.id(), shipped.sha256, "{game}");
        assert_eq!((shipped.read)().id(), shipped.sha256, "{game}");
        let named = registry::game(game).unwrap();
        assert_eq!((model.game(), model.seed(), model.read_games()), (&*named.term, 1, 0));
        assert!(model.fits(&named.start).is_ok(), "{game}");
        assert!(model.step().is_some(), "{game}: its weights are small whole numbers");
        let row = format!("| `{game}` | {} |", model.games());
        assert!(page.contains(&row), "the page has no row: {row}");
        let hash = model.weights_hash();
        assert!(page.contains(hash), "{game}: the page has no {hash}");
        let file = format!("assets/{game}.agon.gz");
        let size = fs::metadata(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap().len();
        assert!(size < 2 << 20, "{game}: {size} bytes");
    }
    assert!(model("nim").is_none());
}

#[test]
fn each_command_learns_the_same_at_its_beginning() {
    assert_eq!(BEGINNINGS.len(), ShippedModel::all().len());
    let page = page();
    let mut others = Vec::new();
    for &(game, command, games, expected) in BEGINNINGS {
        let found = learned(game, command, games);
        let shipped = model(game).unwrap();
        assert_eq!(found.patterns(), shipped.patterns(), "{game}");
        assert_eq!((found.net(), found.depth()), (shipped.net(), shipped.depth()), "{game}");
        let (words, ..) = command;
        let row = format!("| `{game}` | {} | `{words}` |", shipped.games());
        assert!(page.contains(&row), "the page has no row: {row}");
        if found.weights_hash() != expected {
            others.push(format!("{game}: {}", found.weights_hash()));
        }
    }
    assert!(others.is_empty(), "learning goes another way, the models have to be made anew: {others:#?}");
}

/// A player with the model beats a random one; and the fingerprint of the tournament depends on that model.
#[test]
fn each_model_beats_a_random_player_and_is_part_of_the_fingerprint() {
    for (game, shipped) in ShippedModel::all() {
        let spec = Spec::default().game(*game).player("strong(nodes=100, heuristic=learned)").player("random");
        let mut tournament = spec.openings(20, 4).seed(3).resolve().unwrap();
        assert_eq!(tournament.sections[0].model.as_deref(), Some(shipped.sha256));
        assert!(tournament.same_models().is_ok());
        let plan = Arc::new(Plan::new(tournament.clone()).unwrap());
        let (score, _, _) = Job::whole(Arc::clone(&plan), 1).run(Score::new(&plan));
        let share = score.sections[0].difference(0, 1).unwrap().score;
        assert!(0.8 < share, "{game}: {share}");
        let identity = tournament.identity();
        let other = "0".repeat(64);
        tournament.sections[0].model = Some(other.clone());
        assert_ne!(tournament.identity(), identity);
        let error = tournament.same_models().unwrap_err().to_string();
        assert!(error.contains(&other) && error.contains(shipped.sha256), "{error}");
    }
    // Nobody asks for it.
    let spec = Spec::default().game("othello").player("greedy").player("random");
    assert_eq!(spec.resolve().unwrap().sections[0].model, None);
}

#[test]
fn players_that_pass_a_heuristic_on_use_the_model() {
    let start = registry::game("othello").unwrap().start;
    let shipped = ShippedModel::of(&start).unwrap();
    let named = format!("strong(heuristic={})", shipped.name().term());
    for (player, is_asked) in [
        ("strong(heuristic=learned)", true),
        ("expectimax(opponent=minimax(depth=2, heuristic=learned))", true),
        ("mcts(estimate=0.5, priors=1, promise=estimates, heuristic=learned)", true),
        ("strong", true),
        ("epsilon(strong(nodes=20), 0.3)", true),
        ("mix(random, strong)", true),
        ("strong(heuristic=usual)", false),
        ("greedy(heuristic=usual)", false),
        // It says which one.
        (&named, false),
    ] {
        let named = registry::player(player).unwrap();
        assert_eq!(named.asks_for_shipped(&start), is_asked, "{player}");
        assert!(named.seat(&start).is_ok(), "{player}");
    }
    assert_eq!(
        term_of("strong(heuristic=learned)", &start).replace(", heuristic=learned", ""),
        term_of("strong(heuristic=usual)", &start)
    );
}

/// The term of the player that `player` chooses for a game.
fn term_of(player: &str, start: &AnyPosition) -> String {
    registry::player(player).unwrap().choice(start).unwrap().term
}

/// The search is the one that `strong` has without a model; the term that it names is all that decides, and no file is
/// read for it.
#[test]
fn strong_is_the_search_by_the_model_which_its_term_names_by_hash() {
    for (game, shipped) in ShippedModel::all() {
        let start = registry::game(game).unwrap().start;
        let choice = registry::player("strong").unwrap().choice(&start).unwrap();
        assert!(choice.why.contains("the model that comes with the game judges"), "{}", choice.why);
        let name = format!("learned(\"{game}.agon\",sha256={})", shipped.sha256);
        assert!(choice.term.ends_with(&format!(", heuristic={name})")), "{}", choice.term);
        let without = term_of("strong(heuristic=usual)", &start);
        assert_eq!(choice.term.replace(&format!(", heuristic={name}"), ""), without);
        assert_eq!(with_models(&choice.term).unwrap(), choice.term);

        let few = |text: &str| text.replace("nodes=100000", "nodes=300");
        let mut here = start.clone();
        for ply in 0..12 {
            let seat = match here.node() {
                Node::Decision(seat) => seat,
                Node::Chance => {
                    here.play(here.draw_move(&mut Seed(ply).stream(1)));
                    continue;
                }
                Node::Terminal => break,
            };
            let choose = |player: &str| {
                let mut stream = Seed(ply).stream(0);
                let mut seated = registry::player(player).unwrap().seat(&start).unwrap();
                seated.choose(&here, &mut Turn::new(seat, &mut stream)).unwrap()
            };
            let chosen = choose("strong(nodes=300)");
            assert_eq!(chosen, choose(&few(&choice.term)), "{game}: {here}");
            let unnamed = few(&choice.term).replace(&name, "learned");
            assert_eq!(chosen, choose(&unnamed), "{game}: {here}");
            here.play(chosen.m);
        }
        let other = choice.term.replace(shipped.sha256, &"0".repeat(64));
        let error = registry::player(&other).unwrap().seat(&start).err().unwrap().to_string();
        assert!(error.contains("with that SHA-256 was not"), "{error}");
    }
}

#[test]
fn strong_beats_itself_without_the_model_at_equal_nodes() {
    for (game, shipped) in ShippedModel::all() {
        // What a net learned two moves ahead pays once they are looked ahead, which takes more positions on a large board.
        let nodes = if model(game).unwrap().depth() == 2 && registry::game(game).unwrap().start.count() > 100 {
            2000
        } else {
            200
        };
        let [with, without] = ["", ", heuristic=usual"].map(|more| format!("strong(nodes={nodes}{more})"));
        let spec = Spec::default().game(*game).player(&with).player(&without);
        let mut tournament = spec.openings(20, 4).seed(7).resolve().unwrap();
        // What the term does not say stands beside it.
        assert_eq!(tournament.sections[0].model.as_deref(), Some(shipped.sha256), "{game}");
        let plan = Arc::new(Plan::new(tournament.clone()).unwrap());
        let (score, _, _) = Job::whole(Arc::clone(&plan), 1).run(Score::new(&plan));
        let share = score.sections[0].difference(0, 1).unwrap().score;
        assert!(0.55 < share, "{game}: {share}");
        tournament.sections[0].model = None;
        let error = tournament.same_models().unwrap_err().to_string();
        assert!(error.contains("came with the game, none; this build has one"), "{error}");
    }
}

/// Other rules on the same board are another game, and so is a game without a model.
#[test]
fn strong_is_as_without_models_at_any_other_game() {
    let mut seen = 0;
    for (name, plugin) in registry::games() {
        for text in plugin.sample_terms().chain([(*name).to_owned()]) {
            let Ok(game) = registry::game(&text) else { continue };
            if ShippedModel::all().contains_key(game.term.as_str()) {
                continue;
            }
            let [strong, usual] = ["strong", "strong(heuristic=usual)"]
                .map(|player| registry::player(player).unwrap().choice(&game.start).unwrap());
            assert_eq!(strong, usual, "{text}");
            assert!(!registry::player("strong").unwrap().asks_for_shipped(&game.start), "{text}");
            seen += 1;
        }
    }
    assert!(60 < seen, "{seen}");
}

/// A game whose board is another, or that has none, is refused with the names of the games that have one.
#[test]
fn games_without_a_model_are_refused_with_the_games_that_have_one() {
    let player = registry::player("greedy(heuristic=learned)").unwrap();
    for (game, why) in [
        ("othello(size=6)", "the model that comes with it is for othello"),
        ("nim", "with the file of a learned model: no model comes with this game, only with"),
    ] {
        let start = registry::game(game).unwrap().start;
        let error = player.seat(&start).err().unwrap().to_string();
        assert!(error.contains(why), "{game}: {error}");
    }
    assert!(ShippedModel::instead(&["othello"]).to_string().contains("othello"));
}
