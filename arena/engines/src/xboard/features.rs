//! What a program says that it can do, by the `feature` lines of xboard's protocol, section 9.

use agon_core::Accepted;

/// No program has more options, and none is declared in more bytes.
const MOST_OPTIONS: usize = 1000;
const LONGEST_OPTION: usize = 1 << 16;

/// What a program can do, beyond the first version.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "as many as the protocol has")]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    memory: bool,
    smp: bool,
    /// Whether it declines to be sent clocks.
    pub(super) has_no_time: bool,
    /// Whether it is to be started anew for every game.
    pub(super) plays_once: bool,
    /// Whether it has declared all features, or that more will come.
    pub(super) is_done: bool,
    pub(super) is_waiting: bool,
    pub(super) variants: Option<String>,
    /// The names of its own options, with their kinds.
    options: Vec<String>,
}

impl Features {
    /// Notes a feature that we can honour: commands that it must not get, and commands that it accepts; not those
    /// that it wants and that we never send.
    pub(super) fn note(&mut self, name: &str, value: &str) -> bool {
        let is_set = value == "1";
        match name {
            "done" => (self.is_done, self.is_waiting) = (is_set, !is_set),
            "ping" => self.ping = is_set,
            "setboard" => self.setboard = is_set,
            "usermove" => self.usermove = is_set,
            "memory" => self.memory = is_set,
            "smp" => self.smp = is_set,
            "time" => self.has_no_time = value == "0",
            "reuse" => self.plays_once = value == "0",
            "variants" => self.variants = Some(value.to_owned()),
            "option" => return self.declare(value),
            // It may do that, and is not asked to.
            "analyze" | "debug" | "draw" | "exclude" | "myname" | "nps" | "pause" | "playother" | "setscore"
            | "sigint" | "sigterm" => {}
            // It wants moves, colours or names that it never gets.
            "colors" | "ics" | "name" | "san" => return !is_set,
            _ => return false,
        }
        true
    }

    /// Notes an option, unless they are more than anybody has. Who declares one again means the same one.
    fn declare(&mut self, option: &str) -> bool {
        if self.options.iter().any(|known| known == option) {
            return true;
        }
        let has_room = self.options.len() < MOST_OPTIONS && option.len() < LONGEST_OPTION;
        if has_room {
            self.options.push(option.to_owned());
        }
        has_room
    }

    /// The line that sets an option: one of its own, or one that the protocol has.
    pub(super) fn option(&self, name: &str, value: &str) -> Result<String, String> {
        match name {
            "memory" if self.memory => return Ok(format!("memory {value}\n")),
            "cores" if self.smp => return Ok(format!("cores {value}\n")),
            _ => {}
        }
        let own = || self.options.iter().map(|option| option_name(option));
        match own().find(|own| own.eq_ignore_ascii_case(name)) {
            Some(own) if value.is_empty() => Ok(format!("option {own}\n")),
            Some(own) => Ok(format!("option {own}={value}\n")),
            None => {
                let all: Vec<&str> = own().collect();
                let accepted = Accepted::new(name, all.iter().copied());
                Err(format!("no option `{name}`{accepted}"))
            }
        }
    }
}

/// The name in the declaration of an option: what stands before its kind.
fn option_name(option: &str) -> &str {
    option.split(" -").next().unwrap_or(option).trim()
}

/// Names and values of a line `ping=1 myname="a b"`.
pub(super) fn features(line: &str) -> Vec<(&str, &str)> {
    let (mut found, mut rest) = (Vec::new(), line.trim_start());
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        found.push((name.trim(), value));
        rest = after.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Features, features};

    #[test]
    fn features_are_read_with_and_without_quotation_marks() {
        let line = r#"ping=1 myname="Fairy-Max 5.0b" option="Resign -check 0" done=0"#;
        let expected = [("ping", "1"), ("myname", "Fairy-Max 5.0b"), ("option", "Resign -check 0"), ("done", "0")];
        assert_eq!(features(line), expected);
        assert_eq!(features("nonsense"), []);
        assert_eq!(features("open=\"end"), [("open", "end")]);
    }

    #[test]
    fn only_what_is_kept_is_accepted() {
        for (feature, is_kept) in [
            ("ping=1", true),
            ("setboard=1", true),
            ("usermove=1", true),
            ("time=0", true),
            ("reuse=0", true),
            ("sigint=0", true),
            ("draw=1", true),
            ("myname=\"One 2\"", true),
            ("option=\"Style -spin 3 0 9\"", true),
            ("variants=\"normal\"", true),
            ("done=0", true),
            ("san=0", true),
            ("san=1", false),
            ("colors=1", false),
            ("ics=1", false),
            ("name=1", false),
            ("egt=\"syzygy\"", false),
            ("shiny=1", false),
        ] {
            let mut known = Features::default();
            let [(name, value)] = features(feature)[..] else { panic!("{feature}") };
            assert_eq!(known.note(name, value), is_kept, "{feature}");
        }
    }
}
