//! Random actions in a game, beside a slow telling of the same game: one that keeps what was done and tells everything from
//! the beginning.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::Duration;

use agon_core::{AnyMove, AnyPosition, Bound, Node, Position, Seat, Seed, Stream, all_moves};
use agon_roster as _;
use agon_table::{
    End, GameAction, GameClock, GivenPosition, PlayedClock, PlayedGame, RESIGNED, Refusal, Sitter, TIME_IS_UP, Thought,
    ToMove,
};

/// A move that was made.
#[derive(Clone, Copy)]
struct Made {
    m: AnyMove,
    /// How long whoever made it had thought, where that is known: not of a move that is played again.
    used: Option<Duration>,
    /// What a player thought that it is worth.
    value: Option<f64>,
}

/// The same game, told from the beginning whenever something is asked.
#[derive(Clone)]
struct Slow {
    base: AnyPosition,
    people: Vec<bool>,
    clock: Option<GameClock>,
    made: Vec<Made>,
    /// What was taken back, the next last.
    back: Vec<AnyMove>,
    end: Option<End>,
    offers: Vec<Seat>,
    /// When the position came about, and when the game ended.
    since: Duration,
    until: Option<Duration>,
}

impl Slow {
    fn after(&self, plies: usize) -> AnyPosition {
        let line = self.made[..plies].iter();
        line.fold(self.base.clone(), |here, made| agon_core::after(&here, made.m))
    }

    fn here(&self) -> AnyPosition {
        self.after(self.made.len())
    }

    fn actor(&self, ply: usize) -> Option<Seat> {
        match self.after(ply).node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal => None,
        }
    }

    fn ended(&self) -> Option<End> {
        let is_over = self.here().node() == Node::Terminal;
        self.end.clone().or(is_over.then_some(End::Terminal))
    }

    fn mover(&self) -> Option<Seat> {
        if self.ended().is_some() { None } else { self.actor(self.made.len()) }
    }

    /// What each seat had left after the moves so far, and whether its time counts.
    fn times(&self) -> Vec<(Duration, bool)> {
        let clock = self.clock.as_ref().unwrap();
        let seats = 0..self.people.len() as u8;
        let mut times: Vec<_> = seats.map(|seat| (clock.left(Seat(seat)), false)).collect();
        for (ply, made) in self.made.iter().enumerate() {
            let (Some(seat), Some(used)) = (self.actor(ply), made.used) else { continue };
            let (left, counts) = &mut times[seat.index()];
            if *counts {
                *left = left.checked_sub(used).unwrap() + Duration::from_secs(2);
            }
            *counts = true;
        }
        times
    }

    fn left(&self, now: Duration) -> Vec<Duration> {
        let mut times = self.times();
        let moment = self.until.unwrap_or(now);
        let runs = match self.end {
            Some(End::Lost(seat, TIME_IS_UP)) => {
                times[seat.index()].0 = Duration::ZERO;
                None
            }
            // Whose time ran until the game ended otherwise.
            _ => self.actor(self.made.len()),
        };
        if let Some(seat) = runs.filter(|seat| times[seat.index()].1) {
            let left = &mut times[seat.index()].0;
            *left = left.saturating_sub(moment.checked_sub(self.since).unwrap());
        }
        times.into_iter().map(|(left, _)| left).collect()
    }

    fn turn(&mut self, now: Duration) {
        self.since = now;
        self.offers.clear();
        self.until = None;
    }

    fn finish(&mut self, end: End, now: Duration) {
        self.end = Some(end);
        self.offers.clear();
        self.until = Some(now);
    }

    /// Whether the time of a person has just run out, who has lost then.
    fn flag(&mut self, now: Duration) -> bool {
        let person = self.mover().filter(|seat| self.people[seat.index()]);
        let Some(seat) = person.filter(|_| self.clock.is_some()) else { return false };
        let is_over = self.times()[seat.index()].1 && self.left(now)[seat.index()].is_zero();
        if is_over {
            self.finish(End::Lost(seat, TIME_IS_UP), now);
        }
        is_over
    }

    /// A move is made after so long; `false` where the time was over.
    fn make(&mut self, m: AnyMove, value: Option<f64>, used: Duration, now: Duration) {
        if let (Some(seat), Some(_)) = (self.mover(), &self.clock) {
            let (left, counts) = self.times()[seat.index()];
            if counts && left < used {
                self.finish(End::Lost(seat, TIME_IS_UP), now);
                return;
            }
        }
        if self.back.pop() != Some(m) {
            self.back.clear();
        }
        self.made.push(Made { m, used: Some(used), value });
        self.turn(now);
    }

    fn undo(&mut self, now: Duration) -> bool {
        let is_choice = |&ply: &usize| self.actor(ply).is_some_and(|seat| self.people[seat.index()]);
        let Some(ply) = (0..self.made.len()).rev().find(is_choice) else { return false };
        let taken = self.made.split_off(ply);
        self.back.extend(taken.iter().rev().map(|made| made.m));
        self.end = None;
        self.turn(now);
        true
    }

    fn redo(&mut self, now: Duration) -> bool {
        let can = !self.back.is_empty();
        while let Some(m) = self.back.pop() {
            self.made.push(Made { m, used: None, value: None });
            self.end = None;
            if self.mover().is_some_and(|seat| self.people[seat.index()]) {
                break;
            }
        }
        if can {
            self.turn(now);
        }
        can
    }

    /// Whether a player takes a draw: three times in a row it thought that it has no more than half of what there is.
    fn takes(&self, seat: Seat) -> bool {
        let own = (0..self.made.len()).filter(|&ply| self.actor(ply) == Some(seat));
        let values: Vec<Option<f64>> = own.map(|ply| self.made[ply].value).collect();
        let few = values.len() < 3 || self.base.facts().hidden;
        !few && values[values.len() - 3..].iter().all(|value| value.is_some_and(|value| value <= 0.0))
    }

    fn draw(&mut self, by: &[Seat], now: Duration) {
        self.offers.extend(by);
        let all = (0..self.people.len()).all(|seat| {
            let own = Seat(seat as u8);
            if self.people[seat] { self.offers.contains(&own) } else { self.takes(own) }
        });
        if all {
            self.finish(End::Drawn, now);
        }
    }
}

