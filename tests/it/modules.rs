//! Which file of a crate uses which other, as its paths say: `crate::…`, `super::…`, `self::…`, and
//! the modules that a file declares. To offer something again (`pub use`) is not to use it, unless the file names it
//! elsewhere too. What a file does in its own tests is left out.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The modules of one crate, by path (`plan::book`; the root is empty), each with those it uses.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Modules(BTreeMap<String, BTreeSet<String>>);

impl Modules {
    /// Those of the crate whose sources are in `folder`.
    pub(crate) fn of_folder(folder: &Path) -> Modules {
        let (mut sources, mut folders) = (Vec::new(), vec![folder.to_owned()]);
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(&next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                    sources.push((name.replace('\\', "/"), fs::read_to_string(&path).unwrap()));
                }
            }
        }
        Modules::of(sources.iter().map(|(name, text)| (name.as_str(), text.as_str())))
    }

    /// Those of sources: the path of each file under `src`, and its text.
    pub(crate) fn of<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Modules {
        // A program beside a library uses it from outside.
        let sources = sources.into_iter().filter(|(file, _)| *file != "main.rs");
        let sources: BTreeMap<String, &str> = sources.map(|(file, text)| (module_of(file), text)).collect();
        let found: BTreeMap<&String, Vec<InnerPath>> =
            sources.iter().map(|(module, text)| (module, paths(&code_of(text), module))).collect();
        // What a module offers again is used where it is declared.
        let mut offered: BTreeMap<String, &Vec<String>> = BTreeMap::new();
        for (module, paths) in &found {
            for InnerPath { path, .. } in paths {
                let name = path.last().map_or("", String::as_str);
                let again = if module.is_empty() { name } else { &format!("{module}::{name}") };
                if !sources.contains_key(&path.join("::")) && again != path.join("::") {
                    offered.insert(again.to_owned(), path);
                }
            }
        }
        let target = |path: &Vec<String>| {
            let mut path = path;
            // As often as a thing may be handed on.
            for _ in 0..offered.len().min(8) {
                path = offered.get(&path.join("::")).copied().unwrap_or(path);
            }
            let known = (0..=path.len()).rev().map(|length| path[..length].join("::"));
            known.into_iter().find(|name| sources.contains_key(name))
        };
        let uses = |module: &String| -> BTreeSet<String> {
            let paths = found[module].iter().filter(|found| !found.is_offered);
            paths.filter_map(|found| target(&found.path)).filter(|used| used != module).collect()
        };
        Modules(sources.keys().map(|module| (module.clone(), uses(module))).collect())
    }

    /// The same without these modules, and without their uses.
    pub(crate) fn without(mut self, modules: &[&str]) -> Modules {
        self.0.retain(|module, _| !modules.contains(&module.as_str()));
        for used in self.0.values_mut() {
            used.retain(|module| !modules.contains(&module.as_str()));
        }
        self
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Every set of two or more modules of which each can be reached from each.
    pub(crate) fn circles(&self) -> Vec<BTreeSet<&str>> {
        let reach = |from: &str| -> BTreeSet<&str> {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
            while let Some(module) = next.pop() {
                for used in &self.0[&module] {
                    if seen.insert(used.as_str()) {
                        next.push(used.clone());
                    }
                }
            }
            seen
        };
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            self.0.keys().map(|module| (module.as_str(), reach(module))).collect();
        let mut circles = Vec::new();
        for (module, others) in &reached {
            let back = others.iter().copied().filter(|other| reached[other].contains(module));
            let circle: BTreeSet<&str> = back.collect();
            if !circle.is_empty() {
                circles.push(circle);
            }
        }
        circles.sort();
        circles.dedup();
        circles
    }

    /// Every use of a later room by an earlier one, in words. A room is the first part of a
    /// module's path; `rooms` has all of them, in order. The root stands above them.
    pub(crate) fn back_doors(&self, rooms: &[&str]) -> Vec<String> {
        let place = |module: &str| {
            let room = module.split("::").next().expect("a text has a first part");
            rooms.iter().position(|name| *name == room).unwrap_or(rooms.len())
        };
        let all = self.0.iter().flat_map(|(module, used)| used.iter().map(move |u| (module, u)));
        let back = all.filter(|(module, used)| place(module) < place(used));
        let outside = self.0.keys().filter(|name| !name.is_empty() && place(name) == rooms.len());
        back.map(|(module, used)| format!("{module} uses {used}"))
            .chain(outside.map(|name| format!("{name} stands in no room")))
            .collect()
    }
}

