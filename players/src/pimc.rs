//! Perfect information Monte Carlo: the hidden information is dealt many times, and each deal is played as an open
//! game.

use agon_core::{
    AnyMove, AnyPosition, Bound, Budget, Decision, Habits, NameError, NamedPlayer, Node, Observer, OptionSpec, Options,
    Player, PlayerPlugin, PlayerReply, Plays, Position, Redeal, RootMove, Seed, Sentence, SetupError, Sum, Turn,
    all_moves, inventory, registry,
};

use crate::node_budget::NodeBudget;

/// Deals the hidden information, asks a player of open games at each deal, and plays the move that is best on average.
pub struct Pimc {
    deals: u64,
    player: Box<dyn Player>,
    words: Sentence,
}

/// The player's answers at the deals.
struct Answers {
    moves: Vec<AnyMove>,
    /// The number of deals examined, and of those with a value for every move.
    made: u64,
    whole: u64,
    /// The sums of the values of each move over those deals.
    sums: Vec<f64>,
    /// For each move, the number of deals at which it was chosen; the number with a value for it, and the sum of those
    /// values.
    votes: Vec<u64>,
    valued: Vec<(u64, f64)>,
}

impl Answers {
    fn new(moves: Vec<AnyMove>) -> Answers {
        let count = moves.len();
        let (sums, votes, valued) = (vec![0.0; count], vec![0; count], vec![(0, 0.0); count]);
        Answers { moves, made: 0, whole: 0, sums, votes, valued }
    }

    /// The values of all moves, if all are reported and exact.
    fn values(&self, answer: &Decision<AnyMove>) -> Option<Vec<f64>> {
        let is_value = |bound| matches!(bound, Bound::Exact | Bound::Sample);
        let of = |m: &AnyMove| {
            let told = answer.moves.iter().find(|told| told.m == *m)?;
            (is_value(told.bound) && told.value.is_finite()).then_some(told.value)
        };
        self.moves.iter().map(of).collect()
    }

    /// The moves whose values are known at one deal: all of them, or the one that was chosen.
    fn known_at(&self, answer: &Decision<AnyMove>, values: Option<&[f64]>) -> Vec<(AnyMove, f64)> {
        if let Some(values) = values {
            return self.moves.iter().copied().zip(values.iter().copied()).collect();
        }
        let is_value = matches!(answer.bound, Bound::Exact | Bound::Sample);
        let own = answer.value.filter(|value| is_value && value.is_finite());
        own.map(|value| (answer.m, value)).into_iter().collect()
    }

    fn hear(&mut self, answer: &Decision<AnyMove>, values: Option<Vec<f64>>) {
        self.made += 1;
        if let Some(values) = values {
            self.whole += 1;
            self.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        let Ok(at) = self.moves.binary_search(&answer.m) else { return };
        self.votes[at] += 1;
        let is_value = matches!(answer.bound, Bound::Exact | Bound::Sample);
        if let Some(value) = answer.value.filter(|value| is_value && value.is_finite()) {
            self.valued[at].0 += 1;
            self.valued[at].1 += value;
        }
    }

    /// Whether sums can be compared: every deal contributed to every sum.
    fn is_whole(&self) -> bool {
        self.whole == self.made
    }

    /// The move with the best sum, then the most votes, then the first; by votes alone if sums cannot be compared.
    fn best(&self) -> usize {
        let worth = |at: usize| (if self.is_whole() { self.sums[at] } else { 0.0 }, self.votes[at]);
        (1..self.moves.len()).fold(0, |best, at| if worth(best) < worth(at) { at } else { best })
    }

    /// The number of known values of a move, for a mean, and their sum.
    fn known(&self, at: usize) -> (u64, f64) {
        if self.is_whole() { (self.made, self.sums[at]) } else { self.valued[at] }
    }
}

impl Pimc {
    /// The name people type.
    pub const NAME: &'static str = "pimc";

