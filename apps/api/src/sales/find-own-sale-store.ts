import type { Database, Transaction } from '../db/client.ts'
import { maybeOne, sql } from '../db/query.ts'

/** The id of the holder's own sale that the portal shows. Open: approved, and not completed. */
export async function findOwnSale(
  db: Database | Transaction,
  { code, holderRut }: { code: string; holderRut: string },
  { mustBeOpen }: { mustBeOpen: boolean },
): Promise<number | null> {
  const isOpen = mustBeOpen ? sql`approved_on is not null and completed_on is null` : sql`true`
  const sale = await maybeOne<{ id: number }>(
    db,
    sql`select id from sales
      where code = ${code} and holder_rut = ${holderRut} and withdrawn_at is null
        and holder_erased_at is null and ${isOpen}`,
  )
  return sale?.id ?? null
}
