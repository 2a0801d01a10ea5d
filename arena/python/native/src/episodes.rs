//! Episodes of one seat of a game, many at once: what a vector environment of Gymnasium steps.
//!
//! A step plays an action of the seat in every game; then chance draws and the others play, until the seat is to choose again or
//! the game is over. All of it is what `agon.gymnasium.AgonEnv` does in Python, draw by draw.

use std::sync::Arc;

use agon_arena::cores;
use agon_core::{AnyPosition, Learnable, NamedGame, NamedPlayer, Node, Position as _, Seat, StopSignal};
use agon_table::seat_player;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::{
    advice::decide,
    apart::{apart, on_all, threads},
    arrays::read_actions,
    draws::{Draws, Outcomes},
    errors::{Breakdown, failed, needs_numpy, wrong},
    known,
    observation::observe,
    position::Position,
    room::needs_room,
};

/// One of the games.
struct Episode {
    here: AnyPosition,
    draws: Draws,
    /// Whether nothing can be played until it begins anew: the game is over, or was ended by an illegal action.
    is_over: bool,
    /// Whether the last step ended it.
    has_ended: bool,
}

impl Clone for Episode {
    fn clone(&self) -> Self {
        Episode { here: self.here.clone(), ..*self }
    }
    fn clone_from(&mut self, source: &Self) {
        self.here.clone_from(&source.here);
        (self.draws, self.is_over, self.has_ended) = (source.draws, source.is_over, source.has_ended);
    }
}

/// When an episode that ended begins anew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Autoreset {
    NextStep,
    SameStep,
    Disabled,
}

/// What is asked of an episode.
#[derive(Clone, Copy)]
enum Asked {
    Play(i64),
    /// With a new generator where there is one.
    Begin(Option<(u128, u128)>),
    /// Nothing: it is seen as it is.
    Stay,
}

/// Who plays the other seats.
enum Opponent {
    /// Each legal move equally likely.
    Random,
    Player(NamedPlayer),
}

/// Many episodes of one seat of a game.
#[pyclass(module = "agon")]
pub(crate) struct Episodes {
    game: Arc<NamedGame>,
    all: Vec<Episode>,
    /// What they were before a step that fails.
    before: Vec<Episode>,
    seat: Seat,
    opponent: Opponent,
    autoreset: Autoreset,
    width: usize,
    actions: usize,
}

/// The last of an episode that began anew in the same step: its number, what is seen, and which actions are legal.
type Last = (usize, Vec<u8>, Vec<i8>);

/// Observations and masks.
type Seen<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray2<i8>>);

/// What a step shows: observations, masks, rewards, which ended, and which by an illegal action; and the last observations and
/// masks of those that began anew in the same step.
type Shown<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<i8>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Option<Bound<'py, PyArray1<bool>>>,
    Option<Seen<'py>>,
);

/// The rows of the arrays that one thread writes.
struct Rows<'a> {
    first: usize,
    episodes: &'a mut [Episode],
    asked: &'a [Asked],
    observations: &'a mut [u8],
    masks: &'a mut [i8],
    rewards: &'a mut [f64],
    ended: &'a mut [bool],
    illegal: &'a mut [bool],
}

/// What all threads know.
#[derive(Clone, Copy)]
struct Setting<'a> {
    game: &'a Arc<NamedGame>,
    seat: Seat,
    opponent: &'a Opponent,
    autoreset: Autoreset,
    width: usize,
    actions: usize,
    stop: &'a StopSignal,
}

/// What one thread needs on its way.
#[derive(Default)]
struct Room {
    bytes: Vec<u8>,
    outcomes: Outcomes,
}

