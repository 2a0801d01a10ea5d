//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Cell, Ground, Look, Piece, Shape, Tint},
};

use crate::{
    Backgammon, Dice,
    turn::{BAR, BackgammonMove, Parts},
};

/// From the base of the points above to that of the points below.
const DOWN: f64 = 10.6;
/// The points of the first seat, as it counts them, from 24 to 1; the second counts the other way.
pub(crate) fn of(position: &Backgammon) -> Picture {
    let mut picture = Picture::new();
    picture.board = Some(Ground::Plain);
    for point in (13..BAR).chain((1..13).rev()) {
        let is_above = 12 < point;
        let along = if is_above { point - 13 } else { 12 - point };
        let x = f64::from(along) + if along < 6 { 0.0 } else { 1.0 };
        let y = if is_above { 0.0 } else { DOWN };
        let length = if is_above { 4.6 } else { -4.6 };
        let ground = if point % 2 == 0 { Ground::Light } else { Ground::Dark };
        let cell = Cell::new(point.to_string(), x, y, Shape::Spike { length }).on(ground);
        let stack = Seat::all(2).find_map(|seat| men(position, seat, own(seat, point)));
        picture.add(cell.with(stack));
        picture.label(x, if is_above { -0.75 } else { DOWN + 0.75 }, point);
    }
    // A man that was hit enters again in the other's home.
    for (seat, y) in [(Seat(1), DOWN - 2.0), (Seat(0), 2.0)] {
        for (name, point, x) in [("bar", BAR, 6.0), ("off", 0, 13.3)] {
            let y = if point == 0 { DOWN - y } else { y };
            let shape = Shape::Box { width: 0.9, height: 4.8 };
            let about = format!("{name} of {}", side(seat).name());
            let cell = Cell::new(outside(name, seat), x, y, shape).about(about);
            picture.add(cell.with(men(position, seat, point)));
        }
    }
    trays(position, &mut picture);
    picture
}

fn trays(position: &Backgammon, picture: &mut Picture) {
    for seat in Seat::all(2) {
        let own = &position.sides[seat.index()];
        let mut texts = vec![format!("{} pips", own.pips())];
        let beside = [(own.men[usize::from(BAR)], "on the bar"), (own.men[0], "off")];
        let beside = beside.into_iter().filter(|&(count, _)| count != 0);
        texts.extend(beside.map(|(count, place)| format!("{count} {place}")));
        picture.tray(side(seat).name(), texts.join(", ")).of(seat).with(man(seat));
    }
    let mover = side(position.mover).name();
    match position.dice {
        Dice::Rolled(high, low) => {
            let tray = picture.tray(format!("dice of {mover}"), "");
            let count = if high == low { 2 } else { 1 };
            for die in [high, low].repeat(count) {
                tray.with(Piece::die(die.into()));
            }
        }
        _ if position.is_over() => {}
        _ => {
            picture.tray("to roll", mover);
        }
    }
}

/// A point as that seat counts it.
fn own(seat: Seat, point: u8) -> u8 {
    if seat == Seat(0) { point } else { 25 - point }
}

fn outside(name: &str, seat: Seat) -> String {
    format!("{name}-{}", seat.letter())
}

/// The colour of a seat's men.
fn side(seat: Seat) -> Tint {
    [Tint::White, Tint::Black][seat.index()]
}

fn man(seat: Seat) -> Piece {
    let (tint, glyph) = (side(seat), ["○", "●"][seat.index()]);
    let text = format!("{} man", tint.name());
    Piece::new(Look::Man, tint).of(seat).letter(seat.letter()).glyph(glyph).text(text)
}

fn men(position: &Backgammon, seat: Seat, point: u8) -> Option<Piece> {
    let count = position.sides[seat.index()].men[usize::from(point)];
    (count != 0).then(|| man(seat).count(count.into()))
}

pub(crate) fn aim(position: &Backgammon, m: BackgammonMove) -> Aim {
    let seat = position.mover;
    let name = |point: u8| match point {
        0 => outside("off", seat),
        BAR => outside("bar", seat),
        point => own(seat, point).to_string(),
    };
    let mut aim = Aim::word();
    let hit = |aim: Aim, to: u8| {
        let is_hit = to != 0 && position.other().is_blot(25 - to);
        if is_hit && !aim.takes.contains(&name(to)) { aim.taking(name(to)) } else { aim }
    };
    match m.parts() {
        Parts::Roll(high, low) => aim = aim.number(u32::from(high) * 10 + u32::from(low)),
        Parts::Pair { from: [0, _], .. } => {}
        Parts::Pair { from: [from, 0], to: [to, _], via: 0 } => {
            aim = hit(aim.path([name(from), name(to)]), to);
        }
        Parts::Pair { from: [from, 0], to: [to, _], via } => {
            aim = hit(hit(aim.path([name(from), name(via), name(to)]), via), to);
        }
        Parts::Pair { from, to, .. } => {
            let to = if is_straight(position, from, to) { to } else { [to[1], to[0]] };
            for (from, to) in from.into_iter().zip(to) {
                aim = hit(aim.path([name(from), name(to)]), to);
            }
        }
        Parts::Double { die, from } => {
            for from in from.into_iter().filter(|&from| from != 0) {
                let to = from.saturating_sub(die);
                aim = hit(aim.path([name(from), name(to)]), to);
            }
        }
    }
    aim
}

/// Whether the first man goes to the first destination: that follows from the dice.
fn is_straight(position: &Backgammon, from: [u8; 2], to: [u8; 2]) -> bool {
    let Dice::Rolled(high, low) = position.dice else { return true };
    let fits = |from: u8, to: u8, die: u8| if to == 0 { from <= die } else { from == to + die };
    (fits(from[0], to[0], high) && fits(from[1], to[1], low))
        || (fits(from[0], to[0], low) && fits(from[1], to[1], high))
}
