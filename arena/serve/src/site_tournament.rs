//! A tournament of one reader, from within the program: its page asks for its games, some at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_arena::{keep::GameByGame, tell::ResultDocument};
use agon_core::StopSignal;
use agon_draw::Theme;
use axum::{
    Extension, Router,
    extract::{Path, State},
    http::header,
    response::{IntoResponse as _, Response},
    routing::get,
};

use crate::{
    charts::{CHARTS, chart},
    draft::lay_out,
    pool::PoolThinker,
    problem::Problem,
    standing::{History, LiveStanding},
    visitor::Visitor,
};

/// The kind of what is no text.
pub(crate) const BYTES: &str = "application/octet-stream";
/// What a journal says of who played its games.
const BUILD: &str = concat!("agon ", env!("CARGO_PKG_VERSION"), " in a browser");

/// The files that it can be had as.
pub(crate) const FILES: [&str; 4] = ["result.json", "tables.md", "tables.tex", "tournament.journal"];

/// The tournament that was asked for last.
#[derive(Default)]
pub(crate) struct SiteTournament(Mutex<Option<Begun>>);

/// A tournament in progress.
struct Begun {
    /// The file that it was laid out from.
    text: String,
    games: GameByGame,
    history: History,
}

/// The routes that its page asks for.
pub(crate) fn routes() -> Router<Arc<SiteTournament>> {
    Router::new()
        .route("/api/v1/tournaments/0/files/{name}", get(file))
        .route("/api/v1/tournaments/0/charts/{name}", get(drawn))
}

impl SiteTournament {
    /// Plays the next games, so many or as many as there are, of the tournament of this file, which begins unless it
    /// is the last that was asked for: how it stands then, and whether it is over.
    ///
    /// # Errors
    ///
    /// If the file has a mistake, or asks for what is not here: other machines, programs, clocks.
    pub(crate) fn play(&self, text: &str, games: u64) -> Result<(LiveStanding, bool), Problem> {
        let mut held = self.held();
        if held.as_ref().is_none_or(|begun| begun.text != text) {
            let plan = lay_out(&PoolThinker::until(StopSignal::new()), text, 1)?;
            if plan.tournament().sections.iter().any(|section| section.move_time.is_some()) {
                return Err(Problem::wrong("site-move-time", &[]).at("move-time"));
            }
            let games = GameByGame::new(plan, BUILD);
            *held = Some(Begun { text: text.to_owned(), games, history: History::default() });
        }
        let begun = held.as_mut().ok_or_else(|| Problem::conflict("nothing-played", &[]))?;
        let Begun { games: own, history, .. } = begun;
        own.play(games, &mut |game, score| history.take(game.plan, score)).map_err(Problem::refused)?;
        Ok((begun.standing(), begun.games.is_over()))
    }

    fn held(&self) -> MutexGuard<'_, Option<Begun>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What this makes of the tournament in progress.
    fn told<T>(&self, tell: impl FnOnce(&Begun) -> T) -> Result<T, Problem> {
        self.held().as_ref().map(tell).ok_or_else(|| Problem::conflict("nothing-played", &[]))
    }
}

impl Begun {
    fn standing(&self) -> LiveStanding {
        LiveStanding::of(self.games.plan(), self.games.score(), &self.history)
    }
}

async fn file(State(own): State<Arc<SiteTournament>>, Path(name): Path<String>) -> Result<Response, Problem> {
    let document = |write: fn(&ResultDocument) -> String| {
        own.told(|begun| write(&ResultDocument::new(begun.games.plan(), begun.games.score())).into_bytes())
    };
    let (kind, bytes) = match name.as_str() {
        "result.json" => ("application/json", document(ResultDocument::text)?),
        "tables.md" => ("text/markdown; charset=utf-8", document(ResultDocument::markdown)?),
        "tables.tex" => ("application/x-tex", document(ResultDocument::latex)?),
        "tournament.journal" => (BYTES, own.told(|begun| begun.games.journal().to_vec())?),
        _ => return Err(Problem::missing("no-file", &[("all", &FILES.join(", "))])),
    };
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

async fn drawn(
    State(own): State<Arc<SiteTournament>>,
    Extension(guest): Extension<Visitor>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let standing = own.told(Begun::standing)?;
    let thinker = PoolThinker::until(StopSignal::new());
    let drawn = chart(&thinker, &name, &guest.language.say("nav-tournaments"), &standing);
    let drawn = drawn.ok_or_else(|| Problem::missing("no-chart", &[("all", &CHARTS.join(", "))]))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawn.svg(Theme::Screen)).into_response())
}

