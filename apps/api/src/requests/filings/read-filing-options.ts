import type {
  FilingMember,
  FilingOptions,
} from '@carpeta/contract/requests/filings/filings-schemas'
import { MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { mayHandleRequest } from '@carpeta/domain/requests/request-states'
import { recordAuditedRead, recordListRead } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { readFilterRut, readFilterText } from '../../http/filters.ts'
import { listOffered } from '../../procedures/procedures-store.ts'
import { listSalesOfHolder } from '../../sales/staff-sales-store.ts'
import { type FoundMember, findMember, findMembers } from '../../users/people-store.ts'
import { requireHandling } from '../lifecycle/lock-request.ts'

const MAX_RESULTS = 8

/** People with a rut whose name, email or rut has this part; nobody files for themselves. */
export async function findFilingMembers(
  { db }: { db: Database },
  caller: SignedInCaller,
  typed: string,
): Promise<FilingMember[]> {
  const text = readFilterText(typed) ?? ''
  if (text.length < MIN_SEARCH) return []
  const found = await findMembers(db, { text, rut: readFilterRut(text), limit: MAX_RESULTS })
  const members = found.filter(({ id, rut }) => rut !== null && mayHandleRequest(caller.id, id))
  await recordListRead(db, caller, 'user', members)
  return members.map(present)
}

/**
 * The member's sales and the procedures that can be requested.
 * @throws {NotFound} · {Refused} 403 for the caller's own account
 */
export async function readFilingOptions(
  { db }: { db: Database },
  caller: SignedInCaller,
  memberId: number,
): Promise<FilingOptions> {
  const member = await findMember(db, memberId)
  if (!member?.rut) throw new NotFound()
  requireHandling(caller, { userId: member.id })
  await recordAuditedRead(db, caller, { type: 'user', id: member.id }, member.id)
  const procedures = await listOffered(db)
  return {
    member: present(member),
    sales: (await listSalesOfHolder(db, member.rut)).map(({ code, project, isOpen }) => ({
      code,
      project,
      is_open: isOpen,
    })),
    procedures: procedures.map(({ id, title, description, documents, dataSubjectRight }) => ({
      id,
      title,
      description,
      documents,
      needs_open_sale: dataSubjectRight === null,
    })),
  }
}

function present({ id, name, rut }: FoundMember): FilingMember {
  return { id, name, social_security: rut ?? '' }
}
