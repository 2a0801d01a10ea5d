//! The games of one reader, from within the program: whoever asks does the work, and keeps them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_arena::play::Clocks;
use agon_core::{Seat, StopSignal};
use agon_table::{SavedGame, Sitter, StaticValue, Thought};
use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::{get, post},
};
use serde::{Deserialize, Serialize};

use crate::{
    describe::{Body, Wanted},
    pages::Heard,
    player_cache::PlayerCache,
    pool::{PoolThinker, Worker},
    problem::Problem,
    question::{MoveAnswer, MoveQuestion, advice},
    review::{ReviewView, ValueView},
    table::{NewTable, NextMove, PACE, TableAction, TableLine, TableState},
    view::{TableView, ThoughtNow, after_ply, hashed},
    visitor::Visitor,
};

/// Games in memory: whoever asks for one that is gone brings it.
const MOST: usize = 200;

/// The games of one reader.
#[derive(Default)]
pub(crate) struct SiteTables {
    /// The one that was changed last stands last.
    open: Mutex<Vec<(String, TableState)>>,
    players: PlayerCache,
    /// Random digits: the next game has its name and its seed from them.
    chance: Mutex<String>,
    /// The game that was changed last, and how it is kept: nothing of one that is deleted.
    changed: Mutex<Option<(String, String)>>,
}

/// The routes of a table that its page asks for.
pub(crate) fn routes() -> Router<Arc<SiteTables>> {
    Router::new()
        .route("/tables/{id}/live", get(live))
        .route("/tables/{id}/step", post(step))
        .route("/api/v1/tables/{id}", get(table))
        .route("/api/v1/tables/{id}/saved", get(saved))
        .route("/api/v1/tables/{id}/worth", get(worth))
        .route("/api/v1/tables/{id}/plies/{ply}", get(ply))
        .route("/api/v1/tables/{id}/plies/{ply}/value", get(value))
        .route("/api/v1/tables/{id}/review", post(review))
        .route("/api/v1/tables/{id}/moves", post(play))
        .route("/api/v1/tables/{id}/{action}", post(act))
}

impl SiteTables {
    /// Random hexadecimal digits, 32 at least, for what begins next.
    pub(crate) fn draw_from(&self, digits: &str) {
        digits.clone_into(&mut held(&self.chance));
    }

    /// These digits.
    pub(crate) fn chance(&self) -> String {
        held(&self.chance).clone()
    }

    /// A name and a seed that are drawn from them.
    ///
    /// # Errors
    ///
    /// Where there are none.
    fn drawn(&self) -> Result<(String, u64), Problem> {
        let digits = std::mem::take(&mut *held(&self.chance));
        let seed = digits.get(..13).and_then(|part| u64::from_str_radix(part, 16).ok());
        let name = hashed_name(&digits);
        seed.filter(|_| 32 <= digits.len())
            .map(|seed| (name, seed))
            .ok_or_else(|| Problem::trouble("no random numbers"))
    }

    /// The game that was changed since this was asked last, and how it is kept.
    pub(crate) fn changed(&self) -> Option<(String, String)> {
        held(&self.changed).take()
    }

    /// Goes on with a game as it was kept.
    ///
    /// # Errors
    ///
    /// Where it is none of this version.
    pub(crate) fn bring(&self, id: &str, row: &str) -> Result<(), Problem> {
        let state = TableState::read(&thinker(), row)?;
        self.insert(id, state);
        Ok(())
    }

    /// Begins a game, and gives its name.
    ///
    /// # Errors
    ///
    /// Where something in it is wrong, or it needs a server.
    pub(crate) fn begin(&self, guest: &Visitor, new: &NewTable) -> Result<String, Problem> {
        if new.clock.is_some() {
            return Err(Problem::wrong("site-clock", &[]).at("clock"));
        }
        self.begun(|worker, seed| TableState::of(worker, new, &guest.share(), (seed, 1)))
    }

    /// Goes on with a saved game, without its clock, and gives its name.
    ///
    /// # Errors
    ///
    /// Where the text is no saved game, or none that is known here.
    pub(crate) fn load(&self, guest: &Visitor, text: &str) -> Result<String, Problem> {
        let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("");
        let saved = SavedGame { clock: None, ..SavedGame::read(last)? };
        self.begun(|worker, seed| TableState::of_saved(worker, &saved, &guest.share(), (seed, 1)))
    }

