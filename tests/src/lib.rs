//! The promises of the workspace; they are all in `it/`.