impl Setting<'_> {
    /// Goes on until the seat is to choose, or the game is over.
    fn go_on(self, episode: &mut Episode, room: &mut Room) -> PyResult<()> {
        let Episode { here, draws, .. } = episode;
        loop {
            let m = match here.node() {
                Node::Terminal => return Ok(()),
                Node::Decision(seat) if seat == self.seat => return Ok(()),
                Node::Chance => draws.outcome(here, &mut room.outcomes),
                Node::Decision(_) => match self.opponent {
                    Opponent::Random => draws.any_move(here),
                    Opponent::Player(player) => decide((self.game, here), player, (None, draws.seed()), self.stop)?.1.m,
                },
            };
            here.play(m);
        }
    }

    fn begin(self, episode: &mut Episode, room: &mut Room) -> PyResult<()> {
        episode.here.clone_from(&self.game.start);
        self.go_on(episode, room)?;
        episode.is_over = episode.here.node() == Node::Terminal;
        Ok(())
    }

    /// Writes what the seat sees of a position, and which actions are legal, into rows.
    fn show(self, here: &AnyPosition, bytes: &mut Vec<u8>, (seen, mask): (&mut [u8], &mut [i8])) -> PyResult<()> {
        observe(here, self.seat, bytes);
        let (long, width) = (bytes.len(), self.width);
        if width < long {
            return Err(failed(format!(
                "what is seen has {long} bytes, and there is room for {width}: max_bytes={long}"
            )));
        }
        // The arrays were made of zeros.
        seen[..long].copy_from_slice(bytes);
        if matches!(here.node(), Node::Decision(_)) {
            here.each_number(&mut |number| mask[number as usize] = 1);
        }
        Ok(())
    }

    /// Steps all episodes of a part: the last of those that began anew.
    fn step(self, rows: &mut Rows<'_>) -> PyResult<Vec<Last>> {
        let (mut room, mut last) = (Room::default(), Vec::new());
        for (at, episode) in rows.episodes.iter_mut().enumerate() {
            if self.stop.is_given() {
                break;
            }
            let row = (
                &mut rows.observations[at * self.width..][..self.width],
                &mut rows.masks[at * self.actions..][..self.actions],
            );
            match rows.asked[at] {
                Asked::Play(action) => {
                    let legal = u32::try_from(action).ok().and_then(|action| episode.here.numbered(action));
                    if let Some(m) = legal {
                        episode.here.play(m);
                        self.go_on(episode, &mut room)?;
                        episode.is_over = episode.here.node() == Node::Terminal;
                        rows.rewards[at] = if episode.is_over { episode.here.payoff(self.seat) } else { 0.0 };
                    } else {
                        episode.is_over = true;
                        rows.rewards[at] = self.game.start.facts().min_payoff;
                        rows.illegal[at] = true;
                    }
                    (episode.has_ended, rows.ended[at]) = (episode.is_over, episode.is_over);
                }
                Asked::Begin(generator) => {
                    episode.draws = generator.map_or(episode.draws, Draws::of);
                    self.begin(episode, &mut room)?;
                    episode.has_ended = false;
                }
                Asked::Stay => {
                    self.show(&episode.here, &mut room.bytes, (row.0, &mut vec![0; self.actions]))?;
                    continue;
                }
            }
            if episode.has_ended && self.autoreset == Autoreset::SameStep {
                let (mut seen, mut mask) = (vec![0; self.width], vec![0; self.actions]);
                self.show(&episode.here, &mut room.bytes, (&mut seen, &mut mask))?;
                last.push((rows.first + at, seen, mask));
                self.begin(episode, &mut room)?;
            }
            self.show(&episode.here, &mut room.bytes, row)?;
        }
        Ok(last)
    }
}

/// Cuts what there is of all episodes into parts of `size` each.
fn parts<'a>(all: &'a mut Rows<'_>, size: usize, setting: Setting<'_>) -> Vec<Rows<'a>> {
    let mut observations = all.observations.chunks_mut((size * setting.width).max(1));
    let mut masks = all.masks.chunks_mut(size * setting.actions);
    let mut rewards = all.rewards.chunks_mut(size);
    let mut ended = all.ended.chunks_mut(size);
    let mut illegal = all.illegal.chunks_mut(size);
    let mut asked = all.asked.chunks(size);
    let rows = all.episodes.chunks_mut(size).enumerate().map(|(number, episodes)| Rows {
        first: number * size,
        episodes,
        asked: asked.next().unwrap_or_default(),
        observations: observations.next().unwrap_or_default(),
        masks: masks.next().unwrap_or_default(),
        rewards: rewards.next().unwrap_or_default(),
        ended: ended.next().unwrap_or_default(),
        illegal: illegal.next().unwrap_or_default(),
    });
    rows.collect()
}

impl Episodes {
    /// Does what is asked of all episodes, without Python's lock, players on threads of their own. Where it fails, all episodes
    /// are as they were.
    fn turn<'py>(&mut self, py: Python<'py>, asked: &[Asked]) -> PyResult<Shown<'py>> {
        let stop = StopSignal::unexpected();
        let Episodes { game, all: episodes, before, seat, opponent, autoreset, width, actions } = self;
        let setting = Setting {
            game,
            seat: *seat,
            opponent,
            autoreset: *autoreset,
            width: *width,
            actions: *actions,
            stop: &stop,
        };
        let number = episodes.len();
        let observations = PyArray2::zeros(py, [number, setting.width], false);
        let masks = PyArray2::zeros(py, [number, setting.actions], false);
        let rewards = PyArray1::zeros(py, [number], false);
        let ended = PyArray1::zeros(py, [number], false);
        let illegal = PyArray1::zeros(py, [number], false);
        before.clone_from_slice(episodes);
        let last = {
            let (mut observations, mut masks) = (observations.readwrite(), masks.readwrite());
            let (mut rewards, mut ended, mut illegal) = (rewards.readwrite(), ended.readwrite(), illegal.readwrite());
            let mut all = Rows {
                first: 0,
                episodes,
                asked,
                observations: observations.as_slice_mut()?,
                masks: masks.as_slice_mut()?,
                rewards: rewards.as_slice_mut()?,
                ended: ended.as_slice_mut()?,
                illegal: illegal.as_slice_mut()?,
            };
            match opponent {
                Opponent::Random => py.detach(|| {
                    let rows = parts(&mut all, number.div_ceil(threads(number)), setting);
                    on_all(rows, false, |mut rows| setting.step(&mut rows))
                }),
                Opponent::Player(_) => apart(
                    py,
                    || stop.give(),
                    || {
                        let rows = parts(&mut all, number.div_ceil(cores().min(number)), setting);
                        on_all(rows, true, |mut rows| setting.step(&mut rows))
                    },
                )
                .unwrap_or_else(|error| Ok(vec![Err(error)])),
            }
        };
        let last = last.map_err(Breakdown::new_err).and_then(|parts| parts.into_iter().collect::<PyResult<Vec<_>>>());
        let last = match last {
            Ok(parts) => parts.concat(),
            Err(error) => {
                episodes.clone_from_slice(before);
                return Err(error);
            }
        };
        let is_refused = illegal.readonly().as_slice()?.contains(&true);
        let last = if last.is_empty() { None } else { Some(lay_out(py, number, setting, &last)?) };
        Ok((observations, masks, rewards, ended, is_refused.then_some(illegal), last))
    }
}

