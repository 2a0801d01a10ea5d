//! Chess: the rules of the [`cozy_chess`] crate, and the draws that depend on the past.
//!
//! A board alone does not determine what may happen next: the third occurrence of a position and
//! the fiftieth quiet move end the game. So a position carries the positions since the last
//! irreversible move, in an array of its own, and copies only the part in use.
//!
//! The usual heuristic, `positional`, counts men on their squares, mobility, pawns, kings and threats.
//! Its weights are learned from games of a search with itself: a bench of the workspace, `weights`,
//! writes them again. `tapered` has men and squares alone, by hand, and `material` the men.

mod balance;
mod exchange;
mod fen;
mod heuristics;
mod moves;
mod objection;
mod picture;
mod positional;
mod rules;
mod san;
mod short;
mod text;
mod uci;
mod weights;

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Contribution, Explained, Extras, Facts, Featured, ForeignNotation, ForeignPlugin, Game, GamePlugin, Heuristic,
    Learnable, Named, Node, OptionError, OptionSpec, Options, Picture, Position, Protocol, RuleClaim, Scoresheet, Seat,
    Setup, Stream, TextError, inventory,
};
use cozy_chess::{BitBoard, Board, CastleRights, Color, File, Piece, get_pawn_attacks};

use crate::{balance::Balance, moves::Table};
pub use crate::{
    moves::ChessMove,
    positional::{ROWS, RowShape, WeightRow},
};

/// The plies without a capture or a pawn's move after which the game is drawn.
const QUIET_PLIES: usize = 100;

/// No play is longer. Sixteen pawns move six times at most and thirty pieces can be taken, so 126
/// moves at most set the count of quiet plies back. A hundred quiet plies end the game.
const MAX_PLIES: u32 = (16 * 6 + 30 + 1) * QUIET_PLIES as u32;

/// The board, and what of its past may still matter.
#[derive(Debug)]
pub struct Chess {
    now: Now,
    /// The positions before this one, as far back as one of them could come again; the first
    /// [`Now::quiet`] are in use.
    past: [Past; QUIET_PLIES],
}

/// A position of the past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Past {
    /// Its [`Now::name`].
    name: u64,
    /// The quiet move that was played there.
    m: ChessMove,
}

/// The part of a position that is always copied.
#[derive(Debug)]
struct Now {
    board: Board,
    /// A name for the board that is the same whenever the same moves are possible: the hash of
    /// the crate, which counts a capture in passing only where it is legal.
    name: u64,
    /// The past, folded into one number.
    fold: u64,
    /// The number of past positions in use.
    quiet: u8,
    /// Whether this is the third occurrence.
    thrice: bool,
    /// Whether kings and rooks castle from any file, as in chess960.
    any_file: bool,
    /// The balance of men and squares, if it is kept up to date.
    balance: Option<Balance>,
}

impl Clone for Now {
    /// Field by field: copied in one piece, by the wide stores of `memcpy`, the board would make
    /// the narrow loads of the move that is played next wait.
    #[inline]
    fn clone(&self) -> Self {
        Now { board: self.board.clone(), ..*self }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.board = source.board.clone();
        self.name = source.name;
        self.fold = source.fold;
        self.quiet = source.quiet;
        self.thrice = source.thrice;
        self.any_file = source.any_file;
        self.balance = source.balance;
    }
}

impl Clone for Chess {
    fn clone(&self) -> Self {
        Chess { now: self.now.clone(), past: self.past }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.now.clone_from(&source.now);
        self.copy_past(source);
    }
}

/// The same men, rights, quiet plies, and past as far as it can come again. The number of the
/// move is no part of it.
impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        self.now.name == other.now.name
            && self.now.board.halfmove_clock() == other.now.board.halfmove_clock()
            && self.past().iter().map(|p| p.name).eq(other.past().iter().map(|p| p.name))
            && same_men(&self.now.board, &other.now.board)
    }
}

impl Eq for Chess {}

impl Hash for Chess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.now.name.hash(state);
        self.now.fold.hash(state);
        self.now.board.halfmove_clock().hash(state);
    }
}

