//! `agon same`: whether two games are one, and the fingerprint of a game's rules.

use std::io::Write;

use agon_core::{Node, Position, Seat};
use agon_rules::same::{Difference, RulesGraph, Unlike, Verdict, WalkLimits, compare, fingerprint, fingerprint_to};
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

/// The positions of each game that are walked, unless another number is named or they are too large.
const LIMIT: usize = 1_000_000;
/// The bytes that they may take then, for each game.
const MEMORY: usize = 1 << 29;
/// The bytes that a position takes besides its own: where it leads, and what it is like.
const BESIDE: usize = 400;

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
    #[cfg_attr(feature = "shell", schemars(extend("enum" = ["acting", "payoffs", "moves", "odds", "sight", "hidden"])))]
    kind: &'static str,
    /// In words.
    text: String,
    /// The moves of each game that lead there.
    plays: [Vec<String>; 2],
    /// Where they lead.
    positions: [String; 2],
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let names: Vec<&String> = [&args.game].into_iter().chain(&args.other).collect();
    let sites = names.iter().map(|name| GivenPosition::find(name, None, None));
    let sites: Vec<GivenPosition> = sites.collect::<Result<_, _>>()?;
    let largest = sites.iter().map(|site| site.here.bytes() + BESIDE).max().unwrap_or(BESIDE);
    let limits = WalkLimits {
        positions: args.limit.map_or((MEMORY / largest).min(LIMIT), |limit| limit as usize),
        depth: args.depth.unwrap_or(u32::MAX),
    };
    let graphs = sites.iter().map(|site| {
        let facts = site.here.facts();
        let (least, greatest) = (facts.min_payoff, facts.max_payoff);
        let worth = move |payoff: f64| {
            if args.scale && least < greatest { (payoff - least) / (greatest - least) } else { payoff }
        };
        RulesGraph::of(&site.here, limits, &worth)
    });
    let mut graphs: Vec<RulesGraph> = graphs.collect();
    let depth = graphs.iter().filter_map(RulesGraph::depth).min();
    let walked = |(site, graph): (&GivenPosition, &RulesGraph)| WalkedGame {
        game: site.game.term.clone(),
        positions: graph.positions(),
        depth: graph.depth(),
        fingerprint: match depth {
            Some(plies) => fingerprint_to(graph, plies),
            None => fingerprint(graph).unwrap_or_else(|| unreachable!("it was walked to its end")),
        },
    };
    let games: Vec<WalkedGame> = sites.iter().zip(&graphs).map(walked).collect();
    let (mut seats, mut verdict) = (None, None);
    if let Some(second) = graphs.pop().filter(|_| args.other.is_some()) {
        let first = graphs.pop().unwrap_or_else(|| unreachable!("there are two"));
        let (found, order) = compared(&first, second, args.seats);
        (verdict, seats) = (Some(found), order);
    }
    let document = SameDocument {
        schema: "agon.same/1",
        same: verdict.as_ref().map(|verdict| matches!(verdict, Verdict::Same { .. })),
        depth,
        games,
        seats: seats.map(|seats| seats.iter().map(|seat| seat.0 + 1).collect()),
        difference: verdict.and_then(|verdict| match verdict {
            Verdict::Same { .. } => None,
            Verdict::Different(difference) => Some(document_of(&difference)),
        }),
    };
    answer(|out| if args.json { Ok(json(out, &document)?) } else { tell(out, &document) })?;
    if document.same == Some(false) { Err(Failed::different("they are not the same game")) } else { Ok(()) }
}

/// Compares two games; where `any_seats` allows it, in every order of the second one's seats, of which that is told
/// in which they are the same.
fn compared(first: &RulesGraph, second: RulesGraph, any_seats: bool) -> (Verdict, Option<Vec<Seat>>) {
    let verdict = compare(first, &second);
    if !any_seats || matches!(verdict, Verdict::Same { .. }) || first.seats() != second.seats() {
        return (verdict, None);
    }
    let mut second = second;
    for order in orders(second.seats()) {
        second = second.reseated(&order);
        if let same @ Verdict::Same { .. } = compare(first, &second) {
            return (same, Some(order));
        }
        // Back to its own.
        let mut back = order.clone();
        Seat::all(second.seats()).for_each(|seat| back[order[seat.index()].index()] = seat);
        second = second.reseated(&back);
    }
    (verdict, None)
}

/// All orders of so many seats.
fn orders(seats: u8) -> Vec<Vec<Seat>> {
    Seat::all(seats).fold(vec![Vec::new()], |orders, seat| {
        let with = |order: Vec<Seat>| {
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, seat);
                longer
            })
        };
        orders.into_iter().flat_map(with).collect()
    })
}

fn document_of(difference: &Difference) -> DifferenceDocument {
    let (kind, text) = match &difference.what {
        Unlike::Acting(nodes) => ("acting", format!("there {}, here {}", nodes[0], nodes[1])),
        Unlike::Payoffs(payoffs) => {
            let [there, here] = [0, 1].map(|game: usize| figures(&payoffs[game]));
            ("payoffs", format!("the game is over: there the seats get {there}, here {here}"))
        }
        Unlike::Moves { counts, only } => {
            let [there, here] = [0, 1].map(|game: usize| alone(&only[game]));
            let nodes = difference.positions.each_ref().map(Position::node);
            let moves = if nodes[0] == Node::Chance { "outcomes" } else { "moves" };
            ("moves", format!("there {} {moves}{there}, here {}{here}", counts[0], counts[1]))
        }
        Unlike::Odds => ("odds", "chance draws what is alike with other odds".to_owned()),
        Unlike::Sight(seat) => ("sight", format!("{seat} cannot tell the same positions from this one in both")),
        Unlike::Hidden(_) => ("hidden", "in one of them alone something is hidden".to_owned()),
    };
    DifferenceDocument {
        kind,
        text,
        plays: difference.plays.clone(),
        positions: difference.positions.each_ref().map(ToString::to_string),
    }
}

fn figures(payoffs: &[f64]) -> String {
    payoffs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Moves without a counterpart, the first of them.
fn alone(moves: &[String]) -> String {
    const MOST: usize = 8;
    let more = if MOST < moves.len() { ", …" } else { "" };
    match moves {
        [] => String::new(),
        moves => format!(" ({} like no other{more})", moves[..moves.len().min(MOST)].join(", ")),
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
