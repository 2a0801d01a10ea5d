//! What this arena is built with: the only file that names a game or a player.
//!
//! Naming a game links it, which is all its plug-in needs, and compiles every built-in player
//! for it. A pair that nobody names here still plays, through virtual calls. It is a crate of its
//! own, so that a change to the arena doesn't compile every pair again.

use agon_core::{Roster, inventory};
use agon_players::built_in;
/// Exact solving, which is no player but needs no game's name either.
pub use agon_players::solve;

inventory::submit! { Roster(built_in::<agon_2048::Board>()) }
inventory::submit! { Roster(built_in::<agon_amoba::Amoba>()) }
inventory::submit! { Roster(built_in::<agon_backgammon::Backgammon>()) }
inventory::submit! { Roster(built_in::<agon_breakthrough::Breakthrough>()) }
inventory::submit! { Roster(built_in::<agon_checkers::Checkers>()) }
inventory::submit! { Roster(built_in::<agon_chess::Chess>()) }
inventory::submit! { Roster(built_in::<agon_chinese_checkers::ChineseCheckers>()) }
inventory::submit! { Roster(built_in::<agon_connect_four::ConnectFour>()) }
inventory::submit! { Roster(built_in::<agon_dots_and_boxes::DotsAndBoxes>()) }
inventory::submit! { Roster(built_in::<agon_einstein::Einstein>()) }
inventory::submit! { Roster(built_in::<agon_ghosts::Ghosts>()) }
inventory::submit! { Roster(built_in::<agon_go::Go>()) }
inventory::submit! { Roster(built_in::<agon_grundy::Grundy>()) }
inventory::submit! { Roster(built_in::<agon_hex::Hex>()) }
inventory::submit! { Roster(built_in::<agon_kalah::Kalah>()) }
inventory::submit! { Roster(built_in::<agon_nim::Nim>()) }
inventory::submit! { Roster(built_in::<agon_nine_mens_morris::Morris>()) }
inventory::submit! { Roster(built_in::<agon_othello::Othello>()) }
inventory::submit! { Roster(built_in::<agon_pig::Pig>()) }
inventory::submit! { Roster(built_in::<agon_tic_tac_toe::TicTacToe>()) }
inventory::submit! { Roster(built_in::<agon_tree::Tree>()) }