impl Chess {
    /// The position on `board`, with nothing behind it.
    fn new(board: Board, any_file: bool) -> Chess {
        let name = name_of(&board).0;
        Chess {
            now: Now { board, name, fold: 0, quiet: 0, thrice: false, any_file, balance: None },
            past: [Past::default(); QUIET_PLIES],
        }
    }

    /// The board, without its past.
    pub fn board(&self) -> &Board {
        &self.now.board
    }

    /// The weights of the heuristic `positional` that count here, by their numbers in the order of [`ROWS`], each with
    /// how often it counts for White less Black; and the share of those for the opening, from 0 to 1, while the rest is
    /// for the ending.
    pub fn positional_counts(&self) -> (Vec<(u16, i8)>, f64) {
        positional::counts(&self.now.board)
    }

    fn past(&self) -> &[Past] {
        &self.past[..usize::from(self.now.quiet)]
    }

    /// Whether the game is drawn whatever moves there are; mate takes precedence over the
    /// fifty-move rule.
    #[inline]
    fn is_drawn(&self) -> bool {
        self.now.thrice || is_dead(&self.now.board)
    }

    #[inline]
    fn is_over(&self) -> bool {
        let board = &self.now.board;
        self.is_drawn() || QUIET_PLIES <= usize::from(board.halfmove_clock()) || !has_move(board)
    }

    #[inline]
    fn copy_past(&mut self, source: &Self) {
        let used = usize::from(source.now.quiet);
        self.past[..used].copy_from_slice(&source.past[..used]);
    }

    /// Plays `m` on the board, and returns whether the position left can occur again. If not, the
    /// past is cleared.
    #[inline]
    fn advance(&mut self, m: ChessMove, left: Left) -> bool {
        let now = &mut self.now;
        let step = m.step();
        if let Some(balance) = &mut now.balance {
            balance.follow(&now.board, step);
        }
        now.board.play_unchecked(step);
        now.name = name_of(&now.board).0;
        // A position before a capture, a pawn's move, or the loss of a right never occurs again,
        // nor does one with an en passant capture.
        let is_final = now.board.halfmove_clock() == 0 || left.has_passing || rights_of(&now.board) != left.rights;
        if is_final {
            self.forget();
        }
        !is_final
    }

    #[inline]
    fn forget(&mut self) {
        (self.now.quiet, self.now.fold, self.now.thrice) = (0, 0, false);
    }

    /// Notes that the position called `before` was left by the quiet move `m`.
    #[inline]
    fn remember(&mut self, before: u64, m: ChessMove) {
        let used = usize::from(self.now.quiet);
        self.past[used] = Past { name: before, m };
        self.now.quiet += 1;
        self.now.fold = fold(self.now.fold, before);
        // A position comes again after four plies at the earliest, with the same side to move.
        let (mut at, mut back, mut again) = (used + 1, 4, 0);
        while back <= at {
            at -= back;
            back = 2;
            again += u32::from(self.past[at].name == self.now.name);
        }
        self.now.thrice = 2 <= again;
    }
}

/// The part of the position before a move that the move needs.
#[derive(Clone, Copy)]
struct Left {
    name: u64,
    rights: [CastleRights; 2],
    /// Whether an en passant capture was possible.
    has_passing: bool,
}

impl Left {
    #[inline]
    fn of(now: &Now) -> Left {
        let board = &now.board;
        let has_passing = board.en_passant().is_some() && now.name == board.hash();
        Left { name: now.name, rights: rights_of(board), has_passing }
    }
}

/// Whether men, the side to move and rights are the same.
fn same_men(one: &Board, other: &Board) -> bool {
    one.side_to_move() == other.side_to_move()
        && Piece::ALL.iter().all(|&piece| one.pieces(piece) == other.pieces(piece))
        && [Color::White, Color::Black].into_iter().all(|color| one.colors(color) == other.colors(color))
        && rights_of(one) == rights_of(other)
}

