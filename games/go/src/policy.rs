//! How sensible playouts draw, and which moves look good: no own eye is filled, chains that can be taken at once are
//! taken or saved, and the last move is answered beside it.
//!
//! Sources: B. Bruegmann, Monte Carlo Go (1993), for eyes; S. Gelly, Y. Wang, R. Munos and O. Teytaud, Modification of UCT
//! with patterns in Monte-Carlo Go (2006), for answers to the last move and their patterns.

use agon_core::Stream;

use crate::{
    Go, GoMove,
    board::{BORDER, Board, EMPTY, Point},
    patterns::is_shape,
};

/// Moves drawn at random before all are tried in order, of which few are sensible.
const TRIES: usize = 12;

/// Points to choose from. Those beyond its room are left out.
struct Candidates {
    points: [Point; 16],
    count: usize,
}

impl Candidates {
    fn new() -> Candidates {
        Candidates { points: [0; 16], count: 0 }
    }

    fn add(&mut self, p: Point) {
        if self.count < self.points.len() && !self.points[..self.count].contains(&p) {
            self.points[self.count] = p;
            self.count += 1;
        }
    }

    /// One of them.
    fn draw(&self, stream: &mut Stream) -> Option<GoMove> {
        let n = (0 < self.count).then(|| stream.below(self.count as u32))?;
        Some(GoMove(self.points[n as usize]))
    }
}

impl Go {
    /// A move as [`Position::policy_move`](agon_core::Position::policy_move) promises. The other's pass is answered by
    /// what is left to do.
    pub(crate) fn draw_sensibly(&self, stream: &mut Stream) -> GoMove {
        if let Some(&last) = self.past.moves().last()
            && last != GoMove::PASS.0
            && let Some(answer) = self.answer(last, stream)
        {
            return answer;
        }
        for _ in 0..TRIES.min(self.board.empties as usize) {
            let p = self.board.nth_empty(stream.below(self.board.empties));
            if self.is_sensible(p) {
                return GoMove(p);
            }
        }
        // From a point at random on, around the board.
        let first = if self.board.empties == 0 { 0 } else { stream.below(self.board.empties) };
        let all = self.board.each_empty().skip(first as usize);
        let mut all = all.chain(self.board.each_empty().take(first as usize));
        all.find(|&p| self.is_sensible(p)).map_or(GoMove::PASS, GoMove)
    }

    /// A stone there is legal, fills no own eye, and is not lost at once with others.
    fn is_sensible(&self, p: Point) -> bool {
        let seat = self.mover.0;
        !self.board.is_eye(p, seat) && self.allows(p) && !self.board.is_self_atari(p, seat)
    }

    /// An answer to the stone on `last`: own chains beside it are saved, or it is taken, or a stone is put where shape
    /// asks for one.
    fn answer(&self, last: Point, stream: &mut Stream) -> Option<GoMove> {
        let (board, seat) = (&self.board, self.mover.0);
        let mut found = Candidates::new();
        if let Some(liberty) = board.last_liberty(last) {
            self.consider(liberty, &mut found);
        }
        for q in Board::neighbours(last) {
            let beside = q as Point;
            if board.stone(beside) != seat {
                continue;
            }
            let Some(liberty) = board.last_liberty(beside) else { continue };
            if !board.is_self_atari(liberty, seat) {
                self.consider(liberty, &mut found);
            }
            board.each_attacker(beside, |attacker| {
                if let Some(liberty) = board.last_liberty(attacker) {
                    self.consider(liberty, &mut found);
                }
            });
        }
        if let Some(m) = found.draw(stream) {
            return Some(m);
        }
        for p in Board::around(last) {
            let p = p as Point;
            if board.stone(p) == EMPTY && is_shape(board.surroundings(p, seat)) && self.is_sensible(p) {
                found.add(p);
            }
        }
        found.draw(stream)
    }

    fn consider(&self, p: Point, found: &mut Candidates) {
        if self.allows(p) {
            found.add(p);
        }
    }

    /// How good a stone on `p` looks, by the stones alone.
    pub(crate) fn look(&self, p: Point) -> i32 {
        let (board, seat) = (&self.board, self.mover.0);
        if board.is_eye(p, seat) {
            return -3;
        }
        let (mut saves, mut takes, mut threatens) = (false, false, false);
        for q in Board::neighbours(p) {
            let stone = board.stone(q as Point);
            if stone == EMPTY || stone == BORDER {
                continue;
            }
            match board.few_liberties(q as Point) {
                1 if stone == seat => saves = true,
                1 => takes = true,
                2 if stone != seat => threatens = true,
                _ => {}
            }
        }
        if takes {
            return 5;
        }
        if board.is_self_atari(p, seat) {
            return -2;
        }
        let is_shape = is_shape(board.surroundings(p, seat));
        match (saves, threatens) {
            (true, _) => 4,
            (_, true) => 2 + i32::from(is_shape),
            _ if is_shape => 1,
            _ if board.is_lonely_edge(p) => -1,
            _ => 0,
        }
    }
}
