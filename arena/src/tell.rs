//! Results for people and for programs, also in the formats of other programs.
//!
//! A [`report`] is what people read at the end, in a [`Style`]; a [`line()`] tells one game as it
//! ends. A [`ResultDocument`] is the same for programs, in JSON. An [`Export`] takes game after game: as
//! [`JsonLines`], [`Csv`], [`Ranks`], [`Markdown`], [`Latex`], [`Pgn`], [`Pdn`], [`Html`] or, with the feature `sqlite`, a database. A
//! [`Submission`] is the script by which a cluster plays a plan in parts.

pub(crate) mod compare;
mod crosstable;
pub(crate) mod document;
pub(crate) mod export;
pub(crate) mod html;
pub(crate) mod lines;
pub(crate) mod overall;
mod page_script;
pub(crate) mod page_searches;
pub(crate) mod papers;
mod pdn;
pub(crate) mod pgn;
pub(crate) mod report;
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
    document::ResultDocument,
    export::{Csv, Export, JsonLines},
    html::{Html, PageStyle},
    lines::line,
    overall::Ranks,
    page_searches::{PageSearch, PageSearches},
    papers::{Latex, Markdown},
    pdn::Pdn,
    pgn::Pgn,
    report::report,
    style::Style,
    submission::{ENGINES, Submission, SubmissionError},
};
