//! Trees to be searched by hand, to be printed, and their solutions.

use agon_core::{StopSignal, registry};
use agon_draw::{Diagram, Theme};
use agon_table::{Difficulty, Exercise, GivenPosition, TableError};
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, html};

use super::{
    asked::{Answer, Fields, PageRequest, field},
    layout::{Page, encoded},
};
use crate::{
    allowed,
    describe::Svg,
    pool::{PoolThinker, Worker},
    problem::Problem,
    visitor::Visitor,
    words::{Language, Said},
};

/// The searches that are learned by hand.
const SEARCHES: &[&str] = &[
    "minimax",
    "alpha-beta",
    "alpha-beta(pvs=true)",
    "averaging(m=2, n=2)",
    "expectiminimax",
    "max-n",
];
/// Trees on a sheet, at most.
const MOST: usize = 20;

/// The form of a worksheet.
struct SheetAsked {
    search: &'static str,
    difficulty: Difficulty,
    count: usize,
    seed: u64,
}

impl SheetAsked {
    fn of(form: &Fields) -> SheetAsked {
        let text = |name: &str| field(form, name).unwrap_or("");
        let search = SEARCHES.iter().find(|search| **search == text("player"));
        SheetAsked {
            search: search.copied().unwrap_or("alpha-beta"),
            difficulty: Difficulty::named(text("difficulty")).unwrap_or(Difficulty::Medium),
            count: text("count").parse().unwrap_or(4).clamp(1, MOST),
            seed: text("seed").parse().unwrap_or(0),
        }
    }
}

pub(super) async fn page(PageRequest { house, guest, form, .. }: PageRequest) -> Answer {
    let (asked, whole) = (SheetAsked::of(&form), StopSignal::unexpected());
    let drawn = house.pool.think_until(guest.share(), 1, &whole, move |thinker| {
        let SheetAsked { search, difficulty, count, seed } = asked;
        let player = registry::player(search).map_err(Problem::refused)?;
        let drawn = Exercise::drawn(&player, difficulty, seed, count, thinker.stop());
        Ok(sheet(thinker, &guest, &asked, &in_time(thinker, drawn)?))
    });
    drawn.await
}

fn sheet(worker: &Worker, guest: &Visitor, asked: &SheetAsked, exercises: &[Exercise]) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let title = say("worksheet-title");
    let next = asked.seed.wrapping_add(1);
    let body = html! {
        form.inline method="get" action="/worksheet" {
            label for="player" { (say("player")) }
            select id="player" name="player" {
                @for search in SEARCHES { option value=(search) selected[*search == asked.search] { (search) } }
            }
            label for="difficulty" { (say("worksheet-difficulty")) }
            select id="difficulty" name="difficulty" {
                @for own in Difficulty::ALL {
                    option value=(own.name()) selected[own == asked.difficulty] { (say(&format!("worksheet-{}", own.name()))) }
                }
            }
            label for="count" { (say("worksheet-count")) }
            input id="count" name="count" type="number" min="1" max=(MOST) value=(asked.count);
            input type="hidden" name="seed" value=(next);
            button.main { (say("worksheet-others")) }
        }
        p.noprint.quiet { (say("worksheet-print")) }
        h1 { (title) ": " span lang="en" { (asked.search) } }
        p.signature { (say("worksheet-name")) " " span {} " " (say("worksheet-date")) " " span {} }
        ul { @for task in tasks(language, asked.search, exercises) { li { (task) } } }
        ol.exercises {
            @for exercise in exercises {
                li { code { (exercise.game) } (picture(asked, exercise, false, &say("worksheet-tree"))) }
            }
        }
        h1.solutions { (say("worksheet-solutions")) }
        ol.exercises {
            @for exercise in exercises {
                li { (answer(language, exercise)) (picture(asked, exercise, true, &say("worksheet-solved"))) }
            }
        }
    };
    Page { title: &title, script: None, body }.answer(worker, guest)
}

/// The tasks for every tree.
fn tasks(language: Language, search: &str, exercises: &[Exercise]) -> Vec<String> {
    let any = |holds: fn(&Diagram) -> bool| exercises.iter().any(|one| holds(&one.solved));
    let mut tasks = vec![language.say("worksheet-values")];
    if any(Diagram::has_windows) {
        tasks.push(language.say("worksheet-windows"));
    }
    if any(Diagram::has_cuts) {
        tasks.push(language.say_with("worksheet-cuts", &[("search", &search.to_owned())]));
    }
    tasks.push(language.say("worksheet-best"));
    tasks
}

/// What the sheet of solutions says of a tree.
fn answer(language: Language, exercise: &Exercise) -> String {
    let mut text = match &exercise.chosen {
        Some(chosen) => {
            language.say_with("worksheet-answer", &[("move", chosen), ("worth", &exercise.worth)])
        }
        None => language.say_with("worksheet-worth", &[("worth", &exercise.worth)]),
    };
    if let Some(saved) = exercise.saved {
        let share = language.percent(saved.share());
        let counts: [(&str, &dyn Said); 3] =
            [("looked", &saved.looked), ("full", &saved.full), ("share", &share)];
        text.extend([" ", &language.say_with("worksheet-saved", &counts)]);
    }
    text
}

fn picture(asked: &SheetAsked, exercise: &Exercise, is_solved: bool, text: &str) -> Markup {
    let (game, player) = (encoded(&exercise.game).to_string(), encoded(asked.search));
    let what = if is_solved { "&solved=yes" } else { "" };
    html! { img alt=(format!("{text}: {}", exercise.game)) src=(format!("/worksheet/tree.svg?game={game}&player={player}{what}")); }
}

/// A tree of a sheet, for paper.
pub(super) async fn tree(PageRequest { house, guest, form, .. }: PageRequest) -> Answer {
    let asked = SheetAsked::of(&form);
    let game = field(&form, "game").unwrap_or(Exercise::GAME).to_owned();
    let is_solved = field(&form, "solved").is_some();
    let whole = StopSignal::unexpected();
    let drawn = house.pool.think_until(guest.share(), 1, &whole, move |thinker| {
        allowed::game(thinker, &game)?;
        let site = GivenPosition::of(&game, None, "")?;
        let player = registry::player(asked.search).map_err(Problem::refused)?;
        let exercise = in_time(thinker, Exercise::of(&site, &player, thinker.stop()))?;
        let diagram = if is_solved { exercise.solved } else { exercise.blank };
        Ok(Svg::of(thinker, diagram.svg(Theme::Print)).into_response())
    });
    drawn.await
}

/// The result, unless it was stopped: then it is incomplete.
fn in_time<T>(thinker: &PoolThinker, found: Result<T, TableError>) -> Result<T, Problem> {
    if thinker.stop().is_given() { Err(Problem::full("not-solved", &[])) } else { Ok(found?) }
}
