//! What a request carries.

use axum::{Json, extract::rejection::JsonRejection};

use crate::problem::Problem;

/// A body of JSON, whose faults are told as all others are.
pub(crate) fn body<T>(read: Result<Json<T>, JsonRejection>) -> Result<T, Problem> {
    match read {
        Ok(Json(value)) => Ok(value),
        Err(error) => Err(Problem::new(error.status(), error.body_text())),
    }
}