fn fold(past: u64, name: u64) -> u64 {
    (past ^ name).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

/// A name for the board that is the same whenever the same moves are possible, and whether a
/// capture in passing is among them.
#[inline]
fn name_of(board: &Board) -> (u64, bool) {
    let Some(to) = moves::passing(board) else {
        return (board.hash(), false);
    };
    let mover = board.side_to_move();
    let takers = get_pawn_attacks(to, !mover) & board.colored_pieces(mover, Piece::Pawn);
    let legal = takers.iter().any(|from| board.is_legal(cozy_chess::Move { from, to, promotion: None }));
    if legal { (board.hash(), true) } else { (board.hash_without_ep(), false) }
}

/// Whether neither side has mating material: bare kings, with one knight, or with bishops on one
/// colour of squares only.
#[inline]
fn is_dead(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match knights.len() {
        0 => bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES),
        1 => bishops.is_empty(),
        _ => false,
    }
}

/// Whether the side to move has a legal move. Usually a free pawn gives the answer.
#[inline]
fn has_move(board: &Board) -> bool {
    let mover = board.side_to_move();
    if board.checkers().is_empty() {
        let pawns = (board.colored_pieces(mover, Piece::Pawn) & !board.pinned()).0;
        let ahead = if mover == Color::White { pawns << 8 } else { pawns >> 8 };
        if ahead & !board.occupied().0 != 0 {
            return true;
        }
    }
    board.generate_moves(|_| true)
}

#[inline]
fn rights_of(board: &Board) -> [CastleRights; 2] {
    [Color::White, Color::Black].map(|color| *board.castle_rights(color))
}

fn color_of(seat: Seat) -> Color {
    if seat.0 == 0 { Color::White } else { Color::Black }
}

impl Position for Chess {
    type Move = ChessMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable();

