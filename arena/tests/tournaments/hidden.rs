//! Games that hide something: no player learns hidden facts, all players of a meeting play the same deals, and
//! records of such games are as reproducible as all others.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Mutex,
    time::Duration,
};

use agon_arena::{
    Ending, Plan, Record, Run, Spec,
    ask::SeatingRule,
    keep::{Continued, Detail, JournalOptions, Merging, Verification, every_game, merge, read, verify},
    plan::{Fixture, Shard},
};
use agon_core::{
    AnyMove, AnyPosition, Decision, Explained, Eye, Facts, Failure, Featured, Game, GamePlugin, Habits, Move, Node,
    OptionError, OptionSpec, Options, Player, PlayerPlugin, Plays, Position, Seat, Stream, TextError, Turn, drawing,
    inventory, registry, view,
};

use crate::{own_clocks, pass, planned, play, play_by};

/// All that spies found out, by their word, seat and question.
static FOUND: Mutex<BTreeMap<String, Vec<(Seat, String)>>> = Mutex::new(BTreeMap::new());

/// Tries every door of each position that it is handed, notes what it finds, and plays the first move.
struct Spy {
    word: String,
}

/// What somebody who is handed a position can find out about it.
fn doors(position: &AnyPosition) -> String {
    let mut found = format!("{position}\n{position:?}\n{}\n", drawing(position));
    let _ = writeln!(found, "{:?}", position.picture());
    let _ = writeln!(found, "{} {}", position.key(), position.present_key());
    let _ = writeln!(found, "{:?}", position.facts());
    for eye in Seat::all(position.facts().seats).map(Eye::Seat).chain([Eye::Public]) {
        let _ = writeln!(found, "{} {}", view(position, eye), position.view_key(eye));
        let _ = writeln!(found, "{:?}", position.picture_for(eye));
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for &m in &moves {
        let mut next = position.clone();
        next.play(m);
        let _ = writeln!(found, "{m:?} {} {next} {}", position.hint(m), position.is_forcing(m));
    }
    for heuristic in 0..position.heuristics().len() {
        let heuristic = agon_core::Heuristic(heuristic as u8);
        for seat in Seat::all(position.facts().seats) {
            let _ = writeln!(found, "{}", position.estimate(heuristic, seat));
            let _ = writeln!(found, "{:?}", position.parts(heuristic));
        }
    }
    let mut values = Vec::new();
    for seat in Seat::all(position.facts().seats) {
        position.feature_values(seat, &mut values);
        let mut stream = agon_core::Seed(7).stream(0);
        let _ = writeln!(found, "{}", position.redeal(seat, &mut stream));
    }
    let mut end = position.clone();
    while end.node() != Node::Terminal {
        end.play(end.nth(0));
    }
    let payoffs: Vec<f64> = Seat::all(end.facts().seats).map(|seat| end.payoff(seat)).collect();
    let _ = writeln!(found, "{values:?} {end} {payoffs:?}");
    found
}

impl Spy {
    fn note(&self, seat: Seat, found: String) {
        FOUND.lock().unwrap().entry(self.word.clone()).or_default().push((seat, found));
    }
}

impl Player for Spy {
    fn begin(&mut self) {}

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
        self.note(turn.seat, format!("{}{}", doors(position), turn.stream.bits()));
        Ok(Decision::just(position.nth(0)))
    }

    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        self.note(Seat(9), format!("told of {m:?} in {before}"));
    }

    fn end(&mut self, last: &AnyPosition, _: &[f64]) {
        self.note(Seat(9), format!("told of the end, {last}"));
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_follows(true)
    }
}

inventory::submit! {
    PlayerPlugin::new(
        "spy",
        "notes what it finds out",
        "",
        &[OptionSpec::text("word", "a word", "", "which games these are")],
        |options: &Options, _| Ok(Box::new(Spy { word: options.text("word").to_owned() })),
    )
    .playing(Plays::ANYTHING.with_hidden())
}

/// Two seats that choose at once, of which each sees its own choice alone. To redeal it takes long, or cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Slow<const DEALS: bool>(Vec<Choice>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Choice(bool);

impl Move for Choice {
    fn code(self) -> u64 {
        self.0.into()
    }
    fn from_code(code: u64) -> Option<Self> {
        (code < 2).then_some(Choice(code == 1))
    }
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_char(if self.0 { 'b' } else { 'a' })
    }
}

impl<const DEALS: bool> std::fmt::Display for Slow<DEALS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|choice| write!(f, "{choice}"))
    }
}

