//! The folder of a server: one has it at a time, and what a killed one leaves is no hindrance.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::Stdio,
};

use crate::{command::command, started::Started, terminal::heedful};

/// A server in the folder `served` there, which has begun to say something.
fn server(here: &Path) -> Started {
    let words = ["serve", "--port", "0", "--folder", "served", "--jobs", "1"];
    let mut server = heedful(&command(&words));
    server.current_dir(here).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Started::new(&mut server)
}

/// The first line that it prints.
fn address(server: &mut Started) -> String {
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    line
}

#[test]
fn a_second_server_in_a_folder_names_the_process_that_has_it() {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("folder");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).unwrap();
    let mut first = server(&here);
    assert!(address(&mut first).starts_with("http://"));
    let second = server(&here).output();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!((second.status.code(), second.stdout), (Some(1), Vec::new()), "{said}");
    assert!(said.contains(&format!("process {} has this folder open", first.id())), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    first.kill().unwrap();
    first.ended();
    assert!(address(&mut server(&here)).starts_with("http://"), "the killed one is in the way");
    fs::remove_dir_all(&here).unwrap();
}
