//! The examples do what they say they do.

#[path = "../examples/journal.rs"]
#[expect(dead_code, reason = "its `main` is for those who run it")]
mod journal;

use agon_arena::{
    Plan, Shard, Spec,
    keep::{Header, JournalOptions, Writer},
    play::Referee,
};

#[test]
fn the_example_reads_every_game_of_a_journal_and_the_standings() {
    let spec = Spec::default().game("nim").player("perfect").player("random").openings(2, 1);
    let plan = Plan::new(spec.resolve().unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.journal");
    let header = Header::new(&plan, Shard::WHOLE, "test");
    let mut writer = Writer::open(&path, &header, &JournalOptions::default(), &mut |_| Ok(())).unwrap();
    let mut referee = Referee::new(&plan);
    for number in 0..plan.games() {
        let mut bytes = Vec::new();
        referee.play(number).encode(&mut bytes);
        writer.append(&bytes).unwrap();
    }
    writer.sync().unwrap();
    drop(writer);
    let told = journal::told(path.to_str().unwrap()).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 4 + 2, "{told}");
    assert!(lines[0].starts_with("1: perfect, random; ") && lines[0].ends_with(']'), "{told}");
    assert!(lines[1].starts_with("2: random, perfect; "), "{told}");
    assert!(lines[4].starts_with("1. perfect, "), "{told}");
    assert!(journal::told("/nowhere.journal").unwrap_err().to_string().contains("/nowhere.journal"));
}
