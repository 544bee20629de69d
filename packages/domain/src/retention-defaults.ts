/** For how long things are kept unless the operator says otherwise; the privacy notice tells it. */
export const retentionDefaults = {
  /** Days after a session has run out. */
  sessionDays: 0,
  /** Days without a log-in for a known browser. */
  deviceDays: 365,
  /** Days for a draft that nobody touches. */
  draftDays: 30,
  /** Years after a request was closed. */
  closedRequestYears: 6,
  /** Years after a member's account was deleted. */
  deletedAccountYears: 2,
} as const
