//! MTD(f): finding a value by repeated null-window searches.

use agon_core::{
    Algorithm, AnyPosition, Estimator, Habits, OptionSpec, Options, PlayerPlugin, Plays, Position, Seat, SetupError,
    horizon::Window, inventory,
};

use crate::{
    alpha_beta::{
        AlphaBetaMemory, AlphaBetaSearch, Answer, Depths, FullPly, Iterate, NODES, Settings, TIME, read_size,
        table_option,
    },
    crew::THREADS,
    duel::{DUEL, Duel},
    search_frame::{Watch, chooses_by_search},
};

/// MTD(f): alpha-beta with null windows only, repeated until the bounds meet.
#[derive(Clone, Debug)]
pub struct Mtd(Settings);

impl Algorithm for Mtd {
    const NAME: &'static str = "mtd";
    const SUMMARY: &'static str = "alpha-beta by null windows around a guess, MTD(f)";
    const HELP: &'static str = "At every depth it guesses the value of the depth before. An \
        alpha-beta search with an empty window tells on which side of the guess the value is, and \
        its answer is the next guess, until the bounds meet. The table remembers what the \
        searches have in common. The value is that of minimax, the move one of the best. \
        Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax \
        algorithms (1996).";
    const PLAYS: Plays = DUEL;
    const OPTIONS: &'static [OptionSpec] = &[
        Duel::depth_option("4"),
        Estimator::OPTION,
        NODES,
        TIME,
        table_option("16MB"),
        OptionSpec::flag("hint", "true", "try the moves that the game hints at first"),
        OptionSpec::flag("history", "true", "try the moves early that refuted many others"),
        THREADS,
    ];
    type Memory<P: Position> = AlphaBetaMemory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let nodes = options.limit("nodes");
        let time = options.limit("time").map(std::time::Duration::from_millis);
        let is_budgeted = nodes.is_some() || time.is_some();
        let duel = Duel::of(Self::NAME, options, game, is_budgeted)?;
        Ok(Mtd(Settings {
            deepening: true,
            nodes,
            time,
            table: read_size(options)?,
            hint: options.flag("hint"),
            history: options.flag("history"),
            threads: options.whole("threads"),
            ..Settings::plain(duel)
        }))
    }

    fn begin<P: Position>(&self, memory: &mut AlphaBetaMemory<P>) {
        memory.begin();
    }

    chooses_by_search!(|player, memory, position, turn, watch| {
        memory.search::<Mtd, _>(&player.0, position, turn, watch)
    });

    fn habits(&self) -> Habits {
        self.0.habits()
    }

    fn memory(&self) -> u64 {
        self.0.memory()
    }
}

impl Iterate for Mtd {
    /// Searches the root to the depth of `line` until the bounds of its value meet.
    fn iterate<P: Position, O: Watch>(
        search: &mut AlphaBetaSearch<'_, O>,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        last: Option<Answer<P::Move>>,
    ) -> Option<Answer<P::Move>> {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut guess = last.map_or(0.0, |last| last.value);
        let mut best = last.map(|last| last.m);
        while low < high {
            let beta = if guess == low { guess.next_up() } else { guess };
            let window = Window::at_least(beta);
            let found = search.best_at_root(line, depths, mover, window, best);
            if search.is_stopped() {
                // Part of the first search is better than nothing; later, only a move certain to be better than the
                // last one is worth an answer.
                return match (last, best) {
                    (None, _) => found.m.map(|m| Answer { m, value: found.value, is_whole: false }),
                    (Some(last), Some(m)) if last.value < low => Some(Answer { m, value: low, is_whole: false }),
                    _ => None,
                };
            }
            let (m, value) = (found.m?, found.value);
            if value < beta {
                high = value;
            } else {
                // Only a move that reached the guess is known to have the value.
                (low, best) = (value, Some(m));
            }
            guess = value;
        }
        best.map(|m| Answer { m, value: low, is_whole: true })
    }
}

inventory::submit! { PlayerPlugin::of::<Mtd>() }
