//! What a game says of its rules, tried.

use agon_core::{GamePlugin, Node, Position, RuleClaim, RuleSaid, Seat, registry};

use crate::calm::calm;

/// Whether what `claim` says of a game is so: its position is reached by legal moves, and there the move is legal, or not,
/// or the play is over with those payoffs.
///
/// # Errors
///
/// What is found instead.
pub fn try_claim(plugin: &GamePlugin, claim: &RuleClaim) -> Result<(), String> {
    calm(|| tried(plugin, claim)).unwrap_or_else(Err)
}

fn tried(plugin: &GamePlugin, claim: &RuleClaim) -> Result<(), String> {
    let place = claim.place;
    let game = registry::game(&format!("{}({})", plugin.name, place.options)).map_err(|error| error.to_string())?;
    let mut here = game.start;
    if !place.from.is_empty() {
        here = here.parse(place.from).map_err(|error| error.to_string())?;
    }
    for &word in place.moves {
        if here.node() == Node::Terminal {
            return Err(format!("the play is over before {word}"));
        }
        let m = here.parse_move(word).ok_or_else(|| format!("{word} cannot be played at {here}"))?;
        here.play(m);
    }
    let is_over = here.node() == Node::Terminal;
    match claim.said {
        RuleSaid::Pays(payoffs) if is_over => {
            let found: Vec<f64> = Seat::all(here.facts().seats).map(|seat| here.payoff(seat)).collect();
            let is_paid = |(wanted, found): (&f64, &f64)| (wanted - found).abs() < 1e-9;
            let are_equal = payoffs.len() == found.len() && payoffs.iter().zip(&found).all(is_paid);
            if are_equal { Ok(()) } else { Err(format!("payoffs {found:?} at {here}")) }
        }
        RuleSaid::Pays(_) => Err(format!("the play goes on at {here}")),
        RuleSaid::Legal(_) | RuleSaid::Illegal(_) if is_over => Err(format!("the play is over at {here}")),
        RuleSaid::Legal(word) => match here.parse_move(word) {
            Some(_) => Ok(()),
            None => Err(format!("{word} cannot be played at {here}")),
        },
        RuleSaid::Illegal(word) => match here.parse_move(word) {
            Some(_) => Err(format!("{word} can be played at {here}")),
            None => Ok(()),
        },
    }
}

/// The fault in how the rules are told, if there is one.
pub(super) fn fault_told(plugin: &GamePlugin) -> Option<(&'static str, String)> {
    let mut depth = 0;
    for c in plugin.rules.chars() {
        match c {
            '[' if depth == 0 => depth = 1,
            ']' if depth == 1 => depth = 0,
            '[' | ']' => depth = 2,
            c if depth == 1 && !(c.is_alphabetic() || c == ' ' || c == '-') => depth = 2,
            _ => {}
        }
    }
    if depth != 0 {
        return Some(("in the rules square brackets stand around words", format!("{:?}", plugin.rules)));
    }
    plugin.claims.iter().find_map(|claim| {
        let found = try_claim(plugin, claim).err()?;
        Some(("what a game says of its rules holds", format!("{claim} Found: {found}")))
    })
}
