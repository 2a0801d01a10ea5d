//! Players that prepare before the game: by counterfactual regret minimisation, or a best response to another player.

use std::{
    mem,
    sync::{Arc, Mutex},
};

use agon_core::{
    Algorithm, AnyMove, AnyPosition, Bound, Decision, Habits, LearntMove, NamedPlayer, Observer, OptionSpec, Options,
    PlayerPlugin, Plays, Position, RegretStage, RootMove, Seat, Seed, SetupError, Stream, Turn, all_moves, inventory,
};

use crate::{
    extensive::{
        AskedWhere, BEST_RESPONSE, BYTES, Cfr, CfrState, ExtensiveForm, InformationSet, Learning, PlaySampling,
        PlayWalk, Sampled, TooManyPlays, draw, strategy_until, unforeseen,
    },
    node_budget::NodeBudget,
    shared::{Preparation, PreparationBudget, Prepared, Seated},
};

/// The settings of a preparation.
#[derive(Clone, Debug, PartialEq)]
struct Lesson {
    learning: Learning,
    iterations: u64,
    limit: usize,
}

/// The result of a preparation.
enum Learnt {
    /// All plays, the average strategy, and the values of its moves.
    Whole(Arc<ExtensiveForm>, Vec<f64>, Vec<f64>),
    /// The result of sampled plays, and why not all plays were walked.
    Sampled(Sampled, Option<TooManyPlays>),
}

impl Learnt {
    /// What the player says with each move where it learnt less than was asked.
    fn note(&self) -> Option<String> {
        let Learnt::Sampled(sampled, too_many) = self else { return None };
        let full = if sampled.is_full() { ", then its memory was full" } else { "" };
        let plays = sampled.iterations();
        match too_many {
            Some(too_many) => Some(format!("{too_many}: learnt from {plays} sampled plays{full}")),
            None if sampled.is_full() => Some(format!("learnt from {plays} sampled plays{full}")),
            None => None,
        }
    }
}

/// The probability of each move, and its value where that is known.
type KnownMoves = Vec<(f64, Option<f64>)>;

/// How far a preparation came.
#[derive(Default)]
enum LessonProgress {
    #[default]
    Begun,
    /// The plays are being walked.
    Walking(Box<PlayWalk<AnyPosition>>),
    /// They are all known, and the regrets of some iterations.
    Learning(Arc<ExtensiveForm>, Option<CfrState>),
    /// Plays are sampled, from the stream that continues, because of this.
    Sampling(Box<(Sampled, Stream)>, Option<TooManyPlays>),
}

impl LessonProgress {
    /// The probabilities of the moves of `seat` in `position` by the average strategy so far, and what to say of them.
    fn known<P: Position>(&self, position: &P, seat: Seat) -> Option<(KnownMoves, String)> {
        match self {
            LessonProgress::Learning(form, Some(state)) if 0 < state.iterations => {
                let set = form.find(position, seat)?;
                let sums = &state.sums[set.range()];
                let total: f64 = sums.iter().sum();
                let uniform = 1.0 / sums.len() as f64;
                let share = |&sum: &f64| if 0.0 < total { sum / total } else { uniform };
                let known = sums.iter().map(|sum| (share(sum), None)).collect();
                Some((known, format!("learnt from {} iterations so far", state.iterations)))
            }
            LessonProgress::Sampling(sampling, _) if 0 < sampling.0.iterations() => {
                let sampled = &sampling.0;
                let told = format!("learnt from {} sampled plays so far", sampled.iterations());
                Some((sampled.known(position, seat), told))
            }
            _ => None,
        }
    }
}

/// The number of plays sampled in place of each iteration over all plays, if these are too many.
const PLAYS_INSTEAD: u64 = 100;

impl Lesson {
    /// The bytes that it may take.
    fn memory(&self) -> usize {
        self.limit.saturating_mul(BYTES)
    }

