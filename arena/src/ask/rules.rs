//! The choices a tournament is asked for with, each with its word.

/// In which orders those who meet take their seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeatingRule {
    /// In every order, up to four seats; with more, as [`Balanced`](SeatingRule::Balanced).
    #[default]
    All,
    /// In as many orders as seats (twice as many if the number is odd and above one), so that
    /// everybody sits on every seat, and after everybody else, equally often (E. J. Williams,
    /// *Experimental designs balanced for the estimation of residual effects of treatments*,
    /// 1949).
    Balanced,
    /// In one order only, that of signing up: first seats are not shared out.
    Fixed,
}

impl SeatingRule {
    /// The words for the rules, in order of declaration.
    pub const WORDS: [&'static str; 3] = ["all", "balanced", "fixed"];

    /// The word for this rule.
    pub const fn word(self) -> &'static str {
        SeatingRule::WORDS[self as usize]
    }

    /// The rule of that word.
    pub fn of(word: &str) -> Option<SeatingRule> {
        let all = [SeatingRule::All, SeatingRule::Balanced, SeatingRule::Fixed];
        all.into_iter().find(|rule| rule.word() == word)
    }
}

/// What happens to a game in which a player is at fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FaultRule {
    /// Its seat gets the least payoff there is.
    #[default]
    Forfeit,
    /// The game is played again, with fresh streams for the players, up to three times; if there
    /// is a fault each time, the game is void, and counts for nobody.
    Replay,
    /// It forfeits the game, and the tournament stops there.
    Stop,
}

impl FaultRule {
    /// The words for the rules, in order of declaration.
    pub const WORDS: [&'static str; 3] = ["forfeit", "replay", "stop"];

    /// The word for this rule.
    pub const fn word(self) -> &'static str {
        FaultRule::WORDS[self as usize]
    }

    /// The rule of that word.
    pub fn of(word: &str) -> Option<FaultRule> {
        let all = [FaultRule::Forfeit, FaultRule::Replay, FaultRule::Stop];
        all.into_iter().find(|rule| rule.word() == word)
    }
}

/// In which order the openings of a file are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they stand there.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

impl Order {
    /// The words for the orders, in order of declaration.
    pub const WORDS: [&'static str; 2] = ["sequential", "random"];

    /// The word for this order.
    pub const fn word(self) -> &'static str {
        Order::WORDS[self as usize]
    }

    /// The order of that word.
    pub fn of(word: &str) -> Option<Order> {
        [Order::Sequential, Order::Random].into_iter().find(|order| order.word() == word)
    }
}
