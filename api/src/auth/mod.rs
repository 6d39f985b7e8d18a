//! Sign-up, sign-in and the signed-in patient.

pub mod leave;
pub mod login;
pub mod me;
pub mod phone_code;
pub mod rules;
pub mod session;
pub mod shape;
pub mod signup;
pub mod valid_id;
pub mod verify_phone_code;
