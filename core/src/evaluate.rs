//! Evaluations that were learned from play: how a search asks them, and where they are found.
//!
//! An evaluation looks at what lies on the places of the board ([`Position::states`]), or at the
//! game's features, and knows nothing else of positions: so one of them serves all bodies of a game,
//! erased or not. This library reads no file. Whoever reads terms reads the files they name, and
//! [registers](register) what is in them by the SHA-256 of the file; from then on the term names it,
//! `learned("c4.agon", sha256=…)`, and another file of that name is not taken for it. Some games bring one along,
//! which `learned` names without a file.

use std::{
    any::TypeId,
    cell::Cell,
    collections::BTreeMap,
    fmt::{self, Debug},
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use crate::{
    AnyPosition, Position, Seat, registry,
    term::{Argument, Term, quoted, unquoted},
};

/// The name of the terms that name an evaluation: `learned("c4.agon")`, or `learned` alone for the one that
/// [comes with the game](ShippedModel).
pub const MODEL: &str = "learned";

/// The option of such a term that says which file it is.
const HASH: &str = "sha256";

/// What an evaluation sees of a position.
#[derive(Clone, Copy, Debug)]
pub struct Glimpse<'a> {
    /// What lies where, as the [viewer](Evaluate::viewer) sees it; empty if it looks at features.
    pub states: &'a [u8],
    /// The game's features for the viewer; empty if it looks at places.
    pub features: &'a [f64],
    /// Whose turn it is.
    pub on_turn: Seat,
    /// What the seat that is asked about has for certain, in payoffs.
    pub secured: f64,
}

/// An evaluation that was learned.
pub trait Evaluate: Send + Sync {
    /// The SHA-256 of its file, in 64 hexadecimal digits.
    fn id(&self) -> &str;

    /// Whether it is for this game, which is given by its initial position.
    ///
    /// # Errors
    ///
    /// Why not, as the end of a sentence.
    fn fits(&self, game: &AnyPosition) -> Result<(), String>;

    /// Whether it looks at the game's features rather than at the places of its board.
    fn sees_features(&self) -> bool;

    /// Through whose eyes it looks when it is asked about `seat`.
    fn viewer(&self, on_turn: Seat, seat: Seat) -> Seat;

    /// The guess at the payoff of `seat`, within the bounds of the game.
    fn value(&self, sight: Glimpse<'_>, seat: Seat) -> f64;
}

/// An evaluation, as an estimator has it. Two are equal if they are of one file.
#[derive(Clone)]
pub struct Learned(Arc<dyn Evaluate>);

impl Debug for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MODEL}({HASH}={})", self.0.id())
    }
}

impl PartialEq for Learned {
    fn eq(&self, other: &Learned) -> bool {
        self.0.id() == other.0.id()
    }
}

impl Learned {
    /// For the game that begins with `game`.
    ///
    /// # Errors
    ///
    /// Where it is for another game.
    pub fn new(evaluation: Arc<dyn Evaluate>, game: &AnyPosition) -> Result<Learned, String> {
        evaluation.fits(game)?;
        Ok(Learned(evaluation))
    }

    /// The one that `term` names.
    pub(crate) fn of(term: &Term, game: &AnyPosition) -> Result<Learned, String> {
        let name = ModelName::of(term)?;
        let file = quoted(&name.file);
        let Some(hash) = name.hash else {
            return Err(format!("a file that was read before; {file} was not"));
        };
        let models = MODELS.read().unwrap_or_else(PoisonError::into_inner);
        let found = models.get(&hash).cloned();
        drop(models);
        let found = found.ok_or_else(|| {
            format!("a file that was read before; {file} with that SHA-256 was not")
        })?;
        Learned::new(found, game).map_err(|why| format!("a file of this game; {file} {why}"))
    }

    /// The one that comes with the game that begins with `game`.
    pub(crate) fn shipped(game: &AnyPosition) -> Result<Learned, String> {
        let shipped = ShippedModel::of(game).ok_or_else(|| {
            let games: Vec<&str> = ShippedModel::all().keys().copied().collect();
            ShippedModel::instead(&games)
        })?;
        Learned::new((shipped.read)(), game).map_err(|why| {
            format!("a game with the usual board: the model that comes with it {why}")
        })
    }

    /// The guess at the payoff of `seat` in `position`, which is not terminal.
    #[inline(never)]
    pub fn estimate<P: Position>(&self, position: &P, seat: Seat) -> f64 {
        thread_local! {
            // A search asks at every node, and nothing allocates there.
            static ROOM: Cell<(Vec<u8>, Vec<f64>)> = const { Cell::new((Vec::new(), Vec::new())) };
        }
        let (mut states, mut features) = ROOM.take();
        let on_turn = position.on_turn();
        let viewer = self.0.viewer(on_turn, seat);
        if self.0.sees_features() {
            states.clear();
            position.feature_values(viewer, &mut features);
        } else {
            features.clear();
            position.states(viewer, &mut states);
        }
        let secured = position.secured(seat);
        let sight = Glimpse { states: &states, features: &features, on_turn, secured };
        let value = self.0.value(sight, seat);
        ROOM.set((states, features));
        value
    }
}

