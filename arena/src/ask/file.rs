//! A tournament file: TOML (T. Preston-Werner and others, TOML 1.0.0, 2021, with the additions of 1.1.0), read by hand
//! so that every message has the place, the mistake and the accepted form.

use std::{borrow::Cow, path::Path};

use agon_core::{Accepted, MoveTry};
use toml::{
    Spanned,
    de::{DeInteger, DeTable, DeValue},
};

use crate::ask::{
    located::Located,
    rules::{Exclusion, Worded},
    spec::{GameSpec, PlayerSpec, Rules, Spec},
    spec_error::{SpecError, SpecMistake},
};

/// The keys of a file and their meaning, for help and documentation.
pub const SPEC_KEYS: &str = "\
A tournament file is TOML:

  seed = 1                     # the master seed
  secret = \"000102…\"           # 32 hexadecimal digits, which are drawn with the seed where programs
                               # play at dice or cards, or draw themselves; drawn anew unless given;
                               # or \"none\": the seed alone decides, and programs can guess it
  openings = 10                # openings of every meeting; with `stop`, unless given, as
                               # many as it takes
  random-plies = 2             # random plies of an opening
  opening-file = \"book.txt\"    # take the openings from there; the path is relative to this \
  file:
                               # as many as `openings`, or all; random-plies are 0 then unless
                               # given
  opening-order = \"sequential\" # or random: shuffled by the seed
  nodes = 100000               # the most positions a player may search for one move
  max-plies = 500              # adjudicate longer games
  move-time = 1000             # milliseconds for one move; results are not reproducible
  time-margin = 100            # milliseconds by which an answer may be late and still count
  resign = { value = 0.9, plies = 6 }
                               # one of two loses when for six moves its value is at most -0.9 and
                               # the other's at least 0.9: on a scale where 1 is the greatest payoff,
                               # -1 the least and 0 an equal share
  draw = { value = 0.05, plies = 12, from = 40 }
                               # a draw when from ply 40 on both values stay within 0.05 of an
                               # equal share for twelve moves. A player that reports no value never
                               # triggers these rules
  thoughts = true              # record value, depth and nodes of every move (and the time, if
                               # there is a clock)
  seatings = \"all\"             # all, balanced, fixed
  format = \"round-robin\"       # match, gauntlet, swiss, knockout, ladder
  rounds = 5                   # of a swiss or a ladder
  faults = \"forfeit\"           # forfeit, replay, stop
  exclude-after = 3            # or \"never\": after this many games without an answer, or with a
                               # breakdown of its program, a player is excluded; its later games
                               # are not played and count for nobody
  retries = 2                  # second tries for a move of each process(…) that says nothing of them
  stop = \"sprt(elo0=0, elo1=5, alpha=0.05, beta=0.05, model=normalized)\"
                               # end a match of two when the result is clear
  skip-unsupported = false     # true: leave players out of games they cannot play

  players = [\"random\", { name = \"deep\", player = \"minimax(depth=5)\" }]
  games = [\"nim\", \"nim(misere=true)\"]
                               # a value between braces is a sweep, of players and of games:
                               # \"mcts(iterations={100,300,1000})\" signs up three players, and
                               # two such values every combination

  [[games]]                    # or one by one, with its own players and rules
  game = \"nim(1+2+3)\"
  players = [\"random\", \"deep\"]
  openings = 50";

const RULES: [&str; 11] = [
    "openings",
    "opening-file",
    "opening-order",
    "random-plies",
    "nodes",
    "move-time",
    "time-margin",
    "max-plies",
    "resign",
    "draw",
    "seatings",
];

/// Reads the text of the file called `name`.
///
/// # Errors
///
/// The first mistake, with its line.
pub fn read_spec(name: &str, text: &str) -> Result<Spec, SpecError> {
    let ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let file = File { name, text, ends };
    let root = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        // The parser describes the mistake, but not always its place in the line.
        match error.span().and_then(|span| text.get(span)).map(str::trim) {
            Some(key) if message == "duplicate key" => file.wrong(at, format!("{message} `{key}`: already set above")),
            _ => file.wrong(at, message),
        }
    })?;
    file.spec(root.get_ref())
}

/// The file being read.
struct File<'a> {
    name: &'a str,
    text: &'a str,
    /// Where lines end, ascending.
    ends: Vec<usize>,
}

type TomlValue<'a> = Spanned<DeValue<'a>>;