    const HELP: &'static str = "What is hidden is dealt `deals` times, each time so that the seat sees the \
        same, and the player looks at each deal as if all cards lay open.\n\nWhere it tells at every deal what \
        every move is worth, that is added up and the best sum is played: minimax, expectiminimax, max-n \
        and mcts do. Players that leave moves out, as alpha-beta does, or tell bounds are not \
        added up. Then each deal is a vote for the move that is played there, and what is told of \
        a move is the mean of the deals that voted for it.\n\nWithout a player it is one that looks \
        at all plays to their end \
        where a deal leaves no more than some 20000 positions (expectiminimax for two seats of constant \
        sum, max-n for others), and mcts(iterations=200) elsewhere.\n\nIt \
        never bluffs, and never pays to find anything out: it takes for granted that it will know all \
        from now on (strategy fusion), and that the others do (non-locality). Nodes are those that the \
        player looks at, and one for each deal. Sources: D. Levy, The million pound bridge program (1989); \
        M. Ginsberg, GIB (2001); I. Frank and D. Basin, Search in games with incomplete information \
        (1998); J. Long, N. Sturtevant, M. Buro and T. Furtak, Understanding the success of perfect \
        information Monte Carlo sampling (2010).";

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::player("player", "", "who looks at each deal"),
        OptionSpec::whole("deals", 1..=1_000_000, "20", "how often what is hidden is dealt"),
    ];

    fn seat(options: &Options, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        let named = match options.player("player") {
            Some(player) => player.clone(),
            None => usual(game)
                .map_err(|error| SetupError::refused(Self::NAME, error.to_string(), "name one: pimc(player=…)"))?,
        };
        let words = Sentence::named("best-of-deals", "the best of {count} deals by {player}")
            .with("count", options.whole::<u64>("deals").to_string())
            .with("player", &*named.term);
        let player = named.seat_open(game)?;
        Ok(Box::new(Pimc { deals: options.whole("deals"), player, words }))
    }
}

/// The default player for each deal.
fn usual(game: &AnyPosition) -> Result<NamedPlayer, NameError> {
    let facts = game.facts();
    registry::player(match (is_small(game), facts.seats <= 2 && facts.sum != Sum::General) {
        (true, true) => "expectiminimax(depth=unlimited, prune=none)",
        (true, false) => "max-n(depth=unlimited)",
        (false, _) => "mcts(iterations=200)",
    })
}

/// Whether all plays can be searched once the initial deal is known, as estimated from a few random plays: the product
/// of the numbers of choices along a play estimates the number of plays (D. Knuth, Estimating the efficiency of
/// backtrack programs, 1975).
fn is_small(game: &AnyPosition) -> bool {
    const MOST_POSITIONS: f64 = 20_000.0;
    const MOST_PLIES: u32 = 24;
    const PLAYS: u64 = 16;
    if MOST_PLIES < game.facts().max_plies {
        return false;
    }
    let size = |play| {
        let mut stream = Seed(0).stream(play);
        let mut here = game.clone();
        while here.node() == Node::Chance {
            here.play(here.draw_move(&mut stream));
        }
        let (mut positions, mut width) = (1.0, 1.0);
        while here.node() != Node::Terminal {
            width *= here.count() as f64;
            positions += width;
            here.play(here.draw_move(&mut stream));
        }
        positions
    };
    (0..PLAYS).map(size).sum::<f64>() <= MOST_POSITIONS * PLAYS as f64
}

impl Player for Pimc {
    fn begin(&mut self) {
        self.player.begin();
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        self.search(position, turn, None)
    }

    fn choose_watched(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        observer: &mut dyn Observer,
    ) -> PlayerReply {
        self.search(position, turn, position.facts().hidden.then_some(observer))
    }

    fn habits(&self) -> Habits {
        self.player.habits().with_random(true)
    }

    fn memory(&self) -> u64 {
        self.player.memory()
    }
}

