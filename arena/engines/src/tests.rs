//! Tests of the conversations.

mod endless;
mod transcripts;
mod words;
