import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../db/client.ts'
import { writeSaleDocuments } from './sale-document-store.ts'

const CONTACT_COLUMNS = ['city', 'commune', 'address', 'profession', 'marital_status', 'employer']
const blankWords = [...CONTACT_COLUMNS, 'phone', 'email', 'given_names'].map(
  (column) => sql`${sql.identifier(column)} = ''`,
)
const blankIncomes = ['income', 'fee_income', 'rental_income', 'average_income'].map(
  (column) => sql`${sql.identifier(column)} = null`,
)

/** The codes of this holder's sales that are neither withdrawn nor completed. */
export async function listOpenSales(tx: Transaction, rut: string): Promise<string[]> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    select code from sales
    where holder_rut = ${rut} and withdrawn_at is null and completed_on is null
      and holder_erased_at is null
    order by code`)
  return rows.map(({ code }) => code)
}

/** Whether sales are kept of a holder who was erased. */
export async function hasErasedSales(tx: Transaction, rut: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from sales where holder_rut = ${rut} and holder_erased_at is not null limit 1`)
  return rows.length > 0
}

/** From now on they are kept for the books and shown to nobody. @returns how many */
export async function eraseHolder(tx: Transaction, rut: string): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update sales set holder_erased_at = now()
    where holder_rut = ${rut} and holder_erased_at is null returning id`)
  const theirs = sql`sales.id in (select json_array_elements_text(
    ${JSON.stringify(rows.map(({ id }) => id))}::json)::integer)`
  await forgetErasedHolders(tx, theirs)
  await writeSaleDocuments(tx, theirs)
  // What a load could not read may be anything of his.
  await tx.execute(sql`
    delete from load_rejects where sale_code in (select code from sales where ${theirs})`)
  return rows.length
}

/** Of an erased holder the books need name and rut; a load brings the rest again. */
export async function forgetErasedHolders(tx: Transaction, which: SQL): Promise<void> {
  await tx.execute(sql`
    update sale_holders set ${sql.join([...blankWords, ...blankIncomes], sql`, `)}
    from sales
    where sale_holders.sale_id = sales.id and role = 'holder' and holder_erased_at is not null
      and ${which}`)
}