    /// The progress with no play sampled yet.
    fn sampling(&self, sampling: PlaySampling, why: Option<TooManyPlays>) -> LessonProgress {
        let sampled = Sampled::new(sampling).within(self.memory());
        LessonProgress::Sampling(Box::new((sampled, Seed(0).stream(0))), why)
    }
}

impl Preparation for Lesson {
    type Found = Learnt;
    type Progress = LessonProgress;

    fn prepare(
        &self,
        start: &AnyPosition,
        progress: &mut LessonProgress,
        limits: &mut PreparationBudget<'_, '_>,
    ) -> Option<Learnt> {
        let mut goes_on = || limits.goes_on();
        loop {
            match (mem::take(progress), self.learning) {
                (LessonProgress::Begun, Learning::Whole(_)) => {
                    *progress = LessonProgress::Walking(Box::new(PlayWalk::new(start)));
                }
                (LessonProgress::Begun, Learning::Sampled(sampling)) => {
                    *progress = self.sampling(sampling, None);
                }
                (LessonProgress::Walking(mut walk), _) => match walk.go_on(self.limit, &mut goes_on) {
                    Ok(true) => *progress = LessonProgress::Learning(Arc::new(walk.form), None),
                    Ok(false) => {
                        *progress = LessonProgress::Walking(walk);
                        return None;
                    }
                    Err(why) => *progress = self.sampling(PlaySampling::OUTCOME, Some(why)),
                },
                (LessonProgress::Learning(form, state), learning) => {
                    let Learning::Whole(rule) = learning else { unreachable!("it is sampled") };
                    let resumed = state.and_then(|state| Cfr::resumed(&form, rule, state));
                    let mut cfr = resumed.unwrap_or_else(|| Cfr::new(&form, rule));
                    while cfr.iterations() < self.iterations {
                        if !goes_on() {
                            let state = cfr.into_state();
                            *progress = LessonProgress::Learning(form, Some(state));
                            return None;
                        }
                        cfr.iterate();
                    }
                    let average = cfr.average();
                    let values = all_values(&form, |_| &average);
                    return Some(Learnt::Whole(form, average, values));
                }
                (LessonProgress::Sampling(mut sampling, why), _) => {
                    let (sampled, stream) = &mut *sampling;
                    let (iterations, sets) = match why {
                        Some(_) => (self.iterations.saturating_mul(PLAYS_INSTEAD), self.limit),
                        None => (self.iterations, usize::MAX),
                    };
                    while sampled.iterations() < iterations && sampled.sets() < sets {
                        let is_complete = sampled.iterate(start, stream, &mut goes_on);
                        if sampled.is_full() {
                            break;
                        }
                        if !is_complete {
                            *progress = LessonProgress::Sampling(sampling, why);
                            return None;
                        }
                    }
                    return Some(Learnt::Sampled(sampling.0, why));
                }
            }
        }
    }

    fn seated() -> &'static Seated<Lesson> {
        static SEATED: Seated<Lesson> = Mutex::new(Vec::new());
        &SEATED
    }
}

/// The note if a preparation was stopped early.
const STOPPED: &str = "it was stopped before it was prepared";

const LIMIT: OptionSpec = OptionSpec::whole(
    "limit",
    1..=1_000_000_000,
    "200000",
    "positions of all plays, each as often as it is reached; up to 500 bytes each",
);

/// Plays the average strategy of counterfactual regret minimisation.
pub struct Equilibrium(Arc<Prepared<Lesson>>, Lesson);

