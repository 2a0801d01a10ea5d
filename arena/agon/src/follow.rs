//! A player that plays what a certificate says, and nothing else.

use std::sync::Arc;

use agon_core::{
    AnyMove, AnyPosition, Decision, Eye, Failure, Habits, OptionSpec, Options, Player, PlayerPlugin, PlayerReply,
    Plays, Position, SetupError, Turn, inventory, notation, term::quoted, view,
};
use agon_roster::extensive::{ExtensiveForm, InformationSet};

use crate::certificate::WrittenStrategies;

/// Its name among the players.
pub(crate) const NAME: &str = "follow";
/// The option that holds the text of the certificate.
const CERTIFICATE: &str = "certificate";
/// Where nothing is given.
const NOTHING: &str = "none";

/// The player that follows the certificate in a file.
pub(crate) fn term_of(file: &str) -> String {
    format!("{NAME}({CERTIFICATE}={})", quoted(file))
}

/// The lines of a certificate in parentheses, which no name of a file has: what was read is never taken for one.
fn on_one_line(text: &str) -> String {
    match text {
        NOTHING => NOTHING.to_owned(),
        _ if text.starts_with('(') => text.to_owned(),
        _ => format!("({})", text.lines().map(str::trim).collect::<Vec<_>>().join(" ")),
    }
}

/// What the certificate says.
fn written(options: &Options) -> Result<WrittenStrategies, SetupError> {
    let text = options.text(CERTIFICATE);
    let refused = |why: String| SetupError::refused(NAME, why, "name a file of agon solve: follow(\"FILE\")");
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let text = text.ok_or_else(|| refused("it does not say what it follows".to_owned()))?;
    WrittenStrategies::of(text).map_err(refused)
}

struct Follower(Arc<WrittenStrategies>);

fn seat(options: &Options, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
    let written = written(options)?;
    if !written.is_of(game) {
        let why = format!("its certificate is of {}", written.game);
        return Err(SetupError::refused(NAME, why, "name a certificate of this game"));
    }
    Ok(Box::new(Follower(Arc::new(written))))
}

impl Player for Follower {
    fn begin(&mut self) {}

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        let seat = turn.seat;
        let seen = view(position, Eye::Seat(seat));
        let drawn = self.0.shares.get(&(seat, seen.clone())).map(|(of, moves)| {
            let mut left = turn.stream.below(*of);
            let chosen = moves.iter().find(|(_, parts)| match left.checked_sub(*parts) {
                Some(more) => {
                    left = more;
                    false
                }
                None => true,
            });
            &chosen.expect("the numerators add up to the denominator").0
        });
        let said = drawn.or_else(|| self.0.answer(seat, position));
        let Some(text) = said else {
            return Err(Failure::Broken(format!("its certificate says nothing of `{seen}` for seat {}", seat.0 + 1)));
        };
        let m = position.parse_move(text).filter(|&m| position.is_legal(m));
        let m = m.ok_or_else(|| Failure::Broken(format!("`{text}`, says its certificate, is no move of `{seen}`")))?;
        Ok(Decision::just(m).with_nodes(1))
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_random(!self.0.shares.is_empty()).with_by_view(true)
    }
}

/// How likely each move is, where the certificate says it of all information sets; nothing where it has answers.
///
/// # Errors
///
/// Where it is of another game, or lacks a set.
pub(crate) fn strategy(
    options: &Options,
    game: &AnyPosition,
    form: &ExtensiveForm,
) -> Result<Option<Vec<f64>>, String> {
    let written = written(options).map_err(|why| why.to_string())?;
    if !written.is_of(game) {
        return Err(format!("the certificate is of {}", written.game));
    }
    if written.shares.is_empty() {
        return Ok(None);
    }
    let mut strategy = vec![0.0; form.moves()];
    for set in form.sets() {
        let seen = set.view();
        let missing = || format!("the certificate says nothing of `{seen}` for seat {}", set.seat.0 + 1);
        let (of, moves) = written.shares.get(&(set.seat, seen.clone())).ok_or_else(missing)?;
        let part = |m: &AnyMove| share(set, *m, moves) / f64::from(*of);
        strategy[set.range()].iter_mut().zip(set.moves().iter().map(part)).for_each(|(to, part)| *to = part);
    }
    Ok(Some(strategy))
}

fn share(set: &InformationSet, m: AnyMove, moves: &[(String, u32)]) -> f64 {
    let name = notation(&set.position, m);
    moves.iter().find(|(text, _)| *text == name).map_or(0.0, |(_, parts)| f64::from(*parts))
}

inventory::submit! {
    PlayerPlugin::new(
        NAME,
        "what a certificate of agon solve says, and nothing else",
        "Plays the answers of a certificate to positions, or where something is hidden draws moves by its fractions. \
         The text of the file becomes a part of the term, so that journals tell what was played, and need no file to \
         be played again. Where the certificate says nothing, which can be off its plays, for a seat that is sure of \
         nothing, or by a damaged file, it loses the game, with the reason on record. It is checked by \
         agon verify, not by this player. A file may have 4 MB.",
        &[OptionSpec::document(
            CERTIFICATE,
            "a file such as \"kuhn.certificate\", or the text of a certificate in parentheses",
            on_one_line,
            NOTHING,
            "what it follows",
        )],
        seat,
    )
    .playing(Plays::ANYTHING.with_hidden())
}
