//! Which algorithm is compiled for which type of position.

use std::{any::TypeId, collections::BTreeMap, sync::OnceLock};

use crate::{
    Algorithm, AnyPosition, Options, Player, Plays, Position, SetupError,
    algorithm::{Native, Seated},
    names::unique,
};

/// Makes a player for a game, which is given by its initial position.
pub type Seating = fn(&Options, &AnyPosition) -> Result<Box<dyn Player>, SetupError>;

/// A declaration that an algorithm is compiled for one type of position.
#[derive(Debug)]
pub struct Binding {
    position: fn() -> TypeId,
    /// The player's name.
    pub player: &'static str,
    /// The games the algorithm can play: it is not compiled for any other.
    pub plays: Plays,
    native: Seating,
}

impl Binding {
    /// Compiles `A` for `P`.
    pub const fn of<P: Position, A: Algorithm>() -> Self {
        Binding {
            position: TypeId::of::<P>,
            player: A::NAME,
            plays: A::PLAYS,
            native: |options, game| Ok(Box::new(Native::new(Seated::<P, A>::new(options, game)?))),
        }
    }
}

/// One game and the algorithms compiled for it.
#[derive(Debug)]
pub struct Roster(pub &'static [Binding]);

inventory::collect!(Roster);

pub(super) fn bindings() -> &'static BTreeMap<(TypeId, &'static str), Seating> {
    static BINDINGS: OnceLock<BTreeMap<(TypeId, &'static str), Seating>> = OnceLock::new();
    BINDINGS.get_or_init(|| {
        let all = inventory::iter::<Roster>().flat_map(|roster| roster.0);
        unique(all.map(|b| (((b.position)(), b.player), b.native)))
    })
}
