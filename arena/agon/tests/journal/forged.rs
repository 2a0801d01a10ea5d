//! Records with the right checksum that no game ever had: whoever reads them says so in one
//! message, and nobody breaks down.

use std::{
    env, fs,
    io::sink,
    path::Path,
    time::{Duration, Instant},
};

use agon_arena::{
    keep::{
        Detail, HEAD, JournalError, MAGIC, Merging, Reader, Verification, checksum, merge,
        read_journal, verify,
    },
    play::{Ending, Fault, Record},
    tell::{Csv, Export, Html, JsonLines, Latex, Markdown, PageStyle, Pgn, ResultDocument},
};
use agon_core::{AnyMove, Seat};
use agon_draw::Drawing;
use agon_roster as _;

use crate::agon::Folder;

const MIXED: &str = "\
seed = 5
openings = 2
random-plies = 2
players = ['random', 'greedy', { name = 'c', player = 'random' }]
games = ['tic-tac-toe', 'nim(2+3)', 'pig(target=10)', 'chess', 'othello(size=4)', \
'tic-tac-toe(players=3)', 'backgammon', '2048(size=2, goal=8)']
max-plies = 20
";

/// Numbers that look drawn (Knuth's MMIX).
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// The frames of a journal, the header's first, without length and checksum.
fn frames(bytes: &[u8]) -> Vec<Vec<u8>> {
    let (mut at, mut frames) = (MAGIC.len(), Vec::new());
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        frames.push(bytes[at + HEAD..at + HEAD + length].to_vec());
        at += HEAD + length;
    }
    frames
}