    fn begun(&self, make: impl FnOnce(&Worker, u64) -> Result<TableState, Problem>) -> Result<String, Problem> {
        let (id, seed) = self.drawn()?;
        let state = make(&thinker(), seed)?;
        if state.sitters().iter().any(|sitter| matches!(sitter, Sitter::Person { guest: None })) {
            return Err(Problem::wrong("site-open", &[]));
        }
        *held(&self.changed) = Some((id.clone(), state.row()));
        self.insert(&id, state);
        Ok(id)
    }

    fn insert(&self, id: &str, state: TableState) {
        let mut open = held(&self.open);
        open.retain(|(own, _)| own != id);
        if MOST <= open.len() {
            open.remove(0);
        }
        open.push((id.to_owned(), state));
    }

    /// The games, the one that was changed last first.
    pub(crate) fn lines(&self, guest: &Visitor) -> Vec<TableLine> {
        let open = held(&self.open);
        open.iter().rev().map(|(id, state)| TableLine::of(id.clone(), state, &guest.id)).collect()
    }

    /// Deletes a game, if it is there.
    pub(crate) fn delete(&self, id: &str) {
        held(&self.open).retain(|(own, _)| own != id);
        self.players.leave(id);
        *held(&self.changed) = Some((id.to_owned(), String::new()));
    }

    /// What is made of a game as it stands.
    ///
    /// # Errors
    ///
    /// Where there is none of that name; what `make` says.
    pub(crate) fn look<T>(
        &self,
        id: &str,
        make: impl FnOnce(&PoolThinker, &TableState) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let open = held(&self.open);
        let found = open.iter().find(|(own, _)| own == id);
        make(&thinker(), &found.ok_or_else(|| Problem::missing("no-table", &[]))?.1)
    }

    /// As this guest sees it.
    ///
    /// # Errors
    ///
    /// Where there is none of that name.
    pub(crate) fn view(&self, id: &str, guest: &Visitor) -> Result<TableView, Problem> {
        self.look(id, |worker, state| Ok(seen(worker, id, state, guest)))
    }

    /// Something happens in a game, which is kept.
    fn alter(
        &self,
        id: &str,
        alter: impl FnOnce(&PoolThinker, &mut TableState) -> Result<(), Problem>,
    ) -> Result<Response, Problem> {
        let mut open = held(&self.open);
        let at = open.iter().position(|(own, _)| own == id).ok_or_else(|| Problem::missing("no-table", &[]))?;
        let state = &mut open[at].1;
        alter(&thinker(), state)?;
        *held(&self.changed) = Some((id.to_owned(), state.row()));
        if state.ended().is_some() {
            self.players.leave(id);
        }
        open[at..].rotate_left(1);
        Ok(StatusCode::NO_CONTENT.into_response())
    }

    /// What whoever is asked at a table answers.
    fn answer(&self, thinker: &PoolThinker, id: &str, question: &MoveQuestion) -> Result<MoveAnswer, String> {
        question.answer(thinker, &self.players, id, &Clocks::default(), &|_, _| {})
    }
}

/// Whoever asks does the work.
fn thinker() -> PoolThinker {
    PoolThinker::until(StopSignal::new())
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A name of which the seed is not to be seen.
fn hashed_name(digits: &str) -> String {
    agon_arena::ask::sha256(digits)[..32].to_owned()
}

fn seen(worker: &Worker, id: &str, state: &TableState, guest: &Visitor) -> TableView {
    TableView::of(worker, (id, hashed(&state.row())), state, &state.seats_of(&guest.id))
}

type Tables = State<Arc<SiteTables>>;
type Who = Extension<Visitor>;

#[derive(Deserialize)]
struct Shown {
    /// How many moves the page shows.
    plies: Option<usize>,
}

/// What a page is told of a game.
#[derive(Serialize)]
struct News {
    /// How it stands, as edits of nothing.
    told: String,
    /// Its moves.
    plies: usize,
    /// Whether it goes on without a person.
    goes_on: bool,
    /// Milliseconds until then.
    pause: u64,
    /// Who thinks, in words.
    thinking: Option<String>,
}

async fn live(
    State(tables): Tables,
    Extension(guest): Who,
    Path(id): Path<String>,
    Wanted(shown): Wanted<Shown>,
) -> Result<Json<News>, Problem> {
    tables.look(&id, |worker, state| {
        let view = seen(worker, &id, state, &guest);
        let told = Heard::after(&view, shown.plies).whole(&guest, &view)?;
        let next = state.next();
        let is_seen = matches!(next, NextMove::Ask { is_watched: true } | NextMove::Draw { is_alone: false });
        let about = match next {
            NextMove::Ask { .. } if !view.hidden => MoveQuestion::next(state),
            _ => None,
        };
        let thinking = about.map(|MoveQuestion { seat: Seat(seat), term, .. }| {
            ThoughtNow { seat: seat + 1, player: term, is_hint: false, best: None }.words(guest.language)
        });
        let pause = if is_seen { PACE.as_millis() as u64 } else { 0 };
        Ok(Json(News { told, plies: view.moves.len(), goes_on: next != NextMove::Nothing, pause, thinking }))
    })
}

/// Chance draws, or a player moves.
async fn step(State(tables): Tables, Path(id): Path<String>) -> Result<Response, Problem> {
    tables.alter(&id, |thinker, state| match state.next() {
        NextMove::Nothing => Ok(()),
        NextMove::Draw { .. } => state.draw_outcome(),
        NextMove::Ask { .. } => {
            let answered = MoveQuestion::next(state).map(|question| tables.answer(thinker, &id, &question));
            match answered {
                Some(Ok(MoveAnswer { here, decision, used })) => {
                    state.answer(decision.m, Thought::of(&here, &decision), used)?;
                }
                Some(Err(why)) => state.fault = Some(why),
                None => {}
            }
            Ok(())
        }
    })
}

async fn table(
    State(tables): Tables,
    Extension(guest): Who,
    Path(id): Path<String>,
) -> Result<Json<TableView>, Problem> {
    tables.view(&id, &guest).map(Json)
}

async fn saved(State(tables): Tables, Extension(guest): Who, Path(id): Path<String>) -> Result<Response, Problem> {
    let line = tables.look(&id, |_, state| Ok(state.saved_for(&guest.id)?.line()))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], line + "\n").into_response())
}

