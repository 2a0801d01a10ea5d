//! Records with the right checksum that no game ever had: every reader reports them in one
//! message, and nobody breaks down.

use std::{
    env, fs,
    io::sink,
    iter,
    ops::ControlFlow,
    path::Path,
    time::{Duration, Instant},
};

use agon_arena::{
    ask::FaultRule,
    keep::{Detail, HEAD, JournalError, MAGIC, Merging, Reader, Reading, Verification, checksum, merge, read, verify},
    play::{Ending, Fault, Record, equal_share, forfeit},
    tell::{Csv, Export, Html, JsonLines, PageStyle, Pgn, ResultDocument, Style},
};
use agon_core::{AnyMove, Seat, Trouble};
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
pub(crate) fn frames(bytes: &[u8]) -> Vec<Vec<u8>> {
    let (mut at, mut frames) = (MAGIC.len(), Vec::new());
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        frames.push(bytes[at + HEAD..at + HEAD + length].to_vec());
        at += HEAD + length;
    }
    frames
}

pub(crate) fn journal_of(frames: &[Vec<u8>]) -> Vec<u8> {
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
            record.moves[at] = AnyMove([chance.below(600) as u64, u64::MAX, 1 << 40][chance.below(3)]);
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
                ratings: |ratings| format!("{ratings:?}"),
                sheet: String::new(),
            },
        )),
        Box::new(Pgn::default()),
    ];
    #[cfg(feature = "sqlite")]
    {
        let _ = fs::remove_file(folder.join("db"));
        let database = agon_arena::tell::Sqlite::create(&folder.join("db"));
        forms.push(Box::new(database.expect("a file can be made")));
    }
    for form in &mut forms {
        let read = read(&[path], Detail::Moves, &mut |game| {
            form.game(game, &mut sink()).expect("a sink takes all");
            Ok(ControlFlow::Continue(()))
        });
        count(read.map_err(|error| error.to_string()).map(|Reading { plan, score, .. }| {
            form.end(&plan, &score, &mut sink()).expect("a sink takes all");
        }));
    }
    let read = read(&[path], Detail::Figures, &mut |_| Ok(ControlFlow::Continue(())));
    count(read.map_err(|error| error.to_string()).map(|Reading { plan, score, .. }| {
        let result = ResultDocument::new(&plan, &score);
        let texts =
            |of: &ResultDocument| [of.text(), of.report(Style::default()), of.markdown(), of.latex(), of.ranks()];
        let read = ResultDocument::read(&result.text()).expect("what is written is read");
        assert_eq!(texts(&read), texts(&result), "one result, one text");
    }));
    count(match verify(&[path], 1, &mut |_, _| ()) {
        Ok(Verification::Same { .. }) => Ok(()),
        Ok(Verification::Different(difference)) => Err(difference.to_string()),
        Ok(Verification::OtherRules { game, .. }) => Err(format!("other rules of {game}")),
        Err(error) => Err(error.to_string()),
    });
    let _ = fs::remove_file(folder.join("merged"));
    let merged = merge(&[path.to_owned()], &folder.join("merged"), Merging::default(), &mut |_, _| ());
    count(merged.map(drop).map_err(|error| error.to_string()));
    refused
}

/// How many records are forged; more, where `AGON_FUZZ_SECONDS` asks for more.
const FORGED: usize = 36;

#[test]
fn nobody_breaks_down_over_a_forged_record_and_verify_finds_it() {
    let folder = Folder::with("forged", MIXED);
    folder.done("run t.toml --skip-unsupported");
    let whole = frames(&folder.read("t.journal"));
    let path = folder.path("forged.journal");
    folder.write("forged.journal", &journal_of(&whole));
    assert_eq!(read_by_all(&path, &folder.path("")), 0, "what is right is refused by nobody");
    let seconds = env::var("AGON_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let (patience, started) = (Duration::from_secs(seconds.unwrap_or(0)), Instant::now());
    let (mut chance, mut tried, mut refused) = (Chance(7), 0, 0);
    while tried < FORGED || started.elapsed() < patience {
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
            let verdict = verify(&[&path], 1, &mut |_, _| ());
            assert!(!matches!(verdict, Ok(Verification::Same { .. })), "{records:?}");
        }
        refused += usize::from(0 < no);
        tried += 1;
    }
    println!("{tried} journals with a forged record, {refused} refused by somebody, none brought anybody down");
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
        for command in
            ["report games f.journal --to csv", "report results f.journal --to html", "report ratings f.journal"]
        {
            // A reader that only adds up need not check every move.
            if number != 0 || command.contains("--to") {
                let message = folder.fails(1, command);
                assert!(message.contains("the record of game 2"), "{command}: {message}");
                assert!(message.lines().count() == 1, "{message}");
            }
        }
    }
}

