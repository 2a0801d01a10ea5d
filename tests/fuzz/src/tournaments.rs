//! Tournament files, read twice: by what reads them, and by a second reader that walks over a table of keys. What was read is
//! written in other layouts, and read again as the same, every text in the line where it was written.

use std::fs;

use agon_arena::{
    Spec,
    ask::{
        Agreement, Exclusion, FaultRule, Format, GameSpec, Located, Order, PlayerSpec, Rules, SeatingRule, SpecError,
        Worded, read_spec,
    },
    keep::{Header, Reader},
};
use toml::{Table, Value};

use crate::{layouts::Layout, scratch};

/// The name of the file, which is in no folder.
pub(crate) const NAME: &str = "league.toml";

/// Tournament files.
pub fn tournaments(input: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(input) else { return false };
    let read = read_spec(NAME, text);
    match (&read, text.parse::<Table>()) {
        (read, Ok(table)) => match (read, spec_of(&table)) {
            (Ok(found), Ok(second)) => agree(found, &second),
            (Ok(_), Err(why)) => panic!("it is read, and should not be: {why}"),
            (Err(error), Ok(_)) => panic!("{error}"),
            (Err(_), Err(_)) => {}
        },
        // The second reader has no number of more than 63 bits.
        (read, Err(error)) => assert!(read.is_err() || has_long_number(text), "{error}"),
    }
    let Ok(spec) = read else { return false };
    for layout in [Layout::Lines, Layout::Tables] {
        let (text, expected) = layout.write(&spec);
        assert_eq!(read_spec(NAME, &text), Ok(expected), "{text}");
    }
    if let Ok(tournament) = spec.resolve() {
        let written = tournament.canonical();
        let header =
            Header { identity: tournament.identity(), shard: (0, 1), tournament: written, ..Header::default() };
        let path = scratch("header");
        fs::write(&path, header.bytes()).expect("there is room for a small file");
        let again = Reader::open(&path).expect("a journal of no game is one").tournament();
        assert_eq!(again.expect("a written tournament can be read").canonical(), header.tournament);
    }
    true
}

/// Whether some word is as long as numbers are that no 63 bits hold.
fn has_long_number(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_hexdigit() || "_xob".contains(c);
    text.split(|c| !is_part(c)).any(|word| 18 < word.len())
}

/// What may stand behind a key.
#[derive(Clone, Copy)]
enum Kind {
    /// A whole number from the one to the other.
    Whole(u64, u64),
    Flag,
    Text,
    Word(&'static [&'static str]),
    /// A number of games, or never.
    Exclusion,
    /// A table of numbers, or its text.
    Agreement,
    /// A list of texts.
    Names,
    /// A list of texts and of tables with `name` and `player`.
    Players,
    /// A list of texts and of tables with `game`, `players` and rules.
    Games,
}

const BYTES_4: u64 = u32::MAX as u64;

const RULES: [(&str, Kind); 11] = [
    ("openings", Kind::Whole(1, u64::MAX)),
    ("opening-file", Kind::Text),
    ("opening-order", Kind::Word(&["sequential", "random"])),
    ("random-plies", Kind::Whole(0, BYTES_4)),
    ("nodes", Kind::Whole(1, u64::MAX)),
    ("move-time", Kind::Whole(1, BYTES_4)),
    ("time-margin", Kind::Whole(0, BYTES_4)),
    ("max-plies", Kind::Whole(1, BYTES_4)),
    ("resign", Kind::Agreement),
    ("draw", Kind::Agreement),
    ("seatings", Kind::Word(&["all", "balanced", "fixed"])),
];

const TOURNAMENT: [(&str, Kind); 11] = [
    ("seed", Kind::Whole(0, u64::MAX)),
    ("format", Kind::Word(&["round-robin", "match", "gauntlet", "swiss", "knockout", "ladder"])),
    ("rounds", Kind::Whole(1, 10_000)),
    ("faults", Kind::Word(&["forfeit", "replay", "stop"])),
    ("exclude-after", Kind::Exclusion),
    ("retries", Kind::Whole(0, 100)),
    ("stop", Kind::Text),
    ("players", Kind::Players),
    ("games", Kind::Games),
    ("skip-unsupported", Kind::Flag),
    ("thoughts", Kind::Flag),
];

const PLAYER: [(&str, Kind); 2] = [("name", Kind::Text), ("player", Kind::Text)];

const GAME: [(&str, Kind); 2] = [("game", Kind::Text), ("players", Kind::Names)];