/// The two tellings of one game.
struct Both {
    game: PlayedGame,
    slow: Slow,
    now: Duration,
    stream: Stream,
}

impl Both {
    fn begin((term, seats, clock): (&str, &[&str], Option<&str>), number: u64) -> Both {
        let site = GivenPosition::of(term, None, "").unwrap();
        let sitters: Vec<Sitter> = seats
            .iter()
            .map(|&who| match who {
                "player" => Sitter::Player { term: "random".to_owned(), level: None },
                name => Sitter::Person { guest: Some(name.to_owned()) },
            })
            .collect();
        let control = clock;
        let clock = clock.map(|text| text.parse::<GameClock>().unwrap().among(seats.len() as u8).unwrap());
        let slow = Slow {
            base: site.base.clone(),
            people: sitters.iter().map(Sitter::is_person).collect(),
            clock: clock.clone(),
            made: Vec::new(),
            back: Vec::new(),
            end: None,
            offers: Vec::new(),
            since: Duration::ZERO,
            until: None,
        };
        let clock = control.zip(clock).map(|(text, clock)| PlayedClock::new(text, clock, 0));
        let mut game = PlayedGame::new(site, number, sitters, clock);
        game.runs_from(Duration::ZERO);
        Both { game, slow, now: Duration::ZERO, stream: Seed(number).stream(1 << 40) }
    }

    /// Everything that can be asked is told the same.
    fn compare(&self) {
        let (game, slow) = (&self.game, &self.slow);
        let line: Vec<AnyMove> = slow.made.iter().map(|made| made.m).collect();
        assert_eq!(game.site().line, line);
        assert!(game.site().here == slow.here());
        let back: Vec<AnyMove> = slow.back.iter().rev().copied().collect();
        assert_eq!(game.taken_back(), back);
        assert_eq!(game.ended(), slow.ended());
        assert_eq!(game.mover(), slow.mover());
        assert_eq!(game.offer(), slow.offers.first().copied());
        let values: Vec<_> = game.thoughts().iter().map(|own| own.as_ref()?.value).collect();
        assert_eq!(values, slow.made.iter().map(|made| made.value).collect::<Vec<_>>());
        if let Some(clock) = game.clock() {
            let left = clock.left(self.now);
            let left: Vec<_> = (0..left.seats()).map(|seat| left.left(Seat(seat as u8))).collect();
            assert_eq!(left, slow.left(self.now), "{line:?} {:?}", slow.ended());
        }
        // What is on record is read as it stands, but that the turn begins again and no draw is offered.
        let stored = serde_json::to_string(&game.stored(self.now)).unwrap();
        let mut read = PlayedGame::read(serde_json::from_str(&stored).unwrap()).unwrap();
        read.runs_from(self.now);
        assert!(read.site().here == game.site().here && read.site().line == line);
        assert_eq!(read.taken_back(), back);
        assert_eq!(read.ended(), game.ended());
        assert_eq!(read.thoughts(), game.thoughts());
        let whole = game.ended().is_some() || game.clock().is_none_or(|own| own.running().is_none());
        if whole {
            assert_eq!(serde_json::to_string(&read.stored(self.now)).unwrap(), stored);
        }
    }

