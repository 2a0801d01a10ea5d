//! Rooms for a lecture: what the lecturer shows in one is what everybody's page there shows.
//!
//! A room is in memory alone, so it ends with the server, and when nobody has used it for a while. Its code is no secret.
//! Whoever opened it is known as the beginner of a game is: by the name of the browser, which nobody else has.

mod question;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::{
    problem::Problem,
    quota::{Quota, QuotaPortion, QuotaSize, UsedUp},
    visitor::Visitor,
};

pub(crate) use self::question::{ClassQuestion, MOST_STUDENTS};

/// Rooms that are open.
pub(crate) const ROOMS: QuotaSize = QuotaSize { all: 256, at_address: 64, of_one: 8 };
/// Pages of one guest that listen in a room at a time.
const MOST_PAGES: usize = 8;
/// Questions that are kept of a room; of more the first are forgotten.
const MOST_QUESTIONS: usize = 100;
/// Hours after which a room ends that nobody has used.
pub(crate) const HOURS: u64 = 8;
/// How long a code is.
const CODE: usize = 4;
/// What codes are made of: letters that nobody takes for another, and no words.
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";

/// All rooms, by their codes.
pub(crate) struct ClassRooms {
    open: Mutex<HashMap<String, Arc<ClassRoom>>>,
    quota: Arc<Quota>,
}

/// A room.
pub(crate) struct ClassRoom {
    pub(crate) code: String,
    /// The name of whoever opened it.
    owner: String,
    state: Mutex<RoomState>,
    /// Counts what students see change, and what the owner sees change.
    told: watch::Sender<u64>,
    counted: watch::Sender<u64>,
    /// Its part of all rooms.
    _portion: QuotaPortion,
}

#[derive(Default)]
struct RoomState {
    /// The address that is shown.
    shown: Option<String>,
    /// The last one is asked, if `is_asking`.
    questions: Vec<ClassQuestion>,
    is_asking: bool,
    /// The guests whose pages listen, the owner too, each with how many do.
    present: HashMap<String, usize>,
    /// When it was last used, in milliseconds.
    used: i64,
}

/// What a room is like just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoomView {
    pub(crate) shown: Option<String>,
    pub(crate) asked: Option<ClassQuestion>,
    pub(crate) present: usize,
}

/// A page that listens in a room, until it is dropped.
pub(crate) struct Listening {
    pub(crate) room: Arc<ClassRoom>,
    guest: String,
}

impl Default for ClassRooms {
    fn default() -> ClassRooms {
        ClassRooms { open: Mutex::default(), quota: Quota::of(ROOMS) }
    }
}

impl ClassRooms {
    /// Opens a room at this time; `number` is a random one.
    ///
    /// # Errors
    ///
    /// Where there are too many.
    pub(crate) fn begin(&self, guest: &Visitor, number: u128, now: i64) -> Result<Arc<ClassRoom>, Problem> {
        let mut open = self.all(now);
        let portion = self.quota.take(&guest.share(), 1).map_err(no_room)?;
        // There are far fewer rooms than codes.
        let mut codes = (0..).map(|further| code(number.wrapping_add(further)));
        let code = codes.find(|code| !open.contains_key(code)).expect("codes do not end");
        let room = Arc::new(ClassRoom {
            code: code.clone(),
            owner: guest.id.clone(),
            state: Mutex::new(RoomState { used: now, ..RoomState::default() }),
            told: watch::Sender::new(0),
            counted: watch::Sender::new(0),
            _portion: portion,
        });
        open.insert(code, Arc::clone(&room));
        Ok(room)
    }

    /// The room of that code, in capital letters or small ones.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub(crate) fn room(&self, code: &str, now: i64) -> Result<Arc<ClassRoom>, Problem> {
        let code: String = code.trim().chars().take(2 * CODE).collect::<String>().to_ascii_uppercase();
        let room = self.all(now).get(&code).cloned();
        let room = room.ok_or_else(|| Problem::missing("class-none", &[("code", &code), ("hours", &HOURS)]))?;
        room.state().used = now;
        Ok(room)
    }

    /// The codes of the rooms that this guest has opened.
    pub(crate) fn own(&self, guest: &str, now: i64) -> Vec<String> {
        let open = self.all(now);
        let mut codes: Vec<String> =
            open.values().filter(|room| room.is_owned(guest)).map(|room| room.code.clone()).collect();
        codes.sort_unstable();
        codes
    }

    /// All of them, without those that are over.
    fn all(&self, now: i64) -> MutexGuard<'_, HashMap<String, Arc<ClassRoom>>> {
        const AGE: i64 = HOURS as i64 * 3_600_000;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, room| {
            let state = room.state();
            !state.present.is_empty() || now < state.used + AGE
        });
        open
    }
}

/// The code of that number.
fn code(number: u128) -> String {
    let mut rest = number;
    let mut letters = [0; CODE];
    for letter in &mut letters {
        *letter = LETTERS[(rest % LETTERS.len() as u128) as usize];
        rest /= LETTERS.len() as u128;
    }
    letters.into_iter().map(char::from).collect()
}

