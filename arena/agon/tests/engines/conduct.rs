//! Engines that behave: the same games by every protocol and on any number of threads, each by what it
//! sees, judged by our rules, where and as it was asked to run.

use std::{
    collections::BTreeMap,
    process::{Output, Stdio},
};

use agon_core::{Beginning, NamedGame, Node, Position as _, Seat, Seed, Turn, registry};
use serde_json::Value;

use crate::{
    started::Started,
    table::{SECRET, Table, Test, agon, command, mark, rogue},
};

pub(crate) const TESTS: &[Test] = &[
    ("an_engine_that_behaves_plays_to_the_end_by_every_protocol", behaves),
    ("chess_is_the_same_game_in_each_of_its_protocols", same_game),
    ("results_are_the_same_on_any_number_of_threads", any_threads),
    ("a_program_plays_games_that_hide_something_by_what_its_seat_sees", sees),
    ("a_program_is_told_the_same_of_all_that_its_seat_cannot_tell_apart", told_alike),
    ("no_program_remembers_a_card_from_an_earlier_game_of_the_same_deal", forgets),
    ("dice_and_cards_follow_from_a_secret_that_no_program_is_given", secrets),
    ("claims_of_the_other_side_are_judged_by_our_rules", claims),
    ("who_has_won_is_our_judgement_and_another_is_reported", verdicts),
    ("a_conversation_is_kept_line_by_line", logged),
    ("a_program_runs_where_and_in_the_environment_that_it_is_given", surroundings),
];

fn behaves() {
    for (protocol, game) in [
        ("uci", "chess"),
        ("xboard", "chess"),
        ("gtp", "go(size=5)"),
        ("gomocup", "amoba(size=6)"),
        ("process", "chess"),
        ("process", "pig(target=10)"),
        ("process", "kalah"),
    ] {
        let player = rogue(protocol, "well", &mark(), "");
        let players = [&*player, "random"];
        let more = ["--openings", "2", "--max-plies", "60", "--thoughts"];
        let outcome = Table { game, players: &players, more: &more }.play();
        assert_eq!(outcome.games.len(), 4);
        outcome.is_lawful_for(&player, protocol);
        let thoughts = outcome.games[0]["thoughts"].to_string();
        let tells = ["uci", "xboard", "process"].contains(&protocol);
        assert_eq!(thoughts.contains("77"), tells, "{thoughts}");
    }
}

fn same_game() {
    let players = ["uci", "xboard", "process"].map(|protocol| rogue(protocol, "well", &mark(), ""));
    let more = ["--openings", "3", "--max-plies", "80"];
    let played = players.each_ref().map(|player| {
        let players = [player, "greedy"];
        let games = Table { game: "chess", players: &players, more: &more }.play().games;
        games.iter().map(|game| game["moves"].to_string()).collect::<Vec<_>>()
    });
    assert_eq!(played[0].len(), 6);
    assert_eq!(played[0], played[1]);
    assert_eq!(played[0], played[2]);
}

fn any_threads() {
    // By their positions some crash early in a game, in a process that played others before, as it happens.
    for how in ["well", "crash", "falls"] {
        let played = ["1", "3"].map(|jobs| {
            // The same term, so the same tournament.
            let player = rogue("uci", how, "agon-rogue-any", "");
            let players = [&*player, "random", "greedy"];
            let more = ["--openings", "3", "--max-plies", "30", "--jobs", jobs];
            Table { game: "chess", players: &players, more: &more }.play().games
        });
        assert_eq!(played[0], played[1], "{how}");
    }
}

/// It moves by its seat's view and redeals of it: the same in every repetition, and it receives nothing else.
fn sees() {
    for game in ["kuhn", "leduc", "goofspiel(cards=4)", "phantom-tic-tac-toe", "battleship"] {
        let play = || {
            let player = format!("process(command=\"{}\")", command("process", "sees", "sees"));
            let players = [&*player, "random"];
            let more = ["--openings", "3", "--jobs", "1"];
            let outcome = Table { game, players: &players, more: &more }.play();
            let endings = outcome.endings_of(&player);
            assert_eq!(endings.len(), 6, "{game}");
            assert!(endings.iter().all(|(ending, _)| ending == "over"), "{game}: {endings:?}");
            outcome.fingerprint
        };
        assert_eq!(play(), play(), "{game}");
    }
}

