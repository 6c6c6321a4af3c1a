//! The server's clock.

/// Reads `CLOCK_MONOTONIC`, the clock that all processes of a host share: ms with fractions, to the microsecond.
pub fn now() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for writing. The call cannot fail: Linux and macOS have this clock.
    #[allow(unsafe_code)]
    unsafe {
        libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time);
    }
    (time.tv_sec as f64 * 1e6 + (time.tv_nsec as f64 / 1e3).round()) / 1e3
}
