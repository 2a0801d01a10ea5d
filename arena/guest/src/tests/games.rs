//! Games of Go that are set up, taken back, read and written, and boards of every size.

use agon_core::Protocol;

use super::{only, said};

/// The answers to lines of GTP, without their signs and blank lines.
fn answers(lines: &str) -> Vec<String> {
    let text = said(Protocol::Gtp, "go(size=9)", "random", lines);
    text.split("\n\n").filter(|a| !a.trim().is_empty()).map(|a| a.trim().to_owned()).collect()
}

#[test]
fn a_handicap_is_not_taken_back() {
    let told = answers("fixed_handicap 2\nplay w E5\nkomi 3\nundo\nundo\nshowboard\nset_free_handicap C3 C7\n");
    assert_eq!(told[..5], ["= C3 G7", "=", "=", "=", "? cannot undo"]);
    assert_eq!(told[5].matches('X').count(), 2, "{}", told[5]);
    assert_eq!(told[6], "? board not empty");
    // A new game has none.
    assert_eq!(answers("fixed_handicap 2\nclear_board\nplay b E5\nundo\n")[3], "=");
}

#[test]
fn a_game_that_cannot_be_read_leaves_the_board_as_it_is() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for wrong in [
        "(;GM[1]SZ[5]KM[1.5];B[aa];W[aa])",
        "(;GM[1]SZ[60];B[aa])",
        "(;GM[1]SZ[9]KM[x];B[aa])",
        "(;GM[1]SZ[9];B[zz])",
        "no game",
    ] {
        std::fs::write(file.path(), wrong).unwrap();
        let name = file.path().display();
        let told = answers(&format!("play b C3\nshowboard\nloadsgf {name}\nshowboard\nundo\nundo\n"));
        assert!(told[2].starts_with("? cannot load file"), "{wrong}: {told:?}");
        assert_eq!((&told[1], &told[4], &told[5]), (&told[3], &"=".to_owned(), &"? cannot undo".to_owned()));
    }
}

#[test]
fn a_game_is_read_as_it_was_written() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for played in [
        "play b C3\nplay w pass\nplay b J9\nplay w A1\n",
        "set_free_handicap C3 G7 E5\nplay w J1\nplay b D4\n",
        "fixed_handicap 2\n",
        "komi 0.5\n",
    ] {
        let told = answers(&format!("{played}showboard\nprintsgf\n"));
        let [.., board, written] = &told[..] else { panic!("{told:?}") };
        std::fs::write(file.path(), written.trim_start_matches("= ")).unwrap();
        let again = answers(&format!("loadsgf {}\nshowboard\nprintsgf\n", file.path().display()));
        assert_eq!(again[..2], ["=".to_owned(), board.clone()], "{played}");
        // Stones that stand there are as good as a handicap.
        assert_eq!(&again[2], written);
    }
    let lines = "set_free_handicap C3 G7\nplay w J1\nplay b pass\nprintsgf\n";
    let text = answers(lines).pop().unwrap();
    assert_eq!(text, "= (;GM[1]FF[4]SZ[9]KM[7]AB[gc][cg]PL[W];W[ii];B[])");
    assert_eq!(answers("printsgf elsewhere\n"), ["? syntax error"]);
}

/// With and without the colour that moves first, stones, and moves.
#[test]
fn whatever_was_read_is_written_so_that_it_reads_alike() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let load = |text: &str| {
        std::fs::write(file.path(), text).unwrap();
        answers(&format!("loadsgf {}\nshowboard\nprintsgf\n", file.path().display()))
    };
    let put = [
        "",
        "AB[]",
        "AB[tt]AW[]",
        "AB[cc]",
        "AB[cc][gg]",
        "AW[gg]",
        "AB[cc]AW[gg][ig]",
        "AB[cc][gg]AE[cc]",
        "AB[ba][ab][ac]AW[ca][bb][ad][bc]",
    ];
    let plays =
        ["", ";B[ee]", ";W[ee]", ";W[ee];B[tt]", ";B[];W[]", ";W[];B[];B[ee]", ";B[ee];B[ed];W[ii]", ";W[];W[];W[aa]"];
    for (put, first) in put.iter().flat_map(|put| ["", "PL[B]", "PL[W]"].map(|first| (put, first))) {
        for plays in plays {
            let text = format!("(;{put}{first}SZ[9]{plays})");
            let told = load(&text);
            assert_eq!(told[0], "=", "{text}: {told:?}");
            let written = told[2].trim_start_matches("= ");
            assert_eq!(load(written), told, "{text}");
            let begins = first.strip_prefix("PL[").or(plays.strip_prefix(';'));
            // Nothing but stones of Black is a handicap.
            let is_handicap = put.contains("AB[cc]") && !put.contains("AW");
            let is_white = begins.map_or(is_handicap, |colour| colour.starts_with('W'));
            assert_eq!(written.contains("PL[W]"), is_white, "{text}");
        }
    }
    let told = load("(;SZ[9]AB[ba][ab]AW[aa])");
    assert_eq!(told[0], "? cannot load file: at its end, the stone at A9 has no liberty");
}

#[test]
fn every_form_of_time_is_understood() {
    let lines = "kgs-time_settings byoyomi 0 1 5\ngenmove b\nkgs-time_settings absolute 1\ngenmove w\n\
                 kgs-time_settings canadian 0 1 4\ngenmove b\nkgs-time_settings none\n\
                 kgs-time_settings byoyomi 1\nknown_command kgs-time_settings\n";
    let told = answers(lines);
    assert_eq!(told[6..], ["=", "? syntax error", "= true"]);
    let text = said(Protocol::Gtp, "go(size=5)", "alpha-beta(depth=64)", "kgs-time_settings absolute 1\ngenmove b\n");
    assert_eq!(only(&text, "=").len(), 2, "{text}");
}

#[test]
fn boards_for_five_in_a_row_have_twenty_rows_at_most() {
    let lines = "START 20\nINFO timeout_turn 5000\nTURN 19,19\nSTART 15\nBEGIN\nSTART 21\n";
    let text = said(Protocol::Gomocup, "amoba", "alpha-beta(depth=1, relevant=true)", lines);
    let told: Vec<&str> = text.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!((told[0], told[2]), ("OK", "OK"), "{text}");
    // Within two of the stone in the corner, and in the middle.
    assert!(told[1].starts_with("17,") || told[1].starts_with("18,"), "{text}");
    assert_eq!(told[3], "7,7", "{text}");
    assert!(told[4].starts_with("ERROR"), "{text}");
}
