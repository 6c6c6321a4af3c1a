//! What is wrong with something that was sent.

/// A fault: found where the thing is read, and answered where it came in.
#[derive(Debug, Clone)]
pub struct Fault {
    /// The code of `protocol/README.md`.
    pub code: &'static str,
    /// A sentence that the sender can act on.
    pub reason: String,
    /// The HTTP status that it has as an answer of control.
    pub status: u16,
}

impl Fault {
    /// Makes the fault that control answers with the status 400.
    pub fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self::answered(400, code, reason)
    }

    pub(crate) fn answered(status: u16, code: &'static str, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into(), status }
    }
}
