//! A document of a result is reported as the journal that it is of.

use crate::agon::Folder;

/// Two sections of one game, players that differ in an option, payoffs that say more than who won, one seat, and limits
/// that are overspent.
const MIXED: &str = "\
openings = 3
random-plies = 1
players = ['random', 'minimax', 'minimax(depth=2)', { name = 'b', player = 'mcts(iterations=20)' }]
games = [
  'tic-tac-toe', { game = 'tic-tac-toe', nodes = 40 }, 'nim(1+2)', 'kalah(pits=2, seeds=2, payoff=margin)', 'pig(target=10)',
]
skip-unsupported = true
max-plies = 90
";

const KNOCKOUT: &str = "\
format = 'knockout'
openings = 1
random-plies = 0
players = [{ name = 'a', player = 'perfect' }, { name = 'b', player = 'perfect' }, { name = 'c', player = 'perfect' }]
games = ['tic-tac-toe']
";

const MATCH: &str = "\
openings = 4
random-plies = 0
stop = 'sprt(elo0=0, elo1=50)'
players = ['random', 'mcts(iterations=9)']
games = ['tic-tac-toe']
";

fn text(folder: &Folder, command: &str) -> String {
    String::from_utf8(folder.done(command)).expect("text")
}

#[test]
fn a_document_is_reported_as_its_journal() {
    for (name, file, words) in [
        ("mixed", MIXED, &["minimax(depth=", "Over all games", "mean payoff", "40 nodes a move"][..]),
        ("knockout", KNOCKOUT, &["Tied after 3 replays"]),
        ("match", MATCH, &["sprt(", "undecided"]),
    ] {
        let folder = Folder::with(&format!("written-{name}"), file);
        folder.write("w.json", text(&folder, "run t.toml --json").as_bytes());
        for form in ["text", "json", "markdown", "latex", "csv"] {
            let told = |of: &str| text(&folder, &format!("report {of} --to {form}"));
            let (of_journal, of_document) = (told("t.journal"), told("w.json"));
            assert_eq!(of_document, of_journal, "{name}, {form}");
            let lacks = words.iter().find(|word| form == "text" && !of_journal.contains(**word));
            assert_eq!(lacks, None, "{of_journal}");
        }
        // The page lacks nothing but the games.
        let pages = ["t.journal", "w.json"].map(|of| text(&folder, &format!("report {of} --to html")));
        let (tables, _) = pages[0].split_once("<section aria-labelledby=games>").expect("games");
        let (same, end) = pages[1].split_at(tables.len());
        assert_eq!(same, tables, "{name}");
        assert!(end.starts_with("</main>\n<footer>\n<p>Seed "), "{end}");
        assert!(!end.contains("<script") && end.ends_with("</html>\n"), "{end}");
    }
}

#[test]
fn what_a_document_does_not_have_is_refused_with_what_does() {
    let folder = Folder::with("written-refused", KNOCKOUT);
    folder.write("w.json", text(&folder, "run t.toml --json").as_bytes());
    let document = String::from_utf8(folder.read("w.json")).expect("text");
    folder.write("new.json", document.replace("agon.result/1", "agon.result/99").as_bytes());
    folder.write("odd.json", document.replace("\"knockout\"", "\"lottery\"").as_bytes());
    let no_games = "w.json is the document of a result, which has no games; accepted: a journal, JOURNAL#12";
    for (command, words) in [
        ("report games w.json", no_games),
        ("report w.json#1", no_games),
        ("report w.json --to html --stage 0:1", no_games),
        ("report w.json t.journal", "w.json is the document of a whole result"),
        ("report new.json", "new.json: its schema is `agon.result/99`; accepted: agon.result/1"),
        ("report odd.json", "odd.json: unknown format `lottery`"),
    ] {
        let said = folder.fails(2, command);
        assert!(said.contains(words) && said.lines().count() == 1, "{command}: {said}");
    }
}

#[test]
fn a_document_says_which_games_are_missing() {
    let folder = Folder::with("written-missing", MIXED);
    folder.done("run t.toml --shard 1/2 --journal half.journal");
    folder.write("half.json", text(&folder, "report half.journal --json").as_bytes());
    let [of_journal, of_document] = ["half.journal", "half.json"].map(|of| text(&folder, &format!("report {of}")));
    assert!(of_journal.contains("\nMissing      shard 2/2"), "{of_journal}");
    assert_eq!(of_document, of_journal);
}
