//! Scripts of games, by the value alone.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::Duration;

use agon_core::{Seat, line, registry};
use agon_roster as _;
use agon_table::{
    End, GameAction, GivenPosition, PlayedClock, PlayedGame, Refusal, SearchLimits, Sitter, StreamUser, Thought,
    ToMove, ask, begin, seat_player,
};

use script::{Script, Step};

mod script;

/// A game that is played by a script.
struct Scripted {
    game: PlayedGame,
    now: Duration,
}

impl Scripted {
    fn begin(script: &Script) -> Scripted {
        let site = GivenPosition::of(script.game, None, "").unwrap();
        let seats = script.seats.len() as u8;
        let sitters = script.seats.iter().map(|&term| match term {
            "human" => Sitter::Person { guest: Some("somebody".to_owned()) },
            term => Sitter::Player { term: term.to_owned(), level: None },
        });
        let clock = script.clock.map(|text| {
            PlayedClock::new(text, text.parse::<agon_table::GameClock>().unwrap().among(seats).unwrap(), 0)
        });
        let game = PlayedGame::new(site, script.seed, sitters.collect(), clock);
        let mut scripted = Scripted { game, now: Duration::ZERO };
        scripted.go_on();
        scripted
    }

    /// Has chance draw and players move.
    fn go_on(&mut self) {
        loop {
            match self.game.to_move() {
                ToMove::Nobody | ToMove::Person(_) => return,
                ToMove::Chance => {
                    self.game.draw_outcome(self.now).unwrap();
                }
                ToMove::Player(seat) => {
                    let (site, term) = (self.game.site(), self.game.sitters()[seat.index()].term());
                    let named = registry::player(term).unwrap();
                    let mut player = seat_player(&named, &site.game).unwrap();
                    begin(player.as_mut(), &site.base, &site.line).unwrap();
                    let mut stream = self.game.stream_for(seat, StreamUser::Player);
                    let limits = SearchLimits::default();
                    let decision = ask(player.as_mut(), &site.here, seat, &mut stream, limits).unwrap();
                    let thought = Thought::of(&site.here, &decision);
                    self.game.answer(decision.m, thought, Duration::ZERO, self.now).unwrap();
                }
            }
        }
    }

    fn act(&mut self, by: &[Seat], action: GameAction) -> Result<(), Refusal> {
        let done = self.game.act(by, action, self.now);
        self.go_on();
        done
    }

    fn step(&mut self, step: Step) {
        let people = self.game.seats_of_people();
        let mover = self.game.mover().map_or(Seat(0), |seat| seat);
        let m = |text| line::read_move(&self.game.site().here, text).unwrap();
        match step {
            Step::Play(text) => self.act(&[mover], GameAction::Move(m(text))).unwrap(),
            Step::Late(text) => {
                let late = self.act(&[mover], GameAction::Move(m(text)));
                assert_eq!(late, Err(Refusal::GameOver));
            }
            Step::Undo => self.act(&people, GameAction::Undo).unwrap(),
            Step::Redo(text) => {
                assert_eq!(self.game.taken_back().first(), Some(&m(text)));
                self.act(&people, GameAction::Redo).unwrap();
            }
            Step::Draw => self.act(&[mover], GameAction::Draw).unwrap(),
            Step::DrawAnswered(is_yes) => {
                self.act(&[mover], GameAction::Draw).unwrap();
                assert_eq!(self.game.offer(), Some(mover));
                let answer = if is_yes { GameAction::Draw } else { GameAction::Decline };
                self.act(&[Seat(1 - mover.0)], answer).unwrap();
                assert_eq!(self.game.ended() == Some(End::Drawn), is_yes);
                assert_eq!(self.game.offer(), None);
            }
            Step::Resign => self.act(&[mover], GameAction::Resign).unwrap(),
            Step::Wait(time) => self.now += time,
            Step::Record(line) => assert_eq!(self.game.saved(self.now).line(), line),
        }
    }
}

#[test]
fn scripts_end_up_with_the_records_that_they_name() {
    for script in script::scripts() {
        let mut scripted = Scripted::begin(&script);
        for &step in &script.steps {
            scripted.step(step);
            // Whatever is on record is read as it was.
            let stored = scripted.game.stored(scripted.now);
            let text = serde_json::to_string(&stored).unwrap();
            let read = PlayedGame::read(serde_json::from_str(&text).unwrap()).unwrap();
            let (one, other) = (scripted.game.site(), read.site());
            assert!(one.here == other.here && one.line == other.line);
            assert_eq!(read.taken_back(), scripted.game.taken_back());
        }
    }
}