impl Kind {
    fn has(self, value: &Value) -> bool {
        let is_within = |from, to| {
            let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
            number.is_some_and(|number| from <= number && number <= to)
        };
        let all = |is_one: &dyn Fn(&Value) -> bool| value.as_array().is_some_and(|list| list.iter().all(is_one));
        match self {
            Kind::Whole(from, to) => is_within(from, to),
            Kind::Flag => value.is_bool(),
            Kind::Text => value.is_str(),
            Kind::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Kind::Exclusion => {
                let is_number = |text: &str| text.parse().is_ok_and(|n: u64| 0 < n && n <= 1_000_000_000);
                is_within(1, 1_000_000_000) || value.as_str().is_some_and(|text| text == "never" || is_number(text))
            }
            Kind::Agreement => value.is_str() || value.is_table(),
            Kind::Names => all(&Value::is_str),
            Kind::Players => all(&|one| {
                let is_player = |table: &Table| {
                    let name = table.get("name").and_then(Value::as_str);
                    fits(table, &[&PLAYER]) && table.contains_key("player") && name.is_none_or(|n| !n.trim().is_empty())
                };
                one.is_str() || one.as_table().is_some_and(is_player)
            }),
            Kind::Games => all(&|one| {
                let is_game = |table: &Table| fits(table, &[&GAME, &RULES]) && table.contains_key("game");
                one.is_str() || one.as_table().is_some_and(is_game)
            }),
        }
    }
}

/// Whether every key of a table is one of those, and its value of that kind.
fn fits(table: &Table, keys: &[&[(&str, Kind)]]) -> bool {
    let kind = |name: &str| keys.iter().copied().flatten().find(|key| key.0 == name).map(|key| key.1);
    table.iter().all(|(name, value)| kind(name).is_some_and(|kind| kind.has(value)))
}

/// The tournament of a table, without the places of its texts.
fn spec_of(table: &Table) -> Result<Spec, &'static str> {
    if !fits(table, &[&TOURNAMENT, &RULES]) {
        return Err("keys of a tournament, and values of their kinds");
    }
    let list = |key: &str| table.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let player = |value: &Value| match value {
        Value::Table(table) => {
            PlayerSpec { name: text(table, "name"), player: located(table, "player").unwrap_or_default() }
        }
        value => PlayerSpec { name: None, player: Located::new(value.as_str().unwrap_or_default()) },
    };
    let names = |list: &Vec<Value>| list.iter().filter_map(Value::as_str).map(Located::new).collect();
    let game = |value: &Value| match value {
        Value::Table(table) => GameSpec {
            game: located(table, "game").unwrap_or_default(),
            players: table.get("players").and_then(Value::as_array).map(names),
            rules: rules(table),
        },
        value => GameSpec { game: Located::new(value.as_str().unwrap_or_default()), ..GameSpec::default() },
    };
    let exclusion = |value: &Value| match value.as_str() {
        Some("never") => Exclusion::Never,
        Some(text) => Exclusion::After(text.parse().unwrap_or_default()),
        None => Exclusion::After(value.as_integer().unwrap_or_default() as u64),
    };
    let flag = |key: &str| table.get(key).and_then(Value::as_bool);
    Ok(Spec {
        seed: whole(table, "seed"),
        secret: text(table, "secret").and_then(|text| text.parse().ok()),
        format: text(table, "format").and_then(|word| word.parse::<Format>().ok()),
        rounds: whole(table, "rounds").map(|rounds| rounds as u32),
        faults: text(table, "faults").and_then(|word| FaultRule::of(&word)),
        exclusion: table.get("exclude-after").map(exclusion),
        retries: whole(table, "retries").map(|retries| retries as u32),
        stop: located(table, "stop"),
        players: list("players").iter().map(player).collect(),
        games: list("games").iter().map(game).collect(),
        rules: rules(table),
        thoughts: flag("thoughts"),
        skip_unsupported: flag("skip-unsupported"),
    })
}

fn rules(table: &Table) -> Rules {
    let short = |key: &str| whole(table, key).map(|number| number as u32);
    Rules {
        openings: whole(table, "openings"),
        opening_file: located(table, "opening-file"),
        opening_order: text(table, "opening-order").and_then(|word| Order::of(&word)),
        plies: short("random-plies"),
        nodes: whole(table, "nodes"),
        move_time: whole(table, "move-time"),
        time_margin: whole(table, "time-margin"),
        max_plies: short("max-plies"),
        resign: agreement(table, "resign"),
        draw: agreement(table, "draw"),
        seatings: text(table, "seatings").and_then(|word| SeatingRule::of(&word)),
    }
}