#[cfg(test)]
mod tests {
    use agon_arena::{Plan, ask::read_spec, keep::GameByGame, tell::ResultDocument};
    use agon_roster as _;
    use serde_json::Value;

    use super::{BUILD, FILES};
    use crate::{
        pool,
        site::{Site, SiteAnswer, SiteQuestion},
    };

    const FIELDS: &str = "player=random&player=alpha-beta(depth%3D2)&player=mcts(iterations%3D20)&game=tic-tac-toe&game=kalah\
                          &openings=2&random-plies=2&seed=3";
    /// The same as a file.
    const FILE: &str = "thoughts = true\nopenings = 2\nrandom-plies = 2\nseed = 3\n\
                        players = [\"random\", \"alpha-beta(depth=2)\", \"mcts(iterations=20)\"]\n\
                        games = [\"tic-tac-toe\", \"kalah\"]\n";

    fn ask(site: &Site, method: &str, address: &str) -> SiteAnswer {
        site.answer(&SiteQuestion { method, address, body: "", language: "en", chance: "" })
    }

    /// Has all of its games played, so many at a time: how often it was asked.
    fn play(site: &Site, fields: &str, at_once: u64) -> u64 {
        for asked in 1.. {
            let SiteAnswer(status, _, _, text, _) =
                ask(site, "GET", &format!("/api/v1/tournaments/0/games?{fields}&at-once={at_once}"));
            assert_eq!(status, 200, "{text}");
            let told: Value = serde_json::from_str(&text).unwrap();
            assert!(told["html"].as_str().unwrap().contains("<table class=\"standings\">"), "{told}");
            if told["over"] == true {
                return asked;
            }
        }
        unreachable!("it is over at some time")
    }

    /// The file of that name: its bytes.
    fn file(site: &Site, name: &str) -> Vec<u8> {
        let SiteAnswer(status, kind, _, text, _) = ask(site, "GET", &format!("/api/v1/tournaments/0/files/{name}"));
        assert_eq!(status, 200, "{name}: {text}");
        if kind == "application/octet-stream" {
            text.chars().map(|sign| u8::try_from(u32::from(sign)).unwrap()).collect()
        } else {
            text.into_bytes()
        }
    }

    #[test]
    fn it_is_the_tournament_of_its_file_however_many_games_are_asked_for_at_a_time() {
        pool::apart("site", |_| {
            let plan = Plan::new(read_spec("file", FILE).unwrap().resolve().unwrap()).unwrap();
            let mut expected = GameByGame::new(plan, BUILD);
            expected.play(u64::MAX, &mut |_, _| {}).unwrap();
            let result = ResultDocument::new(expected.plan(), expected.score());
            for (at_once, times) in [(1, 24), (7, 4), (1_000_000, 1)] {
                let site = Site::default();
                let SiteAnswer(status, _, _, page, _) = ask(&site, "GET", &format!("/tournaments/0?{FIELDS}"));
                assert!(
                    status == 200 && page.contains("0 of 24 games") && page.contains("rounds.js"),
                    "{status} {page}"
                );
                assert!(
                    FILES
                        .iter()
                        .all(|name| page.contains(&format!("data-href=\"/api/v1/tournaments/0/files/{name}\"")))
                );
                assert_eq!(play(&site, FIELDS, at_once), times);
                assert_eq!(file(&site, "tournament.journal"), expected.journal());
                assert_eq!(String::from_utf8(file(&site, "result.json")).unwrap(), result.text());
                assert_eq!(String::from_utf8(file(&site, "tables.md")).unwrap(), result.markdown());
                assert_eq!(String::from_utf8(file(&site, "tables.tex")).unwrap(), result.latex());
                let SiteAnswer(status, kind, _, chart, _) =
                    ask(&site, "GET", "/api/v1/tournaments/0/charts/ratings.svg");
                assert!(status == 200 && kind == "image/svg+xml" && chart.contains("alpha-beta"), "{chart}");
                // What is over stays as it is; another begins, and the first begins anew.
                assert_eq!(play(&site, FIELDS, 1), 1);
                assert!(1 < play(&site, &FIELDS.replace("seed=3", "seed=4"), 5));
                assert_ne!(file(&site, "tournament.journal"), expected.journal());
                assert!(1 < play(&site, FIELDS, 5));
                assert_eq!(file(&site, "tournament.journal"), expected.journal());
            }
        })
        .unwrap();
    }

