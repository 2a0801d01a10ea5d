//! Grundy's game: split a heap into two unequal ones; a seat that cannot loses.

mod picture;
mod rules;

use std::{fmt, ops::ControlFlow};

use agon_core::{
    Aim, Extras, Facts, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError, OptionSpec, Options,
    Picture, Position, RuleClaim, Seat, TextError, bits::ones, inventory,
};

/// The largest heap: the sizes fit a word of bits.
const LARGEST: usize = 63;

/// The Sprague–Grundy value of a heap of each size.
const NIMBERS: [u8; LARGEST + 1] = nimbers();

/// The number of heaps of each size, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grundy {
    /// The number of heaps of each size.
    counts: [u8; LARGEST + 1],
    /// The sizes of three and more that occur: the heaps that can be split.
    large: u64,
    mover: Seat,
    /// The heap at the start.
    total: u8,
    /// No play is longer.
    most_plies: u8,
}

/// Splitting a heap of some size into a part and a larger rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Split {
    /// The size of the heap.
    pub heap: u8,
    /// The size of the smaller of the two new heaps.
    pub part: u8,
}

impl Move for Split {
    fn code(self) -> u64 {
        u64::from(self.heap) << 8 | u64::from(self.part)
    }
    fn from_code(code: u64) -> Option<Self> {
        let (heap, part) = (u8::try_from(code >> 8).ok()?, code as u8);
        let is_split = usize::from(heap) <= LARGEST && 0 < part && part <= ways(heap);
        is_split.then_some(Split { heap, part })
    }
}

/// The heap and the new ones: `7:1+6`.
impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}+{}", self.heap, self.part, self.heap.saturating_sub(self.part))
    }
}

/// The heaps, largest first, and the seat to move: `4+2+1 1`.
impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, heap) in self.heaps().enumerate() {
            write!(f, "{}{heap}", if index == 0 { "" } else { "+" })?;
        }
        write!(f, " {}", self.mover.0 + 1)
    }
}

/// In how many ways a heap can be split.
const fn ways(heap: u8) -> u8 {
    heap.saturating_sub(1) / 2
}

/// Each is the least value that no split of the heap has; a split has the nim-sum of its parts.
const fn nimbers() -> [u8; LARGEST + 1] {
    let mut nimbers = [0; LARGEST + 1];
    let mut heap = 3;
    while heap <= LARGEST {
        let (mut found, mut part) = (0u64, 1);
        while part <= ways(heap as u8) as usize {
            found |= 1 << (nimbers[part] ^ nimbers[heap - part]);
            part += 1;
        }
        nimbers[heap] = found.trailing_ones() as u8;
        heap += 1;
    }
    nimbers
}

/// The number of splits in the longest play from one heap.
fn longest_play(heap: u8) -> u8 {
    let mut longest = [0; LARGEST + 1];
    for heap in 3..=heap {
        let after = |part: u8| longest[usize::from(part)] + longest[usize::from(heap - part)];
        longest[usize::from(heap)] = (1..=ways(heap)).map(after).max().map_or(0, |most| most + 1);
    }
    longest[usize::from(heap)]
}

impl Grundy {
    /// The sizes of the heaps, largest first.
    fn heaps(&self) -> impl Iterator<Item = u8> {
        let sizes = (1..=LARGEST as u8).rev();
        sizes.flat_map(|size| (0..self.counts[usize::from(size)]).map(move |_| size))
    }

    /// The sizes that can be split, smallest first.
    #[inline]
    fn large_sizes(&self) -> impl Iterator<Item = u8> {
        ones(self.large).map(|size| size as u8)
    }

    fn add(&mut self, size: u8) {
        self.counts[usize::from(size)] += 1;
        self.large |= u64::from(3 <= size) << size;
    }
}

