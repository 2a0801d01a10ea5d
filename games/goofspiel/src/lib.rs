//! Goofspiel: all bid a card at once for each prize; the highest bid wins it, and a tie discards it.

mod picture;
mod redeal;
mod rules;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Picture, Position,
    RuleClaim, RulePlace, Seat, Stream, TextError, inventory,
};

use crate::{
    redeal::Seen,
    rules::{MOST_CARDS, MOST_SEATS, Order, Rules},
};

/// The prizes that were turned up, and the bids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goofspiel {
    rules: Rules,
    /// The number of complete rounds.
    complete: u8,
    /// The number of seats that have bid in the incomplete round.
    pending: u8,
    /// By round; zero for prizes not turned up yet.
    prizes: [u8; MOST_CARDS],
    /// By round and seat, zero where nothing was bid yet.
    bids: [[u8; MOST_SEATS]; MOST_CARDS],
}

/// Bidding that card, or turning up that prize: from one up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Move for Card {
    fn code(self) -> u64 {
        self.0.into()
    }
    fn from_code(code: u64) -> Option<Self> {
        (1..=MOST_CARDS as u64).contains(&code).then_some(Card(code as u8))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Round by round the prize and the bids, `3:1,2 2:3,-`; a dash for bids still to come.
impl fmt::Display for Goofspiel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_seen(f, |_, _| true, |_| false)
    }
}

impl Goofspiel {
    fn start_of(rules: Rules) -> Goofspiel {
        let bids = [[0; MOST_SEATS]; MOST_CARDS];
        let mut start = Goofspiel { rules, complete: 0, pending: 0, prizes: [0; MOST_CARDS], bids };
        start.turn_up();
        start
    }

    fn is_over(&self) -> bool {
        self.complete == self.rules.cards
    }

    fn round(&self) -> usize {
        self.complete.into()
    }

    /// The cards that are not in `gone`, in ascending order.
    fn rest(&self, gone: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
        let gone = gone.fold(0u32, |gone, card| gone | 1 << card);
        (1..=self.rules.cards).filter(move |card| gone >> card & 1 == 0)
    }

    /// The prizes that were not turned up yet.
    fn prizes_left(&self) -> impl Iterator<Item = u8> {
        self.rest(self.prizes.into_iter())
    }

    /// The cards that `seat` still has.
    fn hand(&self, seat: Seat) -> impl Iterator<Item = u8> {
        self.rest(self.bids.iter().map(move |bids| bids[seat.index()]))
    }

    /// Turns up the next prize, where nature has no choice.
    fn turn_up(&mut self) {
        if self.is_over() {
            return;
        }
        let next = match self.rules.order {
            Order::Descending => self.prizes_left().last(),
            Order::Ascending => self.prizes_left().next(),
            Order::Random => {
                let mut left = self.prizes_left();
                left.next().filter(|_| left.next().is_none())
            }
        };
        self.prizes[self.complete as usize] = next.unwrap_or(0);
    }

    /// Goes on where all have bid; the last card plays itself.
    fn finish_round(&mut self) {
        if self.pending < self.rules.seats {
            return;
        }
        (self.complete, self.pending) = (self.complete + 1, 0);
        self.turn_up();
        if self.complete + 1 == self.rules.cards {
            for seat in Seat::all(self.rules.seats) {
                let last = self.hand(seat).next().expect("one card is left");
                self.bids[self.round()][seat.index()] = last;
            }
            self.complete += 1;
        }
    }

    /// The bids of all seats in a round.
    fn bids(&self, round: usize) -> &[u8] {
        &self.bids[round][..self.rules.seats.into()]
    }

    /// The winner of a complete round; `None` for a tie.
    fn winner(&self, round: usize) -> Option<Seat> {
        let bids = self.bids(round);
        let best = *bids.iter().max()?;
        let mut first = Seat::all(self.rules.seats).filter(|seat| bids[seat.index()] == best);
        first.next().filter(|_| first.next().is_none())
    }

