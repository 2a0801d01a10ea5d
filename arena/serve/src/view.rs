//! The view of a game: data for programs, with a drawing.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use agon_core::{
    AnyMove, AnyPosition, Picture, Position, Seat, all_moves, notation,
    picture::{Cell, Shape},
};
use agon_draw::{AimData, Drawing, PictureData};
use agon_table::{End, SeenNode, ShownLetters, ShownPosition, Sitter, Thought, winners};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::{
    board_side::BoardSide,
    clock_view::{ClockView, milliseconds},
    pool::Worker,
    table::{Advice, TableState},
};

/// The version of the documents.
pub(crate) const SCHEMA: u32 = 1;
/// The most legal moves that are listed.
const MOST_LEGAL: usize = 2_000;

/// A position, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PositionView {
    /// The position in the game's text; in a game that hides something, all that the asking guest has seen.
    pub(crate) position: String,
    /// The kind of node; `waiting` if the guest must not know it.
    #[schemars(extend("enum" = ["decision", "chance", "waiting", "terminal"]))]
    pub(crate) node: &'static str,
    /// The seat to act, counted from one.
    pub(crate) seat: Option<u8>,
    /// The legal moves, or the outcomes of chance.
    pub(crate) legal: Vec<LegalMove>,
    /// The number of legal moves, listed or not.
    pub(crate) legal_count: usize,
    /// Places, pieces, the last move and lines that won.
    #[serde(serialize_with = "as_data")]
    #[schemars(with = "PictureData")]
    pub(crate) picture: Picture,
    /// The position in letters.
    text: InLetters,
    /// The drawing, without a style of its own.
    pub(crate) svg: String,
    /// What each seat gets, if the game is over here.
    pub(crate) payoffs: Vec<f64>,
}

/// A picture as data, made where it is written: most views are told to pages, which need nothing of it.
fn as_data<S: Serializer>(picture: &Picture, serializer: S) -> Result<S::Ok, S::Error> {
    Drawing::of(picture).data().serialize(serializer)
}

/// A position in letters, drawn where it is written.
#[derive(Clone, Debug)]
struct InLetters(ShownLetters);

impl Serialize for InLetters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.drawing().serialize(serializer)
    }
}

impl JsonSchema for InLetters {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// A move, and the squares it points at.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LegalMove {
    #[serde(rename = "move")]
    pub(crate) m: String,
    pub(crate) aim: AimData,
    /// The probability that chance draws it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) probability: Option<f64>,
    /// The new piece on its last square, if that alone distinguishes it from other moves on the same squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) becomes: Option<NewPiece>,
}

/// The piece that a move leaves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NewPiece {
    /// In words.
    pub(crate) text: String,
    /// Drawn, without a style of its own.
    pub(crate) svg: String,
    /// The larger, the more the game expects of it.
    pub(crate) rank: i32,
}

/// A game at a table, as data for one guest.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "a document says what it says")]
pub(crate) struct TableView {
    pub(crate) schema: u32,
    pub(crate) id: String,
    /// Changes with the game; in a game that hides something, only when this guest's view changes.
    pub(crate) version: u64,
    /// The game's term.
    pub(crate) game: String,
    /// The game's name.
    pub(crate) name: &'static str,
    /// The seed of dice and players; null while another person plays, because it would reveal the dice to
    /// come.
    pub(crate) seed: Option<u64>,
    /// The position where the moves begin, unless it is the initial one.
    pub(crate) base: Option<String>,
    pub(crate) seats: Vec<SeatView>,
    pub(crate) moves: Vec<MoveView>,
    /// The moves as one line of text.
    pub(crate) line: String,
    #[serde(flatten)]
    pub(crate) here: PositionView,
    /// Whether the guest is to move.
    pub(crate) your_turn: bool,
    /// The guest's seat, from one, whose view is covered until `uncover` is asked for; left out if none is. Until then
    /// a guest with several seats gets the public view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hand_over: Option<u8>,
    /// Whether the guest sits here.
    pub(crate) seated: bool,
    /// Whether something is hidden from a seat now; then moves and seed are left out. Left out if nothing is
    /// hidden.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub(crate) hidden: bool,
    /// Whether another person plays here.
    pub(crate) others: bool,
    pub(crate) can_undo: bool,
    /// The number of moves taken back that can be played again.
    pub(crate) redo: usize,
    pub(crate) ended: Option<EndView>,
    /// Whether a review of the worst moves can be asked for.
    pub(crate) can_review: bool,
    /// Whether the values of its positions can be asked for.
    pub(crate) can_judge: bool,
    pub(crate) thinking: Option<ThoughtNow>,
    pub(crate) advice: Option<Advice>,
    /// Why a player gave no move.
    pub(crate) fault: Option<String>,
    /// The seat that offers a draw, counted from one.
    pub(crate) offer: Option<u8>,
    /// The clock, left out if no time is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<ClockView>,
}

