//! How a tournament stands, as tables: of each game the standings and the crosstable, and what went wrong.

use agon_arena::{
    rating::Verdict,
    tell::{FaultEntry, ResultDocument, SectionEntry, StandingEntry},
};
use maud::{Markup, html};

use crate::{
    standing::{LiveStanding, PairShare},
    words::Language,
};

/// Where the games of two entries at a game are listed, if they are.
type GamesOfPair<'a> = &'a dyn Fn(&str, &str, &str) -> Option<String>;

/// How many of its games are played, in words, and whether it goes on.
pub(super) fn games_played(language: Language, standing: &LiveStanding, stage: &str) -> String {
    let games = language.say_with("events-progress", &[("games", &standing.games), ("planned", &standing.planned)]);
    format!("{} · {games}", language.say(&format!("stage-{stage}")))
}

/// Its seed and fingerprint, and how far it is.
pub(super) fn progress(language: Language, standing: &LiveStanding, stage: &str, told: &str) -> Markup {
    html! {
        @if let Some(result) = &standing.result {
            p.quiet {
                (language.say_with("events-seed", &[("seed", &result.seed)]))
                @if 0 < result.games { " · " (language.say("events-fingerprint")) " " code { (result.fingerprint) } }
            }
        }
        p.big id="stage" data-stage=(stage) { (told) }
        progress max=(standing.planned.max(1)) value=(standing.games) aria-label=(language.say("events-done")) {}
    }
}

/// All tables.
pub(super) fn tables(language: Language, standing: &LiveStanding, games: GamesOfPair<'_>) -> Markup {
    html! {
        @if let Some(result) = &standing.result {
            (match_so_far(language, result))
        }
        @for (index, played) in standing.sections().iter().enumerate() {
            section {
                h2 { a href=(format!("/games/{}", played.game_name())) { (language.game_told(&played.game)) } }
                div.side-by-side {
                    (standings(language, standing, index, played))
                    (crosstable(language, standing, (index, played), games))
                }
                @if let Some(known) = played.first_seat.and_then(|first| first.with_interval()) {
                    @let [elo, low, high] = known.map(|elo| language.figure(elo.round()));
                    p.quiet {
                        (language.say_with("events-first-seat", &[("elo", &elo), ("low", &low), ("high", &high)]))
                    }
                }
            }
        }
        @let faults = standing.result.iter().flat_map(|result| &result.faults).take(50).map(fault).collect::<Vec<_>>();
        @if !faults.is_empty() {
            section {
                h2 { (language.say("faults")) }
                ul.rows lang="en" { @for fault in faults { li { (fault) } } }
            }
        }
    }
}

/// What an entry has made against another.
fn share(language: Language, cell: &PairShare) -> Markup {
    html! {
        @match cell.payoff {
            Some(payoff) => (language.payoff(payoff, None)),
            None => { (language.percent(cell.share)) " %" },
        }
    }
}

/// A game that did not end by its rules, in words.
fn fault(fault: &FaultEntry) -> String {
    let FaultEntry { number, game, ended, .. } = fault;
    let why = fault.detail.as_ref().filter(|_| fault.name.is_none());
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    let who = fault.name.as_ref().map_or_else(String::new, |name| format!(" · {name}"));
    format!("#{number} {game} · {ended}{why}{who}")
}

/// What a match that may end early asks, and how sure the answer is; nothing of another tournament.
fn match_so_far(language: Language, result: &ResultDocument) -> Markup {
    let stop = result.stop.as_ref();
    let (Some((stop, rule)), [one, other, ..]) =
        (stop.and_then(|stop| Some((stop, stop.stop_rule()?))), &result.players[..])
    else {
        return html! {};
    };
    let [low, high] = [rule.sprt.elo0, rule.sprt.elo1].map(|elo| language.figure(elo));
    // Elo of payoffs: one is a 347th of a standard deviation.
    let [asked, null, alternative] = if result.sections.iter().any(SectionEntry::is_by_payoff) {
        ["gauge-payoff", "gauge-payoff-null", "gauge-payoff-alternative"]
    } else {
        ["gauge", "gauge-null", "gauge-alternative"]
    };
    let question = language.say_with(asked, &[("one", &one.name), ("other", &other.name), ("elo", &high)]);
    let answer = match stop.verdict() {
        Verdict::Null => language.say_with(null, &[("elo", &low)]),
        Verdict::Alternative => language.say_with(alternative, &[("elo", &high)]),
        Verdict::Continue => language.say("gauge-open"),
    };
    let thousandths = |value: f64| language.figure((value * 1000.0).round() / 1000.0);
    let (ratio, (least, greatest)) = (stop.log_likelihood_ratio, stop.bounds);
    html! {
        section aria-label=(question) {
            h2 { (question) }
            p { (stop.rule) " · " strong { (answer) } }
            meter min=(least) max=(greatest) value=(ratio) aria-label=(question) {}
            p.quiet {
                (language.say_with("gauge-words", &[
                    ("ratio", &thousandths(ratio)),
                    ("low", &thousandths(least)),
                    ("high", &thousandths(greatest)),
                ]))
            }
        }
    }
}

