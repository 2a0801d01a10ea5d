//! In whose share of what there is something is done: shares belong to an address and to a name. Names cost
//! nothing, so what all names at an address may have is the share of one address; and at one address nobody takes
//! it from the others.

use std::{collections::HashMap, hash::Hash, net::IpAddr};

use crate::secret::proof;

/// Whose share something takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct GuestShare {
    /// An address, so that nobody can tell which.
    pub(crate) address: String,
    /// A guest; nobody where no cookie is sent.
    pub(crate) name: String,
}

/// What everybody has had of something that is given out in turns, whatever it is measured in. The next turn belongs to
/// the address that has had the least, and there to the guest for whom the same holds; of several to the one whose
/// turn is longest ago: neither long turns nor many names take more than one share.
#[derive(Default)]
pub(crate) struct FairShares {
    addresses: HashMap<String, HadShare>,
    guests: HashMap<GuestShare, HadShare>,
    turns: u64,
}

/// How much somebody has had, and when their turn was.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct HadShare {
    much: u64,
    last: u64,
}

fn had<K: Hash + Eq>(all: &HashMap<K, HadShare>, key: &K) -> HadShare {
    all.get(key).copied().unwrap_or_default()
}

impl FairShares {
    /// Somebody comes. Who is new among those that are `present` has missed nothing, and counts as one that has had as
    /// little as any of them. Where nobody is, nothing that anybody had matters any more.
    pub(crate) fn come<'a>(&mut self, share: &GuestShare, present: impl Iterator<Item = &'a GuestShare> + Clone) {
        if present.clone().next().is_none() {
            self.addresses.clear();
            self.guests.clear();
        }
        let much = self.least(present.clone());
        self.addresses.entry(share.address.clone()).or_insert(HadShare { much, last: 0 });
        let here = present.filter(|other| other.address == share.address);
        let much = here.map(|other| had(&self.guests, other).much).min().unwrap_or_default();
        self.guests.entry(share.clone()).or_insert(HadShare { much, last: 0 });
    }

    /// Whose turn it is of all that wait, in the order in which they came.
    pub(crate) fn first<'a, T: Copy>(&self, waiting: impl Iterator<Item = (T, &'a GuestShare)> + Clone) -> Option<T> {
        let (_, first) = waiting.clone().min_by_key(|(_, own)| had(&self.addresses, &own.address))?;
        let here = waiting.filter(|(_, own)| own.address == first.address);
        here.min_by_key(|(_, own)| had(&self.guests, own)).map(|(own, _)| own)
    }

    /// Somebody has had a turn, or more of one.
    pub(crate) fn charge(&mut self, share: &GuestShare, much: u64) {
        self.turns += 1;
        for own in
            [self.addresses.entry(share.address.clone()).or_default(), self.guests.entry(share.clone()).or_default()]
        {
            *own = HadShare { much: own.much + much, last: self.turns };
        }
    }

    /// Who has had no more than those that are `present` counts as new when they come: that need not be remembered.
    pub(crate) fn forget<'a>(&mut self, present: &(impl Iterator<Item = &'a GuestShare> + Clone)) {
        let least = self.least(present.clone());
        let is_here = |address: &str| present.clone().any(|own| own.address == address);
        self.addresses.retain(|address, had| least < had.much || is_here(address));
        self.guests.retain(|own, _| self.addresses.contains_key(&own.address));
    }

    /// What the address of those has had that has had the least.
    fn least<'a>(&self, present: impl Iterator<Item = &'a GuestShare>) -> u64 {
        present.map(|own| had(&self.addresses, &own.address).much).min().unwrap_or_default()
    }

    /// How many addresses and guests are remembered.
    #[cfg(test)]
    pub(crate) fn remembered(&self) -> (usize, usize) {
        (self.addresses.len(), self.guests.len())
    }
}

/// A hash of an address, which only the holder of `secret` can compute. Addresses of IPv6 with the same first half
/// count as one, since one client owns them all.
pub(crate) fn address_of(from: IpAddr, secret: &str) -> String {
    let one = match from.to_canonical() {
        IpAddr::V4(own) => own.to_string(),
        IpAddr::V6(own) => {
            let [a, b, c, d, ..] = own.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::")
        }
    };
    proof(secret, &one)
}

#[cfg(test)]
mod tests {
    use super::address_of;

    #[test]
    fn an_address_is_known_again_and_a_network_of_one_house_is_one() {
        let of = |text: &str| address_of(text.parse().unwrap(), "secret");
        assert_eq!(of("192.168.1.7"), of("::ffff:192.168.1.7"));
        assert_ne!(of("192.168.1.7"), of("192.168.1.8"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_ne!(of("127.0.0.1"), address_of("127.0.0.1".parse().unwrap(), "another"));
    }
}
