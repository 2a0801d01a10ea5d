//! Tests of what is said.

mod transcripts;