/// The law of the arena at every game that hides something: along random plays a program is told the same of the true
/// position and of a redeal, word for word.
fn told_alike() {
    let term = format!("process(command=\"{}\")", command("process", "echoes", &mark()));
    let hiding = registry::games().values().filter(|plugin| plugin.is_inside);
    let hiding = hiding.filter_map(|plugin| registry::game(plugin.name).ok());
    let hiding: Vec<NamedGame> = hiding.filter(|game| game.start.facts().hidden).collect();
    assert!(10 <= hiding.len(), "{}", hiding.len());
    for game in &hiding {
        let player = registry::player(&term).unwrap();
        let mut seated = player.seat(&game.start).unwrap();
        let (mut asked, mut apart) = (0, 0);
        for play in 0..8 {
            let mut stream = Seed(play).stream(0);
            let mut here = game.start.clone();
            seated.ready(&Beginning::of(game, Seat(0))).unwrap();
            seated.begin();
            while here.node() != Node::Terminal {
                if let Node::Decision(seat) = here.node()
                    && asked < 60
                {
                    let redealt = here.redeal(seat, &mut stream);
                    apart += u32::from(redealt != here);
                    let told = [&here, &redealt].map(|position| {
                        let mut drawn = Seed(7).stream(asked);
                        let decision = seated.choose(position, &mut Turn::new(seat, &mut drawn));
                        decision.unwrap().nodes
                    });
                    assert_eq!(told[0], told[1], "{}: {seat} at {here} and at {redealt}", game.term);
                    asked += 1;
                }
                let m = here.draw_move(&mut stream);
                here.play(m);
            }
        }
        assert!(0 < apart, "{}: no redeal is another position", game.term);
    }
}

/// All seatings of an opening, and all pairs, play one deal. In a round robin of three a program notes, whenever it is
/// asked, all views that its process was ever given: of this game they are, and none shows a card that is still hidden.
fn forgets() {
    let cards = |view: &str| view.split('/').next().unwrap().to_owned();
    for game in ["leduc", "kuhn"] {
        let mark = mark();
        let notes = std::env::temp_dir().join(format!("{mark}-notes"));
        let player = rogue("process", "remembers", &mark, "");
        let players = [&*player, "random", "pimc(random, deals=2)"];
        let outcome = Table { game, players: &players, more: &["--openings", "3", "--jobs", "1"] }.play();
        let endings = outcome.endings_of(&player);
        assert_eq!(endings.len(), 12, "{game}");
        assert!(endings.iter().all(|(ending, _)| ending == "over"), "{game}: {endings:?}");
        let text = std::fs::read_to_string(&notes).unwrap();
        std::fs::remove_file(&notes).unwrap();
        // A fold at once leaves a seat without a question.
        assert!(8 <= text.lines().count(), "{game}: {text}");
        for line in text.lines() {
            let known: Vec<String> = line.split(" | ").map(cards).collect();
            let shown = known.last().unwrap();
            for earlier in &known {
                let is_shown = |(then, now): (char, char)| then == now || "-?".contains(then);
                assert!(earlier.chars().zip(shown.chars()).all(is_shown), "{game}: {line}");
            }
        }
    }
}

