import { MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { recordListRead } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { readFilterRut, readFilterText } from '../http/paging.ts'
import { findHolders, findMembers } from '../people/people-store.ts'
import { findSalesBy } from './sales-store.ts'

const MAX_RESULTS = 6

interface FoundSale {
  code: string
  project: string
  holder: { id: number; name: string; social_security: string }
}

/**
 * By code, and by the holder's name, rut or whole email. A sale is found with its holder's account only. Results are recorded as
 * read.
 */
export async function searchSales(
  { db }: { db: Database },
  caller: SignedInCaller,
  typed: string,
): Promise<FoundSale[]> {
  const text = readFilterText(typed) ?? ''
  if (text.length < MIN_SEARCH) return []
  const rut = readFilterRut(text)
  const named = await findMembers(db, { text, rut, limit: MAX_RESULTS, showsEmail: false })
  const holderRuts = named.flatMap(({ rut }) => rut ?? [])
  const sales = await findSalesBy(db, { code: text, holderRuts, limit: MAX_RESULTS })
  const holders = await findHolders(
    db,
    sales.map(({ holderRut }) => holderRut),
  )
  await recordListRead(db, caller, 'sale', sales)
  return sales.flatMap(({ code, project, holderRut }) => {
    const holder = holders.find(({ rut }) => rut === holderRut)
    if (!holder) return []
    return {
      ...{ code, project },
      holder: { id: holder.id, name: holder.name, social_security: holderRut },
    }
  })
}
