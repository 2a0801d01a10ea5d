//! The sockets: how many at a time, and how long each may take over what it sends and reads.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    panic,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use axum::{Router, extract::DefaultBodyLimit, middleware};
use hyper::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Notify, Semaphore, oneshot},
    time,
};
use tokio_io_timeout::TimeoutStream;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};

use crate::{
    api,
    app_state::AppState,
    assets,
    describe::Api,
    games_api,
    guard::{self, PeerAddress},
    inside_api, owner_api, pages,
    pool::{self, PoolThinker, Urgency},
    root_api,
    settings::{ARRIVAL, MOST_BODY, MOST_CONNECTIONS, MOST_CONNECTIONS_OF_ONE, Settings, UNREAD},
    sketch_api, tables_api, tournaments_api,
    visitor::COOKIE,
};

/// The most time that closing takes, for pending answers and writes.
pub const FAREWELL: Duration = Duration::from_secs(3);
/// The most connections at a time that get an answer "no room".
const MOST_REFUSALS: usize = 64;

/// A server that listens.
pub struct Running {
    app: Arc<AppState>,
    listener: TcpListener,
    runtime: tokio::runtime::Runtime,
    address: SocketAddr,
    closer: Arc<Notify>,
}

/// Closes a server.
#[derive(Clone, Debug)]
pub struct Closer(Arc<Notify>);

impl Closer {
    /// Closes the server: requests that have arrived are answered, others are not.
    pub fn close(&self) {
        self.0.notify_one();
    }
}

/// Opens the server's folder and its port.
///
/// # Errors
///
/// A message, if one of them cannot be opened.
pub fn serve(settings: Settings) -> Result<Running, String> {
    make_room();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let wanted = SocketAddr::new(settings.address, settings.port);
    let listener = runtime.block_on(TcpListener::bind(wanted)).map_err(|error| format!("{wanted}: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let mut hosts = settings.hosts.clone();
    hosts.extend(settings.proxy.as_ref().map(|proxy| proxy.name().to_owned()));
    if settings.address.is_loopback() {
        hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
    } else if !settings.address.is_unspecified() {
        hosts.push(match settings.address {
            std::net::IpAddr::V4(own) => own.to_string(),
            std::net::IpAddr::V6(own) => format!("[{own}]"),
        });
    }
    // Its folder is read, and its database opened, where that may take a while.
    let handle = runtime.handle().clone();
    let opening = move |worker: &PoolThinker| AppState::open(worker, settings, hosts, handle);
    let opened = pool::thread("opening".to_owned(), Urgency::Answer, opening).map_err(|error| error.to_string())?;
    let app = Arc::new(opened.join().unwrap_or_else(|panic| panic::resume_unwind(panic))?);
    Ok(Running { app, listener, runtime, address, closer: Arc::default() })
}

impl Running {
    /// The address to be opened in a browser; with the key, where it needs one.
    pub fn address(&self) -> String {
        let key = self.app.door.key.as_ref().map_or(String::new(), |key| format!("?key={key}"));
        format!("{}/{key}", self.site())
    }

    /// The address of the page of guests, with the key that makes its reader the owner.
    pub fn owner_address(&self) -> String {
        format!("{}/guests?owner={}", self.site(), self.app.door.owner)
    }

    /// How browsers reach it, without a path.
    fn site(&self) -> String {
        let Running { app, address, .. } = self;
        if let Some(proxy) = &app.door.proxy {
            return proxy.address();
        }
        let name = match app.settings.hosts.first() {
            Some(name) => name.clone(),
            None if address.ip().is_loopback() && address.is_ipv4() => "127.0.0.1".to_owned(),
            None if address.ip().is_ipv6() => format!("[{}]", address.ip()),
            None => address.ip().to_string(),
        };
        format!("http://{name}:{}", address.port())
    }

    /// Where it listens.
    pub fn listens(&self) -> SocketAddr {
        self.address
    }

    /// The number of old games and tournaments deleted at the start.
    pub fn forgotten(&self) -> (usize, usize) {
        self.app.forgotten
    }

    /// A handle that closes the server from any thread.
    pub fn closer(&self) -> Closer {
        Closer(Arc::clone(&self.closer))
    }

    /// Answers until it is closed, or the process is asked to end by Ctrl-C or SIGTERM; then for [`FAREWELL`] at
    /// most.
    ///
    /// # Errors
    ///
    /// If it cannot listen any more.
    pub fn run(self) -> io::Result<()> {
        let closer = Arc::clone(&self.closer);
        self.run_until(async move {
            tokio::select! {
                () = closer.notified() => {}
                () = asked_to_end() => {}
            }
        })
    }

    /// Answers on its own threads until the returned handle is dropped.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn beside(self) -> io::Result<Beside> {
        let (end, ended) = oneshot::channel::<()>();
        let until = async move {
            // Nothing is ever sent: the drop of the other end is the signal.
            let _ = ended.await;
        };
        let thread = thread::Builder::new().name("server".to_owned());
        let thread = thread.spawn(move || self.run_until(until))?;
        Ok(Beside { end: Some(end), thread: Some(thread) })
    }

    fn run_until(self, end: impl Future<Output = ()>) -> io::Result<()> {
        let Running { app, listener, runtime, address, .. } = self;
        app.settings.log.say(|| format!("start, at {address}"));
        let (done, until) = runtime.block_on(answer(Arc::clone(&app), listener, end));
        app.quick.close();
        app.events.close(until);
        // A player that does not answer is not waited for: all finished moves are stored.
        runtime.shutdown_timeout(until.saturating_duration_since(Instant::now()));
        app.lock.give_back();
        app.settings.log.say(|| "end".to_owned());
        app.settings.log.finish();
        done
    }
}

/// A server that runs in the background until this handle is dropped.
pub struct Beside {
    end: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<io::Result<()>>>,
}

impl Drop for Beside {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // A server that broke down is closed as well.
            let _ = thread.join();
        }
    }
}

