//! The settings of alpha-beta, read from its options, and contradictions among them.

use std::time::Duration;

use agon_core::{AnyPosition, Estimator, Habits, OptionSpec, Options, Position, SetupError};

use crate::{crew::THREADS, depth::DEEPEST, duel::Duel};

/// The options, in the order in which they may be given by position.
pub(super) const OPTIONS: &[OptionSpec] = &[
    Duel::depth_option("4"),
    Estimator::OPTION,
    OptionSpec::flag("deepening", "false", "search to depth 1, 2, 3 … and stop at `depth`"),
    NODES,
    TIME,
    OptionSpec::real(
        "aspiration",
        0.0..=f64::MAX,
        "0",
        "half the width of the window around the value of the depth before; 0 is no window",
    ),
    OptionSpec::flag("pvs", "false", "principal variation search: scout every move but the first"),
    table_option("none"),
    OptionSpec::flag("table-move", "true", "try the move from the table first"),
    OptionSpec::flag("memory", "false", "keep the table from one move of a game to the next"),
    OptionSpec::flag("grafts", "false", "believe the table where it looked deeper than asked"),
    OptionSpec::flag(
        "ignore-past",
        "false",
        "one entry in the table for positions that differ in their past only: how often they \
         occurred, say",
    ),
    OptionSpec::flag("symmetry", "false", "one entry in the table for all images of a position"),
    OptionSpec::flag("hint", "false", "try the moves that the game hints at first"),
    OptionSpec::flag("killers", "false", "try the moves early that refuted others at this ply"),
    OptionSpec::flag("history", "false", "try the moves early that refuted many others"),
    OptionSpec::flag("countermove", "false", "try the last refutation of the same move early"),
    OptionSpec::flag("internal", "false", "where the table knows no first move, search less deep for one"),
    OptionSpec::whole(
        "quiescence",
        0..=100,
        "0",
        "plies beyond `depth` along forcing moves, where standing pat is as good as any",
    ),
    OptionSpec::flag("extensions", "false", "look a ply deeper where every move is forcing"),
    OptionSpec::flag("reductions", "false", "look less deep at moves late in the order"),
    OptionSpec::real(
        "futility",
        0.0..=f64::MAX,
        "0",
        "how much a ply can change: near `depth`, estimates farther from the window are believed; \
         0 is without",
    ),
    OptionSpec::flag(
        "null-move",
        "false",
        "where a move is scouted, believe in a refutation if even giving the turn away refutes",
    ),
    OptionSpec::whole("min-depth", 0..=DEEPEST, "0", "least plies to look ahead; 0 is `depth`"),
    OptionSpec::whole("max-depth", 0..=DEEPEST, "0", "most plies to look ahead; 0 is `depth`"),
    OptionSpec::real(
        "quiet",
        0.0..=f64::MAX,
        "0",
        "beyond min-depth, a position is looked into if its estimate differs at least so much \
         from that of the position before it; 0 is always, or with `forcing` never",
    ),
    OptionSpec::flag("forcing", "false", "beyond min-depth, look into forcing moves too"),
    OptionSpec::limit("width", 1..=1000, "unlimited", "moves to look at, the best by estimate"),
    OptionSpec::flag("relevant", "false", "only the moves that the game calls relevant"),
    OptionSpec::whole("m", 1..=1000, "1", "how many of its own moves it averages"),
    OptionSpec::whole("n", 1..=1000, "1", "how many of the opponent's moves it averages"),
    OptionSpec::flag("quick", "false", "prefer the quicker of two wins and the slower of two losses"),
    THREADS,
];

/// The option for a budget of nodes.
pub(crate) const NODES: OptionSpec =
    OptionSpec::limit("nodes", 0..=u64::MAX, "unlimited", "positions it may look at for one move");

/// The option for a budget of time.
pub(crate) const TIME: OptionSpec = OptionSpec::limit(
    "time",
    0..=86_400_000,
    "unlimited",
    "milliseconds for one move; results under a clock cannot be reproduced",
);

/// The option for the size of the transposition table.
pub(crate) const fn table_option(default: &'static str) -> OptionSpec {
    let meaning = "room for what is known of positions met before";
    OptionSpec::text("table", "none, or a size such as 512kB, 64MB or 1GB", default, meaning)
}

