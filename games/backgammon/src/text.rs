//! Positions and turns of backgammon as text.

use std::fmt::{self, Display, Write};

use agon_core::{Position, Seat, TextError};

use crate::{
    Backgammon, Dice, PLIES,
    board::Side,
    turn::{BAR, BackgammonMove, Parts},
};

fn point_name(point: u8) -> String {
    match point {
        0 => "off".to_owned(),
        BAR => "bar".to_owned(),
        _ => point.to_string(),
    }
}

fn write_side(f: &mut fmt::Formatter<'_>, side: &Side) -> fmt::Result {
    let mut before = "";
    for point in (1..=BAR).rev() {
        let men = side.men[usize::from(point)];
        if men != 0 {
            write!(f, "{before}{}:{men}", point_name(point))?;
            before = ",";
        }
    }
    if before.is_empty() { f.write_str("-") } else { Ok(()) }
}

fn read_side(text: &str, total: u8) -> Option<Side> {
    if text == "-" {
        return Side::new(total, []);
    }
    let mut points = Vec::new();
    for part in text.split(',') {
        let (point, men) = part.split_once(':')?;
        let point = match point {
            "bar" => BAR,
            number => number.parse().ok().filter(|point| (1..BAR).contains(point))?,
        };
        let men: u8 = men.parse().ok().filter(|&men| 0 < men)?;
        if points.last().is_some_and(|&(last, _)| last <= point) {
            return None;
        }
        points.push((point, men));
    }
    Side::new(total, points)
}

/// The men of X and of O, each by its own points; who is to act; the dice, `roll` if they are to
/// be rolled or `first` for the first roll; and the plies so far:
/// `24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 31 1`.
impl Display for Backgammon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in &self.sides {
            write_side(f, side)?;
            f.write_char(' ')?;
        }
        let mover = self.mover.letter();
        match self.dice {
            Dice::First => write!(f, "{mover} first")?,
            Dice::Unrolled => write!(f, "{mover} roll")?,
            Dice::Rolled(high, low) => write!(f, "{mover} {high}{low}")?,
        }
        write!(f, " {}", self.plies)
    }
}

pub(crate) fn read(like: &Backgammon, text: &str) -> Result<Backgammon, TextError> {
    let wrong = || {
        let most = like.total;
        TextError::new(text, format!("up to {most} men a side, as in `{like}`"))
    };
    let fields: Vec<&str> = text.split(' ').collect();
    let [one, other, mover, dice, plies] = fields[..] else {
        return Err(wrong());
    };
    let side = |text| read_side(text, like.total).ok_or_else(wrong);
    let sides = [side(one)?, side(other)?];
    let meet = (1..BAR).any(|p| sides[0].men[usize::from(p)] != 0 && sides[1].men[usize::from(25 - p)] != 0);
    let both_off = sides.iter().all(|side| side.some == 0);
    let mover = Seat::from_letter(mover).ok_or_else(wrong)?;
    let digit = |index: usize| dice.as_bytes()[index].wrapping_sub(b'0');
    let dice = match dice {
        "first" => Dice::First,
        "roll" => Dice::Unrolled,
        _ if dice.len() == 2 && (1..=6).contains(&digit(0)) && (1..=digit(0)).contains(&digit(1)) => {
            Dice::Rolled(digit(0), digit(1))
        }
        _ => return Err(wrong()),
    };
    let plies: u16 = plies.parse().map_err(|_| wrong())?;
    if meet || both_off || PLIES < plies {
        return Err(wrong());
    }
    Ok(Backgammon { sides, mover, dice, plies, ..*like })
}

impl Backgammon {
    /// `*` where the man that arrives on the mover's `point` hits.
    fn mark(&self, point: u8) -> &'static str {
        let other = &self.sides[self.mover.opponent().index()];
        if point != 0 && other.is_blot(25 - point) { "*" } else { "" }
    }
}

