import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import type {
  changeProcedure as changed,
  procedureFilter,
  saveProcedure as procedureForm,
  WireProcedure,
} from '@carpeta/contract/procedures'
import { dueAt } from '@carpeta/domain/dates/business-hours'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  type ProcedureForm,
  procedureFormErrors,
  procedureLimits,
  procedureMessages,
} from '@carpeta/domain/requests/procedure-rules'
import type { z } from 'zod'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import { closedDaysFrom } from '../calendar/closed-days.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import {
  countKept,
  countProcedures,
  insertProcedure,
  type ListScope,
  lockProcedure,
  lockProcedures,
  markDeleted,
  markRestored,
  type Procedure,
  type ProcedureContent,
  procedureOrders,
  readProceduresPage,
  savePositions,
  saveProcedure,
} from './procedures-store.ts'

type Form = z.infer<typeof procedureForm>

export async function listProcedures(
  db: Database,
  scope: ListScope,
  query: z.infer<typeof procedureFilter>,
): Promise<AnswerOf<'GET /api/procedures/'>> {
  const filter = { scope, title: query.title?.trim() ?? '' }
  const target = readPage(query, procedureOrders)
  const { current, lastPage, ...rows } = pageWithin(target, await countProcedures(db, filter))
  const procedures = await readProceduresPage(db, filter, { ...target, ...rows })
  const results =
    scope === 'offered'
      ? await presentForMember(db, procedures)
      : procedures.map(presentForCatalogue)
  return { results, current, lastPage }
}

/** Each with the day by which the cooperative answers a request that is sent now. */
async function presentForMember(db: Database, procedures: Procedure[]): Promise<WireProcedure[]> {
  const now = new Date()
  const closed = await closedDaysFrom(db, todayInSantiago(now))
  return procedures.map((procedure) => ({
    ...presentProcedure(procedure),
    answer_by: todayInSantiago(dueAt(now, procedure.answerHours, closed)),
  }))
}

/** For members (docs/specification.md §3.10). */
function presentProcedure({ id, title, description, documents }: Procedure): WireProcedure {
  return { id, title, description, document_amount: documents.length, documents }
}

/** For staff who edit the catalogue. */
export function presentForCatalogue(procedure: Procedure): WireProcedure {
  return {
    ...presentProcedure(procedure),
    answer_hours: procedure.answerHours,
    is_active: procedure.isActive,
    is_question: procedure.isQuestion,
    deleted_at: procedure.deletedAt?.toISOString() ?? null,
  }
}

export async function createProcedure(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: Form,
): Promise<Procedure> {
  const content = readProcedureForm(form)
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockProcedures(tx)
    if (!(await hasRoom(tx))) refuseFields({ title: procedureMessages.tooMany })
    await requireRecentAuthentication(tx, caller)
    const id = await insertProcedure(tx, content)
    const object = { type: 'procedure', id }
    await recordAuditEvent(tx, caller, {
      action: 'procedure.created',
      object,
      after: { ...content },
    })
    return {
      ...{ ...content, id, deletedAt: null },
      ...{ dataSubjectRight: null, answerDays: null, isQuestion: false },
    }
  })
}

async function hasRoom(tx: Transaction): Promise<boolean> {
  return (await countKept(tx)) < procedureLimits.procedures
}

/**
 * Changes a procedure. Existing requests keep their copy of its texts.
 * @throws {NotFound} · {Refused} 409 when it is not as it was read, or when more than the texts of a
 *   data-subject right change
 */
export async function changeProcedure(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, changes }: { id: number; changes: z.infer<typeof changed> },
): Promise<Procedure> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const before = await lockProcedure(tx, id, 'active')
    if (!before) throw new NotFound()
    const { title, description, documents, answerHours, isActive } = before
    const current = {
      title,
      description,
      documents,
      answer_hours: answerHours,
      is_active: isActive,
    }
    const { as_read: asRead, ...sent } = changes
    if (asRead && !isDeepStrictEqual(asRead, current)) {
      throw new Refused(procedureMessages.changedMeanwhile, 409)
    }
    if (before.dataSubjectRight !== null) refuseBeyondTexts(before, sent)
    const content = readProcedureForm({ ...current, ...sent })
    await requireRecentAuthentication(tx, caller)
    await saveProcedure(tx, id, content)
    const procedure = { ...before, ...content }
    await recordAuditEvent(tx, caller, {
      action: 'procedure.changed',
      object: { type: 'procedure', id },
      ...changedFacts({ ...before }, { ...procedure }),
    })
    return procedure
  })
}

/** The law sets the availability, the required documents and the deadline of these procedures. */
function refuseBeyondTexts(before: Procedure, changes: Partial<Form>): void {
  const { is_active, documents = [], answer_hours = before.answerHours } = changes
  if (is_active === false || documents.length > 0 || answer_hours !== before.answerHours) {
    throw new Refused(procedureMessages.isDataSubjectRequest, 409)
  }
}

/**
 * Moves a procedure to the trash, where members cannot request it.
 * @throws {NotFound} · {Refused} 409 for a data-subject right
 */
export async function deleteProcedure(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const procedure = await lockProcedure(tx, id, 'active')
    if (!procedure) throw new NotFound()
    if (procedure.dataSubjectRight !== null) {
      throw new Refused(procedureMessages.isDataSubjectRequest, 409)
    }
    await markDeleted(tx, id)
    const object = { type: 'procedure', id }
    await recordAuditEvent(tx, caller, { action: 'procedure.deleted', object })
  })
}

/** Restores a procedure from the trash. @throws {NotFound} when it is not there · {Refused} 409 when there is no room */
export async function restoreProcedure(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<Procedure> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockProcedures(tx)
    const procedure = await lockProcedure(tx, id, 'deleted')
    if (!procedure) throw new NotFound()
    if (!(await hasRoom(tx))) throw new Refused(procedureMessages.tooMany, 409)
    await markRestored(tx, id)
    const object = { type: 'procedure', id }
    await recordAuditEvent(tx, caller, { action: 'procedure.restored', object })
    return { ...procedure, deletedAt: null }
  })
}

/**
 * Sets the order in which members see the procedures. Unknown ids are ignored, since another
 * user may have deleted a procedure meanwhile.
 */
export async function orderProcedures(
  { db }: { db: Database },
  caller: SignedInCaller,
  ids: number[],
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    if (!(await savePositions(tx, ids))) return
    await recordAuditEvent(tx, caller, { action: 'procedure.changed', after: { order: ids } })
  })
}

/** Validates and trims the form. @throws {InvalidFields} */
export function readProcedureForm(form: ProcedureForm & { is_active: boolean }): ProcedureContent {
  refuseFields(procedureFormErrors(form))
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    documents: form.documents.map((name) => name.trim()),
    answerHours: form.answer_hours,
    isActive: form.is_active,
  }
}
