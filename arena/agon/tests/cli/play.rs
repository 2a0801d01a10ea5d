//! `agon play`.

use serde_json::{Value, json};

use crate::command::{agon, agon_told};

fn shlex_words(line: &str) -> Vec<String> {
    shlex::split(line).expect("a line that a shell reads")
}

const DICE: &str = "tree({1/2:[8,1], 1/2:[-12,-13]})";

#[test]
fn a_game_is_played_to_its_result() {
    let answer = agon_told(&["play", "nim(heaps=2)", "--against", "random"], "a2\n");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("The game is over. You win.\nseat 1: 1, seat 2: -1\n"), "{}", answer.out);
    assert!(answer.out.ends_with("agon show 'nim(heaps=2)' --moves a2\n"), "{}", answer.out);
}

#[test]
fn the_other_player_moves_when_it_is_its_turn() {
    let arguments = ["play", "nim(heaps=1+1)", "--against", "minimax", "--seat", "2"];
    let answer = agon_told(&arguments, "b1\n");
    assert!(answer.out.contains("seat 1, minimax: a1\n"), "{}", answer.out);
    assert!(answer.out.contains("You win.\nseat 1: -1, seat 2: 1"), "{}", answer.out);
    let lost = agon_told(&["play", "nim(heaps=1)", "--against", "random", "--seat", "2"], "");
    assert!(lost.out.contains("You lose: seat 1, random wins."), "{}", lost.out);
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    let answer = agon_told(&["play", "nim", "--against", "random", "--seed", "0"], "a1");
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("The game is not over. No result. To go on:\n"), "{}", answer.out);
    // The message then is a command that resumes the game.
    let go_on = shlex_words(answer.out.lines().last().unwrap());
    assert_eq!(go_on[..3], ["agon", "play", "nim"]);
    let words: Vec<&str> = go_on[1..].iter().map(String::as_str).collect();
    let again = agon_told(&words, "undo\nundo\nquit\n");
    assert!(again.out.contains("there is no earlier choice of yours"), "{}", again.out);
    assert!(again.out.contains("--moves '' --seat 1 --against random --seed 0"), "{}", again.out);
}

#[test]
fn a_wrong_move_gets_the_nearest_suggested_and_is_asked_again() {
    let answer = agon_told(&["play", "nim(heaps=2)", "--against", "random"], "a3\nhelpp\na2\n");
    assert!(answer.out.contains("`a3` is neither a move here nor a command; did you mean `a1`?"));
    assert!(answer.out.contains("`helpp` is neither a move here nor a command; did you mean `help`?"));
    assert!(answer.out.contains("The game is over. You win."), "{}", answer.out);
}

#[test]
fn a_line_that_is_no_text_is_refused_and_asked_for_again() {
    let input = b"b2\nm\xfcller\nquit\n";
    let answer = agon_told(&["play", "tic-tac-toe", "--against", "random", "--seed", "3"], input);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("> that line is not UTF-8; type it again\n"), "{}", answer.out);
    assert!(answer.out.contains("To go on:\n") && answer.out.contains("--moves 'b2 "));
    // So it is where others are watched.
    let arguments = ["watch", "nim(heaps=2)", "-p", "human", "-p", "random"];
    let answer = agon_told(&arguments, b"\xfc\na2\n");
    assert!(answer.out.contains("> that line is not UTF-8; type it again\n"), "{}", answer.out);
    assert_eq!(answer.code, 0, "{}", answer.err);
}

#[test]
fn moves_help_and_hints_are_printed() {
    let arguments = ["play", "nim(heaps=1+2)", "--against", "minimax(depth=9)"];
    let answer = agon_told(&arguments, "moves\nhelp\nhint\nanalyse\nquit\n");
    assert!(answer.out.contains("  move   b1\n  value  1\n"), "{}", answer.out);
    assert!(answer.out.contains("a1 b1 b2\n"), "{}", answer.out);
    assert!(answer.out.contains("save FILE"), "{}", answer.out);
    // Taking one from b leaves two equal heaps.
    assert!(answer.out.contains("seat 1> b1 (1)"), "{}", answer.out);
}

#[test]
fn undo_goes_back_to_the_last_choice() {
    let arguments = ["play", "nim(heaps=9)", "--against", "random", "--seed", "1"];
    let once = agon_told(&arguments, "a1\n").out;
    let twice = agon_told(&arguments, "undo\na1\nundo\na1\n").out;
    assert!(twice.contains("there is no earlier choice of yours"), "{twice}");
    // The same ply, the same dice: the game goes on as it did the first time.
    assert_eq!(once.lines().last(), twice.lines().last());
}

