//! The laws of a player: what [`Algorithm`](crate::Algorithm) promises, checked at one game.

use std::{fmt::Write, sync::atomic::Ordering};

use super::{
    counting::CountingPosition,
    site::{calm, demand, name},
};
use crate::{
    AnyMove, AnyPosition, Belief, Budget, Decision, NameError, NamedGame, NamedPlayer, Node,
    Player, Position, Seat, Seed, SetupError, Turn, line::write_line, registry,
};

/// A law that a player breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{player} at {game} breaks the law: {law}\n  after: {path}\n  position: {position}\n  found: \
     {found}"
)]
#[non_exhaustive]
pub struct Misplay {
    /// The player's term.
    pub player: String,
    /// The game's term.
    pub game: String,
    /// The law, as a sentence.
    pub law: String,
    /// The moves from the initial position, in the game's notation.
    pub path: String,
    /// The position's text.
    pub position: String,
    /// What was found.
    pub found: String,
}

/// Why a player could not be found lawful at a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerLawError {
    /// There is no such player, or no such game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// It cannot play that game, and says so.
    #[error(transparent)]
    Refused(#[from] SetupError),
    /// A person chooses, and is not asked the same question twice.
    #[error("{0} is a person: nothing can be checked")]
    Person(String),
    /// It breaks a law.
    #[error(transparent)]
    Broken(#[from] Box<Misplay>),
}

/// The budgets that are tried in turn, in nodes: the least, an odd one, and room to search.
const BUDGETS: [u64; 3] = [1, 97, 1_500];

/// So many moves may be played to look around before the first question.
const SEATED: u64 = 2_000;

/// So many moves may be played without being told, besides a quarter of those told: those of the
/// line that is reported, for one.
const UNTOLD: u64 = 40;

/// Checks every law of [`Algorithm`](crate::Algorithm) for one registered player, with the options
/// in its term, at one registered game: along random plays, at the first moves and deep in the
/// game, with small budgets and larger ones.
///
/// Whoever minds a clock is not asked for the same decision twice.
///
/// # Errors
///
/// The first law it breaks, and where; or that it cannot be checked at this game, and why.
pub fn check_player(player: &str, game: &str) -> Result<(), PlayerLawError> {
    let player = registry::player(player)?;
    let game = registry::game(game)?;
    let mut table = Table {
        native: player.seat(&game.start)?,
        erased: player.seat_erased(&game.start)?,
        used: player.seat(&game.start)?,
        player: &player,
        game: &game,
    };
    let habits = table.native.habits();
    if habits.person {
        return Err(PlayerLawError::Person(player.term.clone()));
    }
    for play in 0..3 {
        table.play(play)?;
    }
    table.count()
}

/// One player three times: at native speed where it can, through virtual calls, and one that has
/// always just played something else.
struct Table<'a> {
    player: &'a NamedPlayer,
    game: &'a NamedGame,
    native: Box<dyn Player>,
    erased: Box<dyn Player>,
    used: Box<dyn Player>,
}

/// One question: a position, who is to move there, and what may be spent.
struct Question {
    position: AnyPosition,
    seat: Seat,
    budget: Budget,
    seed: Seed,
    stream: u64,
}

impl Question {
    fn ask(&self, player: &mut dyn Player, explain: bool) -> Result<Decision<AnyMove>, Broken> {
        self.ask_with(player, explain, self.stream)
    }

    fn ask_with(
        &self,
        player: &mut dyn Player,
        explain: bool,
        stream: u64,
    ) -> Result<Decision<AnyMove>, Broken> {
        let before = (self.position.clone(), self.position.to_string());
        let mut stream = self.seed.stream(stream);
        let answer = calm(|| {
            let turn = Turn::new(self.seat, &mut stream).within(self.budget);
            player.choose(&self.position, &mut turn.explained(explain))
        });
        let law = "it chooses a legal move at every decision";
        let decision = answer.and_then(|answer| answer.map_err(|failure| failure.to_string()));
        let decision = decision.map_err(|found| (law, found))?;
        let found = || name(&self.position, decision.m);
        demand(self.position.is_legal(decision.m), found).map_err(|found| (law, found))?;
        let is_untouched = before.0 == self.position && before.1 == self.position.to_string();
        let found = || format!("{}, in full {:?}", self.position, self.position);
        demand(is_untouched, found)
            .map_err(|found| ("the position it was given is as it was", found))?;
        let most = self.budget.nodes.unwrap_or(u64::MAX);
        let found = || format!("{} nodes of {most}", decision.nodes);
        demand(decision.nodes <= most, found)
            .map_err(|found| ("it never spends more nodes than its budget", found))?;
        Ok(decision)
    }
}

