/** The rows of a list: those in use, or those that were deleted and can be restored. */
export type Scope = 'active' | 'deleted'
