//! The page on which a tournament is watched while it is played.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
    process, thread,
    time::Duration,
};

use agon_serve::{Beside, ServerLog, Settings};

use agon_arena::{ask::io_words, play::Clocks};

use crate::{failed::Failed, progress::note, signals};

/// A server that shows one journal, to this machine alone.
pub(crate) struct Watched {
    server: Option<Beside>,
    /// The folder for games that somebody plays on the page.
    folder: PathBuf,
}

impl Watched {
    /// Opens the page, and a browser.
    pub(crate) fn open(journal: Option<&Path>, build: &str) -> Result<Watched, Failed> {
        let Some(journal) = journal else {
            return Err(Failed::usage("--watch shows a journal: say --journal FILE"));
        };
        let folder = std::env::temp_dir().join(format!("agon-watch-{}", process::id()));
        fs::create_dir_all(&folder).map_err(|error| Failed::trouble(io_words(&error)))?;
        let settings = Settings {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            hosts: Vec::new(),
            proxy: None,
            log: ServerLog::default(),
            folder: folder.clone(),
            journals: vec![journal.to_owned()],
            class: None,
            thinkers: 1,
            clocks: Clocks::default(),
            build: build.to_owned(),
            forget: None,
        };
        // From here on the folder goes when this does.
        let mut watched = Watched { server: None, folder };
        let server = agon_serve::serve(settings).map_err(Failed::trouble)?;
        let address = format!("{}tournaments/journal-1", server.address());
        watched.server = Some(server.beside().map_err(Failed::trouble)?);
        note(&format!("it is watched at {address}"));
        if let Err(error) = opener::open_browser(&address) {
            note(&format!("no browser could be opened: {error}"));
        }
        Ok(watched)
    }

    /// Leaves the page open until somebody asks for an end.
    pub(crate) fn stay(self) {
        note("the page stays open; Ctrl-C closes it");
        while !signals::is_asked() {
            thread::sleep(Duration::from_millis(100));
        }
        drop(self);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.server.take());
        // The system clears leftovers in its folder for temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
