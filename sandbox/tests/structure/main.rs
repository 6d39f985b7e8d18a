//! Rules of the repository that no compiler checks: dependencies, file lengths, module cycles, names, migrations.

mod cycles;
mod dependencies;
mod files;
mod names;
mod source;
