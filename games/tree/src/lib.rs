//! A game given by its tree, so that every figure of a textbook is a position.
//!
//! The tree is written in brackets, laid flat once, and shared; a position is the number of a
//! node. Playing a move is one addition, and copying down a line touches nothing that is shared.

mod picture;
mod point;
mod sets;
mod shape;
mod syntax;

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::Arc,
};

use agon_core::{
    Aim, Extras, Eye, Facts, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError, OptionSpec,
    Options, Picture, Position, RuleClaim, RulePlace, Seat, Stream, TextError, inventory,
};

pub use crate::syntax::TreeError;
use crate::{
    sets::{Sets, Sight},
    shape::Shape,
};

/// A node of a tree.
///
/// Equality is that of nodes: a game tree, unlike a game graph, does not join equal positions.
#[derive(Debug)]
pub struct Tree {
    shape: Arc<Shape>,
    at: u32,
}

/// To the child with this number, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u32);

impl Tree {
    /// The root of the tree that `text` writes, as in the option `root`: see [`HELP`](Game::HELP).
    ///
    /// # Errors
    ///
    /// If `text` is not a tree: the place of the mistake, and the text accepted there.
    pub fn from_text(text: &str) -> Result<Tree, TreeError> {
        Ok(Tree { shape: Arc::new(Shape::of(&syntax::read(text)?)?), at: 0 })
    }

    /// The whole tree in brackets, canonically: equal trees are written equally.
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        self.shape.write(0, Seat(0), &mut text);
        text
    }

    /// The information sets, where one of them has several nodes.
    fn hiding(&self) -> Option<&Sets> {
        self.shape.sets.as_ref().filter(|_| self.shape.facts.hidden)
    }

    /// The number of nodes of the whole tree.
    pub fn size(&self) -> usize {
        self.shape.len()
    }
}

/// The node with that number.
fn node_at(tree: &Tree, at: u32) -> Tree {
    Tree { at, ..tree.clone() }
}

impl Move for Branch {
    #[inline]
    fn code(self) -> u64 {
        self.0.into()
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        u32::try_from(code).ok().filter(|&number| 0 < number).map(Branch)
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The moves from the root, `1.3.2`, or `root`.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut at, mut path) = (self.at, Vec::new());
        while at != 0 {
            let parent = self.shape.point(at).parent;
            path.push(at - self.shape.point(parent).first_child + 1);
            at = parent;
        }
        let Some(first) = path.pop() else {
            return f.write_str("root");
        };
        write!(f, "{first}")?;
        path.iter().rev().try_for_each(|number| write!(f, ".{number}"))
    }
}

impl Clone for Tree {
    fn clone(&self) -> Self {
        Tree { shape: Arc::clone(&self.shape), at: self.at }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.shape, &source.shape) {
            self.shape = Arc::clone(&source.shape);
        }
        self.at = source.at;
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && (Arc::ptr_eq(&self.shape, &other.shape) || self.shape == other.shape)
    }
}

impl Eq for Tree {}

impl Hash for Tree {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.shape.fingerprint);
        state.write_u32(self.at);
    }
}

impl Position for Tree {
    type Move = Branch;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        self.shape.facts
    }
    #[inline]
    fn node(&self) -> Node {
        self.shape.point(self.at).node()
    }
    #[inline]
    fn each_move(&self, visit: impl FnMut(Branch) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=self.shape.point(self.at).children).map(Branch).try_for_each(visit)
    }
    #[inline]
    fn play(&mut self, Branch(number): Branch) {
        self.at = self.shape.point(self.at).first_child + number - 1;
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        self.shape.value(self.at, seat)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, "`root`, or moves from the root such as `1.3`");
        let mut tree = Tree { shape: Arc::clone(&self.shape), at: 0 };
        if text == "root" {
            return Ok(tree);
        }
        for word in text.split('.') {
            let number = word.parse().map_err(|_| wrong())?;
            // No sign and no zero before the number: one text for each node.
            if !tree.is_legal(Branch(number)) || number.to_string() != word {
                return Err(wrong());
            }
            tree.play(Branch(number));
        }
        Ok(tree)
    }
    #[inline]
    fn weight(&self, Branch(number): Branch) -> u32 {
        self.shape.point(self.shape.point(self.at).first_child + number - 1).weight
    }
    #[inline]
    fn play_from(&mut self, source: &Self, m: Branch) {
        self.clone_from(source);
        self.play(m);
    }
    #[inline]
    fn count(&self) -> usize {
        self.shape.point(self.at).children as usize
    }
    #[inline]
    fn nth(&self, n: usize) -> Branch {
        Branch(n as u32 + 1)
    }
    #[inline]
    fn is_legal(&self, Branch(number): Branch) -> bool {
        (1..=self.shape.point(self.at).children).contains(&number)
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: Branch) -> Aim {
        // A seat that does not know where it is sees no tree either.
        if self.hiding().is_some() { Aim::word() } else { picture::aim(self, m) }
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        let Some(sets) = self.hiding() else { return write!(out, "{self}") };
        let seat = match (self.node(), eye) {
            (Node::Terminal, _) => return write!(out, "{self}"),
            (_, Eye::Public) => return out.write_char('…'),
            (_, Eye::Seat(seat)) => seat,
        };
        let write_set = |at: u32, out: &mut dyn Write| match self.shape.name(at) {
            Some(name) => write!(out, "{name}:"),
            None => write!(out, "{}:", node_at(self, at)),
        };
        match sets.sight(self.at, seat) {
            Sight::Turn(set) => write_set(set, out),
            Sight::After(set, number) => {
                write_set(set, out)?;
                write!(out, "{number} …")
            }
            Sight::Nothing => out.write_char('…'),
        }
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        match self.hiding() {
            Some(sets) if self.node() != Node::Terminal => node_at(self, sets.redeal(self.at, seat, stream)),
            _ => self.clone(),
        }
    }
    fn heuristics(&self) -> &'static [Named] {
        const { &[Named::new("estimate", "the number written after `~` behind the node")] }
    }
    #[inline]
    fn estimate(&self, _: Heuristic, seat: Seat) -> f64 {
        self.shape.value(self.at, seat)
    }
}

