//! The tools and resources, and what they answer.

use std::path::PathBuf;

use agon_core::{Accepted, Seed, StopSignal};
use serde_json::{Map, Value, json};

use super::{
    analyst,
    message::RpcError,
    seated::{ClientGame, PERSON, SeatedGame, TableServer},
    tool::{Arguments, Field, Kind, Tool},
};

const GAME: Field = needed("game", "the game with its options, such as `connect-four` or `hex(size=5)`");
const PLAYER: Field = needed("player", "the player with its options, such as `alpha-beta(depth=4)`");
const ID: Field = needed("id", "the game's id, as new_game gave it");
const MOVES: Field =
    text("moves", "moves played first, with spaces between; outcomes of chance are written like moves");
const POSITION: Field = text("position", "begin at this position instead, as `position` says it");
const SEED: Field = whole("seed", 0, MOST_SEED, "what a player that draws draws from; 0 unless given");
const PEOPLE: Field =
    whole("seconds", 0, 3600, "how long people are waited for, at a table of a server; 30 unless given");
const SECONDS: Field = whole("seconds", 1, 3600, "how long the answer may take; 30 unless given");
/// Every reader of JSON has such numbers whole.
const MOST_SEED: u64 = (1 << 53) - 1;

/// The tool that needs a server.
const JOIN: &str = "join_table";

const TOOLS: &[Tool] = &[
    Tool {
        name: "list_games",
        title: "List games",
        about: "All games, each with its name and what it is.",
        fields: &[],
        is_read_only: true,
    },
    Tool {
        name: "list_players",
        title: "List players",
        about: "All players, each with its name and what it is; with `name` one of them with all its options.",
        fields: &[text("name", "the player")],
        is_read_only: true,
    },
    Tool {
        name: "rules",
        title: "Rules of a game",
        about: "The rules of a game, its options, how many play, and what is paid.",
        fields: &[
            GAME,
            text(
                "language",
                "the language of the rules, such as `hu`; English unless given, or where they are not told in it",
            ),
        ],
        is_read_only: true,
    },
    Tool {
        name: "new_game",
        title: "New game",
        about: "Begins a game in which you have a seat, and the others play until it is your turn. Answers with its id, the \
                position as your seat sees it, and your legal moves.",
        fields: &[
            GAME,
            whole("seat", 1, 255, "your seat, counted from 1, which begins in most games; 1 unless given"),
            Field {
                name: "opponents",
                kind: Kind::Texts,
                is_needed: false,
                about: "one player or level (easy, medium, hard, strongest) for all other seats, or one for each; medium \
                        unless given. `person` leaves a seat to somebody else, where there is a server: its `table` is \
                        the address to give them",
            },
            whole("seed", 0, MOST_SEED, "what players draw from; not in a game that draws at random itself"),
            POSITION,
            MOVES,
        ],
        is_read_only: false,
    },
    Tool {
        name: JOIN,
        title: "Join a game",
        about: "Sits down at a table of the server, where people, programs and other clients play. Answers as new_game does.",
        fields: &[
            needed("link", "the address of the game's page"),
            whole("seat", 1, 255, "the seat, counted from 1; the first that is free unless given"),
        ],
        is_read_only: false,
    },
    Tool {
        name: "look",
        title: "Look at a game",
        about: "Where a game stands, as your seat sees it, and your legal moves if it is your turn.",
        fields: &[ID],
        is_read_only: true,
    },
    Tool {
        name: "play",
        title: "Play a move",
        about: "Plays exactly the move that you name; then the others play until it is your turn again. A word that names \
                no legal move is refused with those that do, is counted, and changes nothing.",
        fields: &[
            ID,
            needed("move", "one of the legal moves, as they are written there"),
            Field {
                name: "wait",
                kind: Kind::Flag,
                is_needed: false,
                about: "false: answer before the others play; wait_for_turn has them play then",
            },
            PEOPLE,
        ],
        is_read_only: false,
    },
    Tool {
        name: "wait_for_turn",
        title: "Wait for my turn",
        about: "Has the others play until it is your turn or the game is over.",
        fields: &[ID, PEOPLE],
        is_read_only: false,
    },
    Tool { name: "resign", title: "Resign", about: "Gives a game up.", fields: &[ID], is_read_only: false },
    Tool {
        name: "analyse",
        title: "Analyse a position",
        about: "Asks a player about a position: its move, what that is worth, the line that it expects, and the values of \
                other moves, from the side of the seat to act.",
        fields: &[
            GAME,
            PLAYER,
            POSITION,
            MOVES,
            whole("nodes", 1, 1_000_000_000, "the most positions that it may look at"),
            SEED,
            SECONDS,
        ],
        is_read_only: true,
    },
    Tool {
        name: "tree",
        title: "Tell a search",
        about: "Tells what a player's search did in its order: values, windows, and every cut with its reason.",
        fields: &[
            GAME,
            PLAYER,
            POSITION,
            MOVES,
            whole("limit", 1, 10_000, "the most positions that are told; 100 unless given"),
            SEED,
            SECONDS,
        ],
        is_read_only: true,
    },
    Tool {
        name: "solve",
        title: "Solve a position",
        about: "What a position is worth if everybody plays as well as can be, where that can be found out in time.",
        fields: &[GAME, POSITION, MOVES, SECONDS],
        is_read_only: true,
    },
];