impl Pimc {
    fn search(
        &mut self,
        position: &AnyPosition,
        turn: &mut Turn<'_>,
        mut observer: Option<&mut dyn Observer>,
    ) -> PlayerReply {
        let mut answers = Answers::new(all_moves(position));
        let mut node_budget = NodeBudget::new(turn, None);
        node_budget.count();
        // The first deal is always examined, so that there is an answer.
        while answers.made < self.deals && (answers.made == 0 || node_budget.count()) {
            let deal = position.redeal(turn.seat, turn.stream);
            // The remaining budget is divided among the remaining deals.
            let share = node_budget.left().map(|left| (left / (self.deals - answers.made)).max(1));
            let asked = Turn::new(turn.seat, turn.stream);
            let mut asked = node_budget.hand_on(asked).within(Budget::of(share)).explained(true);
            let answer = self.player.choose(&deal, &mut asked)?;
            node_budget.add(answer.nodes.min(node_budget.left().unwrap_or(u64::MAX)));
            let values = answers.values(&answer);
            // A deal that was cut short is worth less than the earlier ones.
            if values.is_none() && answers.made != 0 && node_budget.is_over() {
                break;
            }
            if let Some(observer) = &mut observer {
                let known = answers.known_at(&answer, values.as_deref());
                observer.redealt(Redeal::new(&deal, answer.m, &known));
            }
            answers.hear(&answer, values);
        }
        let best = answers.best();
        let mean = |at| match answers.known(at) {
            (0, _) => None,
            (deals, sum) => Some((deals, sum / deals as f64)),
        };
        let mut decision = Decision::just(answers.moves[best])
            .with_value(mean(best).map(|(_, value)| value))
            .with_bound(Bound::Sample)
            .with_nodes(node_budget.nodes());
        if turn.explain {
            decision.pv = vec![answers.moves[best]];
            let told = |(at, &m)| mean(at).map(|(deals, value)| RootMove::sample(m, value, deals));
            decision.moves = answers.moves.iter().enumerate().filter_map(told).collect();
            let words = self.words.clone();
            let note = if answers.is_whole() {
                words
            } else {
                Sentence::named("deals-vote", "{words}; each has one vote").with("words", words)
            };
            decision = decision.with_note(note);
        }
        Ok(decision)
    }
}

inventory::submit! {
    PlayerPlugin::new(
        Pimc::NAME,
        "deals what is hidden, and plays what is best on average with open cards (PIMC)",
        Pimc::HELP,
        Pimc::OPTIONS,
        Pimc::seat,
    )
    .playing(Plays::ANYTHING.with_hidden())
    .inside()
}

#[cfg(test)]
mod tests {
    use agon_core::{
        Algorithm, AnyMove, AnyPosition, Bound, Decision, Entered, Left, Observer, OptionSpec, Options, PlayerPlugin,
        Position, Redeal, RootMove, Seat, Seed, SetupError, Turn, inventory, registry,
    };

    use crate::extensive::tests::Kuhn;

    /// Plays the last move, and tells something of the moves.
    struct Planted(String);

    impl Algorithm for Planted {
        const NAME: &'static str = "planted";
        const SUMMARY: &'static str = "plays the last move";
        const OPTIONS: &'static [OptionSpec] =
            &[OptionSpec::choice("tells", &["all", "bounds", "one", "some"], "all", "what")];
        type Memory<P: Position> = u32;

        fn configure(options: &Options, _: &AnyPosition) -> Result<Self, SetupError> {
            Ok(Planted(options.text("tells").to_owned()))
        }

        fn choose<P: Position>(&self, asked: &mut u32, position: &P, _: &mut Turn<'_>) -> Decision<P::Move> {
            *asked += 1;
            let (first, last) = (position.nth(0), position.nth(1));
            let mut decision = Decision::just(last).with_value(Some(-0.5)).with_nodes(1);
            let own = RootMove::new(last, -0.5, Bound::Exact);
            decision.moves = match &*self.0 {
                "all" => vec![RootMove::new(first, 0.25, Bound::Exact), own],
                "bounds" => vec![RootMove::new(first, 0.125, Bound::Upper), own],
                "some" if asked.is_multiple_of(2) => {
                    vec![RootMove::new(first, 2.0, Bound::Exact), own]
                }
                _ => Vec::new(),
            };
            decision
        }
    }

