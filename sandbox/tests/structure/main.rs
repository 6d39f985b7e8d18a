//! Rules of the repository that no compiler checks: dependencies, documents, file lengths, module cycles, names, migrations,
//! settings.

mod containers;
mod cycles;
mod dependencies;
mod documents;
mod features;
mod files;
mod listeners;
mod monitoring;
mod names;
mod source;
