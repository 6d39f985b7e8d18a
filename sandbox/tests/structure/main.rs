//! Rules of the repository that no compiler checks: dependencies, file lengths, module cycles, names, migrations, settings.

mod containers;
mod cycles;
mod dependencies;
mod features;
mod files;
mod listeners;
mod monitoring;
mod names;
mod source;
