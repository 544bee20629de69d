export const ANCHOR_AUDIT_LOG = 'anchor_audit_log'

/** The head is written at least once in so many entries, besides every five minutes. */
export const ANCHOR_EVERY = 500
