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
pub(crate) struct Portion {
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
    pub(crate) fn take(
        self: &Arc<Quota>,
        share: &GuestShare,
        amount: u64,
    ) -> Result<Portion, UsedUp> {
        let mut portion = Portion { quota: Arc::clone(self), share: share.clone(), amount: 0 };
        portion.resize(amount)?;
        Ok(portion)
    }

    fn taken(&self) -> MutexGuard<'_, QuotaTaken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Portion {
    /// Makes it larger or smaller. What is too large already may become smaller.
    ///
    /// # Errors
    ///
    /// Whose part that would exceed; then it stays as it is.
    pub(crate) fn resize(&mut self, amount: u64) -> Result<(), UsedUp> {
        let size = self.quota.size;
        let mut taken = self.quota.taken();
        let more = amount.saturating_sub(self.amount);
        let guest = taken.guests.get(&self.share).copied().unwrap_or(0);
        let address = taken.addresses.get(&self.share.address).copied().unwrap_or(0);
        for (own, most, whose) in [
            (guest, size.of_one, UsedUp::Guest),
            (address, size.at_address, UsedUp::Address),
            (taken.all, size.all, UsedUp::All),
        ] {
            if 0 < more && most < own.saturating_add(more) {
                return Err(whose);
            }
        }
        taken.change(&self.share, self.amount, amount);
        self.amount = amount;
        Ok(())
    }
}

impl Drop for Portion {
    fn drop(&mut self) {
        self.quota.taken().change(&self.share, self.amount, 0);
    }
}

impl QuotaTaken {
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
        let share =
            |address: &str, name: &str| GuestShare { address: address.into(), name: name.into() };
        let (ann, ben, cleo) = (share("one", "ann"), share("one", "ben"), share("one", "cleo"));
        let (dora, eli) = (share("two", "dora"), share("three", "eli"));
        let mut first = quota.take(&ann, 4).unwrap();
        assert_eq!(quota.take(&ann, 1).err(), Some(UsedUp::Guest));
        let second = quota.take(&ben, 2).unwrap();
        assert_eq!(quota.take(&cleo, 1).err(), Some(UsedUp::Address));
        let third = quota.take(&dora, 3).unwrap();
        assert_eq!(quota.take(&eli, 2).err(), Some(UsedUp::All));
        assert_eq!(first.resize(5).err(), Some(UsedUp::Guest));
        first.resize(1).unwrap();
        first.resize(3).unwrap();
        let fourth = quota.take(&eli, 2).unwrap();
        assert_eq!(quota.take(&eli, u64::MAX).err(), Some(UsedUp::Guest));
        drop((first, second, third, fourth));
        let taken = quota.taken();
        assert_eq!((taken.all, taken.guests.len(), taken.addresses.len()), (0, 0, 0));
    }
}