    #[test]
    fn games_of_chance_of_hidden_cards_and_of_three_have_their_tables() {
        pool::apart("site", |_| {
            for (fields, said) in [
                ("player=random&player=expectiminimax(depth%3D1)&game=pig&openings=2&seed=1", "Elo"),
                ("player=random&player=ismcts(iterations%3D20)&game=leduc&openings=2&seed=1", "mean payoff"),
                ("player=random&player=greedy&player=max-n(depth%3D1)&game=tic-tac-toe(players%3D3)&openings=1&seed=1", "max-n"),
                ("player=random&player=greedy&game=2048&openings=1&seed=1", "mean payoff"),
            ] {
                let site = Site::default();
                play(&site, fields, 3);
                let tables = String::from_utf8(file(&site, "tables.md")).unwrap();
                assert!(tables.to_lowercase().contains(&said.to_lowercase()), "{fields}: {tables}");
            }
        })
        .unwrap();
    }

    #[test]
    fn what_is_wrong_is_said_beside_the_form() {
        pool::apart("site", |_| {
            let site = Site::default();
            let of_file = |text: &str| {
                format!("file={}", percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC))
            };
            for (fields, status, said) in [
                ("player=random&player=minimaks&game=nim".to_owned(), 400, "did you mean `minimax`"),
                ("player=random&player=greedy&game=nimm".to_owned(), 400, "did you mean `nim`"),
                ("player=random&player=greedy&game=nim&openings=10000000".to_owned(), 400, "openings"),
                ("player=random&game=nim".to_owned(), 400, "sign up more"),
                (of_file("players = [\"random\", 'process(\"ls\")']\ngames = [\"nim\"]"), 403, "process"),
                (
                    of_file("move-time = 10\nplayers = [\"random\", \"greedy\"]\ngames = [\"nim\"]"),
                    400,
                    "counts no time",
                ),
                (of_file("players = [\"random\""), 400, "line 1"),
            ] {
                let SiteAnswer(told, _, _, page, _) = ask(&site, "GET", &format!("/tournaments/0?{fields}"));
                assert!(told == status && page.contains(said) && page.contains("<form"), "{fields}: {told} {page}");
                let SiteAnswer(told, kind, ..) = ask(&site, "GET", &format!("/api/v1/tournaments/0/games?{fields}"));
                assert_eq!((told, kind.as_str()), (status, "application/json"), "{fields}");
            }
            for name in ["tournament.journal", "result.json"] {
                assert_eq!(ask(&site, "GET", &format!("/api/v1/tournaments/0/files/{name}")).0, 409, "{name}");
            }
            assert_eq!(play(&site, "player=random&player=greedy&game=nim&openings=1&seed=1", 100), 1);
            assert_eq!(ask(&site, "GET", "/api/v1/tournaments/0/files/passwd").0, 404);
            assert_eq!(ask(&site, "GET", "/api/v1/tournaments/0/charts/none.svg").0, 404);
        })
        .unwrap();
    }
}
