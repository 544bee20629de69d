/** The codes of errors, sent as `X-Error-Code`. Renaming one changes the interface. */
export const errorCodes = [
  'already_activated',
  'already_answered',
  'already_sent',
  'cannot_answer',
  'cannot_extend',
  'changed_meanwhile',
  'csrf_failed',
  'deletes_self',
  'documents_pending',
  'enrollment_expired',
  'file_infected',
  'file_not_expected',
  'file_type',
  'file_unreadable',
  'forbidden',
  'group_in_use',
  'inactive_account',
  'internal',
  'invalid',
  'invalid_page',
  'invalid_request',
  'invalid_token',
  'is_right',
  'last_second_factor',
  'last_superuser',
  'link_expired',
  'malformed',
  'member_erased',
  'method_not_allowed',
  'must_change_password',
  'no_audience',
  'no_email',
  'no_reader',
  'no_second_factor',
  'not_draft',
  'not_found',
  'not_mergeable',
  'not_one_procedure',
  'not_published',
  'not_signed_in',
  'not_viewable',
  'own_account',
  'own_request',
  'passkey_refused',
  'payment_differs',
  'reauthentication_required',
  'refused',
  'registration_closed',
  'required',
  'second_factor_enrollment_required',
  'second_factor_required',
  'storage_failed',
  'stronger_account',
  'taken',
  'throttled',
  'too_large',
  'too_late',
  'too_long',
  'too_many',
  'too_slow',
  'unavailable',
  'unknown_payment',
  'unknown_procedure',
  'unsupported_media_type',
  'view_read_only',
  'weak_password',
  'wrong_code',
  'wrong_credentials',
  'wrong_password',
  'wrong_state',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** A broken rule: its stable code, and its sentence for the user. */
export interface Refusal {
  readonly code: ErrorCode
  readonly text: string
}

/* @__NO_SIDE_EFFECTS__ */
export function refusal(code: ErrorCode, text: string): Refusal {
  return { code, text }
}

/* @__NO_SIDE_EFFECTS__ */
export const required = (text: string) => refusal('required', text)
/* @__NO_SIDE_EFFECTS__ */
export const invalid = (text: string) => refusal('invalid', text)
/* @__NO_SIDE_EFFECTS__ */
export const taken = (text: string) => refusal('taken', text)
/* @__NO_SIDE_EFFECTS__ */
export const tooMany = (text: string) => refusal('too_many', text)
