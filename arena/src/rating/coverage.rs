//! Leagues of players with known strengths test whether the intervals contain the truth.
//!
//! `AGON_SECONDS=3600 cargo test --release -p agon-arena coverage -- --nocapture` plays leagues for an hour, or until
//! the answer is clear, and prints how often each kind of interval contains the truth.

use std::time::{Duration, Instant};

use agon_core::{Seed, Stream};

use super::{Difference, Rating, RatingTable, field::Field, ranking::Ranking, scale::elo_of_score};

/// Entries whose strengths, in natural log-odds, differ by this meet from openings that each favour
/// one seat by that much, whoever sits there.
struct League {
    entries: usize,
    seats: usize,
    apart: f64,
    favour: f64,
    /// The part of the decisive games' weight that draws have.
    drawish: f64,
    /// In how many orders three sit down; two always do so in both.
    seatings: usize,
}

/// The key by which openings are distinguished.
#[derive(Clone, Copy, PartialEq)]
enum Clustering {
    /// By their number: all meetings share one.
    Opening,
    /// By their meeting too, as if it were independent of the others.
    Meeting,
}

impl League {
    const TWO: League = League { entries: 8, seats: 2, apart: 0.2, favour: 2.0, drawish: 0.5, seatings: 2 };
    const THREE: League = League { entries: 5, seats: 3, apart: 0.2, favour: 1.0, drawish: 0.0, seatings: 6 };
    /// An advantage of a seat favours the entry that always sits there.
    const FIXED: League = League { favour: 2.0, seatings: 1, ..League::THREE };

    /// Plays from this many openings.
    fn play(&self, openings: u64, unit: Clustering, stream: &mut Stream) -> (RatingTable, Difference) {
        let (mut field, mut ranking) = (Field::new(self.entries), Ranking::new(self.entries));
        for opening in 0..openings {
            let favoured = (stream.unit() * self.seats as f64) as usize;
            let key = |meeting: usize| match unit {
                Clustering::Opening => (0, opening),
                Clustering::Meeting => (meeting, opening),
            };
            for low in 0..self.entries {
                for high in low + 1..self.entries {
                    if self.seats == 2 {
                        let mut game = |first: usize, second: usize| {
                            let favour = self.favour * (0.5 - favoured as f64) + 0.2;
                            self.two(self.apart * (first as f64 - second as f64) + favour, stream)
                        };
                        let games = [(true, game(low, high)), (false, 2 - game(high, low))];
                        let meeting = low * self.entries + high;
                        field.add(key(meeting), (low, high), games.into_iter());
                        continue;
                    }
                    for third in high + 1..self.entries {
                        let (a, b, c) = (low, high, third);
                        let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
                        let orders = &orders[..self.seatings];
                        let game = |seats: &[usize; 3]| self.three(seats, favoured, stream);
                        let games: Vec<_> = orders.iter().map(game).collect();
                        let meeting = (low * self.entries + high) * self.entries + third;
                        ranking.add(key(meeting), &games);
                    }
                }
            }
            field.close((0, opening));
            ranking.close((0, opening));
        }
        let table = if self.seats == 2 { field.rate(None) } else { ranking.rate(None) };
        (table, field.first_seat().difference())
    }

    /// What the first of two seats is worth: its expected share, over both openings and all meetings.
    fn first_seat(&self) -> f64 {
        let all = 0..self.entries;
        let meetings = all.clone().flat_map(|one| all.clone().map(move |other| (one, other)));
        let (mut sum, mut games) = (0.0, 0.0);
        for (first, second) in meetings.filter(|(first, second)| first != second) {
            for favour in [0.5, -0.5] {
                let lead = self.apart * (first as f64 - second as f64) + self.favour * favour + 0.2;
                let (won, lost) = ((lead / 2.0).exp(), (-lead / 2.0).exp());
                sum += (won + self.drawish / 2.0) / (won + self.drawish + lost);
                games += 1.0;
            }
        }
        sum / games
    }

    /// The outcome of a game that the first leads by so much.
    fn two(&self, lead: f64, stream: &mut Stream) -> usize {
        let (won, lost) = ((lead / 2.0).exp(), (-lead / 2.0).exp());
        let drawn = self.drawish;
        match stream.unit() * (won + drawn + lost) {
            x if x < won => 2,
            x if x < won + drawn => 1,
            _ => 0,
        }
    }