/// What the record of a game says that ended the process.
const CRASHED: &str = "the process ended while it was played, twice";

/// So many milliseconds a move may take, where there is a limit.
const LIMIT: u64 = 500_000;

/// Every ending that a record can have, one after the other. A new one is not compiled before it has its
/// place here, and so is forged too.
fn after(ending: &Ending) -> Option<Ending> {
    let lost_by = |fault| Ending::Forfeit(Seat(0), fault);
    Some(match ending {
        Ending::Over => Ending::TooLong,
        Ending::TooLong => Ending::Agreed(None),
        Ending::Agreed(None) => Ending::Agreed(Some(Seat(0))),
        Ending::Agreed(Some(_)) => Ending::Void("gone".to_owned()),
        Ending::Void(why) if why != CRASHED => Ending::Void(CRASHED.to_owned()),
        Ending::Void(_) => lost_by(Fault::Illegal(u64::MAX)),
        Ending::Forfeit(_, fault) => lost_by(match fault {
            Fault::Illegal(_) => Fault::Panic("oh".to_owned()),
            Fault::Panic(_) => Fault::Resigned,
            Fault::Resigned => Fault::Broken("so".to_owned()),
            Fault::Broken(_) => Fault::Overspent { nodes: 9, budget: 1 },
            Fault::Overspent { .. } => Fault::OverTime(LIMIT),
            Fault::OverTime(_) => Fault::Silent(LIMIT),
            Fault::Silent(_) => Fault::Excluded(3),
            Fault::Excluded(_) => Fault::Outside(Trouble::ALL[0], "no".to_owned()),
            Fault::Outside(trouble, _) => {
                let next = Trouble::ALL.get(trouble.number() + 1)?;
                Fault::Outside(*next, "no".to_owned())
            }
        }),
    })
}

/// Forges every ending into the record of every third game of `file`, for each seat, after all, some and
/// none of the moves behind the opening; hands what is said of it to `look`, and says how often that was.
fn forge_endings(name: &str, file: &str, look: &dyn Fn(&Record, &Verification)) -> usize {
    let folder = Folder::with(name, file);
    folder.done("run t.toml");
    let path = folder.path("t.journal");
    let plan = Reader::open(&path).and_then(|reader| reader.plan()).expect("a journal");
    let (facts, faults) = (plan.tournament().sections[0].facts, plan.tournament().faults);
    let whole = frames(&folder.read("t.journal"));
    let mut passed = 0;
    for at in (1..whole.len()).step_by(3) {
        let mut honest = Record::default();
        honest.decode(&whole[at]).expect("a record");
        for ending in iter::successors(Some(Ending::Over), after) {
            for seat in [Seat(0), Seat(1)] {
                let (opening, plies) = (honest.opening as usize, honest.moves.len());
                for length in [opening, opening + 1, plies] {
                    let mut record = honest.clone();
                    record.moves.truncate(length);
                    record.ending = match &ending {
                        Ending::Forfeit(_, fault) => Ending::Forfeit(seat, fault.clone()),
                        Ending::Agreed(Some(_)) => Ending::Agreed(Some(seat)),
                        ending => ending.clone(),
                    };
                    match &record.ending {
                        Ending::Over => {}
                        Ending::TooLong | Ending::Agreed(None) => {
                            record.payoffs.fill(equal_share(&facts));
                        }
                        Ending::Forfeit(_, fault) if *fault != Fault::Resigned && faults == FaultRule::Replay => {
                            record.payoffs.clear();
                        }
                        Ending::Forfeit(seat, _) | Ending::Agreed(Some(seat)) => {
                            forfeit(&facts, *seat, &mut record.payoffs);
                        }
                        Ending::Void(why) => {
                            record.payoffs.clear();
                            if why == CRASHED && length == opening {
                                (record.opening, record.moves) = (0, Vec::new());
                            }
                        }
                    }
                    if record == honest {
                        continue;
                    }
                    let mut some = whole[..=at].to_vec();
                    some[at].clear();
                    record.encode(&mut some[at]);
                    folder.write("f.journal", &journal_of(&some));
                    if let Ok(verdict @ Verification::Same { .. }) =
                        verify(&[folder.path("f.journal")], 1, &mut |_, _| ())
                    {
                        look(&record, &verdict);
                        passed += 1;
                    }
                }
            }
        }
    }
    passed
}