fn standings(language: Language, standing: &LiveStanding, index: usize, section: &SectionEntry) -> Markup {
    let say = |id: &str| language.say(id);
    // As everywhere: where payoffs decide they stand first, and nobody has an Elo.
    let is_by_payoff = section.is_by_payoff();
    let is_beside = section.has_payoff_errors() && !is_by_payoff;
    let payoff = |is_there: bool| is_there.then(|| say("mean-payoff"));
    let elo = (!is_by_payoff).then(|| "Elo".to_owned());
    let counts = ["points", "games", "won", "drawn", "lost"].map(say);
    let heads = [say("place"), say("player")].into_iter().chain(payoff(is_by_payoff));
    let has_tries = section.standings.iter().any(|row| row.tries.is_some());
    let tries = ["tries-per-move", "lost-by-words"].into_iter().filter(|_| has_tries).map(say);
    let heads = heads.chain(counts).chain(payoff(is_beside)).chain(elo).chain([say("faults")]).chain(tries);
    html! {
        div.wide tabindex="0" role="group" aria-label=(say("standings")) {
            table.standings {
                caption { (say("standings")) }
                thead {
                    tr {
                        @for head in heads {
                            th scope="col" { (head) }
                        }
                    }
                }
                tbody {
                    @for row in &section.standings {
                        tr {
                            td { (row.place) }
                            th scope="row" {
                                @match standing.players.get(&row.name) {
                                    Some(player) => a href=(format!("/players/{player}")) { (row.name) },
                                    None => (row.name),
                                }
                            }
                            @if is_by_payoff { td { (paid(language, row)) } }
                            td { (language.figure(row.points)) }
                            td { (row.games) }
                            td { (row.wins) }
                            td { (row.draws) }
                            td { (row.losses) }
                            @if is_beside { td { (paid(language, row)) } }
                            @if !is_by_payoff { td { (standing.elo(index, &row.name).unwrap_or_default()) } }
                            td { (row.all_faults()) }
                            @if has_tries {
                                td { (row.tries.map_or("–".to_owned(), |tries| language.figure(hundredths(tries.per_move)))) }
                                td { (row.tries.map_or("–".to_owned(), |tries| tries.games_lost.to_string())) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// What an entry gets a game.
fn paid(language: Language, row: &StandingEntry) -> String {
    row.mean_payoff.map_or("–".to_owned(), |mean| language.payoff(mean, row.payoff_error))
}

/// The crosstable: a share, or if payoffs decide the payoff beyond the mean of both, and a
/// shade for it.
fn crosstable(
    language: Language,
    standing: &LiveStanding,
    (index, SectionEntry { game, standings, .. }): (usize, &SectionEntry),
    games: GamesOfPair<'_>,
) -> Markup {
    let (Some(names), Some(shares)) = (standing.ratings.get(index), standing.shares.get(index)) else {
        return html! {};
    };
    // In the order of their places, as the table above.
    let place = |row: &StandingEntry| names.iter().position(|own| own.name == row.name);
    let order: Vec<usize> = standings.iter().filter_map(place).collect();
    html! {
        @if names.len() <= 40 {
            div.wide tabindex="0" role="group" aria-label=(language.say("crosstable")) {
                table.heat {
                    caption { (language.say("crosstable")) }
                    thead {
                        tr {
                            th scope="col" { (language.say("player")) }
                            @for number in 1..=order.len() { th scope="col" { (number) } }
                        }
                    }
                    tbody {
                        @for (number, &own) in order.iter().enumerate() {
                            tr {
                                th scope="row" { (number + 1) " " (names[own].name) }
                                @for &other in &order {
                                    @match &shares[own][other] {
                                        Some(cell) => td class=(format!("h{}", (cell.share * 10.0).round() as u8)) {
                                            @match games(game, &names[own].name, &names[other].name) {
                                                Some(address) => a href=(address) { (share(language, cell)) },
                                                None => (share(language, cell)),
                                            }
                                        },
                                        None => td { "·" },
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
