//! Nine men's morris: three in a row take a man.
//!
//! A turn with a capture is one move. Men are 24 bits, and mills, neighbours and closing moves are
//! computed for all points at once.

mod picture;
mod points;
mod rules;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Explained, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError,
    OptionSpec, Options, Picture, Position, RuleClaim, Seat, Symmetric, TextError,
    bits::{nth_one, ones},
    inventory, key_of,
};

use points::{ALL, NAMES, NEAR, POINTS, Points, beside, carried, closing, in_mills};

/// The men on the board and in the hands, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morris {
    men: [Points; 2],
    /// The number of men still to be placed.
    hands: [u8; 2],
    mover: Seat,
    /// Plies since the last man was placed or taken.
    quiet: u16,
    /// After this many of them the game is a draw.
    most_quiet: u16,
    /// The number of men of each seat at the start.
    all_men: u8,
    /// Three men may go anywhere.
    can_fly: bool,
}

impl Hash for Morris {
    // Number by number: a slice of them would hash in the machine's byte order.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Morris { men: [one, two], hands, mover, quiet, most_quiet, all_men, can_fly } = self;
        (one, two, hands, mover, quiet, most_quiet, all_men, can_fly).hash(state);
    }
}

/// Placing or moving a man, and taking one where that closes a mill. Points are numbered by rings,
/// the outermost first, each clockwise from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MorrisMove {
    from: u8,
    to: u8,
    taken: u8,
}

/// No point: from the hand, or no man taken.
const NONE: u8 = POINTS;

impl Move for MorrisMove {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.from) << 10 | u64::from(self.to) << 5 | u64::from(self.taken)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let (from, to, taken) = (code >> 10, (code >> 5 & 31) as u8, (code & 31) as u8);
        (from <= u64::from(NONE) && to < POINTS && taken <= NONE).then_some(MorrisMove { from: from as u8, to, taken })
    }
}

/// The point where a man is placed, `d6`, or from and to, `d6-d7`; then a man taken: `d6-d7xa1`.
impl fmt::Display for MorrisMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |point: u8| NAMES[usize::from(point % POINTS)];
        if self.from != NONE {
            write!(f, "{}-", name(self.from))?;
        }
        f.write_str(name(self.to))?;
        if self.taken == NONE { Ok(()) } else { write!(f, "x{}", name(self.taken)) }
    }
}

/// The rings from the outermost, each clockwise from its top left corner; the seat to move; the men
/// in the hands of X and of O; the plies since a man was placed or taken.
impl fmt::Display for Morris {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in 0..POINTS {
            if point == 8 || point == 16 {
                f.write_str("/")?;
            }
            f.write_str(self.man(point))?;
        }
        let [first, second] = self.hands;
        write!(f, " {} {first} {second} {}", self.mover.letter(), self.quiet)
    }
}