impl File<'_> {
    fn spec(&self, table: &DeTable<'_>) -> Result<Spec, SpecError> {
        let own = [
            "seed",
            "secret",
            "format",
            "rounds",
            "faults",
            "exclude-after",
            MoveTry::OPTION,
            "stop",
            "players",
            "games",
            "skip-unsupported",
            "thoughts",
        ];
        self.known(table, &[&own[..], &RULES[..]].concat())?;
        let mut spec = Spec { rules: self.rules(table)?, ..Spec::default() };
        if let Some(value) = table.get("seed") {
            spec.seed = Some(self.whole("seed", value, 0, u64::MAX)?);
        }
        if let Some(value) = table.get("secret") {
            let said = self.located("secret", value)?;
            let read = said.text.parse();
            spec.secret = Some(read.map_err(|why| SpecError::at(&said.place, format!("secret: {why}")))?);
        }
        spec.skip_unsupported = self.flag("skip-unsupported", table)?;
        spec.thoughts = self.flag("thoughts", table)?;
        if let Some(value) = table.get("format") {
            let word = self.located("format", value)?;
            spec.format = Some(word.text.parse().map_err(|error| SpecError::at(&word.place, error))?);
        }
        if let Some(value) = table.get("rounds") {
            spec.rounds = Some(self.whole("rounds", value, 1, 10_000)? as u32);
        }
        spec.stop = table.get("stop").map(|value| self.located("stop", value)).transpose()?;
        spec.faults = self.word("faults", table)?;
        spec.exclusion = self.exclusion(table)?;
        if let Some(value) = table.get(MoveTry::OPTION) {
            spec.retries = Some(self.whole(MoveTry::OPTION, value, 0, MoveTry::MOST_RETRIES)? as u32);
        }
        for value in self.list("players", table)? {
            spec.players.push(self.player(value)?);
        }
        for value in self.list("games", table)? {
            spec.games.push(self.game(value)?);
        }
        Ok(spec)
    }

    fn player(&self, value: &TomlValue<'_>) -> Result<PlayerSpec, SpecError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Ok(PlayerSpec { name: None, player: self.located("players", value)? });
        };
        self.known(table, &["name", "player"])?;
        let name = table.get("name").map(|value| self.located("name", value)).transpose()?;
        if let Some(name) = name.as_ref().filter(|name| name.text.trim().is_empty()) {
            return Err(SpecError::at(&name.place, "a name cannot be empty"));
        }
        let player = self.needed(table, value, "player")?;
        Ok(PlayerSpec { name: name.map(|name| name.text), player })
    }

    fn game(&self, value: &TomlValue<'_>) -> Result<GameSpec, SpecError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Ok(GameSpec { game: self.located("games", value)?, ..GameSpec::default() });
        };
        self.known(table, &[&["game", "players"][..], &RULES[..]].concat())?;
        let list = self.list("players", table)?.iter();
        let list = list.map(|value| self.located("players", value)).collect::<Result<_, _>>()?;
        let players = table.contains_key("players").then_some(list);
        Ok(GameSpec { game: self.needed(table, value, "game")?, players, rules: self.rules(table)? })
    }

    fn rules(&self, table: &DeTable<'_>) -> Result<Rules, SpecError> {
        let number =
            |key: &str, min: u64, max: u64| table.get(key).map(|value| self.whole(key, value, min, max)).transpose();
        Ok(Rules {
            openings: number("openings", 1, u64::MAX)?,
            opening_file: self.beside("opening-file", table)?,
            opening_order: self.word("opening-order", table)?,
            plies: number("random-plies", 0, u32::MAX.into())?.map(|plies| plies as u32),
            nodes: number("nodes", 1, u64::MAX)?,
            move_time: number("move-time", 1, u32::MAX.into())?,
            time_margin: number("time-margin", 0, u32::MAX.into())?,
            max_plies: number("max-plies", 1, u32::MAX.into())?.map(|plies| plies as u32),
            resign: self.agreement("resign", table)?,
            draw: self.agreement("draw", table)?,
            seatings: self.word("seatings", table)?,
        })
    }

    /// The text of a table of numbers, such as `value=0.9, plies=6`.
    fn agreement(&self, key: &str, table: &DeTable<'_>) -> Result<Option<Located>, SpecError> {
        let Some(value) = table.get(key) else { return Ok(None) };
        let options = match value.get_ref() {
            DeValue::Table(options) => options,
            DeValue::String(_) => return self.located(key, value).map(Some),
            _ => return Err(self.not(key, value, "a table, such as { value = 0.9, plies = 6 }")),
        };
        let mut options: Vec<_> = options.iter().collect();
        options.sort_by_key(|(name, _)| name.span().start);
        // Numbers as options have them: TOML also writes `1_000` and `0x3e8`.
        let written = |value: &TomlValue<'_>| match value.get_ref() {
            DeValue::Integer(number) => decimal(number),
            DeValue::Float(number) => number.as_str().to_owned(),
            _ => self.text.get(value.span()).unwrap_or_default().to_owned(),
        };
        let option =
            |(name, value): (&Spanned<Cow<'_, str>>, &TomlValue<'_>)| format!("{}={}", name.get_ref(), written(value));
        let text = options.into_iter().map(option).collect::<Vec<_>>().join(", ");
        Ok(Some(Located { text, place: self.place(value.span().start) }))
    }

    fn exclusion(&self, table: &DeTable<'_>) -> Result<Option<Exclusion>, SpecError> {
        let key = "exclude-after";
        let Some(value) = table.get(key) else { return Ok(None) };
        let text = match value.get_ref() {
            DeValue::Integer(number) => decimal(number),
            _ => self.located(key, value)?.text,
        };
        let read = text.parse::<Exclusion>();
        read.map(Some).map_err(|why| self.wrong(value.span().start, format!("`{key}`: {why}")))
    }

    fn flag(&self, key: &str, table: &DeTable<'_>) -> Result<Option<bool>, SpecError> {
        match table.get(key).map(|value| (value, value.get_ref())) {
            None => Ok(None),
            Some((_, DeValue::Boolean(flag))) => Ok(Some(*flag)),
            Some((value, _)) => Err(self.not(key, value, "true or false")),
        }
    }

    /// A path as seen from the file's own folder.
    fn beside(&self, key: &str, table: &DeTable<'_>) -> Result<Option<Located>, SpecError> {
        let Some(value) = table.get(key) else { return Ok(None) };
        let located = self.located(key, value)?;
        let folder = Path::new(self.name).parent().unwrap_or(Path::new(""));
        let text = folder.join(&located.text).display().to_string();
        Ok(Some(Located { text, place: located.place }))
    }

    /// Refuses the first key that is not among `keys`.
    fn known(&self, table: &DeTable<'_>, keys: &[&str]) -> Result<(), SpecError> {
        let unknown = table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
        match unknown.min_by_key(|key| key.span().start) {
            None => Ok(()),
            Some(key) => {
                let accepted = Accepted::new(key.get_ref(), keys.iter().copied());
                let mistake = SpecMistake::Key { key: key.get_ref().to_string(), accepted };
                Err(SpecError::of(&self.place(key.span().start), mistake))
            }
        }
    }

    /// The choice that a key makes, if it is there.
    fn word<T: Worded>(&self, key: &str, table: &DeTable<'_>) -> Result<Option<T>, SpecError> {
        let Some(value) = table.get(key) else { return Ok(None) };
        let word = self.located(key, value)?;
        let Some(meant) = T::of(&word.text) else {
            let accepted = Accepted::new(&word.text, T::words());
            let key = key.to_owned();
            let mistake = SpecMistake::Word { key, word: word.text.clone(), accepted };
            return Err(word.mistaken(mistake));
        };
        Ok(Some(meant))
    }

    fn list<'t, 'v>(&self, key: &str, table: &'t DeTable<'v>) -> Result<&'t [TomlValue<'v>], SpecError> {
        match table.get(key) {
            None => Ok(&[]),
            Some(value) => match value.get_ref() {
                DeValue::Array(list) => Ok(list.as_ref()),
                _ => Err(self.not(key, value, "a list, such as [\"one\", \"two\"]")),
            },
        }
    }

    fn needed(&self, table: &DeTable<'_>, whole: &TomlValue<'_>, key: &str) -> Result<Located, SpecError> {
        match table.get(key) {
            Some(value) => self.located(key, value),
            None => Err(self.wrong(whole.span().start, format!("`{key}` is missing here"))),
        }
    }

    fn located(&self, key: &str, value: &TomlValue<'_>) -> Result<Located, SpecError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(Located { text: text.to_string(), place: self.place(value.span().start) }),
            _ => Err(self.not(key, value, "a text in quotes")),
        }
    }

    fn whole(&self, key: &str, value: &TomlValue<'_>, min: u64, max: u64) -> Result<u64, SpecError> {
        let read = match value.get_ref() {
            DeValue::Integer(number) => natural(number),
            _ => None,
        };
        read.filter(|number| (min..=max).contains(number)).ok_or_else(|| {
            let (key, value_text) = (key.to_owned(), self.written(value));
            let mistake = SpecMistake::Whole { key, value: value_text, min, max };
            SpecError::of(&self.place(value.span().start), mistake)
        })
    }

    fn not(&self, key: &str, value: &TomlValue<'_>, accepted: &str) -> SpecError {
        let message = format!("`{key}` cannot be {}; accepted: {accepted}", self.written(value));
        self.wrong(value.span().start, message)
    }

    /// A value as it stands there, on one line.
    fn written(&self, value: &TomlValue<'_>) -> String {
        let text = self.text.get(value.span()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn wrong(&self, at: usize, message: impl std::fmt::Display) -> SpecError {
        SpecError::at(&self.place(at), message)
    }

    fn place(&self, at: usize) -> String {
        format!("{}, line {}", self.name, self.ends.partition_point(|&end| end < at) + 1)
    }
}

/// The number, in whichever base it is written; none if it is negative or too large.
fn natural(number: &DeInteger<'_>) -> Option<u64> {
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// The digits of the number in base ten; one that is negative or too large as it is written.
fn decimal(number: &DeInteger<'_>) -> String {
    natural(number).map_or_else(|| number.to_string(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::read_spec;
    use crate::ask::{
        Agreement,
        rules::{Exclusion, SeatingRule},
        spec::Rules,
    };

    #[test]
    fn numbers_are_read_in_every_form_of_toml() {
        let spec = read_spec(
            "t.toml",
            "seed = 0xff\nopenings = 1_000\nnodes = 0b101\nexclude-after = 0o17\n\
             max-plies = +7\nresign = { value = 0.7_5, plies = 0x10, from = 1_0 }",
        )
        .unwrap();
        assert_eq!((spec.seed, spec.exclusion), (Some(255), Some(Exclusion::After(15))));
        let expected = Rules {
            openings: Some(1000),
            nodes: Some(5),
            max_plies: Some(7),
            resign: spec.rules.resign.clone(),
            ..Rules::default()
        };
        assert_eq!(spec.rules, expected);
        let resign = Agreement::resign(&spec.rules.resign.unwrap()).unwrap();
        assert_eq!((resign.value, resign.plies, resign.from), (0.75, 16, 10));
        for (text, found) in [("seed = -0x1", "line 1"), ("rounds = 0x2711", "cannot be 0x2711")] {
            let error = read_spec("t.toml", text).unwrap_err().to_string();
            assert!(error.contains(found), "{text}: {error}");
        }
    }

    #[test]
    fn a_file_says_everything_a_tournament_needs() {
        let spec = read_spec(
            "t.toml",
            "seed = 7\nrandom-plies = 3\nskip-unsupported = true\n\
             players = [\"random\", { name = \"r2\", player = \"random\" }]\n\
             games = [\"nim\", { game = \"nim(1+2)\", players = [\"r2\", \"random\"], nodes = 5 }]\n",
        )
        .unwrap();
        assert_eq!(spec.seed, Some(7));
        assert_eq!(spec.skip_unsupported, Some(true));
        assert_eq!(spec.rules, Rules { plies: Some(3), ..Rules::default() });
        assert_eq!(spec.players[1].name.as_deref(), Some("r2"));
        assert_eq!(spec.games[1].rules.nodes, Some(5));
        assert_eq!(spec.games[1].game.place, "t.toml, line 5");
        let tables = "players = [\"random\"]\n[[games]]\ngame = \"nim\"\nseatings = \"fixed\"\n";
        let spec = read_spec("t.toml", tables).unwrap();
        assert_eq!(spec.games[0].rules.seatings, Some(SeatingRule::Fixed));
    }

    #[test]
    fn mistakes_are_reported_with_their_place_and_remedy() {
        for (text, message) in [
            ("\nopennings = 3", "t.toml, line 2: unknown key `opennings`; did you mean `openings`?"),
            ("seed = -1", "t.toml, line 1: `seed` cannot be -1; accepted: a whole number from 0"),
            ("openings = 0", "`openings` cannot be 0; accepted: a whole number from 1"),
            ("random-plies = \"two\"", "`random-plies` cannot be \"two\"; accepted: a whole number from 0 to"),
            ("players = \"random\"", "`players` cannot be \"random\"; accepted: a list"),
            ("players = [3]", "`players` cannot be 3; accepted: a text in quotes"),
            ("players = [{ nam = \"x\" }]", "unknown key `nam`; did you mean `name`?"),
            ("players = [{ name = \"x\" }]", "`player` is missing here"),
            ("seatings = \"al\"", "`seatings` cannot be `al`; did you mean `all`?"),
            ("[[games]]\ngame = \"nim\"\n\nnode = 3", "line 4: unknown key `node`; did you mean `nodes`?"),
            ("games = [\"nim\"", "t.toml, line 1: "),
            ("a = 1\na = 2", "t.toml, line 2: "),
        ] {
            let error = read_spec("t.toml", text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
