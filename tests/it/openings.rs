//! What a game writes can stand in a file of openings.

use agon_arena::plan::{BookOpening, without_comment};
use agon_core::{Position, Seed, registry};

use crate::workspace;

#[test]
fn every_position_of_every_game_can_be_an_opening() {
    workspace::for_each(&workspace::samples(), |term| {
        let start = registry::game(term).unwrap().start;
        for seed in 0..20 {
            let (mut position, mut stream) = (start.clone(), Seed(seed).stream(0));
            for _ in 0..12 {
                if position.count() == 0 {
                    break;
                }
                let text = position.to_string();
                if without_comment(&text) != text {
                    return Err(format!("{term}: {text} has a comment"));
                }
                // These number their positions as they number their moves.
                let name = term.split('(').next().unwrap_or_default();
                let prefix = if ["tree", "squares"].contains(&name) { "position " } else { "" };
                let chosen = BookOpening::read(&format!("{prefix}{text}"), &start)
                    .map_err(|error| format!("{term}: {text}: {error}"))?;
                if chosen.base(&start) != position || !chosen.moves.is_empty() {
                    return Err(format!("{term}: {text} is read as {chosen:?}"));
                }
                position.play(position.draw_move(&mut stream));
            }
        }
        Ok(())
    });
}
