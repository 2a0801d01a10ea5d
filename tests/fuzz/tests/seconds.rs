//! The fuzzer itself, with few inputs, and what it says of wrong arguments.

use std::process::{Command, Output};

fn fuzz(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon-fuzz")).args(arguments).output().expect("the fuzzer runs")
}

#[test]
fn few_inputs_bring_nothing_down() {
    let Output { status, stdout, stderr } = fuzz(&["100x", "1"]);
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    // A line a target, below the heading: tried, accepted, brought down.
    let told = String::from_utf8(stdout).expect("text");
    let lines: Vec<Vec<&str>> = told.lines().skip(1).map(|l| l.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), agon_fuzz::TARGETS.len());
    for (line, target) in lines.iter().zip(agon_fuzz::TARGETS) {
        assert_eq!([line[0], line[3]], [target.name, "0"]);
        assert_eq!(line[1], "100", "{told}");
        assert!(line[2].parse::<u64>().is_ok_and(|accepted| 0 < accepted), "{told}");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, said) in [(&["soon"][..], "SECONDS"), (&["1", "1", "nobody"], "positions")] {
        let Output { status, stdout, stderr } = fuzz(arguments);
        assert_eq!((status.code(), stdout.len()), (Some(2), 0));
        assert!(String::from_utf8_lossy(&stderr).contains(said));
    }
}
