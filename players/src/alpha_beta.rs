//! Alpha-beta search, and the classical refinements that bring cutoffs earlier.
//!
//! Without options other than the depth it is the plain search of [`plain`]; every other option
//! switches on a part of [`search`].

mod averaging;
mod deepening;
mod depths;
mod helpers;
mod iteration;
mod last_ply;
mod moves;
mod order;
mod plain;
mod ply;
mod pruning;
mod quiescence;
mod remembering;
mod scouting;
mod search;
mod settings;
mod table;

use agon_core::{
    Algorithm, AnyPosition, Decision, Habits, OptionSpec, Options, PlayerPlugin, Plays, Position, Seat, SetupError,
    Turn, inventory,
};

pub(crate) use self::{
    depths::Depths,
    iteration::{Answer, Iterate},
    order::Order,
    ply::FullPly,
    search::AlphaBetaSearch,
    settings::{NODES, Settings, TIME, read_size, table_option},
    table::{Entry, Table},
};
use self::{helpers::Helpers, iteration::FullLine, plain::Plain, table::Access};
use crate::{
    duel::DUEL,
    fixed_depth::FixedDepth,
    node_budget::NodeBudget,
    search_frame::{Line, SearchFrame, Watch, chooses_by_search},
};

/// Alpha-beta search, with every refinement as an option: iterative deepening, transposition table,
/// move ordering, narrow windows, quiescence, reductions.
#[derive(Clone, Debug)]
pub struct AlphaBeta(Settings);

/// Its memory: the lines it works on, and what it learned in earlier searches.
#[derive(Debug)]
pub struct AlphaBetaMemory<P: Position> {
    plain: Line<P>,
    line: FullLine<P>,
    helpers: Helpers<P>,
    table: Option<Table>,
    order: Order,
}

impl<P: Position> Default for AlphaBetaMemory<P> {
    fn default() -> Self {
        AlphaBetaMemory {
            plain: Line::default(),
            line: Line::default(),
            helpers: Helpers::default(),
            table: None,
            order: Order::default(),
        }
    }
}

impl Algorithm for AlphaBeta {
    const NAME: &'static str = "alpha-beta";
    const ALIASES: &'static [&'static str] = &["ab"];
    const SUMMARY: &'static str = "minimax that stops looking at a refuted move";
    const HELP: &'static str = "\
        Minimax that skips what cannot matter: once a reply shows that a move is worth no more than one that was found \
        before, its other replies are left alone (a cutoff). How much that saves depends on the order in which moves are \
        tried.\n\n\
        With no option but the depth, the value and the move are those of minimax, the first of \
        equal moves; under a budget it searches to depth 1, 2, 3 … and answers with the last \
        depth it finished. The value stays that of minimax, and the move one of the best, with \
        deepening, aspiration, pvs, table, symmetry, hint, killers, history, countermove, internal and \
        quick, which only change how soon it is found.\n\nWith m, n, width, relevant, min-depth, \
        max-depth and quiescence it is the value that averaging, selective search, variable depth \
        and quiescence define. Beyond the horizon the seat to act takes the estimate or the best \
        of its forcing moves; where every move is forcing, it takes one of those.\n\nThe options \
        ignore-past, reductions, \
        futility, null-move, extensions, grafts and memory trade exactness for strength. With \
        ignore-past a value may come from a position that was reached otherwise, where a \
        repetition counts otherwise (graph-history interaction).\n\nWhat `strong` is at a game \
        is the term that is strong there; players/STRENGTH.md has what each option gained. \
        With threads above 1 the value is the same, but not the number of positions, nor which of \
        equal moves is found; whoever is watched searches alone. \
        Sources: D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning (1975); J. R. \
        Slagle and J. K. Dixon, Experiments with the M & N tree-searching program (1970); T. A. \
        Marsland, A review of game-tree pruning (1986).";
    const PLAYS: Plays = DUEL;
    const OPTIONS: &'static [OptionSpec] = settings::OPTIONS;
    type Memory<P: Position> = AlphaBetaMemory<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(AlphaBeta(Settings::of(Self::NAME, options, game)?))
    }

    fn begin<P: Position>(&self, memory: &mut AlphaBetaMemory<P>) {
        memory.begin();
    }

    chooses_by_search!(|player, memory, position, turn, watch| {
        let settings = &player.0;
        if settings.is_plain() {
            let search = FixedDepth::new(&Plain, &settings.duel, turn, watch);
            let search = search.within(turn, settings.nodes);
            search.decide(&mut memory.plain, position, turn.explain)
        } else {
            memory.search::<AlwaysWhole, _>(settings, position, turn, watch)
        }
    });

    fn habits(&self) -> Habits {
        self.0.habits()
    }

    fn memory(&self) -> u64 {
        self.0.memory()
    }
}

/// Searches every move at the root.
enum AlwaysWhole {}

impl Iterate for AlwaysWhole {
    fn iterate<P: Position, O: Watch>(
        search: &mut AlphaBetaSearch<'_, O>,
        line: &mut [FullPly<P>],
        depths: Depths,
        mover: Seat,
        last: Option<Answer<P::Move>>,
    ) -> Option<Answer<P::Move>> {
        search.root(line, depths, mover, last)
    }
}

impl<P: Position> AlphaBetaMemory<P> {
    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        if let Some(table) = &mut self.table {
            table.next_game();
        }
    }

    /// Searches with this memory, each depth by `I`.
    pub(crate) fn search<I: Iterate, O: Watch>(
        &mut self,
        settings: &Settings,
        position: &P,
        turn: &Turn<'_>,
        watch: O,
    ) -> Decision<P::Move> {
        if let Some(bytes) = settings.table {
            let table = self.table.get_or_insert_with(|| Table::new(bytes));
            table.next_move(settings.memory);
        }
        self.order.clear(settings.history, settings.countermove);
        let facts = position.facts();
        let node_budget = NodeBudget::new(turn, settings.nodes).by(turn.clock, settings.time);
        let mut search = AlphaBetaSearch {
            settings,
            me: turn.seat,
            frame: SearchFrame::new(node_budget, watch).with_lines(turn.explain || turn.listener.is_some()),
            table: self.table.as_mut().map(Access::Alone),
            crew: None,
            order: &mut self.order,
            known: Vec::new(),
            expected: Vec::new(),
            root_plies: 0,
            least_left: usize::MAX,
            // If every play has the same payoff, no win is quicker than another.
            is_quick: settings.quick && facts.min_payoff < facts.max_payoff,
            is_simple: !settings.averages(),
            bounds: (facts.min_payoff, facts.max_payoff),
            why: None,
        };
        search.decide::<P, I>(&mut self.line, &mut self.helpers, position, turn)
    }
}

inventory::submit! { PlayerPlugin::of::<AlphaBeta>() }
