//! `agon analyse --deals`: what players choose over many redeals of what a seat sees.

use std::io::Write;

use agon_core::{AnyMove, Budget, Eye, NamedPlayer, Seat, Seed, all_moves, notation, options::brief, view};
use agon_table::{GivenPosition, SearchLimits, ask, begin, seat_player};
use serde::Serialize;

use crate::{
    failed::Failed,
    output::{answer, json},
    signals,
};

/// What a player chose.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct DealtDocument<'a> {
    /// The game's term.
    game: &'a str,
    /// The player's.
    player: &'a str,
    /// Whose turn it is, counted from 1.
    seat: u8,
    /// All that the seat has seen.
    view: &'a str,
    /// About how many redeals of that it was asked.
    deals: u64,
    /// The moves, in the game's order.
    moves: Vec<ChosenMove>,
}

/// How often a move was chosen.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct ChosenMove {
    /// The move.
    r#move: String,
    /// How often.
    chosen: u64,
    /// The mean of its value for the seat that chose it; null if no player reported one.
    value: Option<f64>,
}

/// Asks each of `players` about `deals` redeals of what `seat`, which is to act, sees. The first is that of
/// `seed`, each other that of the next number.
///
/// # Errors
///
/// Where nothing is hidden, a player cannot play the game, or has no move to give.
pub(crate) fn run(
    site: &GivenPosition,
    seat: Seat,
    players: &[NamedPlayer],
    (deals, seed, nodes): (u64, u64, Option<u64>),
    as_json: bool,
) -> Result<(), Failed> {
    if !site.hides() {
        let what = "--deals: nothing is hidden in this game, so every redeal is the position itself";
        return Err(Failed::usage(what));
    }
    let seen = view(&site.here, Eye::Seat(seat));
    let moves = all_moves(&site.here);
    let mut seated = Vec::new();
    for named in players {
        seated.push((&named.term, seat_player(named, &site.game)?));
    }
    answer(|out| {
        if !as_json {
            let game = brief(&site.game.term);
            writeln!(out, "{game}: {seat} to act, who sees `{seen}`; {deals} redeals")?;
        }
        for (term, player) in &mut seated {
            let mut found: Vec<(u64, f64, bool)> = vec![(0, 0.0, true); moves.len()];
            for deal in 0..deals {
                let seed = seed.wrapping_add(deal);
                let dealt = site.clone().redealt(seed);
                let mut stream = Seed(seed).stream(0);
                let limits =
                    SearchLimits { budget: Budget::of(nodes), stop: Some(signals::stop()), ..SearchLimits::default() };
                let decision = begin(player.as_mut(), &dealt.base, &dealt.line)
                    .and_then(|()| ask(player.as_mut(), &dealt.here, seat, &mut stream, limits))
                    .map_err(|why| Failed::trouble(format!("{term} gave no move: {why}")))?;
                if signals::is_asked() {
                    let what = format!("interrupted; {term} was asked about {deal} of {deals} deals");
                    return Err(Failed::interrupted(what));
                }
                let at = moves.iter().position(|&m| m == decision.m);
                let (chosen, sum, is_told) = &mut found[at.expect("a redeal has the same moves")];
                *chosen += 1;
                *sum += decision.value.unwrap_or_default();
                *is_told &= decision.value.is_some();
            }
            let told = |(&m, &(chosen, sum, is_told)): (&AnyMove, &(u64, f64, bool))| ChosenMove {
                r#move: notation(&site.here, m),
                chosen,
                value: (is_told && chosen != 0).then(|| sum / chosen as f64),
            };
            let moves: Vec<ChosenMove> = moves.iter().zip(&found).map(told).collect();
            if as_json {
                let (game, player) = (&site.game.term, term);
                let seat = seat.0 + 1;
                json(out, &DealtDocument { game, player, seat, view: &seen, deals, moves })?;
                continue;
            }
            writeln!(out, "\n{term}")?;
            let width = moves.iter().map(|one| one.r#move.chars().count()).max().unwrap_or(0);
            for ChosenMove { r#move, chosen, value } in moves.iter().filter(|m| m.chosen != 0) {
                let share = 100.0 * *chosen as f64 / deals as f64;
                let value = value.map_or_else(String::new, |value| format!(", worth {value:+.3}"));
                writeln!(out, "  {move:width$}  {share:5.1} %{value}")?;
            }
        }
        Ok(())
    })
}
