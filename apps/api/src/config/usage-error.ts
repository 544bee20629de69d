/** A mistake of the operator; the message says how to correct it. */
export class UsageError extends Error {}

/** A wrong setting stops the start; the message is for the operator. */
export class ConfigError extends UsageError {}
