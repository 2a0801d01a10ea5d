//! The games an algorithm can play, as data: printed, and checked before it is seated.

use std::fmt;

use crate::{Facts, Sentence, Sum};

/// The games an algorithm is for. By default: all games without hidden information.
///
/// A game that it cannot play with certain options only is refused in
/// [`configure`](crate::Algorithm::configure).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plays {
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// Whether chance nodes are allowed.
    pub chance: bool,
    /// Whether [hidden](Facts::hidden) information is allowed. A player that plays such games uses nothing of a
    /// position but its view, its moves, and redeals.
    pub hidden: bool,
    /// Whether the payoffs must add up to a constant, with two seats or more.
    pub constant_sum: bool,
    /// Players to suggest for other games, the best first.
    pub instead: &'static [&'static str],
}

impl Plays {
    /// All games without hidden information.
    pub const ANYTHING: Plays =
        Plays { seats: (1, u8::MAX), chance: true, hidden: false, constant_sum: false, instead: &[] };

    /// The same for this many seats only.
    #[must_use]
    pub const fn with_seats(self, least: u8, most: u8) -> Plays {
        Plays { seats: (least, most), ..self }
    }

    /// The same without chance.
    #[must_use]
    pub const fn without_chance(self) -> Plays {
        Plays { chance: false, ..self }
    }

    /// The same, with games that have [hidden](Facts::hidden) information.
    #[must_use]
    pub const fn with_hidden(self) -> Plays {
        Plays { hidden: true, ..self }
    }

    /// The same, only where the payoffs of all seats add up to a constant, or there is one seat.
    #[must_use]
    pub const fn with_constant_sum(self) -> Plays {
        Plays { constant_sum: true, ..self }
    }

    /// The same, with players to suggest for other games, the best first.
    #[must_use]
    pub const fn or(self, instead: &'static [&'static str]) -> Plays {
        Plays { instead, ..self }
    }

    /// The reason why it cannot play a game with these facts; `None` if it can.
    pub fn refusal(&self, facts: &Facts) -> Option<Sentence> {
        let (least, most) = self.seats;
        if !(least..=most).contains(&facts.seats) {
            let wanted = match (least, most) {
                (1, 1) => Sentence::named("one-seat", "one seat"),
                (2, 2) => Sentence::named("two-seats", "two seats"),
                (1, 2) => Sentence::named("one-seat-or-two", "one seat or two"),
                (_, u8::MAX) => {
                    Sentence::named("seats-or-more", "{least} seats or more").with("least", least.to_string())
                }
                _ if least == most => {
                    Sentence::named("so-many-seats", "{count} seats").with("count", least.to_string())
                }
                _ => Sentence::named("seats-from-to", "{least} to {most} seats")
                    .with("least", least.to_string())
                    .with("most", most.to_string()),
            };
            return Some(match facts.seats {
                1 => Sentence::named("for-seats-not-one", "it is for {wanted}, and this game has one")
                    .with("wanted", wanted),
                found => Sentence::named("for-seats", "it is for {wanted}, and this game has {found}")
                    .with("wanted", wanted)
                    .with("found", found.to_string()),
            });
        }
        if facts.hidden && !self.hidden {
            return Some(Sentence::named("sees-hidden", "it would have to see what this game hides from it"));
        }
        if facts.chance && !self.chance {
            return Some(Sentence::named("no-chance", "it is for games without chance, and this game has chance"));
        }
        if self.constant_sum && 1 < facts.seats && facts.sum == Sum::General {
            return Some(Sentence::named(
                "constant-sum",
                "it is for payoffs with a constant sum, and what one seat wins the others need not lose here",
            ));
        }
        None
    }
}

impl Default for Plays {
    fn default() -> Self {
        Plays::ANYTHING
    }
}

/// In words, to follow "plays": `any game`, or the requirements.
impl fmt::Display for Plays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match self.seats {
            (1, u8::MAX) => {}
            (1, 1) => parts.push("one seat".to_owned()),
            (least, most) if least == most => parts.push(format!("{least} seats")),
            (least, u8::MAX) => parts.push(format!("{least} seats or more")),
            (least, most) => parts.push(format!("{least} to {most} seats")),
        }
        if !self.chance {
            parts.push("no chance".to_owned());
        }
        if self.constant_sum {
            parts.push("a constant sum".to_owned());
        }
        let open = if self.hidden { "" } else { "open " };
        if parts.is_empty() {
            return write!(f, "any {open}game");
        }
        write!(f, "{open}games with {}", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::Plays;
    use crate::{Facts, Sum};

    #[test]
    fn a_refusal_names_the_property_that_a_player_cannot_handle() {
        let duel = Plays::ANYTHING.with_seats(2, 2).without_chance().with_constant_sum();
        let facts = Facts::two_seats(9);
        let refused = |facts: Facts| duel.refusal(&facts).map_or_else(String::new, |why| why.to_string());
        assert_eq!(duel.refusal(&facts), None);
        assert!(refused(Facts { seats: 1, ..facts }).contains("this game has one"));
        assert!(refused(Facts { seats: 3, ..facts }).contains("two seats, and this game has 3"));
        assert!(refused(Facts { chance: true, ..facts }).contains("has chance"));
        assert!(refused(Facts { sum: Sum::General, ..facts }).contains("need not lose"));
        assert_eq!(duel.to_string(), "open games with 2 seats, no chance, a constant sum");
        assert_eq!(Plays::ANYTHING.to_string(), "any open game");
        assert_eq!(Plays::ANYTHING.with_hidden().to_string(), "any game");
        assert!(refused(Facts { hidden: true, ..facts }).contains("hides"));
        assert_eq!(Plays::ANYTHING.refusal(&Facts { seats: 7, chance: true, ..facts }), None);
    }
}
