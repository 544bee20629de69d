/** What whoever runs a command has to put right himself; the message is for him. */
export class UsageError extends Error {}