#[test]
fn two_people_can_play_at_one_terminal() {
    let answer = agon_told(&["play", "nim(heaps=2)", "--against", "human"], "a1\nundo\na1\na1\n");
    assert!(answer.out.contains("seat 2> "), "{}", answer.out);
    assert!(answer.out.contains("seat 1: -1, seat 2: 1"), "{}", answer.out);
    let hint = agon_told(&["play", "nim", "--against", "human"], "hint\n");
    // Who else, but the strongest there is.
    assert!(hint.out.contains("seat 1> a"), "{}", hint.out);
    let arguments = ["play", "nim", "--against", "human", "--hints", "random"];
    assert!(agon_told(&arguments, "analyse\n").out.contains("  move   "));
}

#[test]
fn chance_draws_from_the_seed() {
    let drawn = |seed: u32| {
        let seed = seed.to_string();
        let answer = agon_told(&["play", DICE, "--against", "random", "--seed", &seed], "1\n");
        answer.out.lines().find(|line| line.starts_with("chance: ")).unwrap().to_owned()
    };
    assert!(drawn(1).starts_with("chance: "), "{}", drawn(1));
    assert_eq!(drawn(1), drawn(1));
    assert!((0..16).any(|seed| drawn(seed) != drawn(1)));
}

#[test]
fn a_table_of_three_is_filled_with_the_other_player() {
    let tree = "tree([[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]])";
    let answer = agon_told(&["play", tree, "--against", "random", "--seat", "2"], "1\n");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("\nseat 1, random: "), "{}", answer.out);
    assert!(answer.out.contains("seat 3, random: "), "{}", answer.out);
    assert!(answer.out.contains("The game is over. "), "{}", answer.out);
}

#[test]
fn a_game_is_saved_as_a_line_of_json_that_grows_with_the_file() {
    let file = std::env::temp_dir().join(format!("agon-save-{}.jsonl", std::process::id()));
    let path = file.to_str().unwrap();
    let arguments = ["play", "nim(heaps=3)", "--against", "random", "--seed", "4", "--position", "2 1"];
    let input = format!("save {path}\nsave {path}\nsave\nsave /nowhere/at/all\n");
    let answer = agon_told(&arguments, &input);
    let saved = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(saved.lines().count(), 2);
    let record: Value = serde_json::from_str(saved.lines().next().unwrap()).unwrap();
    let expected = json!({
        "schema": "agon.play/1", "game": "nim(heaps=3)", "position": "2 1", "seed": 4, "seats": ["human", "random"],
        "moves": "", "payoffs": [], "ended": "unfinished",
    });
    assert_eq!(record, expected);
    assert!(answer.out.contains("save needs the name of a file"), "{}", answer.out);
    assert!(answer.out.contains("cannot be written"), "{}", answer.out);
}

#[test]
fn a_player_for_another_game_is_refused_before_the_first_move() {
    let answer = agon(&["play", DICE, "--against", "minimax"]);
    assert_eq!(answer.code, 2);
    assert_eq!(answer.out, "");
    assert!(answer.err.contains("minimax cannot play this game"), "{}", answer.err);
}

/// A file that is gone when the test is.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("agon-play-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path of letters")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_saved_game_is_read_by_every_command_that_takes_a_game() {
    let file = Scratch::new("all.json");
    let input = format!("a1\nsave {}\na1\nsave {}\n", file.path(), file.path());
    let arguments = ["play", "nim(heaps=8+9+9)", "--against", "random", "--seed", "3"];
    let before = agon_told(&arguments, &input).out;
    let lines = std::fs::read_to_string(file.path()).unwrap();
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 2);
    for (which, game) in [(format!("{}#1", file.path()), &games[0]), (file.path().to_owned(), &games[1])] {
        let shown: Value = serde_json::from_str(&agon(&["show", &which, "--json"]).out).unwrap();
        let moves = game["moves"].as_str().unwrap();
        let direct = agon(&["show", "nim(heaps=8+9+9)", "--moves", moves, "--json"]).out;
        assert_eq!(shown, serde_json::from_str::<Value>(&direct).unwrap());
        let analysed = agon(&["analyse", &which, "-p", "minimax(depth=2)", "--json"]);
        assert_eq!(analysed.code, 0, "{}", analysed.err);
        let watched = agon(&["watch", &which, "--delay", "0"]);
        assert!(watched.out.contains("1. seat 1, human: a1\n"), "{}", watched.out);
        assert!(watched.out.ends_with("unfinished\n"), "{}", watched.out);
    }
    // The resumed game has the same player and the same dice.
    let last_move = |out: &str| {
        let mut moves = out.lines().filter_map(|line| line.split_once("seat 2, random: "));
        moves.next_back().map(|(_, m)| m.to_owned())
    };
    let go_on = agon_told(&["play", file.path()], "a1\n").out;
    let at_once = agon_told(&arguments, "a1\na1\na1\n").out;
    assert_eq!(last_move(&go_on), last_move(&at_once));
    assert_ne!(last_move(&before), None);
}

