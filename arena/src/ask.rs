//! What somebody asks for, as it was said and before anything is looked up: a [`Spec`](spec::Spec),
//! in code, in flags or in a file.

pub mod file;
pub mod format;
pub mod plain;
pub mod rules;
pub mod said;
pub mod spec;
pub mod words;
