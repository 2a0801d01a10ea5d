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
        let parts: [&[u8]; 6] = [
            b"(;GM[1]",
            before,
            charset.as_bytes(),
            b"SZ[9]KM[7]C[",
            comment,
            b"];B[cc]C[\\];B[aa\\]];W[gg])",
        ];
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
        (
            "Klingon",
            &b"J\xf6rg"[..],
            "its characters are written in `Klingon`; accepted: UTF-8, ASCII",
        ),
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
        let written: [Vec<u8>; 3] =
            [text.clone().into_bytes(), units(u16::to_le_bytes), units(u16::to_be_bytes)];
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
    let whole = "Dear friend (of Go), a game:\n(;GM[1]FF[4]SZ[9]KM[7]C[a (b\\] ;] ;B[cc] (;W[gg] (;B[ee])(;B[ed])) (;W[aa]))";
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
