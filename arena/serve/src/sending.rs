//! Files sent piece by piece as they are read, so that what a client leaves unread is on the disk and not in memory.

use std::{
    fs::File,
    io::{self, Read as _},
    sync::Arc,
};

use axum::body::{Body, Bytes};
use futures_util::{Stream, stream};

use crate::{
    app_state::AppState, describe::Download, downloads::FileToSend, problem::Problem, quota::QuotaPortion,
    settings::PIECE, share::GuestShare,
};

impl FileToSend {
    /// It is sent: read as fast as the client takes it.
    pub(crate) fn sent(self, app: &Arc<AppState>, share: GuestShare) -> Download {
        let FileToSend { kind, name, length, file, portion } = self;
        let body = Body::from_stream(pieces(Arc::clone(app), share, file, length, portion));
        Download { kind, name, length, body }
    }
}

/// A file piece by piece, each read when the one before has been taken.
fn pieces(
    app: Arc<AppState>,
    share: GuestShare,
    file: File,
    length: u64,
    portion: QuotaPortion,
) -> impl Stream<Item = Result<Bytes, io::Error>> {
    stream::try_unfold((file, length, portion), move |(mut file, left, portion)| {
        let (app, share) = (Arc::clone(&app), share.clone());
        async move {
            if left == 0 {
                return Ok(None);
            }
            let read = app.on_worker(share, move |_, _| {
                let mut piece = vec![0; PIECE.min(usize::try_from(left).unwrap_or(PIECE))];
                file.read_exact(&mut piece).map_err(Problem::trouble)?;
                Ok((piece, file))
            });
            let (piece, file) = read.await.map_err(|problem| io::Error::other(problem.message))?;
            let left = left - piece.len() as u64;
            Ok(Some((Bytes::from(piece), (file, left, portion))))
        }
    })
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        io::Seek as _,
        net::Ipv4Addr,
        pin::pin,
        sync::Arc,
    };

    use futures_util::StreamExt as _;
    use tokio::runtime::Runtime;

    use super::{Download, FileToSend, PIECE};
    use crate::{app_state::AppState, settings::DOWNLOADS, share::GuestShare};

    /// How much has been read of a gigabyte, by downloads of which each client has taken one piece.
    #[test]
    fn a_download_is_read_no_further_than_its_client_takes_it() {
        const LENGTH: u64 = 1 << 30;
        let runtime = Runtime::new().unwrap();
        let (app, folder) = AppState::of_test("downloads", Ipv4Addr::LOCALHOST, 1, runtime.handle().clone());
        let path = folder.join("large");
        File::create(&path).unwrap().set_len(LENGTH).unwrap();
        let share = |number: u64| {
            let (address, name) = (number / DOWNLOADS.at_address, number / DOWNLOADS.of_one);
            GuestShare { address: address.to_string(), name: name.to_string() }
        };
        let begun: Vec<_> = (0..DOWNLOADS.all)
            .map(|number| {
                let (file, portion) = (File::open(&path).unwrap(), app.downloads.admit(&share(number)).unwrap());
                let watched = file.try_clone().unwrap();
                let (kind, name) = ("application/octet-stream", String::new());
                let sent = FileToSend { kind, name, length: LENGTH, file, portion };
                (watched, sent.sent(&app, share(number)))
            })
            .collect();
        let refused = |number: u64| app.downloads.admit(&share(number)).err().unwrap();
        assert_eq!(refused(0).status.as_u16(), 429);
        assert_eq!((refused(99).status.as_u16(), refused(99).is_for_now), (503, true));
        let mut bodies = Vec::new();
        for (mut watched, Download { body, length, .. }) in begun {
            assert_eq!(length, LENGTH);
            let mut body = body.into_data_stream();
            let piece = runtime.block_on(body.next()).unwrap().unwrap();
            assert!(piece.len() <= PIECE);
            assert_eq!(watched.stream_position().unwrap(), piece.len() as u64);
            bodies.push(body);
        }
        // Whoever leaves makes room.
        drop(bodies.pop());
        app.downloads.admit(&share(99)).unwrap();
        // One that is cut off meanwhile is no whole file for its client.
        File::options().write(true).open(&path).unwrap().set_len(PIECE as u64).unwrap();
        let mut cut = pin!(bodies.pop().unwrap());
        assert!(runtime.block_on(cut.next()).unwrap().is_err());
        drop((cut, bodies));
        let _ = Arc::into_inner(app);
        fs::remove_dir_all(&folder).unwrap();
    }
}
