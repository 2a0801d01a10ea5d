//! Records of games as others write them: lists of points, character sets, and files that are cut off.

use agon_core::Protocol;

use super::said;

/// The answers to lines of GTP, without blank lines.
fn answers(lines: &str) -> Vec<String> {
    let text = said(Protocol::Gtp, "go(size=9)", "random", lines);
    text.split("\n\n").filter(|a| !a.trim().is_empty()).map(|a| a.trim().to_owned()).collect()
}

/// The answer to a file, and the board after it, where a stone stood before.
fn loaded(file: &[u8]) -> (String, String) {
    let on_disk = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(on_disk.path(), file).unwrap();
    let name = on_disk.path().display();
    let told = answers(&format!("play b J9\nloadsgf {name}\nprintsgf\n"));
    (told[1].replace(&name.to_string(), "FILE"), told[2].trim_start_matches("= ").to_owned())
}

/// The board that nothing was loaded onto.
const BEFORE: &str = "(;GM[1]FF[4]SZ[9]KM[7];B[ia])";

#[test]
fn a_rectangle_of_points_is_all_its_points() {
    for (short, long) in [
        ("AB[dd:ef]", "AB[dd][ed][de][ee][df][ef]"),
        ("AB[ef:dd]", "AB[dd][ed][de][ee][df][ef]"),
        ("AW[aa:ca][ii]", "AW[aa][ba][ca][ii]"),
        ("AB[aa:cc]AE[bb:cc]", "AB[aa][ba][ca][ab][ac]"),
        ("AB[aa:cc]AW[cc:cc]", "AB[aa][ba][ca][ab][bb][cb][ac][bc]AW[cc]"),
    ] {
        let of = |stones: &str| loaded(format!("(;GM[1]FF[4]SZ[9]{stones};W[gg])").as_bytes());
        assert_eq!(of(short).0, "=", "{short}");
        assert_eq!(of(short), of(long), "{short}");
    }
    let told = answers_of_file("(;GM[1]FF[4]SZ[19]AB[dd:ef])");
    assert_eq!(told.split_whitespace().count(), 1 + 6, "{told}");
    for wrong in ["AB[aa:]", "AB[:aa]", "AB[aa:jj]", "AB[aa:tt]", "AB[aa:bb:cc]", "AB[a:b]"] {
        let (said, board) = loaded(format!("(;GM[1]FF[4]SZ[9]{wrong})").as_bytes());
        assert!(said.starts_with("? cannot load file") && said.contains("no vertex"), "{said}");
        assert_eq!(board, BEFORE, "{wrong}");
    }
}

/// Which stones stand there.
fn answers_of_file(text: &str) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    answers(&format!("loadsgf {}\nfinal_status_list alive\n", file.path().display())).remove(1)
}

#[test]
fn a_record_is_read_by_its_character_set_or_refused_by_the_name_of_it() {
    let whole = || ("=".to_owned(), "(;GM[1]FF[4]SZ[9]KM[7];B[cc];W[gg])".to_owned());
    // A comment that is taken for more or less than it is takes moves with it.
    let of = |before: &[u8], charset: &str, comment: &[u8]| {
        let charset = if charset.is_empty() { String::new() } else { format!("CA[{charset}]") };
        let parts: [&[u8]; 6] =
            [b"(;GM[1]", before, charset.as_bytes(), b"SZ[9]KM[7]C[", comment, b"];B[cc]C[\\];B[aa\\]];W[gg])"];
        parts.concat()
    };
    for (comment, charset) in [
        (&b"white"[..], ""),
        (b"white", "ASCII"),
        (b"white", "us-ascii"),
        (b"white", "Big5"),
        ("白 棋".as_bytes(), ""),
        ("白 棋".as_bytes(), "UTF-8"),
        ("白 棋".as_bytes(), "utf8"),
        // Written again in UTF-8, under its old name.
        ("白 棋".as_bytes(), "EUC-KR"),
        (b"J\xf6rg", ""),
        (b"J\xf6rg", "ISO-8859-1"),
        (b"J\xf6rg", "iso8859-1"),
        (b"J\xf6rg", "Latin-1"),
        (b"J\xf6rg", " latin1 "),
        (b"J\xf6rg [a \\]", ""),
        // The second byte of the last character is a backslash, or a bracket.
        (b"\x95\x5c", "Shift_JIS"),
        (b"\x83\x5d", "CP932"),
        (b"\x98\x5c", "GBK"),
        (b"\x81\x5d", "GB18030"),
        (b"\xa5\x5c", "Big5"),
        (b"\x1b$B0]\x1b(B", "ISO-2022-JP"),
    ] {
        assert_eq!(loaded(&of(b"", charset, comment)), whole(), "{charset}");
    }
    // A player's name stands before the name of the character set.
    for (player, charset) in [(&b"PB[\x95\x5c]"[..], "Shift_JIS"), (b"C[CA[Big5\\]]", "GBK")] {
        assert_eq!(loaded(&of(player, charset, b"\x98\x5c")), whole(), "{charset}");
    }
    for (charset, comment, why) in [
        ("Klingon", &b"J\xf6rg"[..], "its characters are written in `Klingon`; accepted: UTF-8, ASCII"),
        ("UTF-16", b"white", "its characters are written in `UTF-16`; accepted: "),
        // The same bytes where nobody says what they are.
        ("", b"\x95\x5c", "it is not UTF-8, and does not say what it is; accepted: "),
        ("", b"\x83\x5d", "it is not UTF-8, and does not say what it is; accepted: "),
        ("EUC-KR", b"\xff\x5c", "it is not written in `EUC-KR`, as it says"),
    ] {
        let (said, board) = loaded(&of(b"", charset, comment));
        assert!(said.starts_with("? cannot load file") && said.contains(why), "{said}");
        assert_eq!(board, BEFORE, "{charset}");
    }
    // A comment may speak of character sets, and so may a later node.
    let harmless = "(;GM[1]SZ[9]KM[7]C[CA[Shift_JIS\\]];B[cc]CA[Big5];W[gg])";
    assert_eq!(loaded(harmless.as_bytes()), whole());
}

