//! The file of a learned evaluation.
//!
//! It is of the format safetensors: eight bytes that say how long the head is, a head in JSON,
//! and the tensors, one for each table. Any reader of that format reads the weights. All else stands under
//! one key of the head, as JSON, with the SHA-256 of the tensors. Weights are numbers of four bytes, or in a
//! compact file whole multiples of one step, of a byte each.

use std::fmt::Write;

use agon_arena::ask::{json_words, sha256};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{layout::BoardLayout, network::Network, patterns::Orbit};

/// The version of the format.
const FORMAT: u32 = 1;

/// The key of the head for [`AboutModel`].
const KEY: &str = "agon";

/// No head is longer, and no file.
const MOST_HEAD: usize = 16 << 20;
pub(crate) const MOST_FILE: u64 = 2 << 30;

/// No model has more weights.
pub(crate) const MOST_WEIGHTS: usize = 1 << 28;

/// The description of a model in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AboutModel {
    /// The version of the format.
    pub(crate) format: u32,
    /// The version of the program that learned it.
    pub(crate) version: String,
    /// The game's term.
    pub(crate) game: String,
    /// The names of its features, if it uses features.
    pub(crate) features: Vec<String>,
    /// The layout of the board or the features.
    pub(crate) layout: BoardLayout,
    /// The tuples that share a table, table by table.
    pub(crate) tuples: Vec<Orbit>,
    /// The number of games it was learned from.
    pub(crate) games: u64,
    /// The number of these that others had played.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) read: u64,
    /// The seed of the other games.
    pub(crate) seed: u64,
    /// The unit of the weights if they are stored as bytes: a power of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) step: Option<f32>,
    /// The SHA-256 of the tensors.
    pub(crate) sha256: String,
}

/// A model of the bytes of its file.
///
/// # Errors
///
/// If they are not such a file: the mistake, as the end of a sentence.
pub(crate) fn decode(bytes: &[u8]) -> Result<(AboutModel, Network), String> {
    let (about, data) = head(bytes)?;
    if about.sha256 != sha256(data) {
        return Err("it is damaged: its weights have another SHA-256 than it says".to_owned());
    }
    let layout = about.layout.clone();
    let is_sound = layout.seats != 0
        && layout.bounds.iter().all(|bound| bound.is_finite())
        && layout.bounds[0] <= layout.bounds[1]
        && layout.places.len() <= layout.bytes.into()
        && layout.opposed <= (layout.seats == 2)
        && (layout.features != 0) == about.tuples.is_empty()
        && (layout.features != 0) == (layout.states == 0)
        && usize::from(layout.features) == about.features.len()
        && about.step.is_none_or(|step| step.is_normal() && 0.0 < step);
    let width = width(&about);
    // What it claims to be is as large as the file, before anything that large is made.
    let most = (data.len() / width).min(MOST_WEIGHTS);
    let network = Some(about.tuples.clone())
        .filter(|_| is_sound)
        .and_then(|tuples| Network::new(layout, tuples, most))
        .filter(|network| width * network.weights.len() == data.len());
    let mut network = network.ok_or("its tuples and its weights do not fit each other")?;
    let mut at = 0;
    for (set, table, length) in tables(&network) {
        for weight in &mut network.weights[set * network.size + table..][..length] {
            *weight = match (about.step, &data[at..]) {
                (Some(step), [byte, ..]) => f32::from(byte.cast_signed()) * step,
                (None, &[a, b, c, d, ..]) => f32::from_le_bytes([a, b, c, d]),
                _ => return Err("its weights end early".to_owned()),
            };
            at += width;
        }
    }
    if !network.weights.iter().all(|weight| weight.is_finite()) {
        return Err("one of its weights is no number".to_owned());
    }
    Ok((about, network))
}

/// The description of a model, and its tensors.
fn head(bytes: &[u8]) -> Result<(AboutModel, &[u8]), String> {
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or("it is too short")?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok();
    let length = length.filter(|&length| length <= rest.len().min(MOST_HEAD));
    let (text, data) = rest.split_at(length.ok_or("it does not begin as safetensors does")?);
    let wrong = |_| "its head is not that of a safetensors file".to_owned();
    let head: Map<String, Value> = serde_json::from_slice(text).map_err(wrong)?;
    let about = head.get("__metadata__").and_then(|all| all.get(KEY)).and_then(Value::as_str);
    let about = about.ok_or_else(|| format!("it says nothing under the key `{KEY}`"))?;
    let read: Value = serde_json::from_str(about).map_err(|error| json_words(&error))?;
    match read.get("format").and_then(Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) => {
            return Err(format!("its format is {format}, and this program reads {FORMAT}"));
        }
        None => return Err("it does not say its format".to_owned()),
    }
    let about: AboutModel = serde_json::from_value(read).map_err(|error| json_words(&error))?;
    Ok((about, data))
}

