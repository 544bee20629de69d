/** What a link to set a password is for. */
export type Purpose = 'activate' | 'restore'