impl Algorithm for Equilibrium {
    const NAME: &'static str = "equilibrium";
    const ALIASES: &'static [&'static str] = &["cfr"];
    const SUMMARY: &'static str = "a strategy that nobody gains against, by counterfactual regrets (CFR)";
    const HELP: &'static str = "Before its first move it learns: in every iteration each seat in turn adds up, \
        at every information set, how much better each move would have been, and plays in proportion to \
        that from then on. The average of all its strategies comes close to an equilibrium where two play \
        for payoffs of constant sum; it is what is played, drawn move by move.\n\nLearnt once for all seats, \
        and counts against no budget. rule=cfr is the first of its kind; cfr+ cuts regrets at zero and \
        weighs iteration t by t; dcfr and linear discount what was learnt early. They walk all plays in \
        each iteration; where the game has more than `limit` positions, 100 plays sampled as by outcome stand for \
        an iteration, until `limit` information sets are met: that is far from an equilibrium, and every move says so.\n\nWith external and outcome \
        a sample of the plays is walked, until the memory of `limit` is full. Sources: M. Zinkevich, M. Johanson, M. \
        Bowling and C. Piccione, Regret minimization in games with incomplete information (2007); M. \
        Lanctot, K. Waugh, M. Zinkevich and M. Bowling, Monte Carlo sampling for regret minimization in \
        extensive games (2009); O. Tammelin, Solving large imperfect information games using CFR+ (2014); \
        N. Brown and T. Sandholm, Solving imperfect-information games via discounted regret minimization \
        (2019).";
    const OPTIONS: &'static [OptionSpec] = &[
        Learning::OPTION,
        OptionSpec::whole("iterations", 1..=1_000_000_000, "1000", "how often all seats learn"),
        LIMIT,
    ];
    const PLAYS: Plays = Plays::ANYTHING.with_hidden();
    type Memory<P: Position> = ();

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let lesson = Lesson {
            learning: Learning::named(options.text("rule")),
            iterations: options.whole("iterations"),
            limit: options.whole("limit"),
        };
        Ok(Equilibrium(Prepared::of(game, lesson.clone()), lesson))
    }

    fn choose<P: Position>(&self, (): &mut (), position: &P, turn: &mut Turn<'_>) -> Decision<P::Move> {
        let found = self.0.found(&mut NodeBudget::new(turn, None).unlimited());
        let known = match found.as_deref() {
            Some(Learnt::Whole(form, strategy, values)) => {
                let set = form.find(position, turn.seat);
                set.map(|set| known(set, strategy, values)).ok_or(UNKNOWN)
            }
            Some(Learnt::Sampled(sampled, _)) => Ok(sampled.known(position, turn.seat)),
            // The average strategy of what it has learnt so far; the next move goes on from there.
            None => match self.0.so_far(|progress| progress.known(position, turn.seat)) {
                Some((known, told)) => return drawn(position, turn, &known).with_note(told),
                None => Err(STOPPED),
            },
        };
        match known {
            Ok(known) => {
                let decision = drawn(position, turn, &known);
                match found.as_deref().and_then(Learnt::note) {
                    Some(note) => decision.with_note(note),
                    None => decision,
                }
            }
            Err(why) => {
                let uniform = vec![(1.0 / position.count() as f64, None); position.count()];
                drawn(position, turn, &uniform).with_note(format!("{why}: all moves alike"))
            }
        }
    }

    fn choose_watched(
        &self,
        (): &mut (),
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> Decision<AnyMove> {
        let decision = self.choose(&mut (), position, turn);
        self.tell(position, turn, observer);
        decision
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_random(true).with_by_view(true)
    }

    fn memory(&self) -> u64 {
        self.1.memory() as u64
    }
}

