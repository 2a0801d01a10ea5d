//! Whole tournaments, as people and machines read them.

use agon_arena::{
    Spec,
    tell::{ResultDocument, Style},
};

use crate::play;

fn spec() -> Spec {
    let spec = Spec::default().game("nim(1+2+3)").game("tic-tac-toe(players=3)");
    let spec = spec.game("tree([{1/2:3, 1/2:-1},[2,4]])").openings(4, 1);
    let mut spec = spec.player("random").player("greedy").player("rogue(resign, when=2)");
    spec.games[2].rules.plies = Some(0);
    spec
}

#[test]
fn a_seeded_tournament_is_the_same_tomorrow() {
    let (plan, done) = play(&spec(), 2);
    insta::assert_snapshot!(ResultDocument::new(&plan, &done.score).report(Style::default()));
}

#[test]
fn a_result_document_is_the_same_tomorrow() {
    let mut spec = spec();
    spec.games.truncate(1);
    let (plan, done) = play(&spec, 2);
    insta::assert_snapshot!(ResultDocument::new(&plan, &done.score).text());
}
