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

/// The version of the format of tables, and that of nets.
const FORMAT: u32 = 1;
const NET_FORMAT: u32 = 2;

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
    /// The number of hidden units, if it is a net.
    #[serde(default, skip_serializing_if = "no_units")]
    pub(crate) hidden: u16,
    /// Whether it corrects the game's usual heuristic.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) residual: bool,
    /// How many moves ahead self-play looked.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub(crate) depth: u8,
    /// The number of games it was learned from.
    pub(crate) games: u64,
    /// The number of these that others had played.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) read: u64,
    /// The seed of the other games.
    pub(crate) seed: u64,
    /// The unit of the weights if they are stored as bytes, and of those that a net adds up: a power of two.
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
        && (layout.features != 0) == (layout.states == 0)
        && usize::from(layout.features) == about.features.len()
        && about.step.is_none_or(|step| step.is_normal() && 0.0 < step);
    let (is_net, is_rounded) = (about.hidden != 0, about.step.is_some());
    let fits = is_sound
        && about.format == if is_net { NET_FORMAT } else { FORMAT }
        && about.tuples.is_empty() == (is_net || layout.features != 0)
        && about.residual <= is_net
        && (!is_net || is_rounded && layout.features == 0);
    // What it claims to be is as large as the file, before anything that large is made.
    let most = data.len().min(MOST_WEIGHTS);
    let made = || match usize::from(about.hidden) {
        0 => Network::new(layout, about.tuples.clone(), most),
        hidden => Network::net(layout, (hidden, about.residual), most),
    };
    let network = fits.then(made).flatten().map(|network| (tensors(&network, about.step), network));
    let network = network.filter(|(all, network)| size(all, network.layout.sets()) == data.len());
    let (all, mut network) = network.ok_or("its tuples and its weights do not fit each other")?;
    network.is_rounded = is_net;
    let mut rest = data;
    for tensor in &all {
        for set in 0..network.layout.sets() {
            let begin = set * network.size + tensor.begin;
            for weight in &mut network.weights[begin..][..tensor.length] {
                *weight = tensor.numbers.read(rest).ok_or("its weights end early")?;
                rest = &rest[tensor.numbers.width()..];
            }
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
        Some(format) if (FORMAT.into()..=NET_FORMAT.into()).contains(&format) => {}
        Some(format) => {
            return Err(format!("its format is {format}, and this program reads {FORMAT} and {NET_FORMAT}"));
        }
        None => return Err("it does not say its format".to_owned()),
    }
    let about: AboutModel = serde_json::from_value(read).map_err(|error| json_words(&error))?;
    Ok((about, data))
}

/// Weights of a set that stand together in the file, for one set after the other.
struct Tensor {
    name: String,
    /// The sides of one set of them.
    shape: Vec<usize>,
    /// Where they begin in a set, and how many they are.
    begin: usize,
    length: usize,
    numbers: Numbers,
}

/// How numbers are stored.
#[derive(Clone, Copy)]
enum Numbers {
    /// Four bytes each.
    Floats,
    /// One byte each, and the unit of which they are whole multiples.
    Bytes(f32),
    /// Two bytes each, and that unit.
    Words(f32),
}

impl Numbers {
    fn name(self) -> &'static str {
        match self {
            Numbers::Floats => "F32",
            Numbers::Bytes(_) => "I8",
            Numbers::Words(_) => "I16",
        }
    }

    fn width(self) -> usize {
        match self {
            Numbers::Floats => 4,
            Numbers::Bytes(_) => 1,
            Numbers::Words(_) => 2,
        }
    }

    fn write(self, weight: f32, data: &mut Vec<u8>) {
        match self {
            Numbers::Floats => data.extend(weight.to_le_bytes()),
            Numbers::Bytes(step) => data.extend(((weight / step) as i8).to_le_bytes()),
            Numbers::Words(step) => data.extend(((weight / step) as i16).to_le_bytes()),
        }
    }

    /// The number at the beginning of `data`, if that is long enough.
    fn read(self, data: &[u8]) -> Option<f32> {
        Some(match self {
            Numbers::Floats => f32::from_le_bytes(*data.first_chunk()?),
            Numbers::Bytes(step) => f32::from(i8::from_le_bytes(*data.first_chunk()?)) * step,
            Numbers::Words(step) => f32::from(i16::from_le_bytes(*data.first_chunk()?)) * step,
        })
    }
}

