//! The strongest built-in player for any game, chosen by the facts of the game and the budget.

use std::ops::ControlFlow;

use agon_core::{
    AnyPosition, Choice, Estimator, Node, OptionSpec, Options, Player, PlayerPlugin, Plays, Position, Seed, SetupError,
    ShippedModel, Sum, inventory, registry,
};

use crate::crew::THREADS;

/// If at least this share of positions is forced, searching forced positions a ply deeper costs more than it gains: 170
/// Elo at dots and boxes, where the share is a quarter. It gains 20 to 40 at kalah and chess, where it is a twentieth.
const OFTEN: f64 = 0.15;
/// In games declared to favour playouts, at least this many plays for each move of an average position do better than a
/// search. At go on boards of 7, 9 and 13 rows ten or fewer did no better, or worse; 16 to 25 gained 100 to 200 Elo,
/// and 50 more than 300.
const ENOUGH: f64 = 15.0;
/// For how many visits what happened later in plays counts. With 200 instead of 1000, other things equal: go on 9 rows,
/// 500 iterations, 76.7 % of 30 games (+71 to +342 Elo); connect-four, 1,000 iterations, 68.1 % of 80 (+51 to +213);
/// breakthrough, 1,000 iterations, 41.4 % of 29, which says nothing. 50 and 5000 did worse than 200 or no better.
const RAVE: u64 = 200;
/// The weight of the priors where playouts follow the game's own policy, which knows what the hint knows. At go on 9 rows
/// against GNU Go of level 1, both seats: 2,000 iterations, 60 games, 55.8 % with 1, 73.3 % with this, 62.5 % with 0.2;
/// 500 iterations, 100 games, 31.0 % with 1, 44.5 % with this, 34.5 % with 0.5.
const PRIORS_BESIDE_POLICY: &str = "0.3";
/// The number of positions searched, at least, in the time of one playout or one vector of payoffs.
const POSITIONS: u64 = 10;
/// The random games that sample a game, and the plies of each.
const PLAYS: u64 = 10;
const PLIES: u32 = 200;

/// The model that comes with the game, or the game's first heuristic where none does. It is a value of its own, so that
/// `usual` means the same as for other players.
const BEST: &str = "best";

/// The player that has proved strongest at each kind of game in measurements.
pub struct Strong;

impl Strong {
    /// The name people type.
    pub const NAME: &'static str = "strong";

    const SUMMARY: &'static str = "what is strong at the game at hand";

    const HELP: &'static str = "Chooses another player with all its options, by the seats, the \
        chance and the payoffs of the game; asked about a game, it says which, and why.\n\nPositions \
        are judged by the model that comes with the game, where this build has one. Another \
        heuristic that it is given is handed on; each but `usual` takes the place of plays at \
        random where the game says that those judge better than its own; where something is \
        hidden nothing is estimated.\n\n\
        It is for those who want to play against something strong, or to measure themselves against \
        it. The choice may change from one version to the next: write out the term it names where \
        results are to last.";

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::limit(
            "nodes",
            1..=1_000_000_000,
            "100000",
            "positions it may look at for one move; a play by chance counts for ten",
        ),
        THREADS,
        OptionSpec::text(
            Estimator::OPTION.name,
            "`best` (the model that comes with the game, or `usual` where none does), `usual` (the \
             game's first), `none`, a heuristic of the game, `weights(feature=1.5, …)`, `learned` or \
             `learned(\"FILE\")`",
            BEST,
            Estimator::OPTION.meaning,
        ),
    ];

    fn choice(options: &Options, game: &AnyPosition) -> Choice {
        let facts = game.facts();
        let asked = Asked::of(options, game);
        let nodes = asked.nodes;
        if facts.hidden {
            return Choice {
                term: format!("ismcts(iterations={})", plays_for(nodes)),
                why: "something is hidden: plays at random, each from another redeal".to_owned(),
            };
        }
        if facts.chance || facts.seats == 1 {
            return among_chances(game, &asked);
        }
        if facts.seats == 2 && facts.sum != Sum::General {
            return in_a_duel(game, &asked);
        }
        let depth = if nodes < 20_000 { 2 } else { 3 };
        Choice {
            term: format!("max-n(depth={depth}{})", asked.heuristic),
            why: format!("several seats without chance: everyone looks after their own{}", asked.judge),
        }
    }

    fn seat(options: &Options, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        let Choice { term, .. } = Self::choice(options, game);
        registry::player(&term).expect("it chooses among built-in players").seat(game)
    }
}

