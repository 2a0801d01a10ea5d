//! What is done at a table, by its name.

use std::time::Duration;

use agon_table::{GameAction, Sitter};

use super::TableState;
use crate::{allowed::short, problem::Problem};

/// What can be done at a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TableAction {
    Play(String),
    Sit(u8),
    /// By the rules of the game's table.
    Act(GameAction),
    Hint,
    /// Whoever thinks answers now.
    Stop,
    /// A player that gave no move is asked once more.
    Again,
}

impl TableAction {
    /// The action of that name, if it needs nothing but a name.
    pub(crate) fn named(name: &str) -> Option<TableAction> {
        Some(match name {
            "uncover" => TableAction::Act(GameAction::Uncover),
            "undo" => TableAction::Act(GameAction::Undo),
            "redo" => TableAction::Act(GameAction::Redo),
            "resign" => TableAction::Act(GameAction::Resign),
            "draw" => TableAction::Act(GameAction::Draw),
            "hint" => TableAction::Hint,
            "stop" => TableAction::Stop,
            "again" => TableAction::Again,
            _ => return None,
        })
    }
}

impl TableState {
    /// A guest does something that takes no time.
    ///
    /// # Errors
    ///
    /// Where it cannot be done, or not by this guest.
    pub(crate) fn perform(&mut self, guest: &str, action: TableAction, now: Duration) -> Result<(), Problem> {
        match action {
            TableAction::Play(text) => {
                short(&text)?;
                self.play(guest, &text, now)
            }
            TableAction::Sit(seat) => self.sit(guest, seat, now),
            TableAction::Act(action) => self.act(guest, action, now),
            TableAction::Stop | TableAction::Again => {
                if !self.has(guest) && self.sitters().iter().any(Sitter::is_person) {
                    return Err(Problem::forbidden("not-seated", &[]));
                }
                if action == TableAction::Stop {
                    self.position_version.hurry();
                }
                self.fault = None;
                Ok(())
            }
            TableAction::Hint => Ok(()),
        }
    }
}