impl Morris {
    fn man(&self, point: u8) -> &'static str {
        match (self.men[0] >> point & 1, self.men[1] >> point & 1) {
            (1, _) => "X",
            (_, 1) => "O",
            _ => ".",
        }
    }

    #[inline]
    fn own(&self) -> Points {
        self.men[self.mover.index() & 1]
    }

    #[inline]
    fn other(&self) -> Points {
        self.men[self.mover.opponent().index() & 1]
    }

    #[inline]
    fn empty(&self) -> Points {
        ALL & !(self.men[0] | self.men[1])
    }

    #[inline]
    fn hand(&self) -> u8 {
        self.hands[self.mover.index() & 1]
    }

    /// The men of `seat` on the board and in its hand.
    fn strength(&self, seat: Seat) -> u32 {
        self.men[seat.index() & 1].count_ones() + u32::from(self.hands[seat.index() & 1])
    }

    #[inline]
    fn flies(&self) -> bool {
        self.can_fly && self.own().count_ones() == 3
    }

    /// Whether the seat to move has lost: too few men, or none that can move.
    #[inline]
    fn has_lost(&self) -> bool {
        if self.strength(self.mover) < 3 {
            return true;
        }
        self.hand() == 0 && !self.flies() && beside(self.own()) & self.empty() == 0
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.most_quiet <= self.quiet || self.has_lost()
    }

    /// The men that may be taken: those in no mill, or all where all are in mills.
    #[inline]
    fn takeable(&self) -> Points {
        let other = self.other();
        let open = other & !in_mills(other);
        if open == 0 { other } else { open }
    }

    /// The targets of the man on a point or in the hand: those where it closes a mill and takes,
    /// and the others. `closing` has the points where the seat's men would close mills, or none if
    /// there is no man to take.
    #[inline]
    fn targets(&self, from: u8, closing: Points) -> (Points, Points) {
        let targets = match from {
            NONE => self.empty(),
            _ if self.flies() => self.empty(),
            _ => NEAR[usize::from(from)] & self.empty(),
        };
        let mut mills = targets & closing;
        if mills != 0 && from != NONE {
            // The man itself is no part of the mill that it closes.
            mills &= points::closing(self.own() & !(1 << from));
        }
        (mills, targets & !mills)
    }

    /// The men that may be taken, and where the seat's men all together would close mills.
    #[inline]
    fn takeable_and_closing(&self) -> (Points, Points) {
        let takeable = self.takeable();
        (takeable, if takeable == 0 { 0 } else { closing(self.own()) })
    }

    /// The points men go from, ascending: their own, or the hand.
    #[inline]
    fn origins(&self) -> impl Iterator<Item = u8> + use<> {
        let origins = if 0 < self.hand() { 1 << NONE } else { self.own() };
        ones(origins).map(|origin| origin as u8)
    }

    /// A feature from the point of view of `seat`, within −1..=1.
    fn feature(&self, index: usize, seat: Seat) -> f64 {
        let men = |seat: Seat| self.men[seat.index() & 1];
        let of = |seat: Seat| match index {
            0 => self.strength(seat),
            1 => points::mill_count(men(seat)),
            _ => points::ways(men(seat), self.empty()),
        };
        let (own, other) = (f64::from(of(seat)), f64::from(of(seat.opponent())));
        let whole = if index == 2 { (own + other).max(1.0) } else { f64::from(self.all_men) };
        (own - other) / whole
    }
}

const ESTIMATES: &[Named] = &[
    Named::new("men", "the difference in men, hands included, as a share of those at the start"),
    Named::new("mills", "the difference in mills, per man at the start"),
    Named::new("mobility", "the difference in ways to a free point, as a share of both seats' ways"),
];