/// The options of a choice.
struct Asked {
    nodes: u64,
    /// An option for the chosen player, to follow others, or empty.
    threads: String,
    /// The same.
    heuristic: String,
    /// Whose judgement that is, as the end of a reason; empty where it goes without saying.
    judge: &'static str,
    /// Whether there is a heuristic to use.
    has_heuristic: bool,
    /// Whether playouts judge positions better.
    plays: bool,
}

impl Asked {
    fn of(options: &Options, game: &AnyPosition) -> Asked {
        let threads = match options.whole("threads") {
            1 => String::new(),
            threads => format!(", threads={threads}"),
        };
        let name = Estimator::OPTION.name;
        let (asked, usual) = (options.text(name), Estimator::OPTION.default);
        let shipped = (asked == BEST).then(|| ShippedModel::meant_for(game)).flatten();
        let named = shipped.map_or(asked.to_owned(), |model| model.name().term());
        let is_usual = named == BEST || named == usual;
        let is_none = named == "none";
        let has_heuristic = !is_none && (!is_usual || !game.heuristics().is_empty());
        let judge = match (asked, shipped) {
            (BEST, Some(_)) => {
                "; the model that comes with the game judges positions, because it has beaten the \
                 game's own heuristic"
            }
            (BEST, None) if has_heuristic && ShippedModel::all().is_empty() => {
                "; the game's own heuristic judges positions, because this build has no models, for \
                 which it wants the feature `models`"
            }
            _ => "",
        };
        Asked {
            nodes: options.limit("nodes").unwrap_or(1_000_000_000),
            threads,
            heuristic: if is_usual { String::new() } else { format!(", {name}={named}") },
            judge,
            has_heuristic,
            // The game's declaration compares playouts with its own heuristics.
            plays: game.facts().playouts && (is_usual || is_none),
        }
    }
}

/// A search goes no deeper, and ends before where it has seen everything.
const DEEPEST: u32 = 60;

/// The strongest player at two-seat games without chance.
fn in_a_duel(game: &AnyPosition, asked: &Asked) -> Choice {
    let Asked { nodes, judge, ref threads, ref heuristic, .. } = *asked;
    let (facts, glimpse) = (game.facts(), Glimpse::of(game));
    let (plays, wanted) = (plays_for(nodes), (ENOUGH * glimpse.choices).ceil() as u64);
    if asked.plays && wanted <= plays {
        let (priors, policy, drawn) = if glimpse.has_policy {
            (PRIORS_BESIDE_POLICY, ", playout=policy", ", drawn by the game's own policy")
        } else {
            ("1", "", "")
        };
        return Choice {
            term: format!("mcts(iterations={plays}, rave={RAVE}, priors={priors}, tree=2000000{policy}{threads})"),
            why: format!(
                "two seats, no chance, and the game says that plays at random judge its positions \
                 better than its heuristics: a tree of such plays{drawn}, each of which counts for all \
                 moves that occur in it"
            ),
        };
    }
    let futility = (facts.max_payoff - facts.min_payoff) / 20.0;
    let extends = 0.0 < glimpse.forced && glimpse.forced < OFTEN;
    let mut term = vec![format!(
        "depth={DEEPEST}, nodes={nodes}, pvs=true, table=64MB, grafts=true, ignore-past=true, \
         hint=true, killers=true, history=true, quiescence=6, reductions=true"
    )];
    if 0.0 < futility {
        term.push(format!("futility={futility}"));
    }
    for (option, is_worth_it) in
        [("null-move=true", facts.passes), ("relevant=true", glimpse.is_narrowed), ("extensions=true", extends)]
    {
        if is_worth_it {
            term.push(option.to_owned());
        }
    }
    let among = if glimpse.is_narrowed { ", among the moves that the game calls relevant" } else { "" };
    let later = if asked.plays {
        let from = POSITIONS * wanted;
        format!("; from nodes={from} on, plays at random judge better, the game says")
    } else {
        String::new()
    };
    let why = format!(
        "two seats, no chance, and what one wins the other loses: a search that prunes{among}, \
         along forcing moves to the end; in random games {:.0} % of the moves are forced, \
         {}{later}{judge}",
        100.0 * glimpse.forced,
        if extends { "so few that each is worth a ply more" } else { "so a ply more for each gains nothing" },
    );
    Choice { term: format!("alpha-beta({}{threads}{heuristic})", term.join(", ")), why }
}