impl<const DEALS: bool> Position for Slow<DEALS> {
    type Move = Choice;

    fn facts(&self) -> Facts {
        Facts::two_seats(2).with_hidden()
    }
    fn node(&self) -> Node {
        if self.0.len() == 2 { Node::Terminal } else { Node::Decision(Seat(self.0.len() as u8)) }
    }
    fn each_move(&self, mut visit: impl FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        visit(Choice(false))?;
        visit(Choice(true))
    }
    fn play(&mut self, m: Choice) {
        self.0.push(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if (self.0[0] == self.0[1]) == (seat == Seat(0)) { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        Err(TextError::new(text, "nothing"))
    }
    fn write_view(&self, eye: Eye, out: &mut dyn std::fmt::Write) -> std::fmt::Result {
        match (&self.0[..], eye) {
            ([_, _], _) | (_, Eye::Seat(Seat(0))) => write!(out, "{self}"),
            (chosen, _) => write!(out, "{}", chosen.len()),
        }
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        assert!(DEALS, "nobody needs one");
        pass(REDEAL);
        match (&self.0[..], seat) {
            ([_], Seat(1)) => Slow(vec![Choice(stream.below(2) == 1)]),
            _ => self.clone(),
        }
    }
}

impl Game for Slow<true> {
    const NAME: &'static str = "slow-to-redeal";
    const SUMMARY: &'static str = "two choose at once, and it takes long to forget it";
    const HELP: &'static str = "";
    const SAMPLES: &'static [&'static str] = &[""];

    fn start(_: &Options) -> Result<Slow<true>, OptionError> {
        Ok(Slow(Vec::new()))
    }
}

impl Game for Slow<false> {
    const NAME: &'static str = "never-redealt";
    const SUMMARY: &'static str = "two choose at once, and nobody can forget it";
    const HELP: &'static str = "";
    const SAMPLES: &'static [&'static str] = &[""];

    fn start(_: &Options) -> Result<Slow<false>, OptionError> {
        Ok(Slow(Vec::new()))
    }
}

inventory::submit! { GamePlugin::of::<Slow<true>>() }
inventory::submit! { GamePlugin::of::<Slow<false>>() }

/// How long.
const REDEAL: Duration = Duration::from_millis(40);

/// What a spy on the first seat finds at games from these deals, and the games.
fn found(word: &str, game: &str, deals: &[&str]) -> (Vec<String>, Vec<Record>) {
    let folder = Folder::new(word);
    let lines: Vec<String> = deals.iter().map(|deal| format!("position {deal}\n")).collect();
    fs::write(folder.path("deals"), lines.concat()).unwrap();
    let seats = deals[0].len() - 1;
    let mut spec = Spec::default().game(game).player(format!("spy({word})")).seed(5);
    for other in 1..seats {
        spec = spec.player(format!("spy(other-{other}-{word})"));
    }
    spec.rules.seatings = Some(SeatingRule::Fixed);
    spec.thoughts = Some(true);
    let (_, done) = play(&spec.opening_file(folder.path("deals").to_str().unwrap()), 1);
    let found = FOUND.lock().unwrap().remove(word).unwrap();
    (found.into_iter().map(|(_, found)| found).collect(), done.records)
}

/// Of two deals that the first seat cannot tell apart it is handed the very same, byte for byte.
#[test]
fn a_spy_finds_the_same_whatever_is_hidden_from_it() {
    for (game, deals, others) in [
        ("kuhn", ["12/", "23/", "31/"], ["13/", "21/", "32/"]),
        ("kuhn(seats=3)", ["123/", "234/", "412/"], ["142/", "213/", "431/"]),
    ] {
        let (one, games) = found("one", game, &deals);
        let (other, others) = found("other", game, &others);
        assert_eq!(one.len(), deals.len(), "{game}: one decision a game, and nothing told");
        assert_eq!(one, other, "{game}");
        // The deals themselves were not the same.
        assert!(games.iter().zip(&others).any(|(one, other)| one.payoffs != other.payoffs));
    }
}

/// What a spy sees of the others' cards is as likely one as any other, whatever they have.
#[test]
fn a_spy_sees_other_cards_as_often_as_chance_has_it() {
    let (found, _) = found("often", "kuhn", &["12/"; 400]);
    let threes = found.iter().filter(|found| found.starts_with("13/")).count();
    let twos = found.iter().filter(|found| found.starts_with("12/")).count();
    assert_eq!(twos + threes, 400);
    // Five standard deviations.
    assert!((150..=250).contains(&threes), "{threes} of 400");
}

