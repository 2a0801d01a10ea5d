//! Pig: roll as often as you dare; a one loses the turn's points.
//!
//! The die is an explicit chance node, and every turn begins with one: the first roll is no
//! choice. The number of turns is bounded, because no play may last for ever.

mod picture;
mod text;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Explained, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError,
    OptionSpec, Options, Picture, Position, RuleClaim, RulePlace, Seat, TextError, inventory, key_of,
};

/// The most seats of a game.
const MOST_SEATS: usize = 4;

/// The most sides of a die.
const MOST_SIDES: u8 = 20;

/// The points of all seats, and how the turn stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pig {
    rules: Rules,
    /// The points each seat has held.
    points: [u16; MOST_SEATS],
    /// The points the mover has rolled in this turn.
    turn: u16,
    mover: Seat,
    phase: Phase,
    /// The turns that are left, this one counted.
    turns_left: u16,
}

impl Hash for Pig {
    // Number by number: a slice of them would hash in the machine's byte order.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Pig { rules, points: [a, b, c, d], turn, mover, phase, turns_left } = self;
        (rules, a, b, c, d, turn, mover, phase, turns_left).hash(state);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    target: u16,
    seats: u8,
    sides: u8,
    /// Whether the target must be held, not only reached.
    must_hold: bool,
    /// The number of turns in a game, of all seats together.
    turns: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The mover has rolled, and chooses.
    Choice,
    /// The die is in the air.
    Die,
    Over,
}

/// A choice of the mover, or the face of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// To roll again.
    Roll,
    /// To keep the turn's points and pass the die on.
    Hold,
    /// The die shows this number, counted from one.
    Face(u8),
}

impl Move for Act {
    #[inline]
    fn code(self) -> u64 {
        match self {
            Act::Roll => 0,
            Act::Hold => 1,
            Act::Face(face) => 1 + u64::from(face),
        }
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0 => Some(Act::Roll),
            1 => Some(Act::Hold),
            _ => u8::try_from(code - 1).ok().filter(|&face| face <= MOST_SIDES).map(Act::Face),
        }
    }
}

/// `roll`, `hold`, or the face of the die.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Roll => f.write_str("roll"),
            Act::Hold => f.write_str("hold"),
            Act::Face(face) => write!(f, "{face}"),
        }
    }
}

impl Pig {
    /// The points of the seats there are.
    #[inline]
    fn held(&self) -> &[u16] {
        &self.points[..usize::from(self.rules.seats)]
    }

    #[inline]
    fn has_reached(&self) -> bool {
        self.rules.target <= self.points[self.mover.index()] + self.turn
    }

    /// Whether the mover may roll: not with more points than needed, so that a turn has an end.
    #[inline]
    fn may_roll(&self) -> bool {
        self.turn < self.rules.target
    }

    #[inline]
    fn hold(&mut self) {
        self.points[self.mover.index()] += self.turn;
        if self.rules.target <= self.points[self.mover.index()] { self.end() } else { self.pass() }
    }

    /// The next seat's turn.
    #[inline]
    fn pass(&mut self) {
        self.turn = 0;
        self.turns_left -= 1;
        self.mover = self.mover.next(self.rules.seats);
        self.phase = Phase::Die;
        if self.turns_left == 0 {
            self.end();
        }
    }

    /// Nothing but the points matters any more.
    #[inline]
    fn end(&mut self) {
        *self = Pig { turn: 0, mover: Seat(0), phase: Phase::Over, turns_left: 0, ..*self };
    }

    /// The points a seat has held, or would hold now, in units of the target.
    fn progress(&self, seat: Seat) -> f64 {
        let turn = if seat == self.mover { self.turn } else { 0 };
        let points = (self.points[seat.index()] + turn).min(self.rules.target);
        f64::from(points) / f64::from(self.rules.target)
    }

    /// A quantity of `seat` minus the mean of the others', divided by their number: these sum to
    /// zero, and none is less than the payoff of a loser.
    fn lead(&self, seat: Seat, of: impl Fn(Seat) -> f64) -> f64 {
        let others = f64::from(self.rules.seats - 1);
        let all: f64 = Seat::all(self.rules.seats).map(&of).sum();
        let own = of(seat);
        (own - (all - own) / others) / others
    }
}

impl Position for Pig {
    type Move = Act;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable();

