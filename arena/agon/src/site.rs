//! `agon site`.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use agon_serve::SiteFolder;

use crate::{failed::Failed, output::answer};

/// Writes a site: games and searches in a browser, without a server
///
/// A folder of files for any web host: games to play, searches to look into, races, trees, worksheets. A module of
/// WebAssembly in it does what a server would, on the reader's machine, and without a network after the first visit.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon site -o site               python3 -m http.server -d site shows it here
  agon site --module agon.wasm -o ~/public_html/agon

The module is built once, from the sources of Agon:
  rustup target add wasm32-unknown-unknown
  cd arena/site && cargo build --release --target wasm32-unknown-unknown
It is then target/wasm32-unknown-unknown/release/agon.wasm there. docs/site.md says more.

Exit codes: 0 done; 1 the module cannot be read, or the folder not written; 2 the module is none, or the \
folder has other files.")]
pub(crate) struct Args {
    /// The module of WebAssembly; where it was built unless given
    #[arg(long, value_name = "FILE", default_value = BUILT, hide_default_value = true)]
    module: PathBuf,
    /// The folder: new, empty, or a site, which is replaced
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Where the module is built, seen from the sources of Agon.
const BUILT: &str = "arena/site/target/wasm32-unknown-unknown/release/agon.wasm";
/// What modules of WebAssembly begin with.
const MAGIC: &[u8] = b"\0asm";
/// The file of a site that is written last: by it another one is known.
const LAST: &str = "sw.js";

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let module = read(&args.module)?;
    if !is_free(&args.out) {
        let out = args.out.display();
        return Err(Failed::usage(format!(
            "{out} has other files: a site is written to a new folder, or over another site"
        )));
    }
    let size = module.len();
    let site = SiteFolder::of(module).map_err(Failed::trouble)?;
    let (last, files): (Vec<_>, Vec<_>) = site.files.iter().partition(|(path, _)| *path == LAST);
    for (path, bytes) in files.into_iter().chain(last) {
        let place = args.out.join(path);
        write(&place, bytes).map_err(|error| Failed::trouble(format!("{}: {error}", place.display())))?;
    }
    let (pages, out) = (site.pages(), args.out.display());
    answer(|told| Ok(writeln!(told, "{pages} pages in {out}, and a module of {:.1} MB", size as f64 / 1e6)?))
}

fn read(path: &Path) -> Result<Vec<u8>, Failed> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| {
        let built = match error.kind() {
            io::ErrorKind::NotFound => {
                "; build it in arena/site of Agon's sources: rustup target add wasm32-unknown-unknown, then \
                 cargo build --release --target wasm32-unknown-unknown"
            }
            _ => "",
        };
        Failed::trouble(format!("--module {shown}: {error}{built}"))
    })?;
    if !bytes.starts_with(MAGIC) {
        return Err(Failed::usage(format!(
            "--module {shown}: it is no module of WebAssembly, which begins with \\0asm"
        )));
    }
    Ok(bytes)
}

/// Whether a site may be written there: nothing of anybody's is replaced but a site.
fn is_free(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut files) => {
            files.next().is_none() || folder.join(LAST).is_file() && folder.join("assets/agon.wasm").is_file()
        }
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

fn write(place: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(place, bytes)
}