/// The set, the beginning and the length of every table, in the order of the file.
fn tables(network: &Network) -> Vec<(usize, usize, usize)> {
    let sets = network.layout.sets();
    let number = usize::from(network.layout.states);
    let lengths: Vec<usize> = if network.sees_features() {
        vec![network.size]
    } else {
        network.orbits.iter().map(|orbit| number.pow(orbit[0].len() as u32)).collect()
    };
    let mut all = Vec::new();
    let mut begin = 0;
    for length in lengths {
        all.extend((0..sets).map(|set| (set, begin, length)));
        begin += length;
    }
    all
}

/// How many bytes a weight has.
fn width(about: &AboutModel) -> usize {
    if about.step.is_some() { 1 } else { 4 }
}

/// Rounds weights to whole multiples of a power of two, at most 127 of them: of the one with which the squares of the
/// errors add up to least, which is returned.
fn round(weights: &mut [f32]) -> f32 {
    let largest = weights.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
    let rounded = |weight: f32, step: f32| libm::rintf(weight / step).clamp(-127.0, 127.0) * step;
    // The smallest that reaches the largest weight, and smaller ones, with which it does not.
    let mut step = 1.0f32;
    while 127.0 * step < largest {
        step *= 2.0;
    }
    while largest <= 63.0 * step && f32::MIN_POSITIVE * 4096.0 < step {
        step /= 2.0;
    }
    let error = |step: f32| {
        let errors = weights.iter().map(|&weight| f64::from(weight - rounded(weight, step)));
        errors.fold(0.0, |sum, error| sum + error * error)
    };
    let mut best = (error(step), step);
    for halved in 1..8 {
        let step = step / f32::from(1u8 << halved);
        let error = error(step);
        if error < best.0 {
            best = (error, step);
        }
    }
    for weight in weights {
        *weight = rounded(*weight, best.1);
    }
    best.1
}

/// The file of a model; its hash is given to `about`, and the weights of a compact one are rounded.
pub(crate) fn encode(about: &mut AboutModel, network: &mut Network) -> Vec<u8> {
    if let Some(step) = &mut about.step {
        *step = round(&mut network.weights);
    }
    let width = width(about);
    let mut data = Vec::with_capacity(width * network.weights.len());
    for (set, table, length) in tables(network) {
        for weight in &network.weights[set * network.size + table..][..length] {
            match about.step {
                Some(step) => data.extend(((weight / step) as i8).to_le_bytes()),
                None => data.extend(weight.to_le_bytes()),
            }
        }
    }
    about.sha256 = sha256(&data);
    let text = serde_json::to_string(about).expect("names and numbers are JSON");
    // In this order: a map of JSON has its keys sorted.
    let mut head = format!("{{\"__metadata__\":{}", serde_json::json!({ KEY: text }));
    let (sets, number) = (network.layout.sets(), network.layout.states);
    let dtype = if about.step.is_some() { "I8" } else { "F32" };
    let mut at = 0;
    let shapes: Vec<Vec<usize>> = if network.sees_features() {
        vec![vec![network.size]]
    } else {
        network.orbits.iter().map(|orbit| vec![number.into(); orbit[0].len()]).collect()
    };
    for (table, shape) in shapes.into_iter().enumerate() {
        let size = width * sets * shape.iter().product::<usize>();
        let shape: Vec<String> =
            std::iter::once(sets).chain(shape).map(|side| side.to_string()).collect();
        let shape = shape.join(",");
        let (begin, end) = (at, at + size);
        let _ = write!(
            head,
            ",\"table{table:03}\":{{\"dtype\":\"{dtype}\",\"shape\":[{shape}],\"data_offsets\":[{begin},{end}]}}"
        );
        at = end;
    }
    head.push('}');
    // Tensors begin at a multiple of eight bytes.
    while !head.len().is_multiple_of(8) {
        head.push(' ');
    }
    let mut bytes = Vec::with_capacity(8 + head.len() + data.len());
    bytes.extend((head.len() as u64).to_le_bytes());
    bytes.extend(head.as_bytes());
    bytes.extend(data);
    bytes
}

/// The description of a model of this program before learning.
pub(crate) fn about(
    game: String,
    features: Vec<String>,
    network: &Network,
    seed: u64,
) -> AboutModel {
    AboutModel {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game,
        features,
        layout: network.layout.clone(),
        tuples: network.orbits.clone(),
        games: 0,
        read: 0,
        seed,
        step: None,
        sha256: String::new(),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_none(count: &u64) -> bool {
    *count == 0
}
