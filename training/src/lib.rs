//! Data, augmentation, training, evaluation and reports for the tongue network, which the crate `model` contains.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels, counts and shares change places on every line"
)]
#![expect(
    clippy::many_single_char_names,
    reason = "x, y, w, h, u, v are the field's own names in geometry and tensors"
)]

pub mod augment;
pub mod dataset;
pub mod evaluate;
pub mod events;
pub mod html;
pub mod onnx;
pub mod ood;
pub mod pretrained;
pub mod report;
pub mod runs;
pub mod timing;
pub mod trainer;
