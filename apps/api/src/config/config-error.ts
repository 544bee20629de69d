import { UsageError } from '../cli/usage-error.ts'

/** A wrong setting stops the start; the message is for the operator. */
export class ConfigError extends UsageError {}
