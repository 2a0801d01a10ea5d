//! The files of a site: pages in every language, the scripts and pictures of all of them, and the program that answers.

use std::collections::BTreeMap;

use agon_arena::ask::sha256;

use super::{Site, SiteQuestion};
use crate::{
    addresses::{housed, is_file_of},
    allowed,
    assets::site_files,
    words::Language,
};

/// Pages that stand for themselves.
const PAGES: [&str; 8] = ["/", "/inside", "/lab", "/players", "/race", "/sketch", "/tournaments", "/worksheet"];
/// Pages that ask for what their addresses describe, each with where it stands: a search, a game, the games that are kept, a
/// game that is to begin, a tournament.
const ASKED: [(&str, &str); 5] = [
    ("/inside/0", "/search"),
    ("/tables/0", "/table"),
    ("/tables", "/tables"),
    ("/new", "/new"),
    ("/tournaments/0", "/tournament"),
];
/// What is cached, and answered from the cache.
const CACHE: &str = include_str!("../../assets/site/sw.js");
/// The page that leads to the reader's language.
const DOOR: &str = include_str!("../../assets/site/index.html");
/// Its script.
const CHOOSES: &str = include_str!("../../assets/site/language.js");
/// The program, in WebAssembly.
const PROGRAM: &str = "assets/agon.wasm";

/// The files of a site, by their paths in its folder, with `/` between folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFolder {
    /// What stands in each.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl SiteFolder {
    /// How many of them are pages.
    pub fn pages(&self) -> usize {
        self.files.keys().filter(|path| is_file_of("html", path)).count()
    }

    /// All of them, with this program.
    ///
    /// # Errors
    ///
    /// Which page could not be made, and why.
    pub fn of(program: Vec<u8>) -> Result<SiteFolder, String> {
        let site = Site::default();
        let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let pages: Vec<(String, String)> = PAGES
            .iter()
            .map(|&page| (page.to_owned(), if page == "/" { "/index".to_owned() } else { page.to_owned() }))
            .chain(ASKED.map(|(page, place)| (page.to_owned(), place.to_owned())))
            .chain(allowed::games().map(|game| format!("/games/{}", game.name)).map(|page| (page.clone(), page)))
            .chain(
                allowed::players().map(|player| format!("/players/{}", player.name)).map(|page| (page.clone(), page)),
            )
            .collect();
        for language in Language::ALL {
            for (page, place) in &pages {
                let text = site.page(language, page, &mut files)?;
                files.insert(format!("{}{place}.html", language.code()), text.into_bytes());
            }
        }
        for (name, text) in site_files() {
            files.insert(format!("assets/{name}"), text.as_bytes().to_vec());
        }
        files.insert("assets/language.js".to_owned(), CHOOSES.as_bytes().to_vec());
        files.insert("index.html".to_owned(), DOOR.as_bytes().to_vec());
        files.insert(PROGRAM.to_owned(), program);
        let version: Vec<String> = files.iter().map(|(path, bytes)| format!("{path} {}", sha256(bytes))).collect();
        let paths: Vec<&String> = files.keys().collect();
        let paths = serde_json::to_string(&paths).map_err(|error| error.to_string())?;
        let cache = CACHE.replace("VERSION", &sha256(version.join("\n"))[..16]).replace("['FILES']", &paths);
        files.insert("sw.js".to_owned(), cache.into_bytes());
        Ok(SiteFolder { files })
    }
}

impl Site {
    /// A page as a file, beside its pictures as files.
    fn page(&self, language: Language, address: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<String, String> {
        let language = language.code();
        let asked =
            |address: &str| self.told(&SiteQuestion { method: "GET", address, language, ..SiteQuestion::default() });
        let (status, _, _, text) = asked(address);
        // Where nothing is asked a page may say so.
        let is_asked = ASKED.iter().any(|(asked, _)| *asked == address);
        if status != 200 && !is_asked {
            return Err(format!("{address}: {status} {text}"));
        }
        let root = "../".repeat(address.matches('/').count() - 1);
        let root = if is_asked { "" } else { root.as_str() };
        Ok(housed(&text, root, |picture| {
            let (status, _, _, text) = asked(picture);
            let path = format!("pictures/{}.svg", &sha256(&text)[..16]);
            (status == 200).then(|| {
                files.insert(path.clone(), text.into_bytes());
                format!("{root}../{path}")
            })
        }))
    }
}