pub(crate) fn write_move(position: &Backgammon, m: BackgammonMove, out: &mut dyn Write) -> fmt::Result {
    let hop = |from: u8, to: u8, out: &mut dyn Write| {
        write!(out, "{}/{}{}", point_name(from), point_name(to), position.mark(to))
    };
    match m.parts() {
        Parts::Roll(high, low) => write!(out, "{high}{low}"),
        _ if m == BackgammonMove::PASS => out.write_str("pass"),
        Parts::Pair { from: [from, 0], to: [to, _], via: 0 } => hop(from, to, out),
        Parts::Pair { from: [from, 0], to: [to, _], via } => {
            hop(from, via, out)?;
            write!(out, "/{}{}", point_name(to), position.mark(to))
        }
        Parts::Pair { from, to, .. } => {
            // Which destination belongs to which man follows from the dice.
            let Dice::Rolled(high, low) = position.dice else { return Err(fmt::Error) };
            let fits = |from: u8, to: u8, die: u8| {
                if to == 0 { from <= die } else { from == to + die }
            };
            let straight = (fits(from[0], to[0], high) && fits(from[1], to[1], low))
                || (fits(from[0], to[0], low) && fits(from[1], to[1], high));
            let [first, second] = if straight { to } else { [to[1], to[0]] };
            hop(from[0], first, out)?;
            if first == second {
                // The first has hit already.
                return write!(out, " {}/{}", point_name(from[1]), point_name(second));
            }
            out.write_char(' ')?;
            hop(from[1], second, out)
        }
        Parts::Double { die, from } => {
            let mut at = 0;
            while at < 4 && from[at] != 0 {
                let same = from[at..].iter().take_while(|&&p| p == from[at]).count();
                if 0 < at {
                    out.write_char(' ')?;
                }
                hop(from[at], from[at].saturating_sub(die), out)?;
                if 1 < same {
                    write!(out, "({same})")?;
                }
                at += same;
            }
            Ok(())
        }
    }
}

/// A turn's text without the marks of hits, its words in order.
pub(crate) fn plain(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(|word| word.replace('*', "")).collect();
    words.sort_unstable();
    words
}

/// The turn that `text` writes: hits marked or not, men and dice in any order. Each hop may stand
/// by itself, or the way of a man as one: `13/9` for two hops of a double, `24/15` where one way
/// alone can be meant.
pub(crate) fn read_move(position: &Backgammon, text: &str) -> Option<BackgammonMove> {
    let text = text.trim().to_lowercase();
    let wanted = plain(&text);
    let (hops, dice) = (hops(&text), dice(&text));
    let journeys = hops.clone().map(net);
    let (mut written, mut same, mut alike) = (String::new(), None, Vec::new());
    let _ = position.each_move(|m| {
        written.clear();
        if write_move(position, m, &mut written).is_err() {
            return std::ops::ControlFlow::Continue(());
        }
        let own = self::hops(&written);
        let is_roll = dice.as_ref().is_some_and(|dice| *dice == written);
        if plain(&written) == wanted || is_roll || (own.is_some() && own == hops) {
            same = Some(m);
            return std::ops::ControlFlow::Break(());
        }
        if own.is_some() && own.map(net) == journeys {
            alike.push(m);
        }
        std::ops::ControlFlow::Continue(())
    });
    same.or(if let [only] = alike[..] { Some(only) } else { None })
}

/// Two dice, the higher first: `54` for `45`.
fn dice(text: &str) -> Option<String> {
    let mut dice: Vec<char> = text.chars().filter(|c| !matches!(c, ' ' | '-' | ',')).collect();
    dice.sort_unstable_by(|a, b| b.cmp(a));
    (dice.len() == 2 && dice.iter().all(char::is_ascii_digit)).then(|| dice.iter().collect())
}

/// The hops of a turn, from where to where, in order; `None` if it is written in no such way.
fn hops(text: &str) -> Option<Vec<(u8, u8)>> {
    let point = |name: &str| match name {
        "bar" => Some(BAR),
        "off" => Some(0),
        number => number.parse().ok().filter(|point| (1..BAR).contains(point)),
    };
    let mut hops = Vec::new();
    for word in text.split_whitespace() {
        let word = word.replace('*', "");
        let (way, times) = match word.strip_suffix(')').and_then(|word| word.split_once('(')) {
            Some((way, times)) => (way, times.parse().ok().filter(|times| (1..=4).contains(times))?),
            None => (word.as_str(), 1),
        };
        let points: Option<Vec<u8>> = way.split('/').map(point).collect();
        let points = points.filter(|points| 2 <= points.len())?;
        for _ in 0..times {
            hops.extend(points.windows(2).map(|hop| (hop[0], hop[1])));
        }
    }
    hops.sort_unstable();
    (!hops.is_empty()).then_some(hops)
}

/// The points that men leave for good and those where they stay, each in order.
fn net(hops: Vec<(u8, u8)>) -> (Vec<u8>, Vec<u8>) {
    let (mut from, mut to): (Vec<u8>, Vec<u8>) = hops.into_iter().unzip();
    from.retain(|point| match to.iter().position(|other| other == point) {
        Some(index) => {
            to.remove(index);
            false
        }
        None => true,
    });
    from.sort_unstable();
    to.sort_unstable();
    (from, to)
}
