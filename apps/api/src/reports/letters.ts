import type { AnswerOf } from '@carpeta/contract/endpoints'
import { LETTER_DAYS } from '@carpeta/domain/access/link-rules'
import { addDays, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { invitationRefusals } from '@carpeta/domain/people/user-rules'
import { recordAuditEvent, recordListRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { endOlderLinks, insertLink } from '../auth/links-store.ts'
import { lockTarget } from '../auth/managed-account.ts'
import { requireRecentAuthentication } from '../auth/reauthentication.ts'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative-settings.ts'
import type { Database } from '../db/client.ts'
import { pageAddress } from '../email/render-email.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { type PageQuery, pageWithin, readPage } from '../http/paging.ts'
import { randomToken } from '../http/tokens.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import {
  countNeverEntered,
  inviteByLetter,
  listNeverEntered,
} from '../people/never-entered-store.ts'
import { listPostalAddresses } from '../sales/overdue-store.ts'
import type { InvitationLetter, LettersDocument } from './letters-pdf.ts'

/** A page of the members who never entered. */
export async function readNeverEntered(
  { db }: { db: Database },
  caller: SignedInCaller,
  query: PageQuery,
): Promise<AnswerOf<'GET /api/never-entered/'>> {
  const count = await countNeverEntered(db)
  const { current, lastPage, ...rows } = pageWithin(readPage(query, ['id']), count)
  const results = await listNeverEntered(db, rows)
  await recordListRead(db, caller, 'user', results)
  return {
    results: results.map(({ invitedAt, ...member }) => ({ ...member, invited_at: invitedAt })),
    ...{ current, lastPage, count },
  }
}

export interface LetterServices {
  db: Database
  config: Config
  pdfs: PdfPool
}

/**
 * Invites these members by a printed letter each, with a link of its own: whoever prints it could use it, as a
 * temporary password, so it needs the same permission and a recent login, and is recorded for each. Leaves out who
 * has entered meanwhile.
 * @throws {Refused} 409 when nobody is left · {NotFound} · {Forbidden} for an account with more permissions
 */
export async function printLetters(
  { db, config, pdfs }: LetterServices,
  caller: SignedInCaller,
  { ids, signal }: { ids: number[]; signal: AbortSignal },
): Promise<Buffer> {
  const letters = await callerTransaction(db, caller, async (tx, caller) => {
    await requireRecentAuthentication(tx, caller)
    const made: (Omit<InvitationLetter, 'address'> & { rut: string })[] = []
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      await lockTarget(tx, caller, id)
      const invitee = await inviteByLetter(tx, id)
      if (invitee === null) continue
      const token = randomToken()
      await endOlderLinks(tx, id, 'activate', 2)
      await insertLink(tx, { token, userId: id, purpose: 'activate', hours: LETTER_DAYS * 24 })
      await recordAuditEvent(tx, caller, {
        action: 'user.invited_by_letter',
        object: { type: 'user', id },
        subjectId: id,
      })
      made.push({ ...invitee, link: pageAddress('/client/check', config, { token }) })
    }
    if (made.length === 0) throw new Refused(invitationRefusals.activated, 409)
    const addresses = await listPostalAddresses(
      tx,
      made.map(({ rut }) => rut),
    )
    return made.map(({ rut, ...letter }) => {
      const {
        address = '',
        commune = '',
        city = '',
      } = addresses.find(({ holderRut }) => holderRut === rut) ?? {}
      return { ...letter, address: [address, [commune, city].filter(Boolean).join(', ')] }
    })
  })
  const today = todayInSantiago(new Date())
  const document: LettersDocument = {
    cooperative: cooperativeOf(config),
    portal: config.publicUrl.href,
    writtenOn: shortDate(today),
    lastDay: shortDate(addDays(today, LETTER_DAYS - 1)),
    letters,
  }
  return pdfs.takeTurn({ owner: String(caller.id), signal }, async (draw) =>
    Buffer.from(
      await draw<Uint8Array>(
        new URL('./letters-pdf.ts', import.meta.url),
        JSON.stringify(document),
      ),
    ),
  )
}