/// By a seed that it knows or guesses a program could compute all dice and cards; so they follow from a secret as well,
/// which the result states, and by which everything is played again.
fn secrets() {
    let [program, seeing] =
        ["well", "sees"].map(|how| format!("process(command=\"{}\")", command("process", how, "agon-rogue-secret")));
    let run = |game: &str, players: [&str; 2], more: &[&str]| {
        let mut run = agon(&["run", "-n", "2", "--json", "--seed", "7", "-g", game]);
        run.args(players.iter().flat_map(|player| ["-p", player])).args(more);
        run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Output { status, stdout, stderr } = Started::new(&mut run).output();
        let errors = String::from_utf8(stderr).unwrap();
        let result: Value = serde_json::from_slice(&stdout).unwrap_or_default();
        (status.code(), result["secret"].clone(), result["fingerprint"].clone(), errors)
    };
    let dice = "pig(target=30)";
    let [one, other] = [(); 2].map(|()| run(dice, [&program, "random"], &[]));
    assert!(one.1.is_string() && other.1.is_string(), "{}", one.3);
    assert_ne!((&one.1, &one.2), (&other.1, &other.2));
    assert_ne!(one.2, other.2, "the dice are others");
    let again = run(dice, [&program, "random"], &["--secret", one.1.as_str().unwrap()]);
    assert_eq!((&again.1, &again.2), (&one.1, &one.2), "{}", again.3);
    assert!(run("kuhn", [&seeing, "random"], &[]).1.is_string());
    // The seed alone decides what no program draws, and where none plays.
    for (game, players) in
        [("nim", [&*program, "random"]), (dice, ["greedy", "random"]), ("kuhn", ["pimc(random)", "random"])]
    {
        let [one, other] = [&[][..], &["--secret", SECRET]].map(|more| run(game, players, more));
        assert_eq!((&one.1, &one.2), (&Value::Null, &other.2), "{game}: {}", one.3);
    }
    // Whoever trusts the programs may do without: then the seed decides there, too.
    let [one, other] = [(); 2].map(|()| run(dice, [&program, "random"], &["--secret", "none"]));
    assert_eq!((&one.1, &one.2), (&Value::Null, &other.2), "{}", one.3);
    // The journal has it: what is recorded is played again, and what is missing is played with it.
    let folder = std::env::temp_dir().join(mark());
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let whole = run(dice, [&program, "random"], &["--journal", &path("whole")]);
    let same = run(dice, [&program, "random"], &["--journal", &path("whole")]);
    assert_eq!((&same.1, &same.2), (&whole.1, &whole.2), "{}", same.3);
    assert!(same.3.contains("is complete"), "{}", same.3);
    let bytes = std::fs::read(path("whole")).unwrap();
    std::fs::write(path("torn"), &bytes[..bytes.len() - 3]).unwrap();
    let torn = run(dice, [&program, "random"], &["--journal", &path("torn")]);
    assert_eq!((&torn.1, &torn.2), (&whole.1, &whole.2), "{}", torn.3);
    assert!(std::fs::read(path("torn")).unwrap() == bytes);
    let said = |line: &[&str]| {
        let mut command = agon(line);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Output { status, stdout, stderr } = Started::new(&mut command).output();
        let [out, err] = [stdout, stderr].map(|all| String::from_utf8(all).unwrap());
        (status.code(), out + &err)
    };
    assert_eq!(said(&["verify", &path("whole")]).0, Some(0), "{:?}", said(&["verify", &path("whole")]));
    // Parts need one in common, and are then the whole.
    let part = |part: &str, more: &[&str]| {
        let name = path(&part.replace('/', "-of-"));
        run(dice, [&program, "random"], &[&["--shard", part, "--journal", &name], more].concat())
    };
    let (code, _, _, why) = part("1/2", &[]);
    assert!(code == Some(2) && why.contains("need one secret"), "{code:?} {why}");
    let secret = ["--secret", whole.1.as_str().unwrap()];
    for name in ["1/2", "2/2"] {
        assert_eq!(part(name, &secret).0, Some(0));
    }
    let merged = path("merged");
    let merging = said(&["merge", &path("1-of-2"), &path("2-of-2"), "-o", &merged]);
    assert_eq!(merging.0, Some(0), "{}", merging.1);
    let text = said(&["report", &merged, "--json"]).1;
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["secret"], &report["fingerprint"]), (&whole.1, &whole.2));
    std::fs::remove_dir_all(&folder).unwrap();
}

fn claims() {
    for (protocol, game, how, fault, said) in [
        ("xboard", "chess", "refuses", "disagreed", "by our rules it is legal"),
        ("xboard", "chess", "claims", "disagreed", "by our rules the game goes on"),
        ("xboard", "chess", "resigns", "resigned", ""),
        ("gtp", "go(size=5)", "refuses", "disagreed", "by our rules it is legal"),
    ] {
        let player = rogue(protocol, how, &mark(), "");
        let players = [&*player, "random"];
        let more = ["--openings", "2", "--max-plies", "40"];
        let outcome = Table { game, players: &players, more: &more }.play();
        let endings = outcome.endings_of(&player);
        assert_eq!(endings.len(), 4);
        for (ending, detail) in endings {
            assert_eq!(ending, fault, "{protocol} {how}: {detail}");
            assert!(detail.contains(said), "{protocol} {how}: {detail}");
        }
    }
}

