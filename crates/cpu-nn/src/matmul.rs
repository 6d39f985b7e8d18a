//! Matrix multiplication into existing memory, on the calling thread.

use crate::buffer::Uninit;

/// A matrix inside a slice: element (i, j) is `data[i * row_stride + j * column_stride]`.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    pub data: &'a [f32],
    pub row_stride: usize,
    pub column_stride: usize,
}

impl<'a> Matrix<'a> {
    /// A row-major matrix with rows `row_stride` values apart.
    pub fn new(data: &'a [f32], row_stride: usize) -> Self {
        Self { data, row_stride, column_stride: 1 }
    }

    /// The transpose, without a copy.
    pub fn transposed(self) -> Self {
        Self { row_stride: self.column_stride, column_stride: self.row_stride, ..self }
    }
}

/// The row-major output matrix of a product, with rows `row_stride` values apart.
pub enum Output<'a> {
    /// The product is written.
    Set { data: &'a mut [Uninit], row_stride: usize },
    /// The product is added to the existing values.
    Add { data: &'a mut [f32], row_stride: usize },
}

/// Multiplies `left` [m, k] by `right` [k, n] into `out` [m, n]. Writes every element of `out`.
///
/// # Panics
/// If a matrix is empty or exceeds its slice.
pub fn matmul([m, k, n]: [usize; 3], left: Matrix<'_>, right: Matrix<'_>, out: Output<'_>) {
    let (pointer, len, row_stride, accumulate) = match out {
        Output::Set { data, row_stride } => (data.as_mut_ptr().cast::<f32>(), data.len(), row_stride, false),
        Output::Add { data, row_stride } => (data.as_mut_ptr(), data.len(), row_stride, true),
    };
    let last = |rows: usize, columns: usize, stride: (usize, usize)| (rows - 1) * stride.0 + (columns - 1) * stride.1;
    assert!(m > 0 && n > 0 && k > 0, "an empty product");
    assert!(last(m, k, (left.row_stride, left.column_stride)) < left.data.len(), "the left matrix is too short");
    assert!(last(k, n, (right.row_stride, right.column_stride)) < right.data.len(), "the right matrix is too short");
    assert!(row_stride >= n && last(m, n, (row_stride, 1)) < len, "the output is too short");
    #[expect(unsafe_code, reason = "the gemm crate's only interface takes pointers")]
    #[expect(clippy::cast_possible_wrap, reason = "a slice has at most isize::MAX bytes")]
    // SAFETY: the assertions above keep every element that is read or written inside of its slice; the rows of the
    // output do not overlap, and it is borrowed mutably, so it overlaps neither input. The output is read only to
    // accumulate, when its values are initialized.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            pointer,
            1,
            row_stride as isize,
            accumulate,
            left.data.as_ptr(),
            left.column_stride as isize,
            left.row_stride as isize,
            right.data.as_ptr(),
            right.column_stride as isize,
            right.row_stride as isize,
            1.,
            1.,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}