    /// What is refused changes nothing.
    fn refused(&mut self, by: &[Seat], action: GameAction, why: Refusal) {
        let told = |game: &PlayedGame, now| {
            let stored = serde_json::to_string(&game.stored(now)).unwrap();
            (stored, game.turn(), game.offer(), game.shown_to(by).text())
        };
        let before = told(&self.game, self.now);
        assert_eq!(self.game.act(by, action, self.now), Err(why));
        assert_eq!(told(&self.game, self.now), before);
    }

    fn step(&mut self) {
        self.now += Duration::from_millis(u64::from(self.stream.below(12_000)));
        assert_eq!(self.game.flag(self.now), self.slow.flag(self.now));
        let (people, now) = (self.game.seats_of_people(), self.now);
        let hides = self.game.site().hides();
        let goes_back = if hides { Some(Refusal::HiddenBack) } else { None };
        match self.stream.below(20) {
            0 => {
                let why = goes_back.unwrap_or(Refusal::NoEarlier);
                if hides || !self.slow.undo(now) {
                    self.refused(&people, GameAction::Undo, why);
                } else {
                    let line = self.game.site().line.clone();
                    self.game.act(&people, GameAction::Undo, now).unwrap();
                    // There and back again, in a copy.
                    let mut copy = self.game.clone();
                    copy.act(&people, GameAction::Redo, now).unwrap();
                    // What had been taken back before may go on behind it.
                    assert!(copy.site().line.starts_with(&line));
                    copy.act(&people, GameAction::Undo, now).unwrap();
                    let same = |game: &PlayedGame| serde_json::to_string(&game.stored(now)).unwrap();
                    assert_eq!(same(&copy), same(&self.game));
                }
            }
            1 => {
                let why = goes_back.unwrap_or(Refusal::NoRedo);
                if hides || !self.slow.redo(now) {
                    self.refused(&people, GameAction::Redo, why);
                } else {
                    self.game.act(&people, GameAction::Redo, now).unwrap();
                }
            }
            2 => self.draw(&people),
            3 if self.stream.below(4) == 0 => self.resign(&people),
            4 => {
                self.refused(&[], GameAction::Undo, Refusal::NotSeated);
                if 1 < people.len() {
                    self.refused(&people[1..], GameAction::Undo, Refusal::OthersPlay);
                }
                let over = self.slow.ended().is_some();
                let why = if over { Refusal::GameOver } else { Refusal::NotSeated };
                self.refused(&[], GameAction::Resign, why);
                self.refused(&[], GameAction::Draw, why);
            }
            _ => self.go_on(),
        }
    }

    fn draw(&mut self, people: &[Seat]) {
        let by = [people[self.stream.below(people.len() as u32) as usize]];
        if self.slow.ended().is_some() {
            return self.refused(&by, GameAction::Draw, Refusal::GameOver);
        }
        if self.slow.people.len() < 2 {
            return self.refused(&by, GameAction::Draw, Refusal::Alone);
        }
        if self.stream.below(4) == 0 {
            self.slow.offers.clear();
            return self.game.act(&by, GameAction::Decline, self.now).unwrap();
        }
        self.slow.draw(&by, self.now);
        self.game.act(&by, GameAction::Draw, self.now).unwrap();
    }

    fn resign(&mut self, people: &[Seat]) {
        let by = [people[self.stream.below(people.len() as u32) as usize]];
        if self.slow.ended().is_some() {
            return self.refused(&by, GameAction::Resign, Refusal::GameOver);
        }
        self.slow.finish(End::Lost(by[0], RESIGNED), self.now);
        self.game.act(&by, GameAction::Resign, self.now).unwrap();
    }