    fn facts(&self) -> Facts {
        let rules = self.rules;
        // Every roll but a one adds at least two, and is followed by a choice.
        let rolls = (u32::from(rules.target) - 1) / 2 + 1;
        let least = -1.0 / f64::from(rules.seats - 1);
        Facts::new(rules.seats, u32::from(rules.turns) * 2 * rolls).with_chance().with_payoffs(least, 1.0)
    }
    #[inline]
    fn node(&self) -> Node {
        match self.phase {
            Phase::Choice => Node::Decision(self.mover),
            Phase::Die => Node::Chance,
            Phase::Over => Node::Terminal,
        }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.phase {
            Phase::Choice => {
                if self.may_roll() {
                    visit(Act::Roll)?;
                }
                visit(Act::Hold)
            }
            Phase::Die => (1..=self.rules.sides).map(Act::Face).try_for_each(visit),
            Phase::Over => ControlFlow::Continue(()),
        }
    }
    #[inline]
    fn play(&mut self, m: Act) {
        match m {
            Act::Roll => self.phase = Phase::Die,
            Act::Hold => self.hold(),
            Act::Face(1) => self.pass(),
            Act::Face(face) => {
                self.turn += u16::from(face);
                self.phase = Phase::Choice;
                if !self.rules.must_hold && self.has_reached() {
                    self.hold();
                }
            }
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let most = self.held().iter().max();
        let mut leaders = Seat::all(self.rules.seats).filter(|s| most == Some(&self.points[s.index()]));
        match (leaders.next(), leaders.next()) {
            (Some(winner), None) if winner == seat => 1.0,
            (Some(_), None) => -1.0 / f64::from(self.rules.seats - 1),
            _ => 0.0,
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        text::read(self, text)
    }
    #[inline]
    fn count(&self) -> usize {
        match self.phase {
            Phase::Choice => 1 + usize::from(self.may_roll()),
            Phase::Die => self.rules.sides.into(),
            Phase::Over => 0,
        }
    }
    #[inline]
    fn nth(&self, n: usize) -> Act {
        match self.phase {
            Phase::Die => Act::Face(n as u8 + 1),
            _ if n == 0 && self.may_roll() => Act::Roll,
            _ => Act::Hold,
        }
    }
    fn is_legal(&self, m: Act) -> bool {
        match m {
            Act::Roll => self.phase == Phase::Choice && self.may_roll(),
            Act::Hold => self.phase == Phase::Choice,
            Act::Face(face) => self.phase == Phase::Die && (1..=self.rules.sides).contains(&face),
        }
    }
    fn present_key(&self) -> u64 {
        let [a, b, c, d] = self.points;
        key_of(&(a, b, c, d, self.turn, self.mover, self.phase))
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: Act) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const {
            &[Named::new(
                "score",
                "own points with the turn's, minus the mean of the others', in targets, divided \
                 by their number",
            )]
        }
    }
    fn estimate(&self, _: Heuristic, seat: Seat) -> f64 {
        self.lead(seat, |seat| self.progress(seat))
    }
}

impl Explained for Pig {
    fn ending(&self) -> &'static str {
        let is_reached = self.held().iter().any(|&points| self.rules.target <= points);
        if is_reached { "target reached" } else { "turns over" }
    }
}

impl Learnable for Pig {
    fn numbers(&self) -> u32 {
        2
    }
    /// There is no board: the points of each seat, the seat's own first, and those of the turn.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let Rules { target, seats, sides, .. } = self.rules;
        let most = (target + u16::from(sides)).min(254);
        let capped = |points: u16| points.min(most) as u8;
        out.clear();
        out.extend((0..seats).map(|after| {
            let other = (seat.0 + after) % seats;
            capped(self.points[usize::from(other)])
        }));
        out.push(capped(self.turn));
        most as u8 + 1
    }
    fn swaps(&self) -> bool {
        true
    }
    fn on_turn(&self) -> Seat {
        self.mover
    }
}

impl Featured for Pig {
    fn features(&self) -> &'static [Named] {
        const {
            &[
                Named::new("held", "held points, minus the mean of the others', in targets"),
                Named::new("turn", "the turn's points; negative in the turn of another seat"),
            ]
        }
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        let (others, target) = (f64::from(self.rules.seats - 1), f64::from(self.rules.target));
        let held = |seat: Seat| f64::from(self.points[seat.index()]) / target;
        let turn = |seat| if seat == self.mover { f64::from(self.turn) / target } else { 0.0 };
        values.clear();
        values.extend([self.lead(seat, held) * others, self.lead(seat, turn) * others]);
    }
}

