//! A game as it is seen: as data for programs, with a drawing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use agon_core::{
    AnyMove, AnyPosition, Node, Picture, Position, Seat, all_moves, notation,
    picture::{Cell, Shape},
};
use agon_draw::{AimData, Drawing, PictureData};
use agon_table::{End, pictured, stones, winners};
use serde::Serialize;

use crate::{
    apart::may_wait,
    open_table::{OpenTable, Thinking},
    table::{Advice, Sitter, TableState},
};

/// The version of the documents.
pub(crate) const SCHEMA: u32 = 1;
/// No more legal moves than this are told one by one.
const MOST_LEGAL: usize = 2_000;

/// A position, as data.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionView {
    /// In the game's text.
    pub(crate) position: String,
    /// `decision`, `chance` or `terminal`.
    pub(crate) node: &'static str,
    /// The seat to act, counted from one.
    pub(crate) seat: Option<u8>,
    /// The moves there are, or what chance may draw.
    pub(crate) legal: Vec<LegalMove>,
    /// How many there are.
    pub(crate) legal_count: usize,
    /// Places, pieces, the last move and lines that won.
    pub(crate) picture: PictureData,
    /// The position in letters.
    pub(crate) text: String,
    /// The drawing, without a style of its own.
    pub(crate) svg: String,
    /// What each seat gets, if the game is over here.
    pub(crate) payoffs: Vec<f64>,
}

/// A move, and what it points at.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LegalMove {
    #[serde(rename = "move")]
    pub(crate) m: String,
    pub(crate) aim: AimData,
    /// How likely chance is to draw it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) probability: Option<f64>,
    /// What stands where it ends, if that alone tells it from others that point at the same places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) becomes: Option<NewPiece>,
}

/// What a piece becomes by a move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct NewPiece {
    /// In words.
    pub(crate) text: String,
    /// Drawn, without a style of its own.
    pub(crate) svg: String,
    /// The larger, the more the game expects of it.
    pub(crate) rank: i32,
}

/// A game at a table, as data for one guest.
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "a document says what it says")]
pub(crate) struct TableView {
    pub(crate) schema: u32,
    pub(crate) id: String,
    /// Another after every change.
    pub(crate) version: u64,
    /// The game's term.
    pub(crate) game: String,
    /// The game's name.
    pub(crate) name: &'static str,
    /// What dice and players draw from, if the guest may know it.
    pub(crate) seed: Option<u64>,
    /// Where the moves begin, unless at the initial position.
    pub(crate) base: Option<String>,
    pub(crate) seats: Vec<SeatView>,
    pub(crate) moves: Vec<MoveView>,
    /// The moves as one line of text.
    pub(crate) line: String,
    #[serde(flatten)]
    pub(crate) here: PositionView,
    /// Whether the guest is to move.
    pub(crate) your_turn: bool,
    /// Whether the guest sits here.
    pub(crate) seated: bool,
    /// Whether another person plays here.
    pub(crate) others: bool,
    pub(crate) can_undo: bool,
    /// How many moves were taken back and can be played again.
    pub(crate) redo: usize,
    pub(crate) ended: Option<EndView>,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) advice: Option<Advice>,
    /// Why a player gave no move.
    pub(crate) fault: Option<String>,
    /// The seat that offers a draw, counted from one.
    pub(crate) offer: Option<u8>,
}

/// Who sits at a seat, as data.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SeatView {
    /// Counted from one.
    pub(crate) seat: u8,
    /// `person`, `open` or `player`.
    pub(crate) kind: &'static str,
    /// The player's term.
    pub(crate) player: Option<String>,
    /// The level by which it was chosen.
    pub(crate) level: Option<String>,
    /// What its pieces look like, in words.
    pub(crate) pieces: Option<String>,
    /// Whether the guest sits there.
    pub(crate) yours: bool,
    /// Whether its pieces begin above those of others.
    pub(crate) above: bool,
}

/// A move that was played, as data.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveView {
    /// Counted from one.
    pub(crate) ply: usize,
    /// Who played it, counted from one; nobody is chance.
    pub(crate) seat: Option<u8>,
    #[serde(rename = "move")]
    pub(crate) m: String,
    /// What the player thought of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) thought: Option<crate::table::Thought>,
}

/// How a game ended, as data.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EndView {
    /// `over`, `resigned` or `draw agreed`.
    pub(crate) why: &'static str,
    /// Who gave up, counted from one.
    pub(crate) loser: Option<u8>,
    pub(crate) payoffs: Vec<f64>,
    /// The seats that got the most, counted from one.
    pub(crate) winners: Vec<u8>,
}