    /// Whoever is to act does.
    fn go_on(&mut self) {
        let (here, now) = (self.slow.here(), self.now);
        let moves = all_moves(&here);
        let any = moves.get(self.stream.below(moves.len().max(1) as u32) as usize).copied();
        // What is played again is more often what was taken back.
        let next = self.slow.back.last().copied().filter(|_| self.stream.below(2) == 0);
        match self.game.to_move() {
            ToMove::Nobody => {
                let by = self.game.seats_of_people();
                if let Some(m) = any.or(self.slow.made.first().map(|made| made.m)) {
                    self.refused(&by, GameAction::Move(m), Refusal::GameOver);
                }
            }
            ToMove::Chance => {
                let m = self.game.draw_outcome(now).unwrap();
                self.slow.make(m, None, Duration::ZERO, now);
            }
            ToMove::Person(seat) => {
                let m = next.or(any).unwrap();
                let others: Vec<Seat> = self.game.seats_of_people().into_iter().filter(|own| *own != seat).collect();
                self.refused(&others, GameAction::Move(m), Refusal::NotYourMove);
                if let Some(wrong) = self.illegal(&here) {
                    self.refused(&[seat], GameAction::Move(wrong), Refusal::Illegal);
                }
                let used = now.checked_sub(self.slow.since).unwrap();
                self.slow.make(m, None, used, now);
                self.game.act(&[seat], GameAction::Move(m), now).unwrap();
            }
            ToMove::Player(seat) => {
                let m = next.or(any).unwrap();
                self.refused(&[seat], GameAction::Move(m), Refusal::NotYourMove);
                let used = Duration::from_millis(u64::from(self.stream.below(20_000)));
                let value = (self.stream.below(3) != 0).then_some(-0.5);
                let thought =
                    Thought { value, bound: Bound::Exact, depth: None, nodes: 0, line: String::new(), note: None };
                self.slow.make(m, value, used, now);
                self.game.answer(m, thought, used, now).unwrap();
            }
        }
    }

    /// A move of this game that is not legal here.
    fn illegal(&self, here: &AnyPosition) -> Option<AnyMove> {
        self.slow.made.iter().map(|made| made.m).find(|&m| !here.is_legal(m))
    }
}

#[test]
fn random_actions_are_told_as_from_the_beginning() {
    const GAMES: &[(&str, &[&str], Option<&str>)] = &[
        ("tic-tac-toe", &["ann", "player"], None),
        ("tic-tac-toe", &["ann", "player"], Some("1+2")),
        ("tic-tac-toe", &["ann", "bob"], Some("1/0:40+2")),
        ("tic-tac-toe(width=4, height=4, players=3)", &["ann", "bob", "player"], Some("1+2")),
        ("pig(target=20)", &["player", "ann"], Some("1+2")),
        ("2048", &["ann"], Some("1+2")),
        ("kuhn", &["ann", "bob"], None),
        ("kuhn", &["ann", "player"], None),
    ];
    let mut ends = Vec::new();
    for &game in GAMES {
        for number in 0..24 {
            let mut both = Both::begin(game, number);
            for _ in 0..40 {
                both.step();
                both.compare();
            }
            ends.extend(both.game.ended().map(|end| end.word()));
        }
    }
    for end in ["over", RESIGNED, TIME_IS_UP, "draw agreed"] {
        assert!(ends.contains(&end), "no game ended so: {end}");
    }
}

