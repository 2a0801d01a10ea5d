//! Tournaments as files in layouts of their own: each writes the same one in another way.

use agon_arena::{
    Spec,
    ask::{Exclusion, GameSpec, Located, Rules, Worded},
};

use crate::tournaments::NAME;

/// How a tournament is written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Layout {
    /// A key a line, from the last; lists with a part a line; texts between apostrophes.
    Lines,
    /// Players and games as tables behind all else; texts with escapes; numbers with strokes or in other systems.
    Tables,
}

/// A text that is being written, and the tournament that is to be read from it.
struct Sheet {
    layout: Layout,
    text: String,
    /// Between braces: whether no key is there yet, before which there is a comma otherwise.
    is_first: Option<bool>,
}

impl Layout {
    /// The text, and the same tournament with the places that its texts have there.
    pub(crate) fn write(self, spec: &Spec) -> (String, Spec) {
        let mut sheet = Sheet { layout: self, text: "# a tournament\r\n\n".to_owned(), is_first: None };
        let mut expected = spec.clone();
        let is_lines = self == Layout::Lines;
        if is_lines {
            sheet.lists(&mut expected);
        }
        sheet.rules(&mut expected.rules);
        let words = [
            ("format", spec.format.map(|format| format.word().to_owned())),
            ("faults", spec.faults.map(|rule| rule.word().to_owned())),
        ];
        for (key, word) in words {
            sheet.text(key, &mut word.map(Located::new));
        }
        match spec.exclusion {
            Some(Exclusion::Never) => sheet.text("exclude-after", &mut Some(Located::new("never"))),
            Some(Exclusion::After(games)) => sheet.number("exclude-after", Some(games)),
            None => {}
        }
        sheet.number("retries", spec.retries.map(u64::from));
        sheet.text("stop", &mut expected.stop);
        sheet.number("rounds", spec.rounds.map(u64::from));
        sheet.flag("thoughts", spec.thoughts);
        sheet.flag("skip-unsupported", spec.skip_unsupported);
        sheet.number("seed", spec.seed);
        if !is_lines {
            sheet.tables(&mut expected);
        }
        (sheet.text, expected)
    }
}

impl Sheet {
    fn add(&mut self, text: &str) {
        self.text += text;
    }

    /// A key and the sign behind it.
    fn key(&mut self, key: &str) {
        if let Some(is_first) = self.is_first.replace(false) {
            self.add(if is_first { "" } else { "," });
        } else {
            self.is_first = None;
        }
        let is_plain = self.layout == Layout::Lines;
        self.add(&if is_plain { format!("{key} = ") } else { format!("\"{key}\"=") });
    }

    fn number(&mut self, key: &str, number: Option<u64>) {
        let Some(number) = number else { return };
        self.key(key);
        let digits: Vec<String> = number.to_string().chars().map(String::from).collect();
        let written = match self.layout {
            Layout::Lines => digits.concat(),
            Layout::Tables if number % 2 == 1 => format!("0x{number:X}"),
            Layout::Tables => digits.join("_"),
        };
        self.add(&format!("{written} # {key}\n"));
    }

    fn flag(&mut self, key: &str, flag: Option<bool>) {
        let Some(flag) = flag else { return };
        self.key(key);
        self.add(&format!("{flag}\n"));
    }

    fn text(&mut self, key: &str, text: &mut Option<Located>) {
        let Some(text) = text else { return };
        self.key(key);
        self.value(text);
        self.add("\n\n");
    }

    /// A text, whose place it learns.
    fn value(&mut self, text: &mut Located) {
        text.place = format!("{NAME}, line {}", 1 + self.text.matches('\n').count());
        let is_plain = !text.text.contains(|c: char| c == '\'' || c.is_control());
        let written = match self.layout {
            Layout::Lines if is_plain => format!("'{}'", text.text),
            Layout::Lines => format!("\"\"\"\n{}\"\"\"", escaped(&text.text)),
            Layout::Tables => format!("\"{}\"", escaped(&text.text)),
        };
        self.add(&written);
    }

    fn rules(&mut self, rules: &mut Rules) {
        let Rules {
            openings,
            opening_file,
            opening_order,
            plies,
            nodes,
            move_time,
            time_margin,
            max_plies,
            resign,
            draw,
            seatings,
        } = rules;
        self.text("draw", draw);
        self.text("resign", resign);
        self.number("max-plies", max_plies.map(u64::from));
        self.number("time-margin", *time_margin);
        self.number("move-time", *move_time);
        self.number("nodes", *nodes);
        self.number("random-plies", plies.map(u64::from));
        let words = [("seatings", seatings.map(Worded::word)), ("opening-order", opening_order.map(Worded::word))];
        for (key, word) in words {
            self.text(key, &mut word.map(Located::new));
        }
        self.text("opening-file", opening_file);
        self.number("openings", *openings);
    }

    /// Players and games as lists.
    fn lists(&mut self, spec: &mut Spec) {
        self.add("games = [\n");
        for game in &mut spec.games {
            if game.players.is_none() && game.rules == Rules::default() {
                self.value(&mut game.game);
            } else {
                self.add("{\n");
                // Line breaks there, and comments, are of TOML 1.1.
                self.is_first = Some(true);
                self.game(game);
                self.is_first = None;
                self.add("}");
            }
            self.add(",\n");
        }
        self.add("]\nplayers = [\n");
        for player in &mut spec.players {
            match &player.name {
                None => self.value(&mut player.player),
                Some(name) => {
                    self.add("{ name = ");
                    self.value(&mut Located::new(name.clone()));
                    self.add(", player = ");
                    self.value(&mut player.player);
                    self.add(" }");
                }
            }
            self.add(", # and so on\n");
        }
        self.add("]\n");
    }

    /// Players and games as tables.
    fn tables(&mut self, spec: &mut Spec) {
        for player in &mut spec.players {
            self.add("[[players]]\n");
            self.key("player");
            self.value(&mut player.player);
            self.add("\n");
            self.text("name", &mut player.name.clone().map(Located::new));
        }
        for game in &mut spec.games {
            self.add("\n[[ \"games\" ]]\n");
            self.game(game);
        }
    }

    fn game(&mut self, game: &mut GameSpec) {
        self.rules(&mut game.rules);
        if let Some(list) = &mut game.players {
            self.key("players");
            self.add("[");
            for name in list {
                self.value(name);
                self.add(",");
            }
            self.add("]\n");
        }
        self.key("game");
        self.value(&mut game.game);
        self.add("\n");
    }
}

/// A text between quotation marks, all its signs but letters and digits as numbers.
fn escaped(text: &str) -> String {
    let sign = |c: char| match c {
        c if c.is_ascii_alphanumeric() => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    };
    text.chars().map(sign).collect()
}