/// A law and what was found instead.
type Broken = (&'static str, String);

impl Table<'_> {
    /// Asks along one random play: at the first moves, and now and then below.
    fn play(&mut self, play: u64) -> Result<(), PlayerLawError> {
        let mut stream = Seed(play).stream(0);
        let mut position = self.game.start.clone();
        let mut path = Vec::new();
        self.native.begin();
        self.erased.begin();
        let (mut asked, mut wait) = (0, 0);
        while position.node() != Node::Terminal && asked < 8 {
            let mut m = position.draw_move(&mut stream);
            if let Node::Decision(seat) = position.node() {
                wait -= 1;
                if wait < 0 {
                    let budget = BUDGETS[(play as usize + asked) % BUDGETS.len()];
                    let question = Question {
                        position: position.clone(),
                        seat,
                        budget: Budget::of(Some(budget)),
                        seed: Seed(play),
                        stream: 1 + asked as u64,
                    };
                    m = self
                        .check(&question)
                        .map_err(|broken| self.misplay(broken, budget, &path, &position))?;
                    asked += 1;
                    // Three moves of its own, and then leaps.
                    wait = if asked < 3 { 0 } else { stream.below(12) as i32 };
                }
            }
            for player in [&mut self.native, &mut self.erased] {
                player.played(&position, m);
            }
            position.play(m);
            path.push(m);
        }
        Ok(())
    }

    fn misplay(
        &self,
        (law, found): Broken,
        budget: u64,
        path: &[AnyMove],
        position: &AnyPosition,
    ) -> Box<Misplay> {
        Box::new(Misplay {
            player: self.player.term.clone(),
            game: self.game.term.clone(),
            law: law.to_owned(),
            path: write_line(&self.game.start, path),
            position: position.to_string(),
            found: format!("with {budget} nodes: {found}"),
        })
    }

    /// Counts the positions it looks at, when it is seated and when it is asked.
    fn count(&self) -> Result<(), PlayerLawError> {
        let (mut position, mut path) = (self.game.start.clone(), Vec::new());
        let mut stream = Seed(0).stream(0);
        while position.node() == Node::Chance {
            path.push(position.draw_move(&mut stream));
            position.play(path[path.len() - 1]);
        }
        let Node::Decision(seat) = position.node() else { return Ok(()) };
        for budget in BUDGETS {
            self.count_within(&position, seat, budget)
                .map_err(|broken| self.misplay(broken, budget, &path, &position))?;
        }
        Ok(())
    }

    fn count_within(&self, position: &AnyPosition, seat: Seat, budget: u64) -> Result<(), Broken> {
        let (position, played) = CountingPosition::of(position);
        let law = "it is seated before it looks at the game";
        let mut player = self.player.seat_erased(&position).map_err(|e| (law, e.to_string()))?;
        let seated = played.swap(0, Ordering::Relaxed);
        let found = || format!("{seated} positions looked at");
        demand(seated <= SEATED, found).map_err(|found| (law, found))?;
        player.begin();
        let budget = Budget::of(Some(budget));
        let question = Question { position, seat, budget, seed: Seed(0), stream: 1 };
        let decision = question.ask(&mut *player, false)?;
        let played = played.load(Ordering::Relaxed);
        let found = || format!("{} nodes, and {played} moves played", decision.nodes);
        demand(played <= decision.nodes + decision.nodes / 4 + UNTOLD, found)
            .map_err(|found| ("it tells how many positions it looked at", found))
    }

    /// Checks what is answered to one question, and gives the move.
    fn check(&mut self, question: &Question) -> Result<AnyMove, Broken> {
        let one = question.ask(&mut *self.native, false)?;
        let is_reproducible = self.native.habits().is_reproducible();
        let other = question.ask(&mut *self.erased, false)?;
        let same = |law, other: &Decision<AnyMove>, what: &str| {
            let tell = || format!("{}, {what} {}", told(question, &one), told(question, other));
            demand(!is_reproducible || one == *other, tell).map_err(|found| (law, found))
        };
        same("it decides for a game compiled as for any game", &other, "through virtual calls")?;
        self.used.begin();
        let explained = question.ask(&mut *self.used, true)?;
        check_explanation(question, &explained)?;
        self.used.begin();
        let again = question.ask(&mut *self.used, false)?;
        self.used.begin();
        let once_more = question.ask(&mut *self.used, false)?;
        let law = "the same question has the same answer, whatever was played before `begin`";
        let tell = || format!("{}, then {}", told(question, &again), told(question, &once_more));
        demand(!is_reproducible || again == once_more, tell).map_err(|found| (law, found))?;
        let mut fresh = self.player.seat(&self.game.start).map_err(|e| (law, e.to_string()))?;
        fresh.begin();
        let anew = question.ask(&mut *fresh, false)?;
        let tell = || format!("{}, anew {}", told(question, &again), told(question, &anew));
        demand(!is_reproducible || again == anew, tell).map_err(|found| (law, found))?;
        let tell =
            || format!("{}, explained {}", told(question, &again), told(question, &explained));
        demand(!is_reproducible || explained.m == again.m, tell)
            .map_err(|found| ("whoever explains plays no other move", found))?;
        if is_reproducible && !self.native.habits().random {
            self.used.begin();
            let drawn = question.ask_with(&mut *self.used, false, 100 + question.stream)?;
            let tell = || format!("{}, then {}", told(question, &again), told(question, &drawn));
            demand(again == drawn, tell)
                .map_err(|found| ("only whoever says so draws from the stream", found))?;
        }
        Ok(one.m)
    }
}

