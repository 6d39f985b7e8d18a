//! HTTP in; rows and jobs out.
