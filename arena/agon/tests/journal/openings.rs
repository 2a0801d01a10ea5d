//! Openings from a file, from outside.

use serde_json::Value;

use crate::agon::Folder;

const CHOSEN: &str = "\
seed = 9
players = ['random', { name = 'b', player = 'random' }, 'greedy']
[[games]]
game = 'tic-tac-toe'
opening-file = 'books/three.txt'
[[games]]
game = 'chess'
opening-file = 'books/chess.epd'
openings = 4
max-plies = 40
";

const THREE: &str = "\
# Openings of tic-tac-toe

\"Corner\" a1 b2   # an answer in the middle
b2 a1
position .../.X./OX.
";

const CHESS: &str = "\
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - hmvc 0; fmvn 1; id \"endgame\";
\"Queen's pawn\" d4 d5 c4
e2e4 c7c5 g1f3
";

fn folder(name: &str) -> Folder {
    let folder = Folder::with(name, CHOSEN);
    std::fs::create_dir(folder.path("books")).expect("a folder can be made");
    folder.write("books/three.txt", THREE.as_bytes());
    folder.write("books/chess.epd", CHESS.as_bytes());
    folder
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("records are UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

#[test]
fn every_meeting_is_played_from_the_openings_of_the_file() {
    let folder = folder("chosen");
    folder.done("run t.toml --records r.jsonl");
    let games = lines(&folder.read("r.jsonl"));
    // Three pairs, both seatings; all three openings, and the first four.
    assert_eq!(games.len(), 3 * 2 * 3 + 3 * 2 * 4);
    let begins = |game: &str, opening: u64| {
        let of: Vec<&Value> = games.iter().filter(|g| g["game"] == game && g["opening"] == opening).collect();
        assert_eq!(of.len(), 6);
        let first = (of[0]["position"].clone(), of[0]["opening_name"].clone());
        let plies = of[0]["opening_plies"].as_u64().unwrap() as usize;
        let moves = |game: &Value| -> Vec<String> {
            let moves = game["moves"].as_str().unwrap().split(' ');
            moves.take(plies).map(str::to_owned).collect()
        };
        for game in &of {
            assert_eq!((game["position"].clone(), game["opening_name"].clone()), first);
            assert_eq!(moves(game), moves(of[0]));
        }
        (first.0, first.1, moves(of[0]).join(" "))
    };
    let none = || Value::Null;
    let tic = "tic-tac-toe";
    assert_eq!(begins(tic, 0), (none(), "Corner".into(), "a1 b2".to_owned()));
    assert_eq!(begins(tic, 1), (none(), none(), "b2 a1".to_owned()));
    assert_eq!(begins(tic, 2), (".../.X./OX.".into(), none(), String::new()));
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2";
    assert_eq!(begins("chess", 0), (fen.into(), none(), String::new()));
    assert_eq!(begins("chess", 2), (none(), "Queen's pawn".into(), "d2d4 d7d5 c2c4".to_owned()));
    // The board of a web page begins there too.
    let page = String::from_utf8(folder.done("report results t.journal --to html")).unwrap();
    let data = page.split(" id=data>").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    for (board, game) in data["games"].as_array().unwrap().iter().zip(&games) {
        if let ("tic-tac-toe", Some(position)) = (game["game"].as_str().unwrap(), game["position"].as_str()) {
            assert_eq!(position, ".../.X./OX.");
            let start = &data["starts"][board["start"].as_u64().unwrap() as usize];
            let line = |at: &Value| data["parts"][at.as_u64().unwrap() as usize].as_str().unwrap();
            let drawn: Vec<&str> = start.as_array().unwrap().iter().map(line).collect();
            let has = |cell: &str, piece: &str| {
                drawn.iter().any(|line| line.contains(&format!("data-cell=\"{cell}\"")) && line.contains(piece))
            };
            assert!(has("b2", "data-piece=\"X\"") && has("a1", "data-piece=\"O\""), "{drawn:?}");
            assert!(has("b1", "data-piece=\"X\"") && !has("a3", "data-piece"), "{drawn:?}");
        }
    }
    // Every game can be played through from where it says it begins.
    for game in &games {
        let place = match game["position"].as_str() {
            Some(position) => vec!["--position", position],
            None => Vec::new(),
        };
        let mut show = folder.command("show --json");
        show.arg(game["game"].as_str().unwrap()).args(place);
        let output = show.args(["--moves", game["moves"].as_str().unwrap()]).output().unwrap();
        assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_journal_needs_the_file_no_more() {
    let folder = folder("gone");
    let expected = folder.done("run t.toml --json");
    let whole = folder.read("t.journal");
    let page = folder.done("report results t.journal --to html");
    let shards: Vec<String> = (1..=3).map(|index| format!("{index}.j")).collect();
    for (index, name) in (1..).zip(&shards) {
        folder.done(&format!("run t.toml --shard {index}/3 --journal {name}"));
    }
    std::fs::remove_dir_all(folder.path("books")).unwrap();
    let header = u32::from_le_bytes(whole[15..19].try_into().unwrap()) as usize + 23;
    for cut in (header..whole.len()).step_by(97) {
        folder.write("t.journal", &whole[..cut]);
        assert_eq!(folder.done("run t.journal --json"), expected, "cut at byte {cut}");
        assert_eq!(folder.read("t.journal"), whole, "cut at byte {cut}");
    }
    let said = String::from_utf8(folder.done("verify t.journal")).unwrap();
    assert!(said.starts_with("42 games, all as recorded"), "{said}");
    assert_eq!(folder.done("report results t.journal --to html"), page);
    folder.done(&format!("merge -o m.journal {}", shards.join(" ")));
    assert_eq!(folder.read("m.journal"), whole);
    // But the tournament file does.
    let message = folder.fails(1, "run t.toml");
    assert!(message.contains("t.toml, line 5: "), "{message}");
    assert!(message.contains("three.txt: there is no such file"), "{message}");
}

#[test]
fn what_the_file_says_is_part_of_the_tournament_and_nothing_else_of_it() {
    let folder = folder("identity");
    let expected = folder.done("run t.toml --json");
    let journal = folder.read("t.journal");
    // Comments, blanks, another notation and openings that are not asked for change nothing.
    let same = format!("{}\n\nd4 d5\n", CHESS.replace("d4 d5 c4", "d2d4 d5   c2c4 # slow"));
    folder.write("books/chess.epd", same.as_bytes());
    assert_eq!(folder.done("run t.toml --json"), expected);
    assert_eq!(folder.read("t.journal"), journal);
    folder.write("books/chess.epd", CHESS.replace("d4 d5 c4", "d4 d5 Nf3").as_bytes());
    let message = folder.fails(2, "run t.toml");
    assert!(message.contains("the journal of another tournament"), "{message}");
}

#[test]
fn positions_tell_games_apart_that_have_the_same_moves() {
    // From each of these positions the game is one move: c3 wins.
    let file = "players = ['greedy', { name = 'b', player = 'greedy' }]\ngames = ['tic-tac-toe']\n\
                opening-file = 'o.txt'\n";
    let folder = Folder::with("positions", file);
    let fingerprint = |book: &[u8]| {
        folder.write("o.txt", book);
        let result: Value = serde_json::from_slice(&folder.done("run t.toml --no-journal --json")).unwrap();
        assert_eq!(result["sections"][0]["copies"], 0);
        result["fingerprint"].clone()
    };
    let (one, other) = (b"XX./OO./...\nXX./O.O/...\n", b"XX./OO./...\nXX./O../O..\n");
    assert_ne!(fingerprint(one), fingerprint(other));
    assert_eq!(fingerprint(one), fingerprint(b"XX./OO./... # the same\nXX./O.O/..."));
}

#[test]
fn the_order_is_that_of_the_file_or_of_the_seed() {
    let file = "openings = 5\nopening-file = 'o.txt'\ngames = ['nim']\nplayers = ['random', { \
                name = 'b', player = 'random' }]\n";
    let folder = Folder::with("order", file);
    folder.write("o.txt", b"c1\nc2\nc3\nc4\nc5\nc6\nc7\n");
    let order = |flags: &str| -> Vec<String> {
        folder.done(&format!("run t.toml --no-journal --records r.jsonl {flags}"));
        let games = lines(&folder.read("r.jsonl"));
        games.iter().step_by(2).map(|g| g["moves"].as_str().unwrap()[..2].to_owned()).collect()
    };
    assert_eq!(order(""), ["c1", "c2", "c3", "c4", "c5"]);
    assert_eq!(order("--seed 2 --openings 2"), ["c1", "c2"]);
    // More than there are: from the first again.
    assert_eq!(order("--openings 9")[6..], ["c7", "c1", "c2"]);
    let in_order = order("");
    folder.write("t.toml", format!("opening-order = 'random'\n{file}").as_bytes());
    let shuffled = order("");
    assert_eq!(shuffled, order("--jobs 1"));
    assert_ne!(shuffled, order("--seed 2"));
    assert_ne!(shuffled, in_order);
    assert!(shuffled.iter().collect::<std::collections::BTreeSet<_>>().len() == 5);
    // The first of the shuffled ones, however many are asked for.
    assert_eq!(order("--openings 2"), shuffled[..2]);
    folder.write("t.toml", file.as_bytes());
    // Random plies come after those of the file.
    folder.done("run t.toml --no-journal --records r.jsonl --random-plies 2 --openings 14");
    let games = lines(&folder.read("r.jsonl"));
    assert!(games.iter().all(|game| game["opening_plies"] == 3));
    let begins = |at: usize| games[2 * at]["moves"].as_str().unwrap()[..8].to_owned();
    assert_eq!(begins(0)[..2], begins(7)[..2]);
    assert_ne!(begins(0), begins(7));
}

#[test]
fn a_dry_run_warns_of_openings_that_are_there_twice() {
    let folder = folder("twins");
    folder.write("books/three.txt", b"a1 b2\nc3 b2\n\"Edge\" a2\nc1 b2\nc2\n");
    let said = String::from_utf8(folder.done("run t.toml --dry-run")).unwrap();
    let warning = "tic-tac-toe: openings 1 and 2, 1 and 4, 3 (Edge) and 5 lead to the same";
    assert!(said.contains(warning), "{said}");
    let said = String::from_utf8(folder.done("run t.toml --dry-run --openings 9")).unwrap();
    assert!(said.contains("9 openings of 5 from a file: they are played more than once"), "{said}");
}

#[test]
fn a_mistake_in_a_file_is_reported_with_its_line() {
    let folder = folder("wrong");
    for (book, message) in [
        ("a1 b2\n\na1 a1\n", "three.txt, line 3: move 2 of the line, `a1`, is not legal"),
        ("a1 a2 b1 b2 c1\n", "three.txt, line 1: the game is over in `"),
        ("# one\nd4\n", "three.txt, line 2: neither moves nor a position: move 1 of the line, `d4`"),
        ("\n# nothing\n", "three.txt: no opening in it"),
        ("\"a1\n", "three.txt, line 1: the quote before the name is never closed"),
    ] {
        folder.write("books/three.txt", book.as_bytes());
        let said = folder.fails(2, "run t.toml --dry-run");
        assert!(said.contains(message), "{book}: {said}");
    }
    // A file that is not there is no mistake of the command.
    folder.remove("books/three.txt");
    for command in ["run t.toml", "run t.toml --dry-run", "compare t.toml t.toml"] {
        let code = if command.starts_with("compare") { 2 } else { 1 };
        let said = folder.fails(code, command);
        assert!(code == 2 || said.contains("three.txt: "), "{command}: {said}");
    }
    folder.write("books/three.txt", THREE.as_bytes());
    let said = folder.fails(2, "run t.toml --dry-run --max-plies 3");
    assert!(said.contains("an opening of the file has 3 plies"), "{said}");
    folder.write("t.toml", CHOSEN.replace("opening-file", "opening-order = 'backwards'\nopening-file").as_bytes());
    let said = folder.fails(2, "run t.toml");
    assert!(said.contains("sequential"), "{said}");
    folder.write("t.toml", CHOSEN.replace("'books/three.txt'", "3").as_bytes());
    let said = folder.fails(2, "run t.toml");
    assert!(said.contains("`opening-file` cannot be 3; accepted: a text in quotes"), "{said}");
}
