//! Scripts of games, as people type them at this terminal.

use std::{collections::VecDeque, fs};

use agon_arena::play::{Clocks, TurnedClock};
use agon_core::Seat;
use agon_table::{End, GivenPosition, SavedGame};

use super::Session;
use crate::{prompt::Prompt, terminal_game::TerminalGame, terminal_seat::TerminalSeat, thinking::Waiting, view::View};

#[path = "../../../table/tests/script/mod.rs"]
mod script;

use script::{Script, Step};

/// What is typed for the steps of a script, where a game is saved to `file` for its record; and the records, of which
/// the last may be that of the game when it is over.
fn typed(script: &Script, clock: TurnedClock, file: &str) -> impl FnMut() -> Option<String> + 'static {
    let (mut steps, file) = (VecDeque::from(script.steps.clone()), file.to_owned());
    let (mut answers, hides) = (VecDeque::new(), script.game == "kuhn");
    move || {
        loop {
            if let Some(answer) = answers.pop_front() {
                return Some(answer);
            }
            let said = match steps.pop_front()? {
                // The screen is handed over first.
                Step::Play(m) if hides => {
                    answers.push_back(m.to_owned());
                    String::new()
                }
                Step::Play(m) | Step::Late(m) | Step::Redo(m) => m.to_owned(),
                Step::Undo => "undo".to_owned(),
                Step::Draw => "draw".to_owned(),
                Step::DrawAnswered(is_yes) => {
                    answers.push_back(if is_yes { "yes" } else { "no" }.to_owned());
                    "draw".to_owned()
                }
                Step::Resign => "resign".to_owned(),
                Step::Wait(time) => {
                    clock.turn(time);
                    continue;
                }
                Step::Record(_) if hides => continue,
                Step::Record(_) => format!("save {file}"),
            };
            return Some(said);
        }
    }
}

#[test]
fn scripts_end_up_with_the_records_that_they_name() {
    let folder = std::env::temp_dir().join(format!("agon-scripts-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (number, script) in script::scripts().iter().enumerate() {
        let file = folder.join(format!("{number}.json"));
        let site = GivenPosition::of(script.game, None, "").unwrap();
        let seats = Seat::all(script.seats.len() as u8).zip(&script.seats);
        let chairs = seats.map(|(seat, text)| TerminalSeat::of(text, &site.game, seat).ok().unwrap());
        let chairs = chairs.collect();
        let seats = script.seats.len() as u8;
        let clock = script.clock.map(|text| text.parse::<agon_table::GameClock>().unwrap().among(seats).unwrap());
        let sitting = TerminalGame::new(site, script.seed, chairs, clock);
        let view = View::of_this_terminal();
        let turned = TurnedClock::default();
        let mut session = Session::new(sitting, None, view, Waiting::begin(true));
        session.time = Clocks::from(turned.clone()).start();
        let mut prompt = Prompt::typed(typed(script, turned, file.to_str().unwrap()));
        let mut out = Vec::new();
        let end = session.play_on(&mut out, &mut prompt).ok().unwrap();
        let mut told: Vec<String> =
            fs::read_to_string(&file).map(|text| text.lines().map(str::to_owned).collect()).unwrap_or_default();
        if !matches!(end, End::Quit | End::Fault(_)) {
            told.push(session.game().saved(session.now()).line());
        }
        let named = script.steps.iter().filter_map(|step| match step {
            Step::Record(line) => Some((*line).to_owned()),
            _ => None,
        });
        let out = String::from_utf8(out).unwrap();
        assert_eq!(told, named.collect::<Vec<_>>(), "{out}");
        assert!(told.iter().all(|line| SavedGame::read(line).is_ok()));
    }
    fs::remove_dir_all(&folder).unwrap();
}
