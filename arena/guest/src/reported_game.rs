//! The game so far, as the other program reports it.

use agon_arena::play::moves_to_come;
use agon_core::{AnyMove, AnyPosition, Decision, Node, Position, Protocol, Seat, line};

use crate::played_on::revived;

/// A game as reported: its first position and its moves.
pub(crate) struct ReportedGame {
    protocol: Protocol,
    /// The first position of new games.
    start: AnyPosition,
    /// The first position of this game.
    base: AnyPosition,
    /// The positions that were left, each with the move that was played there.
    past: Vec<AnyPosition>,
    line: Vec<AnyMove>,
    here: AnyPosition,
    /// Points where the game went on against our rules: the number of moves before, and the position.
    revivals: Vec<(usize, AnyPosition)>,
    /// The numbers of moves after which we inserted a pass.
    put_in: Vec<usize>,
    /// The last complete report.
    known: String,
    /// Whether the last report was impossible: the position is unknown until the next one.
    is_lost: bool,
}

impl ReportedGame {
    pub(crate) fn new(start: AnyPosition, protocol: Protocol) -> ReportedGame {
        ReportedGame {
            protocol,
            base: start.clone(),
            here: start.clone(),
            start,
            past: Vec::new(),
            line: Vec::new(),
            revivals: Vec::new(),
            put_in: Vec::new(),
            known: String::new(),
            is_lost: false,
        }
    }

    /// Begins anew.
    pub(crate) fn clear(&mut self) {
        self.begin_at(self.start.clone());
    }

    /// Begins at `base`.
    pub(crate) fn begin_at(&mut self, base: AnyPosition) {
        self.here = base.clone();
        self.base = base;
        self.past.clear();
        self.line.clear();
        self.revivals.clear();
        self.put_in.clear();
        self.known.clear();
        self.is_lost = false;
    }