    inventory::submit! { PlayerPlugin::of::<Planted>() }

    fn asked(text: &str) -> Decision<AnyMove> {
        let start = AnyPosition::new(Kuhn::new());
        let here = start.parse("KJ/").unwrap();
        let mut player = registry::player(text).unwrap().seat(&start).unwrap();
        let mut stream = Seed(1).stream(0);
        player.choose(&here, &mut Turn::new(Seat(0), &mut stream).explained(true)).unwrap()
    }

    #[test]
    fn values_are_summed_only_if_every_deal_values_every_move() {
        let (first, last) = (AnyMove(0), AnyMove(1));
        let told = |text: &str| {
            let decision = asked(&format!("pimc({text}, deals=4)"));
            let Decision { m, value, moves, note, .. } = decision;
            let moves = moves.iter().map(|told| (told.m, told.value, told.visits)).collect();
            (m, value, moves, note.unwrap().to_string().ends_with("each has one vote"))
        };
        let whole = vec![(first, 0.25, 4), (last, -0.5, 4)];
        assert_eq!(told("planted"), (first, Some(0.25), whole, false));
        // A bound is no value, a missing move does not count as zero, and deals with all values have no more weight
        // than others.
        for text in ["bounds", "one", "some"] {
            let voted = (last, Some(-0.5), vec![(last, -0.5, 4)], true);
            assert_eq!(told(&format!("planted({text})")), voted, "{text}");
        }
    }

    /// Notes what it hears of redeals: the position, the move chosen there, the number of values.
    #[derive(Default)]
    struct Heard(Vec<(String, AnyMove, usize)>);

    impl Observer for Heard {
        fn entered(&mut self, _: Entered) {}
        fn left(&mut self, _: Left<'_>) {}
        fn redealt(&mut self, redeal: Redeal<'_>) {
            self.0.push((redeal.position.to_string(), redeal.m, redeal.values.len()));
        }
    }

    #[test]
    fn an_observer_hears_of_every_redeal_and_changes_nothing() {
        let start = AnyPosition::new(Kuhn::new());
        for (text, deals, values) in [
            ("pimc(deals=9)", 9, 2),
            ("pimc(planted(one), deals=4)", 4, 1),
            ("ismcts(iterations=30)", 30, 1),
            ("ismcts(iterations=30, tree=single)", 30, 1),
        ] {
            let [one, other] = ["KJ/", "KQ/"].map(|text_here| {
                let here = start.parse(text_here).unwrap();
                let player = || registry::player(text).unwrap().seat(&start).unwrap();
                let [mut one, mut other] = [(), ()].map(|()| Seed(1).stream(0));
                let mut heard = Heard::default();
                let mut turn = Turn::new(Seat(0), &mut one).explained(true);
                let watched = player().choose_watched(&here, &mut turn, &mut heard).unwrap();
                let mut turn = Turn::new(Seat(0), &mut other).explained(true);
                assert_eq!(watched, player().choose(&here, &mut turn).unwrap(), "{text}");
                heard.0
            });
            // What is hidden is not among it: both positions look the same.
            assert_eq!(one, other, "{text}");
            assert_eq!(one.len(), deals, "{text}");
            assert!(one.iter().all(|(here, _, count)| here.starts_with('K') && *count == values));
            assert!(["KJ/", "KQ/"].iter().all(|deal| one.iter().any(|(here, ..)| here == deal)));
        }
    }

    #[test]
    fn values_of_searches_that_report_all_moves_are_summed() {
        for text in ["pimc", "pimc(mcts(iterations=50))", "pimc(max-n)"] {
            let decision = asked(text);
            assert!(!decision.note.unwrap().to_string().contains("vote"), "{text}");
            let all: Vec<_> = decision.moves.iter().map(|told| told.visits).collect();
            assert_eq!(all, [20, 20], "{text}");
        }
        // By hand: passing with the king may win two, betting wins one, since the other folds.
        let values: Vec<_> = asked("pimc").moves.iter().map(|told| told.value).collect();
        assert_eq!(values, [1.0, 1.0]);
    }
}