/// An evaluation that comes with a game, where a build has it. Submit it to [`inventory`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ShippedModel {
    /// The name of the game; it was learned with its usual options.
    pub game: &'static str,
    /// The SHA-256 of its file, in 64 hexadecimal digits.
    pub sha256: &'static str,
    /// Reads it, the first time that somebody asks.
    pub read: fn() -> Arc<dyn Evaluate>,
}

crate::inventory::collect!(ShippedModel);

impl ShippedModel {
    /// That of the game of this name, whose file has this SHA-256.
    pub const fn new(
        game: &'static str,
        sha256: &'static str,
        read: fn() -> Arc<dyn Evaluate>,
    ) -> ShippedModel {
        ShippedModel { game, sha256, read }
    }

    /// All that this build has, by the names of their games.
    pub fn all() -> &'static BTreeMap<&'static str, &'static ShippedModel> {
        static ALL: OnceLock<BTreeMap<&'static str, &'static ShippedModel>> = OnceLock::new();
        ALL.get_or_init(|| {
            let models = crate::inventory::iter::<ShippedModel>();
            registry::unique(models.map(|model| (model.game, model)))
        })
    }

    /// The one of the game that begins with `game`, of whatever options the game has this body for.
    pub fn of(game: &AnyPosition) -> Option<&'static ShippedModel> {
        static BODIES: OnceLock<BTreeMap<TypeId, &'static ShippedModel>> = OnceLock::new();
        let bodies = BODIES.get_or_init(|| {
            let body = |(name, model): (&&str, &&'static ShippedModel)| {
                Some((registry::game(name).ok()?.start.position_type(), *model))
            };
            registry::unique(ShippedModel::all().iter().filter_map(body))
        });
        bodies.get(&game.position_type()).copied()
    }

    /// What is accepted where a game has none, but these have: the end of a sentence.
    pub fn instead(games: &[&str]) -> String {
        if games.is_empty() {
            return "learned(\"FILE\"), with a file of `agon learn GAME`: this build has no models, for which it \
                    wants the feature `models`"
                .to_owned();
        }
        format!(
            "learned(\"FILE\"), with a file of `agon learn GAME`: no model comes with this game, only with {}",
            games.join(", ")
        )
    }
}

static MODELS: RwLock<BTreeMap<String, Arc<dyn Evaluate>>> = RwLock::new(BTreeMap::new());

/// Makes an evaluation known by its [id](Evaluate::id), for terms that are read from now on.
pub fn register(evaluation: Arc<dyn Evaluate>) {
    let mut models = MODELS.write().unwrap_or_else(PoisonError::into_inner);
    models.insert(evaluation.id().to_owned(), evaluation);
}

/// Forgets it again; whoever has it keeps it.
pub fn forget(id: &str) {
    MODELS.write().unwrap_or_else(PoisonError::into_inner).remove(id);
}

/// Whether an evaluation of that id is known.
pub fn is_known(id: &str) -> bool {
    MODELS.read().unwrap_or_else(PoisonError::into_inner).contains_key(id)
}

/// How a term names an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelName {
    /// The file, as it was written.
    pub file: String,
    /// The SHA-256 that it must have, in 64 lower-case hexadecimal digits, if that was written.
    pub hash: Option<String>,
}

impl ModelName {
    /// What `term`, whose name is [`MODEL`], names.
    ///
    /// # Errors
    ///
    /// What is accepted instead.
    pub fn of(term: &Term) -> Result<ModelName, String> {
        let form = "learned(\"FILE\"), or learned(\"FILE\", sha256=64 hexadecimal digits)";
        let (mut file, mut hash) = (None, None);
        for Argument { option, value } in &term.arguments {
            let twice = match option.as_deref() {
                None => file.replace(unquoted(value).ok_or(form)?).is_some(),
                Some(HASH) => {
                    let is_digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
                    if value.len() != 64 || !value.bytes().all(is_digit) {
                        return Err(form.to_owned());
                    }
                    hash.replace(value.clone()).is_some()
                }
                Some(_) => return Err(form.to_owned()),
            };
            if twice {
                return Err(form.to_owned());
            }
        }
        let file = file.filter(|file| !file.is_empty()).ok_or(form)?;
        Ok(ModelName { file, hash })
    }

    /// The term that names it.
    pub fn term(&self) -> String {
        let file = quoted(&self.file);
        match &self.hash {
            Some(hash) => format!("{MODEL}({file},{HASH}={hash})"),
            None => format!("{MODEL}({file})"),
        }
    }
}