fn whole(table: &Table, key: &str) -> Option<u64> {
    table.get(key)?.as_integer().map(|number| number as u64)
}

fn text(table: &Table, key: &str) -> Option<String> {
    table.get(key)?.as_str().map(str::to_owned)
}

fn located(table: &Table, key: &str) -> Option<Located> {
    text(table, key).map(Located::new)
}

fn agreement(table: &Table, key: &str) -> Option<Located> {
    let Value::Table(options) = table.get(key)? else { return located(table, key) };
    let options = options.iter().map(|(name, value)| format!("{name}={value}"));
    Some(Located::new(options.collect::<Vec<_>>().join(", ")))
}

/// What reads an agreement.
type Read = fn(&Located) -> Result<Agreement, SpecError>;

/// Whether both readers found the same, but for the places of texts, and for agreements that are tables: those have to mean the
/// same where they mean something.
fn agree(found: &Spec, second: &Spec) {
    let (mut found, mut second) = (found.clone(), second.clone());
    let rules = |spec: &mut Spec| {
        let own = std::mem::take(&mut spec.rules);
        let games = spec.games.iter_mut().map(|game| std::mem::take(&mut game.rules));
        [own].into_iter().chain(games).collect::<Vec<_>>()
    };
    let (mut all, mut others) = (rules(&mut found), rules(&mut second));
    for (one, other) in all.iter_mut().zip(&mut others) {
        let texts = [
            (one.resign.take(), other.resign.take(), Agreement::resign as Read),
            (one.draw.take(), other.draw.take(), Agreement::draw),
        ];
        for (one, other, read) in texts {
            assert_eq!(one.is_some(), other.is_some());
            let Some((one, other)) = one.zip(other) else { continue };
            // What a text means in the place of a number depends on the marks around it.
            if !one.text.contains(['"', '\'']) {
                assert_eq!(read(&one).ok(), read(&other).ok());
            }
        }
    }
    place(&mut found, &mut all);
    assert_eq!(found, second);
    assert_eq!(all, others);
}

/// Takes the places away.
fn place(spec: &mut Spec, rules: &mut [Rules]) {
    let players = spec.players.iter_mut().map(|player| &mut player.player);
    let files = rules.iter_mut().filter_map(|rules| rules.opening_file.as_mut());
    let mut texts: Vec<&mut Located> = players.chain(files).chain(&mut spec.stop).collect();
    for game in &mut spec.games {
        texts.push(&mut game.game);
        texts.extend(game.players.iter_mut().flatten());
    }
    for text in texts {
        assert!(text.place.starts_with("league.toml, line "), "{text:?}");
        text.place.clear();
    }
}

/// Files with every key in one layout or another.
pub(crate) fn known_tournaments() -> Vec<Vec<u8>> {
    let own = [
        "seed = 7\nformat = \"swiss\"\nrounds = 3\nfaults = 'stop'\nexclude-after = \"never\"\nskip-unsupported = true\n\
         players = [\"random\", { name = \"it's \\\"deep\\\"\", player = \"minimax(depth=2)\" }]\n\
         games = [\"nim\", { game = \"nim(1+2)\", players = [\"random\"], nodes = 5 }]\n\
         resign = { value = 0.9_5, plies = 0x6 }\ndraw = { from = 40, plies = 12, value = 0.05 }\nthoughts = false\n",
        "stop = \"sprt(elo0=0, elo1=5)\"\nopenings = 0x10\nrandom-plies = 1_0\nnodes = +5\nmove-time = 1000\n\
         time-margin = 0\nretries = 1\nmax-plies = 4294967295\nseed = 18446744073709551615\nexclude-after = 5\n\
         opening-order = \"random\"\nseatings = \"\"\"fixed\"\"\"\nopening-file = \"a/../b\\u00e9.txt\"\nresign = 'value=0.5'\n\
         [[players]]\nplayer = \"random\"\n[[players]]\n\"player\" = \"greedy\"\nname = 'g'\n\
         [[games]] # one\ngame = '''\nhex(size={3,4})'''\nplayers = []\nopening-file = 'x'\ndraw.value = 0.1\n",
        "exclude-after = \"7\"\nformat = \"match\"\nplayers = [\"random\", \"greedy\"]\ngames = [\"tic-tac-toe\"]\nopenings = 1\n",
    ];
    let shipped = include_bytes!("../../../arena/agon/src/default.toml");
    own.iter().map(|text| text.as_bytes().to_vec()).chain([shipped.to_vec()]).collect()
}