/// The line can be played, the moves are legal, the values within the bounds.
fn check_explanation(question: &Question, explained: &Decision<AnyMove>) -> Result<(), Broken> {
    let law = "a line can be played, and values are within the declared bounds";
    let mut line = question.position.clone();
    for &m in &explained.pv {
        demand(line.is_legal(m), || format!("{} in {line}", name(&line, m)))
            .map_err(|found| (law, found))?;
        line.play(m);
    }
    let facts = question.position.facts();
    let bounds = facts.min_payoff - 1e-9..=facts.max_payoff + 1e-9;
    for root in &explained.moves {
        let is_right = question.position.is_legal(root.m) && bounds.contains(&root.value);
        let found = || format!("{} valued {}", name(&question.position, root.m), root.value);
        demand(is_right, found).map_err(|found| (law, found))?;
    }
    let is_right = explained.value.is_none_or(|value| bounds.contains(&value));
    let found = || explained.value.map_or(String::new(), |value| format!("the value {value}"));
    demand(is_right, found).map_err(|found| (law, found))?;
    check_beliefs(question, explained)
}

/// What is believed are answers to the move, in order, that one of the others may give.
fn check_beliefs(question: &Question, explained: &Decision<AnyMove>) -> Result<(), Broken> {
    let law = "what it believes are legal answers to its move, ascending, whose probabilities add up to one";
    let Decision { m, beliefs, .. } = explained;
    if beliefs.is_empty() {
        return Ok(());
    }
    let here = crate::after(&question.position, *m);
    let is_of_another = matches!(here.node(), Node::Decision(seat) if seat != question.seat);
    let may_come = |belief: &Belief<AnyMove>| {
        here.is_legal(belief.m) && 0.0 < belief.probability && belief.probability <= 1.0 + 1e-9
    };
    let total: f64 = beliefs.iter().map(|belief| belief.probability).sum();
    let is_right = is_of_another
        && beliefs.iter().all(may_come)
        && beliefs.is_sorted_by(|one, other| one.m < other.m)
        && (total - 1.0).abs() < 1e-9;
    demand(is_right, || told(question, explained)).map_err(|found| (law, found))
}

/// A decision in words: its move as people write it, and what else two decisions may differ in.
fn told(question: &Question, decision: &Decision<AnyMove>) -> String {
    let Decision { m, value, bound, depth, nodes, pv, moves, beliefs, note: _ } = decision;
    let mut text = format!("{} (nodes {nodes}", name(&question.position, *m));
    let words = bound.words();
    let _ = value.iter().try_for_each(|value| write!(text, ", value {words}{value}"));
    let _ = depth.iter().try_for_each(|depth| write!(text, ", depth {depth}"));
    let mut here = question.position.clone();
    for &m in pv {
        let _ = write!(text, ", expects {}", name(&here, m));
        if !here.is_legal(m) {
            break;
        }
        here.play(m);
    }
    for root in moves {
        let _ = write!(text, ", {} {}", name(&question.position, root.m), root.value);
    }
    let here = crate::after(&question.position, *m);
    for Belief { m, probability } in beliefs {
        let _ = write!(text, ", believes {} {probability}", name(&here, *m));
    }
    text + ")"
}

