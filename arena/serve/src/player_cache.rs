//! Players keep their seats at a table between their moves: what one has found out of the whole game, as `perfect`
//! does, it need not find out again for the next. Those of a game that is over leave; of the others those that were not
//! asked for longest make room.

use std::{
    collections::VecDeque,
    mem,
    sync::{Mutex, PoisonError},
};

use agon_core::{NamedGame, Player, Seat, registry};
use agon_table::seat_player;

use crate::pool::PoolThinker;

/// Players that keep their seats, at most.
const MOST: usize = 256;
/// Bytes that they may want for their tables together.
const MOST_BYTES: u64 = 256 << 20;

/// The players that keep their seats.
#[derive(Default)]
pub(crate) struct PlayerCache(Mutex<VecDeque<BenchSeat>>);

/// Where a player sits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TablePlace {
    pub(crate) table: String,
    pub(crate) seat: Seat,
    pub(crate) term: String,
}

struct BenchSeat {
    place: TablePlace,
    bytes: u64,
    player: Box<dyn Player>,
}

impl PlayerCache {
    /// The player of that place, seated now if it has no seat yet. The caller puts it
    /// [back](Bench::put_back), unless it has panicked.
    ///
    /// # Errors
    ///
    /// Why it cannot be seated.
    pub(crate) fn take(
        &self,
        _: &PoolThinker,
        place: &TablePlace,
        game: &NamedGame,
    ) -> Result<Box<dyn Player>, String> {
        {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let own = all.iter().position(|kept| kept.place == *place);
            if let Some(kept) = own.and_then(|own| all.remove(own)) {
                return Ok(kept.player);
            }
        }
        let named = registry::player(&place.term).map_err(|error| error.to_string())?;
        seat_player(&named, game).map_err(|error| error.to_string())
    }

    /// It keeps its seat.
    pub(crate) fn put_back(&self, place: TablePlace, player: Box<dyn Player>) {
        let bytes = player.memory();
        if MOST_BYTES < bytes {
            return;
        }
        let mut gone = Vec::new();
        {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.push_back(BenchSeat { place, bytes, player });
            let too_much =
                |all: &VecDeque<BenchSeat>| MOST < all.len() || MOST_BYTES < all.iter().map(|kept| kept.bytes).sum();
            while too_much(&all) {
                gone.extend(all.pop_front());
            }
        }
        // What they hold may be large.
        drop(gone);
    }

    /// All leave that sit at this table: nobody asks them any more.
    pub(crate) fn leave(&self, table: &str) {
        let gone: VecDeque<BenchSeat> = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let (gone, left) = mem::take(&mut *all).into_iter().partition(|kept| kept.place.table == table);
            *all = left;
            gone
        };
        drop(gone);
    }

    /// How many keep their seats.
    #[cfg(test)]
    pub(crate) fn seated(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{NamedGame, Player, Seat};
    // Naming it links every game and player.
    use agon_roster as _;

    use super::{MOST, MOST_BYTES, PlayerCache, TablePlace};
    use crate::{allowed, pool::PoolThinker};

    fn place(table: usize, term: &str) -> TablePlace {
        TablePlace { table: table.to_string(), seat: Seat(0), term: term.to_owned() }
    }

    fn taken(player_cache: &PlayerCache, place: &TablePlace, game: &NamedGame) -> (Box<dyn Player>, *const ()) {
        let player = player_cache.take(&PoolThinker::of_test(), place, game).unwrap();
        let own = (&raw const *player).cast();
        (player, own)
    }

    #[test]
    fn a_player_is_seated_once_at_a_table_and_keeps_what_it_has_found_out() {
        let (player_cache, game) =
            (PlayerCache::default(), allowed::game(&PoolThinker::of_test(), "tic-tac-toe").unwrap());
        let term = "perfect(limit=6000)";
        let own = place(0, term);
        let (player, first) = taken(&player_cache, &own, &game);
        player_cache.put_back(own.clone(), player);
        let others = [place(1, term), place(0, "perfect(limit=6001)"), TablePlace { seat: Seat(1), ..own.clone() }];
        for other in others {
            assert_ne!(taken(&player_cache, &other, &game).1, first, "{other:?}");
        }
        let (player, again) = taken(&player_cache, &own, &game);
        assert_eq!(again, first);
        // While it is asked nobody else is given it.
        assert_ne!(taken(&player_cache, &own, &game).1, first);
        drop(player);
        assert!(player_cache.take(&PoolThinker::of_test(), &place(0, "nobody"), &game).is_err());
    }

    #[test]
    fn all_of_a_table_leave_and_no_others() {
        let (player_cache, game) =
            (PlayerCache::default(), allowed::game(&PoolThinker::of_test(), "tic-tac-toe").unwrap());
        let all = [place(0, "greedy"), place(1, "greedy"), place(0, "perfect"), place(2, "greedy")];
        for own in &all {
            let (player, _) = taken(&player_cache, own, &game);
            player_cache.put_back(own.clone(), player);
        }
        player_cache.leave("0");
        player_cache.leave("3");
        let left: Vec<TablePlace> = player_cache.0.lock().unwrap().iter().map(|kept| kept.place.clone()).collect();
        assert_eq!(left, [all[1].clone(), all[3].clone()]);
    }

    #[test]
    fn those_that_were_not_asked_for_longest_make_room() {
        let (player_cache, game) =
            (PlayerCache::default(), allowed::game(&PoolThinker::of_test(), "tic-tac-toe").unwrap());
        let sum = |player_cache: &PlayerCache| {
            let all = player_cache.0.lock().unwrap();
            (all.len(), all.iter().map(|kept| kept.bytes).sum::<u64>())
        };
        for table in 0..2 * MOST {
            let own = place(table, "greedy");
            let (player, _) = taken(&player_cache, &own, &game);
            player_cache.put_back(own, player);
        }
        assert_eq!(sum(&player_cache).0, MOST);
        let is_kept = |own: &TablePlace| player_cache.0.lock().unwrap().iter().any(|kept| kept.place == *own);
        assert!(is_kept(&place(2 * MOST - 1, "greedy")) && !is_kept(&place(0, "greedy")));
        // So large that a few of them are all that there is room for.
        for table in 0..40 {
            let own = place(table, "perfect(limit=1000000)");
            let (player, _) = taken(&player_cache, &own, &game);
            player_cache.put_back(own, player);
            assert!(sum(&player_cache).1 <= MOST_BYTES);
        }
        assert!(is_kept(&place(39, "perfect(limit=1000000)")));
    }
}
