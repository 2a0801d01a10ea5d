//! What the owner of the server sees and does: what each guest uses, and its end.

use std::{collections::HashMap, sync::Arc};

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    app_state::AppState, open_table::OpenTable, pool::Worker, problem::Problem, share::GuestShare, visitor::Visitor,
};

/// What a guest uses now. Guests without a cookie are one at each address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct GuestUse {
    /// Stands for the guest, on this server alone.
    pub(crate) guest: String,
    /// Stands for the address.
    pub(crate) address: String,
    /// Threads that think for the guest.
    pub(crate) threads: usize,
    /// Questions that wait for a thread.
    pub(crate) waiting: usize,
    /// Games in memory, begun by the guest, and an estimate of their bytes.
    pub(crate) games: usize,
    pub(crate) game_bytes: u64,
    /// Recorded searches, and their positions together.
    pub(crate) searches: usize,
    pub(crate) positions: usize,
    /// Tournaments that are played or wait, and the bytes of all journals of the guest.
    pub(crate) tournaments: usize,
    pub(crate) journal_bytes: u64,
    /// Downloads in progress.
    pub(crate) downloads: u64,
}

/// What the owner does to a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnerDeed {
    /// Whatever the guest uses ends now.
    End,
    /// That too, and the guest's address is kept out for an hour.
    KeepOut,
    /// The address is let in again.
    LetIn,
}

impl OwnerDeed {
    pub(crate) const ALL: [OwnerDeed; 3] = [OwnerDeed::End, OwnerDeed::KeepOut, OwnerDeed::LetIn];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            OwnerDeed::End => "end",
            OwnerDeed::KeepOut => "keep-out",
            OwnerDeed::LetIn => "let-in",
        }
    }

    pub(crate) fn named(name: &str) -> Option<OwnerDeed> {
        OwnerDeed::ALL.into_iter().find(|action| action.name() == name)
    }
}

/// Lets only the owner pass.
///
/// # Errors
///
/// Where it is somebody else.
pub(crate) fn owned(guest: &Visitor) -> Result<(), Problem> {
    if guest.is_owner { Ok(()) } else { Err(Problem::forbidden("owner-wanted", &[])) }
}

impl AppState {
    /// What each guest uses, who uses most first: threads, then memory.
    pub(crate) fn uses(&self, _: &Worker) -> Vec<GuestUse> {
        let mut all: Vec<GuestUse> = self.used().into_values().collect();
        all.sort_by(|one, other| {
            let much = |own: &GuestUse| (own.threads, own.waiting, own.game_bytes, own.positions);
            much(other).cmp(&much(one)).then_with(|| one.guest.cmp(&other.guest))
        });
        all
    }

    /// The addresses that are kept out, as their aliases, and for how many minutes more.
    pub(crate) fn out(&self) -> Vec<(String, u64)> {
        let all = self.kept_out.addresses().into_iter();
        let told = |own: String| Some((self.door.alias(&own), self.kept_out.minutes(&own)?));
        let mut all: Vec<(String, u64)> = all.filter_map(told).collect();
        all.sort_unstable();
        all
    }

    fn used(&self) -> HashMap<GuestShare, GuestUse> {
        let mut all: HashMap<GuestShare, GuestUse> = HashMap::new();
        let mut change = |share: &GuestShare, add: &dyn Fn(&mut GuestUse)| {
            add(all.entry(share.clone()).or_insert_with(|| GuestUse {
                guest: self.door.alias(&format!("{} {}", share.address, share.name)),
                address: self.door.alias(&share.address),
                ..GuestUse::default()
            }));
        };
        for (share, threads, is_begun) in self.pool.tasks() {
            change(&share, &|own| {
                if is_begun {
                    own.threads += threads;
                } else {
                    own.waiting += 1;
                }
            });
        }
        let open: Vec<GuestShare> = self.tables().values().map(|table| table.share.clone()).collect();
        for share in open {
            change(&share, &|own| own.games += 1);
        }
        for (share, bytes) in self.memory.by_guest() {
            change(&share, &|own| own.game_bytes += bytes);
        }
        for (share, positions) in self.study.trees.by_guest() {
            change(&share, &|own| {
                own.searches += 1;
                own.positions += positions;
            });
        }
        for (share, bytes) in self.events.bytes_by_guest() {
            change(&share, &|own| own.journal_bytes += bytes);
        }
        for share in self.events.in_progress() {
            change(&share, &|own| own.tournaments += 1);
        }
        for (share, count) in self.downloads.by_guest() {
            change(&share, &|own| own.downloads += count);
        }
        // What the server itself does is nobody's.
        all.remove(&GuestShare::default());
        all
    }

    /// Does that to the guest of this alias; to let somebody in again it is that of the address.
    ///
    /// # Errors
    ///
    /// Where there is none, or a tournament's end cannot be put on record.
    pub(crate) fn deal_with(&self, worker: &Worker, alias: &str, action: OwnerDeed) -> Result<(), Problem> {
        let missing = || Problem::missing("no-guest", &[("guest", &alias)]);
        if action == OwnerDeed::LetIn {
            let mut all = self.kept_out.addresses().into_iter();
            let found = all.find(|address| self.door.alias(address) == alias);
            self.kept_out.remove(&found.ok_or_else(missing)?);
            return Ok(());
        }
        let used = self.used();
        let found = used.into_iter().find(|(_, own)| own.guest == alias);
        let (share, _) = found.ok_or_else(missing)?;
        if action == OwnerDeed::KeepOut {
            self.kept_out.add(&share.address);
        }
        // Of an address that is kept out everybody's work ends.
        let is_meant = |own: &GuestShare| match action {
            OwnerDeed::KeepOut => own.address == share.address,
            OwnerDeed::End | OwnerDeed::LetIn => *own == share,
        };
        let all: Vec<GuestShare> = self.used().into_keys().filter(is_meant).collect();
        for share in all {
            self.end(worker, &share)?;
        }
        Ok(())
    }

    /// Ends whatever a guest uses: players stop, searches are forgotten, tournaments stop and can be resumed, and games
    /// leave memory at which nobody plays or listens. Nothing that is stored is lost.
    fn end(&self, worker: &Worker, share: &GuestShare) -> Result<(), Problem> {
        self.pool.end(share);
        self.study.trees.forget(worker, share);
        let is_idle = |table: &Arc<OpenTable>| table.share == *share && Arc::strong_count(table) == 1;
        let gone: Vec<_> = self.tables().extract_if(|_, table| is_idle(table)).collect();
        for (id, _) in &gone {
            self.player_cache.leave(id);
        }
        drop(gone);
        self.events.end(worker, share)
    }
}