async fn worth(State(tables): Tables, Path(id): Path<String>) -> Result<Json<StaticValue>, Problem> {
    tables.look(&id, |_, state| {
        state.open()?;
        Ok(Json(StaticValue::of(&state.site().game.term, &state.site().here)))
    })
}

async fn ply(State(tables): Tables, Path((id, ply)): Path<(String, String)>) -> Result<Response, Problem> {
    tables.look(&id, |worker, state| {
        state.open()?;
        let (site, ply) = (state.site(), state.ply(&ply)?);
        Ok(Json(after_ply(worker, &site.game.term, &site.base, &site.line[..ply])).into_response())
    })
}

async fn value(
    State(tables): Tables,
    Extension(guest): Who,
    Path((id, ply)): Path<(String, String)>,
) -> Result<Json<ValueView>, Problem> {
    tables.look(&id, |thinker, state| ValueView::of(thinker, &state.valued(&guest.id, &ply)?).map(Json))
}

async fn review(
    State(tables): Tables,
    Extension(guest): Who,
    Path(id): Path<String>,
) -> Result<Json<ReviewView>, Problem> {
    tables.look(&id, |thinker, state| ReviewView::of(thinker, &state.reviewed(&guest.id)?, guest.language).map(Json))
}

#[derive(Deserialize)]
struct Move {
    #[serde(rename = "move")]
    m: String,
}

async fn play(
    State(tables): Tables,
    Extension(guest): Who,
    Path(id): Path<String>,
    Body(Move { m }): Body<Move>,
) -> Result<Response, Problem> {
    perform(&tables, &guest, &id, TableAction::Play(m))
}

