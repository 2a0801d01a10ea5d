//! The README and the pages tell the truth about what there is.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use agon_core::{Position, registry};

use crate::workspace;

/// Players that only the tests link.
const TESTS_OWN: [&str; 2] = ["gambler", "narrow"];

/// The pages that people read first, and all of docs.
fn pages() -> Vec<PathBuf> {
    let root = workspace::root();
    let own = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
    let mut pages: Vec<PathBuf> = own.iter().map(|name| root.join(name)).collect();
    pages.push(root.join("players/STRENGTH.md"));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(docs.filter(|page| page.extension().is_some_and(|ending| ending == "md")));
    pages
}

/// What a page leads to, by links and pictures, within the workspace.
fn targets(page: &str) -> Vec<&str> {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = page.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.chain(pictures).filter(|target| !target.contains("://")).collect()
}

/// The anchors of a page: its headings in small letters, without signs, with hyphens for spaces.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let letters = line.trim_start_matches('#').trim().chars().filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        letters.collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for target in targets(&text) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let there = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            assert!(there.exists(), "{}: {target} leads nowhere", page.display());
            if !anchor.is_empty() {
                let known = anchors(&fs::read_to_string(&there).unwrap());
                let has = known.iter().any(|known| known == anchor);
                assert!(has, "{}: {target}; there are {known:?}", page.display());
            }
        }
    }
}

/// The pages and pictures that a page leads to, by their places on this machine.
fn led_to(page: &Path) -> BTreeSet<PathBuf> {
    let text = fs::read_to_string(page).unwrap();
    let places = targets(&text).into_iter().map(|target| target.split('#').next().unwrap().to_owned());
    places.filter_map(|place| page.with_file_name("").join(place).canonicalize().ok()).collect()
}

#[test]
fn the_readme_and_the_index_lead_to_every_page_and_every_picture_is_shown() {
    let [readme, index] =
        ["README.md", "docs/README.md"].map(|page| workspace::root().join(page).canonicalize().unwrap());
    let mut known = led_to(&readme);
    assert!(known.contains(&index), "the README does not lead to the index");
    known.extend(led_to(&index));
    known.insert(readme);
    for page in pages() {
        assert!(known.contains(&page.canonicalize().unwrap()), "{}", page.display());
    }
    let shown: BTreeSet<PathBuf> = pages().iter().flat_map(|page| led_to(page)).collect();
    for picture in fs::read_dir(workspace::root().join("docs/pictures")).unwrap() {
        let picture = picture.unwrap().path().canonicalize().unwrap();
        assert!(shown.contains(&picture), "no page shows {}", picture.display());
    }
}

#[test]
fn the_readme_is_read_in_a_few_minutes() {
    let readme = fs::read_to_string(workspace::root().join("README.md")).unwrap();
    assert!(readme.len() < 12 << 10, "{} bytes; details belong to docs", readme.len());
}

/// Lines that are read in a minute.
const A_MINUTE: usize = 45;

/// What is read of a file: all of it but its tests, its docs, or its head.
fn read_of(file: &str, cell: &str) -> usize {
    let text = fs::read_to_string(workspace::root().join(file)).unwrap();
    let is_read = |line: &&str| {
        let line = line.trim_start();
        let is_head = line.starts_with("//!");
        match cell.rsplit_once("`, ").map(|(_, part)| part) {
            Some("its docs") => is_head || line.starts_with("///"),
            Some("its head" | "their heads") => is_head,
            _ => true,
        }
    };
    // Tests stand last; a module of tests in a file of its own is one line.
    text.split("\n#[cfg(test)]\nmod tests {").next().unwrap().lines().filter(is_read).count()
}

#[test]
fn what_is_to_be_read_in_an_hour_is_no_longer() {
    let page = fs::read_to_string(workspace::root().join("ARCHITECTURE.md")).unwrap();
    let (_, chapter) = page.split_once("## Read in an hour").unwrap();
    let table = chapter.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let mut total = 0;
    for row in table.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let minutes: usize = cells[1].parse().unwrap();
        let files = cells[2].split('`').skip(1).step_by(2);
        let lines: usize = files.map(|file| read_of(file, cells[2])).sum();
        assert!(0 < lines && lines <= minutes * A_MINUTE, "{}: {lines} lines in {minutes} minutes", cells[2]);
        total += minutes;
    }
    assert!((30..=60).contains(&total), "{total} minutes");
}

