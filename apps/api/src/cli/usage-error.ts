/** A mistake of the operator; the message says how to correct it. */
export class UsageError extends Error {}