/// What somebody thinks just now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ThoughtNow {
    /// The seat it is about, counted from one.
    pub(crate) seat: u8,
    /// The player's term.
    pub(crate) player: String,
    /// Whether it is for a hint.
    pub(crate) is_hint: bool,
    /// The best answer so far.
    pub(crate) best: Option<Thought>,
}

/// Who sits at a seat, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SeatView {
    /// Counted from one.
    pub(crate) seat: u8,
    /// A person, nobody yet, or a player.
    #[schemars(extend("enum" = ["person", "open", "player"]))]
    pub(crate) kind: &'static str,
    /// The player's term.
    pub(crate) player: Option<String>,
    /// The level by which it was chosen.
    pub(crate) level: Option<String>,
    /// Its pieces, in words.
    pub(crate) pieces: Option<String>,
    /// Whether the guest sits there.
    pub(crate) yours: bool,
    /// Whether its pieces begin above those of others.
    pub(crate) above: bool,
}

/// A move that was played, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MoveView {
    /// Counted from one.
    pub(crate) ply: usize,
    /// The seat that played it, counted from one; absent for chance.
    pub(crate) seat: Option<u8>,
    #[serde(rename = "move")]
    pub(crate) m: String,
    /// The move as on a score sheet.
    pub(crate) sheet: String,
    /// What the player thought of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) thought: Option<Thought>,
    /// The milliseconds that its seat had left after it, where there is a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) left: Option<u64>,
}

/// How a game ended, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EndView {
    /// How.
    #[schemars(extend("enum" = ["over", "resigned", "draw agreed", "time is up"]))]
    pub(crate) why: &'static str,
    /// The seat that resigned, or whose time was over, counted from one.
    pub(crate) loser: Option<u8>,
    pub(crate) payoffs: Vec<f64>,
    /// The seats that got the most, counted from one.
    pub(crate) winners: Vec<u8>,
}

impl PositionView {
    /// Of a position as it is shown, of the game with this term.
    pub(crate) fn of(_: &Worker, game: &str, shown: &ShownPosition<'_>) -> PositionView {
        let node = shown.node();
        let seat = match node {
            SeenNode::Decision(seat) => Some(seat.0 + 1),
            _ => None,
        };
        let (legal, legal_count) = match shown.acting() {
            Some(here) => legal_moves(here, node == SeenNode::Chance, shown.is_whole()),
            None => (Vec::new(), 0),
        };
        let picture = shown.picture();
        let svg = plain_svg(&Drawing::of(&picture).title(game).svg_unstyled());
        PositionView {
            position: shown.text(),
            node: node.name(),
            seat,
            legal,
            legal_count,
            text: InLetters(shown.in_letters()),
            picture,
            svg,
            payoffs: shown.payoffs().into_iter().map(|(_, payoff)| payoff).collect(),
        }
    }
}

