//! A pursuit maze: a runner gathers pellets while ghosts wander, or hunt.
//!
//! Wandering ghosts are chance nodes, hunting ghosts are seats. The maze is shared by all
//! positions; a position is a word of pellets and a few squares.

mod maze;
mod picture;
mod rules;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::Arc,
};

use agon_core::{
    Aim, Explained, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError,
    OptionSpec, Options, Picture, Position, RuleClaim, Seat, Symmetric, TextError, bits::ones, inventory,
};

use crate::maze::Maze;

/// The most ghosts of a game.
const MOST_GHOSTS: usize = 4;

/// The runner, the ghosts, and the remaining pellets.
#[derive(Debug)]
pub struct Ghosts {
    maze: Arc<Maze>,
    now: Now,
}

/// All that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Now {
    /// A bit for every square with a pellet.
    pellets: u64,
    runner: u8,
    /// The squares of the ghosts there are; the rest are zero.
    ghosts: [u8; MOST_GHOSTS],
    /// The mover: 0 is the runner, `n` is ghost `n`.
    turn: u8,
    /// The rounds that are left, this one counted.
    rounds_left: u16,
    is_over: bool,
    rules: Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    number: u8,
    hunting: bool,
    rounds: u16,
}

/// A step, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GhostsMove {
    /// Towards the first row.
    Up,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// None; the runner alone may do so.
    Stay,
}

const STEPS: [GhostsMove; 5] =
    [GhostsMove::Up, GhostsMove::Right, GhostsMove::Down, GhostsMove::Left, GhostsMove::Stay];

impl Move for GhostsMove {
    #[inline]
    fn code(self) -> u64 {
        self as u64
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        STEPS.get(usize::try_from(code).ok()?).copied()
    }
}

/// `up`, `right`, `down`, `left` or `stay`.
impl fmt::Display for GhostsMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["up", "right", "down", "left", "stay"][*self as usize])
    }
}

/// The runner, the ghosts, the pellets in hexadecimal, the mover, and the rounds left:
/// `a1 c3+e2 1fe 1 50`; or `over` instead of the last two.
impl fmt::Display for Ghosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let now = &self.now;
        write!(f, "{}", self.maze.name(now.runner))?;
        for (index, &ghost) in now.ghosts().iter().enumerate() {
            write!(f, "{}{}", if index == 0 { ' ' } else { '+' }, self.maze.name(ghost))?;
        }
        write!(f, " {:x}", now.pellets)?;
        if now.is_over { f.write_str(" over") } else { write!(f, " {} {}", now.turn + 1, now.rounds_left) }
    }
}

impl Now {
    #[inline]
    fn ghosts(&self) -> &[u8] {
        &self.ghosts[..usize::from(self.rules.number)]
    }

    #[inline]
    fn is_caught(&self) -> bool {
        self.ghosts().contains(&self.runner)
    }

    /// The square of the mover.
    #[inline]
    fn mover(&self) -> u8 {
        if self.turn == 0 { self.runner } else { self.ghosts[usize::from(self.turn) - 1] }
    }

    /// The runner goes to a square.
    #[inline]
    fn run(&mut self, to: u8) {
        self.runner = to;
        if self.is_caught() {
            return self.end();
        }
        self.pellets &= !(1 << to);
        if self.pellets == 0 {
            return self.end();
        }
        self.turn = 1;
    }

    /// The ghost to move goes to a square.
    #[inline]
    fn haunt(&mut self, to: u8) {
        self.ghosts[usize::from(self.turn) - 1] = to;
        if to == self.runner {
            return self.end();
        }
        if self.turn < self.rules.number {
            self.turn += 1;
            return;
        }
        self.turn = 0;
        self.rounds_left -= 1;
        if self.rounds_left == 0 {
            self.end();
        }
    }

    /// At the end, the mover and the round no longer matter.
    fn end(&mut self) {
        (self.is_over, self.turn, self.rounds_left) = (true, 0, 0);
    }
}

