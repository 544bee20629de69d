import { groupMessages } from '@carpeta/domain/access/group-rules'
import {
  loginMessages,
  wrongCredentialsMessage,
  wrongPasswordMessage,
} from '@carpeta/domain/access/login-rules'
import {
  commonPasswordMessage,
  passwordMaxRule,
  passwordRules,
  personalPasswordMessage,
} from '@carpeta/domain/access/passwords/password-rules'
import { temporaryPasswordMessages } from '@carpeta/domain/access/passwords/temporary-password-rules'
import { reauthenticationMessages } from '@carpeta/domain/access/reauthentication-rules'
import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { announcementMessages } from '@carpeta/domain/announcements/announcement-rules'
import { holidayMessages } from '@carpeta/domain/dates/holiday-rules'
import {
  bodyTooLargeMessage,
  bodyTooSlowMessage,
  deadLinkMessage,
  noFileExpectedMessage,
  registrationClosedMessage,
} from '@carpeta/domain/errors/error-messages'
import { helpPageMessages } from '@carpeta/domain/help/help-page-rules'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import { importTokenMessages } from '@carpeta/domain/imports/import-token-rules'
import { reportPaymentMessages } from '@carpeta/domain/payments/payment-report-rules'
import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { nameMessages } from '@carpeta/domain/people/name-rules'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { invitationRefusals, userRefusals } from '@carpeta/domain/people/user-rules'
import { dataSubjectRequestMessages } from '@carpeta/domain/personal-data/data-subject-requests'
import { reportPeriodMessages } from '@carpeta/domain/reports/report-period'
import { answerTemplateMessages } from '@carpeta/domain/requests/answer-template-rules'
import {
  documentMessages,
  missingDocumentsMessage,
  tooManyDocumentsMessage,
} from '@carpeta/domain/requests/document-rules'
import { procedureMessages } from '@carpeta/domain/requests/procedure-rules'
import { savedFilterMessages } from '@carpeta/domain/requests/queue-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { saleAccessMessages } from '@carpeta/domain/sales/sale-access-rules'
import { setupMessages } from '@carpeta/domain/setup/setup-steps'
import { writtenTextMessages } from '@carpeta/domain/text/written-text-rules'
import { schemaMessages, unknownKeyMessage } from './errors.ts'

/** Codes of errors without a sentence of their own. */
type GeneralCode =
  | 'csrf_failed'
  | 'forbidden'
  | 'internal'
  | 'invalid'
  | 'invalid_page'
  | 'invalid_request'
  | 'invalid_token'
  | 'malformed'
  | 'method_not_allowed'
  | 'not_found'
  | 'not_signed_in'
  | 'refused'
  | 'throttled'
  | 'unavailable'
  | 'unsupported_media_type'

