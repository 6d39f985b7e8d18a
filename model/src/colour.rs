//! Colours and how bright they are.

/// Red, green, blue, or what is made of them.
pub type Colour = [f32; 3];

/// How much of a colour's brightness each channel carries (ITU-R BT.601).
pub const LUMA: Colour = [0.3, 0.59, 0.11];

/// Brightness of a colour, in the colour's unit.
pub const fn luma(colour: Colour) -> f32 {
    LUMA[0] * colour[0] + LUMA[1] * colour[1] + LUMA[2] * colour[2]
}