/// What programs can ask.
fn api(app: &Arc<AppState>) -> Router<Arc<AppState>> {
    let studied = [api::routes, inside_api::routes, sketch_api::routes];
    let studied = studied.into_iter().fold(Api::new(), |api, room| room(api)).given(Arc::clone(&app.study));
    let rooms = [root_api::routes, tables_api::routes, tournaments_api::routes, games_api::routes, owner_api::routes];
    rooms.into_iter().fold(studied, |api, room| room(api)).finish(&app.door.cookie(COOKIE))
}

/// All that can be asked.
fn routes(app: &Arc<AppState>) -> Router {
    let own = Arc::clone(app);
    api(app)
        .merge(pages::study_routes().with_state(Arc::clone(&app.study)))
        .merge(pages::routes())
        .merge(assets::routes())
        .fallback(pages::nowhere)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(own, guard::watch))
        // If a browser asks for it; streams of events are never compressed.
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::new())
        .with_state(Arc::clone(app))
}

/// Answers a peer, and passes its address to the routes.
#[derive(Clone)]
struct FromPeer {
    inner: TowerToHyperService<Router>,
    address: IpAddr,
}

impl Service<hyper::Request<Incoming>> for FromPeer {
    type Response = <TowerToHyperService<Router> as Service<hyper::Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<hyper::Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<hyper::Request<Incoming>>>::Future;

    fn call(&self, mut request: hyper::Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(PeerAddress(self.address));
        self.inner.call(request)
    }
}

async fn answer(app: Arc<AppState>, listener: TcpListener, end: impl Future<Output = ()>) -> (io::Result<()>, Instant) {
    let routes = routes(&app);
    let crowd = Arc::new(Crowd::default());
    let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
    // Behind a proxy all connections are the proxy's.
    let is_direct = app.door.proxy.is_none();
    let most_of_one = if is_direct { MOST_CONNECTIONS_OF_ONE } else { MOST_CONNECTIONS };
    let open = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let stream = tokio::select! {
            () = &mut end => break,
            stream = listener.accept() => stream,
        };
        let Ok((stream, from)) = stream else {
            // Too many files are open, say: later there are fewer.
            time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Some(place) = Crowd::enter(&crowd, from.ip(), most_of_one) else {
            app.settings.log.say(|| format!("{} connection 503 too many are open", from.ip()));
            // Beyond this number connections are closed without an answer.
            if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = time::timeout(FAREWELL, refuse(stream)).await;
                    drop(permit);
                });
            }
            continue;
        };
        // Small answers are not held back to be sent together.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(UNREAD));
        let service = FromPeer { inner: TowerToHyperService::new(routes.clone()), address: from.ip() };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(ARRIVAL)
            .max_headers(64)
            .max_buf_size(64 << 10)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off is none of our business.
            let _ = connection.await;
            drop(place);
        });
    }
    let until = Instant::now() + FAREWELL;
    app.closing.send_replace(true);
    drop(listener);
    // Searches stop and answer at once, so requests that wait for them are answered.
    app.pool.close();
    app.events.hurry();
    tokio::select! {
        () = open.shutdown() => {}
        () = time::sleep_until(until.into()) => {}
    }
    (Ok(()), until)
}

/// Lets this process have as many files open as it may, and needs: usually it is begun with room for fewer
/// connections than it takes.
fn make_room() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        /// Files besides connections: journals, the database, the program's own.
        const OTHERS: u64 = 256;
        let wanted = (MOST_CONNECTIONS + MOST_REFUSALS) as u64 + OTHERS;
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if current.is_some_and(|current| current < wanted) {
            let current = Some(maximum.map_or(wanted, |maximum| wanted.min(maximum)));
            // With fewer, later connections wait.
            let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
        }
    }
}

/// The number of connections of each address.
#[derive(Default)]
struct Crowd(Mutex<HashMap<IpAddr, usize>>);

/// A place in the crowd, until it is dropped.
struct Admitted {
    crowd: Arc<Crowd>,
    from: IpAddr,
}

impl Crowd {
    /// Lets one more in, if there is room.
    fn enter(crowd: &Arc<Crowd>, from: IpAddr, most_of_one: usize) -> Option<Admitted> {
        let mut open = crowd.open();
        let (all, own) = (open.values().sum::<usize>(), open.get(&from).copied().unwrap_or(0));
        if MOST_CONNECTIONS <= all || most_of_one <= own {
            return None;
        }
        open.insert(from, own + 1);
        Some(Admitted { crowd: Arc::clone(crowd), from })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut open = self.crowd.open();
        if let Some(own) = open.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.from);
            }
        }
    }
}

/// Answers that there is no room, and closes the connection.
async fn refuse(mut stream: TcpStream) {
    const BODY: &str = "{\"status\":503,\"error\":\"too many connections are open; try again soon\"}";
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: 5\r\nConnection: close\r\n\r\n{BODY}",
        BODY.len()
    );
    // What was asked is read: an answer to what is left unread may be lost. A client that breaks off is none
    // of our business.
    if stream.read(&mut [0; 4096]).await.is_ok() {
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}
