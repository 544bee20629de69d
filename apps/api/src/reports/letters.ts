import type { AnswerOf } from '@carpeta/contract/endpoints'
import { LETTER_DAYS } from '@carpeta/domain/access/link-rules'
import { addDays, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { isCompanyRut } from '@carpeta/domain/people/rut'
import { invitationRefusals, userRefusals } from '@carpeta/domain/people/user-rules'
import { recordAuditEvent, recordListRead } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import { endOlderLinks, insertLink, listLetters } from '../auth/links-store.ts'
import { lockTarget } from '../auth/managed-account.ts'
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
  listNeverEntered,
  lockNeverEntered,
} from '../people/never-entered-store.ts'
import { haveCommonSale } from '../people/parties-store.ts'
import { listPostalAddresses } from '../sales/overdue-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
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
  const letters = await listLetters(
    db,
    results.map(({ id }) => id),
  )
  return {
    results: results.map(({ invitedAt, ...member }) => ({
      ...member,
      invited_at: invitedAt,
      letter_at: letters.find(({ userId }) => userId === member.id)?.printedAt ?? null,
    })),
    ...{ current, lastPage, count },
  }
}

export interface LetterServices {
  db: Database
  config: Config
  limits: RateLimits
  pdfs: PdfPool
}

/**
 * Prints a letter for each of these members, with a link of its own that only the next letter ends: whoever prints
 * it could use it, as a temporary password, so it needs the same permission and a recent login, and is recorded for
 * each. It is no invitation: nothing is sent to an email that staff did not choose. Leaves out who has entered
 * meanwhile, and with whom the caller shares a purchase.
 * @throws {Throttled} after too many batches · {Refused} 409 when nobody is left · {NotFound} · {Forbidden} for an account with more permissions
 */
export async function printLetters(
  { db, config, limits, pdfs }: LetterServices,
  caller: SignedInCaller,
  { ids, signal }: { ids: number[]; signal: AbortSignal },
): Promise<Buffer> {
  await limits.letterBatches.consume(String(caller.id))
  // A letter that was not printed would end the one before.
  return pdfs.takeTurn({ owner: String(caller.id), signal }, async (draw) => {
    const today = todayInSantiago(new Date())
    const document: LettersDocument = {
      cooperative: cooperativeOf(config),
      portal: config.publicUrl.href,
      writtenOn: shortDate(today),
      lastDay: shortDate(addDays(today, LETTER_DAYS - 1)),
      letters: await writeLetters({ db, config }, caller, ids),
    }
    const file = new URL('./letters-pdf.ts', import.meta.url)
    return Buffer.from(await draw<Uint8Array>(file, JSON.stringify(document)))
  })
}

function writeLetters(
  { db, config }: Pick<LetterServices, 'db' | 'config'>,
  caller: SignedInCaller,
  ids: number[],
): Promise<InvitationLetter[]> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await requireRecentAuthentication(tx, caller)
    let refusal: Refusal = invitationRefusals.activated
    const made: (Omit<InvitationLetter, 'address' | 'isOfCompany'> & { rut: string })[] = []
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      await lockTarget(tx, caller, id)
      const member = await lockNeverEntered(tx, id)
      if (member === null) continue
      // Who prints it could use it.
      if (await haveCommonSale(tx, caller.user.profile.social_security, member.rut)) {
        refusal = userRefusals.sharesPurchase
        continue
      }
      const token = randomToken()
      await endOlderLinks(tx, id, 'letter', 0)
      await insertLink(tx, { token, userId: id, purpose: 'letter', madeBy: caller.id })
      await recordAuditEvent(tx, caller, {
        action: 'user.invited_by_letter',
        object: { type: 'user', id },
        subjectId: id,
      })
      made.push({ ...member, link: pageAddress('/client/check', config, { token }) })
    }
    if (made.length === 0) throw new Refused(refusal, 409)
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
      const isOfCompany = isCompanyRut(rut)
      return {
        ...letter,
        isOfCompany,
        address: [address, [commune, city].filter(Boolean).join(', ')],
      }
    })
  })
}
