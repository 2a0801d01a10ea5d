//! What this arena is built with: the only file that names a game or a player.
//!
//! Naming a game links it, which is all its plug-in needs: every pair of game and player plays, through
//! virtual calls. With the feature `native` the players that gain by it are compiled for each game as
//! well; they choose the same moves, sooner. It is a crate of its own, so that a change to the arena
//! doesn't compile every pair again.

/// Exact solving and equilibria, which are no players and need no game's name either.
pub use agon_players::{extensive, solve};

/// Links each game, and compiles for it, where the feature is on, the players named.
macro_rules! games {
    ($feature:tt: $($players:ident $game:ident::$position:ident)*) => {$(
        #[cfg(feature = $feature)]
        agon_core::inventory::submit! {
            agon_core::Roster(agon_players::$players::<$game::$position>())
        }
        #[cfg(not(feature = $feature))]
        use $game as _;
    )*};
}

use agon_disguise as _;

games! {
    "native":
    duel agon_amoba::Amoba
    crowd agon_backgammon::Backgammon
    secret agon_battleship::Battleship
    secret agon_blotto::Blotto
    duel agon_breakthrough::Breakthrough
    duel agon_checkers::Checkers
    duel agon_chess::Chess
    either agon_chinese_checkers::ChineseCheckers
    duel agon_dots_and_boxes::DotsAndBoxes
    crowd agon_einstein::Einstein
    either agon_gdl::Gdl
    crowd agon_ghosts::Ghosts
    duel agon_go::Go
    secret agon_goofspiel::Goofspiel
    duel agon_grundy::Grundy
    duel agon_hex::Hex
    duel agon_kalah::Kalah
    secret agon_leduc::Two
    secret agon_leduc::Many
    secret agon_liars_dice::LiarsDice
    duel agon_nim::Nim
    duel agon_nine_mens_morris::Morris
    secret agon_oshi_zumo::OshiZumo
    duel agon_othello::Othello
    secret agon_pennies::Pennies
    secret agon_phantom::DarkHex
    secret agon_phantom::PhantomTicTacToe
    crowd agon_pig::Pig
    secret agon_rps::Rps
    secret agon_tiny_bridge::TinyBridge
    either agon_tree::Tree
    secret agon_whist::Whist
}

games! {
    "twins":
    crowd agon_2048::Board
    duel agon_connect_four::ConnectFour
    duel agon_connect_four::AnyConnectFour
    secret agon_kuhn::Kuhn
    either agon_tic_tac_toe::TicTacToe
}

#[cfg(feature = "module")]
games! {
    "native":
    either agon_module::Module
}
