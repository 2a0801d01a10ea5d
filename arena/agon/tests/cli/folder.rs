//! The folder of a server: one has it at a time, and what a killed one leaves is no hindrance.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{Ipv4Addr, TcpStream},
    path::Path,
    process::{Command, Stdio},
};

use rustix::process::{Pid, Signal};

use crate::{
    command::command,
    started::Started,
    terminal::{PATIENCE, heedful},
};

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

/// What a server answers.
fn answered(port: u16, method: &str, path: &str, more: &str, body: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}");
    let sent = format!("{head}Content-Length: {length}\r\n\r\n{body}");
    stream.write_all(sent.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn port(address: &str) -> u16 {
    address.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap()
}

/// Where no file may grow, as on a full disk.
#[test]
fn on_a_full_disk_a_server_opens_to_read_and_says_what_it_cannot_keep() {
    for is_killed in [true, false] {
        let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("full-disk");
        let _ = fs::remove_dir_all(&here);
        fs::create_dir_all(&here).unwrap();
        let mut first = server(&here);
        let to = port(&address(&mut first));
        let token = answered(to, "GET", "/api/v1/token", "", "");
        let cookie = token.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap();
        let token = token.split("\"token\":\"").nth(1).unwrap().split('"').next().unwrap();
        let own = format!("Cookie: {cookie}\r\nX-Agon-Token: {token}\r\nContent-Type: application/json\r\n");
        let new = "{\"game\":\"nim\",\"seats\":[\"me\",\"me\"]}";
        let table = answered(to, "POST", "/api/v1/tables", &own, new);
        assert!(table.starts_with("HTTP/1.1 201"), "{table}");
        let id = table.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
        let signal = if is_killed { Signal::KILL } else { Signal::TERM };
        rustix::process::kill_process(Pid::from_child(&first), signal).unwrap();
        first.ended();
        // Its second life is short of room.
        let usual = command(&["serve", "--port", "0", "--folder", "served", "--jobs", "1"]);
        let mut shell = Command::new("sh");
        shell.arg("-c").arg("trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"");
        shell.arg(usual.get_program()).args(usual.get_args());
        for (name, value) in usual.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell.current_dir(&here).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut second = Started::new(&mut shell);
        let to = port(&address(&mut second));
        let place = format!("/api/v1/tables/{id}");
        let shown = answered(to, "GET", &place, &own, "");
        assert!(shown.starts_with("HTTP/1.1 200"), "{shown}");
        let m = shown.split("\"move\":\"").nth(1).unwrap().split('"').next().unwrap();
        let body = format!("{{\"move\":\"{m}\"}}");
        let moved = answered(to, "POST", &format!("{place}/moves"), &own, &body);
        assert!(moved.starts_with("HTTP/1.1 500"), "{moved}");
        let again = answered(to, "GET", &place, &own, "");
        assert!(again.contains("\"line\":\"\""), "the move is taken back: {again}");
        drop(second);
        fs::remove_dir_all(&here).unwrap();
    }
}