    /// Writes the rounds: a bid of a round and a seat only if `sees` returns true for them, and the winner of a round
    /// if `tells` does.
    fn write_seen(
        &self,
        out: &mut dyn Write,
        sees: impl Fn(usize, Seat) -> bool,
        tells: impl Fn(usize) -> bool,
    ) -> fmt::Result {
        let rounds = self.round() + usize::from(!self.is_over());
        for round in 0..rounds {
            if round != 0 {
                out.write_char(' ')?;
            }
            match self.prizes[round] {
                0 => {
                    out.write_char('-')?;
                    continue;
                }
                prize => write!(out, "{prize}")?,
            }
            for seat in Seat::all(self.rules.seats) {
                out.write_char(if seat == Seat(0) { ':' } else { ',' })?;
                match self.bids[round][seat.index()] {
                    0 => out.write_char('-')?,
                    bid if sees(round, seat) => write!(out, "{bid}")?,
                    _ => out.write_char('?')?,
                }
            }
            if round < self.round() && tells(round) {
                match self.winner(round) {
                    Some(winner) => write!(out, ">{}", winner.0 + 1)?,
                    None => out.write_str(">-")?,
                }
            }
        }
        Ok(())
    }

    /// Whether `eye` sees the bid of a round and a seat.
    fn seen_with(&self, eye: Eye) -> impl Fn(usize, Seat) -> bool {
        let open = if self.rules.is_open { self.round() } else { 0 };
        move |round, seat| eye == Eye::Seat(seat) || round < open
    }

    /// All that `seat` knows, to be redealt.
    fn seen_by(&self, seat: Seat) -> Seen {
        let mut seen = Seen { seat, winners: Vec::new(), shown: self.clone() };
        for round in 0..=self.round().min(usize::from(self.rules.cards) - 1) {
            let is_complete = round < self.round();
            if is_complete {
                seen.winners.push(self.winner(round));
            }
            for other in Seat::all(self.rules.seats).filter(|&other| other != seat) {
                if !(is_complete && self.rules.is_open) {
                    seen.shown.bids[round][other.index()] = 0;
                }
            }
        }
        seen
    }

    /// The points of a seat: the prizes it won.
    fn points(&self, seat: Seat) -> i32 {
        let won = (0..self.round()).filter(|&round| self.winner(round) == Some(seat));
        won.map(|round| i32::from(self.prizes[round])).sum()
    }
}

impl Position for Goofspiel {
    type Move = Card;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        self.rules.facts()
    }
    fn node(&self) -> Node {
        if self.is_over() {
            Node::Terminal
        } else if self.prizes[self.round()] == 0 {
            Node::Chance
        } else {
            Node::Decision(Seat(self.pending))
        }
    }
    fn each_move(&self, mut visit: impl FnMut(Card) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.node() {
            Node::Terminal => ControlFlow::Continue(()),
            Node::Chance => self.prizes_left().try_for_each(|prize| visit(Card(prize))),
            Node::Decision(seat) => self.hand(seat).try_for_each(|card| visit(Card(card))),
        }
    }
    fn play(&mut self, Card(card): Card) {
        let round = self.round();
        if self.prizes[round] == 0 {
            self.prizes[round] = card;
            return;
        }
        self.bids[round][usize::from(self.pending)] = card;
        self.pending += 1;
        self.finish_round();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let mut points = [0; MOST_SEATS];
        for seat in Seat::all(self.rules.seats) {
            points[seat.index()] = self.points(seat);
        }
        self.rules.payoff(&points[..self.rules.seats.into()], seat)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, format!("prizes and bids, such as `{self}`"));
        let mut position = Goofspiel::start_of(self.rules);
        for word in text.split(' ') {
            // Parts that follow from others are written, but not read.
            if position.is_over() {
                break;
            }
            let (prize, bids) = word.split_once(':').unwrap_or((word, ""));
            let bids = bids.split(',').filter(|bid| !bid.is_empty());
            let is_drawn = position.node() == Node::Chance;
            for word in is_drawn.then_some(prize).into_iter().chain(bids) {
                if word == "-" {
                    continue;
                }
                let card = word.parse().map(Card).map_err(|_| wrong())?;
                if !position.is_legal(card) {
                    return Err(wrong());
                }
                position.play(card);
            }
        }
        if position.to_string() == text { Ok(position) } else { Err(wrong()) }
    }
    fn picture(&self) -> Picture {
        picture::of(self, |_, _| true)
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        self.write_seen(out, self.seen_with(eye), |_| !self.rules.is_open)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        self.seen_by(seat).redeal(self.pending, stream)
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        picture::of(self, self.seen_with(eye))
    }
}

impl Learnable for Goofspiel {
    fn numbers(&self) -> u32 {
        MOST_CARDS as u32 + 1
    }
}