impl Equilibrium {
    /// Tells how the regrets went where the seat is: learns once more, as only the result is remembered. Stops early
    /// where the turn does.
    fn tell(&self, position: &AnyPosition, turn: &Turn<'_>, observer: &mut dyn Observer) {
        let found = self.0.found(&mut NodeBudget::new(turn, None).unlimited());
        let (Learning::Whole(rule), Some(Learnt::Whole(form, ..))) = (self.1.learning, found.as_deref()) else {
            return;
        };
        let Some(set) = form.find(position, turn.seat) else { return };
        let moves = all_moves(position);
        let mut cfr = Cfr::new(form, rule);
        let mut next = 1;
        while cfr.iterations() < self.1.iterations && !turn.is_over() {
            cfr.iterate();
            let made = cfr.iterations();
            if made != next && made != self.1.iterations {
                continue;
            }
            if made == next {
                next = next.saturating_mul(10);
            }
            let (regrets, average) = (&cfr.regrets()[set.range()], cfr.average());
            let known = regrets.iter().zip(&average[set.range()]);
            let known = moves.iter().zip(known).map(|(&m, (&r, &share))| LearntMove::new(m, r, share));
            observer.learnt(RegretStage::new(made, &known.collect::<Vec<_>>()));
        }
    }
}

/// The values of the moves of every set to its seat, if every seat plays by `strategy`.
fn all_values<'a>(form: &ExtensiveForm, strategy: impl Fn(Seat) -> &'a [f64]) -> Vec<f64> {
    let mut all = vec![0.0; form.moves()];
    for seat in Seat::all(form.seats()) {
        let values = form.move_values(strategy(seat), seat);
        for set in form.sets().iter().filter(|set| set.seat == seat) {
            all[set.range()].copy_from_slice(&values[set.range()]);
        }
    }
    all
}

/// The probabilities of the moves of a set, and their values.
fn known(set: &InformationSet, strategy: &[f64], values: &[f64]) -> Vec<(f64, Option<f64>)> {
    let shares = strategy[set.range()].iter().copied();
    shares.zip(values[set.range()].iter().map(|&value| Some(value))).collect()
}

/// The note if no walked play reaches the position.
const UNKNOWN: &str = "no play from the beginning comes here";

/// A move drawn by these probabilities, with the values of the moves where known.
fn drawn<P: Position>(position: &P, turn: &mut Turn<'_>, known: &[(f64, Option<f64>)]) -> Decision<P::Move> {
    let moves = all_moves(position);
    let shares: Vec<f64> = known.iter().map(|&(share, _)| share).collect();
    let m = moves[draw(&shares, turn.stream)];
    let values = known.iter().map(|&(share, value)| value.map(|value| share * value));
    let value = values.sum::<Option<f64>>();
    let mut decision = Decision::just(m).with_nodes(1).with_value(value);
    decision.bound = Bound::Sample;
    if turn.explain {
        decision.pv = vec![m];
        let told = moves
            .iter()
            .zip(known)
            .filter_map(|(&m, &(share, value))| Some(RootMove::new(m, value?, Bound::Sample).drawn(share)));
        decision.moves = told.collect();
    }
    decision
}

inventory::submit! { PlayerPlugin::of::<Equilibrium>() }

/// The opponent of a best response, and the size limit of the game.
#[derive(Clone, Debug)]
struct Opponent {
    player: NamedPlayer,
    limit: usize,
}

impl PartialEq for Opponent {
    fn eq(&self, other: &Self) -> bool {
        (&self.player.term, self.limit) == (&other.player.term, other.limit)
    }
}

/// The best responses of all seats, each to all others playing as that player.
struct Responses {
    form: ExtensiveForm,
    by_seat: Vec<Vec<f64>>,
    values: Vec<f64>,
}

impl Preparation for Opponent {
    type Found = Result<Responses, String>;
    type Progress = ();

    fn prepare(&self, start: &AnyPosition, (): &mut (), limits: &mut PreparationBudget<'_, '_>) -> Option<Self::Found> {
        let form = match ExtensiveForm::of_while(start, self.limit, &mut || limits.goes_on()) {
            Ok(form) => form?,
            Err(too_many) => return Some(Err(too_many.to_string())),
        };
        let draws = (Seed(0), ANSWERS);
        let reached = AskedWhere::Reached;
        let asked = strategy_until(&form, start, &self.player, draws, reached, limits.node_budget);
        let strategy = match asked {
            Ok(strategy) => strategy?,
            Err(why) => return Some(Err(why.to_string())),
        };
        let respond = |seat| form.best_response(&strategy, seat).strategy;
        let by_seat: Vec<Vec<f64>> = Seat::all(form.seats()).map(respond).collect();
        let values = all_values(&form, |seat| &by_seat[seat.index()]);
        Some(Ok(Responses { form, by_seat, values }))
    }