impl Game for Pig {
    const NAME: &'static str = "pig";
    const SUMMARY: &'static str = "roll as often as you dare; a one loses the turn's points";
    const RULES: &'static str = "The seats take turns, the first seat first. A turn begins with a throw of a [die], \
        which has `sides` faces, numbered from one up and equally likely. If it shows a one, the points of this turn \
        are lost, and the turn is over. Any other number is added to the points of the turn, and then the seat \
        chooses. Either it [roll]s, which throws the [die] again, or it [hold]s, which adds the points of the turn to \
        the points of the seat, where nothing is lost any more, and ends the turn. No seat may [roll] once the points \
        of the turn alone are `target` or more.\n\n\
        With `finish=hold`, a seat wins as soon as it [hold]s and its own points are then `target` or more, and the \
        play is over. With `finish=reach`, a seat wins as soon as its own points and those of the turn together are \
        `target` or more, and the play is over. The play is also over when every seat has had `turns` turns: then the \
        seat with the most points wins, and it is a draw if several have as many. The winner gets 1, every other seat \
        -1 divided by the number of the others; a draw pays 0 to all.";
    const HELP: &'static str = "With finish=hold (as published) a seat that has enough may roll on at its own risk. \
        The value of the game is the same with finish=reach. A turn begins with a roll without being asked: to hold \
        nothing is never better. The default number of turns is so large that it does not matter, and a solver finds the value \
        without it. Moves: roll, hold; the outcomes of the die are 1 to 6. A position is the points, the mover \
        with the turn's points, and the turns that are left: 31:45 2+8 391, with ? while the die rolls. With a target \
        of 4 and two sides this is Piglet to 2. \
        Source: T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig (2004).";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::at("31:45 2+8 391").legal("roll", "the seat to move chooses"),
        RulePlace::at("31:45 2+8? 391").illegal("hold", "the die is in the air"),
        RulePlace::start("").illegal("7", "the die has six sides"),
        RulePlace::at("95:45 1+8 391").legal("roll", "enough points are no win before they are held"),
        RulePlace::start("target=4, sides=2")
            .then(&["2", "roll", "2"])
            .illegal("roll", "the turn alone has enough points"),
        RulePlace::at("95:45 1+8 391").then(&["hold"]).pays(&[1.0, -1.0], "the first seat holds a hundred points"),
        RulePlace::at("95:45 1+4 391")
            .with("finish=reach")
            .then(&["roll", "2"])
            .pays(&[1.0, -1.0], "own points and those of the turn are a hundred"),
        RulePlace::at("31:45 2+8 1")
            .then(&["hold"])
            .pays(&[-1.0, 1.0], "no turn is left, and the second seat has more"),
        RulePlace::at("53:45 2+8 1")
            .then(&["roll", "1"])
            .pays(&[1.0, -1.0], "the one loses the eight points of the last turn"),
        RulePlace::at("31:23 2+8 1").then(&["hold"]).pays(&[0.0, 0.0], "no turn is left, and both have as many"),
        RulePlace::start("target=2, players=3")
            .then(&["2", "hold"])
            .pays(&[1.0, -0.5, -0.5], "the others share the loss"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("target", 1..=1000, "100", "how many points win"),
        OptionSpec::whole("players", 2..=4, "2", "how many seats"),
        OptionSpec::whole("sides", 2..=20, "6", "how many sides the die has"),
        OptionSpec::choice(
            "finish",
            &["hold", "reach"],
            "hold",
            "whether the target must be held, or reaching it wins",
        ),
        OptionSpec::whole("turns", 1..=10000, "200", "after how many turns each the game ends"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "target=10",
        "target=8, players=3, finish=reach",
        "target=30, players=4",
        "target=4, sides=2, turns=3",
        "target=1, turns=1",
        "target=20, turns=2, players=3, sides=4",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let seats: u8 = options.whole("players");
        let turns = options.whole::<u16>("turns") * u16::from(seats);
        let rules = Rules {
            target: options.whole("target"),
            seats,
            sides: options.whole("sides"),
            must_hold: options.text("finish") == "hold",
            turns,
        };
        let (points, mover) = ([0; MOST_SEATS], Seat(0));
        Ok(Pig { rules, points, turn: 0, mover, phase: Phase::Die, turns_left: turns })
    }
}

inventory::submit! { GamePlugin::of::<Pig>() }

#[cfg(test)]
mod tests;
