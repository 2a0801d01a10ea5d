//! Lines of moves to positions that one seat cannot tell apart, found in every registered game that hides something.

use std::sync::OnceLock;

use agon_core::{AnyMove, AnyPosition, Eye, Node, Position, Seat, Seed, after, all_moves, notation, registry, view};
use agon_roster as _;

/// Two lines of moves to positions with one view.
pub(crate) struct Alike {
    /// The game's term.
    pub(crate) game: String,
    /// Who cannot tell them apart; nobody: who sits at no seat.
    pub(crate) seat: Option<Seat>,
    /// Whether it is this seat that is to act.
    pub(crate) acts: bool,
    pub(crate) lines: [String; 2],
    /// Where they lead.
    pub(crate) ends: [AnyPosition; 2],
}

impl Alike {
    /// The seat as people count it, 0 for nobody.
    pub(crate) fn number(&self) -> String {
        self.seat.map_or(0, |seat| seat.0 + 1).to_string()
    }
}

/// The random plays of each game, and the positions of each play, that are compared with others like them.
const PLAYS: u64 = 12;
const PLACES: usize = 6;

/// The pairs of every game that hides something, with the first of its samples that have any: one where a seat is
/// to act, as far on in a play as was found, one where it waits, and one that nobody outside can tell apart.
pub(crate) fn alike() -> &'static [Alike] {
    static FOUND: OnceLock<Vec<Alike>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut found = Vec::new();
        for (name, plugin) in registry::games() {
            // A game that is a command or a sheet with no start of its own has no samples.
            let games = plugin.sample_terms().filter_map(|term| registry::game(&term).ok());
            let hidden: Vec<_> = games.filter(|game| game.start.facts().hidden).collect();
            if hidden.is_empty() {
                continue;
            }
            let before = found.len();
            for game in hidden {
                let pairs = pairs_of(&game.term, &game.start);
                if pairs.iter().any(|pair| pair.acts) {
                    found.extend(pairs);
                    break;
                }
            }
            assert!(before < found.len(), "{name}: no two positions were found that are alike");
        }
        found
    })
}

/// Whom a pair is for: a seat that acts, one that waits, nobody.
const KINDS: usize = 3;

fn pairs_of(game: &str, start: &AnyPosition) -> Vec<Alike> {
    let mut found: [Option<Alike>; KINDS] = [const { None }; KINDS];
    for play in 0..PLAYS {
        let mut stream = Seed(play).stream(0);
        let mut line = Vec::new();
        let mut here = start.clone();
        while here.node() != Node::Terminal {
            let moves = all_moves(&here);
            let m = moves[stream.below(moves.len() as u32) as usize];
            here.play(m);
            line.push(m);
        }
        let length = line.len();
        for place in 1..=PLACES {
            let until = length - (place * length).div_ceil(PLACES + 1);
            look(game, start, &line[..until], &mut found);
            if found.iter().all(Option::is_some) {
                return found.into_iter().flatten().collect();
            }
        }
    }
    found.into_iter().flatten().collect()
}

/// Looks for lines that lead to a position like that of `line`: with one other move, or two in each other's place.
fn look(game: &str, start: &AnyPosition, line: &[AnyMove], found: &mut [Option<Alike>; KINDS]) {
    let Some(here) = played(start, line) else { return };
    let Node::Decision(mover) = here.node() else { return };
    let mut try_other = |other: &[AnyMove]| {
        let Some(there) = played(start, other) else { return };
        if there.to_string() == here.to_string() || !matches!(there.node(), Node::Decision(_)) {
            return;
        }
        let seats = Seat::all(here.facts().seats).map(Some).chain([None]);
        for seat in seats {
            let kind = match seat {
                None => 2,
                Some(seat) => usize::from(seat != mover),
            };
            let eye = seat.map_or(Eye::Public, Eye::Seat);
            if found[kind].is_none() && view(&here, eye) == view(&there, eye) {
                found[kind] = Some(Alike {
                    game: game.to_owned(),
                    seat,
                    acts: seat == Some(mover),
                    lines: [written(start, line), written(start, other)],
                    ends: [here.clone(), there.clone()],
                });
            }
        }
    };
    let mut before = start.clone();
    for (at, &m) in line.iter().enumerate() {
        for other in all_moves(&before).into_iter().filter(|&other| other != m) {
            let changed = [&line[..at], &[other], &line[at + 1..]].concat();
            try_other(&changed);
        }
        before.play(m);
        for later in at + 1..line.len() {
            if line[later] != m {
                let mut changed = line.to_vec();
                changed.swap(at, later);
                try_other(&changed);
            }
        }
    }
}

/// Where a line leads, if all its moves are legal.
fn played(start: &AnyPosition, line: &[AnyMove]) -> Option<AnyPosition> {
    line.iter().try_fold(start.clone(), |here, &m| all_moves(&here).contains(&m).then(|| after(&here, m)))
}

/// A line as it is typed.
fn written(start: &AnyPosition, line: &[AnyMove]) -> String {
    let mut here = start.clone();
    let text = line.iter().map(|&m| {
        let text = notation(&here, m);
        here.play(m);
        text
    });
    text.collect::<Vec<_>>().join(", ")
}
