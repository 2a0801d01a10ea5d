//! The page of a game in a folder of files: its address names it, or says how it begins.

use std::sync::Arc;

use axum::response::{IntoResponse as _, Redirect};

use super::{
    asked::{Answer, PageRequestTo, corrected, field},
    new_table, table_page,
};
use crate::{
    pool::{PoolThinker, Worker},
    problem::Problem,
    site_tables::SiteTables,
};

pub(crate) async fn page(
    PageRequestTo { app: tables, guest, form, .. }: PageRequestTo<Arc<SiteTables>, String>,
) -> Answer {
    let thinker = PoolThinker::until(agon_core::StopSignal::new());
    let worker: &Worker = &thinker;
    if let Some(id) = field(&form, "table") {
        return Ok(table_page::show(worker, &guest, &tables.view(id, &guest)?));
    }
    let begun = match (field(&form, "saved"), field(&form, "game")) {
        (Some(text), _) => tables.load(&guest, text),
        (None, None) => return Err(Problem::missing("no-table", &[])),
        (None, Some(_)) => new_table::read(worker, &form, &tables.chance()).and_then(|new| tables.begin(&guest, &new)),
    };
    match begun {
        Ok(id) => Ok(Redirect::to(&format!("/tables/{id}")).into_response()),
        // Without a game there is no form: then the page says that alone.
        Err(problem) => Ok(corrected(new_table::show(worker, &guest, &form, Some(&problem))?, &problem)),
    }
}
