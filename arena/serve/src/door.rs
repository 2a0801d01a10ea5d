//! The names by which the server may be called, and the secrets that open it.

use crate::{public_origin::PublicOrigin, secret::proof};

/// What stands on the door.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    /// The names by which the server may be called.
    pub(crate) hosts: Vec<String>,
    /// Where it is found, if it stands behind a proxy.
    pub(crate) proxy: Option<PublicOrigin>,
    /// What everybody must know, where the server is open to others than this machine.
    pub(crate) key: Option<String>,
    /// What only the server's owner knows.
    pub(crate) owner: String,
    /// What tokens are made with.
    pub(crate) secret: String,
}

impl Door {
    /// Whether this is a name of the server.
    pub(crate) fn is_own(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !port.is_empty() => name,
            _ => host,
        };
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// The name of such a cookie: browsers give all cookies of a host to each server there, and those of one leave those
    /// of another alone.
    pub(crate) fn cookie(&self, name: &str) -> String {
        format!("{name}_{}", &proof(&self.secret, "cookies")[..8])
    }

    /// A name for a guest, or an address, that tells nobody else who it is.
    pub(crate) fn alias(&self, of: &str) -> String {
        proof(&self.secret, &format!("alias {of}"))[..8].to_owned()
    }

    /// The token of a guest.
    pub(crate) fn token(&self, guest: &str) -> String {
        proof(&self.secret, guest)
    }
}

#[cfg(test)]
mod tests {
    use super::Door;

    #[test]
    fn a_server_knows_its_names_with_and_without_a_port() {
        let hosts = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).to_vec();
        let door = Door { hosts, proxy: None, key: None, owner: String::new(), secret: String::new() };
        for own in ["localhost", "LOCALHOST:80", "127.0.0.1:8317", "[::1]", "[::1]:1"] {
            assert!(door.is_own(own), "{own}");
        }
        for other in
            ["", "evil.example", "localhost.evil.example", "localhost:", "localhost:80:90", "127.0.0.1.", "::1"]
        {
            assert!(!door.is_own(other), "{other}");
        }
    }
}
