//! Nim: take any number from one heap; taking the last wins, or in misère play loses.

mod picture;
mod rules;
#[cfg(test)]
mod tests;

use std::{fmt, ops::ControlFlow};

use agon_core::{
    Aim, Extras, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Picture, Position,
    RuleClaim, Seat, TextError, inventory,
};

/// The most heaps a game can have.
const MOST_HEAPS: usize = 8;

/// The heaps, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    heaps: [u8; MOST_HEAPS],
    /// The number of heaps at the start; the rest of `heaps` is unused.
    len: u8,
    misere: bool,
    mover: Seat,
    /// The number of things at the start.
    total: u16,
}

/// Taking from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// Which heap, counted from zero.
    pub heap: u8,
    /// The number taken, at least one.
    pub count: u8,
}

impl Move for Take {
    fn code(self) -> u64 {
        u64::from(self.heap) << 8 | u64::from(self.count)
    }
    fn from_code(code: u64) -> Option<Self> {
        let heap = u8::try_from(code >> 8).ok()?;
        Some(Take { heap, count: code as u8 })
    }
}

/// The heap, a letter, and how many are taken: `b3`.
impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.heap % 26), self.count)
    }
}

/// The heaps and the seat to move: `3+5+7 1`.
impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, heap) in self.heaps().iter().enumerate() {
            write!(f, "{}{heap}", if index == 0 { "" } else { "+" })?;
        }
        write!(f, " {}", self.mover.0 + 1)
    }
}

impl Nim {
    fn heaps(&self) -> &[u8] {
        &self.heaps[..usize::from(self.len)]
    }
}

/// Reads `3+5+7`.
fn read_heaps(text: &str) -> Option<([u8; MOST_HEAPS], u8)> {
    let (mut heaps, mut len) = ([0; MOST_HEAPS], 0);
    for heap in text.split('+') {
        *heaps.get_mut(len)? = heap.trim().parse().ok()?;
        len += 1;
    }
    Some((heaps, len as u8))
}

impl Position for Nim {
    type Move = Take;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        Facts::two_seats(u32::from(self.total))
    }
    fn node(&self) -> Node {
        if self.heaps == [0; MOST_HEAPS] { Node::Terminal } else { Node::Decision(self.mover) }
    }
    fn each_move(&self, mut visit: impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        for (heap, &left) in (0..).zip(self.heaps()) {
            for count in 1..=left {
                visit(Take { heap, count })?;
            }
        }
        ControlFlow::Continue(())
    }
    fn play(&mut self, Take { heap, count }: Take) {
        self.heaps[usize::from(heap)] -= count;
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        // The other seat took the last.
        if (seat == self.mover) == self.misere { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, format!("heaps and who moves, such as `{self}`"));
        let (heaps, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let (heaps, len) = read_heaps(heaps).ok_or_else(wrong)?;
        let mover = match mover {
            "1" => Seat(0),
            "2" => Seat(1),
            _ => return Err(wrong()),
        };
        let left: u16 = heaps.iter().map(|&heap| u16::from(heap)).sum();
        if len != self.len || self.total < left {
            return Err(wrong());
        }
        Ok(Nim { heaps, mover, ..self.clone() })
    }
    fn count(&self) -> usize {
        self.heaps().iter().map(|&heap| usize::from(heap)).sum()
    }
    fn is_legal(&self, Take { heap, count }: Take) -> bool {
        0 < count && self.heaps().get(usize::from(heap)).is_some_and(|&left| count <= left)
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: Take) -> Aim {
        picture::aim(m)
    }
}

impl Learnable for Nim {
    fn numbers(&self) -> u32 {
        u32::from(self.len) << 8
    }
    /// The heaps.
    fn states(&self, _: Seat, out: &mut Vec<u8>) -> u8 {
        let most = self.total.min(254) as u8;
        out.clear();
        out.extend(self.heaps().iter().map(|&heap| heap.min(most)));
        most + 1
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Game for Nim {
    const NAME: &'static str = "nim";
    const SUMMARY: &'static str = "take any number from one heap; whoever takes the last wins";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "A move names the heap, by letter, and how many are taken: b3. \
        Source: C. L. Bouton, Nim, a game with a complete mathematical theory (1901).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::text("heaps", "1 to 8 heaps of 0 to 255, such as 3+5+7", "3+5+7", "the heaps at the start"),
        OptionSpec::flag("misere", "false", "whoever takes the last loses"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "misere=true", "heaps=1", "heaps=0+2", "heaps=1+2+3+4, misere=true"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (heaps, len) =
            read_heaps(options.text("heaps")).ok_or_else(|| options.wrong("heaps", Self::OPTIONS[0].accepted()))?;
        let total = heaps.iter().map(|&heap| u16::from(heap)).sum();
        Ok(Nim { heaps, len, misere: options.flag("misere"), mover: Seat(0), total })
    }
}

inventory::submit! { GamePlugin::of::<Nim>() }