/// The module that a file under `src` is.
fn module_of(file: &str) -> String {
    let stem = file.strip_suffix(".rs").expect("a source");
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    if stem == "lib" { String::new() } else { stem.replace('/', "::") }
}

/// The text without comments and without items compiled for tests alone. Quoted text remains, and neither begins a
/// comment nor ends an item.
pub(crate) fn code_of(text: &str) -> String {
    let letters = without_comments(text);
    let plain: String = letters.iter().map(|&(c, is_code)| if is_code || c == '\n' { c } else { ' ' }).collect();
    let plain: Vec<char> = plain.chars().collect();
    let begins = |at: usize, word: &str| word.chars().eq(plain[at..].iter().take(word.len()).copied());
    let (mut code, mut at) = (String::new(), 0);
    while at < letters.len() {
        if TESTS.iter().any(|attribute| begins(at, attribute)) {
            at = end_of_item(&plain, at);
        } else {
            code.push(letters[at].0);
            at += 1;
        }
    }
    code
}

/// How an item begins that only tests have.
const TESTS: [&str; 2] = ["#[cfg(test)]", "#[cfg(all(test"];

/// Where the item ends that begins with an attribute: with its brace, or, if it has none, with its semicolon.
fn end_of_item(plain: &[char], from: usize) -> usize {
    let (mut braces, mut others) = (0i32, 0i32);
    for (at, c) in plain.iter().enumerate().skip(from) {
        match c {
            '{' => braces += 1,
            '}' if braces == 1 => return at + 1,
            '}' => braces -= 1,
            '(' | '[' => others += 1,
            ')' | ']' => others -= 1,
            ';' if braces == 0 && others == 0 => return at + 1,
            _ => {}
        }
    }
    plain.len()
}

/// Every letter that is in no comment, and whether it is code: whether it stands in no quotes.
fn without_comments(text: &str) -> Vec<(char, bool)> {
    let all: Vec<char> = text.chars().collect();
    let is = |at: usize, word: &str| word.chars().eq(all[at.min(all.len())..].iter().take(word.len()).copied());
    let find = |from: usize, word: &str| (from..all.len()).find(|&at| is(at, word)).unwrap_or(all.len());
    let (mut letters, mut at) = (Vec::new(), 0);
    while at < all.len() {
        let end = if is(at, "//") {
            at = find(at, "\n");
            continue;
        } else if is(at, "/*") {
            at = (find(at, "*/") + 2).min(all.len());
            continue;
        } else if all[at] == '"' {
            quoted_until(&all, at + 1, '"')
        } else if is(at, "'\\") || all.get(at + 2) == Some(&'\'') && all[at] == '\'' {
            quoted_until(&all, at + 1, '\'')
        } else if let Some(hashes) = raw_hashes(&all, at) {
            let (open, close) = (at + 1 + hashes, format!("\"{}", "#".repeat(hashes)));
            (find(open + 1, &close) + close.len()).min(all.len())
        } else {
            letters.push((all[at], true));
            at += 1;
            continue;
        };
        letters.extend(all[at..end].iter().map(|&c| (c, false)));
        at = end;
    }
    letters
}