/// In a game that hides something nobody is shown more than their seat sees, whatever is done.
#[test]
fn what_is_shown_depends_on_the_view_of_a_seat_alone() {
    for number in 0..40 {
        let mut both = Both::begin(("kuhn", &["ann", "bob"], None), number);
        while both.game.ended().is_none() {
            for seat in Seat::all(2) {
                let redeal = both.game.site().here.redeal(seat, &mut both.stream);
                let site = both.game.site().clone();
                let other = GivenPosition { base: redeal.clone(), line: Vec::new(), here: redeal, ..site };
                let other = PlayedGame::new(other, number, both.game.sitters().to_vec(), None);
                let told = |game: &PlayedGame, by: &[Seat]| {
                    let shown = game.shown_to(by);
                    (shown.text(), shown.drawing(), shown.moves(), shown.node())
                };
                assert_eq!(told(&both.game, &[seat]), told(&other, &[seat]));
                assert_eq!(told(&both.game, &[]), told(&other, &[]));
            }
            // Two people at one screen: nothing is shown until it is theirs.
            let all = [Seat(0), Seat(1)];
            if let ToMove::Person(seat) = both.game.to_move() {
                let m = all_moves(&both.game.site().here)[0];
                if let Some(covered) = both.game.covered(&all) {
                    assert_eq!(covered, seat);
                    let public = both.game.shown_to(&[]).text();
                    assert_eq!(both.game.shown_to(&all).text(), public);
                    both.refused(&all, GameAction::Move(m), Refusal::Covered(seat));
                    both.game.act(&all, GameAction::Uncover, both.now).unwrap();
                }
                let own = both.game.shown_to(&[seat]).text();
                assert_eq!(both.game.shown_to(&all).text(), own);
            }
            both.go_on();
            both.compare();
        }
        let whole = both.game.site().here.to_string();
        assert_eq!(both.game.shown_to(&[]).text(), whole);
    }
}

/// Where there are three, an offer stands until all have said what they want, whoever was first.
#[test]
fn three_people_agree_one_after_the_other() {
    let term = "tic-tac-toe(width=4, height=4, players=3)";
    let mut both = Both::begin((term, &["ann", "bob", "cleo"], None), 1);
    let now = Duration::ZERO;
    both.go_on();
    for (seat, ends) in [(2, false), (0, false), (1, true)] {
        both.game.act(&[Seat(seat)], GameAction::Draw, now).unwrap();
        assert_eq!(both.game.offer(), (!ends).then_some(Seat(2)));
        assert_eq!(both.game.ended().is_some(), ends);
    }
    // Who sits at two seats speaks for both.
    let mut both = Both::begin((term, &["ann", "ann", "cleo"], None), 1);
    both.game.act(&[Seat(0), Seat(1)], GameAction::Draw, now).unwrap();
    both.game.act(&[Seat(2)], GameAction::Draw, now).unwrap();
    assert_eq!(both.game.ended(), Some(End::Drawn));
}

#[test]
fn a_free_seat_is_taken_once_and_starts_the_clock() {
    let site = GivenPosition::of("kalah", None, "").unwrap();
    let sitters = vec![Sitter::Person { guest: Some("ann".to_owned()) }, Sitter::Person { guest: None }];
    let clock = "1".parse::<GameClock>().unwrap().among(2).unwrap();
    let mut game = PlayedGame::new(site, 1, sitters, Some(PlayedClock::new("1", clock, 0)));
    let at = Duration::from_secs;
    // The last seed falls into its own store, so that the first seat moves once more.
    let m = agon_core::line::read_move(&game.site().here, "3").unwrap();
    game.act(&[Seat(0)], GameAction::Move(m), at(5)).unwrap();
    assert_eq!((game.mover(), game.person_runs()), (Some(Seat(0)), None));
    for (name, seat, why) in [("bob", 0, Refusal::NoSeat), ("bob", 3, Refusal::NoSeat), ("bob", 1, Refusal::SeatTaken)]
    {
        assert_eq!(game.sit(name, seat, at(6)), Err(why));
    }
    game.sit("bob", 2, at(9)).unwrap();
    assert_eq!(game.person_runs(), Some((at(9), at(60))));
    assert_eq!(game.sit("cleo", 2, at(9)), Err(Refusal::SeatTaken));
    assert_eq!(game.seats_of("bob"), [Seat(1)]);
}

/// Moves that were taken back before the game was given up are played again from where it goes on.
#[test]
fn what_was_given_up_goes_on_where_moves_are_played_again() {
    let mut both = Both::begin(("tic-tac-toe", &["ann", "bob"], Some("1+2")), 1);
    let (people, at) = ([Seat(0), Seat(1)], Duration::from_secs);
    for _ in 0..3 {
        both.go_on();
    }
    both.game.act(&people, GameAction::Undo, at(1)).unwrap();
    both.game.act(&people, GameAction::Resign, at(20)).unwrap();
    assert!(both.game.ended().is_some());
    both.game.act(&people, GameAction::Redo, at(30)).unwrap();
    assert_eq!((both.game.ended(), both.game.site().line.len()), (None, 3));
    let left = both.game.clock().unwrap().left(at(30));
    assert_eq!((left.left(Seat(0)), left.left(Seat(1))), (at(60), at(60)));
}
