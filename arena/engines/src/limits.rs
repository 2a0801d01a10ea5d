//! How long an engine may think: by counts, or by clocks.

use std::time::Duration;

use agon_core::{OptionSpec, Options, SetupError};

/// The limits an engine may be given.
pub(crate) const NODES: OptionSpec =
    OptionSpec::limit("nodes", 1..=u64::MAX, "unlimited", "positions it may look at for a move");
/// See [`NODES`].
pub(crate) const DEPTH: OptionSpec = OptionSpec::limit("depth", 1..=1000, "unlimited", "plies it may look ahead");
/// Those that every engine may be given.
pub(crate) const CLOCKS: [OptionSpec; 3] = [
    OptionSpec::limit("movetime", 1..=86_400_000, "unlimited", "milliseconds for a move"),
    OptionSpec::text(
        "clock",
        "seconds for a game, and those that a move adds: 60+0.6",
        "",
        "a clock of its own for every game",
    ),
    OptionSpec::whole("margin", 0..=60_000, "100", "by how many milliseconds it may exceed its movetime or clock"),
];

/// The limits of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u64>,
    pub(crate) move_time: Option<Duration>,
    pub(crate) clock: Option<EngineClock>,
    pub(crate) margin: Duration,
}

/// What a game's clock starts with, and what each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineClock {
    pub(crate) start: Duration,
    pub(crate) increment: Duration,
}

impl EngineClock {
    fn parse(text: &str) -> Option<EngineClock> {
        let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| Duration::try_from_secs_f64(text.trim().parse().ok()?).ok();
        let clock = EngineClock { start: seconds(start)?, increment: seconds(increment)? };
        let most = Duration::from_secs(1 << 20);
        let is_some = Duration::ZERO < clock.start && clock.start < most && clock.increment < most;
        is_some.then_some(clock)
    }
}

impl Limits {
    /// What the options say; only those that were declared are asked for.
    pub(crate) fn of(options: &Options) -> Result<Limits, SetupError> {
        let has = |name: &str| options.iter().any(|(spec, _)| spec.name == name);
        let limit = |name: &str| if has(name) { options.limit(name) } else { None };
        // Other options need quotation marks, so people write them here too.
        let clock = match options.text("clock").trim_matches('"') {
            "" => None,
            text => Some(
                EngineClock::parse(text)
                    .ok_or_else(|| options.wrong("clock", "seconds for a game and seconds a move, such as 60+0.6"))?,
            ),
        };
        Ok(Limits {
            nodes: limit("nodes"),
            depth: limit("depth"),
            move_time: options.limit("movetime").map(Duration::from_millis),
            clock,
            margin: Duration::from_millis(options.whole("margin")),
        })
    }

    /// Whether there is any.
    pub(crate) fn are_any(&self) -> bool {
        self.is_timed() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Whether a clock decides about its moves.
    pub(crate) fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::EngineClock;

    #[test]
    fn clocks_are_read_in_seconds() {
        let clock = |start, increment| {
            let [start, increment] = [start, increment].map(Duration::from_millis);
            Some(EngineClock { start, increment })
        };
        assert_eq!(EngineClock::parse("60+0.6"), clock(60_000, 600));
        assert_eq!(EngineClock::parse("1.5"), clock(1500, 0));
        for wrong in ["", "0", "x", "-1", "1+", "1+-1", "inf", "1e300", "1+nan"] {
            assert_eq!(EngineClock::parse(wrong), None, "{wrong}");
        }
    }
}
