//! Every SQL statement and migration, behind row-level security.
