//! A short play that breaks a law, from a random one that does.

use agon_core::AnyMove;

use crate::{
    calm::calm,
    inspection::Inspection,
    position::LAWS,
    site::{Law, Site},
    violation::Violation,
};

/// The most plays that are tried instead.
const TRIES: usize = 200;

/// The same law broken by a play from which moves are left out, long runs of them first; `found` itself if none of the
/// plays tried breaks it. The positions on their way have at most about this many moves in all.
pub(super) fn shortened(inspection: &Inspection<'_>, found: Box<Violation>, mut moves: usize) -> Box<Violation> {
    let Some(law) = LAWS.iter().find(|law| law.sentence == found.law) else { return found };
    let (mut path, mut found) = (inspection.path(), found);
    let mut tries = TRIES;
    let mut run = path.len();
    while 0 < run {
        let (mut from, mut is_shorter) = (0, false);
        while from + run <= path.len() && 0 < tries && 0 < moves {
            tries -= 1;
            let mut fewer = path.clone();
            fewer.drain(from..from + run);
            match calm(|| broken_along(inspection, law, &fewer, &mut moves)) {
                Ok(Some((length, shorter))) => {
                    fewer.truncate(length);
                    (path, found, is_shorter) = (fewer, shorter, true);
                }
                Ok(None) | Err(_) => from += run.div_ceil(2),
            }
        }
        // Without a later move an earlier one may be missed no more.
        if 1 < run || !is_shorter || tries == 0 || moves == 0 {
            run /= 2;
        }
    }
    found
}

/// The number of moves of `path` after which the law is broken first, if each of them is legal up to there. The moves
/// of the positions on the way are subtracted from `moves`.
fn broken_along(
    inspection: &Inspection<'_>,
    law: &Law,
    path: &[AnyMove],
    moves: &mut usize,
) -> Option<(usize, Box<Violation>)> {
    let mut site = Site::start(inspection.start);
    loop {
        *moves = moves.saturating_sub(site.moves.len());
        if let Err(what) = calm(|| (law.check)(&site)).and_then(|checked| checked) {
            let found = site.broken(inspection.term, law.sentence, &what).err()?;
            return Some((site.path.len(), found));
        }
        let m = *path.get(site.path.len()).filter(|m| site.moves.contains(m))?;
        site = site.step(inspection.term, m).ok()?;
    }
}