/// The settings of a search.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that people switch")]
pub(crate) struct Settings {
    /// The game, the estimator, and the greatest depth.
    pub(crate) duel: Duel,
    /// The least depth.
    pub(crate) least: u32,
    /// Beyond the least depth, positions whose estimate changed by less are not searched.
    pub(crate) quiet: f64,
    /// Beyond the least depth, positions after forcing moves are searched.
    pub(crate) forcing: bool,
    pub(crate) deepening: bool,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) aspiration: Option<f64>,
    pub(crate) pvs: bool,
    /// The bytes of the table.
    pub(crate) table: Option<usize>,
    pub(crate) table_move: bool,
    pub(crate) memory: bool,
    pub(crate) grafts: bool,
    pub(crate) ignore_past: bool,
    pub(crate) symmetry: bool,
    pub(crate) hint: bool,
    pub(crate) killers: bool,
    pub(crate) history: bool,
    pub(crate) countermove: bool,
    pub(crate) internal: bool,
    /// The plies beyond the horizon along forcing moves.
    pub(crate) quiescence: usize,
    pub(crate) extensions: bool,
    pub(crate) reductions: bool,
    /// The greatest change of the estimate in one ply assumed near the horizon; zero switches
    /// futility pruning off.
    pub(crate) futility: f64,
    pub(crate) null_move: bool,
    pub(crate) width: usize,
    pub(crate) relevant: bool,
    /// The number of its own moves that are averaged, and of the opponent's.
    pub(crate) averaged: [usize; 2],
    pub(crate) quick: bool,
    /// The number of threads.
    pub(crate) threads: usize,
}

/// The plies by which a search that guesses near its horizon may go beyond twice the longest play.
const BEYOND: u32 = 8;

impl Settings {
    /// Reads the options of alpha-beta.
    ///
    /// # Errors
    ///
    /// If the game is unsuitable for this search, or the options contradict each other.
    pub(super) fn of(player: &'static str, options: &Options, game: &AnyPosition) -> Result<Settings, SetupError> {
        let is_budgeted = ["nodes", "time"].iter().any(|name| options.limit(name).is_some());
        let mut duel = Duel::of(player, options, game, is_budgeted)?;
        let plies = game.facts().max_plies;
        // What leaves out moves near its horizon by a guess sees every end only from farther away than the ends are. A
        // turn given away is a guess at any depth.
        let guesses = 0.0 < options.real("futility") || options.flag("reductions");
        if guesses && let Some(asked) = options.limit("depth") {
            duel.depth = plies.saturating_mul(2).saturating_add(BEYOND).min(asked as u32);
        }

        // 1. The depths: `depth` replaces those not given.
        let depth = |name: &str| Some(options.whole::<u32>(name)).filter(|&depth| 0 < depth);
        let (least, most) = (depth("min-depth"), depth("max-depth"));
        if let Some(most) = most {
            duel.depth = most.min(plies);
        }
        let least = least.map_or(duel.depth, |least| least.min(plies));
        if duel.depth < least {
            let why = "min-depth is greater than max-depth, or than depth where that is not given";
            return Err(options.impossible(why).into());
        }

        let settings = Settings { least, ..Settings::named(options, duel)? };

        // 2. Options without effect alone, and contradictions with averaging.
        settings.check(player, options, game)?;
        Ok(settings)
    }

    /// The options one by one, before `depth` is applied; the least depth equals the greatest.
    fn named(options: &Options, duel: Duel) -> Result<Settings, SetupError> {
        Ok(Settings {
            least: duel.depth,
            // Without `quiet`, only forcing moves extend the search.
            quiet: match options.real("quiet") {
                0.0 if options.flag("forcing") => f64::INFINITY,
                quiet => quiet,
            },
            forcing: options.flag("forcing"),
            deepening: options.flag("deepening"),
            nodes: options.limit("nodes"),
            time: options.limit("time").map(Duration::from_millis),
            aspiration: Some(options.real("aspiration")).filter(|&half| 0.0 < half),
            pvs: options.flag("pvs"),
            table: read_size(options)?,
            table_move: options.flag("table-move"),
            memory: options.flag("memory"),
            grafts: options.flag("grafts"),
            ignore_past: options.flag("ignore-past"),
            symmetry: options.flag("symmetry"),
            hint: options.flag("hint"),
            killers: options.flag("killers"),
            history: options.flag("history"),
            countermove: options.flag("countermove"),
            internal: options.flag("internal"),
            quiescence: options.whole("quiescence"),
            extensions: options.flag("extensions"),
            reductions: options.flag("reductions"),
            futility: options.real("futility"),
            null_move: options.flag("null-move"),
            width: options.limit("width").map_or(usize::MAX, |width| width as usize),
            relevant: options.flag("relevant"),
            averaged: [options.whole("m"), options.whole("n")],
            quick: options.flag("quick"),
            threads: options.whole("threads"),
            duel,
        })
    }