    /// Records an impossible report: until the next one, the position is unknown.
    pub(crate) fn lose(&mut self) {
        self.is_lost = true;
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    pub(crate) fn here(&self) -> &AnyPosition {
        &self.here
    }

    /// How many moves were played.
    pub(crate) fn len(&self) -> usize {
        self.line.len()
    }

    /// The first position of the game.
    pub(crate) fn base(&self) -> &AnyPosition {
        &self.base
    }

    /// The same game by the rules of another start.
    pub(crate) fn under(&self, start: AnyPosition) -> ReportedGame {
        let base = start.parse(&self.base.to_string()).expect("only how points are counted differs");
        let mut reported = ReportedGame::new(start, self.protocol);
        reported.begin_at(base);
        for (before, &m) in self.past.iter().zip(&self.line) {
            if let Node::Decision(seat) = before.node() {
                reported.give_turn(seat);
            }
            reported.play(m);
        }
        reported.put_in.clone_from(&self.put_in);
        reported
    }

    /// The seat to move; `None` if no seat is, or the position is unknown.
    pub(crate) fn mover(&mut self) -> Option<Seat> {
        if self.is_lost {
            return None;
        }
        self.revive();
        match self.here.node() {
            Node::Decision(seat) => Some(seat),
            _ => None,
        }
    }

    /// How many moves a seat can still have by the rules, if the game began at its beginning, and
    /// fewer otherwise.
    pub(crate) fn to_come(&self) -> u32 {
        moves_to_come(&self.start.facts(), self.line.len())
    }

    /// The first position and the moves since. A game that went on after its end by our rules begins at the
    /// position where it went on.
    pub(crate) fn story(&self) -> (&AnyPosition, &[AnyMove]) {
        if self.revivals.is_empty() { (&self.base, &self.line) } else { (&self.here, &[]) }
    }

    /// Whether it goes on here otherwise than by our rules: the record or the protocol gave the turn.
    pub(crate) fn is_given(&self) -> bool {
        self.revivals.last().is_some_and(|(length, _)| *length == self.line.len())
    }

    /// The moves with their seats, as the protocol writes them.
    pub(crate) fn told_moves(&self) -> impl Iterator<Item = (Seat, String)> {
        self.past.iter().zip(&self.line).filter_map(|(before, &m)| match before.node() {
            Node::Decision(seat) => Some((seat, self.told(before, m))),
            _ => None,
        })
    }

    /// The last move, as the protocol writes it.
    pub(crate) fn last_written(&self) -> Option<String> {
        Some(self.told(self.past.last()?, *self.line.last()?))
    }

    /// A move as the protocol writes it.
    pub(crate) fn written(&self, m: AnyMove) -> String {
        self.told(&self.here, m)
    }

    fn told(&self, before: &AnyPosition, m: AnyMove) -> String {
        let mut text = String::new();
        before.write_foreign(m, self.protocol, &mut text).expect("a string takes any text");
        text
    }

    /// The length of a decision's expected line, if the game is over at its end.
    pub(crate) fn plies_to_the_end(&self, decision: &Decision<AnyMove>) -> Option<usize> {
        let mut after = self.here.clone();
        let line = if decision.pv.is_empty() { &[decision.m] } else { &decision.pv[..] };
        let is_played = line.iter().all(|&m| after.try_play(m));
        (is_played && after.node() == Node::Terminal).then_some(line.len())
    }

    /// The line that a decision expects, its move first, as the protocol writes it.
    pub(crate) fn written_line(&self, decision: &Decision<AnyMove>) -> Vec<String> {
        if decision.pv.first() != Some(&decision.m) {
            return vec![self.written(decision.m)];
        }
        let mut after = self.here.clone();
        let mut line = Vec::new();
        for &m in &decision.pv {
            if !after.is_legal(m) {
                break;
            }
            line.push(self.told(&after, m));
            after.play(m);
        }
        line
    }

    /// The move that `text` writes, in the protocol's notation or else in ours.
    pub(crate) fn read(&self, text: &str) -> Option<AnyMove> {
        if self.is_lost || self.here.node() == Node::Terminal {
            return None;
        }
        let foreign = self.here.parse_foreign(text, self.protocol);
        foreign.or_else(|| line::read_move(&self.here, text))
    }

    /// Plays the move that `text` writes; `false` if it is none. If our rules have ended the game, it goes on
    /// without its past.
    pub(crate) fn play_text(&mut self, text: &str) -> bool {
        self.revive();
        let Some(m) = self.read(text) else { return false };
        self.play(m);
        true
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, m: AnyMove) {
        self.known.clear();
        self.past.push(self.here.clone());
        self.line.push(m);
        self.here.play(m);
    }

    /// Takes back the last reported move; `false` if there is none. The seat that had the turn before it has
    /// it again.
    pub(crate) fn undo(&mut self) -> bool {
        if self.is_lost || !self.take_back() {
            return false;
        }
        self.take_back_turn();
        true
    }

    fn take_back(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.known.clear();
        self.here = before;
        self.line.pop();
        self.revivals.retain(|(length, _)| *length <= self.line.len());
        self.put_in.retain(|&length| length <= self.line.len());
        true
    }

    /// Gives the turn to `seat`; `false` if that is impossible. A forced pass is played as a move; an optional
    /// one is not, and the game goes on without its past.
    pub(crate) fn give_turn(&mut self, seat: Seat) -> bool {
        let Some(mover) = self.mover() else { return false };
        if mover == seat {
            return true;
        }
        let Some(pass) = self.read("pass") else { return false };
        if let Some(given) = revived(&self.here, seat, self.protocol) {
            self.known.clear();
            let before = std::mem::replace(&mut self.here, given);
            self.revivals.push((self.line.len(), before));
        } else {
            self.play(pass);
            self.put_in.push(self.line.len());
        }
        self.mover() == Some(seat)
    }

    /// Takes back the last change of turn, if no move was played after it.
    pub(crate) fn take_back_turn(&mut self) {
        loop {
            if let Some((_, before)) = self.revivals.pop_if(|(length, _)| *length == self.line.len()) {
                self.here = before;
            } else if self.put_in.last() == Some(&self.line.len()) {
                self.take_back();
            } else {
                return;
            }
        }
    }

    /// If our rules have ended the game, but those of others let it go on, it goes on, without its past.
    pub(crate) fn revive(&mut self) {
        if self.here.node() != Node::Terminal {
            return;
        }
        let next = self.past.last().and_then(|before| match before.node() {
            Node::Decision(seat) => Some(seat.opponent()),
            _ => None,
        });
        if let Some(alive) = revived(&self.here, next.unwrap_or(Seat(0)), self.protocol) {
            let before = std::mem::replace(&mut self.here, alive);
            self.revivals.push((self.line.len(), before));
        }
    }

    /// Follows a complete report `told`, which `begin` reads: a base, then moves. Only the part that differs
    /// from the last report is played.
    ///
    /// # Errors
    ///
    /// Why the report cannot be understood; the position is [lost](Track::lose) then.
    pub(crate) fn follow<'a>(
        &mut self,
        told: &'a str,
        begin: impl FnOnce(&AnyPosition) -> Result<(AnyPosition, &'a str), String>,
    ) -> Result<(), String> {
        let followed = self.follow_known(told, begin);
        if followed.is_err() {
            self.lose();
        }
        followed
    }

    fn follow_known<'a>(
        &mut self,
        told: &'a str,
        begin: impl FnOnce(&AnyPosition) -> Result<(AnyPosition, &'a str), String>,
    ) -> Result<(), String> {
        let known = std::mem::take(&mut self.known);
        let goes_on = |rest: &&str| rest.is_empty() || rest.starts_with(' ');
        let rest = (!known.is_empty()).then(|| told.strip_prefix(&known)).flatten().filter(goes_on);
        let rest = if let Some(rest) = rest {
            rest
        } else {
            let (base, rest) = begin(&self.start)?;
            self.begin_at(base);
            rest
        };
        for text in rest.split_ascii_whitespace().filter(|&word| word != "moves") {
            if !self.play_text(text) {
                let here = &self.here;
                return Err(format!("{text:.20} is not legal in `{here}`"));
            }
        }
        self.known = known;
        self.known.replace_range(.., told);
        Ok(())
    }
}
