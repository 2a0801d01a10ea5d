//! A worksheet of the page and the one that its command writes are the same sheet.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{Ipv4Addr, TcpStream},
    path::Path,
    process::Stdio,
};

use crate::{
    command::{agon, command},
    started::{HANGS, Started},
    terminal::heedful,
};

/// A page of a server.
fn page(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_read_timeout(Some(HANGS)).unwrap();
    let asked = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(asked.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    answer
}

/// What stands between `begin` and `end`, each time, with these signs as letters.
fn between(text: &str, begin: &str, end: &str, signs: &[(&str, &str)]) -> Vec<String> {
    let parts = text.split(begin).skip(1).map(|part| part.split(end).next().unwrap());
    let read = |part: &str| signs.iter().fold(part.to_owned(), |text, (sign, letter)| text.replace(sign, letter));
    parts.map(read).collect()
}

/// How a page writes letters that mean something to it.
const HTML: &[(&str, &str)] = &[("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&"), ("−", "-")];

/// How LaTeX does.
const TEX: &[(&str, &str)] = &[
    ("\\allowbreak{}", ""),
    ("\\{", "<"),
    ("\\}", ">"),
    ("\\texttt{", ""),
    ("}", ""),
    ("<", "{"),
    (">", "}"),
    ("$\\alpha$", "α"),
    ("$\\beta$", "β"),
    ("$\\infty$", "∞"),
    ("$\\approx$", "≈"),
    ("$=$", "="),
    ("$-$", "-"),
    ("\\%", "%"),
];

#[test]
fn a_worksheet_of_the_page_is_the_one_that_its_command_writes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheets");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let words = ["serve", "--port", "0", "--folder", "served", "--jobs", "1"];
    let mut server = heedful(&command(&words));
    server.current_dir(&folder).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut server = Started::new(server.stderr(Stdio::null()));
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    for asked in [
        "",
        "?player=expectiminimax&difficulty=easy&seed=7&count=3",
        "?player=averaging(m%3D2%2C%20n%3D2)&difficulty=hard&seed=18446744073709551615&count=2",
        "?player=max-n&difficulty=medium&seed=3&count=4",
    ] {
        let page = page(port, &format!("/worksheet{asked}"));
        let shown = between(&page, "<code class=\"command\">", "</code>", HTML);
        let typed = shlex::split(&shown[0]).unwrap();
        assert_eq!((shown.len(), &*typed[0]), (1, "agon"), "{shown:?}");
        // The file is named at the end: here it is read instead.
        let typed: Vec<&str> = typed[1..].iter().map(String::as_str).collect();
        let (written, rest) = typed.split_at(typed.len() - 2);
        assert_eq!(rest, ["-o", "worksheet.tex"]);
        let told = agon(written);
        assert_eq!(told.code, 0, "{}", told.err);
        let (sheet, solutions) = told.out.split_once("\\section*{Solutions}").unwrap();
        let games = between(&page, "<li><code>", "</code>", HTML);
        assert_eq!(games, between(sheet, ".} ", "\n", TEX), "{asked}");
        assert!(asked.ends_with(&games.len().to_string()) || games.len() == 12, "{games:?}");
        let tasks = page.split("</ul><ol").next().unwrap().rsplit("<ul>").next().unwrap();
        assert_eq!(between(tasks, "<li>", "</li>", HTML), between(sheet, "\\item ", "\n", TEX), "{asked}");
        let answers = page.split("class=\"solutions\"").nth(1).unwrap();
        assert_eq!(between(answers, "<li>", "<img", HTML), between(solutions, ".} ", "\n", TEX), "{asked}");
    }
}