/// The index after the sign that ends the quotation at `at`.
fn quoted_until(all: &[char], mut at: usize, sign: char) -> usize {
    while at < all.len() && all[at] != sign {
        at += if all[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(all.len())
}

/// Of a raw string that begins here, how many signs stand before its quote.
fn raw_hashes(all: &[char], at: usize) -> Option<usize> {
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    if all[at] != 'r' || at.checked_sub(1).is_some_and(|before| is_word(&all[before]) && all[before] != 'b') {
        return None;
    }
    let hashes = all[at + 1..].iter().take_while(|c| **c == '#').count();
    (all.get(at + 1 + hashes) == Some(&'"')).then_some(hashes)
}

#[test]
fn code_is_distinguished_from_comments_strings_and_tests() {
    let text = r##"
use std::fmt; // use std::fs;
/* use std::net; { */
const PAGE: &str = "https://example.org/{"; use crate::kept;
const BRACES: [char; 3] = ['{', '\'', '"'];
const RAW: &str = r#"// "kept too" }"#;
#[cfg(test)]
use crate::only_tests;
#[cfg(test)]
const FIXTURES: [&str; 2] = ["}", "{"];
fn life<'a>(text: &'a str) -> &'a str { text }
#[cfg(test)]
mod tests {
    const OPEN: &str = "{";
    fn gone() { let c = '}'; }
}
fn last() {}
"##;
    let code = code_of(text);
    for kept in
        ["use std::fmt;", "https://example.org/{", "use crate::kept;", "'\\''", "kept too", "life<'a>", "fn last()"]
    {
        assert!(code.contains(kept), "{kept}: {code}");
    }
    for gone in ["std::fs", "std::net", "only_tests", "FIXTURES", "OPEN", "gone"] {
        assert!(!code.contains(gone), "{gone}: {code}");
    }
}

/// A path that begins inside the crate, from the root.
struct InnerPath {
    path: Vec<String>,
    /// Whether it only says what the module offers again, by a `pub use`, and the module names it nowhere else.
    is_offered: bool,
}

/// Every path in `code` that begins inside the crate.
fn paths(code: &str, module: &str) -> Vec<InnerPath> {
    let tokens = tokens(code);
    let own: Vec<String> = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let declared: BTreeSet<&str> =
        tokens.windows(3).filter(|three| three[0] == "mod" && three[2] == ";").map(|three| three[1]).collect();
    let (mut found, mut named) = (Vec::new(), BTreeSet::new());
    let (mut is_import, mut is_offered, mut end) = (false, false, 0);
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "use" => {
                is_import = true;
                is_offered = 0 < at && ["pub", ")"].contains(&tokens[at - 1]);
            }
            ";" => (is_import, is_offered) = (false, false),
            name if !is_import => drop(named.insert(name)),
            _ => {}
        }
        // Behind `crate::{` a module of the root may have the name of one that is declared here.
        if at < end {
            continue;
        }
        let is_path = tokens.get(at + 1) == Some(&"::");
        let is_first = at == 0 || !["::", "$"].contains(&tokens[at - 1]);
        let base = match *token {
            _ if !is_path || !is_first => continue,
            "crate" => Vec::new(),
            "self" => own.clone(),
            "super" => own[..own.len().saturating_sub(1)].to_vec(),
            name if declared.contains(name) => [own.clone(), vec![name.to_owned()]].concat(),
            _ => continue,
        };
        let mut whole = Vec::new();
        end = tree(&tokens, at + 2, base, &mut whole);
        found.extend(whole.into_iter().map(|path| InnerPath { path, is_offered }));
    }
    for InnerPath { path, is_offered } in &mut found {
        *is_offered &= !path.last().is_some_and(|name| named.contains(name.as_str()));
    }
    found
}

/// Reads what stands behind `base::`: a path, or several in braces. Returns where it ends.
fn tree(tokens: &[&str], mut at: usize, mut base: Vec<String>, out: &mut Vec<Vec<String>>) -> usize {
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while !matches!(tokens.get(at), None | Some(&"}")) {
                    at = tree(tokens, at, base.clone(), out).max(at + 1);
                    if tokens.get(at) == Some(&",") {
                        at += 1;
                    }
                }
                return at + 1;
            }
            Some(&"super") => drop(base.pop()),
            Some(&"self") => {}
            Some(name) if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                base.push((*name).to_owned());
            }
            _ => {
                out.push(base);
                return at;
            }
        }
        at += 1;
        match tokens.get(at) {
            Some(&"::") => at += 1,
            Some(&"as") => {
                out.push(base);
                return at + 2;
            }
            _ => {
                out.push(base);
                return at;
            }
        }
    }
}