/// The arrays of those that began anew: zeros in the rows of the others.
fn lay_out<'py>(py: Python<'py>, number: usize, setting: Setting<'_>, last: &[Last]) -> PyResult<Seen<'py>> {
    let observations = PyArray2::zeros(py, [number, setting.width], false);
    let masks = PyArray2::zeros(py, [number, setting.actions], false);
    let (mut seen, mut legal) = (observations.readwrite(), masks.readwrite());
    let (seen, legal) = (seen.as_slice_mut()?, legal.as_slice_mut()?);
    for (at, observation, mask) in last {
        seen[at * setting.width..][..setting.width].copy_from_slice(observation);
        legal[at * setting.actions..][..setting.actions].copy_from_slice(mask);
    }
    Ok((observations, masks))
}

#[pymethods]
impl Episodes {
    #[new]
    #[pyo3(signature = (game, number, *, seat, opponent, autoreset, width))]
    fn new(
        py: Python<'_>,
        game: &str,
        number: usize,
        seat: u8,
        opponent: &str,
        autoreset: &str,
        width: usize,
    ) -> PyResult<Episodes> {
        needs_numpy(py)?;
        let game = known::game(game)?;
        let autoreset = match autoreset {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            other => return Err(wrong(format!("autoreset `{other}`; accepted: NextStep, SameStep, Disabled"))),
        };
        let opponent = match opponent {
            "random" => Opponent::Random,
            term => {
                let player = known::player(term)?;
                seat_player(&player, &game).map_err(failed)?;
                Opponent::Player(player)
            }
        };
        let actions = game.start.numbers() as usize;
        let rows = width.saturating_add(actions + size_of::<f64>() + 2);
        // As many again where they begin anew in the same step.
        let rows = if autoreset == Autoreset::SameStep { rows.saturating_mul(2) } else { rows };
        let each = 2 * (size_of::<Episode>() + game.start.bytes());
        needs_room(py, number, &format!("environments of {}", game.term), each.saturating_add(rows))?;
        let begun = || Episode { here: game.start.clone(), draws: Draws::default(), is_over: true, has_ended: false };
        Ok(Episodes {
            all: (0..number).map(|_| begun()).collect(),
            before: (0..number).map(|_| begun()).collect(),
            // Python counts from 1.
            seat: Seat(seat - 1),
            opponent,
            autoreset,
            width,
            actions,
            game,
        })
    }

    fn __len__(&self) -> usize {
        self.all.len()
    }

    /// Where an episode stands.
    fn position(&self, number: usize) -> PyResult<Position> {
        let episode = self.all.get(number);
        let episode = episode.ok_or_else(|| wrong(format!("episode {number} of {}", self.all.len())))?;
        Ok(Position::of(&self.game, episode.here.clone()))
    }

    /// Begins the episodes that are chosen, with the generator that is given where there is one: observations of all, and masks
    /// of those that begin.
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        chosen: Vec<bool>,
        generators: Vec<Option<(u128, u128)>>,
    ) -> PyResult<Seen<'py>> {
        let number = self.all.len();
        if (chosen.len(), generators.len()) != (number, number) {
            return Err(wrong(format!(
                "{} choices and {} generators for {number} episodes",
                chosen.len(),
                generators.len()
            )));
        }
        let begin = |(is_chosen, generator)| if is_chosen { Asked::Begin(generator) } else { Asked::Stay };
        let asked: Vec<Asked> = chosen.into_iter().zip(generators).map(begin).collect();
        let (observations, masks, ..) = self.turn(py, &asked)?;
        Ok((observations, masks))
    }

    /// Plays an action in every episode: observations, masks, rewards, which ended, which by an illegal action, and the last
    /// observations and masks of those that began anew in the same step.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Shown<'py>> {
        let actions = read_actions(actions, self.all.len())?;
        let mut asked = Vec::with_capacity(self.all.len());
        for (number, (episode, &action)) in self.all.iter().zip(actions.as_slice()?).enumerate() {
            let begins = episode.has_ended && self.autoreset == Autoreset::NextStep;
            if !begins && episode.is_over {
                return Err(failed(format!("environment {number}: the game is over: call reset")));
            }
            asked.push(if begins { Asked::Begin(None) } else { Asked::Play(action) });
        }
        self.turn(py, &asked)
    }
}