impl Game for Goofspiel {
    const NAME: &'static str = "goofspiel";
    const ALIASES: &'static [&'static str] = &["gops", "game of pure strategy"];
    const SUMMARY: &'static str = "bid a card at once for each prize; the highest bid wins it";
    const RULES: &'static str = "Each of the `seats` seats has `cards` [card]s, numbered from 1 up, and as many \
        [prize]s, numbered likewise, are won in as many rounds. In each round one [prize] is turned up. With \
        `order=random`, that is one drawn at random from those left, each equally likely. With `order=ascending`, that \
        is the lowest one left. With `order=descending`, that is the highest one left. Then every seat bids one of its \
        [card]s, the first seat first, but nobody sees another's bid before all have bid. Whoever has bid the highest \
        [card] wins the [prize]; if several seats have bid it, nobody does. Each [card] that was bid is gone. With \
        `open=true`, all bids of a round are then shown to all. With `open=false`, nobody is ever told what was bid, \
        only who won.\n\n\
        When every seat has one [card] left, these are bid without being asked for, and the play is over. The points \
        of a seat are the numbers of the [prize]s that it won, added up. With `payoff=win`, the seats with the most \
        points share 1 equally and the others share -1 equally; if all have equally many, it is a draw, which pays 0 \
        to all. With `payoff=points`, each seat gets its points minus the average of those of the others.";
    const HELP: &'static str = "A move is the number of a card; so is a prize that is drawn. With open=false redeals \
        are counted, so all other seats together have at most 16 cards. Source: M. M. Flood's game at Princeton in \
        the 1930s; S. M. Ross, Goofspiel, the game of pure strategy (1971); hidden bids: V. Lisý, M. Lanctot and M. \
        Bowling, Online Monte Carlo counterfactual regret minimization for search in imperfect information games \
        (2015).";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::start("").legal("7", "any prize may be drawn first"),
        RulePlace::after(&["7", "13", "1"]).illegal("7", "that prize was turned up before"),
        RulePlace::after(&["7", "13", "1", "5"]).illegal("13", "the seat has bid that card"),
        RulePlace::after(&["7", "13", "1", "5", "2"]).legal("13", "the second seat still has that card"),
        RulePlace::start("cards=3, order=descending")
            .then(&["3", "1", "1", "3"])
            .pays(&[1.0, -1.0], "three points to two: each won one prize, and for the last both bid the same"),
        RulePlace::start("cards=3, order=descending")
            .then(&["1", "3", "3", "1"])
            .pays(&[-1.0, 1.0], "two points to three: each won one prize, and for the last both bid the same"),
        RulePlace::start("cards=3, order=descending")
            .then(&["3", "1", "2", "3"])
            .pays(&[0.0, 0.0], "three points to three: the second seat won the last two prizes"),
        RulePlace::start("cards=3, order=descending, payoff=points")
            .then(&["3", "2", "2", "1"])
            .pays(&[4.0, -4.0], "five points to one"),
        RulePlace::start("cards=2, order=descending, seats=3")
            .then(&["2", "2", "1"])
            .pays(&[-0.5, -0.5, 1.0], "two bid the highest, so nobody won; the third seat won the last prize"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole(
            "cards",
            2..=MOST_CARDS as u64,
            "13",
            "how many cards each has, and how many prizes there are",
        ),
        OptionSpec::choice("order", Order::NAMES, "random", "in which prizes are turned up"),
        OptionSpec::flag("open", "true", "bids are shown when all have bid"),
        OptionSpec::choice("payoff", &["win", "points"], "win", "what is paid at the end"),
        OptionSpec::whole("seats", 2..=MOST_SEATS as u64, "2", "how many play"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "3, descending, open=false",
        "3, random, open=false, payoff=points",
        "4, ascending, open=true",
        "3, descending, open=false, seats=3",
        "3, random, open=false, payoff=points, seats=4",
        "6, random, open=false",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let rules = Rules {
            cards: options.whole("cards"),
            seats: options.whole("seats"),
            order: Order::of_name(options.text("order")),
            is_open: options.flag("open"),
            counts_points: options.text("payoff") == "points",
        };
        let unseen = usize::from(rules.cards) * (usize::from(rules.seats) - 1);
        if !rules.is_open && redeal::MOST_UNSEEN < unseen {
            let most = redeal::MOST_UNSEEN / (usize::from(rules.seats) - 1);
            return Err(
                options.impossible(format!("with {} seats and open=false there are at most {most} cards", rules.seats))
            );
        }
        Ok(Goofspiel::start_of(rules))
    }
}

inventory::submit! { GamePlugin::of::<Goofspiel>() }

#[cfg(test)]
mod tests;
