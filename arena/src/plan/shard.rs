//! The part of a plan that one machine plays.
//!
//! Whatever is shared out, groups stay whole: the games of one meeting from one opening, which are
//! counted together, are played by one machine.

use crate::plan::schedule::Plan;

/// The part of a plan that one machine plays: of the groups, every `of`th; of these, those of the
/// games from one number up to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, counted from zero.
    pub index: u64,
    /// The number of shards.
    pub of: u64,
    /// The first game of the block that is shared out.
    pub from: u64,
    /// The first game after it; [`u64::MAX`] where that is the end of the plan, wherever it is.
    pub to: u64,
}

impl Shard {
    /// The whole plan.
    pub const WHOLE: Shard = Shard { index: 0, of: 1, from: 0, to: u64::MAX };

    /// One of this many parts of the whole plan, counted from zero.
    pub const fn part(index: u64, of: u64) -> Shard {
        Shard { index, of, ..Shard::WHOLE }
    }

    /// Whether it is a shard of one block of games, which others may follow.
    pub const fn is_of_block(self) -> bool {
        self.to != u64::MAX
    }

    /// The same part of the games from one number up to, and without, another.
    #[must_use]
    pub const fn within(self, (from, to): (u64, u64)) -> Shard {
        Shard { from, to, ..self }
    }
}

impl Plan {
    /// Whether the block that `shard` is of begins and ends between meetings and is completely
    /// known; of rounds, whether it is the last one.
    pub fn has(&self, shard: Shard) -> bool {
        let Shard { from, to, .. } = shard;
        if !shard.is_of_block() {
            return from == 0;
        }
        let is_edge = |game: u64| game == self.games() || game < self.games() && self.fixture(game).order == 0;
        let is_late =
            self.tournament().format.is_static() || self.blocks().last().is_some_and(|(first, _)| first <= from);
        from < to && to <= self.games() && is_edge(from) && is_edge(to) && is_late
    }

    /// The number of games of the plan, as far as it is known, that belong to `shard`.
    pub fn shard_games(&self, shard: Shard) -> u64 {
        self.parts(shard).map(|part| part.groups * part.orders).sum()
    }

    /// The number of the game that is number `index` of `shard`.
    pub fn shard_number(&self, shard: Shard, index: u64) -> u64 {
        if shard == Shard::WHOLE {
            return index;
        }
        let mut left = index;
        for part in self.parts(shard) {
            let games = part.groups * part.orders;
            if left < games {
                let (group, order) = (left / part.orders, left % part.orders);
                let group = part.group + group * shard.of;
                return part.first + group * part.orders + order;
            }
            left -= games;
        }
        panic!("game {index} of a shard that has fewer")
    }

    /// Which of `of` shards has game `number`, counted from zero.
    pub(crate) fn shard_of(&self, number: u64, of: u64) -> u64 {
        let mut before = 0;
        for ((first, end), orders) in self.blocks().zip(self.groups()) {
            if number < end {
                return (before + (number - first) / orders) % of;
            }
            before += (end - first) / orders;
        }
        panic!("game {number} of a plan that has fewer")
    }

    /// The part of each block that belongs to `shard`.
    fn parts(&self, shard: Shard) -> impl Iterator<Item = BlockPart> {
        let mut before = 0;
        self.blocks().zip(self.groups()).map(move |((first, end), orders)| {
            let groups = (end - first) / orders;
            let within = |game: u64| (game.saturating_sub(first) / orders).min(groups);
            let (from, to) = (within(shard.from), within(shard.to));
            // The first group of the block whose number, over all blocks, belongs to the shard.
            let group = from + (shard.index + shard.of - (before + from) % shard.of) % shard.of;
            before += groups;
            let groups = to.saturating_sub(group).div_ceil(shard.of);
            BlockPart { first, group, groups, orders }
        })
    }
}

/// Every `of`th group of a block, from `group` on.
struct BlockPart {
    first: u64,
    group: u64,
    groups: u64,
    orders: u64,
}

#[cfg(test)]
mod tests {
    use super::Shard;
    use crate::{ask::spec::Spec, plan::schedule::Plan};

    /// A plan of 60 games, in groups of two.
    fn plan() -> Plan {
        let spec = Spec::default().player("random").player("random").player("random");
        let spec = spec.game("nim").game("nim(2+2+2)").openings(5, 1);
        Plan::new(spec.resolve().unwrap()).unwrap()
    }

    #[test]
    fn shards_share_out_every_game_and_keep_groups_together() {
        let plan = plan();
        for of in [1, 2, 3, 7, 30, 31] {
            let mut all = Vec::new();
            for index in 0..of {
                let shard = Shard::part(index, of);
                let games = plan.shard_games(shard);
                let numbers: Vec<u64> = (0..games).map(|game| plan.shard_number(shard, game)).collect();
                assert!(numbers.is_sorted(), "{numbers:?}");
                assert!(numbers.iter().all(|&game| plan.shard_of(game, of) == index));
                assert!(numbers.chunks(2).all(|pair| pair[0] % 2 == 0 && pair[1] == pair[0] + 1));
                all.extend(numbers);
            }
            all.sort_unstable();
            assert_eq!(all, (0..60).collect::<Vec<u64>>(), "{of} shards");
        }
    }

    #[test]
    fn shards_of_a_block_share_out_its_games_as_shards_of_the_whole_would() {
        let plan = plan();
        for (from, to) in [(0, 60), (0, 2), (28, 34), (30, 60), (58, 60), (6, 6)] {
            for of in [1, 2, 3, 7, 31] {
                let mut all = Vec::new();
                for index in 0..of {
                    let games = |shard: Shard| {
                        let games = plan.shard_games(shard);
                        (0..games).map(move |game| (game, shard))
                    };
                    let whole = games(Shard::part(index, of));
                    let numbers = whole.map(|(game, shard)| plan.shard_number(shard, game));
                    let expected: Vec<u64> = numbers.filter(|n| (from..to).contains(n)).collect();
                    let part = games(Shard::part(index, of).within((from, to)));
                    let found: Vec<u64> = part.map(|(i, s)| plan.shard_number(s, i)).collect();
                    assert_eq!(found, expected, "{index}/{of} of {from}..{to}");
                    all.extend(found);
                }
                all.sort_unstable();
                assert_eq!(all, (from..to).collect::<Vec<u64>>());
            }
        }
        let is_known = |from, to| plan.has(Shard::WHOLE.within((from, to)));
        assert!(is_known(0, 60) && is_known(28, 34) && plan.has(Shard::part(1, 3)));
        assert!(!is_known(1, 2) && !is_known(2, 61) && !is_known(4, 4) && !is_known(4, 5));
        assert_eq!([plan.block(7, 3), plan.block(56, 9), plan.block(0, 1)], [(6, 12), (56, 60), (0, 2)]);
    }
}
