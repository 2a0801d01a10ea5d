//! Journals that are not what they should be.

use agon_arena::keep::verify;

use crate::agon::Folder;

const FEW: &str = "openings = 10\nplayers = ['random', { name = 'b', player = 'random' }]\n\
                   games = ['nim']\n";

/// What the library says of the damaged journal, in this process: a command says the same.
fn refused(folder: &Folder) -> String {
    let read = verify(&[folder.path("t.journal")], 1, &mut |_, _| ());
    read.expect_err("it is damaged").to_string()
}

#[test]
fn damage_in_the_middle_is_reported_with_its_place() {
    let folder = Folder::with("damage", FEW);
    folder.done("run t.toml");
    let whole = folder.read("t.journal");
    let header = u32::from_le_bytes(whole[15..19].try_into().unwrap()) as usize;
    let first = 15 + 8 + header;
    for at in first..whole.len() - 40 {
        // One bit of each byte: the lowest and the highest in turn.
        let mut damaged = whole.clone();
        damaged[at] ^= [1, 0x80][at % 2];
        folder.write("t.journal", &damaged);
        let mut message = refused(&folder);
        if at % 25 == 0 {
            let said = folder.fails(1, "run t.toml");
            let place = message.split("damaged at ").nth(1).and_then(|m| m.split(';').next());
            assert!(said.contains(place.unwrap()), "changed {at}: {said} and {message}");
            message = said;
        }
        let place = message.split("damaged at byte ").nth(1).and_then(|m| m.split(',').next());
        let place: usize = place.unwrap_or_else(|| panic!("{message}")).parse().unwrap();
        assert!(place <= at && at < place + 60, "changed {at}: {message}");
        assert_eq!(folder.read("t.journal"), damaged, "what is damaged is left as it is");
        // The advice of the message works.
        if at % 50 == 0 {
            folder.write("t.journal", &damaged[..place]);
            folder.done("run t.toml");
            assert_eq!(folder.read("t.journal"), whole);
        }
    }
}

#[test]
fn a_damaged_a_missing_and_an_unfinished_header_are_three_errors() {
    let folder = Folder::with("header", FEW);
    folder.done("run t.toml");
    let whole = folder.read("t.journal");
    let header = u32::from_le_bytes(whole[15..19].try_into().unwrap()) as usize;
    let end = 15 + 8 + header;
    for at in 15..end {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        folder.write("t.journal", &damaged);
        let command = ["run t.toml", "run t.journal", "verify t.journal"][at % 3];
        let message = if at % 16 == 0 { folder.fails(1, command) } else { refused(&folder) };
        assert!(message.contains("damaged at byte 15, in the header"), "changed {at}: {message}");
        // Cutting there would lose every game.
        assert!(!message.contains("truncate"), "{message}");
        assert_eq!(folder.read("t.journal"), damaged, "what is damaged is left as it is");
    }
    for length in [0, 7, 15, 20, end - 1] {
        folder.write("t.journal", &whole[..length]);
        let message = folder.fails(1, "run t.journal");
        assert!(message.contains("ends within its header"), "{length}: {message}");
        folder.done("run t.toml");
        assert_eq!(folder.read("t.journal"), whole);
    }
}

#[test]
fn records_that_are_missing_or_doubled_are_damage() {
    let folder = Folder::with("missing", FEW);
    folder.done("run t.toml");
    let whole = folder.read("t.journal");
    let mut frames = vec![15];
    while *frames.last().unwrap() < whole.len() {
        let at = *frames.last().unwrap();
        let length = u32::from_le_bytes(whole[at..at + 4].try_into().unwrap()) as usize;
        frames.push(at + 8 + length);
    }
    assert_eq!(frames.len(), 22);
    let without = [&whole[..frames[5]], &whole[frames[6]..]].concat();
    folder.write("t.journal", &without);
    let message = folder.fails(1, "run t.toml");
    assert!(message.contains("game 5 where game 4 should be"), "{message}");
    let doubled = [&whole[..frames[6]], &whole[frames[5]..]].concat();
    folder.write("t.journal", &doubled);
    let message = folder.fails(1, "run t.journal");
    assert!(message.contains("game 4 where game 5 should be"), "{message}");
}

#[test]
fn another_tournament_and_other_files_are_refused_untouched() {
    let folder = Folder::with("foreign", FEW);
    folder.done("run t.toml");
    let whole = folder.read("t.journal");
    let message = folder.fails(2, "run t.toml --seed 9");
    assert!(message.contains("is the journal of another tournament"), "{message}");
    assert_eq!(folder.read("t.journal"), whole);
    folder.write("t.journal", b"my diary\n");
    let message = folder.fails(2, "run t.toml");
    assert!(message.ends_with("t.journal: not a journal, but another kind of file\n"), "{message}");
    assert_eq!(folder.read("t.journal"), b"my diary\n");
    let message = folder.fails(2, "report t.journal");
    assert!(message.ends_with("t.journal: not a journal, but another kind of file\n"), "{message}");
    folder.write("t.journal", b"agon journal 0\nand games");
    let message = folder.fails(2, "report t.journal");
    assert!(message.contains("t.journal: the journal of another version of agon"), "{message}");
    let message = folder.fails(1, "run nowhere.journal");
    assert!(message.contains("nowhere.journal: "), "{message}");
}
