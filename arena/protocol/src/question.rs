//! Questions about positions, and their answers.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

/// Positions, and the questions about each of them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ask {
    /// The number of the question, which the answer repeats.
    #[serde(default)]
    pub id: u64,
    /// The game's term; the one that is played if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The positions.
    pub positions: Vec<AskedPosition>,
    /// The parts wanted besides the seat to act, or the payoffs at the end.
    #[serde(default)]
    pub want: Vec<Want>,
    /// The heuristic of the estimates; the game's usual one if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The seat, counted from 1, that cannot tell the redeals from the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What each of the redeals is drawn by: whole numbers below 2⁶⁴ as texts, 1000 at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<String>,
}

/// A position: a text, or moves to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum AskedPosition {
    /// The position that this text is.
    Text(String),
    /// The position after moves, and its text is part of the answer.
    After {
        /// Where the moves begin: a position as a text, or the initial one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// The moves in the game's notation, outcomes of chance among them.
        #[serde(default)]
        moves: Vec<String>,
    },
}

/// Straight into its place: there are many.
impl<'de> Deserialize<'de> for AskedPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = AskedPosition;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position: a text, or an object with `moves`")
            }
            fn visit_str<E>(self, text: &str) -> Result<AskedPosition, E> {
                Ok(AskedPosition::Text(text.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<AskedPosition, A::Error> {
                #[derive(Deserialize)]
                struct After {
                    #[serde(default)]
                    position: Option<String>,
                    #[serde(default)]
                    moves: Vec<String>,
                }
                let After { position, moves } = After::deserialize(MapAccessDeserializer::new(map))?;
                Ok(AskedPosition::After { position, moves })
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

/// What may be asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Want {
    /// Its text as the game writes it: equal positions have equal texts.
    Position,
    /// The legal moves, or what chance may draw, with weights.
    Moves,
    /// The codes of the moves.
    Codes,
    /// Where each of the moves leads.
    Successors,
    /// The heuristic's guess at the payoff of every seat.
    Estimates,
    /// The game's features for every seat.
    Features,
    /// A drawing in letters.
    Drawing,
    /// What every seat sees, and who sits at none.
    Views,
    /// Positions that `seat` cannot tell from it, one for each of `seeds`.
    Redeals,
}

impl Want {
    /// How many there are.
    pub(crate) const COUNT: usize = Want::Redeals as usize + 1;
}

/// The answers about one position.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PositionAnswer {
    /// Why nothing is known: the text is no position, or a move is not legal. Then nothing else is here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who acts, or what everybody got.
    #[serde(flatten)]
    pub acts: Option<Acts>,
    /// The legal moves in the game's notation and its order, or what chance may draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// What chance may draw is as likely as its weight among the sum of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u32>>,
    /// The codes of the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codes: Option<Vec<String>>,
    /// Where each of the moves leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successors: Option<Vec<Successor>>,
    /// A guess at the payoff of every seat; at the end the payoffs themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimates: Option<Vec<f64>>,
    /// For every seat the values of the game's features.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<Vec<f64>>>,
    /// A drawing in letters, of several lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// For every seat all that it has seen since the game began; where nothing is hidden the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub views: Option<Vec<String>>,
    /// What everybody has seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_view: Option<String>,
    /// Positions that the seat of the question cannot tell from this one, each as likely as it is if the others had
    /// moved at random: one for each seed, in order. It depends on nothing but what the seat has seen, and the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redeals: Option<Vec<Successor>>,
}

/// Where a move leads, or a redeal.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Successor {
    /// The position as a text.
    pub position: String,
    /// Who acts there, or what everybody got.
    #[serde(flatten)]
    pub acts: Acts,
    /// A guess at the payoff of every seat there, if estimates are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimates: Option<Vec<f64>>,
}

/// Who acts in a position.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "node", rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Acts {
    /// A seat chooses.
    Decision {
        /// Which, counted from 1.
        seat: u8,
    },
    /// Chance draws.
    Chance,
    /// Nobody: the game is over.
    Terminal {
        /// What every seat got, in order.
        payoffs: Vec<f64>,
    },
}