impl Position for Morris {
    type Move = MorrisMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        // All men are placed; then all but the last five of both seats can be taken one by one, each
        // after a quiet time, and once more it is quiet.
        let (men, quiet) = (u32::from(self.all_men), u32::from(self.most_quiet));
        Facts::two_seats(2 * men + (2 * men - 4) * quiet)
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(MorrisMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let (takeable, closing) = self.takeable_and_closing();
        for from in self.origins() {
            let (mills, others) = self.targets(from, closing);
            for to in ones(mills | others).map(|to| to as u8) {
                let taken = if mills >> to & 1 == 0 { 1 << NONE } else { takeable };
                for taken in ones(taken) {
                    visit(MorrisMove { from, to, taken: taken as u8 })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn play(&mut self, MorrisMove { from, to, taken }: MorrisMove) {
        let (own, other) = (self.mover.index() & 1, self.mover.opponent().index() & 1);
        self.quiet = if from == NONE || taken != NONE { 0 } else { self.quiet + 1 };
        if from == NONE {
            self.hands[own] -= 1;
        }
        // The bit beyond the points stands for no point.
        self.men[own] = (self.men[own] & !(1 << (from & 31))) | 1 << (to & 31);
        self.men[other] &= !(1 << (taken & 31));
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        match self.has_lost() {
            false => 0.0,
            true if seat == self.mover => -1.0,
            true => 1.0,
        }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let expected = format!(
                "three rings of eight, who moves, men in both hands (at most {} in all for each \
                 seat), and quiet plies (at most {}), such as `{self}`",
                self.all_men, self.most_quiet
            );
            TextError::new(text, expected)
        };
        let words: Vec<&str> = text.split(' ').collect();
        let &[board, mover, first, second, quiet] = words.as_slice() else { return Err(wrong()) };
        let mut position = self.clone();
        position.mover = Seat::from_letter(mover).ok_or_else(wrong)?;
        position.hands = [first.parse().map_err(|_| wrong())?, second.parse().map_err(|_| wrong())?];
        position.quiet = quiet.parse().map_err(|_| wrong())?;
        position.men = [0, 0];
        let rings: Vec<&str> = board.split('/').collect();
        if rings.len() != 3 || rings.iter().any(|ring| ring.len() != 8) {
            return Err(wrong());
        }
        for (point, man) in (0..).zip(rings.concat().bytes()) {
            match man {
                b'X' | b'x' => position.men[0] |= 1 << point,
                b'O' | b'o' => position.men[1] |= 1 << point,
                b'.' => {}
                _ => return Err(wrong()),
            }
        }
        let fits = |seat: usize| {
            let hand = u32::from(position.hands[seat]);
            position.men[seat].count_ones() + hand <= u32::from(self.all_men)
        };
        if fits(0) && fits(1) && position.quiet <= self.most_quiet { Ok(position) } else { Err(wrong()) }
    }
    #[inline]
    fn count(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        let (own, empty) = (self.own(), self.empty());
        let pairs = if 0 < self.hand() {
            empty.count_ones()
        } else if self.flies() {
            3 * empty.count_ones()
        } else {
            points::ways(own, empty)
        };
        // A pair that closes a mill is as many moves as there are men to take.
        let mut moves = pairs;
        if closing(own) & empty != 0 {
            let (takeable, closing) = self.takeable_and_closing();
            for from in self.origins() {
                let (mills, _) = self.targets(from, closing);
                if mills != 0 {
                    moves += mills.count_ones() * (takeable.count_ones() - 1);
                }
            }
        }
        moves as usize
    }
    #[inline]
    fn nth(&self, n: usize) -> MorrisMove {
        let (takeable, closing) = self.takeable_and_closing();
        let takes = takeable.count_ones();
        let mut n = n as u32;
        for from in self.origins() {
            let (mills, others) = self.targets(from, closing);
            let here = mills.count_ones() * takes + others.count_ones();
            if here <= n {
                n -= here;
                continue;
            }
            for to in ones(mills | others).map(|to| to as u8) {
                let is_mill = mills >> to & 1 != 0;
                let moves = if is_mill { takes } else { 1 };
                if n < moves {
                    let taken = if is_mill { nth_one(u64::from(takeable), n) as u8 } else { NONE };
                    return MorrisMove { from, to, taken };
                }
                n -= moves;
            }
        }
        unreachable!("`n` is less than the number of moves")
    }
    #[inline]
    fn is_legal(&self, MorrisMove { from, to, taken }: MorrisMove) -> bool {
        let is_origin = match from {
            NONE => 0 < self.hand(),
            0..POINTS => self.hand() == 0 && self.own() >> from & 1 != 0,
            _ => false,
        };
        if !is_origin || POINTS <= to || NONE < taken || self.is_over() {
            return false;
        }
        let (takeable, closing) = self.takeable_and_closing();
        let (mills, others) = self.targets(from, closing);
        if taken == NONE { others >> to & 1 != 0 } else { mills >> to & takeable >> taken & 1 != 0 }
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: MorrisMove) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        ESTIMATES
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        self.feature(heuristic.0.into(), seat)
    }
    fn hint(&self, m: MorrisMove) -> i32 {
        // Take; else stop a mill; else go where lines meet.
        let ways = NEAR[usize::from(m.to % POINTS)].count_ones() as i32;
        let stops = closing(self.other()) >> (m.to & 31) & 1 != 0;
        ways + 100 * i32::from(m.taken != NONE) + 50 * i32::from(stops)
    }
    fn is_forcing(&self, m: MorrisMove) -> bool {
        m.taken != NONE
    }
    fn present_key(&self) -> u64 {
        let [one, two] = self.men;
        key_of(&(one, two, self.hands, self.mover))
    }
}

impl Explained for Morris {
    fn ending(&self) -> &'static str {
        match self.has_lost() {
            true if self.strength(self.mover) < 3 => "too few men",
            true => "cannot move",
            false => "quiet plies",
        }
    }
}

impl Learnable for Morris {
    fn numbers(&self) -> u32 {
        (u32::from(NONE) + 1) << 10
    }
    /// 1 is the seat's own, 2 the other's. Men in hand stand beside the board, two at a time, the seat's own
    /// first.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let [own, other] = [seat, seat.opponent()].map(|seat| self.men[seat.index()]);
        out.clear();
        out.extend(points::READ.iter().map(|&point| (own >> point & 1) as u8 | ((other >> point & 1) as u8) << 1));
        for hand in [seat, seat.opponent()].map(|seat| self.hands[seat.index()]) {
            out.extend([0, 2, 4, 6, 8, 10].map(|from| hand.saturating_sub(from).min(2)));
        }
        3
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for Morris {
    fn features(&self) -> &'static [Named] {
        ESTIMATES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend((0..ESTIMATES.len()).map(|index| self.feature(index, seat)));
    }
}

impl Symmetric for Morris {
    fn symmetries(&self) -> usize {
        16
    }
    fn image(&self, symmetry: usize) -> Self {
        let image = |men: Points| {
            let inside = (0..POINTS).filter(|point| men >> point & 1 != 0);
            inside.map(|point| 1 << carried(point, symmetry)).sum()
        };
        Morris { men: self.men.map(image), ..self.clone() }
    }
    fn image_of_move(&self, m: MorrisMove, symmetry: usize) -> MorrisMove {
        let image = |point: u8| if point == NONE { NONE } else { carried(point, symmetry) };
        MorrisMove { from: image(m.from), to: image(m.to), taken: image(m.taken) }
    }
}

impl Game for Morris {
    const NAME: &'static str = "nine-mens-morris";
    const ALIASES: &'static [&'static str] = &["mill", "mills", "muhle", "merels", "morris", "nmm"];
    const SUMMARY: &'static str = "place and move men; three in a row take one of the other's";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "X begins. A move is the point where a man is placed, d6, or from and to, d6-d7, and \
        the man it takes, d6-d7xa1. A position is its rings from the outermost, each clockwise from its top left \
        corner, who moves, the men in hand of X and of O, and the quiet plies. \
        Source: R. Gasser, Solving Nine Men's Morris (1996), which finds that the game is a draw.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("men", 3..=9, "9", "men of each seat"),
        OptionSpec::flag("flying", "true", "three men may go to any point"),
        OptionSpec::whole("quiet", 1..=1000, "100", "plies without a capture that make a draw"),
    ];
    const SAMPLES: &'static [&'static str] =
        &["", "men=3, quiet=6", "men=4, flying=false, quiet=10", "men=6, quiet=30", "quiet=1"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let all_men = options.whole("men");
        Ok(Morris {
            men: [0, 0],
            hands: [all_men; 2],
            mover: Seat(0),
            quiet: 0,
            most_quiet: options.whole("quiet"),
            all_men,
            can_fly: options.flag("flying"),
        })
    }
}

inventory::submit! { GamePlugin::of::<Morris>() }