/// Words, `::`, and every other sign by itself.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::Modules;

    /// A small crate of three rooms, with one more line in one of its files.
    fn with(file: &str, line: &str) -> Modules {
        let files = [
            ("lib.rs", "mod ask; mod plan; pub mod tell;\npub use ask::spec::Spec;\n"),
            ("ask.rs", "pub mod spec;\npub mod words;\n"),
            ("ask/spec.rs", "use super::words::count;\n"),
            ("ask/words.rs", "//! Not [`this`](crate::plan::game).\n"),
            ("plan.rs", "pub mod game;\n"),
            (
                "plan/game.rs",
                "use crate::{\n    ask::{spec::Spec, words},\n};\n\
                 #[cfg(test)]\nmod tests {\n    use crate::tell::report;\n}\n",
            ),
            ("tell.rs", "pub mod report;\n"),
            ("tell/report.rs", "use crate::plan::game::Game as Played;\n"),
        ];
        let mut known = files.map(|(name, text)| (name, text.to_owned()));
        for (name, text) in &mut known {
            if *name == file {
                text.insert_str(0, line);
            }
        }
        Modules::of(known.iter().map(|(name, text)| (*name, text.as_str())))
    }

    const ROOMS: &[&str] = &["ask", "plan", "tell"];

    #[test]
    fn a_crate_in_order_passes() {
        let modules = with("", "");
        assert_eq!(modules.len(), 8);
        assert_eq!(modules.circles(), [] as [std::collections::BTreeSet<&str>; 0]);
        assert_eq!(modules.back_doors(ROOMS), [] as [&str; 0]);
    }

    #[test]
    fn a_back_door_is_found_in_every_spelling() {
        for line in [
            "use crate::tell::report;\n",
            "use crate::{ask::spec::Spec, tell::{report::{self, Style}}};\n",
            "use super::super::tell::report;\n",
            "use crate::tell as told;\n",
            "fn f() -> crate::tell::report::Style {}\n",
            "#[cfg(test)]\nuse crate::ask;\nuse crate::tell::report;\n",
        ] {
            let doors = with("ask/words.rs", line).back_doors(ROOMS);
            assert_eq!(doors.len(), 1, "{line}: {doors:?}");
            assert!(doors[0].starts_with("ask::words uses tell"), "{line}: {doors:?}");
        }
        assert_eq!(with("", "").back_doors(&["ask", "tell"]).len(), 3, "a room without a name");
    }

    #[test]
    fn a_circle_is_found_within_a_room_and_through_its_parent() {
        let modules = with("ask/words.rs", "use crate::ask::spec::Spec;\n");
        let circle = ["ask::spec", "ask::words"];
        assert_eq!(modules.circles(), [circle.into_iter().collect()]);
        assert_eq!(modules.back_doors(ROOMS), [] as [&str; 0]);
        // The root itself uses a game, and the game something of the root.
        let modules = with("plan/game.rs", "fn f() { crate::cores() }\n");
        assert_eq!(modules.circles().len(), 0);
        let sources = [("lib.rs", "mod game;\nfn f() { game::g() }\n"), ("game.rs", "use crate::f;\n")];
        assert_eq!(Modules::of(sources).circles(), [["", "game"].into_iter().collect()]);
    }

    #[test]
    fn a_reexported_name_counts_for_the_module_that_declares_it() {
        // The root offers `Spec`, which is declared in `ask::spec`; that uses `ask::words`.
        let modules = with("ask/words.rs", "use crate::Spec;\n");
        assert_eq!(modules.circles(), [["ask::spec", "ask::words"].into_iter().collect()]);
        let modules = with("tell/report.rs", "use crate::Spec;\n");
        assert_eq!(modules.circles().len(), 0);
        assert_eq!(with("plan/game.rs", "use crate::Spec;\n").back_doors(ROOMS), [] as [&str; 0]);
        let doors = with("ask.rs", "use crate::Told;\n").back_doors(ROOMS);
        assert_eq!(doors.len(), 1, "{doors:?}");
    }

    #[test]
    fn what_is_offered_again_and_named_as_well_is_used() {
        let of = |root: &'static str| Modules::of([("lib.rs", root), ("game.rs", "use super::Seat;\n")]);
        let offers = "mod game;\npub use self::game::Game;\npub struct Seat;\n";
        assert_eq!(of(offers).circles().len(), 0);
        let names = "mod game;\npub use self::game::Game;\npub struct Seat(Game);\n";
        assert_eq!(of(names).circles(), [["", "game"].into_iter().collect()]);
    }

    #[test]
    fn a_module_of_the_root_is_not_taken_for_one_of_that_name_below() {
        let modules = |import: &'static str| {
            let files = [
                ("lib.rs", "mod plan;\nmod style;\n"),
                ("style.rs", ""),
                ("plan.rs", import),
                ("plan/style.rs", "use super::Plan;\n"),
            ];
            Modules::of(files)
        };
        let of_root = "mod style;\nuse crate::{style::Sheet};\nstruct Plan;\n";
        assert_eq!(modules(of_root).circles().len(), 0);
        let own = "mod style;\nuse style::Sheet;\nstruct Plan;\n";
        assert_eq!(modules(own).circles(), [["plan", "plan::style"].into_iter().collect()]);
    }
}