#[test]
fn players_cannot_follow_games_that_hide_something() {
    let spec = Spec::default().game("leduc").player("spy(follows)").player("random").openings(9, 0);
    let _ = play(&spec, 1);
    let found = FOUND.lock().unwrap().remove("follows").unwrap();
    assert!(found.iter().all(|&(seat, _)| seat != Seat(9)), "{found:?}");
}

/// The games whose records are held against each other here.
const GAMES: [&str; 4] = ["kuhn", "leduc", "goofspiel(cards=4)", "whist(cards=3)"];

fn hidden(openings: u64) -> Spec {
    let spec = GAMES.iter().fold(Spec::default(), |spec, game| spec.game(*game));
    spec.player("random")
        .player("ismcts(iterations=15)")
        .player_named("b", "random")
        .player_named("c", "random")
        .openings(openings, 0)
}

/// The moves that nature made.
fn dealt(plan: &Plan, record: &Record) -> Vec<AnyMove> {
    let mut fixture = Fixture::default();
    plan.fill(record.number, &mut fixture);
    let mut position = plan.section(&fixture).game.start.clone();
    let mut dealt = Vec::new();
    for &m in &record.moves {
        if position.node() == Node::Chance {
            dealt.push(m);
        }
        position.play(m);
    }
    dealt
}

#[test]
fn all_who_meet_and_all_seatings_play_the_same_deals() {
    let spec = hidden(6);
    let (plan, done) = play(&spec, 2);
    let mut deals: BTreeMap<(usize, u64), Vec<AnyMove>> = BTreeMap::new();
    let mut fixture = Fixture::default();
    for record in &done.records {
        plan.fill(record.number, &mut fixture);
        let (own, section) = (dealt(&plan, record), fixture.section);
        // How many are dealt later may depend on play; those there are agree.
        let known = deals.entry((section, fixture.opening)).or_insert_with(|| own.clone());
        let both = known.len().min(own.len());
        assert!(both != 0 || GAMES[section].starts_with("goofspiel"), "{}", GAMES[section]);
        assert_eq!(known[..both], own[..both], "game {}", record.number);
    }
    // And openings have deals of their own.
    for section in [0, 1, 3] {
        let of = deals.iter().filter(|((at, _), _)| *at == section).map(|(_, dealt)| dealt);
        assert!(1 < of.collect::<std::collections::BTreeSet<_>>().len(), "{}", GAMES[section]);
    }
}

#[test]
fn any_number_of_threads_plays_the_same_games() {
    let spec = hidden(5);
    let (_, one) = play(&spec, 1);
    for jobs in [2, 7] {
        let (_, many) = play(&spec, jobs);
        assert_eq!(one.bytes, many.bytes, "{jobs} threads");
        assert_eq!(one.score.fingerprint.text(), many.score.fingerprint.text());
    }
}

/// A folder of a test, which is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("agon-hidden-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Plays what `shard` of the journal at `path` lacks.
fn kept(path: &Path, spec: &Spec, shard: Shard) -> Vec<u8> {
    let options = JournalOptions { durable_every: Duration::MAX, ..JournalOptions::default() };
    let mut continued =
        Continued::open(path, (planned(spec), shard), "test", &options, Detail::Figures, &mut |_, _| Ok(())).unwrap();
    let job = continued.job(2);
    let (mut continued, _, run) = job.run(continued);
    assert!(matches!(run, Run::Done), "{run:?}");
    continued.sync().unwrap();
    drop(continued);
    fs::read(path).unwrap()
}

/// The first sample of every game that hides something.
fn every_hidden_game() -> Vec<registry::NamedGame> {
    let first = |plugin: &GamePlugin| {
        let mut games = plugin.sample_terms().map(|term| registry::game(&term).unwrap());
        games.find(|game| game.start.facts().hidden)
    };
    let games = registry::games().values().filter_map(|plugin| first(plugin));
    games.filter(|game| ![Slow::<true>::NAME, Slow::<false>::NAME].contains(&game.plugin.name)).collect()
}

