//! Tests of what is said.

mod endless;
mod transcripts;
