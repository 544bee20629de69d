import { type SQL, sql } from '../../db/query.ts'
import { isVisibleSale } from '../own-projects-store.ts'
import { foldedRut } from '../sales-tables.ts'

const isNotOver = sql`(sale_accesses.last_day is null
  or sale_accesses.last_day >= (now() at time zone 'America/Santiago')::date)`

/** Accounting still names the same holder and, for a co-holder, the same co-holder. */
const isStillParty = sql`sales.holder_rut = sale_accesses.holder_rut
  and (sale_accesses.kind <> 'co_holder' or sales.co_holder_erased_at is null and exists (
    select from sale_holders
    where sale_holders.sale_id = sales.id and sale_holders.role = 'co_holder'
      and ${foldedRut(sql`sale_holders.rut`)} = replace(sale_accesses.reader_rut, '-', '')))`

/** A condition on `sale_accesses` and its `sales`: the reader sees the sale now. */
export const isReadable = sql`sale_accesses.revoked_at is null and ${isNotOver}
  and ${isVisibleSale} and ${isStillParty}`

/** Why it is not readable, for a query on the same tables. */
export const accessState = sql`case
  when sale_accesses.revoked_at is not null then 'revoked'
  when not ${isNotOver} then 'over'
  when ${isVisibleSale} and ${isStillParty} then 'valid'
  else 'void' end`

/** Selects `sale_id`, `kind` and `last_day` of the sales that others hold and this person reads. */
export function readableSales(readerRut: string | SQL): SQL {
  return sql`select sale_accesses.sale_id, sale_accesses.kind, sale_accesses.last_day
    from sale_accesses join sales on sales.id = sale_accesses.sale_id
    where sale_accesses.reader_rut = ${readerRut} and ${isReadable}`
}

/** A condition on `sales`: somebody got access to it. */
export const isSaleShared = sql`exists (
  select from sale_accesses where sale_accesses.sale_id = sales.id)`
