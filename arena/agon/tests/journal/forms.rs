//! A journal in the forms of others, and what it says about strength.

use serde_json::Value;

use crate::agon::{Folder, subject};

const THREE: &str = "\
openings = 20
random-plies = 1
players = ['random', 'minimax(depth=9)', { name = 'b', player = 'random' }]
games = ['tic-tac-toe', 'nim(2+3)']
";

#[test]
fn every_form_holds_every_game() {
    let folder = Folder::with("forms", THREE);
    folder.done("run t.toml --records r.jsonl");
    let text = |form: &str| {
        let line = format!("report {} t.journal --to {form}", subject(form));
        String::from_utf8(folder.done(&line)).unwrap()
    };
    assert_eq!(text("jsonl").as_bytes(), folder.read("r.jsonl"));
    let csv = text("csv");
    assert_eq!(csv.lines().count(), 1 + 2 * 240);
    assert!(csv.starts_with("number,game,opening,seat,name,"), "{csv}");
    assert_eq!(text("pgn").matches("[Result \"").count(), 240);
    assert_eq!(text("markdown").matches("\n| 1 | minimax(depth=9) |").count(), 2);
    let paper = text("latex");
    assert_eq!(paper.matches("\\begin{tabular}{rlrrrr").count(), 2, "{paper}");
    assert_eq!(paper.matches("\n1 & minimax(depth=9) & ").count(), 2, "{paper}");
    assert!(paper.contains("\\caption{tic-tac-toe: 2 seats"), "{paper}");
    let page = text("html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    let data = page.split(" id=data>").nth(1).and_then(|rest| rest.split("</script>").next());
    let data: Value = serde_json::from_str(data.unwrap()).unwrap();
    assert_eq!(data["games"].as_array().unwrap().len(), 240);
    for game in data["games"].as_array().unwrap() {
        let (moves, steps) = (game["moves"].as_array(), game["steps"].as_array());
        assert_eq!(moves.unwrap().len(), steps.unwrap().len());
    }
    let chart = page.split("<div class=ratings>\n").nth(1).expect("ratings are drawn");
    let chart = chart.split("</svg>").next().unwrap();
    assert!(chart.starts_with("<svg ") && chart.contains(">minimax(depth=9)</text>"), "{chart}");
    assert!(chart.contains("class=\"agon-chart\"") && !chart.contains("<style>"), "{chart}");
    assert!(page.contains(".agon-chart .whisker"), "the page has the style of charts");
    assert!(page.contains("<title>tic-tac-toe"), "the page has a title of its own");
    assert!(!page.contains("http://") || !page.contains("src="), "nothing is loaded");
    folder.fails(1, "report results nowhere.journal --to html --out page.html");
    assert!(!folder.path("page.html.unfinished").exists());
}

/// As many players as may be, of long names: the table is no wider than the page, however much that leaves
/// out, and has its ratings.
#[test]
fn a_table_fits_its_page() {
    for players in [2, 4, 5, 9] {
        let names = (2..=players).map(|n| format!("{{ name = 'somewhat longer name {n}', player = 'greedy' }}"));
        let names = names.collect::<Vec<_>>().join(", ");
        let file = format!(
            "openings = 6\nrandom-plies = 2\nplayers = ['random', {names}]\ngames = ['connect-four', 'pig(target=10)']\n"
        );
        let folder = Folder::with(&format!("paper-{players}"), &file);
        folder.done("run t.toml");
        let text = String::from_utf8(folder.done("report results t.journal --to latex")).unwrap();
        assert!(text.contains("& Elo & points & games &") && text.contains("$\\pm$"), "{text}");
        let tables = text.split("\\centering\n").skip(1).map(|part| part.split("\\caption").next().unwrap());
        for table in tables {
            let scale = match table {
                table if table.starts_with("\\small") => 9,
                table if table.starts_with("\\footnotesize") => 8,
                _ => 10,
            };
            let cells = |line: &str| -> Vec<usize> {
                let line = line.replace("$\\pm$", "+").replace('\\', "").replace("hline", "");
                line.split('&').map(|cell| cell.trim().chars().count()).collect()
            };
            let rows: Vec<Vec<usize>> = table.lines().filter(|l| l.contains('&')).map(cells).collect();
            let columns = (0..rows[0].len()).map(|c| rows.iter().map(|row| row[c]).max().unwrap());
            // Letters of ten points are five wide, and six points of white stand on either side.
            let width: usize = columns.map(|widest| 5 * widest * scale / 10 + 12).sum();
            assert!(width <= 365, "{players}: {width}: {table}");
        }
    }
}

#[test]
fn tables_have_the_same_columns_everywhere_and_names_are_only_text() {
    let folder = Folder::with(
        "columns",
        "openings = 3\nmax-plies = 40\n\
         players = ['random', { name = '<!--<script>|*x*', player = 'random' }, 'greedy']\n\
         games = ['tic-tac-toe', '2048']\n",
    );
    let terminal = String::from_utf8(folder.done("run t.toml")).unwrap();
    let export = |form: &str| String::from_utf8(folder.done(&format!("report t.journal --to {form}"))).unwrap();
    let (wiki, page) = (export("markdown"), export("html"));
    assert!(export("latex").contains("\\textless{}!--\\textless{}script"), "{}", export("latex"));
    // The head of each table, by the words in it.
    let heads = |text: &str, between: &str| -> Vec<Vec<String>> {
        let rows = text.lines().filter(|line| line.contains("player") && line.contains('#'));
        let cells = |row: &str| -> Vec<String> {
            let cells = row.split(between).map(|cell| cell.rsplit('>').next().unwrap());
            let cells = cells.map(|cell| cell.split(':').next().unwrap().trim().to_owned());
            cells.filter(|cell| !cell.is_empty()).collect()
        };
        rows.map(cells).collect()
    };
    let expected = heads(&terminal.replace("pts W-D-L", ""), "  ");
    assert_eq!(expected.len(), 2, "{terminal}");
    assert_eq!(expected[0][..4], ["#", "player", "Elo", "SB"]);
    assert_eq!(expected[1], ["#", "player", "games", "mean payoff"]);
    assert_eq!(heads(&wiki, "|"), expected, "{wiki}");
    assert_eq!(heads(&page.replace("</tr>", ""), "<th"), expected);
    for line in ["Seats: seat 1 ", "First seat: ", "Places: by points a game"] {
        for text in [&terminal, &wiki, &page] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }
    assert!(wiki.contains(r"| \<!--\<script\>\|\*x\* |"), "{wiki}");
    assert!(page.contains("<td class=l>&lt;!--&lt;script&gt;|*x*<"), "{page}");
    assert!(!page.contains("<!--"), "names end no script and begin no comment");
    assert_eq!(page.matches("<script>").count(), 1);
    // Games that were too long are reported beside the count, and are nobody's fault.
    assert!(terminal.contains(" adjudicated for length"), "{terminal}");
    assert!(!terminal.contains("Faults"), "{terminal}");
}

#[cfg(unix)]
#[test]
fn what_is_written_goes_through_links_and_into_devices_and_replaces_neither() {
    use std::{fs, os::unix::fs::symlink};
    let folder = Folder::with("links", THREE);
    folder.write("behind", b"old");
    symlink("behind", folder.path("link")).unwrap();
    symlink("/dev/null", folder.path("nowhere")).unwrap();
    let is_link = |name: &str| fs::symlink_metadata(folder.path(name)).unwrap().is_symlink();
    folder.done("run t.toml --records nowhere");
    folder.done("run t.journal --records link");
    let records = folder.read("behind");
    assert_eq!(String::from_utf8_lossy(&records).lines().count(), 240);
    folder.done("report games t.journal --to jsonl --out nowhere");
    folder.write("behind", b"old");
    folder.done("report games t.journal --to jsonl --out link");
    assert_eq!(folder.read("behind"), records);
    folder.done("merge -o link t.journal");
    assert_eq!(folder.read("behind"), folder.read("t.journal"));
    let message = folder.fails(1, "merge -o nowhere t.journal");
    assert!(message.contains("a journal is a plain file"), "{message}");
    let message = folder.fails(2, "report games t.journal --to sqlite --out nowhere");
    assert!(message.contains("a database is written into a plain file"), "{message}");
    assert!(is_link("link") && is_link("nowhere"));
}

#[test]
fn the_stronger_player_is_rated_above_the_weaker_ones() {
    let folder = Folder::with("rate", THREE);
    folder.done("run t.toml");
    folder.done("run t.toml --seed 2 --journal 2.journal");
    let rated = folder.done("report ratings t.journal 2.journal --json --anchor random=1000");
    let rated: Value = serde_json::from_slice(&rated).unwrap();
    let nim = &rated["games"][0];
    assert_eq!(nim["game"], "nim(heaps=2+3)");
    // Two journals of 20 openings.
    let pairs = nim["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        let units: u64 = pair["counts"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(units, 40);
    }
    let group = nim["groups"][0].as_array().unwrap();
    assert_eq!(group[0]["name"], "minimax(depth=9)");
    let random = group.iter().find(|player| player["name"] == "random").unwrap();
    assert!((random["elo"].as_f64().unwrap() - 1000.0).abs() < 1e-6, "{random}");
    let message = folder.fails(2, "report ratings t.journal --anchor randm=0");
    assert!(message.contains("did you mean `random`?"), "{message}");
}

#[test]
fn submissions_are_written_and_nothing_is_played() {
    let folder = Folder::with("submissions", THREE);
    let script = String::from_utf8(folder.done("submit t.toml --for parallel --shards 4")).unwrap();
    assert!(script.contains("seq 4 | tr"), "{script}");
    assert!(!folder.path("t.journal").exists());
    let message = folder.fails(2, "submit t.toml --for slrum");
    assert!(message.contains("slurm"), "{message}");
}

#[test]
fn a_plan_is_shown_as_far_as_it_is_asked_for() {
    let folder = Folder::with("plan", THREE);
    let games = |arguments: &str| -> Value {
        serde_json::from_slice(&folder.done(&format!("run t.toml --dry-run --json {arguments}"))).unwrap()
    };
    let all = games("--full");
    assert_eq!(all["schema"], "agon.plan/1");
    let count = all["games"].as_u64().unwrap() as usize;
    let fixtures = all["fixtures"].as_array().unwrap();
    assert_eq!(fixtures.len(), count);
    assert!(fixtures.iter().enumerate().all(|(number, game)| game["number"] == number));
    assert_eq!(games("")["fixtures"].as_array().unwrap()[..], fixtures[..20]);
    let text = String::from_utf8(folder.done("run t.toml --dry-run")).unwrap();
    assert!(text.contains(&format!("{} more; all of them with --full", count - 20)), "{text}");
    assert!(!folder.path("t.journal").exists());
}

#[test]
fn a_journal_is_a_tournament_file_too() {
    let folder = Folder::with("again", THREE);
    folder.done("run t.toml");
    folder.remove("t.toml");
    for part in [1, 2] {
        folder.done(&format!("run t.journal --shard {part}/2 --journal {part}.j"));
    }
    let whole = folder.read("t.journal");
    let header = 23 + u32::from_le_bytes(whole[15..19].try_into().unwrap()) as usize;
    folder.write("plan.j", &whole[..header]);
    folder.done("run plan.j --journal again.j");
    assert_eq!(folder.read("again.j"), whole);
    let message = folder.fails(2, "run t.journal --seed 4");
    assert!(message.contains("flags cannot change it"), "{message}");
}