#[test]
fn a_record_is_read_as_its_byte_order_mark_says_whatever_it_names() {
    for charset in ["", "CA[UTF-8]", "CA[UTF-16]", "CA[Shift_JIS]"] {
        let text = format!("\u{feff}(;GM[1]{charset}SZ[9]KM[7]C[表 ő];\r\nB[cc])\r\n");
        let units = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
        let written: [Vec<u8>; 3] = [text.clone().into_bytes(), units(u16::to_le_bytes), units(u16::to_be_bytes)];
        for bytes in written {
            let board = "(;GM[1]FF[4]SZ[9]KM[7];B[cc])".to_owned();
            assert_eq!(loaded(&bytes), ("=".to_owned(), board), "{charset}");
        }
        let (said, board) = loaded(&units(u16::to_le_bytes)[..9]);
        assert!(said.contains("byte 8 (line 1, column 4) is half a unit of UTF-16"), "{said}");
        assert_eq!(board, BEFORE);
    }
}

#[test]
fn a_record_that_is_cut_off_is_refused_and_the_board_stays() {
    let whole =
        "Dear friend (of Go), a game:\n(;GM[1]FF[4]SZ[9]KM[7]C[a (b\\] ;] ;B[cc] (;W[gg] (;B[ee])(;B[ed])) (;W[aa]))";
    let (said, board) = loaded(whole.as_bytes());
    assert_eq!((&*said, &*board), ("=", "(;GM[1]FF[4]SZ[9]KM[7];B[cc];W[gg];B[ee])"));
    // More than the game may stand behind it.
    for more in ["\n", ")", "(;GM[2])", "(;GM[1]"] {
        assert_eq!(loaded(format!("{whole}{more}").as_bytes()), (said.clone(), board.clone()));
    }
    for end in 0..whole.len() {
        let (said, board) = loaded(&whole.as_bytes()[..end]);
        assert!(said.starts_with("? cannot load file"), "{}: {said}", &whole[..end]);
        assert_eq!(board, BEFORE, "{}", &whole[..end]);
    }
    for none in ["(hello)", "()", "hello", "GM[1]SZ[9];B[cc])", "(GM[1])", ";B[cc]"] {
        let (said, board) = loaded(none.as_bytes());
        assert!(said.contains("there is no game in it"), "{none}: {said}");
        assert_eq!(board, BEFORE, "{none}");
    }
}

