//! How a game of a tournament is played, as far as it distinguishes two with one name.

use std::fmt::Write as _;

use crate::{
    ask::{rules::Worded, words::count},
    plan::tournament::Section,
};

/// The game of a section, and how it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SectionManner {
    /// The game's term.
    pub game: String,
    /// The most nodes a player may search for a move.
    pub nodes: Option<u64>,
    /// The most milliseconds it may take.
    pub move_time: Option<u64>,
    /// The number of openings of every meeting, and the number of chosen ones.
    pub(crate) openings: u64,
    pub(crate) openings_from_file: Option<u64>,
    /// The number of random plies of these.
    pub(crate) plies: u32,
    pub(crate) seatings: String,
    pub(crate) max_plies: u32,
}

impl SectionManner {
    /// That of a section.
    pub(crate) fn of(section: &Section) -> SectionManner {
        let chosen = section.openings.min(section.book.len() as u64);
        SectionManner {
            game: section.game.term.clone(),
            nodes: section.budget.nodes,
            move_time: section.move_time,
            openings: section.openings,
            openings_from_file: (chosen != 0).then_some(chosen),
            plies: section.plies,
            seatings: section.seating.word().to_owned(),
            max_plies: section.max_plies,
        }
    }

    /// The game alone.
    pub(crate) fn only_game(&self) -> SectionManner {
        SectionManner { game: self.game.clone(), ..SectionManner::default() }
    }

    /// The game and the limits of a move: under equal limits a player is equally strong, from any openings.
    #[must_use]
    pub(crate) fn limits(&self) -> SectionManner {
        SectionManner { nodes: self.nodes, move_time: self.move_time, ..self.only_game() }
    }

    /// Its description, property by property.
    fn words(&self) -> [String; 6] {
        let chosen = self.openings_from_file.map_or_else(
            || "openings from no file".to_owned(),
            |chosen| format!("{} from a file", count(chosen, "opening")),
        );
        [
            self.nodes
                .map_or_else(|| "any number of nodes".to_owned(), |nodes| format!("{} a move", count(nodes, "node"))),
            self.move_time.map_or_else(|| "no clock".to_owned(), |time| format!("{time} ms a move")),
            count(self.openings, "opening"),
            chosen,
            count(self.plies.into(), "random ply"),
            format!("seatings {}, at most {}", self.seatings, count(self.max_plies.into(), "ply")),
        ]
    }

    /// A label for each: the game's term, and for games with the same term the properties in which
    /// they differ.
    pub(crate) fn names(all: &[SectionManner]) -> Vec<String> {
        let name = |(number, own): (usize, &SectionManner)| {
            let others = || all.iter().filter(|other| other.game == own.game);
            let words = own.words();
            let differs = |&kind: &usize| others().any(|other| other.words()[kind] != words[kind]);
            let parts: Vec<&str> = (0..words.len()).filter(differs).map(|kind| &*words[kind]).collect();
            let mut name = own.game.clone();
            if !parts.is_empty() {
                let _ = write!(name, ", {}", parts.join(", "));
            }
            if 1 < others().filter(|other| *other == own).count() {
                let before = all[..number].iter().filter(|other| *other == own).count();
                let _ = write!(name, " ({})", before + 1);
            }
            name
        };
        all.iter().enumerate().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::SectionManner;

    #[test]
    fn sections_are_named_by_their_differences() {
        let of = |game: &str, nodes, plies| SectionManner {
            game: game.to_owned(),
            nodes,
            plies,
            ..SectionManner::default()
        };
        let names = |all: &[SectionManner]| SectionManner::names(all).join("; ");
        let (one, other) = (of("nim", Some(1_000), 2), of("nim", Some(20_000), 2));
        assert_eq!(names(&[one.clone(), of("pig", None, 0)]), "nim; pig");
        assert_eq!(
            names(&[one.clone(), of("pig", None, 0), other.clone()]),
            "nim, 1000 nodes a move; pig; nim, 20000 nodes a move"
        );
        assert_eq!(names(&[one.clone(), one.clone()]), "nim (1); nim (2)");
        let unlike = of("nim", None, 1);
        let all = [one, other.clone(), other, unlike];
        let found = SectionManner::names(&all);
        assert_eq!(found[1], "nim, 20000 nodes a move, 2 random plies (1)");
        assert_eq!(found[3], "nim, any number of nodes, 1 random ply");
        assert!((0..4).all(|i| (0..i).all(|j| found[i] != found[j])), "{found:?}");
    }
}