const fn field(name: &'static str, kind: Kind, is_needed: bool, about: &'static str) -> Field {
    Field { name, kind, is_needed, about }
}

const fn needed(name: &'static str, about: &'static str) -> Field {
    field(name, Kind::Text, true, about)
}

const fn text(name: &'static str, about: &'static str) -> Field {
    field(name, Kind::Text, false, about)
}

const fn whole(name: &'static str, from: u64, to: u64, about: &'static str) -> Field {
    field(name, Kind::Whole(from, to), false, about)
}

/// What all tools share: the games in progress.
pub(super) struct Desk {
    seed: u64,
    /// The file that games are added to.
    save: Option<PathBuf>,
    /// Where tables are that others sit at.
    server: Option<Box<dyn TableServer>>,
    games: Vec<Box<dyn ClientGame>>,
}

/// What a tool found: a document, or a text.
enum Found {
    Document(Value),
    Text(String),
}

impl Desk {
    pub(super) fn new(seed: u64, save: Option<PathBuf>, server: Option<Box<dyn TableServer>>) -> Desk {
        Desk { seed, save, server, games: Vec::new() }
    }

    /// Those that there are: without a server there is no table to join.
    fn there(&self) -> impl Iterator<Item = &'static Tool> {
        let is_served = self.server.is_some();
        TOOLS.iter().filter(move |tool| is_served || tool.name != JOIN)
    }

    /// As `tools/list` has them.
    pub(super) fn tools(&self) -> Value {
        let all: Vec<Value> = self.there().map(Tool::document).collect();
        json!({ "tools": all })
    }

    /// Calls the tool that `params` name. What it refuses is an answer too, which a model reads and mends.
    ///
    /// # Errors
    ///
    /// Where there is no such tool.
    pub(super) fn call(&mut self, mut params: Map<String, Value>, stop: &StopSignal) -> Result<Value, RpcError> {
        let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
        let Some(tool) = self.there().find(|tool| tool.name == name) else {
            let accepted = Accepted::new(name, self.there().map(|tool| tool.name));
            return Err(RpcError::params(format!("there is no tool `{name}`{accepted}")));
        };
        let given = match params.remove("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(given)) => given,
            Some(_) => return Err(RpcError::params("`arguments` must be an object")),
        };
        let found = tool.arguments(given).and_then(|asked| self.found(tool.name, &asked, stop));
        Ok(match found {
            Ok(Found::Document(document)) => {
                json!({"content": [{"type": "text", "text": document.to_string()}], "structuredContent": document})
            }
            Ok(Found::Text(text)) => json!({"content": [{"type": "text", "text": text}]}),
            Err(why) => json!({"content": [{"type": "text", "text": why}], "isError": true}),
        })
    }

    fn found(&mut self, tool: &str, asked: &Arguments, stop: &StopSignal) -> Result<Found, String> {
        match tool {
            "list_games" => listed("games", &analyst::described("games", None, stop)?),
            "list_players" => match asked.text("name") {
                None => listed("players", &analyst::described("players", None, stop)?),
                name => document(&analyst::described("players", name, stop)?),
            },
            "rules" => analyst::rules(asked.needed("game"), asked.text("language"), stop).map(Found::Document),
            "analyse" => document(&analyst::analyse(asked, stop)?),
            "solve" => document(&analyst::solve(asked, stop)?),
            "tree" => Ok(Found::Text(analyst::tree(asked, stop)?)),
            "new_game" | JOIN => self.new_game(tool, asked, stop),
            _ => self.at(asked.needed("id")).and_then(|at| self.act(at, tool, asked, stop)),
        }
    }

    /// A game by `new_game`, here or at a table, or one that others have begun.
    fn new_game(&mut self, tool: &str, asked: &Arguments, stop: &StopSignal) -> Result<Found, String> {
        let number = self.games.len() as u64 + 1;
        let id = format!("game-{number}");
        let is_shared = tool == JOIN || asked.texts("opponents").contains(&PERSON);
        let game = match &self.server {
            Some(server) if tool == JOIN => server.join(id, asked, stop)?,
            Some(server) if is_shared => server.begin(id, asked, stop)?,
            None if is_shared => {
                return Err(format!("`{PERSON}` comes by a server, and `agon mcp` was started without --server"));
            }
            _ => {
                // Of one game's seed, which is told at its end, nothing of the next follows.
                let seed = (u64::from(Seed(self.seed).stream(number).below(1 << 26)) << 26)
                    | u64::from(Seed(self.seed).stream(u64::MAX - number).below(1 << 26));
                let mut game = SeatedGame::new(id, asked, seed)?;
                game.go_on(0, stop)?;
                Box::new(game)
            }
        };
        let told = game.told();
        self.games.push(game);
        Ok(Found::Document(told))
    }

    /// Where the game of this id is.
    fn at(&self, id: &str) -> Result<usize, String> {
        self.games.iter().position(|game| game.id() == id).ok_or_else(|| {
            let accepted = Accepted::new(id, self.games.iter().map(|game| game.id()));
            format!("there is no game `{id}`{accepted}")
        })
    }

    fn act(&mut self, at: usize, tool: &str, asked: &Arguments, stop: &StopSignal) -> Result<Found, String> {
        let game = &mut self.games[at];
        let patience = asked.whole("seconds").unwrap_or(30);
        match tool {
            "play" => {
                game.play(asked.needed("move"), stop)?;
                if asked.flag("wait") != Some(false) {
                    game.go_on(patience, stop)?;
                }
            }
            "wait_for_turn" => game.go_on(patience, stop)?,
            "resign" => game.resign(stop)?,
            _ => game.look(stop)?,
        }
        let mut told = game.told();
        if let (true, Some(path)) = (game.is_over(), &self.save)
            && let Err(why) = game.save(path)
        {
            told["not_saved"] = why.into();
        }
        Ok(Found::Document(told))
    }

    /// Saves what was left before its end.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub(super) fn leave(&mut self) -> Result<(), String> {
        let Some(path) = &self.save else { return Ok(()) };
        self.games.iter_mut().try_for_each(|game| game.save(path))
    }

    /// As `resources/list` has them: the games, and where those that are played stand.
    pub(super) fn resources(&self) -> Value {
        let games = json!({
            "uri": "agon://games", "name": "games", "title": "All games", "mimeType": "application/json",
        });
        let played = self.games.iter().map(|game| {
            let id = game.id();
            json!({
                "uri": format!("agon://position/{id}"), "name": id, "title": format!("Where {id} stands"),
                "mimeType": "application/json",
            })
        });
        let all: Vec<Value> = [games].into_iter().chain(played).collect();
        json!({ "resources": all })
    }

    /// As `resources/templates/list` has them.
    pub(super) fn templates() -> Value {
        json!({"resourceTemplates": [
            {
                "uriTemplate": "agon://rules/{game}", "name": "rules", "title": "The rules of a game",
                "mimeType": "application/json",
            },
            {
                "uriTemplate": "agon://position/{id}", "name": "position", "title": "Where a game stands, as your seat sees it",
                "mimeType": "application/json",
            },
        ]})
    }

    /// What is there.
    ///
    /// # Errors
    ///
    /// Where there is nothing.
    pub(super) fn read(&mut self, uri: &str, stop: &StopSignal) -> Result<Value, RpcError> {
        let place = uri.strip_prefix("agon://").unwrap_or_default();
        let found = match place.split_once('/') {
            None if place == "games" => analyst::described("games", None, stop),
            Some(("rules", game)) => analyst::rules(&decoded(game), None, stop).map(|told| told.to_string()),
            Some(("position", id)) => self.at(id).and_then(|at| {
                self.games[at].look(stop)?;
                Ok(self.games[at].told().to_string())
            }),
            _ => Err("accepted: agon://games, agon://rules/GAME, agon://position/ID".to_owned()),
        };
        let text = found.map_err(|why| RpcError::resource(format!("there is no resource `{uri}`: {why}")))?;
        Ok(json!({"contents": [{"uri": uri, "mimeType": "application/json", "text": text.trim_end()}]}))
    }
}

/// An address without the signs that stand for others; those that stand for none stay.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, others @ ..] = rest {
        let pair = others.get(..2).and_then(|pair| str::from_utf8(pair).ok());
        let byte = pair.filter(|_| *first == b'%').and_then(|pair| u8::from_str_radix(pair, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &others[2..] } else { others };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A line of JSON that a command wrote.
fn document(text: &str) -> Result<Found, String> {
    analyst::read(text).map(Found::Document)
}

/// A list of all there are: names, and what each is.
fn listed(what: &str, text: &str) -> Result<Found, String> {
    let Found::Document(all) = document(text)? else { unreachable!("a document is one") };
    let all = all.as_array().into_iter().flatten();
    let all: Vec<Value> = all.map(|one| json!({"name": one["name"], "summary": one["summary"]})).collect();
    Ok(Found::Document(json!({ what: all })))
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn addresses_are_read_as_they_were_meant() {
        for (text, meant) in
            [("hex(size=5)", "hex(size=5)"), ("hex%28size%3D5%29", "hex(size=5)"), ("a%2", "a%2"), ("%zz", "%zz")]
        {
            assert_eq!(decoded(text), meant);
        }
    }
}
