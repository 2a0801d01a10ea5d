//! Learned evaluations that come with games: the term `learned` without a file names them.
//!
//! Each was learned by one command, `agon learn GAME --games N` with the kind of model, and only those are included that score
//! more points than the game's own heuristic in equal time. They are compressed (`gzip -9n`), and each is
//! read once, when it is first used. Naming this crate links them.

use std::sync::{Arc, OnceLock};

use agon_core::{GameModel, ShippedModel, inventory};
use agon_learn::LearnedModel;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The name of a game, the SHA-256 of its learned file, and that file compressed.
type PackedModel = (&'static str, &'static str, &'static [u8]);

const MODELS: [PackedModel; 6] = [
    (
        "backgammon",
        "952dc5ba9f759f8a2c7b17413bc94732e9e567a834874d84021908999e5adc6f",
        include_bytes!("../assets/backgammon.agon.gz"),
    ),
    (
        "checkers",
        "e9c4a89814fb4c389d7d02be1dbbdd547a621909ce30a60004788538f928dba3",
        include_bytes!("../assets/checkers.agon.gz"),
    ),
    (
        "connect-four",
        "a1c9493c668979ebcb359f931208201dbb2b5a3e8ebdd34a73b93149233e102e",
        include_bytes!("../assets/connect-four.agon.gz"),
    ),
    (
        "hex",
        "68ae9f81e0b29c7f0de16d269897a076d98a7d92a4c74759b14a6727f068209b",
        include_bytes!("../assets/hex.agon.gz"),
    ),
    (
        "kalah",
        "20b2607407c2a76e03552b5ccc2fc2b1d9d4d20b28daf1591911fbe055cecebc",
        include_bytes!("../assets/kalah.agon.gz"),
    ),
    (
        "othello",
        "446b8441422530ec85010c7b6e90a95d53f76615ba27a6abe1c8673216827c82",
        include_bytes!("../assets/othello.agon.gz"),
    ),
];

inventory::submit! { ShippedModel::new(MODELS[0].0, MODELS[0].1, read::<0>) }
inventory::submit! { ShippedModel::new(MODELS[1].0, MODELS[1].1, read::<1>) }
inventory::submit! { ShippedModel::new(MODELS[2].0, MODELS[2].1, read::<2>) }
inventory::submit! { ShippedModel::new(MODELS[3].0, MODELS[3].1, read::<3>) }
inventory::submit! { ShippedModel::new(MODELS[4].0, MODELS[4].1, read::<4>) }
inventory::submit! { ShippedModel::new(MODELS[5].0, MODELS[5].1, read::<5>) }

/// The sizes of the header and the trailer of a gzip file that has no name and no time.
const HEAD: usize = 10;
const TAIL: usize = 8;
/// No file is larger.
const MOST: usize = 256 << 20;

/// The one that comes with the game of this name.
pub fn model(game: &str) -> Option<Arc<LearnedModel>> {
    MODELS.iter().position(|kept| kept.0 == game).map(kept)
}

/// The model of this number, which is read the first time.
fn kept(number: usize) -> Arc<LearnedModel> {
    static READ: [OnceLock<Arc<LearnedModel>>; MODELS.len()] = [const { OnceLock::new() }; MODELS.len()];
    let read = || {
        let bytes = file(number).expect("a test reads every one");
        Arc::new(LearnedModel::decode(&bytes).expect("a test reads every one"))
    };
    Arc::clone(READ[number].get_or_init(read))
}

fn read<const NUMBER: usize>() -> Arc<dyn GameModel> {
    kept(NUMBER)
}

/// The file of this number, as it was learned.
fn file(number: usize) -> Option<Vec<u8>> {
    let (_, _, bytes) = MODELS[number];
    let within = bytes.get(HEAD..bytes.len().checked_sub(TAIL)?)?;
    decompress_to_vec_with_limit(within, MOST).ok()
}
