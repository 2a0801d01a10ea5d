//! What commands were called before: they work for one version more, and say what they are called now.

use std::ffi::OsString;

/// The command line as it is written now; and, if it was not written so, how it is.
pub(crate) fn renamed(mut words: Vec<OsString>) -> (Vec<OsString>, Option<String>) {
    let Some(at) = command(&words) else { return (words, None) };
    let mut rest = words.split_off(at);
    let old = rest.remove(0);
    if let (Some("man" | "help"), Some(page)) = (old.to_str(), rest.first_mut()) {
        let now = PAGES.iter().find(|(was, _)| *page == **was);
        if let Some((_, now)) = now {
            *page = now.into();
        }
        words.push(old);
        words.append(&mut rest);
        return (words, now.map(|(was, now)| format!("agon {was} is now agon {now}")));
    }
    let (now, said): (Vec<OsString>, &str) = match old.to_str().unwrap_or_default() {
        "resume" if names_saved_game(&rest) => (vec!["play".into()], "play FILE"),
        "resume" => (vec!["run".into()], "run JOURNAL"),
        "plan" => (vec!["run".into(), "--dry-run".into()], "run --dry-run"),
        "status" => (vec!["report".into(), "progress".into()], "report progress"),
        "rate" => (vec!["report".into(), "ratings".into()], "report ratings"),
        "explain" => explained(&rest),
        "export" => exported(&mut rest),
        "equilibrium" => {
            (["solve", "--method", "cfr"].map(Into::into).into(), "solve GAME --method cfr")
        }
        "exploit" => {
            respell(&mut rest, ("-p", "--player"), "--exploit");
            (vec!["analyse".into()], "analyse GAME --exploit PLAYER")
        }
        "plot" => plotted(&mut rest),
        "check" => {
            let before = option(&rest, &["--baseline"]);
            let before = before.map(|(from, to, value)| {
                rest.drain(from..to);
                value
            });
            (["compare".into()].into_iter().chain(before).collect(), "compare RESULT FILE")
        }
        _ => {
            words.push(old);
            words.append(&mut rest);
            return (words, None);
        }
    };
    let said = format!("agon {} is now agon {said}", old.display());
    words.extend(now.into_iter().chain(rest));
    (words, Some(said))
}

/// Commands whose page of the manual is now another's.
const PAGES: [(&str, &str); 3] =
    [("equilibrium", "solve"), ("explain", "tree"), ("exploit", "analyse")];

/// Where the command stands: behind the options that all commands have.
fn command(words: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        match words.get(at)?.to_str()? {
            "--color" => at += 2,
            option if option.starts_with('-') => at += 1,
            _ => return Some(at),
        }
    }
}

/// Whether the first file that is named is one of saved games.
fn names_saved_game(rest: &[OsString]) -> bool {
    let file = rest.iter().filter_map(|word| word.to_str()).find(|word| !word.starts_with('-'));
    file.is_some_and(|file| agon_table::find(file).is_ok_and(|game| game.is_some()))
}

/// Where an option of one of these names stands, and its value.
fn option(rest: &[OsString], names: &[&str]) -> Option<(usize, usize, OsString)> {
    rest.iter().enumerate().find_map(|(at, word)| {
        let word = word.to_str()?;
        if names.contains(&word) {
            return Some((at, at + 2, rest.get(at + 1)?.clone()));
        }
        let (name, value) = word.split_once('=')?;
        names.contains(&name).then(|| (at, at + 1, value.into()))
    })
}

/// Calls an option, wherever it stands, by another name.
fn respell(rest: &mut [OsString], (short, long): (&str, &str), now: &str) {
    for word in rest {
        let Some(text) = word.to_str() else { continue };
        let value = text.strip_prefix(long).and_then(|value| value.strip_prefix('='));
        let is_long = text.starts_with("--");
        let value = value.or_else(|| text.strip_prefix(short).filter(|_| !is_long));
        if text == long || value == Some("") {
            *word = now.into();
        } else if let Some(value) = value {
            *word = format!("{now}={}", value.strip_prefix('=').unwrap_or(value)).into();
        }
    }
}

