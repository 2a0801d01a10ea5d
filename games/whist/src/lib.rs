//! Whist: cards are dealt and played in tricks; players must follow the suit led if they can.
//!
//! Cards are dealt one at a time, the seats in turn, by chance nodes.

mod picture;
mod redeal;
mod rules;

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Picture, Position,
    RuleClaim, Seat, Stream, TextError, inventory, key_of,
};

/// The most seats of a game.
const MOST_SEATS: usize = 4;

/// The most cards of a suit, and of a hand.
const MOST_RANKS: u8 = 13;

/// The most cards of a pack.
const MOST_CARDS: usize = 52;

const RANKS: &[u8; 13] = b"23456789TJQKA";

const SUITS: &[u8; 4] = b"cdhs";

/// The hands, and the cards played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whist {
    rules: Rules,
    /// The cards of each seat, a bit for each.
    hands: [u64; MOST_SEATS],
    /// The last card dealt, whose suit is trumps.
    trump: Option<Card>,
    /// The number of cards played.
    len: u8,
    /// The cards that were played, in order.
    plays: [Card; MOST_CARDS],
    /// The leader of the present trick, or of the next one.
    leader: Seat,
    /// The number of tricks each seat has won.
    tricks: [u8; MOST_SEATS],
}

impl Hash for Whist {
    // Number by number: a slice of them would hash in the machine's byte order.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Whist { rules, hands: [a, b, c, d], trump, len, plays, leader, tricks } = self;
        (rules, a, b, c, d, trump, len, plays, leader, tricks).hash(state);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    seats: u8,
    /// The number of ranks, and the highest of them.
    ranks: u8,
    /// The number of cards in a hand.
    cards: u8,
    has_trumps: bool,
}

/// A card that is dealt or played: its suit times 13 and its rank, from clubs and the two on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Move for Card {
    fn code(self) -> u64 {
        self.0.into()
    }
    fn from_code(code: u64) -> Option<Self> {
        (code < MOST_CARDS as u64).then_some(Card(code as u8))
    }
}

/// The rank and the suit: `Th`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (RANKS[usize::from(self.rank())], SUITS[usize::from(self.suit() % 4)]);
        write!(f, "{}{}", char::from(rank), char::from(suit))
    }
}

impl Card {
    fn suit(self) -> u8 {
        self.0 / MOST_RANKS
    }

    fn rank(self) -> u8 {
        self.0 % MOST_RANKS
    }

    fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The cards of a hand, ascending.
fn cards_of(hand: u64) -> impl Iterator<Item = Card> {
    (0..MOST_CARDS as u8).map(Card).filter(move |card| hand & card.bit() != 0)
}

/// Reads cards that are written one after another.
fn read_cards(text: &str) -> Option<Vec<Card>> {
    let mut cards = Vec::new();
    for card in text.as_bytes().chunks(2) {
        let &[rank, suit] = card else { return None };
        let rank = RANKS.iter().position(|letter| *letter == rank)? as u8;
        let suit = SUITS.iter().position(|letter| *letter == suit)? as u8;
        cards.push(Card(MOST_RANKS * suit + rank));
    }
    Some(cards)
}

impl Rules {
    /// All cards, a bit each.
    fn pack(self) -> u64 {
        let suit = (1 << MOST_RANKS) - (1 << (MOST_RANKS - self.ranks));
        (0..4).fold(0, |pack, number| pack | suit << (MOST_RANKS * number))
    }

    /// The number of cards dealt.
    fn dealt(self) -> u8 {
        self.seats * self.cards
    }
}

/// An observer's view: known cards, and the number of unknown ones.
#[derive(Hash)]
struct Seen {
    position: Whist,
    hidden: [u8; MOST_SEATS],
}

/// The hands, `?` for each card that is not seen, the last card dealt, and the tricks.
impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen { position, hidden } = self;
        for seat in 0..usize::from(position.rules.seats) {
            f.write_str(if seat == 0 { "" } else { "|" })?;
            cards_of(position.hands[seat]).try_for_each(|card| card.fmt(f))?;
            (0..hidden[seat]).try_for_each(|_| f.write_char('?'))?;
        }
        match position.trump {
            Some(card) => write!(f, "/{card}/")?,
            None => f.write_str("/-/")?,
        }
        for (index, trick) in position.plays().chunks(position.rules.seats.into()).enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            trick.iter().try_for_each(|card| card.fmt(f))?;
        }
        Ok(())
    }
}

/// The hands, the last card dealt or `-`, and the tricks: `As|Kc/Kc/AhKh Qs`.
impl fmt::Display for Whist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Seen { position: self.clone(), hidden: [0; MOST_SEATS] }.fmt(f)
    }
}

