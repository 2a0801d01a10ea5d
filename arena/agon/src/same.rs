//! `agon same`: whether two games are one, and the fingerprint of a game's rules.

use std::io::Write;

use agon_core::StopSignal;
use agon_rules::same::{ComparedRules, Difference, SameSpec, Verdict, WalkedRules};
use agon_table::GivenPosition;
use serde::Serialize;

use crate::{
    failed::Failed,
    figure::grouped,
    output::{answer, json},
};

/// Says whether two games are one, whatever they call their moves
///
/// They are walked side by side, to their ends if --limit allows, else ply by ply as far as it does. The same are games
/// whose trees are: who acts, how many moves there are and where they lead, the odds of chance, who gets what, and,
/// where something is hidden, what each seat cannot tell apart. Names and the order of moves say nothing. Where they
/// differ, a shortest play shows it. Of one game alone the fingerprint of its rules is printed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon same tic-tac-toe
  agon same nim 'nim(misere=true)'
  agon same tic-tac-toe gdl
  agon same connect-four 'module(file=connect-four)' --depth 5

Exit codes: 0 the same, as far as both were walked; 2 no such game; 3 not the same.")]
pub(crate) struct Args {
    /// A game, with its options, or a saved one
    game: String,
    /// The other; without it the fingerprint of the first is printed
    other: Option<String>,
    /// Walk no further than N plies; draws of chance one after the other are one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Walk no more than N positions of each game; unless given 1000000, or what 512 MB hold
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 31))]
    limit: Option<u64>,
    /// Let seats have other numbers
    #[arg(long, requires = "other")]
    seats: bool,
    /// Compare payoffs between the least and the greatest of each game
    #[arg(long)]
    scale: bool,
    /// Answer with one line of JSON
    #[arg(long)]
    json: bool,
}

/// Whether two games are the same, as a document; or the fingerprint of one.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct SameDocument {
    /// `agon.same/1`.
    schema: &'static str,
    /// The games: one, or two.
    games: Vec<WalkedGame>,
    /// Whether they are the same; null for one.
    same: Option<bool>,
    /// The plies to which both were walked; null if to their ends.
    depth: Option<u32>,
    /// The seats of the second game, counted from 1, that are those of the first, in their order; null unless they are
    /// others.
    seats: Option<Vec<u8>>,
    /// What differs, if they are not the same.
    difference: Option<DifferenceDocument>,
}

/// A game as far as it was walked.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct WalkedGame {
    /// The game's term.
    game: String,
    /// How many positions were walked.
    positions: usize,
    /// The plies to which it was walked; null if to its end.
    depth: Option<u32>,
    /// The fingerprint of its rules: of all of them, or of the first plies, as many as `depth` of the answer says.
    fingerprint: String,
}

/// The first difference of two games.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct DifferenceDocument {
    /// What differs.
    #[cfg_attr(feature = "shell", schemars(extend("enum" = Difference::KINDS)))]
    kind: &'static str,
    /// In words.
    text: String,
    /// The moves of each game that lead there.
    plays: [Vec<String>; 2],
    /// Where they lead.
    positions: [String; 2],
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let spec = SameSpec {
        depth: args.depth,
        positions: args.limit.map(|limit| limit as usize),
        any_seats: args.seats,
        scaled: args.scale,
    };
    let names: Vec<&String> = [&args.game].into_iter().chain(&args.other).collect();
    let sites = names.iter().map(|name| GivenPosition::find(name, None, None));
    let sites: Vec<GivenPosition> = sites.collect::<Result<_, _>>()?;
    let document = SameDocument::of(&spec, &sites);
    answer(|out| if args.json { Ok(json(out, &document)?) } else { tell(out, &document) })?;
    if document.same == Some(false) { Err(Failed::different("they are not the same game")) } else { Ok(()) }
}

impl SameDocument {
    fn of(spec: &SameSpec, sites: &[GivenPosition]) -> SameDocument {
        const SCHEMA: &str = "agon.same/1";
        // Ctrl-C ends the process.
        let stop = StopSignal::new();
        let walked = |site: &GivenPosition, rules: WalkedRules| {
            let WalkedRules { positions, depth, fingerprint } = rules;
            WalkedGame { game: site.game.term.clone(), positions, depth, fingerprint }
        };
        let [one, other] = sites else {
            let found = spec.walk(&sites[0].here, &stop).expect("nobody stops it");
            let (depth, games) = (found.depth, vec![walked(&sites[0], found)]);
            return SameDocument { schema: SCHEMA, games, same: None, depth, seats: None, difference: None };
        };
        let found = spec.compare([&one.here, &other.here], &stop).expect("nobody stops it");
        let ComparedRules { games, depth, verdict, seats } = found;
        SameDocument {
            schema: SCHEMA,
            games: sites.iter().zip(games).map(|(site, rules)| walked(site, rules)).collect(),
            same: Some(matches!(verdict, Verdict::Same { .. })),
            depth,
            seats: seats.map(|seats| seats.iter().map(|seat| seat.0 + 1).collect()),
            difference: match verdict {
                Verdict::Same { .. } => None,
                Verdict::Different(difference) => Some(DifferenceDocument::of(&difference)),
            },
        }
    }
}

impl DifferenceDocument {
    fn of(difference: &Difference) -> DifferenceDocument {
        DifferenceDocument {
            kind: difference.kind(),
            text: difference.to_string(),
            plays: difference.plays.clone(),
            positions: difference.positions.each_ref().map(ToString::to_string),
        }
    }
}

fn tell(out: &mut dyn Write, document: &SameDocument) -> Result<(), Failed> {
    if let Some(same) = document.same {
        let far = match document.depth {
            Some(depth) => format!("to {depth} plies"),
            None => "to their ends".to_owned(),
        };
        match (same, document.depth) {
            (true, None) => writeln!(out, "the same game")?,
            (true, Some(depth)) => writeln!(out, "the same for {depth} plies; --limit and --depth look further")?,
            (false, _) => {}
        }
        if let Some(seats) = &document.seats {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            writeln!(out, "with the seats {} of the second", seats.join(", "))?;
        }
        if let Some(difference) = &document.difference {
            let width = document.games.iter().map(|game| game.game.chars().count()).max().unwrap_or_default();
            for ((game, play), at) in document.games.iter().zip(&difference.plays).zip(&difference.positions) {
                let play = if play.is_empty() { "the start".to_owned() } else { play.join(" ") };
                writeln!(out, "  {:width$}  {play}  →  {at}", game.game)?;
            }
            writeln!(out, "{}", difference.text)?;
        }
        let counts: Vec<String> = document.games.iter().map(|game| grouped(game.positions as u64)).collect();
        writeln!(out, "walked {far}: {} positions", counts.join(" and "))?;
    }
    let far = document.depth.map_or(String::new(), |depth| format!(", {depth} plies of it"));
    for WalkedGame { game, fingerprint, .. } in &document.games {
        writeln!(out, "rules {fingerprint}  {game}{far}")?;
    }
    Ok(())
}
