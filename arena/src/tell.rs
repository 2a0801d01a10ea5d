//! Results for people and for programs, also in the formats of other programs.
//!
//! A [`ResultDocument`] is the result for programs, in JSON, and what people read at the end is made from it: in a
//! [`Style`] for a terminal, as Markdown, LaTeX, CSV or a page. A [`line()`] tells one game as it ends. An [`Export`]
//! takes game after game: as [`JsonLines`], [`Csv`], [`Pgn`], [`Pdn`], [`Html`] or, with the feature `sqlite`, a database. A
//! [`Submission`] is the script by which a cluster plays a plan in parts.

pub(crate) mod compare;
mod crosstable;
pub(crate) mod document;
pub(crate) mod export;
pub(crate) mod html;
pub(crate) mod lines;
mod overall;
mod page_script;
pub(crate) mod page_searches;
mod pair_entry;
mod papers;
mod pdn;
pub(crate) mod pgn;
mod report;
mod section_entry;
#[cfg(feature = "sqlite")]
pub(crate) mod sqlite;
pub(crate) mod style;
pub(crate) mod submission;

#[cfg(feature = "schema")]
pub use self::lines::game_schema;
#[cfg(feature = "sqlite")]
pub use self::sqlite::Sqlite;
pub use self::{
    compare::{Comparison, PairChange, PayoffChange, compare},
    document::{FaultEntry, PlayerEntry, ResultDocument, StopEntry},
    export::{Csv, Export, JsonLines},
    html::{Html, PageStyle},
    lines::line,
    page_searches::{PageSearch, PageSearches},
    pdn::Pdn,
    pgn::Pgn,
    section_entry::{SectionEntry, StandingEntry, TriesEntry},
    style::Style,
    submission::{ENGINES, Submission, SubmissionError},
};