#[cfg(test)]
mod tests {
    use super::{GAME, Kind, PLAYER, RULES, TOURNAMENT, tournaments};
    use agon_arena::ask::{SPEC_KEYS, read_spec};

    /// Values that a kind accepts, at its ends where it has some, and values that it refuses.
    fn values(kind: Kind) -> (Vec<String>, Vec<String>) {
        let quoted = |word: &&str| format!("\"{word}\"");
        let (accepted, refused): (Vec<String>, &[&str]) = match kind {
            Kind::Whole(from, to) => {
                let below = if from == 0 { "-1".to_owned() } else { (from - 1).to_string() };
                let beyond = (u128::from(to) + 1).to_string();
                let accepted = vec![from.to_string(), to.to_string()];
                let refused = [below, beyond, "1.0".to_owned(), "\"1\"".to_owned(), "true".to_owned()];
                return (accepted, refused.to_vec());
            }
            Kind::Flag => (vec!["true".to_owned(), "false".to_owned()], &["\"true\"", "1", "[true]"]),
            Kind::Text => (vec!["\"x\"".to_owned()], &["1", "true", "[\"x\"]", "{ x = 1 }", "2026-01-01"]),
            Kind::Word(words) => (words.iter().map(quoted).collect(), &["\"\"", "\"ALL\"", "\"all \"", "1", "[]"]),
            Kind::Exclusion => (
                ["1", "1000000000", "\"never\"", "\"2\""].map(str::to_owned).to_vec(),
                &["0", "1000000001", "\"Never\"", "\"0\"", "-1", "1.5", "true"],
            ),
            Kind::Agreement => (
                ["\"\"", "\"value=0.5\"", "{}", "{ value = 0.5, plies = 3 }"].map(str::to_owned).to_vec(),
                &["1", "true", "[0.5]"],
            ),
            Kind::Names => (
                ["[]", "[\"a\", 'b']"].map(str::to_owned).to_vec(),
                &["\"a\"", "[1]", "[\"a\", [\"b\"]]", "[{ player = \"a\" }]"],
            ),
            Kind::Players => (
                ["[]", "[\"a\", { player = \"b\" }]"].map(str::to_owned).to_vec(),
                &[
                    "\"a\"",
                    "[1]",
                    "[{}]",
                    "[{ name = \"a\" }]",
                    "[{ name = \" \", player = \"a\" }]",
                    "[{ player = 1 }]",
                ],
            ),
            Kind::Games => (
                ["[]", "[\"a\", { game = \"b\", nodes = 3 }]"].map(str::to_owned).to_vec(),
                &[
                    "\"a\"",
                    "[1]",
                    "[{}]",
                    "[{ nodes = 3 }]",
                    "[{ game = \"a\", seed = 3 }]",
                    "[{ game = \"a\", nodes = 0 }]",
                ],
            ),
        };
        (accepted, refused.iter().map(|text| (*text).to_owned()).collect())
    }

    #[test]
    fn every_key_accepts_its_kind_and_refuses_others_in_their_line() {
        let places: [(&[(&str, Kind)], &str); 5] = [
            (&TOURNAMENT, "# c\r\n\n"),
            (&RULES, "# c\n\r\n"),
            (&RULES, "[[games]]\ngame = \"nim\"\n"),
            (&GAME[1..], "[[games]]\ngame = \"nim\"\n"),
            (&PLAYER[..1], "[[players]]\nplayer = \"a\"\n"),
        ];
        for (keys, before) in places {
            for &(key, kind) in keys {
                let (accepted, refused) = values(kind);
                for value in accepted {
                    let text = format!("{before}{key} = {value}\n");
                    assert!(tournaments(text.as_bytes()), "{text}");
                }
                for value in refused {
                    let text = format!("{before}{key} = {value}\n");
                    assert!(!tournaments(text.as_bytes()), "{text}");
                    let said = read_spec("t.toml", &text).unwrap_err().to_string();
                    assert!(said.starts_with("t.toml, line 3: "), "{text}: {said}");
                }
                let text = format!("{before}{key}s = 1\n");
                let said = read_spec("t.toml", &text).unwrap_err().to_string();
                let named = format!("t.toml, line 3: unknown key `{key}s`; did you mean `{key}`?");
                assert!(said.starts_with(&named), "{text}: {said}");
                assert!(SPEC_KEYS.contains(&format!("{key} = ")), "{key} is in no help");
            }
        }
    }
}