fn journal_of(frames: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = MAGIC.as_bytes().to_vec();
    for frame in frames {
        bytes.extend_from_slice(&(frame.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&checksum(frame).to_le_bytes());
        bytes.extend_from_slice(frame);
    }
    bytes
}

/// Changes a record as somebody might who knows its form.
fn forge(frame: &mut Vec<u8>, chance: &mut Chance) {
    let mut record = Record::default();
    record.decode(frame).expect("it is whole");
    let strange = [0.5, -0.0, f64::NAN, f64::INFINITY, 1e300, -7.0];
    match chance.below(12) {
        0 if !record.moves.is_empty() => {
            let at = chance.below(record.moves.len());
            record.moves[at] =
                AnyMove([chance.below(600) as u64, u64::MAX, 1 << 40][chance.below(3)]);
        }
        1 => record.moves.truncate(chance.below(record.moves.len())),
        2 => record.moves.push(AnyMove(chance.below(100) as u64)),
        3 => record.opening = [0, 1, 7, 100, u32::MAX][chance.below(5)],
        4 => record.payoffs.truncate(chance.below(record.payoffs.len())),
        5 => record.payoffs.push(strange[chance.below(strange.len())]),
        6 if !record.payoffs.is_empty() => {
            let at = chance.below(record.payoffs.len());
            record.payoffs[at] = strange[chance.below(strange.len())];
        }
        7 => {
            let seat = Seat([0, 1, 5, 255][chance.below(4)]);
            let fault = [
                Fault::Illegal(u64::MAX),
                Fault::Panic("\u{1b}[2J".repeat(100)),
                Fault::Resigned,
                Fault::Broken("<script>".to_owned()),
                Fault::Overspent { nodes: 1, budget: 2 },
                Fault::OverTime(3),
            ];
            record.ending = Ending::Forfeit(seat, fault[chance.below(6)].clone());
        }
        8 => {
            let agreed = Ending::Agreed([None, Some(Seat(0)), Some(Seat(9))][chance.below(3)]);
            record.ending = [Ending::Over, Ending::TooLong, agreed][chance.below(3)].clone();
        }
        9 => {
            record.ending = Ending::Void("gone".to_owned());
            record.payoffs.clear();
        }
        10 => record.number = [0, record.number + 1, u64::MAX][chance.below(3)],
        // And as somebody might who doesn't.
        _ => {
            for _ in 0..=chance.below(3) {
                let at = chance.below(frame.len());
                match chance.below(3) {
                    0 => frame[at] = chance.below(256) as u8,
                    1 => frame.insert(at, chance.below(256) as u8),
                    _ => drop(frame.remove(at)),
                }
            }
            return;
        }
    }
    frame.clear();
    record.encode(frame);
}

/// Lets everybody read it; says how many refused it.
fn read_by_all(path: &Path, folder: &Path) -> usize {
    let mut refused = 0;
    let mut count = |done: Result<(), String>| refused += usize::from(done.is_err());
    let mut forms: Vec<Box<dyn Export>> = vec![
        Box::new(JsonLines),
        Box::new(Csv::default()),
        Box::new(Html::new(
            1000,
            PageStyle {
                draw: |picture| Drawing::of(picture).svg_unstyled(),
                ratings: |game, groups| format!("{game} {groups:?}"),
                sheet: String::new(),
            },
        )),
        Box::new(Markdown),
        Box::new(Latex),
        Box::new(Pgn::default()),
    ];
    #[cfg(feature = "sqlite")]
    {
        let _ = fs::remove_file(folder.join("db"));
        let database = agon_arena::tell::Sqlite::create(&folder.join("db"));
        forms.push(Box::new(database.expect("a file can be made")));
    }
    for form in &mut forms {
        let read = read_journal(path, Detail::Moves, &mut |game| {
            form.game(game, &mut sink()).expect("a sink takes all");
            Ok(())
        });
        count(read.map_err(|error| error.to_string()).map(|(plan, score)| {
            form.end(&plan, &score, &mut sink()).expect("a sink takes all");
        }));
    }
    let read = read_journal(path, Detail::Figures, &mut |_| Ok(()));
    count(read.map_err(|error| error.to_string()).map(|(plan, score)| {
        drop(ResultDocument::new(&plan, &score).text());
        let style = agon_arena::tell::Style::default();
        drop(agon_arena::tell::report(&plan, &score, style));
    }));
    count(match verify(path, 1, &mut |_, _| ()) {
        Ok(Verification::Same { .. }) => Ok(()),
        Ok(Verification::Different(difference)) => Err(difference.to_string()),
        Err(error) => Err(error.to_string()),
    });
    let _ = fs::remove_file(folder.join("merged"));
    let merged =
        merge(&[path.to_owned()], &folder.join("merged"), Merging::default(), &mut |_, _| ());
    count(merged.map(drop).map_err(|error| error.to_string()));
    refused
}

/// Forges for so long, or as `AGON_FUZZ_SECONDS` says.
fn patience(seconds: u64) -> Duration {
    let asked = env::var("AGON_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(asked.unwrap_or(seconds))
}

#[test]
fn nobody_breaks_down_over_a_forged_record_and_verify_finds_it() {
    let folder = Folder::with("forged", MIXED);
    folder.done("run t.toml --skip-unsupported");
    let whole = frames(&folder.read("t.journal"));
    let path = folder.path("forged.journal");
    folder.write("forged.journal", &journal_of(&whole));
    assert_eq!(read_by_all(&path, &folder.path("")), 0, "what is right is refused by nobody");
    let (mut chance, started) = (Chance(7), Instant::now());
    let (mut tried, mut refused) = (0, 0);
    while tried < 20 || started.elapsed() < patience(10) {
        // A short journal is read sooner; the forged one is the last or stands before others.
        let at = 1 + chance.below(whole.len() - 1);
        let mut some = whole[..(at + 2).min(whole.len())].to_vec();
        forge(&mut some[at], &mut chance);
        folder.write("forged.journal", &journal_of(&some));
        let no = read_by_all(&path, &folder.path(""));
        let is_same = some[at] == whole[at];
        let mut records = [Record::default(), Record::default()];
        let is_read = records[0].decode(&some[at]).is_ok_and(|(rest, _)| rest.is_empty());
        records[1].decode(&whole[at]).unwrap();
        // The wording of a message is all that may be changed unseen.
        let alike = |[one, other]: &[Record; 2]| {
            (&one.moves, &one.payoffs, one.opening) == (&other.moves, &other.payoffs, other.opening)
                && one.number == other.number
                && one.ending.word() == other.ending.word()
        };
        if !(is_same || is_read && alike(&records)) {
            let verdict = verify(&path, 1, &mut |_, _| ());
            assert!(!matches!(verdict, Ok(Verification::Same { .. })), "{records:?}");
        }
        refused += usize::from(0 < no);
        tried += 1;
    }
    println!(
        "{tried} journals with a forged record, {refused} refused by somebody, none brought anybody down"
    );
    assert!(tried / 2 < refused, "{refused} of {tried}");
}

#[test]
fn a_forged_record_is_one_message_and_to_verify_a_difference() {
    let folder = Folder::with("forged-one", MIXED);
    folder.done("run t.toml --skip-unsupported");
    let whole = frames(&folder.read("t.journal"));
    let forged = |change: &dyn Fn(&mut Record)| {
        let (mut some, mut record) = (whole.clone(), Record::default());
        record.decode(&whole[3]).unwrap();
        change(&mut record);
        some[3].clear();
        record.encode(&mut some[3]);
        folder.write("f.journal", &journal_of(&some));
    };
    let changes: [&dyn Fn(&mut Record); 6] = [
        &|record| record.moves[1] = AnyMove(u64::MAX),
        &|record| record.opening = 999,
        &|record| record.payoffs.clear(),
        &|record| record.payoffs.push(1.0),
        &|record| record.payoffs[0] = f64::NAN,
        &|record| record.ending = Ending::Forfeit(Seat(9), Fault::Resigned),
    ];
    for (number, change) in changes.iter().enumerate() {
        forged(*change);
        let message = folder.fails(3, "verify f.journal");
        assert!(message.starts_with("agon: ") && message.lines().count() == 1, "{message}");
        for command in ["export f.journal --to csv", "export f.journal --to html", "rate f.journal"]
        {
            // Whoever only adds up need not look at every move.
            if number != 0 || command.starts_with("export") {
                let message = folder.fails(1, command);
                assert!(message.contains("the record of game 2"), "{command}: {message}");
                assert!(message.lines().count() == 1, "{message}");
            }
        }
    }
}

#[test]
fn a_torn_tail_is_told_from_damage_in_time_that_grows_with_it_alone() {
    let folder = Folder::with("tails", "players = ['random', 'greedy']\ngames = ['nim']\n");
    folder.done("run t.toml");
    let whole = folder.read("t.journal");
    let mut chance = Chance(3);
    let mut drawn = || chance.below(256) as u8;
    let tails: [(&str, Vec<u8>); 5] = [
        ("zeros", vec![0; 8 << 20]),
        ("ones", vec![1; 8 << 20]),
        ("noise", (0..8 << 20).map(|_| drawn()).collect()),
        ("small numbers", (0..8 << 20).map(|_| drawn() % 8).collect()),
        // A length that fits, again and again, and the beginning of a record of many moves.
        ("lengths", [0, 0, 0x10, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0x3f].repeat(2 << 18)),
    ];
    for (what, tail) in tails {
        folder.write("tail.journal", &[&whole[..], &tail].concat());
        let started = Instant::now();
        let mut reader = Reader::open(&folder.path("tail.journal")).unwrap();
        let mut record = Record::default();
        let end = loop {
            match reader.next(&mut record) {
                Ok(Some(_)) => {}
                end => break end.map(drop),
            }
        };
        let taken = started.elapsed();
        assert!(taken < Duration::from_secs(60), "{what}: {taken:?}");
        println!("8 MB of {what}: {taken:?}, {end:?}");
        // What is called damage is left as it is: at worst somebody has to look.
        assert!(matches!(end, Ok(()) | Err(JournalError::Damaged { .. })), "{what}");
    }
    // A whole game after it is never taken for a torn end, however far.
    for gap in [1, 1000, 10 << 20] {
        let last = &whole[whole.len() - 17..];
        let tail = [&vec![2; gap][..], last, last, last].concat();
        let mut all = [&whole[..], &tail].concat();
        all.extend(&journal_of(&frames(&whole)[1..3])[MAGIC.len()..]);
        folder.write("tail.journal", &all);
        let message = folder.fails(1, "run t.toml --journal tail.journal");
        assert!(message.contains("damaged at byte"), "{gap}: {message}");
    }
}