#[test]
fn a_file_that_holds_no_such_game_is_refused() {
    let (file, other) = (Scratch::new("one.json"), Scratch::new("other.txt"));
    agon_told(&["play", "nim", "--against", "random"], &format!("save {}\n", file.path()));
    std::fs::write(other.path(), "my notes\n").unwrap();
    let held = agon_told(&["play", "nim", "--against", "random"], &format!("save {}\n", other.path()));
    assert!(held.out.contains("is no file of saved games"), "{}", held.out);
    assert_eq!(std::fs::read_to_string(other.path()).unwrap(), "my notes\n");
    let cases = [
        (format!("{}#2", file.path()), "has the games 1 to 1"),
        (format!("{}#0", file.path()), "has the games 1 to 1"),
        (other.path().to_owned(), "neither a journal nor a file of saved games"),
        ("nowhere.json".to_owned(), "there is no file `nowhere.json`"),
        ("nimm".to_owned(), "did you mean `nim`"),
    ];
    for (text, message) in cases {
        let answer = agon(&["show", &text]);
        let code = if message.contains("there is no file") { 1 } else { 2 };
        assert_eq!(answer.code, code, "{}", answer.out);
        assert!(answer.err.contains(message), "{}", answer.err);
    }
    let answer = agon(&["show", file.path(), "--position", "1 1"]);
    assert!(answer.err.contains("begins where it began"), "{}", answer.err);
}

#[test]
fn a_game_ends_by_resignation_or_by_an_accepted_draw_only() {
    let file = Scratch::new("ends.json");
    let resigned = agon_told(&["play", "nim", "--against", "random"], "resign\n");
    assert!(resigned.out.contains("seat 1: resigned. You lose: seat 2, random wins."), "{}", resigned.out);
    let refused = agon_told(&["play", "nim", "--against", "random"], "draw\n");
    assert!(refused.out.contains("seat 2 plays on"), "{}", refused.out);
    let arguments = ["play", "tic-tac-toe", "--against", "human"];
    let agreed = agon_told(&arguments, "draw\nno\ndraw\nyes\n");
    assert!(agreed.out.contains("seat 2 plays on"), "{}", agreed.out);
    assert!(agreed.out.contains("A draw was agreed. It is a draw.\nseat 1: 0, seat 2: 0"), "{}", agreed.out);
    // A player of tic-tac-toe sees in time that there is no more to be had.
    let minimax = ["play", "tic-tac-toe", "--against", "minimax(depth=9)"];
    let agreed = agon_told(&minimax, "draw\nb2\nb1\nc3\na2\ndraw\n");
    assert!(agreed.out.contains("seat 2 plays on"), "{}", agreed.out);
    assert!(agreed.out.contains("draw was agreed") || agreed.out.contains("is over"), "{}", agreed.out);
    drop(file);
}

#[test]
fn a_place_that_is_taken_is_called_so_and_letters_may_be_large() {
    let typed = "B2\nb2\n";
    let answer = agon_told(&["play", "tic-tac-toe", "--against", "human"], typed);
    assert!(answer.out.contains("`b2` is taken: X"), "{}", answer.out);
    let typed = "a2a3\nb2\na2\ne4\n";
    let answer = agon_told(&["play", "breakthrough", "--against", "human"], typed);
    assert!(answer.out.contains("no move starts at `b2`, white man"), "{}", answer.out);
    assert!(answer.out.contains("nothing can be played at `a2` now"), "{}", answer.out);
}

#[test]
fn what_a_player_thought_of_moves_that_stand_decides_on_a_draw() {
    let arguments = ["play", "tic-tac-toe", "--against", "perfect", "--seat", "1", "--seed", "1"];
    for moves in ["b2\nc1\na2\n", "b2\nc1\na2\nundo\na2\n"] {
        let agreed = agon_told(&arguments, &format!("{moves}draw\nquit\n"));
        assert!(agreed.out.contains("A draw was agreed"), "{moves}: {}", agreed.out);
        let taken_back = agon_told(&arguments, &format!("{moves}undo\ndraw\nquit\n"));
        assert!(taken_back.out.contains("seat 2 plays on"), "{moves}: {}", taken_back.out);
    }
}

