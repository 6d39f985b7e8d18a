//! Sizes of a convolution.

use candle_core::{Result, bail};
use candle_nn::Conv2dConfig;

/// Zeros around the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Padding {
    /// The same number of zeros on all four sides.
    Symmetric(usize),
    /// TensorFlow's `SAME`: the output has ceil(size / stride) rows and columns. If the number of zeros is odd, the
    /// extra one goes below and to the right.
    Same,
}

impl Padding {
    /// Returns the number of zeros before the first value, and of outputs, along a dimension of `size` values.
    fn resolve(self, size: usize, kernel: usize, stride: usize) -> Result<(usize, usize)> {
        match self {
            Self::Symmetric(padding) => match (size + 2 * padding).checked_sub(kernel) {
                Some(span) if size > 0 => Ok((padding, span / stride + 1)),
                _ => bail!("{size} values with padding {padding} are fewer than the kernel's {kernel}"),
            },
            Self::Same if size == 0 => bail!("an empty image cannot be convolved"),
            Self::Same => {
                let out = size.div_ceil(stride);
                let total = ((out - 1) * stride + kernel).saturating_sub(size);
                Ok((total / 2, out))
            }
        }
    }
}

/// Sizes of one image's convolution.
#[derive(Debug, Clone, Copy)]
pub struct Geometry {
    pub in_channels: usize,
    pub height: usize,
    pub width: usize,
    pub out_channels: usize,
    pub kernel: usize,
    pub stride: usize,
    /// Rows of zeros above the image.
    pub top: usize,
    /// Columns of zeros to the left of the image.
    pub left: usize,
    pub out_height: usize,
    pub out_width: usize,
    /// Whether each channel has its own kernel.
    pub depthwise: bool,
}

impl Geometry {
    /// Returns the sizes for images `x` [batch, channels, height, width] and weights `w` [out, in / groups, k, k].
    ///
    /// # Errors
    /// The shapes do not match, the image is smaller than the kernel, or the configuration is not supported: the kernel
    /// must be 1, 3 or 5 wide, the stride 1 or 2, the padding less than the kernel, the dilation 1, and the groups 1 or
    /// (depthwise) equal to the input and output channels.
    pub fn new(x: &[usize], w: &[usize], config: &Conv2dConfig, padding: Padding) -> Result<Self> {
        let (&[_, in_channels, height, width], &[out_channels, in_per_group, kernel, kernel_width]) = (x, w) else {
            bail!("a convolution needs tensors of four dimensions, not {x:?} and {w:?}");
        };
        let Conv2dConfig { stride, dilation, groups, .. } = *config;
        let depthwise = groups > 1 && groups == in_channels && groups == out_channels && in_per_group == 1;
        if !depthwise && (groups != 1 || in_per_group != in_channels) {
            bail!("weights {w:?} in {groups} groups do not fit images {x:?}");
        }
        if kernel != kernel_width || !matches!(kernel, 1 | 3 | 5) || !matches!(stride, 1 | 2) || dilation != 1 {
            bail!("no convolution with weights {w:?}, stride {stride} and dilation {dilation}");
        }
        if matches!(padding, Padding::Symmetric(zeros) if zeros >= kernel) || in_channels == 0 || out_channels == 0 {
            bail!("no convolution with weights {w:?} and padding {padding:?}");
        }
        let (top, out_height) = padding.resolve(height, kernel, stride)?;
        let (left, out_width) = padding.resolve(width, kernel, stride)?;
        Ok(Self {
            in_channels,
            height,
            width,
            out_channels,
            kernel,
            stride,
            top,
            left,
            out_height,
            out_width,
            depthwise,
        })
    }

    /// Number of values of an input image.
    pub fn in_size(&self) -> usize {
        self.in_channels * self.in_plane()
    }

    /// Number of values of an input plane.
    pub fn in_plane(&self) -> usize {
        self.height * self.width
    }

    /// Number of values of an output image.
    pub fn out_size(&self) -> usize {
        self.out_channels * self.out_plane()
    }

    /// Number of values of an output plane.
    pub fn out_plane(&self) -> usize {
        self.out_height * self.out_width
    }

    /// Shape of a batch's output.
    pub fn out_shape(&self, batch: usize) -> (usize, usize, usize, usize) {
        (batch, self.out_channels, self.out_height, self.out_width)
    }
}