#[test]
fn stones_put_between_moves_begin_a_new_position() {
    // A record, and one that means the same with all stones put on the empty board.
    for (record, same) in [
        // A stone is taken away, a list of points, a rectangle.
        (";B[cc];W[gg];AE[cc]", "AW[gg]PL[B]"),
        (";B[cc];W[gg];AE[cc][gg]AB[aa:bb]AW[dd:fd]", "AB[aa:bb]AW[dd:fd]PL[B]"),
        (";AB[aa:bb];B[cc];AE[ba:cc]", "AB[aa][ab]PL[W]"),
        // On a point that had a stone it takes its place, and nothing is captured by it.
        (";B[cc];W[gg];AW[cc]AB[gg]", "AW[cc]AB[gg]PL[B]"),
        (";B[ba];W[aa];B[bb];AB[ab]AE[aa];W[ii]", "AB[ba][bb][ab];W[ii]"),
        // Whose turn it is: whoever moves next, or is told, or has not moved last.
        (";B[cc];W[gg];AB[aa];W[ee]", "AB[cc][aa]AW[gg];W[ee]"),
        (";B[cc];AB[aa]PL[B]", "AB[cc][aa]PL[B]"),
        (";PL[B];B[cc];PL[B]AB[aa]", "AB[cc][aa]PL[B]"),
        (";PL[W];AB[aa];AB[bb]", "AB[aa][bb]PL[W]"),
        (";PL[B];B[cc];AB[aa]", "AB[cc][aa]PL[W]"),
        (";B[cc];PL[B];B[dd]", ";B[cc];B[dd]"),
        (";B[cc];PL[W]", ";B[cc]"),
        // Nodes that follow each other; a chain may be without liberty between them.
        (";B[ee];AB[aa];AW[ab][ba];AE[aa];AB[aa]AE[ab]", "AB[ee][aa]AW[ba]PL[W]"),
        // Where two passes have ended the game.
        (";B[cc];W[];B[];AW[dd]", "AB[cc]AW[dd]PL[W]"),
        (";B[cc];W[];B[];AW[dd];W[ee];B[ff]", "AB[cc]AW[dd];W[ee];B[ff]"),
        // With the move of a node: it is the last there.
        (";B[cc];W[gg]AB[aa]AE[cc];B[ii]", "AB[aa];W[gg];B[ii]"),
        ("HA[2]AB[cc][gg];W[ee];AB[gc]", "AB[cc][gg][gc]AW[ee]PL[B]"),
        // A handicap that is put node by node.
        ("HA[3];AB[cc];AB[gg];AB[gc];W[ee]", "AB[cc][gg][gc];W[ee]"),
        ("HA[3];AB[cc];AB[gg];AB[gc]", "AB[cc][gg][gc]PL[W]"),
        // Other variations put nothing.
        (";B[cc](;W[gg])(;AE[cc])", ";B[cc];W[gg]"),
        (";B[cc](;AE[cc];AB[dd])(;W[gg])", "AB[dd]PL[W]"),
        // What changes nothing leaves the game as it was.
        (";B[cc];W[gg];AB[cc]AE[ee];B[aa]", ";B[cc];W[gg];B[aa]"),
    ] {
        let of = |record: &str| loaded(format!("(;GM[1]SZ[9]KM[7]{record})").as_bytes());
        assert_eq!(of(record).0, "=", "{record}");
        assert_eq!(of(record), of(same), "{record}");
    }
}

/// A ko, where Black takes at D7.
const KO: &str = "AB[cb][bc][cd]AW[db][ec][dd][cc];B[dc]";

#[test]
fn a_game_that_begins_within_a_record_has_no_past() {
    let of = |moves: &str| loaded(format!("(;GM[1]SZ[9]KM[7]{KO}{moves})").as_bytes());
    // White may not take back at once, but where stones were put nobody has taken before.
    assert_eq!(of(";W[cc]").0, "? cannot load file: move 2, C7: illegal move");
    assert_eq!(of(";AB[cb];W[cc]").0, "? cannot load file: move 2, C7: illegal move");
    assert_eq!(of(";AB[aa];W[cc]").0, "=");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "(;SZ[9];B[aa];W[bb];AE[aa];B[cc];W[dd])").unwrap();
    let name = file.path().display();
    let last_undone = "undo\nundo\nundo\nfinal_status_list alive\n";
    let told = answers(&format!("loadsgf {name}\n{last_undone}"));
    assert_eq!(told, ["=", "=", "=", "? cannot undo", "= B8"]);
    // Moves are counted from the beginning of the record; before a move stands what was put there for it.
    for (before, alive) in [(1, "="), (2, "= A9"), (3, "= B8"), (4, "= B8\nC7"), (9, "= B8\nC7\nD6")] {
        let told = answers(&format!("loadsgf {name} {before}\nfinal_status_list alive\n"));
        let mut stones: Vec<&str> = told[1].split_whitespace().collect();
        stones[1..].sort_unstable();
        let expected: Vec<&str> = alive.split_whitespace().collect();
        assert_eq!(stones, expected, "before move {before}");
    }
}

#[test]
fn stones_without_a_liberty_are_refused_by_their_place() {
    for (record, why) in [
        ("AB[aa]AW[ab][ba];W[ee]", "before move 1, the stone at A9 has no liberty"),
        (";B[aa];W[ab];AW[ba];B[ee]", "before move 3, the stone at A9 has no liberty"),
        (";B[ee];AW[aa:ii]", "at its end, the stone at A1 has no liberty"),
        (";B[ee];W[gg];AB[zz]", "line 1, column 29: `zz` is no vertex"),
    ] {
        let (said, board) = loaded(format!("(;GM[1]SZ[9]{record})").as_bytes());
        assert_eq!(said, format!("? cannot load file: {why}"), "{record}");
        assert_eq!(board, BEFORE, "{record}");
    }
}

#[test]
fn only_a_file_on_a_disk_is_a_record() {
    let folder = tempfile::tempdir().unwrap();
    for name in [folder.path().display().to_string(), "/dev/zero".to_owned()] {
        if !std::path::Path::new(&name).exists() {
            continue;
        }
        let told = answers(&format!("play b J9\nloadsgf {name}\nprintsgf\n"));
        assert!(told[1].contains(&format!("{name}: this is not a plain file")), "{}", told[1]);
        assert_eq!(told[2].trim_start_matches("= "), BEFORE);
    }
}