/// Comments and omissions, `…`, are ignored.
#[test]
fn code_on_the_pages_equals_the_examples() {
    let read = |path: &str| fs::read_to_string(workspace::root().join(path)).unwrap();
    let files = ["game/src/lib.rs", "game/examples/minimax.rs", "player/src/lib.rs", "arena/src/main.rs"];
    let sources = files.map(|file| {
        let source = read(&format!("tests/outside/{file}"));
        source.lines().map(|line| line.trim().to_owned()).collect::<Vec<String>>()
    });
    let mut read_blocks = 0;
    for page in ["README.md", "docs/rust.md"] {
        let text = read(page);
        for block in text.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()) {
            read_blocks += 1;
            let lines: Vec<&str> = block
                .lines()
                .map(|line| line.split("//").next().unwrap().trim())
                .filter(|line| !line.is_empty())
                .collect();
            let stands_in = |source: &Vec<String>| {
                let mut rest = source.iter();
                lines.iter().all(|line| rest.any(|one| one == line))
            };
            assert!(sources.iter().any(stands_in), "{page}: no example has in this order\n{block}");
        }
    }
    assert_eq!(read_blocks, 6);
}

#[test]
fn the_page_of_players_says_of_each_when_to_take_it() {
    let page = fs::read_to_string(workspace::root().join("docs/players.md")).unwrap();
    let (_, chapter) = page.split_once("\n## Which player shall I take?\n").unwrap();
    let chapter = chapter.split("\n## ").next().unwrap();
    for player in registry::players().keys().filter(|name| !TESTS_OWN.contains(name)) {
        let named = [format!("`{player}`"), format!("`{player}(")];
        assert!(named.iter().any(|text| chapter.contains(text)), "{player} is not there");
    }
}

/// `UPDATE_DOCS=1` writes the list anew.
#[test]
fn the_pages_list_games_as_registered_and_what_strong_is_at_each_game() {
    let games = workspace::games().filter(|game| game.name != "squares").map(|game| {
        let option = |option: &agon_core::OptionSpec| match option.default {
            "" => format!("{}=…", option.name),
            default => format!("{}={default}", option.name),
        };
        let options: Vec<String> = game.options.iter().map(option).collect();
        let start = registry::game(game.name).unwrap().start;
        let heuristics: Vec<&str> = start.heuristics().iter().map(|named| named.name).collect();
        let (options, heuristics) = (options.join(", "), heuristics.join(", "));
        let term = format!("`{}({options})`", game.name);
        (game.name, [term, game.summary.to_owned(), heuristics].join(" | "))
    });
    let strong = registry::player("strong").unwrap();
    let strong = workspace::games().filter(|game| game.name != "squares").map(|game| {
        let start = registry::game(game.name).unwrap().start;
        let term = strong.choice(&start).expect("it chooses at every game").term;
        // Without a file the model that comes with the game is meant.
        let term = match term.split_once("=learned(") {
            Some((before, _)) => format!("{before}=learned)"),
            None => term,
        };
        format!("{},\"{}\"\n", game.name, term.replace('"', "\"\""))
    });
    let page = fs::read_to_string(workspace::root().join("docs/games.md")).unwrap();
    let files = [
        ("games.md", with_list(&page, "games", &games.collect::<Vec<_>>())),
        ("data/strong.csv", "game,strong\n".to_owned() + &strong.collect::<String>()),
    ];
    for (name, listed) in files {
        let path = workspace::root().join("docs").join(name);
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &listed).unwrap();
            continue;
        }
        let written = fs::read_to_string(&path).unwrap();
        let differs = written.lines().zip(listed.lines()).find(|(old, new)| old != new);
        assert!(written == listed, "UPDATE_DOCS=1 writes docs/{name} anew; {differs:#?}");
    }
}