impl PositionView {
    /// Of `here`, which looks like `picture`, of the game with this term.
    pub(crate) fn of(game: &str, here: &AnyPosition, picture: &Picture) -> PositionView {
        debug_assert!(may_wait(), "a position is drawn where nobody may wait");
        let (node, seat) = match here.node() {
            Node::Decision(seat) => ("decision", Some(seat.0 + 1)),
            Node::Chance => ("chance", None),
            Node::Terminal => ("terminal", None),
        };
        let all = all_moves(here);
        let weights: Option<f64> =
            (node == "chance").then(|| all.iter().map(|&m| f64::from(here.weight(m))).sum());
        let legal = all.iter().take(MOST_LEGAL).map(|&m| LegalMove {
            m: notation(here, m),
            aim: AimData::of(&here.aim(m)),
            probability: weights.map(|sum| f64::from(here.weight(m)) / sum),
            becomes: None,
        });
        let mut legal: Vec<LegalMove> = legal.collect();
        if seat.is_some() {
            tell_apart(here, &all, &mut legal);
        }
        let drawing = Drawing::of(picture).title(game);
        PositionView {
            position: here.to_string(),
            node,
            seat,
            legal,
            legal_count: all.len(),
            picture: drawing.data(),
            text: here.drawing(),
            svg: plain_svg(&drawing.svg_unstyled()),
            payoffs: match here.node() {
                Node::Terminal => agon_table::payoffs(here),
                _ => Vec::new(),
            },
        }
    }
}

/// Of moves that point at the same places, tells what each leaves there, where that is one piece each
/// time and always another.
fn tell_apart(here: &AnyPosition, all: &[AnyMove], legal: &mut [LegalMove]) {
    let mut alike: BTreeMap<&[Vec<String>], Vec<usize>> = BTreeMap::new();
    for (index, own) in legal.iter().enumerate().filter(|(_, own)| !own.aim.paths.is_empty()) {
        alike.entry(&own.aim.paths).or_default().push(index);
    }
    let mut found = Vec::new();
    for (paths, group) in alike.iter().filter(|(_, group)| 1 < group.len()) {
        let Some(end) = paths.last().and_then(|path| path.last()) else { continue };
        let pieces = group.iter().map(|&index| {
            let picture = agon_core::after(here, all[index]).picture();
            let piece = picture.cell(end)?.pieces.last().filter(|piece| piece.count == 1)?;
            Some((index, piece.clone()))
        });
        let Some(pieces) = pieces.collect::<Option<Vec<_>>>() else { continue };
        let texts: BTreeSet<String> = pieces.iter().map(|(_, piece)| piece.to_string()).collect();
        if texts.len() == pieces.len() {
            found.extend(pieces);
        }
    }
    for (index, piece) in found {
        let (text, mut picture) = (piece.to_string(), Picture::new());
        picture.add(Cell::new("piece", 0.0, 0.0, Shape::Crossing).with(piece));
        let svg = plain_svg(&Drawing::of(&picture).svg_unstyled());
        legal[index].becomes = Some(NewPiece { text, svg, rank: here.hint(all[index]) });
    }
}

/// A drawing whose letters have their sizes by class: a page with a strict policy allows no other style.
pub(crate) fn plain_svg(svg: &str) -> String {
    let mut plain = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once(" style=\"font-size:") {
        let (size, behind) = after.split_once("px\"").unwrap_or((after, ""));
        plain.push_str(before);
        // A class may stand there already.
        let class = format!("s{size}");
        match before.rfind('<').and_then(|tag| Some((tag, before[tag..].find("class=\"")?))) {
            Some((tag, class_at)) => {
                let at = plain.len() - before.len() + tag + class_at + "class=\"".len();
                plain.insert_str(at, &format!("{class} "));
            }
            None => plain.extend([" class=\"", &class, "\""]),
        }
        rest = behind;
    }
    plain.push_str(rest);
    plain
}

/// The classes that [`plain_svg`] uses, as CSS.
pub(crate) fn sizes() -> String {
    (8..=60).fold(String::new(), |mut sheet, size| {
        let _ = writeln!(sheet, ".agon text.s{size}{{font-size:{size}px}}");
        sheet
    })
}