/** The sentences of each code. A number in a sentence matches any number. */
export const errorSentences = {
  required: [
    announcementMessages.condominium,
    announcementMessages.project,
    importMessages.noFile,
    importMessages.empty,
    importTokenMessages.name,
    answerTemplateMessages.body,
    answerTemplateMessages.title,
    documentMessages.commentRequired,
    documentMessages.required,
    groupMessages.name,
    loginMessages.emailRequired,
    loginMessages.passwordRequired,
    loginMessages.rutRequired,
    missingDocumentsMessage(2),
    procedureMessages.description,
    procedureMessages.documentName,
    procedureMessages.title,
    paymentReportMessages.reasonRequired,
    reportPaymentMessages.amountRequired,
    reportPaymentMessages.dateRequired,
    requestMessages.answerRequired,
    requestMessages.commentRequired,
    requestMessages.respondRequired,
    requestMessages.noteRequired,
    requestMessages.questionRequired,
    requestMessages.reasonRequired,
    requestMessages.replyRequired,
    requestMessages.procedureRequired,
    requestMessages.unknownMember,
    savedFilterMessages.name,
    savedFilterMessages.nothing,
    dataSubjectRequestMessages.extensionReason,
    schemaMessages.required,
    schemaMessages.null,
    userFormMessages.email,
    userFormMessages.firstName,
    userFormMessages.lastName,
    userFormMessages.oldPassword,
    userFormMessages.password,
    secondFactorMessages.passkeyName,
    viewAsMessages.reasonRequired,
    writtenTextMessages.body,
    writtenTextMessages.title,
  ],
  invalid: [
    announcementMessages.past,
    announcementMessages.visibleUntil,
    holidayMessages.date,
    holidayMessages.notAHoliday,
    holidayMessages.year,
    loginMessages.emailInvalid,
    loginMessages.rutInvalid,
    nameMessages.address,
    nameMessages.invisible,
    procedureMessages.answerHours,
    reportPaymentMessages.amountInvalid,
    reportPaymentMessages.amountTooLarge,
    reportPaymentMessages.dateInFuture,
    reportPaymentMessages.dateInvalid,
    reportPaymentMessages.dateTooOld,
    saleAccessMessages.company,
    saleAccessMessages.lastDay,
    saleAccessMessages.own,
    saleAccessMessages.past,
    ...Object.values(reportPeriodMessages),
    schemaMessages.invalid,
    unknownKeyMessage(1),
    userFormMessages.emailInvalid,
    importTokenMessages.days,
    userFormMessages.passwordMismatch,
    writtenTextMessages.invisible,
  ],
  too_long: [reportPaymentMessages.commentTooLong, schemaMessages.tooLong(1), nameMessages.long(1)],
  taken: [
    answerTemplateMessages.titleTaken,
    groupMessages.nameTaken,
    helpPageMessages.titleTaken,
    secondFactorMessages.passkeyTaken,
    secondFactorMessages.totpExists,
    userFormMessages.emailTaken,
    userFormMessages.rutTaken,
    paymentReportMessages.paymentTaken,
  ],
  too_many: [
    savedFilterMessages.tooMany,
    helpPageMessages.tooMany,
    importTokenMessages.tooMany,
    tooManyDocumentsMessage(1),
    documentMessages.shownPages,
    documentMessages.tooManyPages,
    documentMessages.tooManySlotFiles,
    procedureMessages.tooManyDocuments,
    reportPaymentMessages.tooManyPending,
    saleAccessMessages.tooMany,
    secondFactorMessages.tooManyPasskeys,
  ],
  changed_meanwhile: [
    importMessages.anotherLoad,
    importMessages.notAcceptable,
    importMessages.undoneMeanwhile,
    announcementMessages.changedMeanwhile,
    documentMessages.slotChanged,
    requestMessages.changedMeanwhile,
    userFormMessages.changedMeanwhile,
  ],
  no_audience: [announcementMessages.nobody],
  not_draft: [announcementMessages.notDraft],
  not_published: [announcementMessages.notPublished, announcementMessages.withdrawn],
  wrong_credentials: [wrongCredentialsMessage],
  wrong_password: [wrongPasswordMessage],
  wrong_code: [secondFactorMessages.wrongCode],
  second_factor_required: [secondFactorMessages.codeRequired],
  second_factor_enrollment_required: [secondFactorMessages.enrollmentRequired],
  last_second_factor: [secondFactorMessages.lastFactor],
  no_second_factor: [secondFactorMessages.noFactor, secondFactorMessages.nothingToReset],
  passkey_refused: [secondFactorMessages.passkeyRefused],
  enrollment_expired: [secondFactorMessages.totpNotStarted],
  weak_password: [
    ...passwordRules.map(({ message }) => message),
    passwordMaxRule.message,
    commonPasswordMessage,
    personalPasswordMessage,
    temporaryPasswordMessages.same,
  ],
  must_change_password: [temporaryPasswordMessages.mustChange],
  reauthentication_required: [reauthenticationMessages.required],
  link_expired: [deadLinkMessage],
  registration_closed: [registrationClosedMessage],
  too_large: [
    importMessages.tooLarge,
    bodyTooLargeMessage,
    documentMessages.tooLarge,
    documentMessages.slotTooLarge,
    documentMessages.slotPixels,
  ],
  too_slow: [bodyTooSlowMessage],
  file_not_expected: [noFileExpectedMessage],
  file_type: [documentMessages.type, documentMessages.heic],
  file_unreadable: [
    documentMessages.pdfPassword,
    documentMessages.pdfBroken,
    documentMessages.imageBroken,
    documentMessages.joinTooComplex,
    documentMessages.shownBroken,
    documentMessages.shownPassword,
    documentMessages.shownTooComplex,
  ],
  file_infected: [documentMessages.infected],
  storage_failed: [
    documentMessages.notStored,
    documentMessages.notRead,
    documentMessages.notScanned,
  ],
  view_read_only: [viewAsMessages.readOnly, viewAsMessages.notShown],
  not_viewable: [viewAsMessages.notViewable],
  group_in_use: [groupMessages.inUse(1), groupMessages.inUse(2)],
  deletes_self: [userRefusals.deletesSelf],
  own_account: [
    saleAccessMessages.ownByStaff,
    secondFactorMessages.resetsSelf,
    secondFactorMessages.endsOwnSessions,
  ],
  last_superuser: [userRefusals.lastSuperuser],
  stronger_account: [
    userRefusals.strongerAccount,
    userRefusals.strongerDeletion,
    userRefusals.strongerState,
  ],
  no_email: [invitationRefusals.noEmail, setupMessages.noEmail],
  no_reader: [saleAccessMessages.coHolder, saleAccessMessages.notCompany],
  already_activated: [invitationRefusals.activated],
  inactive_account: [invitationRefusals.inactive],
  is_right: [procedureMessages.isDataSubjectRequest],
  unknown_procedure: [requestMessages.unknownProcedure],
  wrong_state: [
    importMessages.notChecked,
    importMessages.underWay,
    importMessages.fileGone,
    importMessages.cannotUndo,
    requestMessages.impossible,
    paymentReportMessages.impossible,
    setupMessages.notDone,
  ],
  documents_pending: [requestMessages.documentsPending],
  unknown_payment: [paymentReportMessages.unknownPayment],
  not_mergeable: [
    requestMessages.mergeByLaw,
    requestMessages.mergeClosed,
    requestMessages.mergeOtherMember,
    requestMessages.mergeSelf,
  ],
  already_sent: [requestMessages.alreadySent],
  already_answered: [requestMessages.answerFilePublished],
  cannot_answer: [requestMessages.cannotAnswer, requestMessages.assignedToMember],
  own_request: [requestMessages.ownRequest, paymentReportMessages.ownReport],
  too_late: [requestMessages.tooLateToReopen, requestMessages.tooLateToRespond],
  member_erased: [requestMessages.memberErased],
  cannot_extend: [dataSubjectRequestMessages.cannotExtend],
} as const satisfies Record<string, readonly string[]>

export type ErrorCode = GeneralCode | keyof typeof errorSentences

const codes = new Map(
  Object.entries(errorSentences).flatMap(([code, sentences]) =>
    sentences.map((sentence) => [withoutNumbers(sentence), code as ErrorCode]),
  ),
)

/** The code of a sentence, or `otherwise` for an unknown sentence. */
export function codeOf(sentence: string, otherwise: ErrorCode): ErrorCode {
  return codes.get(withoutNumbers(sentence)) ?? otherwise
}

function withoutNumbers(sentence: string): string {
  return sentence.replace(/\d+/g, '#')
}