    fn seated() -> &'static Seated<Opponent> {
        static SEATED: Seated<Opponent> = Mutex::new(Vec::new());
        &SEATED
    }
}

/// The number of answers that estimate the strategy of a player that draws without reporting
/// probabilities.
const ANSWERS: u32 = 100;

/// Plays the best response to one given player.
pub struct BestResponder {
    prepared: Arc<Prepared<Opponent>>,
    memory: u64,
}

impl Algorithm for BestResponder {
    const NAME: &'static str = BEST_RESPONSE;
    const SUMMARY: &'static str = "what gains most against one certain player, who is asked beforehand";
    const HELP: &'static str = "Before its first move it walks all plays, asks the player `to` at every \
        information set to which it comes by its own moves how it plays, and finds the move that gains most \
        on average, set by set, the last ones first. The others are taken for `to`, whoever they are. \
        random, mix, epsilon, equilibrium and ismcts(choice=share) tell how likely their moves are; of a player \
        that draws and does not say how 100 answers are taken, and to prepare takes as long as they do: at \
        goofspiel(cards=4) seconds for `pimc`, minutes for `ismcts`.\n\nWhere the game has more than `limit` \
        positions the first move is played, and every move says so. \
        Source: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, Accelerating best response calculation \
        in large extensive games (2011), without what makes it fast.";
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::player("to", "random", "whom it plays against"), LIMIT];
    const PLAYS: Plays = Plays::ANYTHING.with_hidden();
    type Memory<P: Position> = ();

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let player = options
            .player("to")
            .ok_or_else(|| SetupError::refused(Self::NAME, "it does not say to whom", "best-response(to=random)"))?;
        // Fails if the player cannot play this game; its habits are those it has at this game.
        let seated = player.seat(game)?;
        if let Some(why) = unforeseen(seated.habits()) {
            let reason = format!("{} {why}, and can't be asked beforehand", player.term);
            return Err(SetupError::refused(Self::NAME, reason, "name another: to=…"));
        }
        let limit: usize = options.whole("limit");
        let memory = (limit as u64 * BYTES as u64).saturating_add(seated.memory());
        let opponent = Opponent { player: player.clone(), limit };
        Ok(BestResponder { prepared: Prepared::of(game, opponent), memory })
    }

    fn choose<P: Position>(&self, (): &mut (), position: &P, turn: &mut Turn<'_>) -> Decision<P::Move> {
        let found = self.prepared.found(&mut NodeBudget::new(turn, None).unlimited());
        let known = match found.as_deref() {
            Some(Ok(Responses { form, by_seat, values })) => {
                let set = form.find(position, turn.seat);
                set.map(|set| known(set, &by_seat[turn.seat.index()], values)).ok_or(UNKNOWN)
            }
            Some(Err(why)) => Err(&**why),
            None => Err(STOPPED),
        };
        // The player draws nothing: one move is certain.
        let mut stream: Stream = Seed(0).stream(0);
        let mut certain = Turn::new(turn.seat, &mut stream).explained(turn.explain);
        match known {
            Ok(known) => drawn(position, &mut certain, &known),
            Err(why) => {
                let mut first = vec![(0.0, None); position.count()];
                first[0].0 = 1.0;
                drawn(position, &mut certain, &first).with_note(format!("{why}: the first move"))
            }
        }
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_by_view(true)
    }

    fn memory(&self) -> u64 {
        self.memory
    }
}

inventory::submit! { PlayerPlugin::of::<BestResponder>() }
