//! Rooms, without a server: who is there, what is shown, asked and answered, and how much there may be of it.

use std::sync::Arc;

use super::{CODE, ClassRooms, HOURS, LETTERS, Listening, MOST_PAGES, MOST_STUDENTS, ROOMS, code};
use crate::{visitor::Visitor, words::Language};

fn guest(address: &str, name: &str) -> Visitor {
    Visitor { id: name.to_owned(), address: address.to_owned(), ..Visitor::of_site(Language::English, "/class") }
}

#[test]
fn a_code_is_four_letters_and_leads_to_its_room_however_it_is_typed() {
    let rooms = ClassRooms::default();
    let lecturer = guest("hall", "lecturer");
    let all: Vec<_> = (0..3).map(|_| rooms.begin(&lecturer, 12_345, 0).unwrap()).collect();
    for room in &all {
        assert!(room.code.len() == CODE && room.code.bytes().all(|letter| LETTERS.contains(&letter)));
        for typed in [room.code.clone(), room.code.to_ascii_lowercase(), format!(" {} ", room.code)] {
            assert!(Arc::ptr_eq(&rooms.room(&typed, 0).unwrap(), room), "{typed}");
        }
    }
    assert!(all[0].code != all[1].code && all[1].code != all[2].code && all[0].code != all[2].code);
    let mut codes: Vec<String> = all.iter().map(|room| room.code.clone()).collect();
    codes.sort();
    assert_eq!(rooms.own("lecturer", 0), codes);
    assert_eq!(rooms.own("student", 0), Vec::<String>::new());
    assert_eq!(code(u128::MAX).len(), CODE);
    for wrong in ["", "AEIO", "B", "ö", "BCDFBCDFBCDF"] {
        assert_eq!(rooms.room(wrong, 0).err().map(|problem| problem.status.as_u16()), Some(404), "{wrong}");
    }
}

#[test]
fn a_room_ends_when_nobody_has_used_it_and_gives_its_place_back() {
    const AGE: i64 = HOURS as i64 * 3_600_000;
    let rooms = ClassRooms::default();
    let lecturer = guest("hall", "lecturer");
    let begin = |now| rooms.begin(&lecturer, 1, now).map(|room| room.code.clone());
    let codes: Vec<String> = (0..ROOMS.of_one).map(|_| begin(0).unwrap()).collect();
    assert_eq!(begin(1).unwrap_err().status.as_u16(), 429);
    // One was used once more, in one a page listens.
    assert!(rooms.room(&codes[0], 10).is_ok());
    let listening = Listening::begin(&rooms.room(&codes[1], 0).unwrap(), "student").unwrap();
    let mut left = vec![codes[0].clone(), codes[1].clone()];
    left.sort();
    assert_eq!(rooms.own("lecturer", AGE), left);
    assert_eq!(rooms.own("lecturer", AGE + 10), [codes[1].clone()]);
    drop(listening);
    assert_eq!(rooms.own("lecturer", AGE + 10), Vec::<String>::new());
    assert!(rooms.room(&codes[1], AGE + 10).is_err());
    assert!(begin(AGE + 10).is_ok());
}

#[test]
fn one_address_leaves_rooms_to_others() {
    let rooms = ClassRooms::default();
    let begin = |address: &str, number: u64| rooms.begin(&guest(address, &format!("{address} {number}")), 7, 0);
    for number in 0..ROOMS.at_address {
        assert!(begin("hall", number).is_ok(), "{number}");
    }
    assert_eq!(begin("hall", ROOMS.at_address).err().map(|problem| problem.status.as_u16()), Some(429));
    assert!(begin("elsewhere", 0).is_ok());
}