/// A page with these rows, each by its name, as its list of that name. What is in the last column, such as the source of
/// the rules, is the page's own.
fn with_list(page: &str, name: &str, rows: &[(&str, String)]) -> String {
    let marks = [format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n")];
    let (before, rest) = page.split_once(&marks[0]).unwrap();
    let (list, after) = rest.split_once(&marks[1]).unwrap();
    let (head, old): (Vec<&str>, Vec<&str>) = list.lines().partition(|line| !line.starts_with("| `"));
    let row = |(name, cells): &(&str, String)| {
        let is_its = |line: &&&str| {
            let rest = line.strip_prefix("| `").and_then(|line| line.strip_prefix(name));
            rest.is_some_and(|rest| rest.starts_with(['(', '`']))
        };
        let own = old.iter().find(is_its).and_then(|line| line.rsplit('|').nth(1)).unwrap_or("  ");
        format!("| {cells} |{own}|\n")
    };
    let head: String = head.iter().flat_map(|line| [line, "\n"]).collect();
    let rows: String = rows.iter().map(row).collect();
    [before, &marks[0], &head, &rows, &marks[1], after].concat()
}

#[test]
fn a_list_is_written_anew_with_what_a_page_has_beside_it() {
    let page = "# Games\n\n<!-- games -->\n| game | | from |\n|---|---|---|\n| `a(x=1)` | old | A, 1901 |\n\
                | `gone()` | gone | nowhere |\n<!-- /games -->\n\nMore.\n";
    let rows = [("a", "`a(x=2)` | a game".to_owned()), ("ab", "`ab()` | new".to_owned())];
    let anew = "# Games\n\n<!-- games -->\n| game | | from |\n|---|---|---|\n| `a(x=2)` | a game | A, 1901 |\n\
                | `ab()` | new |  |\n<!-- /games -->\n\nMore.\n";
    assert_eq!(with_list(page, "games", &rows), anew);
}

#[test]
fn the_built_in_tournament_shows_every_player_of_this_process_but_the_person() {
    let file = workspace::root().join("arena/agon/src/default.toml");
    let shown = fs::read_to_string(file).unwrap();
    // Persons and programs are not of this process; a player that chooses another appears as that one.
    let is_inside = |player: &&agon_core::PlayerPlugin| player.is_inside && player.choice.is_none();
    let known = registry::players().values().copied().filter(is_inside).map(|player| &player.name);
    for player in known.filter(|name| !TESTS_OWN.contains(name)) {
        let alone = [format!("\"{player}\""), format!("\"{player}(")];
        assert!(alone.iter().any(|text| shown.contains(text)), "nobody sees {player} play");
    }
}

/// One sample of each at least; the bench `hidden` measures all of them.
#[test]
fn the_data_have_a_redeal_of_every_hidden_game() {
    let mut reader = csv::Reader::from_path(workspace::root().join("docs/data/redeals.csv")).unwrap();
    let rows = reader.records().map(|row| row.unwrap());
    let measured: BTreeSet<String> = rows.filter(|row| row[1].ends_with(" µs")).map(|row| row[0].to_owned()).collect();
    let mut found = 0;
    for game in workspace::games() {
        let samples = game.sample_terms().filter_map(|term| registry::game(&term).ok());
        let mut hidden = samples.filter(|sample| sample.start.facts().hidden).peekable();
        // In disguise it takes as long as without.
        if game.is_concealed || hidden.peek().is_none() {
            continue;
        }
        assert!(hidden.any(|sample| measured.contains(&sample.term)), "no redeal of {} is measured", game.name);
        found += 1;
    }
    assert!(14 <= found, "{found}");
}

/// A registry shows it. `INSTA_UPDATE=always` writes it anew.
#[test]
fn every_crate_has_a_readme_equal_to_its_documentation() {
    let members = ["core", "players", "arena"].map(|room| workspace::root().join(room));
    let rooms = ["core", "games", "arena"].map(|room| fs::read_dir(workspace::root().join(room)).unwrap());
    let inner = rooms.into_iter().flatten().map(|entry| entry.unwrap().path());
    let folders = members.into_iter().chain(inner).filter(|at| at.join("Cargo.toml").exists());
    let mut old = Vec::new();
    for folder in folders {
        let (path, expected) = (folder.join("README.md"), readme_of(&folder));
        if fs::read_to_string(&path).is_ok_and(|text| text == expected) {
            continue;
        }
        if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            fs::write(&path, expected).unwrap();
        } else {
            old.push(path);
        }
    }
    assert!(old.is_empty(), "not what the documentation says; INSTA_UPDATE=always writes them: {old:#?}");
}

/// The documentation of a crate as far as its first chapter or table, and of what it is a part.
fn readme_of(folder: &Path) -> String {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let name = manifest.split('"').nth(1).unwrap();
    let source = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    let docs = source.lines().map_while(|line| line.strip_prefix("//!"));
    let docs = docs.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let (mut text, mut is_code) = (format!("# {name}\n\n"), false);
    for line in docs.take_while(|line| !line.starts_with('|')) {
        match (is_code, line) {
            (_, fence) if fence.starts_with("```") => {
                text += if is_code { "```" } else { "```rust" };
                is_code = !is_code;
            }
            (true, hidden) if hidden.starts_with("# ") => continue,
            (true, code) => text += code,
            (false, chapter) if chapter.starts_with("# ") => break,
            (false, words) => text += &without_links(words),
        }
        text.push('\n');
    }
    let part = match (folder.strip_prefix(workspace::root()).unwrap().iter().next(), name) {
        (_, "agon") => {
            "`cargo install --locked agon --features full` installs it; `agon --help` says what it can do.".to_owned()
        }
        (Some(room), _) if room == "games" => format!(
            "A game of Agon, the arena where any turn-based game meets any player. A crate that names it links\n\
             it, `use {} as _;`, and every player plays it.",
            name.replace('-', "_")
        ),
        _ => "A part of Agon, the arena where any turn-based game meets any player; `agon` is its command.".to_owned(),
    };
    format!("{}\n\n{part}\n\nLicence: MIT or Apache-2.0, as you like.\n", text.trim_end())
}

/// What links within a crate's documentation say, without the links.
fn without_links(line: &str) -> String {
    let mut parts = line.split('[');
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (inside, after) = part.split_once(']').expect("a link in one line");
        let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
        text += inside;
        text += target.map_or(after, |(_, rest)| rest);
    }
    text
}
