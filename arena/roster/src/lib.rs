//! What this arena is built with: the only file that names a game or a player.
//!
//! Naming a game links it, which is all its plug-in needs: every pair of game and player plays, through
//! virtual calls. With the feature `native` the players that gain by it are compiled for each game as
//! well; they choose the same moves, sooner. It is a crate of its own, so that a change to the arena
//! doesn't compile every pair again.

/// Exact solving, which is no player but needs no game's name either.
pub use agon_players::solve;

/// Links each game, and compiles for it, if that is asked for, the players named.
macro_rules! games {
    ($($players:ident $game:ident::$position:ident)*) => {$(
        #[cfg(feature = "native")]
        agon_core::inventory::submit! {
            agon_core::Roster(agon_players::$players::<$game::$position>())
        }
        #[cfg(not(feature = "native"))]
        use $game as _;
    )*};
}

games! {
    crowd agon_2048::Board
    duel agon_amoba::Amoba
    crowd agon_backgammon::Backgammon
    duel agon_breakthrough::Breakthrough
    duel agon_checkers::Checkers
    duel agon_chess::Chess
    either agon_chinese_checkers::ChineseCheckers
    duel agon_connect_four::ConnectFour
    duel agon_connect_four::AnyConnectFour
    duel agon_dots_and_boxes::DotsAndBoxes
    crowd agon_einstein::Einstein
    crowd agon_ghosts::Ghosts
    duel agon_go::Go
    duel agon_grundy::Grundy
    duel agon_hex::Hex
    duel agon_kalah::Kalah
    duel agon_nim::Nim
    duel agon_nine_mens_morris::Morris
    duel agon_othello::Othello
    crowd agon_pig::Pig
    either agon_tic_tac_toe::TicTacToe
    either agon_tree::Tree
}
