//! What a tournament keeps from the programs that play in it.

use std::{
    fmt,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    str::FromStr,
};

use agon_core::Seed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    ask::spec_error::SpecError,
    plan::schedule::Plan,
    plan::tournament::{Section, Tournament},
};

/// A number of 128 bits that no program can guess, and from which, with the seed, all is drawn that programs must not
/// know in advance. The journal has it, so that recorded games can be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(u128);

impl Secret {
    /// How a secret is written.
    pub(crate) const ACCEPTED: &str = "32 hexadecimal digits";

    /// One that the system draws.
    pub fn drawn() -> Secret {
        let half = || u128::from(RandomState::new().build_hasher().finish());
        Secret(half() << 64 | half())
    }

    /// The seed of what is drawn for programs under this one: nobody finds one of the three from the other two.
    fn under(self, seed: Seed) -> Seed {
        let mut hasher = Sha256::new();
        hasher.update(b"agon secret 1\n");
        hasher.update(self.0.to_le_bytes());
        hasher.update(seed.0.to_le_bytes());
        let digest: [u8; 32] = hasher.finalize().into();
        let (first, _) = digest.split_first_chunk().expect("it has more than eight bytes");
        Seed(u64::from_le_bytes(*first))
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> String {
        secret.to_string()
    }
}

impl FromStr for Secret {
    type Err = String;

    fn from_str(text: &str) -> Result<Secret, String> {
        let is_written_so = text.len() == 32 && text.chars().all(|digit| digit.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| is_written_so);
        number
            .map(Secret)
            .ok_or_else(|| format!("it cannot be `{text}`; accepted: {}", Secret::ACCEPTED))
    }
}

impl TryFrom<String> for Secret {
    type Error = String;

    fn try_from(text: String) -> Result<Secret, String> {
        text.parse()
    }
}

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
    /// of hidden information, or draws at random itself. Any other tournament has none, and goes by its seed alone.
    pub fn has_secret(&self) -> bool {
        self.sections.iter().any(|of| of.is_drawn_in_secret() || of.gives_seeds())
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
    use agon_core::{Habits, Seed};

    use super::{Plan, Secret, Tournament};
    use crate::{Spec, play::referee::Referee};

    #[test]
    fn a_secret_is_written_as_it_is_read_and_is_drawn_anew_each_time() {
        let text = "000102030405060708090a0b0c0d0eff";
        let secret: Secret = text.parse().unwrap();
        assert_eq!(secret.to_string(), text);
        assert_eq!(text.to_uppercase().parse(), Ok(secret));
        for wrong in ["", "1", &text[1..], "+00102030405060708090a0b0c0d0eff", &format!("{text}0")]
        {
            let said = wrong.parse::<Secret>().unwrap_err();
            assert!(said.contains("32 hexadecimal digits"), "{said}");
        }
        assert_ne!(Secret::drawn(), Secret::drawn());
    }

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
        for (game, draws, has_secret) in
            [("nim", false, false), ("nim", true, true), ("pig", false, true)]
        {
            let tournament = Tournament { secret: Some(secret), ..tournament(game, draws) };
            assert_eq!(tournament.has_secret(), has_secret, "{game}");
            let section = &tournament.sections[0];
            assert_eq!(tournament.seed_at(section) == tournament.seed, game == "nim", "{game}");
            assert_ne!(tournament.seed_of_programs(), tournament.seed);
            // Without a program it has none.
            let spec = Spec::default().game(game).player("random").player("greedy");
            let alone = spec.secret(secret).resolve().unwrap();
            assert!(!alone.has_secret() && alone.secret.is_none());
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

    /// Recorded games are played again by this.
    #[test]
    fn what_is_drawn_under_a_secret_never_changes() {
        let secret = |last: u128| Secret(0x0001_0203_0405_0607_0809_0a0b_0c0d_0e00 | last);
        assert_eq!(secret(0xff).under(Seed(1)), Seed(17_137_889_341_154_902_753));
        assert_ne!(secret(0xff).under(Seed(1)), secret(0xff).under(Seed(2)));
        assert_ne!(secret(0xff).under(Seed(1)), secret(0xfe).under(Seed(1)));
    }
}