impl Ghosts {
    /// The possible steps of the mover, a bit for each.
    #[inline]
    fn open(&self) -> u8 {
        if self.now.is_over {
            return 0;
        }
        let stay = u8::from(self.now.turn == 0) << GhostsMove::Stay as u8;
        self.maze.open(self.now.mover()) | stay
    }

    /// The share of the pellets that are eaten.
    fn eaten(&self) -> f64 {
        let left = f64::from(self.now.pellets.count_ones());
        1.0 - left / f64::from(self.maze.pellets.count_ones())
    }

    /// One divided by the steps to the nearest pellet.
    fn food(&self) -> f64 {
        let pellets = (0..64).filter(|square| self.now.pellets >> square & 1 != 0);
        let steps = pellets.map(|square| self.maze.distance(self.now.runner, square)).min();
        1.0 / f64::from(steps.unwrap_or(1).max(1))
    }

    /// One divided by the steps to the nearest ghost.
    fn danger(&self) -> f64 {
        let ghosts = self.now.ghosts().iter();
        let steps = ghosts.map(|&ghost| self.maze.distance(self.now.runner, ghost)).min();
        1.0 / f64::from(steps.unwrap_or(1).max(1))
    }

    /// A value `runner` of the runner, as `seat` sees it: the ghosts share its negative.
    fn shared(&self, runner: f64, seat: Seat) -> f64 {
        if seat == Seat(0) { runner } else { 0.0 - runner / f64::from(self.now.rules.number) }
    }
}

impl Clone for Ghosts {
    fn clone(&self) -> Self {
        Ghosts { maze: Arc::clone(&self.maze), now: self.now }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.maze, &source.maze) {
            self.maze = Arc::clone(&source.maze);
        }
        self.now = source.now;
    }
}

impl PartialEq for Ghosts {
    fn eq(&self, other: &Self) -> bool {
        self.now == other.now && (Arc::ptr_eq(&self.maze, &other.maze) || self.maze == other.maze)
    }
}

impl Eq for Ghosts {}

impl Hash for Ghosts {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let now = &self.now;
        state.write_u64(now.pellets);
        state.write_u32(u32::from_le_bytes(now.ghosts));
        state.write_u32(u32::from(now.runner) << 24 | u32::from(now.turn) << 16 | u32::from(now.rounds_left));
    }
}

