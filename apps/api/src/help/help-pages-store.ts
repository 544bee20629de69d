import type { HelpPage } from '@carpeta/contract/help'
import type { HelpPageForm } from '@carpeta/domain/help/help-page-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, scalar, sql } from '../db/query.ts'

const columns = sql`id, topic, title, body, version`

export function listPages(db: Database): Promise<HelpPage[]> {
  return many<HelpPage>(
    db,
    sql`select ${columns} from help_pages order by spanish_order(title) collate "C", id`,
  )
}

/** Serialises writers, so that a title found free stays free. */
export async function lockPages(tx: Transaction): Promise<void> {
  await exec(tx, sql`lock table help_pages in share row exclusive mode`)
}

export function countPages(tx: Transaction): Promise<number> {
  return scalar(tx, sql`select count(*) from help_pages`)
}

export function findPage(tx: Transaction, id: number): Promise<HelpPage | null> {
  return maybeOne<HelpPage>(tx, sql`select ${columns} from help_pages where id = ${id}`)
}

export async function isTitleTaken(
  tx: Transaction,
  title: string,
  exceptId: number | null,
): Promise<boolean> {
  const others = await exec(
    tx,
    sql`select from help_pages where title = ${title} and id is distinct from ${exceptId}`,
  )
  return others > 0
}

export function insertPage(
  tx: Transaction,
  { topic, title, body }: HelpPageForm,
): Promise<HelpPage> {
  return one<HelpPage>(
    tx,
    sql`insert into help_pages (topic, title, body) values (${topic}, ${title}, ${body})
      returning ${columns}`,
  )
}

export function updatePage(
  tx: Transaction,
  id: number,
  { topic, title, body }: HelpPageForm,
): Promise<HelpPage> {
  return one<HelpPage>(
    tx,
    sql`update help_pages
      set topic = ${topic}, title = ${title}, body = ${body}, version = version + 1
      where id = ${id} returning ${columns}`,
  )
}

export async function deletePage(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`delete from help_pages where id = ${id}`)
}
