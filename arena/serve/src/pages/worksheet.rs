//! Trees to be searched by hand, to be printed, and their solutions.

use agon_arena::ask::quoted;
use agon_core::{StopSignal, registry};
use agon_draw::Theme;
use agon_table::{Difficulty, Exercise, GivenPosition, SheetTask, TableError, Worksheet};
use axum::response::{IntoResponse as _, Redirect, Response};
use maud::{Markup, html};

use super::{
    asked::{Answer, Fields, StudyRequest, field},
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
const SEARCHES: &[&str] =
    &["minimax", "alpha-beta", "alpha-beta(pvs=true)", "averaging(m=2, n=2)", "expectiminimax", "max-n"];
/// Trees on a sheet, at most.
const MOST: usize = 20;
/// How many there are where nobody has chosen.
const USUAL: usize = 12;

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
            count: text("count").parse().unwrap_or(USUAL).clamp(1, MOST),
            seed: text("seed").trim().parse().unwrap_or(0),
        }
    }

    /// Where the sheet is found again.
    fn address(&self) -> String {
        let SheetAsked { search, difficulty, count, seed } = self;
        let (search, difficulty) = (encoded(search), difficulty.name());
        format!("/worksheet?player={search}&difficulty={difficulty}&count={count}&seed={seed}")
    }

    /// The command that writes the same sheet for LaTeX.
    fn command(&self) -> String {
        let SheetAsked { search, difficulty, count, seed } = self;
        let (game, search, difficulty) = (Exercise::GAME, quoted(search), difficulty.name());
        format!(
            "agon tree {game} -p {search} --worksheet {count} --difficulty {difficulty} --seed {seed} --to tikz -o worksheet.tex"
        )
    }
}

pub(super) async fn page(StudyRequest { app: study, guest, form, .. }: StudyRequest) -> Answer {
    let (asked, whole) = (SheetAsked::of(&form), StopSignal::unexpected());
    if field(&form, OTHERS).is_some() {
        let others = SheetAsked { seed: asked.seed.wrapping_add(1), ..asked };
        return Ok(Redirect::to(&others.address()).into_response());
    }
    let drawn = study.think_until(guest.share(), 1, &whole, move |thinker| {
        let SheetAsked { search, difficulty, count, seed } = asked;
        let player = registry::player(search).map_err(Problem::refused)?;
        let drawn = Worksheet::drawn(&player, difficulty, seed, count, thinker.stop());
        Ok(shown(thinker, &guest, &asked, &in_time(thinker, drawn)?))
    });
    drawn.await
}

/// The field of a form that asks for the sheet of the next seed.
const OTHERS: &str = "others";

fn shown(worker: &Worker, guest: &Visitor, asked: &SheetAsked, sheet: &Worksheet) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let title = say("worksheet-title");
    let body = html! {
        (choices(language, asked))
        p.noprint.quiet { (say("worksheet-print")) }
        h1 { (title) ": " span lang="en" { (asked.search) } }
        p.signature { (say("worksheet-name")) " " span {} " " (say("worksheet-date")) " " span {} }
        ul { @for task in sheet.tasks() { li { (told(language, task, asked.search)) } } }
        ol.exercises {
            @for exercise in &sheet.exercises {
                li { code { (exercise.game) } (picture(asked, exercise, false, &say("worksheet-tree"))) }
            }
        }
        h1.solutions { (say("worksheet-solutions")) }
        ol.exercises {
            @for exercise in &sheet.exercises {
                li { (answer(language, exercise)) (picture(asked, exercise, true, &say("worksheet-solved"))) }
            }
        }
        p.quiet { (say("worksheet-command")) }
        p { code.command { (asked.command()) } }
    };
    Page { title: &title, script: None, body }.answer(worker, guest)
}

