//! A search as a page that stands alone: one file, which needs no server; or as part of another such page.

use agon_table::WatchedSearch;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    layout::data,
    theatre::{head, story, theatre},
};
use crate::{
    assets::{script_alone, style_alone},
    pool::{self, PoolThinker},
    problem::Problem,
    trees::KeptTree,
    words::Language,
};

/// What the page may do: what stands in it, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/// How a page of a search is made.
#[derive(Clone, Copy, Debug)]
pub struct StagePage<'a> {
    /// Which search of the root, counted from one; the last that was not stopped, unless given.
    pub search: Option<usize>,
    /// Whether it has the boards of its positions.
    pub has_boards: bool,
    /// `light` or `dark`; as the screen is otherwise.
    pub theme: &'a str,
    /// `en`, `hu` or `sl`.
    pub language: &'a str,
}

impl StagePage<'_> {
    /// The page: the stage with its film, its list and its boards, as the server shows it.
    ///
    /// # Errors
    ///
    /// Where there is no such search: a message.
    pub fn page(&self, thought: WatchedSearch) -> Result<String, String> {
        let language = Language::of(self.language).unwrap_or_default();
        let title = format!("{} · {}", language.game_told(&thought.site.game.term), thought.player);
        let body = self.body(thought)?;
        let head = self.head(&title, Some(POLICY)).into_string();
        let script = StagePage::script();
        Ok(format!("{head}{body}<script type=\"module\">{script}</script></body></html>"))
    }

    /// What the pages of all searches begin with where another page has them, to `<body>`: its own policy holds there.
    pub fn begin(&self, title: &str) -> String {
        self.head(title, None).into_string()
    }

    /// The script of each page, which is a module.
    pub fn script() -> String {
        script_alone("tree.js")
    }

    /// The page from its `<body>` to its script.
    ///
    /// # Errors
    ///
    /// As of [`page`](StagePage::page).
    pub fn body(&self, thought: WatchedSearch) -> Result<String, String> {
        let StagePage { search, has_boards, theme, language } = *self;
        let (theme, language) = (theme.to_owned(), language.to_owned());
        let written = pool::apart("stage", move |thinker| {
            let (theme, language) = (theme.as_str(), language.as_str());
            StagePage { search, has_boards, theme, language }.written(thinker, thought)
        });
        let written = written.map_err(|error| error.to_string())?;
        written.map(Markup::into_string).map_err(|problem| problem.message)
    }

    fn head(&self, title: &str, policy: Option<&str>) -> Markup {
        let language = Language::of(self.language).unwrap_or_default();
        let scheme = if self.theme == "auto" { "light dark" } else { self.theme };
        let begin = format!("<html lang=\"{}\" data-theme=\"{}\">", language.code(), self.theme);
        html! {
            (DOCTYPE)
            (PreEscaped(begin))
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content=(scheme);
                @if let Some(policy) = policy {
                    meta http-equiv="Content-Security-Policy" content=(policy);
                }
                title { (title) " · Agon" }
                style { (PreEscaped(style_alone(self.theme))) }
            }
            (PreEscaped("<body>"))
        }
    }

    fn written(&self, thinker: &PoolThinker, thought: WatchedSearch) -> Result<Markup, Problem> {
        let language = Language::of(self.language).unwrap_or_default();
        let tree = KeptTree::of(thinker, thought, self.search)?;
        // The file has one drawing of each position, the large one.
        let view = tree.view_alone(language);
        let shelf = tree.shelf(thinker, self.has_boards, language)?;
        Ok(html! {
            main id="main" {
                h1 { (language.game_told(&tree.thought.site.game.term)) " · " (tree.thought.player) }
                (theatre(language, &view))
                (head(&view.head))
                (story(language, &tree))
            }
            (data("words", &language.for_scripts()))
            (data("tree-data", &view))
            (data("shelf", &shelf))
        })
    }
}
