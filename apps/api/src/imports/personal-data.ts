import type { MemberData } from '@carpeta/contract/personal-data'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import { type KnownPerson, namesPerson } from '@carpeta/domain/people/person-in-text'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, sql, wireRows } from '../db/query.ts'
import {
  isCoHolder,
  isOfCoHolder,
  isOfErasedBuyer,
  isOrWasBuyer,
} from '../sales/erased-buyers-store.ts'
import { erasedBody, isBodyOf } from '../sales/sale-bodies-store.ts'
import { queueRemovals } from './uploads.ts'
import { giveUpWaiting } from './uploads-store.ts'

/** Values that loads could not read of this rut, as holder or co-holder of a sale of theirs in the same export. */
export async function exportPersonalData(
  db: Database,
  rut: string,
): Promise<Pick<MemberData, 'unread'>> {
  const unread = await wireRows<MemberData['unread'][number]>(
    db,
    sql`select ${instant('applied_at')} as at, sale_code, field, value, reason
      from load_rejects
      join loads on loads.id = load_id
      join sales on sales.code = sale_code
      left join sale_holders on sale_holders.sale_id = sales.id and ${isCoHolder(rut)}
      where load_rejects.sale_holder_rut = ${rut}
        and (not ${isOfCoHolder} or sale_holders.sale_id is not null)
      order by load_rejects.id desc`,
  )
  return { unread }
}

/**
 * Gives up the exports that wait to be checked or loaded: each has the whole cooperative, and accounting writes
 * another one any day. One that is being loaded ends first, or finds itself given up. @returns how many
 */
export async function dropWaitingExports(tx: Transaction): Promise<number> {
  const dropped = await giveUpWaiting(tx, importMessages.erasedMeanwhile)
  if (dropped > 0) await queueRemovals(tx)
  return dropped
}

/** Blanks the values of this person that loads could not read, of sales that the portal does not know either. */
export async function blankRejectsAbout(tx: Transaction, person: KnownPerson): Promise<void> {
  const rejects = await many<{ id: number; value: string }>(
    tx,
    sql`select id, value from load_rejects where value <> ''`,
  )
  const about = rejects.filter(({ value }) => namesPerson(value, person)).map(({ id }) => id)
  await exec(tx, sql`update load_rejects set value = '' where id = any(${about})`)
}

/** Runs after the sales of this rut are marked as erased. */
export async function erasePersonalData(tx: Transaction, rut: string): Promise<void> {
  // Some rejected values do not say whose they are: then those of every sale that the person has or had.
  const isUntold = sql`(load_rejects.sale_holder_rut = ''
    or ${isOfCoHolder} and load_rejects.sale_holder_rut = sales.holder_rut)`
  await exec(
    tx,
    sql`update load_rejects set value = '' from sales
      where load_rejects.sale_code = sales.code
        and (${isUntold} and ${isOrWasBuyer(rut)} or ${isOfErasedBuyer}
          and (sales.holder_rut = ${rut}
            or sales.id in (select sale_id from sale_holders where ${isCoHolder(rut)})))`,
  )
  await exec(
    tx,
    sql`update load_rejects set value = '', sale_holder_rut = '' where sale_holder_rut = ${rut}`,
  )
  const before = sql`load_changes.before`
  // Only these loads have either, so that the others need not be read.
  await exec(
    tx,
    sql`update load_changes set before = ${erasedBody(before, rut)}
      where load_id in (select id from loads where is_restorable)
        and before is not null and ${isBodyOf(before, rut)}`,
  )
  await exec(
    tx,
    sql`update load_changes set after = null
      where load_id in (select id from loads where state in ('tried', 'refused')) and after is not null`,
  )
}