impl Learnable for Tree {
    fn numbers(&self) -> u32 {
        self.shape.most_children + 1
    }
}

impl Game for Tree {
    const NAME: &'static str = "tree";
    const SUMMARY: &'static str = "a game given by its tree, as in a textbook";
    const RULES: &'static str = "A play goes down from a [root] to a [leaf], through [node]s that `root` writes down. \
        At every [node] some [branch]es go on, and one of them is taken: by a seat, or by chance with the \
        probabilities that are written there. Which seat it is may be written too. Where it is not, the first seat \
        chooses at the [root], and below that always the seat after the one that chose last. All seats know what is \
        written. A [node] may belong to an information set: a seat that chooses there knows the set, and cannot tell \
        which of its [node]s it is; between its turns it sees nothing, and at the end everything. Without such sets \
        everybody sees all that happens.\n\n\
        The play is over at a [leaf]. With two seats it has one number, which the first seat gets and the other loses, \
        or one number for each seat; with more or fewer seats it has one for each. Nothing else is paid.";
    const HELP: &'static str = "The tree is written in brackets. [A,B,…] is a node where a seat chooses. A number is a \
        payoff of two seats, and (1,6,6) is a payoff for each of three seats; then all payoffs of the tree must have \
        as many numbers. The game is zero-sum, or of constant sum, if all payoffs and estimates add up so. {1/2:8, \
        1/3:24, 1/6:-12} is a node of chance: probabilities, exact fractions or decimals, that add up to 1, and \
        anything behind them. [A,B]@2 says that seat 2 chooses there. [A,B]~5 or {…}~(1,6,6) gives an inner node an \
        estimate, for searches that stop there; @ stands before ~. Without an estimate it is 0, or the bound nearest \
        to 0, or an equal share of a constant sum. Payoffs are as they are written, no larger than 1e12; brackets nest \
        up to 1000 deep. I1:[A,B] says that the node belongs to the information set I1. All nodes of a set must have \
        as many moves, the same seat, and the same choices of that seat before (perfect recall). Nodes without a name \
        are sets of their own, where the seat knows all that happened. Matching pennies is [I1:[1,-1],I1:[-1,1]]. \
        Moves are numbered from 1, outcomes of chance too. A position is the moves that lead to it, as in 1.3, or \
        root. Each node is a position of its own: equal subtrees are not joined. The default is the tree of S. Russell \
        and P. Norvig, Artificial Intelligence: A Modern Approach, chapter on adversarial search: value 3, by the \
        first move.";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::start("").legal("3", "there are three ways to go"),
        RulePlace::start("").illegal("4", "there are only three"),
        RulePlace::after(&["1"]).legal("2", "the second seat chooses below the top"),
        RulePlace::after(&["1", "2"]).pays(&[12.0, -12.0], "the first seat gets the number, and the second loses it"),
        RulePlace::after(&["3", "3"]).pays(&[2.0, -2.0], "the last number is that of the last way"),
        RulePlace::start("{1/2:8, 1/2:[3,4]}").then(&["1"]).pays(&[8.0, -8.0], "chance led to an end"),
        RulePlace::start("{1/2:8, 1/2:[3,4]}").then(&["2"]).illegal("3", "chance led to where there are two ways"),
        RulePlace::start("[I1:[1,-1],I1:[-1,1]]")
            .then(&["2", "1"])
            .pays(&[-1.0, 1.0], "the numbers below the second way"),
        RulePlace::start("[(1,6,6),(7,1,2)]")
            .then(&["2"])
            .pays(&[7.0, 1.0, 2.0], "there is a number for each of three seats"),
        RulePlace::start("17").pays(&[17.0, -17.0], "it ends where it begins"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::text(
        "root",
        "a tree such as [[3,12,8],[2,4,6],[14,5,2]], [(1,2,3),(3,1,2)]@2~(2,2,2) or \
         {1/2:8, 1/2:[3,4]}",
        "[[3,12,8],[2,4,6],[14,5,2]]",
        "the whole tree",
    )];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "{1/2:8, 1/3:24, 1/6:-12}",
        "[[10,10],[9,100]]",
        "[[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]]",
        "[{0.25:[3,{1/3:1,2/3:[-2,0.5]~-1}]~0.75,0.75:[4,4]@1}~2,7]@2~-0.5",
        "[[(1,9),(8,2)]~(4,6),(0,10)]",
        "[(4),{1/2:(9),1/2:(3)}~(5)]",
        "17",
        "[I1:[1,-1],I1:[-1,1]]",
        "{1/10:[beer:[(0,1),(2,0)],quiche:[(1,1),(3,0)]],\
          9/10:[beer:[(1,0),(3,1)],quiche:[(0,0),(2,1)]]}",
        "{1/3:A:[B:[1,2],3],2/3:A:[B:[4,[5,6,7]],B:[8,9]@2]}",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Tree::from_text(options.text("root")).map_err(|error| {
            let TreeError { column, expected, found } = error;
            if let Some(sum) = found.strip_prefix(shape::SUM) {
                let why = "the probabilities at column";
                return options.impossible(format!("{why} {column} add up to {sum} instead of 1"));
            }
            options.wrong("root", format!("at column {column}, {expected}, instead of {found}"))
        })
    }
}

inventory::submit! { GamePlugin::of::<Tree>() }

#[cfg(test)]
mod tests;
