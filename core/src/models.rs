//! Models: learned evaluations as they are kept, and where they are found.
//!
//! This library reads no file. A program that accepts terms reads the files they name and [registers](register) each
//! model by the SHA-256 of its file. From then on terms name that hash, `learned("c4.agon", sha256=…)`, so that another
//! file of the same name is never mistaken for it. Some games ship a model, which `learned` names without a file.

use std::{
    any::TypeId,
    collections::BTreeMap,
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use crate::{
    AnyPosition, Evaluate, Learned, Sentence,
    names::unique,
    registry,
    term::{Argument, Term, quoted, unquoted},
};

/// The name of terms for an evaluation: `learned("c4.agon")`, or `learned` alone for the one that [ships with the
/// game](ShippedModel).
pub const MODEL: &str = "learned";

/// The option that holds the SHA-256 of the file.
const HASH: &str = "sha256";

/// A learned evaluation that knows for which game it is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    label = "no `impl GameModel` for this type",
    note = "write `fits`; all else is that of `Evaluate`"
)]
pub trait GameModel: Evaluate {
    /// Checks that it is for this game, given by its initial position.
    ///
    /// # Errors
    ///
    /// If it is not: the reason, as the end of a sentence.
    fn fits(&self, game: &AnyPosition) -> Result<(), String>;
}

impl Learned {
    /// Checks `evaluation` against the game with the initial position `game`.
    ///
    /// # Errors
    ///
    /// If it is for another game.
    pub fn new(evaluation: Arc<dyn GameModel>, game: &AnyPosition) -> Result<Learned, String> {
        evaluation.fits(game)?;
        Ok(Learned::fitting(evaluation))
    }

    /// The evaluation that `term` names.
    pub(crate) fn of(term: &Term, game: &AnyPosition) -> Result<Learned, String> {
        let name = ModelName::of(term)?;
        let file = quoted(&name.file);
        let Some(hash) = name.hash else {
            return Err(format!("a file that was read before; {file} was not"));
        };
        let found =
            known(&hash).ok_or_else(|| format!("a file that was read before; {file} with that SHA-256 was not"))?;
        Learned::new(found, game).map_err(|why| format!("a file of this game; {file} {why}"))
    }

    /// The evaluation that ships with the game whose initial position is `game`.
    pub(crate) fn shipped(game: &AnyPosition) -> Result<Learned, Sentence> {
        let shipped = ShippedModel::of(game).ok_or_else(|| {
            let games: Vec<&str> = ShippedModel::all().keys().copied().collect();
            ShippedModel::instead(&games)
        })?;
        Learned::new((shipped.read)(), game).map_err(|_| {
            Sentence::named(
                "model-of-usual-board",
                "a game with the usual board: the model that comes with it is for {game}",
            )
            .with("game", shipped.game)
        })
    }
}

/// An evaluation that ships with a game, if the build includes it. Submit it to [`inventory`].
///
/// That it ships declares that it is stronger: it has made more points than what players use there without it, in the
/// same time and at the same number of positions. Players that choose what is strong use it unless told otherwise.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ShippedModel {
    /// The name of the game, with whose default options it was learned.
    pub game: &'static str,
    /// The SHA-256 of its file, in 64 hexadecimal digits.
    pub sha256: &'static str,
    /// Reads it; called on first use.
    pub read: fn() -> Arc<dyn GameModel>,
}

crate::inventory::collect!(ShippedModel);

impl ShippedModel {
    /// The evaluation for the game of this name, from a file with this SHA-256.
    pub const fn new(game: &'static str, sha256: &'static str, read: fn() -> Arc<dyn GameModel>) -> ShippedModel {
        ShippedModel { game, sha256, read }
    }

    /// All that this build includes, by the names of their games.
    pub fn all() -> &'static BTreeMap<&'static str, &'static ShippedModel> {
        static ALL: OnceLock<BTreeMap<&'static str, &'static ShippedModel>> = OnceLock::new();
        ALL.get_or_init(|| {
            let models = crate::inventory::iter::<ShippedModel>();
            unique(models.map(|model| (model.game, model)))
        })
    }

    /// The evaluation for the body of `game`, whatever the options.
    pub fn of(game: &AnyPosition) -> Option<&'static ShippedModel> {
        static BODIES: OnceLock<BTreeMap<TypeId, &'static ShippedModel>> = OnceLock::new();
        let bodies = BODIES.get_or_init(|| {
            let body = |(name, model): (&&str, &&'static ShippedModel)| {
                Some((registry::game(name).ok()?.start.position_type(), *model))
            };
            unique(ShippedModel::all().iter().filter_map(body))
        });
        bodies.get(&game.position_type()).copied()
    }

    /// The evaluation that was learned for this very game: `game` is its initial position with the default options.
    /// Other rules, or another beginning, may have the same board and the same body.
    pub fn meant_for(game: &AnyPosition) -> Option<&'static ShippedModel> {
        let is_meant = |model: &&ShippedModel| registry::game(model.game).is_ok_and(|usual| usual.start == *game);
        ShippedModel::of(game).filter(is_meant)
    }

    /// Its name in a term that means this evaluation, and no other, in any build.
    pub fn name(&self) -> ModelName {
        ModelName { file: format!("{}.agon", self.game), hash: Some(self.sha256.to_owned()) }
    }

    /// The models accepted instead, if a game has none and `games` have some: the end of a
    /// sentence.
    pub fn instead(games: &[&str]) -> Sentence {
        if games.is_empty() {
            return Sentence::named(
                "no-models-here",
                "learned(\"FILE\"), with the file of a learned model: this build has no models, for which it wants the \
                 feature `models`",
            );
        }
        Sentence::named(
            "no-model-comes",
            "learned(\"FILE\"), with the file of a learned model: no model comes with this game, only with {games}",
        )
        .with("games", games.join(", "))
    }
}

static MODELS: RwLock<BTreeMap<String, Arc<dyn GameModel>>> = RwLock::new(BTreeMap::new());

/// Registers an evaluation by its [id](Evaluate::id), for terms that are read later.
pub fn register(evaluation: Arc<dyn GameModel>) {
    let mut models = MODELS.write().unwrap_or_else(PoisonError::into_inner);
    models.insert(evaluation.id().to_owned(), evaluation);
}

/// Removes it from the register. Players that already hold it are not affected.
pub fn forget(id: &str) {
    MODELS.write().unwrap_or_else(PoisonError::into_inner).remove(id);
}

/// Whether an evaluation with this id is registered, or ships with a game.
pub fn is_known(id: &str) -> bool {
    known(id).is_some()
}

/// The evaluation with this id, where it is registered or ships with a game.
fn known(id: &str) -> Option<Arc<dyn GameModel>> {
    let registered = MODELS.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
    let shipped = || ShippedModel::all().values().find(|model| model.sha256 == id);
    registered.or_else(|| shipped().map(|model| (model.read)()))
}

/// The name of an evaluation in a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelName {
    /// The file name, as written.
    pub file: String,
    /// The required SHA-256 in 64 lower-case hexadecimal digits, if the term gives one.
    pub hash: Option<String>,
}

impl ModelName {
    /// Reads the arguments of `term`, whose name is [`MODEL`].
    ///
    /// # Errors
    ///
    /// If they name no evaluation: the accepted form.
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

    /// The term with this name and hash.
    pub fn term(&self) -> String {
        let file = quoted(&self.file);
        match &self.hash {
            Some(hash) => format!("{MODEL}({file},{HASH}={hash})"),
            None => format!("{MODEL}({file})"),
        }
    }
}
