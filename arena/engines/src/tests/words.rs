//! What a program with second tries is told and what is noted, over a wire on which its lines are there already.

use std::{collections::VecDeque, time::Duration};

use agon_core::{Failure, MoveTry, Seat, Seed, Trouble, TryVerdict, Turn};
use agon_protocol::{FromPlayer, RuleBook, Usage, WrongWord};

use crate::{
    tries::Tries,
    wire::{Talk, Wire, WireError},
};

/// Lines that are there, and what the program was told.
#[derive(Default)]
struct Lines {
    there: VecDeque<String>,
    heard: String,
    told: Vec<String>,
}

impl Lines {
    fn of(there: impl IntoIterator<Item = &'static str>) -> Lines {
        Lines { there: there.into_iter().map(str::to_owned).collect(), ..Lines::default() }
    }
}

impl Wire for Lines {
    fn say(&mut self, lines: &str) -> Result<(), WireError> {
        self.told.extend(lines.lines().map(str::to_owned));
        Ok(())
    }
    fn hear(&mut self, _: Duration) -> Result<bool, WireError> {
        let next = self.there.pop_front();
        let is_there = next.is_some();
        self.heard = next.unwrap_or_default();
        Ok(is_there)
    }
    fn heard(&self) -> &str {
        &self.heard
    }
    fn last_words(&mut self, _: bool) -> String {
        String::new()
    }
    fn settle(&mut self) {}
}

/// Does something in a conversation with tries; returns what was told and noted.
fn with(
    mut wire: Lines,
    retries: u32,
    act: impl FnOnce(&mut Tries, &mut Talk<'_>, &mut Turn<'_>) -> Result<(), Failure>,
) -> (Result<(), Failure>, Vec<String>, Vec<MoveTry>) {
    let (mut stream, mut noted) = (Seed(0).stream(0), Vec::new());
    let done = {
        let mut talk = Talk::new(&mut wire);
        talk.within(Duration::from_secs(60));
        let mut turn = Turn::new(Seat(0), &mut stream).noting(&mut noted);
        act(&mut Tries::of(retries), &mut talk, &mut turn)
    };
    (done, wire.told, noted)
}

fn wrong_word() -> WrongWord {
    WrongWord::unreadable("hm", &FromPlayer::read(b"hm").unwrap_err())
}

#[test]
fn tries_are_counted_down_and_the_last_is_a_fault() {
    let (done, told, noted) = with(Lines::default(), 2, |tries, talk, turn| {
        for left in [2, 1] {
            tries.again(talk, turn, &wrong_word(), "no message", Usage::default())?;
            assert!(talk.heard().is_empty(), "{left}");
        }
        tries.again(talk, turn, &wrong_word(), "no message", Usage::default())
    });
    let Err(Failure::Outside(Trouble::NoSuchMove, why)) = done else { panic!("{done:?}") };
    assert_eq!(why, "no message, in the last of 3 tries");
    assert_eq!(told.len(), 2);
    assert!(told[0].contains("\"left\":2") && told[1].ends_with("\"left\":1}"), "{told:?}");
    assert!(noted.iter().all(|one| one.verdict == TryVerdict::Unreadable && one.text == "hm"), "{noted:?}");
    assert_eq!(noted.len(), 3);
}

#[test]
fn what_is_there_before_the_question_is_no_answer_to_it() {
    let there = [
        "{\"type\":\"move\",\"move\":\"a1\",\"usage\":{\"tokens\":3}}",
        "",
        "{\"type\":\"info\",\"move\":\"a1\"}",
        "{\"type\":\"about\",\"id\":7}",
        "so be it",
        "{\"type\":\"resign\"}",
    ];
    let hear = |tries: &mut Tries, talk: &mut Talk<'_>, turn: &mut Turn<'_>| {
        tries.hear_unasked(talk, &mut RuleBook::default(), Some(turn))
    };
    let (done, told, noted) = with(Lines::of(there), 1, hear);
    assert_eq!(done, Ok(()));
    let texts: Vec<&str> = noted.iter().map(|one| &*one.text).collect();
    assert_eq!(texts, [there[0], there[4], there[5]]);
    assert!(noted.iter().all(|one| one.verdict == TryVerdict::Unasked), "{noted:?}");
    assert_eq!(noted[0].usage, [("tokens".to_owned(), 3.0)]);
    // Its question is answered: here by what is wrong with it.
    assert!(told.len() == 1 && told[0].contains("\"id\":7"), "{told:?}");
    // Without tries everything waits for the question.
    let (done, told, noted) = with(Lines::of(there), 0, hear);
    assert!(done.is_ok() && told.is_empty() && noted.is_empty(), "{done:?} {told:?} {noted:?}");
    for (line, trouble) in [
        ("{\"type\":\"ready\"}", Trouble::WrongProtocol),
        ("{\"type\":\"error\",\"message\":\"no more\"}", Trouble::Refused),
    ] {
        let done = with(Lines::of([line]), 1, hear).0;
        assert!(matches!(done, Err(Failure::Outside(found, _)) if found == trouble), "{line}: {done:?}");
    }
}

#[test]
fn lines_that_answer_nothing_have_a_bound() {
    for (lines, is_fault) in [(100, false), (101, true)] {
        let wire = Lines::of(std::iter::repeat_n("so be it", lines));
        let (done, _, noted) =
            with(wire, 1, |tries, talk, turn| tries.hear_unasked(talk, &mut RuleBook::default(), Some(turn)));
        assert_eq!(matches!(done, Err(Failure::Outside(Trouble::Unreadable, _))), is_fault, "{done:?}");
        assert_eq!(noted.len(), lines);
    }
}
