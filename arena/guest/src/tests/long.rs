//! Lines of megabytes, and the last line of a file.

use std::io::{BufReader, Cursor};

use agon_core::Protocol;

use super::{Written, guest, only, said};
use crate::serve;

const MEGABYTES: usize = 5 << 20;

/// Of each protocol: a game, a command that is answered, how that begins, and how a line that is too long is.
const SPOKEN: [(Protocol, &str, &str, &str, &str); 4] = [
    (Protocol::Uci, "chess", "isready", "readyok", "info string line too long: x"),
    (Protocol::Xboard, "chess", "ping 7", "pong 7", "Error (line too long): x"),
    (Protocol::Gtp, "go(size=5)", "7 name", "=7 Agon", "? line too long"),
    (Protocol::Gomocup, "amoba(size=15)", "ABOUT", "name=", "ERROR line too long: x"),
];

#[test]
fn a_line_of_megabytes_is_passed_over_with_a_word() {
    for (protocol, game, command, answer, complaint) in SPOKEN {
        // As it comes, and behind spaces and bytes that are no text; with a line break, and without one.
        for end in ["\n", "\r\n", ""] {
            let long = "x".repeat(MEGABYTES);
            let next = if end.is_empty() { String::new() } else { format!("{command}\n") };
            let text = said(protocol, game, "random", &format!("{command}\n{long}{end}{next}"));
            let expected = if end.is_empty() { 1 } else { 2 };
            assert_eq!(only(&text, complaint).len(), 1, "{protocol}: {text}");
            assert_eq!(only(&text, answer).len(), expected, "{protocol}: {text}");
            assert!(text.len() < 5000, "{protocol}: the line is not said again");
        }
        let strange = [command.as_bytes(), b"\n ", &[b'x', 0xff].repeat(MEGABYTES), b"\n"].concat();
        let out = Written::default();
        let input = BufReader::new(Cursor::new([&strange[..], command.as_bytes(), b"\n"].concat()));
        serve(guest(protocol, game, "random"), protocol, input, out.clone()).unwrap();
        let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        assert_eq!(only(&text, answer).len(), 2, "{protocol}: {text}");
        assert!(text.contains("line too long"), "{protocol}: {text}");
    }
    // An answer has the number of its command, and a comment has none.
    let long = "x".repeat(MEGABYTES);
    let lines = format!("12 name {long}\n# {long}\n12x {long}\n13 name\n");
    let text = said(Protocol::Gtp, "go(size=5)", "random", &lines);
    assert_eq!(text, "?12 line too long\n\n? line too long\n\n=13 Agon\n\n");
}

/// The same game, its moves in a line that ends with the file, and in one that ends with a line break.
#[test]
fn a_last_line_without_a_line_break_is_obeyed_whole() {
    let to_and_fro = " g1f3 g8f6 f3g1 f6g8".repeat(30);
    let moves = format!("position startpos moves e2e4 e7e5{to_and_fro}");
    let answer = |end: &str| {
        let lines = format!("{moves} d2d9{end}");
        said(Protocol::Uci, "chess", "random", &lines)
    };
    assert!(answer("\n").contains("d2d9 is not legal"), "{}", answer("\n"));
    assert_eq!(answer(""), answer("\n"));
    assert_eq!(answer("\r"), answer("\n"));
}