#[test]
fn the_clock_of_the_seat_to_move_runs_out() {
    let answer = agon_told(&["play", "nim", "--against", "random", "--clock", "5+3"], "a1\n");
    assert!(answer.out.contains("\n5:00 seat 1> "), "{}", answer.out);
    // Nobody loses time before a second move.
    let short = ["play", "nim", "--against", "human", "--clock", "0.000000001"];
    let answer = agon_told(&short, "a1\na1\n");
    assert!(answer.out.contains("The game is not over"), "{}", answer.out);
    let answer = agon_told(&short, "a1\na1\nundo\na1\na1\n");
    assert!(answer.out.contains("seat 1: time is up"), "{}", answer.out);
    // Whatever they do then: nobody gives up, or is asked about a draw.
    for typed in ["resign", "draw\nyes", "help"] {
        let answer = agon_told(&short, &format!("a1\na1\n{typed}\n"));
        assert!(answer.out.contains("seat 1: time is up"), "{}", answer.out);
        assert!(!answer.out.contains("is it a draw?"), "{}", answer.out);
    }
    assert_eq!(agon(&["play", "nim", "--against", "random", "--clock", "x"]).code, 2);
}

#[test]
fn players_are_watched_and_their_game_is_that_of_the_seed() {
    let arguments = ["watch", "nim", "-p", "random", "-p", "minimax(depth=2)", "--delay", "0", "--seed", "5"];
    let answer = agon(&arguments);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("seat 2, minimax(depth=2): ") && answer.out.contains("depth 2"), "{}", answer.out);
    assert!(answer.out.contains(" wins.\n"), "{}", answer.out);
    assert_eq!(answer.out, agon(&arguments).out);
    let three = agon(&["watch", "nim", "-p", "random", "-p", "random", "-p", "random"]);
    assert!(three.err.contains("name 2 (-p A -p B …), or one for every seat"), "{}", three.err);
}

#[test]
fn every_game_of_a_journal_can_be_shown_and_watched() {
    let journal = Scratch::new("league.journal");
    let run = ["run", "-g", "tic-tac-toe", "-p", "random", "-p", "minimax(depth=1)", "--openings", "2"];
    assert_eq!(agon(&[&run[..], &["--journal", journal.path()]].concat()).code, 0);
    for number in 0..4 {
        let game = format!("{}#{number}", journal.path());
        let shown: Value = serde_json::from_str(&agon(&["show", &game, "--json"]).out).unwrap();
        assert_eq!(shown["node"], "terminal");
        let watched = agon(&["watch", &game, "--delay", "0"]);
        assert!(watched.out.contains("over: "), "{}", watched.out);
    }
    let missing = agon(&["show", &format!("{}#4", journal.path())]);
    assert!(missing.err.contains("games up to 3, and none of number 4"), "{}", missing.err);
    let which = agon(&["show", journal.path()]);
    assert!(which.err.contains("say which, as in FILE#0"), "{}", which.err);
}

#[test]
fn the_first_thing_that_everybody_types_is_a_game() {
    let answer = agon_told(&["play", "tic-tac-toe"], "b2\nquit\n");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("playing against medium; --level easy, hard or"), "{}", answer.out);
    assert!(answer.out.contains("seat 2, medium: "), "{}", answer.out);
    assert!(answer.out.contains("--seat 1 --level medium --seed "), "{}", answer.out);
    let watched = agon(&["watch", "tic-tac-toe", "--delay", "0"]);
    assert_eq!(watched.code, 0, "{}", watched.err);
    assert!(watched.err.contains("players of level medium play"), "{}", watched.err);
    assert!(watched.out.contains("seat 1, medium: "), "{}", watched.out);
    for (game, seats) in [("2048", 1), ("pig", 2)] {
        let answer = agon_told(&["play", game], "quit\n");
        assert_eq!(answer.code, 0, "{game}: {}", answer.err);
        assert_eq!(answer.out.contains("playing against medium"), 1 < seats, "{}", answer.out);
    }
}

