import { MAX_NEWS_AGE_DAYS } from '@carpeta/domain/news/news-rules'
import { type Retention, retentionDefaults } from '@carpeta/domain/personal-data/retention'
import { z } from 'zod'
import { days, period, years } from './setting-kinds.ts'

/** Retention periods. */
export const retentionSettings = {
  /** Days until an expired session is deleted. */
  RETAIN_SESSIONS_DAYS: days(retentionDefaults.sessionDays),
  /** Days without a login until a browser is no longer a known device. */
  RETAIN_DEVICE_DAYS: days(retentionDefaults.deviceDays),
  /** Days without a change until a draft is deleted, with its documents. */
  RETAIN_DRAFT_DAYS: period(1, 36_500, retentionDefaults.draftDays),
  /** Days until an unconfirmed registration is deleted, once its link has expired. */
  RETAIN_UNCONFIRMED_DAYS: days(retentionDefaults.unconfirmedDays),
  /** Days until the rejected values of a load are deleted. */
  RETAIN_LOAD_REJECT_DAYS: days(retentionDefaults.loadRejectDays),
  /** Days until the record of the sales that a load changed, and of its findings, is deleted; at least fifteen, since news look back ten. */
  RETAIN_LOAD_CHANGE_DAYS: period(15, 36_500, retentionDefaults.loadChangeDays),
  /** Days until an uploaded export that was not applied is deleted. */
  RETAIN_EXPORT_DAYS: period(1, 36_500, retentionDefaults.exportDays),
  /** Days until a job that failed for good is deleted, with the email in it. */
  RETAIN_FAILED_JOB_DAYS: days(retentionDefaults.failedJobDays),
  /** Years until a closed request is deleted, with its documents. */
  RETAIN_CLOSED_REQUEST_YEARS: years(retentionDefaults.closedRequestYears),
  /** Days until an online payment that was not made is deleted; Webpay tells for seven how one ended. */
  RETAIN_UNPAID_ORDER_DAYS: period(8, 36_500, retentionDefaults.unpaidOrderDays),
  /** Days until the news about a sale are deleted, with their emails; only they say what was told already. */
  RETAIN_NEWS_DAYS: period(MAX_NEWS_AGE_DAYS + 1, 36_500, retentionDefaults.newsDays),
  /** Years until an announcement is deleted, with who read it. */
  RETAIN_ANNOUNCEMENT_YEARS: years(retentionDefaults.announcementYears),
  /** Days until a withdrawn document of a sale, or a version that was replaced, is deleted. */
  RETAIN_WITHDRAWN_DOCUMENT_DAYS: days(retentionDefaults.withdrawnDocumentDays),
  /** Years until a deleted member's account is anonymised. */
  RETAIN_DELETED_ACCOUNT_YEARS: years(retentionDefaults.deletedAccountYears),
}

const schema = z.object(retentionSettings)

export function retentionConfig(set: z.infer<typeof schema>): { retention: Retention } {
  return {
    retention: {
      sessionDays: set.RETAIN_SESSIONS_DAYS,
      deviceDays: set.RETAIN_DEVICE_DAYS,
      draftDays: set.RETAIN_DRAFT_DAYS,
      unconfirmedDays: set.RETAIN_UNCONFIRMED_DAYS,
      loadRejectDays: set.RETAIN_LOAD_REJECT_DAYS,
      loadChangeDays: set.RETAIN_LOAD_CHANGE_DAYS,
      exportDays: set.RETAIN_EXPORT_DAYS,
      failedJobDays: set.RETAIN_FAILED_JOB_DAYS,
      closedRequestYears: set.RETAIN_CLOSED_REQUEST_YEARS,
      unpaidOrderDays: set.RETAIN_UNPAID_ORDER_DAYS,
      newsDays: set.RETAIN_NEWS_DAYS,
      announcementYears: set.RETAIN_ANNOUNCEMENT_YEARS,
      withdrawnDocumentDays: set.RETAIN_WITHDRAWN_DOCUMENT_DAYS,
      deletedAccountYears: set.RETAIN_DELETED_ACCOUNT_YEARS,
    },
  }
}