/// What is drawn, and of which seed.
fn choices(language: Language, asked: &SheetAsked) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        form.inline.hero method="get" action="/worksheet" {
            span.pair {
                label for="player" { (say("player")) }
                select id="player" name="player" {
                    @for search in SEARCHES { option value=(search) selected[*search == asked.search] { (search) } }
                }
            }
            span.pair {
                label for="difficulty" { (say("worksheet-difficulty")) }
                select id="difficulty" name="difficulty" {
                    @for own in Difficulty::ALL {
                        option value=(own.name()) selected[own == asked.difficulty] { (say(&format!("worksheet-{}", own.name()))) }
                    }
                }
            }
            span.pair {
                label for="seed" { (say("worksheet-seed")) }
                input id="seed" name="seed" type="number" min="0" max=(u64::MAX) value=(asked.seed) required;
            }
            span.pair {
                label for="count" { (say("worksheet-count")) }
                input id="count" name="count" type="number" min="1" max=(MOST) value=(asked.count) required;
            }
            span.pair {
                button.main { (say("worksheet-draw")) }
                button name=(OTHERS) value="yes" { (say("worksheet-others")) }
            }
        }
    }
}

/// A task for every tree, in this language.
fn told(language: Language, task: SheetTask, search: &str) -> String {
    language.say_with(&format!("worksheet-{}", task.name()), &[("search", &search)])
}

/// What the sheet of solutions says of a tree.
fn answer(language: Language, exercise: &Exercise) -> String {
    let mut text = match &exercise.chosen {
        Some(chosen) => language.say_with("worksheet-answer", &[("move", chosen), ("worth", &exercise.worth)]),
        None => language.say_with("worksheet-worth", &[("worth", &exercise.worth)]),
    };
    if let Some(saved) = exercise.saved {
        let share = language.figure(saved.percent());
        let counts: [(&str, &dyn Said); 3] = [("looked", &saved.looked), ("full", &saved.full), ("share", &share)];
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
pub(super) async fn tree(StudyRequest { app: study, guest, form, .. }: StudyRequest) -> Answer {
    let asked = SheetAsked::of(&form);
    let game = field(&form, "game").unwrap_or(Exercise::GAME).to_owned();
    let is_solved = field(&form, "solved").is_some();
    let whole = StopSignal::unexpected();
    let drawn = study.think_until(guest.share(), 1, &whole, move |thinker| {
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

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{Difficulty, Language, SEARCHES, SheetAsked, StopSignal, Worksheet, answer, registry, told};

    /// Two say the same, whatever the minus looks like.
    fn alike(page: &str, command: &str) -> bool {
        page.replace('−', "-") == command
    }

    #[test]
    fn the_english_page_says_what_the_command_says() {
        for (seed, search) in (0..).zip(SEARCHES) {
            let player = registry::player(search).unwrap();
            let sheet = Worksheet::drawn(&player, Difficulty::Easy, seed, 6, &StopSignal::new()).unwrap();
            for task in sheet.tasks() {
                let own = told(Language::English, task, search);
                assert!(alike(&own, &task.words(search)), "{own}");
            }
            for exercise in &sheet.exercises {
                let own = answer(Language::English, exercise);
                assert!(alike(&own, &exercise.answer()), "{own} {}", exercise.answer());
            }
        }
    }

    #[test]
    fn a_sheet_has_twelve_trees_unless_another_number_is_asked_for() {
        let asked = |query: &[(&str, &str)]| {
            let form = query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            SheetAsked::of(&form.collect())
        };
        let usual = asked(&[]);
        assert_eq!((usual.count, usual.seed, usual.search), (12, 0, "alpha-beta"));
        assert_eq!(
            asked(&[("player", "max-n"), ("count", "99"), ("seed", "7"), ("difficulty", "hard")]).command(),
            "agon tree tree -p max-n --worksheet 20 --difficulty hard --seed 7 --to tikz -o worksheet.tex"
        );
        let quoted = asked(&[("player", "averaging(m=2, n=2)")]).command();
        assert!(quoted.starts_with("agon tree tree -p 'averaging(m=2, n=2)' --worksheet 12 "));
    }
}
