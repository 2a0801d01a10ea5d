//! What this arena is built with: the only file that names a game or a player.
//!
//! Naming a game links it, which is all its plug-in needs, and compiles for it the players
//! that gain by it. Every other pair plays as well, through virtual calls. It is a crate of its
//! own, so that a change to the arena doesn't compile every pair again.

use agon_core::{Roster, inventory};
/// Exact solving, which is no player but needs no game's name either.
pub use agon_players::solve;
use agon_players::{crowd, duel, either};

inventory::submit! { Roster(crowd::<agon_2048::Board>()) }
inventory::submit! { Roster(duel::<agon_amoba::Amoba>()) }
inventory::submit! { Roster(crowd::<agon_backgammon::Backgammon>()) }
inventory::submit! { Roster(duel::<agon_breakthrough::Breakthrough>()) }
inventory::submit! { Roster(duel::<agon_checkers::Checkers>()) }
inventory::submit! { Roster(duel::<agon_chess::Chess>()) }
inventory::submit! { Roster(either::<agon_chinese_checkers::ChineseCheckers>()) }
inventory::submit! { Roster(duel::<agon_connect_four::ConnectFour>()) }
inventory::submit! { Roster(duel::<agon_dots_and_boxes::DotsAndBoxes>()) }
inventory::submit! { Roster(crowd::<agon_einstein::Einstein>()) }
inventory::submit! { Roster(crowd::<agon_ghosts::Ghosts>()) }
inventory::submit! { Roster(duel::<agon_go::Go>()) }
inventory::submit! { Roster(duel::<agon_grundy::Grundy>()) }
inventory::submit! { Roster(duel::<agon_hex::Hex>()) }
inventory::submit! { Roster(duel::<agon_kalah::Kalah>()) }
inventory::submit! { Roster(duel::<agon_nim::Nim>()) }
inventory::submit! { Roster(duel::<agon_nine_mens_morris::Morris>()) }
inventory::submit! { Roster(duel::<agon_othello::Othello>()) }
inventory::submit! { Roster(crowd::<agon_pig::Pig>()) }
inventory::submit! { Roster(either::<agon_tic_tac_toe::TicTacToe>()) }
inventory::submit! { Roster(either::<agon_tree::Tree>()) }