    fn three(&self, seats: &[usize; 3], favoured: usize, stream: &mut Stream) -> Vec<(usize, u32)> {
        let mut left: Vec<(usize, f64)> = (0..3)
            .map(|seat| {
                let favour = if seat == favoured { self.favour } else { 0.0 };
                (seats[seat], (self.apart * seats[seat] as f64 + favour).exp())
            })
            .collect();
        let mut ranks = Vec::new();
        while let Some(last) = left.len().checked_sub(1) {
            let mut mark = stream.unit() * left.iter().map(|(_, weight)| weight).sum::<f64>();
            let next = left.iter().position(|(_, weight)| {
                mark -= weight;
                mark < 0.0
            });
            ranks.push((left.remove(next.unwrap_or(last)).0, ranks.len() as u32));
        }
        ranks
    }
}

/// How often intervals contain the truth.
#[derive(Default)]
struct Held {
    leagues: u32,
    first: u32,
    ratings: u32,
    /// Pairs of entries, and how often the weaker one was called stronger with more than 97.5 %.
    pairs: u32,
    wrong: u32,
}

impl Held {
    fn add(&mut self, (table, seat): &(RatingTable, Difference), (truth, worth): (&RatingTable, f64)) {
        let holds = |found: Rating, truth: Rating| u32::from((found.elo - truth.elo).abs() <= found.error);
        assert_eq!(table.groups.len(), 1, "everybody scored");
        self.leagues += 1;
        let (low, high) = seat.interval;
        self.first += u32::from((low..=high).contains(&elo_of_score(worth)));
        let (found, truth) = (&table.groups[0], &truth.groups[0]);
        for (own, its) in found.ratings.iter().zip(&truth.ratings) {
            self.ratings += holds(*own, *its);
        }
        for (i, row) in found.superiority.iter().enumerate() {
            for (j, &chance) in row.iter().enumerate() {
                let is_weaker = truth.ratings[i].elo < truth.ratings[j].elo;
                self.pairs += u32::from(is_weaker);
                self.wrong += u32::from(is_weaker && 0.975 < chance);
            }
        }
    }
}

/// Intervals by whole openings contain the truth in 92.5 to 97.5 % of leagues, and those by
/// meetings, which contain it more rarely, are distinguished from them.
#[test]
fn coverage_of_ratings_and_of_the_first_seat_is_as_promised() {
    // Fewer would not distinguish 95 % from 90.
    const FEWEST: u64 = 300;
    println!(
        "| leagues | openings | tried | ratings held | by meetings | first seat held | by meetings | weaker called stronger |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let seconds = std::env::var("AGON_SECONDS").ok().and_then(|text| text.parse().ok());
    let each = seconds.map(|seconds: u64| Duration::from_secs(seconds) / 9);
    let leagues =
        [("two seats", League::TWO), ("three seats", League::THREE), ("three seats, one seating", League::FIXED)];
    for (name, league) in leagues {
        let (truth, _) = league.play(20_000, Clustering::Opening, &mut Seed(5).stream(0));
        let truth = (&truth, league.first_seat());
        // A hundred take longest, and are played where there is time.
        for openings in [10, 30, 100].into_iter().take(if each.is_some() { 3 } else { 2 }) {
            let (mut whole, mut parts) = (Held::default(), Held::default());
            let until = each.map(|each| Instant::now() + each);
            for number in 1.. {
                let play = |unit| league.play(openings, unit, &mut Seed(5).stream(number));
                whole.add(&play(Clustering::Opening), truth);
                parts.add(&play(Clustering::Meeting), truth);
                let is_late = until.is_none_or(|until| until < Instant::now());
                if is_late && FEWEST <= number {
                    break;
                }
            }
            let part = |held: &Held| {
                let of = f64::from(held.leagues) / 100.0;
                (f64::from(held.first) / of, f64::from(held.ratings) / of / league.entries as f64)
            };
            let ((first, ratings), (first_parts, ratings_parts)) = (part(&whole), part(&parts));
            let first_seat = |held: f64| match league.seats {
                2 => format!("{held:.1} %"),
                _ => "none".to_owned(),
            };
            println!(
                "| {name} | {openings} | {} | {ratings:.1} % | {ratings_parts:.1} % | {} | {} | {} of {} |",
                whole.leagues,
                first_seat(first),
                first_seat(first_parts),
                whole.wrong,
                whole.pairs
            );
            assert!((92.5..98.5).contains(&ratings), "{ratings}");
            assert!(f64::from(whole.wrong) <= 0.025 * f64::from(whole.pairs));
            if league.seats == 2 {
                assert!((92.5..97.5).contains(&first), "{first}");
                assert!(first_parts < 75.0, "meetings share their opening: {first_parts}");
            }
            if league.seatings == 1 {
                assert!(ratings_parts < 91.0, "meetings share their opening: {ratings_parts}");
            }
        }
    }
}