fn explained(rest: &[OsString]) -> (Vec<OsString>, &'static str) {
    let is = |name: &str| {
        let mut words = rest.iter().filter_map(|word| word.to_str());
        words
            .any(|word| word == name || word.strip_prefix(name).is_some_and(|v| v.starts_with('=')))
    };
    if is("--worksheet") {
        (vec!["tree".into()], "tree --worksheet N")
    } else if is("--quiz") {
        (vec!["tree".into()], "tree --quiz")
    } else {
        (["tree", "--to", "words"].map(Into::into).into(), "tree --to words")
    }
}

fn exported(rest: &mut Vec<OsString>) -> (Vec<OsString>, &'static str) {
    let form = option(rest, &["--to"]);
    let of_results = ["html", "markdown", "latex", "ranks"];
    let Some((from, to, form)) = form.filter(|(_, _, form)| of_results.iter().any(|f| form == f))
    else {
        return (vec!["report".into(), "games".into()], "report games");
    };
    rest.drain(from..to);
    let form = if form == "ranks" { "csv".into() } else { form };
    (vec!["report".into(), "results".into(), "--to".into(), form], "report")
}

fn plotted(rest: &mut Vec<OsString>) -> (Vec<OsString>, &'static str) {
    let charts = ["ratings", "crosstable", "sweep"];
    let Some(at) = rest.iter().position(|word| charts.iter().any(|chart| word == chart)) else {
        return (vec!["report".into()], "report ratings, crosstable or sweep");
    };
    let chart = rest.remove(at);
    let is_bare = option(rest, &["--to", "-o", "--out"]).is_none();
    let mut now = vec!["report".into(), chart];
    if is_bare && now[1] == "ratings" {
        now.extend(["--to".into(), "svg".into()]);
    }
    (now, "report ratings, crosstable or sweep")
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn what_was_called_otherwise_is_called_as_it_is_now() {
        let now = |line: &str| {
            let words = shlex::split(line).unwrap().into_iter().map(Into::into);
            let (words, said) = renamed(words.collect());
            let words: Vec<String> =
                words.into_iter().map(|word| word.into_string().unwrap()).collect();
            (words.join(" "), said.is_some())
        };
        for (before, after) in [
            ("agon resume a.journal --json", "agon run a.journal --json"),
            ("agon -q --color never status a b", "agon -q --color never report progress a b"),
            ("agon rate a --anchor b=1", "agon report ratings a --anchor b=1"),
            ("agon plan t.toml --limit 3", "agon run --dry-run t.toml --limit 3"),
            ("agon check t.toml --baseline b --level 0.1", "agon compare b t.toml --level 0.1"),
            ("agon check --baseline=b t.toml", "agon compare b t.toml"),
            ("agon export a --to html -o p", "agon report results --to html a -o p"),
            ("agon export --to=ranks a", "agon report results --to csv a"),
            ("agon export a#1 --to csv", "agon report games a#1 --to csv"),
            (
                "agon exploit kuhn -p pimc -p random",
                "agon analyse kuhn --exploit pimc --exploit random",
            ),
            (
                "agon exploit -pgreedy kuhn --player=a",
                "agon analyse --exploit=greedy kuhn --exploit=a",
            ),
            ("agon explain nim -p pns --json", "agon tree --to words nim -p pns --json"),
            ("agon explain nim -p pns --quiz", "agon tree nim -p pns --quiz"),
            ("agon explain tree --worksheet=2 --to tex", "agon tree tree --worksheet=2 --to tex"),
            ("agon man explain", "agon man tree"),
            ("agon help exploit", "agon help analyse"),
            ("agon equilibrium kuhn -i 9", "agon solve --method cfr kuhn -i 9"),
            ("agon plot ratings a", "agon report ratings --to svg a"),
            ("agon plot --option x sweep a", "agon report sweep --option x a"),
            ("agon plot ratings a -o a.png", "agon report ratings a -o a.png"),
        ] {
            assert_eq!(now(before), (after.to_owned(), true));
        }
        for line in
            ["agon report a", "agon --help", "agon", "agon run resume", "agon man tree", "agon man"]
        {
            assert_eq!(now(line), (line.to_owned(), false));
        }
    }
}
