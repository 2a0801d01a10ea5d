//! What each guest, each address and all together may have of something of which there is only so much.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::share::GuestShare;

/// How much there is, counted in whatever it is of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuotaSize {
    pub(crate) all: u64,
    /// Of all guests of one address.
    pub(crate) at_address: u64,
    /// Of one guest.
    pub(crate) of_one: u64,
}

/// Whose part is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UsedUp {
    Guest,
    Address,
    All,
}

/// The account of it.
pub(crate) struct Quota {
    size: QuotaSize,
    taken: Mutex<QuotaTaken>,
}

#[derive(Default)]
struct QuotaTaken {
    all: u64,
    addresses: HashMap<String, u64>,
    guests: HashMap<GuestShare, u64>,
}

/// What somebody has of it, until it is dropped.
pub(crate) struct QuotaPortion {
    quota: Arc<Quota>,
    share: GuestShare,
    amount: u64,
}

impl Quota {
    pub(crate) fn of(size: QuotaSize) -> Arc<Quota> {
        Arc::new(Quota { size, taken: Mutex::default() })
    }

    /// Takes this much for a guest.
    ///
    /// # Errors
    ///
    /// Whose part that would exceed.
    pub(crate) fn take(self: &Arc<Quota>, share: &GuestShare, amount: u64) -> Result<QuotaPortion, UsedUp> {
        let mut taken = self.taken();
        match taken.exceeded(&self.size, share, amount) {
            Some(whose) => Err(whose),
            None => Ok(self.give(&mut taken, share, amount)),
        }
    }

    /// The same where it is taken already: it is counted, though it exceed a part.
    pub(crate) fn count(self: &Arc<Quota>, share: &GuestShare, amount: u64) -> QuotaPortion {
        self.give(&mut self.taken(), share, amount)
    }

    /// What each guest has of it.
    pub(crate) fn by_guest(&self) -> Vec<(GuestShare, u64)> {
        self.taken().guests.iter().map(|(share, much)| (share.clone(), *much)).collect()
    }

    fn give(self: &Arc<Quota>, taken: &mut QuotaTaken, share: &GuestShare, amount: u64) -> QuotaPortion {
        taken.change(share, 0, amount);
        QuotaPortion { quota: Arc::clone(self), share: share.clone(), amount }
    }

    fn taken(&self) -> MutexGuard<'_, QuotaTaken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QuotaPortion {
    /// It has become larger or smaller: whose part that exceeds, if one is.
    pub(crate) fn set(&mut self, amount: u64) -> Option<UsedUp> {
        let mut taken = self.quota.taken();
        taken.change(&self.share, self.amount, amount);
        self.amount = amount;
        taken.exceeded(&self.quota.size, &self.share, 0)
    }
}

impl Drop for QuotaPortion {
    fn drop(&mut self) {
        self.quota.taken().change(&self.share, self.amount, 0);
    }
}

impl QuotaTaken {
    /// Whose part would be exceeded by this much more.
    fn exceeded(&self, size: &QuotaSize, share: &GuestShare, more: u64) -> Option<UsedUp> {
        let guest = self.guests.get(share).copied().unwrap_or(0);
        let address = self.addresses.get(&share.address).copied().unwrap_or(0);
        let parts = [
            (guest, size.of_one, UsedUp::Guest),
            (address, size.at_address, UsedUp::Address),
            (self.all, size.all, UsedUp::All),
        ];
        let exceeded = parts.into_iter().find(|(own, most, _)| *most < own.saturating_add(more));
        exceeded.map(|(.., whose)| whose)
    }

    fn change(&mut self, share: &GuestShare, from: u64, to: u64) {
        /// Of those who have nothing nothing is remembered.
        fn changed<K: Eq + Hash + Clone>(all: &mut HashMap<K, u64>, key: &K, from: u64, to: u64) {
            let own = all.entry(key.clone()).or_default();
            *own = *own - from + to;
            if *own == 0 {
                all.remove(key);
            }
        }
        self.all = self.all - from + to;
        changed(&mut self.addresses, &share.address, from, to);
        changed(&mut self.guests, share, from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::{GuestShare, Quota, QuotaSize, UsedUp};

    #[test]
    fn names_at_an_address_share_its_part_and_what_is_given_back_can_be_taken_again() {
        let quota = Quota::of(QuotaSize { all: 10, at_address: 6, of_one: 4 });
        let share = |address: &str, name: &str| GuestShare { address: address.into(), name: name.into() };
        let (ann, ben, cleo) = (share("one", "ann"), share("one", "ben"), share("one", "cleo"));
        let (dora, eli) = (share("two", "dora"), share("three", "eli"));
        let mut first = quota.take(&ann, 4).unwrap();
        assert_eq!(quota.take(&ann, 1).err(), Some(UsedUp::Guest));
        let second = quota.take(&ben, 2).unwrap();
        assert_eq!(quota.take(&cleo, 1).err(), Some(UsedUp::Address));
        let third = quota.take(&dora, 3).unwrap();
        assert_eq!(quota.take(&eli, 2).err(), Some(UsedUp::All));
        assert_eq!((first.set(5), first.set(3)), (Some(UsedUp::Guest), None));
        let fourth = quota.take(&eli, 2).unwrap();
        let mut told = quota.by_guest();
        told.sort_by_key(|(own, much)| (own.name.clone(), *much));
        let told: Vec<(&str, u64)> = told.iter().map(|(own, much)| (&*own.name, *much)).collect();
        assert_eq!(told, [("ann", 3), ("ben", 2), ("dora", 3), ("eli", 2)]);
        assert_eq!(quota.take(&eli, u64::MAX).err(), Some(UsedUp::Guest));
        let fifth = quota.count(&eli, 3);
        assert_eq!(quota.take(&dora, 0).err(), Some(UsedUp::All));
        drop((first, second, third, fourth, fifth));
        let taken = quota.taken();
        assert_eq!((taken.all, taken.guests.len(), taken.addresses.len()), (0, 0, 0));
    }
}