#[test]
fn a_journal_is_resumed_after_a_cut_at_every_byte() {
    let games = every_hidden_game();
    assert!(14 <= games.len(), "a game is not linked here");
    for (seed, game) in (0..).zip(&games) {
        let folder = Folder::new(game.plugin.name);
        let path = folder.path("t.journal");
        let mut spec = Spec::default().game(&*game.term).player("random").openings(1, 0).seed(seed);
        for other in 1..game.start.facts().seats {
            spec = spec.player_named(format!("{other}"), "random");
        }
        spec.rules.seatings = Some(SeatingRule::Fixed);
        let whole = kept(&path, &spec, Shard::WHOLE);
        // At every byte of one, and at some of the others, at other places for every game.
        let step = if game.plugin.name == WHOLLY { 1 } else { 29 + seed as usize };
        for cut in (seed as usize % step..whole.len()).step_by(step).chain([whole.len() - 1]) {
            fs::write(&path, &whole[..cut]).unwrap();
            assert_eq!(kept(&path, &spec, Shard::WHOLE), whole, "{}, cut at {cut}", game.term);
        }
    }
}

/// The game whose journal is cut at each of its bytes.
const WHOLLY: &str = "kuhn";

#[test]
fn shards_merge_to_the_same_bytes_and_all_of_it_is_verified() {
    let folder = Folder::new("shards");
    let spec = hidden(4);
    let path = folder.path("t.journal");
    let whole = kept(&path, &spec, Shard::WHOLE);
    let parts: Vec<PathBuf> = (0..3).map(|index| folder.path(&format!("{index}.j"))).collect();
    for (index, part) in (0..).zip(&parts) {
        let _ = kept(part, &spec, Shard::part(index, 3));
    }
    let merged = folder.path("m.journal");
    merge(&parts, &merged, Merging::default(), &mut |_, _| {}).unwrap();
    assert_eq!(fs::read(&merged).unwrap(), whole);
    let verified = verify(&[&merged], 2, &mut |_, _| {}).unwrap();
    let Verification::Same { on_trust, .. } = verified else { panic!("{verified:?}") };
    assert!(on_trust.is_nothing(), "{on_trust:?}");
    let read = read(&[&merged], Detail::Moves, &mut every_game).unwrap();
    assert_eq!(read.score.fingerprint.text(), play(&spec, 1).1.score.fingerprint.text());
}

/// What a player is handed is dealt before its time begins.
#[test]
fn a_redeal_takes_nothing_of_a_players_time() {
    let mut spec = Spec::default().game("slow-to-redeal").player("mix(random)").player_named("b", "mix(random)");
    spec.rules.move_time = Some(1);
    spec.rules.time_margin = Some(REDEAL.as_millis() as u64 / 2);
    spec.thoughts = Some(true);
    let (_, done) = play_by(own_clocks(), &spec.openings(3, 0), 1);
    for record in &done.records {
        assert_eq!(record.ending, Ending::Over);
        assert_eq!(record.thoughts.len(), 2);
        assert!(record.thoughts.iter().all(|thought| thought.time == Some(0)), "{record:?}");
    }
}

/// Who decides by what its seat sees is handed no redeal, which may take long.
#[test]
fn a_player_that_uses_no_redeal_is_given_none() {
    for player in ["random", "equilibrium(iterations=2)", "best-response(to=random)", "epsilon(random, 0.5)"] {
        for thoughts in [false, true] {
            let spec = Spec::default().game("never-redealt").player("random").player_named("b", player);
            let spec = Spec { thoughts: Some(thoughts), ..spec.openings(3, 0) };
            let (_, done) = play(&spec, 1);
            assert!(done.records.iter().all(|record| record.ending == Ending::Over), "{player}");
        }
    }
    let (_, done) = play(&Spec::default().game("never-redealt").player("random").player("pimc").openings(1, 0), 1);
    assert!(done.records.iter().all(|record| record.ending != Ending::Over), "a search is given one");
}

/// One who wins many small pots and loses large ones is not the better one, whatever one asks.
#[test]
fn payoffs_decide_and_not_how_many_deals_were_won() {
    // Passing loses a chip to every bet; betting on everything loses two to a better card.
    let spec = Spec::default().game("kuhn").player("spy(passes)").player("equilibrium").openings(60, 0);
    let (_, done) = play(&spec, 1);
    let pair = done.score.pair("equilibrium", "spy(word=passes)").unwrap();
    let payoff = pair.payoff.unwrap();
    let section = &done.score.sections[0];
    let mean = section.totals[1].mean().unwrap();
    assert!((payoff.mean - mean).abs() < 1e-9, "{payoff:?}, {mean}");
    assert!(section.ratings().is_none(), "Elo knows nothing of payoffs");
    let places: Vec<usize> = section.places().into_iter().map(|(_, i)| i).collect();
    assert_eq!(places[0], usize::from(section.totals[0].mean() < section.totals[1].mean()));
    FOUND.lock().unwrap().remove("passes");
}
