//! The API of the server's owner.

use axum::{
    Extension,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{Home, Who},
    app_state::AppState,
    describe::{ServerApi, ToldDocument},
    owner::{GuestUse, OwnerDeed, owned},
    pool::Worker,
    problem::Problem,
    view::SCHEMA,
};

/// Adds what only the owner may ask to the routes.
pub(crate) fn routes(api: ServerApi) -> ServerApi {
    api.get(
        "/api/v1/guests",
        "guests",
        "What each guest uses; only for the owner, with the header X-Agon-Owner",
        guests,
    )
    .post(
        "/api/v1/guests/{guest}/{action}",
        "dealWithGuest",
        "End what a guest uses, also keep its address out for an hour, or let an address in again; only for the owner",
        act,
    )
}

/// The guest, or to let in again the address, as named by `guests`.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct GuestAlias(#[schemars(length(min = 1))] String);

/// What to do.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct OwnerDeedName(#[schemars(extend("enum" = OwnerDeed::ALL.map(OwnerDeed::name)))] String);

#[derive(Serialize, JsonSchema)]
struct GuestsDocument {
    schema: u32,
    /// Who uses most first.
    guests: Vec<GuestUse>,
    /// The addresses that are kept out.
    out: Vec<AddressOut>,
}

#[derive(Serialize, JsonSchema)]
struct AddressOut {
    address: String,
    /// For how many minutes more.
    minutes: u64,
}

fn document(app: &AppState, worker: &Worker) -> Result<ToldDocument<GuestsDocument>, Problem> {
    let guests = app.uses(worker);
    let out = app.out().into_iter().map(|(address, minutes)| AddressOut { address, minutes });
    let out = out.collect();
    ToldDocument::of(worker, &GuestsDocument { schema: SCHEMA, guests, out })
}

async fn guests(State(app): Home, Extension(guest): Who) -> Result<ToldDocument<GuestsDocument>, Problem> {
    owned(&guest)?;
    app.on_worker(guest.share(), |app, worker| document(app, worker)).await
}

async fn act(
    State(app): Home,
    Extension(guest): Who,
    Path((GuestAlias(alias), OwnerDeedName(action))): Path<(GuestAlias, OwnerDeedName)>,
) -> Result<ToldDocument<GuestsDocument>, Problem> {
    owned(&guest)?;
    let action = OwnerDeed::named(&action).ok_or_else(|| Problem::missing("nothing-there", &[("place", &action)]))?;
    let told = app.on_worker(guest.share(), move |app, worker| {
        app.deal_with(worker, &alias, action)?;
        document(app, worker)
    });
    told.await
}
