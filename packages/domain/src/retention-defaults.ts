/** For how long things are kept unless the operator says otherwise (`RETAIN_…`). */
export const retentionDefaults = {
  /** Days after a session has run out. */
  sessionDays: 0,
  /** Days without a log-in for a known browser. */
  deviceDays: 365,
  /** Days for a draft that nobody touches. */
  draftDays: 30,
  /** Days for a registration that was never confirmed, after its link has died. */
  unconfirmedDays: 30,
  /** Days for what a load of accounting's data could not read. */
  loadRejectDays: 365,
  /** Days for a job that failed for good, with the letter in it. */
  failedJobDays: 30,
  /** Years after a request was closed. */
  closedRequestYears: 6,
  /** Years after a member's account was deleted. */
  deletedAccountYears: 2,
} as const

/** How long what is no longer used is kept. */
export type Retention = Record<keyof typeof retentionDefaults, number>
