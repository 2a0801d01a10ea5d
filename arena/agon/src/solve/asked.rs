//! The options of `agon solve`: the methods, and the options of each.

use std::path::PathBuf;

use agon_table::Drawn;
use clap::{
    ValueEnum,
    builder::{PossibleValue, PossibleValuesParser},
};

use crate::{
    equilibrium::{EquilibriumArgs, EquilibriumDrawing},
    failed::{Failed, only},
    output_target::OutputTarget,
    place::Place,
};

/// Solves a game: its exact value, and how to reach it
///
/// A game for one seat, or for two with a constant sum, is solved position by position (graph), or a search proves
/// its value (search, pns). Where something is hidden, cfr learns strategies from which no seat gains by deviating.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
By itself it tries 20,000 positions one by one, a short search for a win of all there is, two million positions, \
in a game of chance iteration over ten million, else the search. The distance is counted in plies if the winner \
hurries and the loser delays. A strategy answers every position that its seat can meet. In drawings A and B are \
the first and the second seat: inside a node who acts, below it who wins; an arc across links says that all of \
them must do. In iteration positions that differ in their past only are one, and play without an end is a draw, or \
the worst for one seat alone.\n\n\
With cfr, which is chosen where something is hidden, all plays are walked, with all that is hidden, and strategies \
learned by counterfactual regrets. The answer is the average strategy: what each seat gets by it, and NashConv, which \
is what the seats could gain together if each alone turned to its best response. Where two play for payoffs of \
constant sum it goes to zero. All other methods solve the game as if every seat saw everything.",
    after_help = "\
Examples:
  agon solve 'connect-four(6, 5)' --method search --table 1GB
  agon solve grundy --draw strategy --out grundy.svg
  agon solve kuhn --method cfr --strategy

Exit codes: 0 done; 1 too large, or a file cannot be written; 2 the game, the position, a move or a file is wrong; \
130 interrupted, with what was found."
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) place: Place,
    /// How to solve it
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    pub(super) method: Method,
    /// The most positions that are solved one by one
    ///
    /// Of 18 to 48 bytes each, with iteration 100; 100000000 unless given, or 2000000 by itself. With cfr the positions
    /// of all plays, each as often as it is reached, of up to 500 bytes each: 10000000 unless given; where plays are
    /// sampled, 100000, and of more only a sample is ever seen.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub(super) limit: Option<usize>,
    /// Write a strategy
    ///
    /// The answer to each position, and the AND/OR sub-tree; by search or pns proven as for --certificate. With cfr how
    /// likely each move is, by what its seat sees.
    #[arg(long)]
    pub(super) strategy: bool,
    /// Write the answers that suffice into this file, for agon verify
    ///
    /// What each seat is sure of, with its answer to each position that it can meet; by search or pns these are proven
    /// after the value, within as many positions again for each seat. By iteration also what each position is worth, as
    /// plays may go round. By cfr the strategies of all seats in exact fractions, what each seat gets, and what best
    /// responses gain.
    #[arg(long, value_name = "FILE", hide_short_help = true, conflicts_with_all = ["draw", "form", "out"])]
    pub(super) certificate: Option<PathBuf>,
    /// Answer with one line of JSON
    #[arg(long, conflicts_with_all = ["draw", "form", "out"])]
    pub(super) json: bool,
    /// Draw this
    ///
    /// Without it --to and --out draw the labelled tree, with cfr the course.
    #[arg(long, value_name = "WHAT", value_parser = drawn())]
    draw: Option<String>,
    /// Draw at most N positions; 200 unless given
    ///
    /// Deeper plies are folded, and a tree that is too wide is drawn upright; with cfr a larger tree is refused.
    #[arg(long = "draw-limit", value_name = "N", hide_short_help = true)]
    pub(super) knots: Option<usize>,
    #[command(flatten)]
    pub(super) paper: OutputTarget,
    #[command(flatten)]
    pub(super) graph: GraphArgs,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    #[command(flatten)]
    pub(super) learning: EquilibriumArgs,
}

/// The reports on a graph.
#[derive(clap::Args)]
#[command(next_help_heading = "With --method graph or auto")]
pub(crate) struct GraphArgs {
    /// Take images of a position (turned, mirrored) for one position, if the game declares them
    #[arg(long, hide_short_help = true)]
    pub(super) symmetry: bool,
    /// Count the game as a tree, however large
    #[arg(long, hide_short_help = true)]
    pub(super) tree: bool,
    /// Count the strategies, however large the game is
    #[arg(long, hide_short_help = true)]
    pub(super) count: bool,
    /// Draw the strategy of this seat, or how each of its moves is refuted
    ///
    /// The latter where it has none.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2), hide_short_help = true)]
    pub(super) seat: Option<u8>,
    /// Mark this play in the drawing of the graph
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, hide_short_help = true)]
    pub(super) play: Option<String>,
}

