//! Draws a position of every game into a folder, by day, by night and on paper, to be looked at.
//!
//! `cargo run -p agon-draw --features png --example gallery -- FOLDER [WIDTH]`

#[path = "../tests/scenes/mod.rs"]
mod scenes;

use std::{env, error::Error, fs, path::PathBuf};

#[cfg(feature = "png")]
use agon_draw::Render;
use agon_draw::{Drawing, Theme};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let width = arguments.next().map_or(Ok(390), |width| width.parse())?;
    fs::create_dir_all(&folder)?;
    for scene in scenes::all() {
        let drawing = Drawing::of(&scene.picture).title(&scene.term);
        for (name, theme) in [("day", Theme::Light), ("night", Theme::Dark), ("print", Theme::Print)] {
            #[cfg(feature = "png")]
            fs::write(folder.join(format!("{}-{name}.png", scene.name)), drawing.png(theme, Some(width))?)?;
            #[cfg(not(feature = "png"))]
            let _ = width;
            fs::write(folder.join(format!("{}-{name}.svg", scene.name)), drawing.svg(theme))?;
        }
    }
    Ok(())
}