impl TableView {
    /// Of a table, for this guest.
    pub(crate) fn of(table: &OpenTable, state: &TableState, guest: &str) -> TableView {
        let site = &state.site;
        let thoughts = state.thoughts.iter().cloned().chain(std::iter::repeat(None));
        let moves = state.written().into_iter().zip(thoughts).enumerate();
        let is_person = |seat: Seat| state.sitters[seat.index()].is_person();
        TableView {
            schema: SCHEMA,
            id: table.id.clone(),
            version: table.version(),
            game: site.game.term.clone(),
            name: site.game.plugin.name,
            seed: state.seed_for(guest),
            base: site.other_base(),
            seats: state
                .sitters
                .iter()
                .zip(Seat::all(state.sitters.len() as u8))
                .map(|(sitter, seat)| SeatView::of(sitter, seat, &site.game.start, guest))
                .collect(),
            moves: moves
                .map(|(ply, ((seat, m), thought))| MoveView {
                    ply: ply + 1,
                    seat: seat.map(|seat| seat.0 + 1),
                    m,
                    thought,
                })
                .collect(),
            line: site.moves(),
            here: PositionView::of(&site.game.term, &site.here, &site.picture()),
            your_turn: state.is_turn_of(guest),
            seated: state.has(guest),
            others: state.has_others(guest),
            can_undo: state.has(guest)
                && !state.has_others(guest)
                && !site.clone().take_back(is_person).is_empty(),
            redo: state.redo.len(),
            ended: state.ended().as_ref().and_then(|end| EndView::of(end, &site.here)),
            thinking: thinking(table.thinking.borrow().clone(), state, guest),
            // It is for whoever is to move, and for nobody else.
            advice: state.advice.clone().filter(|_| state.is_turn_of(guest)),
            fault: state.fault.clone(),
            offer: state.offer.map(|seat| seat.0 + 1),
        }
    }
}

/// What this guest may know of what is thought: hints are for whoever is to move.
pub(crate) fn thinking(
    thinking: Option<Thinking>,
    state: &TableState,
    guest: &str,
) -> Option<Thinking> {
    thinking.filter(|thinking| !thinking.is_hint || state.is_turn_of(guest))
}

impl SeatView {
    fn of(sitter: &Sitter, seat: Seat, start: &AnyPosition, guest: &str) -> SeatView {
        let (kind, player, level) = match sitter {
            Sitter::Person { guest: Some(_) } => ("person", None, None),
            Sitter::Person { guest: None } => ("open", None, None),
            Sitter::Player { term, level } => ("player", Some(term.clone()), level.clone()),
        };
        let pieces = stones(start, seat);
        let yours = sitter.is(guest);
        let above = begins_above(&start.picture(), seat);
        SeatView { seat: seat.0 + 1, kind, player, level, pieces, yours, above }
    }
}

/// Whether the pieces of a seat stand clearly above those of the others.
fn begins_above(picture: &Picture, seat: Seat) -> bool {
    const CLEARLY: f64 = 1.5;
    let mean = |is_own: bool| {
        let (mut sum, mut count) = (0.0, 0.0);
        for cell in &picture.cells {
            let pieces = cell
                .pieces
                .iter()
                .filter(|piece| piece.seat.is_some_and(|owner| (owner == seat) == is_own));
            let pieces: f64 = pieces.map(|piece| f64::from(piece.count)).sum();
            (sum, count) = (sum + cell.y * pieces, count + pieces);
        }
        (0.0 < count).then(|| sum / count)
    };
    mean(true).zip(mean(false)).is_some_and(|(own, others)| own + CLEARLY < others)
}

impl EndView {
    fn of(end: &End, here: &AnyPosition) -> Option<EndView> {
        let payoffs = end.payoffs(here)?;
        Some(EndView {
            why: end.word(),
            loser: match end {
                End::Lost(seat, _) => Some(seat.0 + 1),
                _ => None,
            },
            winners: winners(&payoffs).into_iter().map(|seat| seat.0 + 1).collect(),
            payoffs,
        })
    }
}

/// The position after the first `ply` moves, as data.
pub(crate) fn after_ply(state: &TableState, ply: usize) -> PositionView {
    let line = &state.site.line[..ply.min(state.site.line.len())];
    let mut here = state.site.base.clone();
    for &m in line {
        here.play(m);
    }
    PositionView::of(&state.site.game.term, &here, &pictured(&state.site.base, line, &here))
}

#[cfg(test)]
mod tests {
    use super::plain_svg;

    #[test]
    fn sizes_become_classes_beside_those_that_are_there() {
        for (styled, plain) in [
            (
                "<text y=\"2\" style=\"font-size:48px\">7</text>",
                "<text y=\"2\" class=\"s48\">7</text>",
            ),
            (
                "<g class=\"a\"><text class=\"note\" style=\"font-size:13px\" x=\"1\">b</text></g>",
                "<g class=\"a\"><text class=\"s13 note\" x=\"1\">b</text></g>",
            ),
            ("<rect/>", "<rect/>"),
        ] {
            assert_eq!(plain_svg(styled), plain);
        }
        let twice = plain_svg(
            "<text style=\"font-size:9px\">a</text><text class=\"k\" style=\"font-size:8px\">b</text>",
        );
        assert_eq!(twice, "<text class=\"s9\">a</text><text class=\"s8 k\">b</text>");
    }
}