#[cfg(test)]
mod tests {
    use std::{
        any::TypeId,
        sync::atomic::{AtomicU64, Ordering},
    };

    use super::check_player;
    use crate::{
        Algorithm, AnyPosition, Belief, Binding, Decision, Habits, OptionSpec, Options,
        PlayerPlugin, Position, Roster, SetupError, Turn, inventory, laws::tests::Heaps,
    };

    /// A player of random moves, with the fault that is asked for.
    struct Faulty(String);

    impl Algorithm for Faulty {
        const NAME: &'static str = "faulty";
        const SUMMARY: &'static str = "breaks the law it is told to";
        const OPTIONS: &'static [OptionSpec] = &[OptionSpec::text("fault", "a fault", "", "which")];
        /// What it remembers, and must not.
        type Memory<P: Position> = u64;

        fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
            let mut copy = game.clone();
            for _ in 0..if options.text("fault") == "prepares" { 5_000 } else { 1 } {
                copy.play_from(game, game.nth(0));
            }
            Ok(Faulty(options.text("fault").to_owned()))
        }

        fn begin<P: Position>(&self, memory: &mut u64) {
            *memory = if self.0 == "remembers" { *memory } else { 0 };
        }

        fn choose<P: Position>(
            &self,
            memory: &mut u64,
            position: &P,
            turn: &mut Turn<'_>,
        ) -> Decision<P::Move> {
            static ASKED: AtomicU64 = AtomicU64::new(0);
            let random = position.nth(turn.stream.below(position.count() as u32) as usize);
            let first = position.nth(0);
            let last = position.nth(position.count() - 1);
            *memory += 1;
            let decision = Decision::just(random);
            match self.0.as_str() {
                "panics" => panic!("as asked"),
                "remembers" => Decision::just(if memory.is_multiple_of(2) { first } else { last }),
                "counts" if ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => {
                    Decision::just(first)
                }
                "looks-around" | "untold" => {
                    let mut copy = position.clone();
                    for _ in 0..2_000 {
                        copy.play_from(position, first);
                    }
                    decision.with_nodes(u64::from(self.0 != "untold"))
                }
                "overspends" => decision.with_nodes(turn.budget.nodes.map_or(1, |most| most + 1)),
                "erased" if TypeId::of::<P>() == TypeId::of::<AnyPosition>() => {
                    Decision::just(first)
                }
                "counts" | "erased" => Decision::just(last),
                "explains" => Decision::just(if turn.explain { first } else { last }),
                "exaggerates" => decision.with_value(Some(7.0)),
                "believes" => {
                    let beliefs = vec![Belief { m: first, probability: 0.5 }];
                    Decision { beliefs, ..Decision::just(last) }
                }
                "illegal" => {
                    // A move of some other position, where this one has no such.
                    let mut other = position.clone();
                    other.play(first);
                    Decision::just(other.nth(0))
                }
                _ => decision,
            }
        }

        fn habits(&self) -> Habits {
            Habits { random: self.0 != "secretly-random", ..Habits::default() }
        }
    }

    inventory::submit! { PlayerPlugin::of::<Faulty>() }
    inventory::submit! { Roster(&[Binding::of::<Heaps, Faulty>()]) }

    #[test]
    fn a_player_with_one_fault_breaks_the_law_of_it() {
        check_player("faulty", "heaps").unwrap();
        for (fault, law) in [
            ("panics", "it chooses a legal move"),
            ("illegal", "it chooses a legal move"),
            ("remembers", "the same question has the same answer"),
            ("counts", "decides for a game compiled as for any game"),
            ("overspends", "never spends more nodes"),
            ("erased", "decides for a game compiled as for any game"),
            ("explains", "whoever explains plays no other move"),
            ("exaggerates", "values are within the declared bounds"),
            ("believes", "whose probabilities add up to one"),
            ("secretly-random", "only whoever says so draws"),
            ("looks-around", "it tells how many positions"),
            ("untold", "it tells how many positions"),
            ("prepares", "it is seated before"),
        ] {
            let broken = check_player(&format!("faulty({fault})"), "heaps").unwrap_err();
            assert!(broken.to_string().contains(law), "{fault}: {broken}");
        }
    }
}