/// Thirty at one address: all are there, see what is shown whether they came before or after, and each answers once.
#[test]
fn thirty_students_at_one_address_see_what_is_shown_and_are_counted_once() {
    let rooms = ClassRooms::default();
    let room = rooms.begin(&guest("hall", "lecturer"), 99, 0).unwrap();
    let students: Vec<String> = (0..30).map(|number| format!("student {number}")).collect();
    let (early, late) = students.split_at(20);
    let mut all: Vec<Listening> = early.iter().map(|name| Listening::begin(&room, name).unwrap()).collect();
    let own = Listening::begin(&room, "lecturer").unwrap();
    let mut told: Vec<_> = all.iter().map(Listening::changes).collect();
    let mut counted = own.changes();
    counted.borrow_and_update();
    room.show("/games/chess".to_owned());
    assert!(told.iter_mut().all(|changes| changes.has_changed().unwrap()));
    for changes in &mut told {
        changes.borrow_and_update();
    }
    all.extend(late.iter().map(|name| Listening::begin(&room, name).unwrap()));
    // A second page of one is the same student, and the lecturer is none.
    all.push(Listening::begin(&room, &students[0]).unwrap());
    assert_eq!(room.view().present, 30);
    assert_eq!(room.view().shown.as_deref(), Some("/games/chess"));
    room.ask("Which is cut?", "a\nb\n\n c \n").unwrap();
    assert!(told.iter_mut().all(|changes| changes.has_changed().unwrap()));
    for changes in &mut told {
        changes.borrow_and_update();
    }
    counted.borrow_and_update();
    for (at, name) in students.iter().enumerate() {
        room.answer(name, 1, at % 3).unwrap();
    }
    room.answer(&students[0], 1, 2).unwrap();
    // The bars grow for the lecturer, and nobody else is told anything.
    assert!(counted.has_changed().unwrap());
    assert!(told.iter().all(|changes| !changes.has_changed().unwrap()));
    let asked = room.view().asked.unwrap();
    assert_eq!((asked.counts(), asked.answered()), (vec![9, 10, 11], 30));
    assert_eq!((asked.chosen(&students[0]), asked.chosen("nobody")), (Some(2), None));
    let status = |number, choice| room.answer("late", number, choice).unwrap_err().status.as_u16();
    assert_eq!((status(1, 3), status(1, usize::MAX), status(0, 0), status(2, 0)), (400, 400, 409, 409));
    room.end_question();
    assert_eq!((status(1, 0), room.view().asked), (409, None));
    room.ask("", "yes\nno").unwrap();
    assert_eq!(room.view().asked.unwrap().number, 2);
    let counts: Vec<Vec<usize>> = room.questions().iter().map(super::ClassQuestion::counts).collect();
    assert_eq!(counts, [vec![9, 10, 11], vec![0, 0]]);
    drop(all);
    assert_eq!(room.view().present, 0);
}

#[test]
fn a_room_has_no_place_for_more_than_it_can_hold() {
    let rooms = ClassRooms::default();
    let room = rooms.begin(&guest("hall", "lecturer"), 99, 0).unwrap();
    room.ask("", "a\nb").unwrap();
    let mut all = Vec::new();
    for number in 0..MOST_STUDENTS {
        all.push(Listening::begin(&room, &number.to_string()).unwrap());
        room.answer(&number.to_string(), 1, 0).unwrap();
    }
    assert_eq!(Listening::begin(&room, "more").err().map(|problem| problem.status.as_u16()), Some(503));
    assert_eq!(room.answer("more", 1, 0).unwrap_err().status.as_u16(), 503);
    room.answer("0", 1, 1).unwrap();
    // The lecturer comes in however many there are. Nobody has more than a few pages there.
    for (name, listening) in [("lecturer", 0), ("0", 1)] {
        for _ in listening..MOST_PAGES {
            all.push(Listening::begin(&room, name).unwrap());
        }
        assert_eq!(Listening::begin(&room, name).err().map(|problem| problem.status.as_u16()), Some(429), "{name}");
    }
    assert_eq!(room.view().present, MOST_STUDENTS);
}

#[test]
fn a_question_that_cannot_be_asked_is_refused_at_its_field() {
    let rooms = ClassRooms::default();
    let room = rooms.begin(&guest("hall", "lecturer"), 99, 0).unwrap();
    let long = "x".repeat(301);
    let many = (0..13).map(|number| number.to_string()).collect::<Vec<_>>().join("\n");
    for (text, lines, field, part) in [
        ("", "", "choices", "2 to 12"),
        ("", "a", "choices", "has 1"),
        ("", many.as_str(), "choices", "has 13"),
        ("", "a\nb\n a ", "choices", "the same: a"),
        (long.as_str(), "a\nb", "text", "300"),
        ("", &format!("a\n{long}"), "choices", "300"),
    ] {
        let problem = room.ask(text, lines).unwrap_err();
        assert_eq!(problem.field.as_deref(), Some(field), "{}", problem.message);
        let message = problem.message.replace(['\u{2068}', '\u{2069}'], "");
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(room.view().asked, None);
}