/// The tensors, in the order of the file.
fn tensors(network: &Network, step: Option<f32>) -> Vec<Tensor> {
    let number = usize::from(network.layout.states);
    let mut begin = 0;
    let mut tensor = |name: String, shape: Vec<usize>, numbers| {
        let length = shape.iter().product();
        begin += length;
        Tensor { name, shape, begin: begin - length, length, numbers }
    };
    if let Some(net) = &network.net {
        let words = step.map_or(Numbers::Floats, Numbers::Words);
        return vec![
            tensor("columns".to_owned(), vec![net.places, net.states - 1, net.hidden], words),
            tensor("constants".to_owned(), vec![net.hidden], words),
            tensor("output".to_owned(), vec![net.size() - net.output()], Numbers::Floats),
        ];
    }
    let numbers = step.map_or(Numbers::Floats, Numbers::Bytes);
    let shapes: Vec<Vec<usize>> = if network.sees_features() {
        vec![vec![network.size]]
    } else {
        network.orbits.iter().map(|orbit| vec![number; orbit[0].len()]).collect()
    };
    let named = shapes.into_iter().enumerate();
    named.map(|(table, shape)| tensor(format!("table{table:03}"), shape, numbers)).collect()
}

/// How many bytes the tensors have for this number of sets.
fn size(tensors: &[Tensor], sets: usize) -> usize {
    tensors.iter().map(|tensor| sets * tensor.length * tensor.numbers.width()).sum()
}

/// Rounds the weights that a net adds up to whole multiples of a power of two, at most 32767 of them: of the smallest with
/// which that is possible, which is returned.
pub(crate) fn round_net(network: &mut Network) -> Option<f32> {
    let net = network.net?;
    let added =
        |set: &mut [f32]| -> f32 { set[..net.output()].iter().fold(0.0f32, |most, weight| most.max(weight.abs())) };
    let largest = network.weights.chunks_mut(net.size()).map(added).fold(0.0, f32::max);
    let mut step = 1.0f32;
    while 32767.0 * step < largest {
        step *= 2.0;
    }
    while largest <= 16383.0 * step && f32::MIN_POSITIVE * 65536.0 < step {
        step /= 2.0;
    }
    for set in network.weights.chunks_mut(net.size()) {
        for weight in &mut set[..net.output()] {
            *weight = libm::rintf(*weight / step).clamp(-32767.0, 32767.0) * step;
        }
    }
    network.is_rounded = true;
    Some(step)
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
    about.step = match network.net {
        Some(_) => round_net(network),
        None => about.step.map(|_| round(&mut network.weights)),
    };
    let (tensors, sets) = (tensors(network, about.step), network.layout.sets());
    let mut data = Vec::with_capacity(size(&tensors, sets));
    for tensor in &tensors {
        for set in 0..sets {
            let weights = &network.weights[set * network.size + tensor.begin..][..tensor.length];
            for &weight in weights {
                tensor.numbers.write(weight, &mut data);
            }
        }
    }
    about.sha256 = sha256(&data);
    let text = serde_json::to_string(about).expect("names and numbers are JSON");
    // In this order: a map of JSON has its keys sorted.
    let mut head = format!("{{\"__metadata__\":{}", serde_json::json!({ KEY: text }));
    let mut at = 0;
    for tensor in &tensors {
        let shape: Vec<String> = std::iter::once(&sets).chain(&tensor.shape).map(usize::to_string).collect();
        let (name, dtype, shape) = (&tensor.name, tensor.numbers.name(), shape.join(","));
        let (begin, end) = (at, at + size(std::slice::from_ref(tensor), sets));
        let _ =
            write!(head, ",\"{name}\":{{\"dtype\":\"{dtype}\",\"shape\":[{shape}],\"data_offsets\":[{begin},{end}]}}");
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
pub(crate) fn about(game: String, features: Vec<String>, network: &Network, seed: u64) -> AboutModel {
    AboutModel {
        format: if network.net.is_some() { NET_FORMAT } else { FORMAT },
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game,
        features,
        layout: network.layout.clone(),
        tuples: network.orbits.clone(),
        hidden: network.net.map_or(0, |net| net.hidden as u16),
        residual: network.is_residual(),
        depth: 1,
        games: 0,
        read: 0,
        seed,
        step: None,
        sha256: String::new(),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(is: &bool) -> bool {
    !is
}

fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_one(depth: &u8) -> bool {
    *depth == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn no_units(hidden: &u16) -> bool {
    *hidden == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_none(count: &u64) -> bool {
    *count == 0
}