impl Position for Ghosts {
    type Move = GhostsMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        let Rules { number, hunting, rounds } = self.now.rules;
        let most_plies = u32::from(rounds) * (1 + u32::from(number));
        if hunting { Facts::new(1 + number, most_plies) } else { Facts::new(1, most_plies).with_chance() }
    }
    #[inline]
    fn node(&self) -> Node {
        match self.now {
            Now { is_over: true, .. } => Node::Terminal,
            Now { turn, rules, .. } if turn == 0 || rules.hunting => Node::Decision(Seat(turn)),
            _ => Node::Chance,
        }
    }
    #[inline]
    fn each_move(&self, visit: impl FnMut(GhostsMove) -> ControlFlow<()>) -> ControlFlow<()> {
        ones(self.open()).map(|way| STEPS[way as usize]).try_for_each(visit)
    }
    #[inline]
    fn play(&mut self, m: GhostsMove) {
        let to = self.maze.next(self.now.mover(), m as u8).expect("a legal step meets no wall");
        if self.now.turn == 0 { self.now.run(to) } else { self.now.haunt(to) }
    }
    #[inline]
    fn play_from(&mut self, source: &Self, m: GhostsMove) {
        self.clone_from(source);
        self.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.shared(self.eaten() - f64::from(u8::from(self.now.is_caught())), seat)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let what = "the runner, the ghosts, the pellets, who moves and the rounds left";
            TextError::new(text, format!("{what}, such as `{self}`"))
        };
        let (maze, rules) = (&self.maze, self.now.rules);
        let words: Vec<&str> = text.split(' ').collect();
        let [runner, ghosts, pellets, ref rest @ ..] = words[..] else { return Err(wrong()) };
        let mut now = Now { ghosts: [0; MOST_GHOSTS], is_over: false, ..self.now };
        now.runner = maze.square(runner).ok_or_else(wrong)?;
        let squares: Option<Vec<u8>> = ghosts.split('+').map(|name| maze.square(name)).collect();
        let squares = squares.filter(|all| all.len() == usize::from(rules.number));
        now.ghosts[..usize::from(rules.number)].copy_from_slice(&squares.ok_or_else(wrong)?);
        now.pellets = u64::from_str_radix(pellets, 16).map_err(|_| wrong())?;
        match rest {
            ["over"] => now.end(),
            [turn, rounds] => {
                let turn: u8 = turn.parse().map_err(|_| wrong())?;
                now.turn = turn.checked_sub(1).filter(|&t| t <= rules.number).ok_or_else(wrong)?;
                now.rounds_left = rounds.parse().map_err(|_| wrong())?;
            }
            _ => return Err(wrong()),
        }
        // Nothing is eaten by a runner that is caught; else it has eaten where it stands.
        let has_eaten = now.is_caught() || now.pellets >> now.runner & 1 == 0;
        let is_open = !now.is_caught() && now.pellets != 0 && (1..=rules.rounds).contains(&now.rounds_left);
        let parsed = Ghosts { maze: Arc::clone(maze), now };
        // Written again it must be the same: there is one text for each position.
        let is_right = now.pellets & !maze.pellets == 0 && has_eaten && (now.is_over || is_open);
        if is_right && parsed.to_string() == text { Ok(parsed) } else { Err(wrong()) }
    }
    #[inline]
    fn count(&self) -> usize {
        self.open().count_ones() as usize
    }
    #[inline]
    fn nth(&self, n: usize) -> GhostsMove {
        let mut open = self.open();
        for _ in 0..n {
            open &= open - 1;
        }
        STEPS[open.trailing_zeros() as usize]
    }
    fn is_legal(&self, m: GhostsMove) -> bool {
        self.open() >> m as u8 & 1 != 0
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: GhostsMove) -> Aim {
        picture::aim(self, m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const {
            &[
                Named::new(
                    "chase",
                    "share eaten, half a pellet's share for a pellet near, less the danger of a \
                     ghost near",
                ),
                Named::new("eaten", "the share of the pellets that are eaten"),
            ]
        }
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let mut runner = self.eaten();
        if heuristic == Heuristic(0) {
            let share = 1.0 / f64::from(self.maze.pellets.count_ones());
            runner += share / 2.0 * self.food() - self.danger() * self.danger();
        }
        self.shared(runner, seat)
    }
    fn is_forcing(&self, m: GhostsMove) -> bool {
        // A ghost next to the runner, whoever moves, or a ghost that catches it.
        let to = self.maze.next(self.now.mover(), m as u8);
        self.danger() == 1.0 || self.now.turn != 0 && to == Some(self.now.runner)
    }
}

impl Explained for Ghosts {
    fn ending(&self) -> &'static str {
        if self.now.is_caught() {
            "caught"
        } else if self.now.pellets == 0 {
            "all eaten"
        } else {
            "rounds over"
        }
    }
}

impl Learnable for Ghosts {
    fn numbers(&self) -> u32 {
        STEPS.len() as u32
    }
}

impl Featured for Ghosts {
    fn features(&self) -> &'static [Named] {
        const {
            &[
                Named::new("eaten", "the share of the pellets that are eaten"),
                Named::new("food", "one divided by the steps to the nearest pellet"),
                Named::new("danger", "one divided by the steps to the nearest ghost"),
            ]
        }
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend([self.eaten(), self.food(), self.danger()].map(|v| self.shared(v, seat)));
    }
}

