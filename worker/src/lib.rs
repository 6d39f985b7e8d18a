//! Takes jobs and does them: reads photos, sends messages, sweeps.