    fn facts(&self) -> Facts {
        Facts::two_seats(MAX_PLIES).with_passes()
    }
    #[inline]
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(Seat(self.now.board.side_to_move() as u8)) }
    }
    #[inline]
    fn each_move(&self, visit: impl FnMut(ChessMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_drawn() || QUIET_PLIES <= usize::from(self.now.board.halfmove_clock()) {
            return ControlFlow::Continue(());
        }
        Table::of(&self.now.board).each(visit)
    }
    #[inline]
    fn play(&mut self, m: ChessMove) {
        let left = Left::of(&self.now);
        if self.advance(m, left) {
            self.remember(left.name, m);
        }
    }
    /// The position before is read from the source, and its past copied only if needed.
    #[inline]
    fn play_from(&mut self, source: &Self, m: ChessMove) {
        let left = Left::of(&source.now);
        self.now.clone_from(&source.now);
        if self.advance(m, left) {
            self.copy_past(source);
            self.remember(left.name, m);
        }
    }
    /// Not in check, nor with the king and pawns alone, where to be on the move is what loses.
    fn pass(&mut self) -> bool {
        let now = &mut self.now;
        let board = &now.board;
        let mover = board.side_to_move();
        let men = board.colors(mover);
        let plain = board.pieces(Piece::King) | board.pieces(Piece::Pawn);
        let Some(passed) = board.null_move().filter(|_| !men.is_subset(plain)) else {
            return false;
        };
        now.board = passed;
        now.name = name_of(&now.board).0;
        self.forget();
        true
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let board = &self.now.board;
        if self.is_drawn() || board.checkers().is_empty() || has_move(board) {
            return 0.0;
        }
        if color_of(seat) == board.side_to_move() { -1.0 } else { 1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read = text::read(text, Some(self.now.any_file))?;
        Ok(Chess { now: Now { balance: None, ..read.now }, ..read })
    }
    #[inline]
    fn count(&self) -> usize {
        if self.is_drawn() || QUIET_PLIES <= usize::from(self.now.board.halfmove_clock()) {
            return 0;
        }
        moves::count(&self.now.board)
    }
    #[inline]
    fn nth(&self, n: usize) -> ChessMove {
        Table::of(&self.now.board).nth(n)
    }
    fn is_legal(&self, m: ChessMove) -> bool {
        !self.is_over() && self.now.board.is_legal(m.step())
    }
    /// The same move as by default, from one generation instead of two.
    #[inline]
    fn draw_move(&self, stream: &mut Stream) -> ChessMove {
        let table = Table::of(&self.now.board);
        table.nth(stream.below(table.count() as u32) as usize)
    }
    /// The same play as by default, from one generation a ply instead of three.
    fn playout(&mut self, stream: &mut Stream) {
        while !self.is_drawn() && usize::from(self.now.board.halfmove_clock()) < QUIET_PLIES {
            let table = Table::of(&self.now.board);
            let count = table.count();
            if count == 0 {
                return;
            }
            self.play(table.nth(stream.below(count as u32) as usize));
        }
    }
    fn write_move(&self, m: ChessMove, out: &mut dyn Write) -> fmt::Result {
        uci::write(&self.now.board, self.now.any_file, m, out)
    }
    fn parse_move(&self, text: &str) -> Option<ChessMove> {
        let m = uci::read(&self.now.board, self.now.any_file, text)?;
        self.is_legal(m).then_some(m)
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: ChessMove) -> Aim {
        picture::aim(self, m)
    }
    fn heuristics(&self) -> &'static [Named] {
        heuristics::HEURISTICS
    }
    #[inline]
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let board = &self.now.board;
        let white = heuristics::advantage(board, self.now.balance, heuristic);
        heuristics::squash(if color_of(seat) == Color::White { white } else { -white })
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.now.balance = heuristic.and_then(|heuristic| heuristics::keep(&self.now.board, heuristic));
    }
    #[inline]
    fn hint(&self, m: ChessMove) -> i32 {
        heuristics::hint(&self.now.board, m.step())
    }
    /// An answer to a check, a new queen, or a capture that loses nothing on its square.
    #[inline]
    fn is_forcing(&self, m: ChessMove) -> bool {
        let (board, step) = (&self.now.board, m.step());
        if !board.checkers().is_empty() || step.promotion == Some(Piece::Queen) {
            return true;
        }
        let is_capture = board.colors(!board.side_to_move()).has(step.to)
            || (board.pieces(Piece::Pawn).has(step.from) && step.from.file() != step.to.file());
        is_capture && exchange::holds(board, step)
    }
    fn each_forcing(&self, mut visit: impl FnMut(ChessMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_forced() {
            return self.each_move(visit);
        }
        if self.is_drawn() || QUIET_PLIES <= usize::from(self.now.board.halfmove_clock()) {
            return ControlFlow::Continue(());
        }
        Table::sharp(&self.now.board).each(|m| if self.is_forcing(m) { visit(m) } else { ControlFlow::Continue(()) })
    }
    #[inline]
    fn is_forced(&self) -> bool {
        !self.now.board.checkers().is_empty()
    }
    #[inline]
    fn present_key(&self) -> u64 {
        self.now.name
    }
}

impl Explained for Chess {
    fn parts(&self, heuristic: Heuristic) -> Vec<Contribution> {
        heuristics::parts(&self.now.board, heuristic)
    }
    fn ending(&self) -> &'static str {
        let board = &self.now.board;
        if self.now.thrice {
            "threefold repetition"
        } else if is_dead(board) {
            "bare kings"
        } else if has_move(board) {
            "fifty moves"
        } else if board.checkers().is_empty() {
            "stalemate"
        } else {
            "checkmate"
        }
    }
}

impl Learnable for Chess {
    fn numbers(&self) -> u32 {
        ChessMove::NUMBERS
    }
    #[inline]
    fn number(&self, m: ChessMove) -> u32 {
        m.number()
    }
    /// The seat's own pieces from the pawn to the king are 1 to 6, the other's 7 to 12; every seat plays
    /// upwards.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let board = self.board();
        out.clear();
        out.resize(64, 0);
        let own = color_of(seat);
        // Squares are numbered from White's side, and places from above.
        let turn = if seat == Seat(0) { 0b11_1000 } else { 0 };
        for (color, first) in [(own, 1), (!own, 7)] {
            for (state, piece) in (first..).zip(Piece::ALL) {
                for square in board.colored_pieces(color, piece) {
                    out[square as usize ^ turn] = state;
                }
            }
        }
        13
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for Chess {
    fn features(&self) -> &'static [Named] {
        heuristics::FEATURES
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        heuristics::features(&self.now.board, color_of(seat), values);
    }
}