    /// Checks that the settings go together.
    fn check(&self, player: &'static str, options: &Options, game: &AnyPosition) -> Result<(), SetupError> {
        let settings = self;
        let is_given = |name: &str| options.whole::<u32>(name) != 0;
        let varies = is_given("min-depth") || is_given("max-depth");
        if (0.0 < settings.quiet || settings.forcing) && !varies {
            let why = "quiet and forcing matter between min-depth and max-depth only; give both";
            return Err(options.impossible(why).into());
        }
        for (name, is_on) in [
            ("memory", settings.memory),
            ("grafts", settings.grafts),
            ("ignore-past", settings.ignore_past),
            ("symmetry", settings.symmetry),
            ("threads above 1", 1 < settings.threads),
        ] {
            if is_on && settings.table.is_none() {
                let why = format!("{name} needs a table, such as table=64MB");
                return Err(options.impossible(why).into());
            }
        }
        for (name, is_on) in [("null-move", settings.null_move), ("futility", 0.0 < settings.futility)] {
            if is_on && !settings.pvs {
                let why = format!("{name} is for moves that are scouted: it needs pvs=true");
                return Err(options.impossible(why).into());
            }
        }
        if settings.null_move && !game.facts().passes {
            let reason = "null-move gives the turn away, which this game does not know how to do";
            return Err(SetupError::refused(player, reason, "leave null-move off"));
        }
        let averages = settings.averages();
        for (name, is_on, why) in [
            ("pvs", settings.pvs, "a scout finds which move is best, not what the next ones are"),
            ("aspiration", settings.aspiration.is_some(), "the window holds the mean, not the move"),
            ("reductions", settings.reductions, "what is averaged must be searched equally deep"),
            ("extensions", settings.extensions, "what is averaged must be searched equally deep"),
            ("futility", 0.0 < settings.futility, "an estimate refutes one move, not a mean"),
            ("null-move", settings.null_move, "a pass refutes one move, not a mean"),
            (
                "threads above 1",
                1 < settings.threads,
                "moves that another thread looks at come last, and a mean needs them all",
            ),
            ("quick", settings.quick, "the mean of a win and another value proves no win"),
        ] {
            if averages && is_on {
                let why = format!("{name} contradicts averaging (m or n above 1): {why}");
                return Err(options.impossible(why).into());
            }
        }
        Ok(())
    }

    /// The plainest settings, those of alpha-beta without options: full width, one depth, no table.
    pub(crate) fn plain(duel: Duel) -> Settings {
        let usual = Options::usual("alpha-beta", OPTIONS);
        Settings { least: duel.depth, ..Settings::named(&usual, duel).expect("the defaults are read") }
    }

    /// Whether the search is the plain one, whatever its budget of nodes.
    pub(super) fn is_plain(&self) -> bool {
        let parts = [
            self.least < self.duel.depth,
            self.deepening,
            self.time.is_some(),
            self.aspiration.is_some(),
            self.pvs,
            self.table.is_some(),
            self.is_ordered(),
            self.internal,
            0 < self.quiescence,
            self.extensions,
            self.reductions,
            0.0 < self.futility,
            self.null_move,
            self.is_selective(),
            self.averages(),
            self.quick,
        ];
        !parts.contains(&true)
    }

    /// Whether moves may be tried in another order than the game's.
    pub(crate) fn is_ordered(&self) -> bool {
        self.hint || self.killers || self.history || self.countermove
    }

    /// Whether any setting depends on forcing moves.
    pub(crate) fn uses_forcing(&self) -> bool {
        self.hint || self.forcing || self.reductions || 0.0 < self.futility
    }

    /// Whether some moves may be left out.
    pub(crate) fn is_selective(&self) -> bool {
        self.relevant || self.width != usize::MAX
    }

    /// Whether values are means.
    pub(crate) fn averages(&self) -> bool {
        self.averaged != [1, 1]
    }

    /// Whether the search goes to depth 1, 2, 3 …
    pub(crate) fn deepens(&self) -> bool {
        self.deepening || self.time.is_some() || self.aspiration.is_some() || self.quick
    }

    /// The things its moves depend on besides the position.
    pub(crate) fn habits(&self) -> Habits {
        Habits::NONE.with_clock(self.time.is_some()).with_threads(1 < self.threads)
    }

    /// The size of its memory between moves, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.table.unwrap_or(0) as u64
    }
}

/// The number of bytes that the option `table` specifies.
///
/// # Errors
///
/// If the text is not a size, or exceeds the address space of this machine.
pub(crate) fn read_size(options: &Options) -> Result<Option<usize>, SetupError> {
    let text = options.text("table");
    if text == "none" {
        return Ok(None);
    }
    let units = [("kB", 10), ("MB", 20), ("GB", 30)];
    let size = units.iter().find_map(|(unit, shift)| {
        let number = text.strip_suffix(unit)?.trim().parse::<u64>().ok()?;
        number.checked_mul(1 << shift).filter(|bytes| (1..=1 << 36).contains(bytes))
    });
    let Some(size) = size.and_then(|bytes: u64| usize::try_from(bytes).ok()) else {
        let accepted = "none, or a size from 1kB to 64GB, such as 512kB, 64MB or 1GB";
        return Err(options.wrong("table", accepted).into());
    };
    Ok(Some(size))
}
