//! Accounts of patients and staff: sign-in, recovery, consents and invitations.

pub mod consents;
pub mod download_links;
pub mod favorite_clinics;
pub mod identities;
pub mod invites;
pub mod name_requests;
pub mod passkeys;
pub mod patients;
pub mod people;
pub mod phone_codes;
pub mod profile;
pub mod recovery;
pub mod second_factors;
pub mod sessions;
pub mod social;
pub mod staff;
pub mod staff_sessions;
pub mod terms;
