//! Nothing lost: runs that are killed, interrupted, torn, damaged, and resumed, from outside.

mod agon;
mod damage;
mod kills;
