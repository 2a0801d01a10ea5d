//! Where a server behind a proxy is found: what browsers see of it.

use std::{net::IpAddr, str::FromStr};

use axum::http::HeaderMap;

/// The public address of a server that stands behind a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicOrigin {
    is_secure: bool,
    /// The name, with the port if it is not the usual one.
    site: String,
}

impl FromStr for PublicOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicOrigin, String> {
        let wrong = || "accepted: an address without a path, such as https://arena.example.org".to_owned();
        let (scheme, site) = text.split_once("://").ok_or_else(wrong)?;
        let is_secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(wrong()),
        };
        let site = site.strip_suffix('/').unwrap_or(site);
        let name = site.rsplit_once(':').map_or(site, |(name, _)| name);
        let port = site.rsplit_once(':').map_or(Ok(0), |(_, port)| port.parse::<u16>());
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
        if !is_name || port.is_err() {
            return Err(wrong());
        }
        Ok(PublicOrigin { is_secure, site: site.to_ascii_lowercase() })
    }
}

impl PublicOrigin {
    /// The name by which it is called, without a port.
    pub(crate) fn name(&self) -> &str {
        self.site.split(':').next().unwrap_or_default()
    }

    /// Its address.
    pub(crate) fn address(&self) -> String {
        format!("http{}://{}", if self.is_secure { "s" } else { "" }, self.site)
    }

    /// Whether a browser calls it so.
    pub(crate) fn is_site(&self, site: &str) -> bool {
        self.site.eq_ignore_ascii_case(site)
    }

    /// Whether the browser's way to the proxy is encrypted, as the proxy says, or else as the address has it.
    pub(crate) fn is_secure(&self, headers: &HeaderMap) -> bool {
        let said = last(headers, "x-forwarded-proto");
        said.map_or(self.is_secure, |said| said.eq_ignore_ascii_case("https"))
    }

    /// For whom the proxy asks: the last entry, which is its own. Whatever stands before is what the client says.
    pub(crate) fn peer(headers: &HeaderMap) -> Option<IpAddr> {
        let said = last(headers, "x-forwarded-for")?;
        let named = said.parse().ok();
        named.or_else(|| said.trim_matches(['[', ']']).parse().ok())
    }
}

/// The last entry of the last header of that name.
fn last<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let line = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::PublicOrigin;

    #[test]
    fn a_public_address_is_a_scheme_a_name_and_perhaps_a_port() {
        for (text, name, address) in [
            ("https://arena.example.org", "arena.example.org", "https://arena.example.org"),
            ("https://Arena.example.org/", "arena.example.org", "https://arena.example.org"),
            ("http://arena:8080", "arena", "http://arena:8080"),
            ("https://192.0.2.7", "192.0.2.7", "https://192.0.2.7"),
        ] {
            let origin: PublicOrigin = text.parse().unwrap();
            assert_eq!((origin.name(), origin.address().as_str()), (name, address));
        }
        for text in [
            "",
            "arena.example.org",
            "ftp://arena",
            "https://",
            "https://a/b",
            "https://a:b",
            "https://a:99999",
            "https://a b",
            "https://a?key=1",
            "https://u@a",
            "https://:80",
        ] {
            assert!(text.parse::<PublicOrigin>().is_err(), "{text}");
        }
    }

    #[test]
    fn one_hop_is_believed() {
        let of = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
                headers.append("x-forwarded-proto", HeaderValue::from_static(line));
            }
            headers
        };
        for (lines, peer) in [
            (&["192.0.2.7"][..], Some("192.0.2.7")),
            (&["127.0.0.1, 192.0.2.7"], Some("192.0.2.7")),
            (&["127.0.0.1", "10.0.0.1,192.0.2.7"], Some("192.0.2.7")),
            (&["192.0.2.7", "2001:db8::1"], Some("2001:db8::1")),
            (&["[2001:db8::1]"], Some("2001:db8::1")),
            (&["192.0.2.7, unknown"], None),
            (&["192.0.2.7,"], None),
            (&[], None),
        ] {
            assert_eq!(PublicOrigin::peer(&of(lines)), peer.map(|peer| peer.parse().unwrap()));
        }
        let origin: PublicOrigin = "https://arena".parse().unwrap();
        for (lines, is_secure) in
            [(&["https"][..], true), (&["https, http"], false), (&["http", "HTTPS"], true), (&[], true)]
        {
            assert_eq!(origin.is_secure(&of(lines)), is_secure, "{lines:?}");
        }
    }
}
