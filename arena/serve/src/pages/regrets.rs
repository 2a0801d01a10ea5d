//! How the regrets of a player that learns by them went, as a table beside its moves.

use agon_draw::{LearntMoveData, RegretStageData};
use maud::{Markup, html};

use crate::words::Language;

/// A row for each number of iterations, a column for each move: its share of the average strategy, as a bar and in
/// figures, and its regret.
pub(super) fn regrets(language: Language, stages: &[RegretStageData]) -> Markup {
    let say = |id: &str| language.say(id);
    let moves = stages.first().map_or(&[][..], |stage| &stage.moves);
    html! {
        div.wide tabindex="0" role="group" aria-labelledby="regrets-learnt" {
            table.words id="regrets" {
                caption id="regrets-learnt" { (say("regrets-learnt")) }
                thead { tr {
                    th scope="col" { (say("regrets-after")) }
                    @for known in moves { th scope="col" { (known.m) } }
                } }
                tbody {
                    @for stage in stages {
                        tr {
                            th scope="row" { (language.count(stage.iterations)) }
                            @for known in &stage.moves { (cell(language, known)) }
                        }
                    }
                }
            }
        }
        p.quiet { (say("regrets-about")) }
    }
}

fn cell(language: Language, known: &LearntMoveData) -> Markup {
    let [regret, probability] = known.rounded();
    html! {
        td {
            meter min="0" max="1" value=(known.probability) aria-hidden="true" {}
            (language.percent(probability)) " %" br;
            (language.say_with("regrets-regret", &[("regret", &language.figure(regret))]))
        }
    }
}
