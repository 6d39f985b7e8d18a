//! Matrix products into place, on the calling thread.

/// A matrix inside a slice: element (i, j) is `data[i * row + j * column]`.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    pub data: &'a [f32],
    pub row: usize,
    pub column: usize,
}

impl<'a> Matrix<'a> {
    /// A matrix whose rows lie `row` numbers apart.
    pub fn rows(data: &'a [f32], row: usize) -> Self {
        Self { data, row, column: 1 }
    }

    /// The same numbers, rows and columns swapped.
    pub fn transposed(self) -> Self {
        Self { row: self.column, column: self.row, ..self }
    }
}

/// out[i * stride + j] = (out if `add`) + sum over `k` of a[i, k] * b[k, j], for `m` rows and `n` columns.
pub fn product((m, k, n): (usize, usize, usize), a: Matrix<'_>, b: Matrix<'_>, out: (&mut [f32], usize), add: bool) {
    let (out, stride) = out;
    let last = |rows: usize, columns: usize, row: usize, column: usize| (rows - 1) * row + (columns - 1) * column;
    assert!(m > 0 && n > 0 && k > 0, "an empty product");
    assert!(last(m, k, a.row, a.column) < a.data.len(), "the left matrix is too short");
    assert!(last(k, n, b.row, b.column) < b.data.len(), "the right matrix is too short");
    assert!(stride >= n && last(m, n, stride, 1) < out.len(), "the result is too short");
    #[expect(
        unsafe_code,
        reason = "the crate's only interface takes pointers; the assertions above keep them in bounds"
    )]
    #[expect(clippy::cast_possible_wrap, reason = "a slice has at most isize::MAX bytes")]
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            out.as_mut_ptr(),
            1,
            stride as isize,
            add,
            a.data.as_ptr(),
            a.column as isize,
            a.row as isize,
            b.data.as_ptr(),
            b.column as isize,
            b.row as isize,
            1.,
            1.,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}
