//! The laws of [`Position`] that can be checked at one position.

use std::{collections::BTreeMap, ops::ControlFlow};

use agon_core::{
    AnyMove, AnyPosition, Estimator, Featured, Heuristic, Leaf, Node, Position, Protocol, Seat, Symmetric, after,
    all_moves, notation, scored,
};

use crate::{
    equality::same_here,
    picture::check_picture,
    site::{Law, PAID, SAMPLE, Site, demand, listed, pays},
    states,
    symmetry::{carries_advice, carries_play, under_each_symmetry},
    turn::check_turn,
    visitors::check_visitors,
};

/// Every law of [`Position`] that can be checked at one position.
pub const LAWS: &[Law] = &[
    Law {
        sentence: "the facts are the same for every position of one play",
        check: |site| {
            demand(site.facts() == site.start.facts(), || format!("{:?}", site.facts()))?;
            let facts = site.facts();
            demand(facts.seats != 0 && facts.min_payoff <= facts.max_payoff, || format!("{facts:?}"))
        },
    },
    Law {
        sentence: "the node is one of the declared seats, or chance where declared, or terminal",
        check: |site| match site.here.node() {
            Node::Decision(seat) => demand(seat.0 < site.facts().seats, || format!("{seat} to act")),
            Node::Chance => demand(site.facts().chance, || "a chance node".to_owned()),
            Node::Terminal => Ok(()),
        },
    },
    Law { sentence: "on turn is the seat to act", check: check_turn },
    Law {
        sentence: "moves are strictly ascending; none at a terminal node, some at any other",
        check: |site| {
            let ascending = site.moves.windows(2).all(|pair| pair[0] < pair[1]);
            demand(ascending, || site.names(&site.moves))?;
            let over = site.here.node() == Node::Terminal;
            demand(over == site.moves.is_empty(), || format!("{} moves", site.moves.len()))
        },
    },
    Law {
        sentence: "`moves`, `count` and `nth` agree with `each_move`",
        check: |site| {
            let mut list = vec![AnyMove(u64::MAX); 3];
            site.here.moves(&mut list);
            demand(list == site.moves, || format!("moves: {}", site.names(&list)))?;
            let count = site.here.count();
            demand(count == site.moves.len(), || format!("count: {count}"))?;
            for (n, m) in site.tried() {
                let nth = site.here.nth(n);
                demand(nth == m, || format!("nth({n}): {}, not {}", site.name(nth), site.name(m)))?;
            }
            Ok(())
        },
    },
    Law { sentence: "whatever visits moves stops when it is asked to, and says whether it was", check: check_visitors },
    Law {
        sentence: "`is_legal` accepts the legal moves and no other code",
        check: |site| {
            let near = site.tried().flat_map(|(_, m)| [m.0.wrapping_sub(1), m.0.wrapping_add(1)]);
            let far = [1 << 8, 1 << 16, 1 << 31, 1 << 32, 1 << 63, u64::MAX];
            for code in (0..600).step_by(site.apart()).chain(near).chain(far) {
                let listed = site.moves.binary_search(&AnyMove(code)).is_ok();
                let legal = site.here.is_legal(AnyMove(code));
                demand(legal == listed, || format!("is_legal(#{code}) is {legal}"))?;
            }
            match site.tried().find(|&(_, m)| !site.here.is_legal(m)) {
                Some((_, m)) => Err(format!("is_legal({}) is false", site.name(m))),
                None => Ok(()),
            }
        },
    },
    Law {
        sentence: "playing on a copy leaves the original as it was, and `play_from` is `play`",
        check: |site| {
            let before = (site.here.to_string(), site.here.key());
            // Recycled positions of all kinds: none of their old content may remain.
            let ends = [site.moves.first(), site.moves.get(site.moves.len() / 2), site.moves.last()];
            let rooms = ahead(site);
            for (number, &m) in ends.into_iter().flatten().enumerate() {
                let copy = after(&site.here, m);
                for room in &rooms {
                    let mut from = room.clone();
                    from.play_from(&site.here, m);
                    let found = || format!("play_from({}) onto {room}: {from:?}", site.name(m));
                    demand(from == copy && from.key() == copy.key(), found)?;
                    // Every question, in turn.
                    if number == site.path.len() % 3 && from != *room {
                        same_here(&from, &copy).map_err(|found| format!("{room}: {found}"))?;
                    }
                }
            }
            let mut from = site.start.clone();
            for (_, m) in site.tried() {
                let mut copy = site.here.clone();
                copy.play(m);
                from.play_from(&site.here, m);
                demand(from == copy && from.key() == copy.key(), || {
                    format!("play_from({}): {from:?}, play: {copy:?}", site.name(m))
                })?;
                for tried in [m, AnyMove(m.0.wrapping_add(1))] {
                    let is_legal = site.here.is_legal(tried);
                    let expected = if is_legal { after(&site.here, tried) } else { site.here.clone() };
                    let mut here = site.here.clone();
                    demand(here.try_play(tried) == is_legal && here == expected, || {
                        format!("try_play({tried}): {here:?}, not {expected:?}")
                    })?;
                }
            }
            let after = (site.here.to_string(), site.here.key());
            demand(before == after, || format!("now {}", after.0))
        },
    },
    Law {
        sentence: "a copy is equal, and has the same key",
        check: |site| {
            let copy = site.here.clone();
            demand(copy == site.here && copy.key() == site.here.key(), || format!("{copy:?}"))?;
            same_here(&copy, &site.here)
        },
    },
    Law {
        sentence: "the text of a position is one line and parses back to an equal position",
        check: |site| {
            let text = site.here.to_string();
            demand(!text.contains('\n') && text.trim() == text, || format!("{text:?}"))?;
            let back = site.start.parse(&text).map_err(|error| error.to_string())?;
            let is_same = back == site.here && back.key() == site.here.key();
            demand(is_same, || format!("{back}, in full {back:?}"))?;
            demand(back.to_string() == text, || format!("written again: {back}"))?;
            same_here(&back, &site.here)
        },
    },
    Law {
        sentence: "a move's notation is one word of its own, or several, and reads back to the move",
        check: |site| {
            let mut written = BTreeMap::new();
            // Reading a move may mean writing them all.
            let apart = site.moves.len().div_ceil(SAMPLE);
            for (n, &m) in site.moves.iter().enumerate() {
                let text = notation(&site.here, m);
                let tidy = !text.is_empty() && text.trim() == text && !text.contains([',', '\n']);
                demand(tidy, || format!("{m} written as {text:?}"))?;
                if (n + site.path.len()).is_multiple_of(apart) {
                    let back = site.here.parse_move(&text);
                    demand(back == Some(m), || {
                        let back = back.map_or("nothing".to_owned(), |back| site.name(back));
                        format!("{m}, written {text}, reads as {back}")
                    })?;
                }
                if let Some(other) = written.insert(text.clone(), m) {
                    return Err(format!("{m} and {other} are both written {text}"));
                }
            }
            for text in ["no such move", "", " "] {
                let back = site.here.parse_move(text);
                let name = |back| format!("`{text}` reads as {}", site.name(back));
                demand(back.is_none(), || back.map_or(String::new(), name))?;
            }
            Ok(())
        },
    },
    Law {
        sentence: "a move is read alone: not with anything before it or behind it",
        check: |site| {
            let ends = [site.moves.first(), site.moves.last()];
            for &m in ends.into_iter().flatten() {
                for text in [notation(&site.here, m), scored(&site.here, m)] {
                    let more = [format!("{text} xyzzy"), format!("{text}xyzzy"), format!("xyzzy {text}")];
                    for text in more {
                        let back = site.here.parse_move(&text);
                        let name = |m| format!("`{text}` reads as {}", site.name(m));
                        demand(back.is_none(), || back.map_or(String::new(), name))?;
                    }
                    let twice = format!("{text} {text}");
                    if let Some(back) = site.here.parse_move(&twice) {
                        let words = notation(&site.here, back).split_whitespace().count();
                        demand(1 < words, || format!("`{twice}` reads as {}", site.name(back)))?;
                    }
                }
            }
            Ok(())
        },
    },
    Law {
        sentence: "every move has one line of text on a score sheet, and no two are alike",
        check: |site| {
            let mut written = BTreeMap::new();
            for &m in &site.moves {
                let text = scored(&site.here, m);
                let tidy = !text.is_empty() && text.trim() == text && !text.contains('\n');
                demand(tidy, || format!("{m} scored as {text:?}"))?;
                if let Some(other) = written.insert(text.clone(), m) {
                    return Err(format!("{m} and {other} are both scored {text}"));
                }
            }
            Ok(())
        },
    },
    Law {
        sentence: "where other programs play the game, they have a word for every move that reads back",
        check: |site| {
            for protocol in Protocol::ALL {
                if site.start.foreign_setup(protocol).is_err() {
                    continue;
                }
                let mut written = BTreeMap::new();
                for (_, m) in site.tried() {
                    let mut text = String::new();
                    let _ = site.here.write_foreign(m, protocol, &mut text);
                    let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
                    demand(is_word, || format!("{m} written as {text:?} in {protocol}"))?;
                    let back = site.here.parse_foreign(&text, protocol);
                    demand(back == Some(m), || {
                        let back = back.map_or("nothing".to_owned(), |back| site.name(back));
                        format!("{m}, written {text} in {protocol}, reads as {back}")
                    })?;
                    if let Some(other) = written.insert(text.clone(), m) {
                        return Err(format!("{m} and {other} are both {text} in {protocol}"));
                    }
                }
            }
            Ok(())
        },
    },
    Law {
        sentence: "a picture's places and pieces have names and texts, and moves and lines point there",
        check: |site| check_picture(&site.here, &site.moves),
    },
    Law {
        sentence: "bytes of places are of one number, each below its bound, and differ where something looks different",
        check: states::check_bytes,
    },
    Law {
        sentence: "choices of a seat have numbers: each below the bound, no two alike, the same everywhere",
        check: states::check_numbers,
    },
    Law {
        sentence: "a seat's certain payoff is finite, and at most its payoff at the end",
        check: states::check_secured,
    },
    Law {
        sentence: "weights of outcomes are positive, and their sum fits 32 bits",
        check: |site| {
            if site.here.node() != Node::Chance {
                return Ok(());
            }
            let mut total = 0u32;
            for &m in &site.moves {
                let weight = site.here.weight(m);
                demand(0 < weight, || format!("{} weighs {weight}", site.name(m)))?;
                total = total.checked_add(weight).ok_or("a sum beyond 32 bits")?;
            }
            Ok(())
        },
    },
    Law { sentence: PAID, check: |site| if site.here.node() == Node::Terminal { pays(&site.here) } else { Ok(()) } },
    Law {
        sentence: "a lead is finite, and when the game is over the seat ahead is paid more",
        check: |site| {
            let Some(lead) = site.here.lead() else { return Ok(()) };
            demand(lead.is_finite() && site.facts().seats == 2, || format!("{lead}"))?;
            if site.here.node() != Node::Terminal {
                return Ok(());
            }
            let gain = site.here.payoff(Seat(0)) - site.here.payoff(Seat(1));
            demand(lead.partial_cmp(&0.0) == gain.partial_cmp(&0.0), || {
                format!("ahead by {lead}, and paid {gain} more")
            })
        },
    },
    Law {
        sentence: "estimates are finite, within the declared bounds, and add up to zero if payoffs do",
        check: |site| {
            if site.here.node() == Node::Terminal {
                return Ok(());
            }
            for index in 0..site.here.heuristics().len() {
                let heuristic = Heuristic(index as u8);
                let name = site.here.heuristics()[index].name;
                site.adds_up(name, |seat| site.here.estimate(heuristic, seat))?;
            }
            Ok(())
        },
    },
    Law {
        sentence: "`each_leaf` gives every position after a move the value of `payoff` or `estimate`",
        check: |site| {
            let named = (0..).zip(site.here.heuristics());
            let named = named.map(|(index, _)| Estimator::Named(Heuristic(index)));
            let seat = Seat((site.path.len() % usize::from(site.facts().seats)) as u8);
            let judge = |estimator: &Estimator, m| {
                let next = after(&site.here, m);
                let is_over = next.node() == Node::Terminal;
                let value = if is_over { next.payoff(seat) } else { estimator.estimate(&next, seat) };
                (m, Leaf { is_over, value })
            };
            for estimator in named.chain([Estimator::Nothing(0.25)]) {
                let (mut room, mut found) = (site.start.clone(), Vec::new());
                let _ = site.here.each_leaf(&mut room, &estimator, seat, |m, leaf| {
                    found.push((m, leaf));
                    ControlFlow::Continue(())
                });
                let expected = site.moves.iter().map(|&m| judge(&estimator, m));
                demand(found.iter().copied().eq(expected), || {
                    let found = found.iter().map(|&(m, leaf)| (site.name(m), leaf));
                    format!("by {estimator:?}, {seat}: {:?}", found.collect::<Vec<_>>())
                })?;
            }
            Ok(())
        },
    },
    Law {
        sentence: "a heuristic kept up to date estimates what it estimates from scratch",
        check: |site| {
            if site.here.node() == Node::Terminal {
                return Ok(());
            }
            let fresh = site.start.parse(&site.here.to_string()).map_err(|e| e.to_string())?;
            for (index, kept) in site.kept.iter().enumerate() {
                demand(*kept == site.here, || "keeping it changed the position".to_owned())?;
                for seat in site.seats() {
                    let heuristic = Heuristic(index as u8);
                    let expected = fresh.estimate(heuristic, seat);
                    for position in [kept, &site.here] {
                        let found = position.estimate(heuristic, seat);
                        demand((found - expected).abs() <= 1e-12, || {
                            format!("{found} for {seat}, from scratch {expected}")
                        })?;
                    }
                }
            }
            Ok(())
        },
    },
    Law {
        sentence: "there is a finite value for every declared feature",
        check: |site| {
            let mut values = vec![f64::NAN];
            for seat in site.seats() {
                site.here.feature_values(seat, &mut values);
                let right = values.len() == site.here.features().len();
                demand(right && values.iter().all(|v| v.is_finite()), || format!("{values:?}"))?;
            }
            Ok(())
        },
    },
    Law {
        sentence: "a feature that counts things is a whole number of its unit",
        check: |site| {
            let (mut units, mut values) = (vec![f64::NAN], Vec::new());
            site.here.feature_units(&mut units);
            let right = units.is_empty() || units.len() == site.here.features().len();
            demand(right && units.iter().all(|unit| 0.0 <= *unit), || format!("units {units:?}"))?;
            for seat in site.seats() {
                site.here.feature_values(seat, &mut values);
                for ((value, unit), named) in values.iter().zip(&units).zip(site.here.features()) {
                    let count = value / unit;
                    let is_whole = *unit == 0.0 || (count - count.round()).abs() < 1e-6;
                    demand(is_whole, || format!("{} is {count} times {unit} for {seat}", named.name))?;
                }
            }
            Ok(())
        },
    },
    Law {
        sentence: "relevant moves are legal, ascending, and at least one",
        check: |site| {
            if !matches!(site.here.node(), Node::Decision(_)) {
                return Ok(());
            }
            let relevant = listed(|visit| site.here.each_relevant(visit));
            let legal = relevant.iter().all(|m| site.moves.binary_search(m).is_ok());
            let ascending = relevant.windows(2).all(|pair| pair[0] < pair[1]);
            demand(legal && ascending && !relevant.is_empty(), || site.names(&relevant))?;
            for &m in &site.moves {
                let _ = site.here.hint(m);
            }
            Ok(())
        },
    },
    Law {
        sentence: "the forcing moves listed are those that are forcing, ascending",
        check: |site| {
            if !matches!(site.here.node(), Node::Decision(_)) {
                return Ok(());
            }
            let forcing = site.moves.iter().copied().filter(|&m| site.here.is_forcing(m));
            let listed = listed(|visit| site.here.each_forcing(visit));
            demand(listed.iter().copied().eq(forcing), || site.names(&listed))
        },
    },
    Law {
        sentence: "the seat to act is forced only where every move is forcing",
        check: |site| {
            if !matches!(site.here.node(), Node::Decision(_)) || !site.here.is_forced() {
                return Ok(());
            }
            match site.moves.iter().find(|&&m| !site.here.is_forcing(m)) {
                Some(&m) => Err(format!("{} is quiet", site.name(m))),
                None => Ok(()),
            }
        },
    },
    Law {
        sentence: "outcomes that look alike do: none ends the game, or changes an estimate or a feature",
        check: |site| {
            if site.here.node() != Node::Chance || !site.here.outcomes_look_alike() {
                return Ok(());
            }
            let looks = |position: &AnyPosition| {
                let mut values = Vec::new();
                for seat in site.seats() {
                    let count = position.heuristics().len() as u8;
                    let mut features = Vec::new();
                    position.feature_values(seat, &mut features);
                    values.extend((0..count).map(|h| position.estimate(Heuristic(h), seat)));
                    values.extend(features);
                }
                values
            };
            let expected = looks(&site.here);
            for &m in &site.moves {
                let next = after(&site.here, m);
                let is_alike = next.node() != Node::Terminal && looks(&next) == expected;
                demand(is_alike, || site.name(m))?;
            }
            Ok(())
        },
    },
    Law {
        sentence: "sufficient moves are legal, ascending, and at least one",
        check: |site| {
            let enough = site.sufficient();
            let legal = enough.iter().all(|m| site.moves.binary_search(m).is_ok());
            let ascending = enough.windows(2).all(|pair| pair[0] < pair[1]);
            let some = enough.is_empty() == site.moves.is_empty();
            demand(legal && ascending && some, || site.names(&enough))
        },
    },
    Law {
        sentence: "a pass gives the turn to another seat; where none may be made, nothing changes",
        check: |site| {
            let Node::Decision(seat) = site.here.node() else { return Ok(()) };
            let mut after = site.here.clone();
            if !after.pass() {
                return demand(after == site.here, || format!("{after} without passing"));
            }
            let is_turn_given = !matches!(after.node(), Node::Decision(next) if next == seat);
            demand(is_turn_given, || format!("{seat} to act again in {after}"))
        },
    },
    Law {
        sentence: "symmetries carry moves to moves, play to play, and payoffs to equal payoffs",
        check: |site| {
            demand(site.here.image(0) == site.here, || "number 0 is not the identity".to_owned())?;
            under_each_symmetry(site, carries_play)
        },
    },
    Law {
        sentence: "symmetries change no weight, estimate or feature, and carry relevant moves to \
                   relevant moves",
        check: |site| under_each_symmetry(site, carries_advice),
    },
];

/// Positions of this game some plies ahead, by the first moves and by the last ones: decisions,
/// chance nodes and ends, if there are such.
fn ahead(site: &Site) -> Vec<AnyPosition> {
    let mut rooms = Vec::new();
    for is_last in [false, true] {
        let mut here = site.here.clone();
        for _ in 0..3 {
            let moves = all_moves(&here);
            let Some(&m) = (if is_last { moves.last() } else { moves.first() }) else { break };
            here.play(m);
            rooms.push(here.clone());
        }
    }
    rooms
}