/// The strongest player with chance, or for one seat. Compared at ten positions for each play, the search was better at
/// backgammon from 300 plays on, and equal at einstein and pig.
fn among_chances(game: &AnyPosition, asked: &Asked) -> Choice {
    let Asked { nodes, judge, ref threads, ref heuristic, .. } = *asked;
    let facts = game.facts();
    let is_judged = asked.has_heuristic && !asked.plays;
    let is_duel = facts.seats == 2 && facts.sum != Sum::General;
    if is_judged && (facts.seats == 1 || is_duel) {
        let depth = facts.max_plies.clamp(1, 60);
        return Choice {
            term: format!("expectiminimax(depth={depth}, nodes={nodes}, table=64MB{heuristic})"),
            why: format!(
                "chance or one seat, and a heuristic: a search that expects the mean of what chance \
                 may bring, with one thread{judge}"
            ),
        };
    }
    let plays = plays_for(nodes);
    let (plies, why, judge) = if is_judged {
        (", plies=6", "short plays at random, estimated where they end", judge)
    } else {
        ("", "plays at random, to the end, because no heuristic judges its positions better", "")
    };
    Choice {
        term: format!("mcts(iterations={plays}{plies}{threads}{heuristic})"),
        why: format!("chance or one seat: {why}{judge}"),
    }
}

/// The number of playouts that cost as much as `nodes` positions.
fn plays_for(nodes: u64) -> u64 {
    (nodes / POSITIONS).clamp(1, 1_000_000_000)
}

/// Properties of a game, sampled by random games, which are always the same ones.
struct Glimpse {
    /// The share of the positions where the seat to act is forced.
    forced: f64,
    /// The mean number of moves.
    choices: f64,
    /// Whether the game calls some moves relevant and others not.
    is_narrowed: bool,
    /// Whether the game has a policy of its own for playouts.
    has_policy: bool,
}

impl Glimpse {
    fn of(game: &AnyPosition) -> Glimpse {
        let (mut forced, mut moves, mut choices, mut all) = (0, 0, 0, 0);
        let (mut is_narrowed, mut has_policy) = (false, false);
        for play in 0..PLAYS {
            let (mut here, mut stream) = (game.clone(), Seed(0).stream(play));
            for _ in 0..PLIES {
                let node = here.node();
                if node == Node::Terminal {
                    break;
                }
                all += 1;
                forced += u32::from(here.is_forced());
                if matches!(node, Node::Decision(_)) {
                    (moves, choices) = (moves + here.count() as u64, choices + 1);
                    is_narrowed |= relevant(&here) < here.count();
                    has_policy |= here.policy_move(&mut stream.clone()) != here.draw_move(&mut stream.clone());
                }
                here.play(here.draw_move(&mut stream));
            }
        }
        Glimpse {
            forced: f64::from(forced) / f64::from(all.max(1)),
            choices: moves as f64 / f64::from(choices.max(1)),
            is_narrowed,
            has_policy,
        }
    }
}

/// The number of moves that the game calls relevant.
fn relevant(here: &AnyPosition) -> usize {
    let mut count = 0;
    let _ = here.each_relevant(|_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

inventory::submit! {
    PlayerPlugin::new(Strong::NAME, Strong::SUMMARY, Strong::HELP, Strong::OPTIONS, Strong::seat)
        .playing(Plays::ANYTHING.with_hidden())
        .choosing(Strong::choice)
        .inside()
}