async fn act(
    State(tables): Tables,
    Extension(guest): Who,
    Path((id, action)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let action = TableAction::named(&action).ok_or_else(|| Problem::missing("which-deed", &[]))?;
    perform(&tables, &guest, &id, action)
}

fn perform(tables: &SiteTables, guest: &Visitor, id: &str, action: TableAction) -> Result<Response, Problem> {
    tables.alter(id, |thinker, state| {
        if action == TableAction::Hint {
            let question = MoveQuestion::for_hint(state, &guest.id)?;
            state.advice = Some(advice(question.asked(), tables.answer(thinker, id, &question)));
            return Ok(());
        }
        let now = state.now();
        state.perform(&guest.id, action, now)
    })
}

#[cfg(test)]
mod tests {
    use agon_roster as _;
    use serde_json::Value;

    use crate::{
        allowed, pool,
        site::{Site, SiteAnswer, SiteQuestion},
    };

    const CHANCE: &str = "5eed5eed5eed5eed5eed5eed5eed5eed";

    /// A reader, who keeps games as a browser does.
    #[derive(Default)]
    struct Reader {
        site: Site,
        kept: Option<(String, String)>,
    }

    impl Reader {
        fn ask(&mut self, method: &str, address: &str, body: &str) -> SiteAnswer {
            let question = SiteQuestion { method, address, body, language: "en", chance: CHANCE };
            let answer = self.site.answer(&question);
            self.kept = answer.4.clone().or(self.kept.take());
            answer
        }

        /// Begins a game, and gives its name.
        fn begin(&mut self, fields: &str) -> String {
            let SiteAnswer(status, _, to, text, kept) = self.ask("GET", &format!("/tables/0?{fields}"), "");
            assert_eq!(status, 303, "{fields}: {text}");
            let (name, _) = kept.unwrap();
            assert_eq!(to.unwrap(), format!("table.html?table={name}"));
            name
        }

        fn told(&mut self, address: &str) -> Value {
            let SiteAnswer(status, _, _, text, _) = self.ask("GET", address, "");
            assert_eq!(status, 200, "{address}: {text}");
            serde_json::from_str(&text).unwrap()
        }

        /// What a page hears of a game that goes on until the reader is to move, or it is over.
        fn follow(&mut self, name: &str) -> Value {
            loop {
                let news = self.told(&format!("/tables/{name}/live?plies=0"));
                if news["goes_on"] == false {
                    return serde_json::from_str(news["told"].as_str().unwrap().strip_prefix('+').unwrap()).unwrap();
                }
                assert_eq!(self.ask("POST", &format!("/tables/{name}/step"), "").0, 204);
            }
        }

        /// Another reader, who goes on with the game that was kept.
        fn again(&self) -> Reader {
            let mut other = Reader::default();
            let (name, row) = self.kept.clone().unwrap();
            assert!(other.site.bring(&name, &row));
            other.kept = self.kept.clone();
            other
        }
    }

    fn deep(work: impl FnOnce() + Send + 'static) {
        pool::apart("site", move |_| work()).unwrap();
    }

    /// Each by the first legal moves, and from each position on by somebody who has only what was kept.
    #[test]
    fn every_game_is_played_and_goes_on_where_it_was_kept() {
        deep(|| {
            for plugin in allowed::games() {
                let game = plugin.name;
                let mut reader = Reader::default();
                let name = reader.begin(&format!("game={game}&against=random"));
                for _ in 0..6 {
                    let page = reader.follow(&name);
                    let mut other = reader.again();
                    assert_eq!(other.follow(&name), page, "{game}");
                    let view = reader.told(&format!("/api/v1/tables/{name}"));
                    assert_eq!(other.told(&format!("/api/v1/tables/{name}")), view, "{game}");
                    if !view["ended"].is_null() {
                        break;
                    }
                    if !view["hand_over"].is_null() {
                        assert_eq!(reader.ask("POST", &format!("/api/v1/tables/{name}/uncover"), "").0, 204);
                        continue;
                    }
                    let m = &view["legal"][0]["move"];
                    let body = format!("{{\"move\":{m}}}");
                    let played = reader.ask("POST", &format!("/api/v1/tables/{name}/moves"), &body);
                    assert_eq!(played.0, 204, "{game} {m}: {}", played.3);
                }
                let page = reader.ask("GET", &format!("/tables/0?table={name}"), "");
                assert_eq!(page.0, 200, "{game}");
                assert!(page.3.contains("id=\"panel\"") && !page.3.contains("action=\"/"), "{game}: {}", page.3);
            }
        });
    }

    #[test]
    fn what_is_done_at_a_table_is_done_as_on_a_server() {
        deep(|| {
            let mut reader = Reader::default();
            let name = reader.begin("game=tic-tac-toe&seat1=me&seat2=alpha-beta&hints=alpha-beta&seed=7");
            let api = format!("/api/v1/tables/{name}");
            let played = |reader: &mut Reader, m: &str| {
                let done = reader.ask("POST", &format!("{api}/moves"), &format!("{{\"move\":\"{m}\"}}"));
                reader.follow(&name);
                (done.0, done.3)
            };
            assert_eq!(played(&mut reader, "b2").0, 204);
            let (status, why) = played(&mut reader, "b2");
            assert!(status == 400 && why.contains("b2"), "{status} {why}");
            let view = reader.told(&api);
            assert_eq!((view["moves"].as_array().unwrap().len(), &view["seed"]), (2, &7.into()));
            assert_eq!(reader.ask("POST", &format!("{api}/hint"), "").0, 204);
            assert_eq!(reader.told(&api)["advice"]["player"], "alpha-beta");
            assert!(reader.told(&format!("{api}/plies/1/value"))["value"].is_number());
            assert_eq!(reader.told(&format!("{api}/plies/1"))["seat"], 2);
            assert_eq!(reader.ask("POST", &format!("{api}/undo"), "").0, 204);
            assert!(reader.follow(&name)["view"]["moves"].as_array().unwrap().is_empty());
            assert_eq!(reader.ask("POST", &format!("{api}/redo"), "").0, 204);
            assert_eq!(reader.ask("POST", &format!("{api}/resign"), "").0, 204);
            assert_eq!(reader.told(&api)["ended"]["why"], "resigned");
            let review = reader.ask("POST", &format!("{api}/review"), "");
            assert!(review.0 == 200 && review.3.contains("\"mistakes\""), "{}", review.3);
            let saved = reader.ask("GET", &format!("{api}/saved"), "").3;
            let fields = format!("saved={}", saved.trim().replace('+', "%2B").replace(' ', "%20").replace('"', "%22"));
            let mut other = Reader::default();
            let name = other.begin(&fields);
            let view = other.told(&format!("/api/v1/tables/{name}"));
            assert_eq!((&view["line"], &view["seed"]), (&"b2 a1".into(), &7.into()));
        });
    }

    #[test]
    fn a_player_that_gives_no_move_says_why_and_is_asked_again() {
        deep(|| {
            let mut reader = Reader::default();
            let name = reader.begin("game=chess&seat1=player&player1=random&seat2=me");
            // As it is kept by a build with other players.
            let row = reader.kept.take().unwrap().1.replace("\"random\"", "\"nobody\"");
            assert!(reader.site.bring(&name, &row));
            let page = reader.follow(&name);
            assert!(page["panel"].as_str().unwrap().contains("do-again"), "{page}");
            assert_eq!(reader.ask("POST", &format!("/api/v1/tables/{name}/again"), "").0, 204);
            assert_eq!(reader.told(&format!("/tables/{name}/live"))["goes_on"], true);
        });
    }

    #[test]
    fn games_are_listed_by_their_last_change_and_deleted() {
        deep(|| {
            let mut reader = Reader::default();
            let one = reader.begin("game=nim&against=random");
            // Another is drawn from other digits.
            let row = reader.kept.clone().unwrap().1;
            assert!(reader.site.bring("00112233445566778899aabbccddeeff", &row));
            let order =
                |page: &str| [&one, "00112233445566778899aabbccddeeff"].map(|id| page.find(&format!("table={id}")));
            let page = reader.ask("GET", "/tables", "").3;
            let [first, second] = order(&page);
            assert!(second < first && second.is_some(), "{page}");
            assert_eq!(reader.ask("POST", &format!("/api/v1/tables/{one}/resign"), "").0, 204);
            let page = reader.ask("GET", "/tables", "").3;
            let [first, second] = order(&page);
            assert!(first < second && first.is_some(), "{page}");
            assert!(page.contains("action=\"tables.html\"") && page.contains(&format!("value=\"{one}\"")), "{page}");
            let SiteAnswer(status, _, _, page, kept) = reader.ask("GET", &format!("/tables?delete={one}"), "");
            assert_eq!((status, kept), (200, Some((one.clone(), String::new()))));
            assert_eq!(order(&page).map(|at| at.is_some()), [false, true]);
            assert_eq!(reader.ask("GET", &format!("/tables/0?table={one}"), "").0, 404);
        });
    }

    #[test]
    fn what_needs_a_server_or_is_wrong_is_a_sentence() {
        deep(|| {
            let mut reader = Reader::default();
            for (fields, status, said) in [
                ("game=nim&seat1=me&seat2=open", 400, "a page without a server is for one"),
                ("game=nim&clock=5%2B3", 400, "a page without a server counts no time"),
                ("game=nim&against=minimaks", 400, "did you mean `minimax`"),
                ("game=nimm&against=random", 400, "did you mean `nim`"),
                ("saved=%7B", 400, "role=\"alert\""),
                ("table=5eed", 404, "role=\"alert\""),
                ("", 404, "role=\"alert\""),
            ] {
                let SiteAnswer(told, _, _, page, kept) = reader.ask("GET", &format!("/tables/0?{fields}"), "");
                assert!(told == status && page.contains(said) && kept.is_none(), "{fields}: {told} {page}");
            }
            // The field at fault is shown: it is that of a player who is typed.
            let page = reader.ask("GET", "/tables/0?game=nim&against=minimaks", "").3;
            assert!(page.contains("value=\"player\" selected") && page.contains("value=\"minimaks\""), "{page}");
            assert!(!reader.site.bring("5eed", "{}"));
            let question = SiteQuestion { method: "GET", address: "/tables/0?game=nim", ..SiteQuestion::default() };
            assert_eq!(reader.site.answer(&question).0, 500, "nothing is drawn from nothing");
            let other = reader.ask("POST", "/api/v1/tables/5eed/undo", "");
            assert_eq!((other.0, other.1.as_str()), (404, "application/json"), "{}", other.3);
        });
    }
}