impl Whist {
    fn start_of(rules: Rules) -> Whist {
        Whist {
            rules,
            hands: [0; MOST_SEATS],
            trump: None,
            len: 0,
            plays: [Card(0); MOST_CARDS],
            leader: Seat(0),
            tricks: [0; MOST_SEATS],
        }
    }

    fn plays(&self) -> &[Card] {
        &self.plays[..self.len.into()]
    }

    /// The cards of the trick that is not complete.
    fn trick(&self) -> &[Card] {
        let begun = self.len - self.len % self.rules.seats;
        &self.plays()[begun.into()..]
    }

    /// The number of cards in all hands together.
    fn held(&self) -> u8 {
        self.hands.iter().map(|hand| hand.count_ones() as u8).sum()
    }

    fn is_dealt(&self) -> bool {
        self.held() + self.len == self.rules.dealt()
    }

    fn mover(&self) -> Seat {
        Seat((self.leader.0 + self.len % self.rules.seats) % self.rules.seats)
    }

    /// The cards that the mover may play.
    fn playable(&self) -> u64 {
        let hand = self.hands[self.mover().index()];
        let suit = |card: &Card| ((1 << MOST_RANKS) - 1) << (MOST_RANKS * card.suit());
        let follow: u64 = self.trick().first().map_or(0, suit);
        if hand & follow == 0 { hand } else { hand & follow }
    }

    /// Which card of a trick wins it.
    fn winning(&self, trick: &[Card]) -> usize {
        let worth = |card: Card| {
            let is_trump = self.trump.is_some_and(|trump| trump.suit() == card.suit());
            (is_trump, card.suit() == trick[0].suit(), card.rank())
        };
        let mut best = 0;
        for (index, &card) in trick.iter().enumerate() {
            if worth(trick[best]) < worth(card) {
                best = index;
            }
        }
        best
    }

    /// The seat that played each card, and the suit led before it in its trick.
    fn by_whom(&self) -> Vec<(Seat, Card, Option<Card>)> {
        let seats = self.rules.seats;
        let (mut list, mut leader) = (Vec::new(), 0);
        for trick in self.plays().chunks(seats.into()) {
            for (index, &card) in (0..).zip(trick) {
                let led = (index != 0).then_some(trick[0]);
                list.push((Seat((leader + index) % seats), card, led));
            }
            leader = (leader + self.winning(trick) as u8) % seats;
        }
        list
    }

    fn seen_by(&self, eye: Eye) -> Seen {
        let mut seen = Seen { position: self.clone(), hidden: [0; MOST_SEATS] };
        let open = self.trump.map_or(0, Card::bit);
        for seat in Seat::all(self.rules.seats).filter(|&seat| eye != Eye::Seat(seat)) {
            let hand = &mut seen.position.hands[seat.index()];
            seen.hidden[seat.index()] = (*hand & !open).count_ones() as u8;
            *hand &= open;
        }
        seen
    }

    fn read(&self, text: &str) -> Option<Whist> {
        let mut parts = text.split('/');
        let (hands, trump, tricks) = (parts.next()?, parts.next()?, parts.next()?);
        let mut position = Whist::start_of(self.rules);
        position.trump = match trump {
            "-" => None,
            card => Some(*read_cards(card)?.first()?),
        };
        let mut dealt = [0; MOST_SEATS];
        for (index, hand) in hands.split('|').enumerate() {
            *dealt.get_mut(index)? = read_cards(hand)?.iter().fold(0, |mask, card| mask | card.bit());
        }
        // The players of the cards follow from the cards alone; then they are put back and played
        // again.
        let plays = read_cards(&tricks.replace(' ', ""))?;
        position.len = u8::try_from(plays.len()).ok().filter(|&len| len <= self.rules.dealt())?;
        position.plays[..plays.len()].copy_from_slice(&plays);
        for (seat, card, _) in position.by_whom() {
            dealt[seat.index()] |= card.bit();
        }
        position = Whist { trump: position.trump, hands: dealt, ..Whist::start_of(self.rules) };
        let held = position.held();
        let all = dealt.iter().fold(0, |all, hand| all | hand);
        let is_fair = (0..).zip(&dealt).all(|(seat, hand)| {
            let cards = (held + self.rules.seats).saturating_sub(seat + 1) / self.rules.seats;
            let is_seat = seat < self.rules.seats;
            hand.count_ones() == if is_seat { cards.into() } else { 0 }
        });
        let is_pack = all & !self.rules.pack() == 0 && all.count_ones() == u32::from(held);
        let last = dealt[usize::from(self.rules.seats) - 1];
        let is_turned = match position.trump {
            Some(card) => self.rules.has_trumps && position.is_dealt() && last & card.bit() != 0,
            None => !self.rules.has_trumps || !position.is_dealt(),
        };
        let is_possible = is_fair && is_pack && is_turned && held <= self.rules.dealt();
        if !is_possible || !plays.is_empty() && !position.is_dealt() {
            return None;
        }
        for card in plays {
            position.is_legal(card).then(|| position.play(card))?;
        }
        (position.to_string() == text).then_some(position)
    }
}

