//! Which seed decides what is drawn: that of the tournament, or one that follows from its secret too.

use agon_core::Seed;

use crate::{
    ask::{secret::Secret, spec_error::SpecError},
    plan::{
        schedule::Plan,
        tournament::{Section, Tournament},
    },
};

impl Section {
    /// Whether a program plays, and something is drawn that it must not know: dice or cards.
    fn is_drawn_in_secret(&self) -> bool {
        (self.facts.chance || self.facts.hidden) && self.habits.iter().any(|habits| habits.outside)
    }

    /// Whether a program draws from the seed that it is given.
    fn gives_seeds(&self) -> bool {
        self.habits.iter().any(|habits| habits.outside && habits.random)
    }
}

impl Tournament {
    /// Whether something of it is drawn with a [secret](Tournament::secret): where a program plays at a game of chance or
    /// of hidden information, or draws at random itself, and none is [waived](Tournament::waives_secret). Any other
    /// tournament goes by its seed alone.
    pub fn has_secret(&self) -> bool {
        !self.waives_secret && self.sections.iter().any(|of| of.is_drawn_in_secret() || of.gives_seeds())
    }

    /// The seed of openings, dice, deals and the draws of players at the game of `section`.
    pub(crate) fn seed_at(&self, section: &Section) -> Seed {
        match self.secret {
            Some(secret) if section.is_drawn_in_secret() => secret.under(self.seed),
            _ => self.seed,
        }
    }

    /// The seed of the numbers that programs are given.
    pub(crate) fn seed_of_programs(&self) -> Seed {
        self.secret.map_or(self.seed, |secret| secret.under(self.seed))
    }
}

impl Plan {
    /// The plan of the same tournament with another secret, or without; with this one, if it has none.
    ///
    /// # Errors
    ///
    /// If there is no such plan: an opening that is drawn otherwise may end the game.
    pub fn with_secret(self, secret: Option<Secret>) -> Result<Plan, SpecError> {
        let tournament = self.tournament();
        let secret = secret.filter(|_| tournament.has_secret());
        if tournament.secret == secret {
            return Ok(self);
        }
        Plan::after(Tournament { secret, ..tournament.clone() }, &self.rounds())
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Habits;

    use super::{Plan, Secret, Tournament};
    use crate::{Spec, play::referee::Referee};

    /// A tournament of `random` and `greedy`, of which the first is said to be a program, which draws or does not.
    fn tournament(game: &str, draws: bool) -> Tournament {
        let spec = Spec::default().game(game).player("random").player("greedy").openings(2, 0);
        let mut tournament = spec.resolve().unwrap();
        tournament.sections[0].habits[0] = Habits::NONE.with_outside(true).with_random(draws);
        tournament
    }

    #[test]
    fn a_tournament_has_a_secret_where_a_program_plays_at_dice_or_draws() {
        let secret = Secret::drawn();
        for (game, draws, has_secret) in [("nim", false, false), ("nim", true, true), ("pig", false, true)] {
            let tournament = Tournament { secret: Some(secret), ..tournament(game, draws) };
            assert_eq!(tournament.has_secret(), has_secret, "{game}");
            let section = &tournament.sections[0];
            assert_eq!(tournament.seed_at(section) == tournament.seed, game == "nim", "{game}");
            assert_ne!(tournament.seed_of_programs(), tournament.seed);
            // Without a program it has none.
            let spec = Spec::default().game(game).player("random").player("greedy");
            let alone = spec.secret(secret).resolve().unwrap();
            assert!(!alone.has_secret() && alone.secret.is_none());
            // Nor where it is waived, be a journal's offered.
            let waived = Tournament { waives_secret: true, ..tournament.clone() };
            assert!(!waived.has_secret());
            let plan = Plan::new(Tournament { secret: None, ..waived }).unwrap();
            assert_eq!(plan.with_secret(Some(secret)).unwrap().tournament().secret, None);
        }
    }

    /// What a program could compute by the seed tells it nothing of the dice.
    #[test]
    fn dice_follow_from_the_secret_and_nothing_else_changes() {
        let dice = |secret: Option<Secret>| {
            let plan = Plan::new(tournament("pig(target=20)", false)).unwrap();
            let plan = plan.with_secret(secret).unwrap();
            assert_eq!(plan.tournament().secret, secret);
            Referee::new(&plan).play(0).moves.clone()
        };
        let [one, other] = ["00112233445566778899aabbccddeeff", "ff112233445566778899aabbccddeeff"];
        let [one, other] = [one, other].map(|text| Some(text.parse().unwrap()));
        assert_eq!(dice(one), dice(one));
        assert_ne!(dice(one), dice(other));
        assert_ne!(dice(one), dice(None));
        let plan = Plan::new(tournament("nim", false)).unwrap();
        let identity = plan.tournament().identity();
        assert_eq!(plan.with_secret(one).unwrap().tournament().identity(), identity);
    }
}