/// What a search may take.
#[derive(clap::Args)]
#[command(next_help_heading = "With --method search, pns or auto")]
pub(crate) struct SearchArgs {
    /// The size of the table; 1GB unless given
    #[arg(long, value_name = "SIZE", hide_short_help = true)]
    table: Option<String>,
    /// The positions it may look at
    ///
    /// And as many again for the distance; any number unless given, but 1000000000 where plays can have more than
    /// 1000 plies.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub(super) nodes: Option<u64>,
    /// How many threads a search by null windows has; 1 unless given
    ///
    /// With several, timing decides between equal moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256), hide_short_help = true)]
    threads: Option<u64>,
}

impl SearchArgs {
    pub(super) fn table(&self) -> &str {
        self.table.as_deref().unwrap_or("1GB")
    }

    pub(super) fn threads(&self) -> u64 {
        self.threads.unwrap_or(1)
    }
}

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Method {
    /// Position by position, if few enough are in reach; else by search. Where something is hidden, cfr.
    Auto,
    /// Position by position.
    Graph,
    /// Position by position, those that differ in their past only being one.
    Iteration,
    /// Alpha-beta to the end, by null windows.
    Search,
    /// Proof-number search.
    Pns,
    /// Strategies by what each seat sees, by counterfactual regrets.
    Cfr,
}

/// Reads the drawing: of a graph, or with cfr.
fn drawn() -> PossibleValuesParser {
    let graph = Drawn::ALL.into_iter().map(|drawn| {
        let meaning = match EquilibriumDrawing::named(drawn.name()) {
            None => drawn.meaning().to_owned(),
            Some(other) => format!("{}. With cfr: {}", drawn.meaning(), other.meaning()),
        };
        PossibleValue::new(drawn.name()).help(meaning)
    });
    let own = EquilibriumDrawing::ALL.into_iter().filter(|own| Drawn::named(own.name()).is_none());
    let own = own.map(|own| PossibleValue::new(own.name()).help(format!("With cfr: {}", own.meaning())));
    PossibleValuesParser::new(graph.chain(own))
}

impl Args {
    /// Those of a command line.
    #[cfg(test)]
    pub(super) fn read(words: &[&str]) -> Args {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            args: Args,
        }
        let line: Line = clap::Parser::parse_from([&["solve"], words].concat());
        line.args
    }

    /// That no option is given which is for another method; strategies are learned by cfr if `is_learned`.
    ///
    /// # Errors
    ///
    /// Where one is: which method it is for.
    pub(super) fn suit_method(&self, is_learned: bool) -> Result<(), Failed> {
        let GraphArgs { symmetry, tree, count, seat, play } = &self.graph;
        let SearchArgs { table, nodes, threads } = &self.search;
        let of_graph = [
            ("--symmetry", *symmetry),
            ("--tree", *tree),
            ("--count", *count),
            ("--seat", seat.is_some()),
            ("--play", play.is_some()),
        ];
        let of_search = [("--table", table.is_some()), ("--nodes", nodes.is_some()), ("--threads", threads.is_some())];
        if is_learned {
            return only("not for --method cfr", &[&of_graph[..], &of_search[..]].concat());
        }
        only("for --method cfr", &self.learning.given())?;
        if self.method == Method::Graph || self.method == Method::Iteration {
            only("for --method search or pns", &of_search)?;
        }
        if self.method != Method::Auto && self.method != Method::Graph {
            only("for --method graph", &[("--symmetry", *symmetry)])?;
        }
        Ok(())
    }

    /// The drawing of the graph, if one is wanted.
    ///
    /// # Errors
    ///
    /// Where it is drawn with cfr alone.
    pub(super) fn drawn_of_graph(&self) -> Result<Option<Drawn>, Failed> {
        let Some(name) = &self.draw else { return Ok(None) };
        let other = || Failed::usage(format!("--draw {name} is for --method cfr"));
        Drawn::named(name).map(Some).ok_or_else(other)
    }

    /// The drawing of an equilibrium, if one is wanted.
    ///
    /// # Errors
    ///
    /// Where it is drawn of a graph alone.
    pub(super) fn drawn_of_equilibrium(&self) -> Result<Option<EquilibriumDrawing>, Failed> {
        let Some(name) = &self.draw else { return Ok(None) };
        let other = || Failed::usage(format!("--draw {name} is not for --method cfr"));
        EquilibriumDrawing::named(name).map(Some).ok_or_else(other)
    }
}