fn verdicts() {
    // The boasting engine claims that Black has won by 99; sometimes White has.
    for (how, is_asked) in [("boasts", true), ("boasts", false)] {
        let player = rogue("gtp", how, &mark(), &format!(", verdict={is_asked}"));
        let players = [&*player, "random"];
        let table = Table { game: "go(size=5)", players: &players, more: &["--openings", "10"] };
        let outcome = table.play();
        let lost = |game: &&serde_json::Value| game["payoffs"][0].as_f64() != Some(1.0);
        let expected = outcome.games.iter().filter(lost).count();
        let told = outcome.errors.matches("says that seat 1 has won, and by our rules").count();
        let kept = outcome.endings_of(&player).into_iter().filter(|(ending, detail)| {
            ending == "over" && detail.contains("says that seat 1 has won, and by our rules")
        });
        assert_eq!(kept.count(), if is_asked { expected } else { 0 });
        assert!(0 < expected);
        assert_eq!(told, if is_asked { expected } else { 0 }, "{}", outcome.errors);
    }
}

fn logged() {
    let folder = std::env::temp_dir().join(mark());
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("said");
    for (protocol, game) in [("uci", "chess"), ("process", "kalah")] {
        let player = rogue(protocol, "crash", &mark(), &format!(", log=\"{}\"", file.display()));
        let players = [&*player, "random"];
        let more = ["--openings", "1", "--max-plies", "20", "--jobs", "2"];
        Table { game, players: &players, more: &more }.play();
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        // By process: when, who, and what.
        let mut told: BTreeMap<u64, Vec<(f64, &str, &str)>> = BTreeMap::new();
        for line in text.lines() {
            let [number, seconds, who, what] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let lines = told.entry(number.parse().unwrap()).or_default();
            lines.push((seconds.parse().unwrap(), who, what));
        }
        // It was tried out, and played two games.
        assert_eq!(told.len(), 3, "{text}");
        for lines in told.values() {
            assert!(lines.is_sorted_by(|one, other| one.0 <= other.0), "{text}");
            assert!(lines[0].1 == "#" && lines[0].2.ends_with("started"), "{text}");
            assert!(lines[1].1 == ">" && ["uci", "hello"].iter().any(|w| lines[1].2.contains(w)));
            assert!(lines.iter().any(|line| line.1 == "<"), "{text}");
            assert_eq!(lines.last().unwrap().1, "#", "{text}");
        }
        let errors = text.matches(" ! the seventh seal is broken").count();
        assert_eq!(errors, 2, "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

fn surroundings() {
    let folder = std::env::temp_dir().join(mark());
    std::fs::create_dir(&folder).unwrap();
    let kept = folder.join("said it's");
    let options =
        format!(", env=\"AGON_ONE='a b' AGON_TWO=\", folder=\"{}\", stderr=\"{}\"", folder.display(), kept.display());
    let player = rogue("uci", "tells", &mark(), &options);
    let players = [&*player, "random"];
    let more = ["--openings", "1", "--max-plies", "8", "--jobs", "1"];
    let outcome = Table { game: "chess", players: &players, more: &more }.play();
    outcome.is_lawful_for(&player, "");
    let text = std::fs::read_to_string(&kept).unwrap();
    let place = folder.canonicalize().unwrap();
    let (heading, text) = text.split_once('\n').unwrap();
    assert!(heading.starts_with("# agon: "), "{heading}");
    let said = format!("in {} with Some(\"a b\") and Some(\"\")\n", place.display());
    // It is tried out first, and both times its output is added.
    assert_eq!(text, said.repeat(text.lines().count()), "{text}");
    assert!(2 <= text.lines().count(), "{text}");
    std::fs::remove_dir_all(folder).unwrap();
}
