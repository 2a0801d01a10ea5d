//! The promises of the house; they are all in `it/`.