impl Symmetric for Ghosts {
    fn symmetries(&self) -> usize {
        // Which pellets there were matters as little as where everybody began.
        self.maze.symmetries.len()
    }
    fn image(&self, symmetry: usize) -> Self {
        let squares = &self.maze.symmetries[symmetry].squares;
        let mut image = self.clone();
        image.now.runner = squares[usize::from(self.now.runner)];
        for ghost in &mut image.now.ghosts[..usize::from(self.now.rules.number)] {
            *ghost = squares[usize::from(*ghost)];
        }
        image.now.pellets = 0;
        for (square, &to) in squares.iter().enumerate() {
            image.now.pellets |= (self.now.pellets >> square & 1) << to;
        }
        image
    }
    fn image_of_move(&self, m: GhostsMove, symmetry: usize) -> GhostsMove {
        STEPS[usize::from(self.maze.symmetries[symmetry].ways[m as usize])]
    }
}

impl Game for Ghosts {
    const NAME: &'static str = "ghosts";
    const SUMMARY: &'static str = "a runner gathers pellets in a maze where ghosts wander, or hunt";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "Payoffs of the runner are from -1 to 1; with ghosts=hunting those of all seats sum to \
        zero. The maze is one of tiny, ring, court, chambers, corridor, or rows separated by /. In them # is a wall, \
        . a pellet, _ floor without one, P the runner and G a ghost. So tiny is P../.#./..G; ring is \
        P.G/.#./.#./.#./..G; court is P..#..G/.#...#./...#.../.#.G.#./G..#..G; chambers is \
        P...#..G/.##...#./....##../G#......; corridor is ..G#.../.#.P.#./...#G... At most 64 squares are no wall, and \
        every one can be reached. The first ghosts in reading order play, as many as number says. Squares are named \
        by column, a from the left, and row, 1 from the top. A position is the runner, the ghosts, the pellets left, \
        who moves and the rounds left: a1 g1+d4 7b7ffde 1 50; or over. The pellets are a hexadecimal number: bit n is \
        floor square n in reading order, from 0. Who moves is 1 for the runner, 2 for the first ghost. The kind of \
        game is that of the Pac-Man projects of J. DeNero and D. Klein, Teaching introductory artificial intelligence \
        with Pac-Man (2010); rules and mazes are Agon's own.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::text(
            "maze",
            "tiny, ring, court, chambers, corridor, or rows such as P../.#./..G",
            "court",
            "the maze",
        ),
        OptionSpec::whole("number", 1..=4, "2", "how many ghosts"),
        OptionSpec::choice("ghosts", &["random", "hunting"], "random", "how the ghosts move"),
        OptionSpec::whole("rounds", 1..=10000, "50", "after how many rounds the game ends"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "maze=tiny, number=1, rounds=4",
        "maze=tiny, number=1, ghosts=hunting, rounds=5",
        "maze=ring, ghosts=hunting",
        "maze=chambers, rounds=20",
        "maze=.P_G, number=1, rounds=6",
        "maze=court, number=3, ghosts=hunting, rounds=10",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let maze = Maze::read(options.text("maze")).map_err(|why| options.wrong("maze", why))?;
        let rules = Rules {
            number: options.whole("number"),
            hunting: options.text("ghosts") == "hunting",
            rounds: options.whole("rounds"),
        };
        let Some(squares) = maze.ghosts.get(..usize::from(rules.number)) else {
            let (has, number) = (maze.ghosts.len(), rules.number);
            let why = format!("the maze has {has} ghost(s) (G), and number={number} wants more");
            return Err(options.impossible(why));
        };
        let mut ghosts = [0; MOST_GHOSTS];
        ghosts[..squares.len()].copy_from_slice(squares);
        let now = Now {
            pellets: maze.pellets,
            runner: maze.runner,
            ghosts,
            turn: 0,
            rounds_left: rules.rounds,
            is_over: false,
            rules,
        };
        Ok(Ghosts { maze: Arc::new(maze), now })
    }
}

inventory::submit! { GamePlugin::of::<Ghosts>() }

#[cfg(test)]
mod tests;