fn no_room(whose: UsedUp) -> Problem {
    let problem = match whose {
        UsedUp::Guest => Problem::full("class-own", &[("most", &ROOMS.of_one), ("hours", &HOURS)]),
        UsedUp::Address => Problem::full("class-address", &[("most", &ROOMS.at_address), ("hours", &HOURS)]),
        UsedUp::All => Problem::full("class-full", &[("most", &ROOMS.all), ("hours", &HOURS)]),
    };
    problem.later(whose)
}

impl ClassRoom {
    pub(crate) fn is_owned(&self, guest: &str) -> bool {
        self.owner == guest
    }

    /// Lets only its owner pass.
    ///
    /// # Errors
    ///
    /// Where it is somebody else.
    pub(crate) fn owned(&self, guest: &Visitor) -> Result<(), Problem> {
        if self.is_owned(&guest.id) { Ok(()) } else { Err(Problem::forbidden("class-not-owner", &[])) }
    }

    pub(crate) fn view(&self) -> RoomView {
        let state = self.state();
        let asked = state.questions.last().filter(|_| state.is_asking).cloned();
        RoomView { shown: state.shown.clone(), asked, present: self.students(&state) }
    }

    /// All questions that were asked.
    pub(crate) fn questions(&self) -> Vec<ClassQuestion> {
        self.state().questions.clone()
    }

    /// Has everybody's page show this address.
    pub(crate) fn show(&self, address: String) {
        self.state().shown = Some(address);
        self.tell();
    }

    /// Asks everybody, with the choices that stand in `lines`, one on each.
    ///
    /// # Errors
    ///
    /// Where that is no question.
    pub(crate) fn ask(&self, text: &str, lines: &str) -> Result<(), Problem> {
        let mut state = self.state();
        let number = state.questions.last().map_or(1, |last| last.number + 1);
        let question = ClassQuestion::of(number, text, lines)?;
        if MOST_QUESTIONS <= state.questions.len() {
            state.questions.remove(0);
        }
        state.questions.push(question);
        state.is_asking = true;
        drop(state);
        self.tell();
        Ok(())
    }

    /// Asks no longer; what was answered is kept.
    pub(crate) fn end_question(&self) {
        self.state().is_asking = false;
        self.tell();
    }

    /// Counts an answer to the question of that number, instead of what the guest has answered before.
    ///
    /// # Errors
    ///
    /// Where that is not asked just now, there is no such choice, or too many have answered.
    pub(crate) fn answer(&self, guest: &str, number: u64, choice: usize) -> Result<(), Problem> {
        let mut state = self.state();
        let is_asking = state.is_asking;
        let asked = state.questions.last_mut().filter(|asked| is_asking && asked.number == number);
        let asked = asked.ok_or_else(|| Problem::conflict("class-not-asked", &[]))?;
        asked.answer(guest, choice)?;
        drop(state);
        self.counted.send_modify(|count| *count += 1);
        Ok(())
    }

    /// How many are there besides the owner.
    fn students(&self, state: &RoomState) -> usize {
        state.present.len() - usize::from(state.present.contains_key(&self.owner))
    }

    fn tell(&self) {
        self.told.send_modify(|count| *count += 1);
        self.counted.send_modify(|count| *count += 1);
    }

    fn state(&self) -> MutexGuard<'_, RoomState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listening {
    /// Has a page of this guest listen. The owner always finds room, and is not counted among those who are there.
    ///
    /// # Errors
    ///
    /// Where too many do.
    pub(crate) fn begin(room: &Arc<ClassRoom>, guest: &str) -> Result<Listening, Problem> {
        let mut state = room.state();
        let own = state.present.get(guest).copied().unwrap_or(0);
        if MOST_PAGES <= own {
            return Err(Problem::full("class-pages", &[("most", &MOST_PAGES)]).later(UsedUp::Guest));
        }
        if own == 0 && !room.is_owned(guest) && MOST_STUDENTS <= room.students(&state) {
            return Err(Problem::full("class-crowd", &[("most", &MOST_STUDENTS)]).later(UsedUp::All));
        }
        state.present.insert(guest.to_owned(), own + 1);
        drop(state);
        room.counted.send_modify(|count| *count += 1);
        Ok(Listening { room: Arc::clone(room), guest: guest.to_owned() })
    }

    /// What tells when the page of this guest changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        if self.room.is_owned(&self.guest) { self.room.counted.subscribe() } else { self.room.told.subscribe() }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut state = self.room.state();
        if let Some(count) = state.present.get_mut(&self.guest) {
            *count -= 1;
            if *count == 0 {
                state.present.remove(&self.guest);
            }
        }
        drop(state);
        self.room.counted.send_modify(|count| *count += 1);
    }
}

#[cfg(test)]
mod tests;