impl Position for Whist {
    type Move = Card;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        let Rules { seats, cards, .. } = self.rules;
        let cards = f64::from(cards);
        let most = if seats == 4 { cards } else { cards * f64::from(seats - 1) };
        Facts::new(seats, 2 * u32::from(self.rules.dealt())).with_chance().with_hidden().with_payoffs(-cards, most)
    }
    fn node(&self) -> Node {
        if !self.is_dealt() {
            Node::Chance
        } else if self.len == self.rules.dealt() {
            Node::Terminal
        } else {
            Node::Decision(self.mover())
        }
    }
    fn each_move(&self, visit: impl FnMut(Card) -> ControlFlow<()>) -> ControlFlow<()> {
        let may = match self.node() {
            Node::Chance => self.rules.pack() & !self.hands.iter().fold(0, |all, hand| all | hand),
            Node::Decision(_) => self.playable(),
            Node::Terminal => 0,
        };
        cards_of(may).try_for_each(visit)
    }
    fn play(&mut self, card: Card) {
        let Rules { seats, has_trumps, .. } = self.rules;
        if !self.is_dealt() {
            self.hands[usize::from(self.held() % seats)] |= card.bit();
            if self.is_dealt() && has_trumps {
                self.trump = Some(card);
            }
            return;
        }
        self.hands[self.mover().index()] &= !card.bit();
        self.plays[usize::from(self.len)] = card;
        self.len += 1;
        if self.len.is_multiple_of(seats) {
            let trick = &self.plays()[usize::from(self.len - seats)..];
            self.leader = Seat((self.leader.0 + self.winning(trick) as u8) % seats);
            self.tricks[self.leader.index()] += 1;
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let seats = self.rules.seats;
        // Partners sit opposite each other.
        let side = if seats == 4 { 2 } else { seats };
        let own = (0..seats).filter(|other| other % side == seat.0 % side);
        let own: i32 = own.map(|other| i32::from(self.tricks[usize::from(other)])).sum();
        f64::from(own * i32::from(side) - i32::from(self.rules.cards))
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.read(text).ok_or_else(|| {
            let mut dealt = Whist::start_of(self.rules);
            while dealt.node() == Node::Chance {
                dealt.play(dealt.nth(0));
            }
            let what = format!("the hands, the last card dealt, and the tricks, such as `{dealt}`");
            TextError::new(text, what)
        })
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}", self.seen_by(eye))
    }
    fn view_key(&self, eye: Eye) -> u64 {
        key_of(&self.seen_by(eye))
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        redeal::draw(self.seen_by(Eye::Seat(seat)), stream)
    }
    fn picture(&self) -> Picture {
        picture::of(&Seen { position: self.clone(), hidden: [0; MOST_SEATS] })
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        picture::of(&self.seen_by(eye))
    }
}

impl Learnable for Whist {
    fn numbers(&self) -> u32 {
        MOST_CARDS as u32
    }
}

impl Game for Whist {
    const NAME: &'static str = "whist";
    const SUMMARY: &'static str = "play cards in tricks, and follow the suit that was led";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "A move is a card, its rank and its suit. A position is the hands, the last card dealt, \
        and the tricks, such as 9cKcJd9hKhJs|TcAcQdThAhQs|Jc9dKdJh9sKs|QcTdAdQhTsAs/As/, with - for the last card until it is dealt, and without trumps; a \
        view has ? for a card that is not seen. \
        Source: Edmond Hoyle, A short treatise on the game of whist (1742), in short.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("seats", 2..=MOST_SEATS as u64, "4", "how many seats"),
        OptionSpec::whole("ranks", 1..=13, "6", "how many cards a suit has, from the ace down"),
        OptionSpec::whole("cards", 1..=13, "6", "how many cards a hand has"),
        OptionSpec::flag("trumps", "true", "the suit of the last card dealt is trumps"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "seats=2, ranks=2, cards=2",
        "seats=2, ranks=2, cards=2, trumps=false",
        "seats=3, ranks=2, cards=1",
        "seats=3, ranks=1, cards=1, trumps=false",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let rules = Rules {
            seats: options.whole("seats"),
            ranks: options.whole("ranks"),
            cards: options.whole("cards"),
            has_trumps: options.flag("trumps"),
        };
        if 4 * rules.ranks < rules.dealt() {
            return Err(options.impossible("the pack has too few cards for all hands"));
        }
        Ok(Whist::start_of(rules))
    }
}

inventory::submit! { GamePlugin::of::<Whist>() }

#[cfg(test)]
mod tests;
