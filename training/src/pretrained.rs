//! The encoder's pretrained ImageNet weights; `pretrained/README.md` names their authors.

use model::weights::Tensors;

/// Returns the encoder's tensors, with the names of `model::network`.
///
/// # Errors
/// Fails only when the program was built with a broken file.
pub fn encoder() -> anyhow::Result<Tensors> {
    Tensors::parse(include_bytes!("../pretrained/efficientnet-lite0.safetensors"))
}
