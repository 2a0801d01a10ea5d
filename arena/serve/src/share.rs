//! In whose share of what there is something is done: shares belong to an address and to a name. Names cost
//! nothing, so what all names at an address may have is the share of one address; and at one address nobody takes
//! it from the others.

use std::net::IpAddr;

use crate::secret::proof;

/// Whose share something takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct GuestShare {
    /// An address, so that nobody can tell which.
    pub(crate) address: String,
    /// A guest; nobody where no cookie is sent.
    pub(crate) name: String,
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