impl Position for Grundy {
    type Move = Split;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        Facts::two_seats(self.most_plies.into())
    }
    #[inline]
    fn node(&self) -> Node {
        if self.large == 0 { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Split) -> ControlFlow<()>) -> ControlFlow<()> {
        for heap in self.large_sizes() {
            for part in 1..=ways(heap) {
                visit(Split { heap, part })?;
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn play(&mut self, Split { heap, part }: Split) {
        let left = &mut self.counts[usize::from(heap)];
        *left -= 1;
        self.large &= !(u64::from(*left == 0) << heap);
        self.add(part);
        self.add(heap - part);
        self.mover = self.mover.opponent();
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        if seat == self.mover { -1.0 } else { 1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let total = self.total;
            TextError::new(text, format!("heaps of {total} in all and who moves: `{self}`"))
        };
        let (heaps, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let mover = match mover {
            "1" => Seat(0),
            "2" => Seat(1),
            _ => return Err(wrong()),
        };
        let mut parsed = Grundy { counts: [0; LARGEST + 1], large: 0, mover, ..self.clone() };
        let mut left = self.total;
        for heap in heaps.split('+') {
            let size: u8 = heap.parse().ok().filter(|&size| 0 < size).ok_or_else(wrong)?;
            left = left.checked_sub(size).ok_or_else(wrong)?;
            parsed.add(size);
        }
        if left == 0 { Ok(parsed) } else { Err(wrong()) }
    }
    #[inline]
    fn count(&self) -> usize {
        self.large_sizes().map(|heap| usize::from(ways(heap))).sum()
    }
    #[inline]
    fn nth(&self, mut n: usize) -> Split {
        for heap in self.large_sizes() {
            let ways = usize::from(ways(heap));
            if n < ways {
                return Split { heap, part: n as u8 + 1 };
            }
            n -= ways;
        }
        unreachable!("`n` is less than the number of moves")
    }
    fn is_legal(&self, Split { heap, part }: Split) -> bool {
        let is_there = self.counts.get(usize::from(heap)).is_some_and(|&count| 0 < count);
        is_there && (1..=ways(heap)).contains(&part)
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: Split) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const {
            &[
                Named::new("parity", "an odd number of heaps to split is good for the mover"),
                Named::new("nim-sum", "who wins, by the theory of Sprague and Grundy: exact"),
            ]
        }
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let is_odd = |&heap: &u8| self.counts[usize::from(heap)] % 2 == 1;
        let odd_sizes = self.large_sizes().filter(is_odd);
        let (good, size) = if heuristic == Heuristic(0) {
            (odd_sizes.count() % 2 == 1, 0.5)
        } else {
            let nimbers = odd_sizes.map(|heap| NIMBERS[usize::from(heap)]);
            (nimbers.fold(0, |sum, nimber| sum ^ nimber) != 0, 1.0)
        };
        if good == (seat == self.mover) { size } else { -size }
    }
}

impl Learnable for Grundy {
    fn numbers(&self) -> u32 {
        (LARGEST as u32 + 1) << 8
    }
    /// The heaps, the largest first, and nothing where there may be more.
    fn states(&self, _: Seat, out: &mut Vec<u8>) -> u8 {
        out.clear();
        out.extend(self.heaps());
        out.resize(self.total.into(), 0);
        self.total + 1
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Game for Grundy {
    const NAME: &'static str = "grundy";
    const SUMMARY: &'static str = "split a heap into two unequal ones; whoever cannot loses";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "A move is a heap and the two into which it is split: 7:1+6. Heaps of one size are not \
        told apart, so splitting one or another of them is the same move. A position is the heaps, largest first, and \
        who moves: 4+2+1 1. The heuristic parity is a guess; nim-sum knows the outcome. Source: P. M. Grundy, \
        Mathematics and games (1939); E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec::whole("heap", 1..=63, "7", "the size of the heap at the start")];
    const SAMPLES: &'static [&'static str] = &["", "heap=1", "heap=5", "heap=12", "heap=63"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let total = options.whole("heap");
        let mut start =
            Grundy { counts: [0; LARGEST + 1], large: 0, mover: Seat(0), total, most_plies: longest_play(total) };
        start.add(total);
        Ok(start)
    }
}

inventory::submit! { GamePlugin::of::<Grundy>() }

#[cfg(test)]
mod tests;
