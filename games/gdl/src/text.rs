//! Positions as text: the facts, or the moves that were played.

use std::fmt::{self, Write};

use agon_core::{Position, TextError};

use crate::{Choice, Gdl, NONE, direct, round::Round};

impl Gdl {
    /// Writes the facts, and the choices of roles for which `sees` returns true.
    pub(crate) fn write_facts(&self, out: &mut dyn Write, sees: impl Fn(usize) -> bool) -> fmt::Result {
        let sheet = &self.game.sheet;
        let facts = self.round.facts(sheet);
        out.write_str(&facts.join(" "))?;
        if facts.is_empty() {
            out.write_str("()")?;
        }
        for &role in &sheet.turns {
            if self.pending[role] == NONE {
                continue;
            }
            let text = if sees(role) { self.round.text(sheet, role, self.pending[role]) } else { "?" };
            write!(out, " ; {} {text}", sheet.roles[role].name)?;
        }
        if sheet.counts_plies {
            write!(out, " ;; {}", self.ply)?;
        }
        Ok(())
    }

    /// Writes the moves played, where these are the position.
    pub(crate) fn write_played(&self, out: &mut dyn Write) -> fmt::Result {
        let Some(past) = &self.past else { return Ok(()) };
        out.write_char(';')?;
        let mut here = Gdl::start_of(self.game.clone());
        for (number, &m) in past.played.iter().enumerate() {
            out.write_str(if number == 0 { " " } else { " ; " })?;
            here.write_move(Choice(m), out)?;
            here.play(Choice(m));
        }
        Ok(())
    }

    pub(crate) fn parse_played(&self, text: &str) -> Result<Gdl, TextError> {
        let wrong = |part: &str| TextError::new(part, "the moves that were played, each behind `;`, or `;` alone");
        let rest = text.strip_prefix(';').ok_or_else(|| wrong(text))?;
        let mut here = Gdl::start_of(self.game.clone());
        if rest.is_empty() {
            return Ok(here);
        }
        for part in rest.split(';') {
            let m = here.parse_move(part.trim()).ok_or_else(|| wrong(part))?;
            here.play(m);
        }
        if here.to_string() == text { Ok(here) } else { Err(wrong(text)) }
    }

    pub(crate) fn parse_facts(&self, text: &str) -> Result<Gdl, TextError> {
        let sheet = &self.game.sheet;
        let wrong = |part: &str, what: &str| TextError::new(part, what.to_owned());
        let (rest, ply) = match text.split_once(" ;; ") {
            Some((rest, ply)) if sheet.counts_plies => {
                let most = sheet.facts.max_plies;
                let number = ply.parse::<u32>().ok().filter(|&number| number <= most);
                let number = number.filter(|number| number.to_string() == ply);
                (rest, number.ok_or_else(|| wrong(ply, "a number of plies"))?)
            }
            None if sheet.counts_plies => {
                return Err(wrong(text, "facts, and ` ;; ` with the number of plies behind them"));
            }
            _ => (text, 0),
        };
        let mut parts = rest.split(" ; ");
        let written = parts.next().unwrap_or_default();
        let facts = if written == "()" { Some(Vec::new()) } else { direct::facts_of(written) };
        let facts = facts.ok_or_else(|| wrong(written, "facts such as `(control white)`"))?;
        let round = Round::of_facts(sheet, facts).map_err(|(part, expected)| wrong(&part, &expected))?;
        let chosen: Vec<&str> = parts.collect();
        let played = chosen.len() as u32;
        let begun = ply.checked_sub(if sheet.counts_plies { played } else { 0 });
        let begun = begun.ok_or_else(|| wrong(text, "as many plies as choices at least"))?;
        let is_over = sheet.is_late(begun) || round.is_over(sheet);
        if let Some(told) = round.choosers_at_once(sheet).filter(|_| !is_over) {
            return Err(wrong(written, &format!("facts of which this is not true: {told}")));
        }
        let mut here = Gdl::of_round(self.game.clone(), round, begun, None);
        for part in chosen {
            let name = here.role().map_or("", |role| &sheet.roles[role].name);
            let m = part.strip_prefix(name).and_then(|m| m.strip_prefix(' '));
            let m = m.and_then(|m| here.parse_move(m));
            let m = m.ok_or_else(|| wrong(part, "a role whose turn it is, and its move"))?;
            here.play(m);
        }
        if here.to_string() == text {
            Ok(here)
        } else {
            Err(wrong(text, "facts in the order of their texts, and choices of this round alone"))
        }
    }
}
