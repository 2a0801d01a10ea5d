//! Ends the game of a person whose time is over, whether anybody looks or not.

use std::{
    future,
    sync::{Arc, Weak, atomic::Ordering},
    time::Duration,
};

use agon_core::Clock as _;

use crate::{house::House, open_table::OpenTable, pool::Worker};

/// How long to wait where there is no room to look at a clock.
const AGAIN: Duration = Duration::from_millis(150);

/// Ends the game if a person's time is over, and has its clock watched from now on, unless somebody does so already.
pub(crate) fn watch(house: &Arc<House>, worker: &Worker, table: &Arc<OpenTable>) {
    if !table.is_clocked {
        return;
    }
    fall(house, worker, table);
    if table.is_timed.swap(true, Ordering::Relaxed) {
        return;
    }
    let (house, table) = (Arc::clone(house), Arc::downgrade(table));
    house.runtime.clone().spawn(async move { while goes_on(&house, &table).await {} });
}

/// Ends the game if a person's time is over.
fn fall(house: &House, worker: &Worker, table: &OpenTable) {
    let mut state = table.state(worker);
    let now = state.now();
    if state.flag(now) {
        // If it cannot be kept now, it ends the same way when it is read again.
        let _ = house.keep(worker, table, &state);
        table.changed(&state);
    }
}

/// Waits until a person's time is over, or something changes; `false` where the table is held by nobody any more. A
/// finished game is watched too, as moves may be taken back.
async fn goes_on(house: &Arc<House>, table: &Weak<OpenTable>) -> bool {
    let Some(own) = table.upgrade() else { return false };
    let (mut changes, share) = (own.changes.subscribe(), own.share.clone());
    let looked = house.at_desk(share, move |house, worker| {
        fall(house, worker, &own);
        let state = own.state(worker);
        Ok(state.person_runs().map(|(since, left)| (state.time.clone(), since + left)))
    });
    let Ok(running) = looked.await else {
        tokio::time::sleep(AGAIN).await;
        return !*house.closing.borrow();
    };
    let over = async {
        let Some((time, until)) = running else { return future::pending().await };
        loop {
            let rest = until.saturating_sub(time.elapsed());
            if rest.is_zero() {
                return;
            }
            tokio::time::sleep(time.nap(rest)).await;
        }
    };
    tokio::select! {
        () = over => true,
        changed = changes.changed() => changed.is_ok(),
        () = house.closed() => false,
    }
}
