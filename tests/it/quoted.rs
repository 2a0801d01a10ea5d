//! Values of options between quotation marks are the values without them.

use agon_core::{
    OptionSpec, registry,
    term::{Argument, Term, quoted},
};

/// The same term, with every value between quotation marks, those inside it too.
fn all_quoted(term: &Term) -> Term {
    let arguments = term.arguments.iter().map(|argument| {
        let is_quoted = argument.value.starts_with('"');
        let value = if is_quoted { argument.value.clone() } else { quoted(&argument.value) };
        Argument { option: argument.option.clone(), value }
    });
    Term { name: term.name.clone(), arguments: arguments.collect() }
}

/// The term, and the same with the default of every option that may be written out.
fn written(term: &str, options: &[OptionSpec]) -> Vec<Term> {
    let term = Term::parse(term).unwrap();
    let mut all = vec![term.clone()];
    for option in options.iter().filter(|option| !option.default.is_empty()) {
        if term.arguments.is_empty() {
            let value = option.default.to_owned();
            let arguments = vec![Argument { option: Some(option.name.to_owned()), value }];
            all.push(Term { name: term.name.clone(), arguments });
        }
    }
    all
}

#[test]
fn every_option_of_every_game_takes_its_value_between_quotation_marks() {
    let mut compared = 0;
    for plugin in registry::games().values().filter(|plugin| plugin.is_inside) {
        for sample in plugin.sample_terms() {
            for term in written(&sample, plugin.options) {
                let Ok(bare) = registry::game(&term.to_string()) else { continue };
                let quoted = registry::game(&all_quoted(&term).to_string()).unwrap();
                assert_eq!(quoted.term, bare.term);
                assert_eq!(quoted.start, bare.start, "{term}");
                compared += term.arguments.len();
            }
        }
    }
    assert!(200 < compared, "{compared} values");
}

#[test]
fn every_option_of_every_player_takes_its_value_between_quotation_marks() {
    let mut compared = 0;
    let more = [
        "mix(minimax(depth=2)*0.8, random*0.2)",
        "mix(random)",
        "epsilon(minimax(depth=2), 0.2)",
        "expectimax(opponent=epsilon(player=random, epsilon=0.5), trust=0.8)",
        "alpha-beta(table=1MB)",
        "process(\"python3 bot.py\", clock=60+0.6)",
    ];
    for plugin in registry::players().values() {
        let terms = [plugin.name].into_iter().chain(more.into_iter().filter(|term| term.starts_with(plugin.name)));
        for term in terms.flat_map(|term| written(term, plugin.options)) {
            let Ok(bare) = registry::player(&term.to_string()) else { continue };
            let quoted = all_quoted(&term).to_string();
            assert_eq!(registry::player(&quoted).unwrap().term, bare.term, "{quoted}");
            compared += term.arguments.len();
        }
    }
    assert!(100 < compared, "{compared} values");
    // A term in a term in a term.
    let nested = r#"epsilon("mix(\"minimax(depth=\\\"2\\\")\"*0.8, \"random\"*0.2)", epsilon="0.2")"#;
    let bare = "epsilon(mix(minimax(depth=2)*0.8, random*0.2), epsilon=0.2)";
    assert_eq!(registry::player(nested).unwrap().term, registry::player(bare).unwrap().term);
}