#[test]
fn every_game_has_dice_of_its_own_which_are_told() {
    let seed = |out: &str| {
        let line = out.lines().find_map(|line| line.strip_prefix("seed ")).expect("it is told");
        line.split(';').next().unwrap().to_owned()
    };
    let play = |more: &[&str]| agon_told(&[&["play", "backgammon"], more].concat(), "quit\n").out;
    let (one, other) = (play(&[]), play(&[]));
    assert_ne!(seed(&one), seed(&other));
    // The command that goes on has them, and they give the same game.
    assert!(one.contains(&format!("--seed {}\n", seed(&one))), "{one}");
    assert_eq!(play(&["--seed", &seed(&one)]), one);
    let watch = |more: &[&str]| {
        let arguments = [&["watch", "pig(target=5)", "-p", "random", "--delay", "0"], more].concat();
        agon(&arguments)
    };
    let told = watch(&[]);
    let drawn = told.err.lines().find_map(|line| line.strip_prefix("agon: seed ")).unwrap();
    assert_eq!(watch(&["--seed", drawn]).out, told.out);
}

#[test]
fn commands_are_understood_as_people_type_them() {
    let said = "HELP\nMoves\nh\nANALYZE\nrules\nUndo\n5\nQuit\n";
    let answer = agon_told(&["play", "connect-four", "--against", "random"], said);
    assert!(!answer.out.contains("neither a move here"), "{}", answer.out);
    assert_eq!(answer.out.matches("A move in the game's notation, or:").count(), 2);
    assert!(answer.out.contains("a b c d e f g\n"), "{}", answer.out);
    assert!(answer.out.contains("  move   "), "{}", answer.out);
    assert!(answer.out.contains("connect-four: "), "{}", answer.out);
    assert!(answer.out.contains("not numbers: type e"), "{}", answer.out);
    assert!(answer.out.contains("To go on:"), "{}", answer.out);
    // A letter that is a move is one, and nothing is guessed from a letter.
    let wide = agon_told(&["play", "connect-four(width=15)", "--against", "human"], "h\nq\nq\nx\n");
    assert!(wide.out.contains(" --moves h "), "{}", wide.out);
    assert!(!wide.out.contains("did you mean"), "{}", wide.out);
    let place = agon_told(&["play", "connect-four", "--against", "random"], "d1\n");
    assert!(place.out.contains("`d1`: the move there is `d`"), "{}", place.out);
}

#[test]
fn another_game_begins_where_it_is_asked_for() {
    let arguments = ["play", "nim", "--against", "random", "--seed", "7"];
    let answer = agon_told(&arguments, "a1\nnew\nundo\nquit\n");
    assert!(answer.out.contains("\nseed 8; "), "{}", answer.out);
    assert!(answer.out.contains("there is no earlier choice of yours"), "{}", answer.out);
    assert!(answer.out.contains("--moves '' --seat 1 --against random --seed 8"), "{}", answer.out);
}

#[test]
fn a_game_goes_on_with_its_clock_and_its_level() {
    let file = Scratch::new("clock.json");
    let arguments = ["play", "nim", "--level", "hard", "--clock", "5+3", "--seed", "3"];
    let input = format!("a1\nsave {}\nquit\n", file.path());
    let left = agon_told(&arguments, &input);
    let way = left.out.lines().last().unwrap();
    assert!(way.contains("--level hard --clock 5:0"), "{way}");
    let words = shlex_words(way);
    let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    // The file has the times of the moment when it was saved.
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(file.path()).unwrap()).unwrap();
    let kept = saved["clock"].as_str().unwrap();
    assert!(kept.ends_with("/5:00+3"), "{kept}");
    for (words, clock) in [(words, "5:00/5:00+3"), (vec!["play", file.path()], kept)] {
        let again = agon_told(&words, "quit\n");
        assert_eq!(again.code, 0, "{}", again.err);
        assert!(again.out.contains("seat 2: hard\n"), "{}", again.out);
        assert!(again.out.contains(" seat 1> "), "{}", again.out);
        let goes_on = format!("--level hard --clock {clock} ");
        assert!(again.out.contains(&goes_on), "{}", again.out);
    }
}

#[test]
fn one_seat_games_have_hints_too() {
    let answer = agon_told(&["play", "2048", "--seed", "1"], "hint\nquit\n");
    assert!(!answer.out.contains("nobody can be asked"), "{}", answer.out);
    assert!(answer.out.contains("seat 1> "), "{}", answer.out);
    let words = ["up", "down", "left", "right"];
    let hint = answer.out.split("seat 1> ").nth(1).unwrap();
    assert!(words.iter().any(|word| hint.contains(word)), "{hint}");
}

#[test]
fn play_names_its_own_flags_when_given_those_of_other_commands() {
    let answer = agon(&["play", "chess", "-p", "random"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("--against PLAYER or --level LEVEL"), "{}", answer.err);
    assert!(answer.err.contains("`agon watch`"), "{}", answer.err);
}