impl ForeignNotation for Chess {
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        if !matches!(protocol, Protocol::Uci | Protocol::Xboard) {
            return Err(format!("programs for chess don't speak {protocol}"));
        }
        let board = &self.now.board;
        let mut setup = Setup::default();
        setup.variant = self.now.any_file.then_some("fischerandom");
        if *board != Board::startpos() {
            setup.position = Some(fen::of(board));
        }
        Ok(setup)
    }
    /// For xboard, castling is `O-O` from any file; all else is as in our notation, and in UCI.
    fn write_foreign(&self, m: ChessMove, protocol: Protocol, out: &mut dyn Write) -> fmt::Result {
        let castles = moves::is_castling(&self.now.board, m.step());
        if protocol == Protocol::Xboard && self.now.any_file && castles {
            let is_short = m.step().from < m.step().to;
            return out.write_str(if is_short { "O-O" } else { "O-O-O" });
        }
        self.write_move(m, out)
    }
    fn write_scoresheet(&self, m: ChessMove, out: &mut dyn Write) -> fmt::Result {
        san::write(&self.now.board, m.step(), out)
    }
    fn scoresheet(&self) -> Scoresheet {
        let board = &self.now.board;
        let mut tags = Vec::new();
        if self.now.any_file {
            tags.push(("Variant", "Chess960".to_owned()));
        }
        if *board != Board::startpos() {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", fen::of(board)));
        }
        Scoresheet::new(tags, board.fullmove_number().into())
    }
}

impl Game for Chess {
    const NAME: &'static str = "chess";
    const SUMMARY: &'static str = "mate the other king";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "White is seat 1, also where a FEN has Black to move. Moves are written as in UCI: \
        e2e4, e7e8q, castling e1g1. They are read as on score sheets too: Nf3, exd5, O-O. Where kings or rooks start \
        elsewhere (chess960), castling is the king to its own rook, e1h1, and rights in a FEN name the rooks' files. \
        A position is a FEN; an EPD is read too. A capture in passing that is not legal may stand in it, but is not \
        written. Where positions may come again, the word after and the quiet moves that led here follow. Positions are \
        equal if these are too. Castling is the move of king and rook together. Estimates of s \
        pawns are s / (5 + |s|). Source: FIDE Laws of Chess (2023), articles 1 to 3, 5, 9 and guideline II \
        (chess960).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole(
            "chess960",
            0..=959,
            "518",
            "the number of the initial position by Scharnagl; 518 is the usual one",
        ),
        OptionSpec::text("fen", "a position in FEN", "", "where to start instead"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "chess960=0",
        "fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "fen=8/8/8/8/4k3/8/4P3/4K2R b K - 60 90",
        "fen=7k/8/8/8/8/8/R7/K7 w - - 0 1",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let number: u32 = options.whole("chess960");
        match options.text("fen") {
            "" => Ok(Chess::new(Board::chess960_startpos(number), number != 518)),
            _ if number != 518 => Err(options.impossible("give `chess960` or `fen`, not both")),
            fen => text::read(fen, None).map_err(|error| options.wrong("fen", error.expected)),
        }
    }
}

inventory::submit! { GamePlugin::of::<Chess>() }
inventory::submit! { ForeignPlugin::of::<Chess>() }

/// Whether kings and rooks with castling rights are where they are in the usual initial position.
fn castles_as_usual(board: &Board) -> bool {
    [Color::White, Color::Black].into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let none = rights.short.is_none() && rights.long.is_none();
        none || (board.king(color).file() == File::E
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A))
    })
}

#[cfg(test)]
mod tests;