/// The moves there are, or what chance may draw, and how many; what tells them apart where the whole position
/// is shown.
fn legal_moves(here: &AnyPosition, is_chance: bool, is_whole: bool) -> (Vec<LegalMove>, usize) {
    let all = all_moves(here);
    let weights: Option<f64> = is_chance.then(|| all.iter().map(|&m| f64::from(here.weight(m))).sum());
    let legal = all.iter().take(MOST_LEGAL).map(|&m| LegalMove {
        m: notation(here, m),
        aim: AimData::of(&here.aim(m)),
        probability: weights.map(|sum| f64::from(here.weight(m)) / sum),
        becomes: None,
    });
    let mut legal: Vec<LegalMove> = legal.collect();
    if !is_chance && is_whole {
        tell_apart(here, &all, &mut legal);
    }
    (legal, all.len())
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

/// How the style of the letters of a red card goes on behind their size.
const RED: &str = ";fill:#b3261e";

/// A drawing whose letters have their sizes by class: a page with a strict policy allows no other style.
pub(crate) fn plain_svg(svg: &str) -> String {
    let mut plain = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once(" style=\"font-size:") {
        let (style, behind) = after.split_once('"').unwrap_or((after, ""));
        let (size, more) = style.split_once("px").unwrap_or((style, ""));
        plain.push_str(before);
        // A class may stand there already; letters of red cards have a colour of their own.
        let red = if more == RED { " red" } else { "" };
        let class = format!("s{size}{red}");
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
    let red = format!(".agon .piece text.red{{{}}}\n", &RED[1..]);
    (8..=60).fold(red, |mut sheet, size| {
        let _ = writeln!(sheet, ".agon text.s{size}{{font-size:{size}px}}");
        sheet
    })
}

impl TableView {
    /// Of the table of that name after that change, for those who speak for these seats: without what is being thought.
    pub(crate) fn of(worker: &Worker, (id, version): (&str, u64), state: &TableState, own: &[Seat]) -> TableView {
        let (site, is_secret) = (state.site(), state.is_secret());
        let thoughts = state.thoughts().iter().cloned().chain(std::iter::repeat(None));
        let moves = state.written().into_iter().zip(thoughts).enumerate();
        let your_turn = state.may_move(own).is_ok();
        let view = TableView {
            schema: SCHEMA,
            id: id.to_owned(),
            version: if is_secret { 0 } else { version },
            game: site.game.term.clone(),
            name: site.game.plugin.name,
            seed: state.seed_for(own),
            base: site.other_base().filter(|_| !is_secret),
            seats: state
                .sitters()
                .iter()
                .zip(Seat::all(state.sitters().len() as u8))
                .map(|(sitter, seat)| SeatView::of(sitter, seat, &state.sides()[seat.index()], own))
                .collect(),
            moves: moves
                .map(|(ply, ((seat, m, sheet), thought))| MoveView {
                    ply: ply + 1,
                    seat: seat.map(|seat| seat.0 + 1),
                    m,
                    sheet,
                    thought,
                    left: state.clock().and_then(|clock| clock.after(ply)).map(milliseconds),
                })
                .collect(),
            line: if is_secret { String::new() } else { site.moves() },
            here: PositionView::of(worker, &site.game.term, &state.shown_to(own)),
            your_turn,
            hand_over: state.covered(own).map(|seat| seat.0 + 1),
            seated: !own.is_empty(),
            hidden: is_secret,
            others: state.has_others(own),
            can_undo: state.can_undo(own),
            redo: state.taken_back().len(),
            can_review: state.ended().is_some() && state.can_review(),
            can_judge: state.can_judge(own),
            ended: state.ended().as_ref().and_then(|end| EndView::of(end, &site.here)),
            thinking: None,
            // Only for the seat to move.
            advice: state.advice.clone().filter(|_| your_turn),
            fault: match &state.fault {
                // The words of a failure may reveal a secret.
                Some(_) if is_secret => Some("no move".to_owned()),
                fault => fault.clone(),
            },
            offer: state.offer().map(|seat| seat.0 + 1),
            clock: state.clock().map(|clock| ClockView::of(clock, state.now())),
        };
        if is_secret {
            let version = version_of(&view);
            return TableView { version, ..view };
        }
        view
    }
}

/// A hash of the view: different views almost surely differ in it, and it reveals nothing else, such as the
/// number of changes that the guest does not see.
fn version_of(view: &TableView) -> u64 {
    hashed(&serde_json::to_string(view).unwrap_or_default())
}

/// A hash of a text as a version: different texts almost surely differ in it.
pub(crate) fn hashed(text: &str) -> u64 {
    /// The largest whole number that every JSON reader represents exactly.
    const MOST: u64 = (1 << 53) - 1;
    // Fowler, Noll and Vo's hash, 1a.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    hash & MOST
}

impl SeatView {
    fn of(sitter: &Sitter, seat: Seat, side: &BoardSide, own: &[Seat]) -> SeatView {
        let (kind, player, level) = match sitter {
            Sitter::Person { guest: Some(_) } => ("person", None, None),
            Sitter::Person { guest: None } => ("open", None, None),
            Sitter::Player { term, level } => ("player", Some(term.clone()), level.clone()),
        };
        let BoardSide { pieces, is_above } = side.clone();
        let yours = own.contains(&seat);
        SeatView { seat: seat.0 + 1, kind, player, level, pieces, yours, above: is_above }
    }
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

/// The position after the first `ply` moves, as data; the caller has checked that the guest may see all of them.
pub(crate) fn after_ply(worker: &Worker, game: &str, base: &AnyPosition, line: &[AnyMove]) -> PositionView {
    let mut here = base.clone();
    for &m in line {
        here.play(m);
    }
    PositionView::of(worker, game, &ShownPosition::at((base, line, &here), None))
}

#[cfg(test)]
mod tests {
    use super::plain_svg;

    #[test]
    fn sizes_become_classes_beside_those_that_are_there() {
        for (styled, plain) in [
            ("<text y=\"2\" style=\"font-size:48px\">7</text>", "<text y=\"2\" class=\"s48\">7</text>"),
            (
                "<g class=\"a\"><text class=\"note\" style=\"font-size:13px\" x=\"1\">b</text></g>",
                "<g class=\"a\"><text class=\"s13 note\" x=\"1\">b</text></g>",
            ),
            (
                "<text y=\"16\" style=\"font-size:44px;fill:#b3261e\">Qh</text><text style=\"font-size:9px\">c</text>",
                "<text y=\"16\" class=\"s44 red\">Qh</text><text class=\"s9\">c</text>",
            ),
            ("<rect/>", "<rect/>"),
        ] {
            assert_eq!(plain_svg(styled), plain);
        }
        let twice =
            plain_svg("<text style=\"font-size:9px\">a</text><text class=\"k\" style=\"font-size:8px\">b</text>");
        assert_eq!(twice, "<text class=\"s9\">a</text><text class=\"s8 k\">b</text>");
    }
}