#[test]
fn no_ending_can_be_forged_where_every_move_can_be_played_again() {
    const FIXED: &str = "\
openings = 3
random-plies = 1
players = ['minimax(depth=1)', 'random']
games = ['tic-tac-toe']
";
    // Two of six games: in each what ended the process may be claimed, for nobody can tell.
    for (name, rules) in [("forged-forfeit", ""), ("forged-replay", "faults = 'replay'\n")] {
        let file = format!("{rules}{FIXED}");
        let passed = forge_endings(name, &file, &|record, verdict| {
            assert_eq!(record.ending, Ending::Void(CRASHED.to_owned()), "{record:?}");
            let Verification::Same { on_trust, .. } = verdict else { return };
            assert_eq!((on_trust.void, on_trust.endings, on_trust.moves), (1, 0, 0));
        });
        assert_eq!(passed, 2 * 2, "for each game, and each seat alike");
    }
}

#[test]
fn games_under_a_clock_are_trusted_only_where_possible_and_counted() {
    let file = format!(
        "openings = 3\nrandom-plies = 1\nmove-time = {LIMIT}\nplayers = ['greedy', 'random']\n\
         games = ['tic-tac-toe']\n"
    );
    let passed = forge_endings("forged-timed", &file, &|record, verdict| {
        let Verification::Same { on_trust, .. } = verdict else { return };
        match &record.ending {
            Ending::Void(why) => assert_eq!((why.as_str(), on_trust.void), (CRASHED, 1)),
            Ending::Forfeit(_, fault) => {
                assert!(1 <= on_trust.endings, "{record:?}: {on_trust:?}");
                let may_be = match fault {
                    Fault::Illegal(_) | Fault::Panic(_) | Fault::Resigned | Fault::Broken(_) => true,
                    Fault::OverTime(limit) | Fault::Silent(limit) => *limit == LIMIT,
                    // No budget, nobody excluded, no program.
                    Fault::Overspent { .. } | Fault::Excluded(_) | Fault::Outside(..) => false,
                };
                assert!(may_be, "{record:?}");
            }
            ending => panic!("{ending:?} is proved by the rules: {record:?}"),
        }
    });
    assert!(12 <= passed, "{passed}");
}

#[test]
fn unverified_results_are_printed() {
    let folder =
        Folder::with("on-trust", "move-time = 500000\nplayers = ['greedy', 'random']\ngames = ['tic-tac-toe']\n");
    folder.done("run t.toml");
    let text = String::from_utf8(folder.done("verify t.journal")).unwrap();
    let line = text.lines().find(|line| line.starts_with("On trust")).expect("there are such moves");
    assert!(line.contains("moves in 20 games"), "{line}");
    let json: serde_json::Value = serde_json::from_slice(&folder.done("verify t.journal --json")).unwrap();
    assert_eq!((&json["same"], &json["games"]), (&true.into(), &20.into()));
    assert!(json["on_trust"]["moves"].as_u64().is_some_and(|moves| 10 <= moves), "{json}");
    let forged = crate::agon::forged(&folder.read("t.journal"));
    folder.write("f.journal", &forged);
    folder.fails(3, "verify f.journal --json");
    // Without a record there is no message.
    folder.write("u.toml", b"players = ['greedy', 'random']\ngames = ['tic-tac-toe']\n");
    folder.done("run u.toml");
    let text = String::from_utf8(folder.done("verify u.journal")).unwrap();
    assert!(!text.contains("trust"), "{text}");
}

#[test]
fn a_torn_tail_is_distinguished_from_damage_in_time_linear_in_the_tail() {
    let folder = Folder::with("tails", "players = ['random', 'greedy']\ngames = ['nim']\n");
    folder.done("run t.toml");
    let whole = folder.read("t.journal");
    let mut chance = Chance(3);
    let mut drawn = || chance.below(256) as u8;
    let tails: [(&str, Vec<u8>); 5] = [
        ("zeros", vec![0; 2 << 20]),
        ("ones", vec![1; 2 << 20]),
        ("noise", (0..2 << 20).map(|_| drawn()).collect()),
        ("small numbers", (0..2 << 20).map(|_| drawn() % 8).collect()),
        // A length that fits, again and again, and the beginning of a record of many moves.
        ("lengths", [0, 0, 0x10, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0x3f].repeat(2 << 16)),
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
        println!("2 MB of {what}: {taken:?}, {end:?}");
        // A file reported as damaged stays as it is: at worst somebody has to look.
        assert!(matches!(end, Ok(()) | Err(JournalError::Damaged { .. })), "{what}");
    }
    // A whole game after it is never taken for a torn end, however far.
    for gap in [1, 1000, 2 << 20] {
        let last = &whole[whole.len() - 17..];
        let tail = [&vec![2; gap][..], last, last, last].concat();
        let mut all = [&whole[..], &tail].concat();
        all.extend(&journal_of(&frames(&whole)[1..3])[MAGIC.len()..]);
        folder.write("tail.journal", &all);
        let message = folder.fails(1, "run t.toml --journal tail.journal");
        assert!(message.contains("damaged at byte"), "{gap}: {message}");
    }
}
