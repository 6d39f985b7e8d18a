//! Rules of the repository that no compiler checks: dependencies, documents, file lengths, module cycles, names, migrations,
//! settings, jobs.

mod containers;
mod cycles;
mod dependencies;
mod documents;
mod features;
mod files;
mod jobs;
mod listeners;
mod monitoring;
mod names;
mod source;
