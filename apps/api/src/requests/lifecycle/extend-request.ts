import {
  canExtend,
  DATA_SUBJECT_ANSWER_DAYS,
  dataSubjectRequestMessages,
  endOfDayAfter,
} from '@carpeta/domain/personal-data/data-subject-requests'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'
import { changeRequest } from './change-request.ts'
import { lockForStaff, type SeenRequest } from './lock-request.ts'

/** Extends the deadline of a data-subject request, once; the member gets the reason. */
export async function extendRequest(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { text: string },
): Promise<void> {
  const text = requireText(input.text, dataSubjectRequestMessages.extensionReason)
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, input)
    if (!canExtend(request) || !request.dueAt)
      throw new Refused(dataSubjectRequestMessages.cannotExtend, 409)
    await changeRequest(tx, services, request, caller, {
      change: {
        dueAt: endOfDayAfter(request.dueAt, DATA_SUBJECT_ANSWER_DAYS),
        extendedAt: request.now,
      },
      kind: 'extended',
      text,
    })
  })
}
