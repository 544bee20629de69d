import type { Database, Transaction } from '../../db/client.ts'
import { exec, many, maybeOne, one, sql } from '../../db/query.ts'

export interface AnswerTemplate {
  id: number
  title: string
  body: string
}

export function listTemplates(db: Database): Promise<AnswerTemplate[]> {
  return many<AnswerTemplate>(
    db,
    sql`select id, title, body from answer_templates order by spanish_order(title) collate "C", id`,
  )
}

/** Serialises writers, so that a title found free stays free. */
export async function lockTemplates(tx: Transaction): Promise<void> {
  await exec(tx, sql`lock table answer_templates in share row exclusive mode`)
}

export function findTemplate(tx: Transaction, id: number): Promise<AnswerTemplate | null> {
  return maybeOne<AnswerTemplate>(
    tx,
    sql`select id, title, body from answer_templates where id = ${id}`,
  )
}

export async function isTitleTaken(
  tx: Transaction,
  title: string,
  exceptId: number | null,
): Promise<boolean> {
  const others = await exec(
    tx,
    sql`select from answer_templates where title = ${title} and id is distinct from ${exceptId}`,
  )
  return others > 0
}

export function insertTemplate(
  tx: Transaction,
  { title, body }: Omit<AnswerTemplate, 'id'>,
): Promise<AnswerTemplate> {
  return one<AnswerTemplate>(
    tx,
    sql`insert into answer_templates (title, body) values (${title}, ${body})
      returning id, title, body`,
  )
}

export async function updateTemplate(tx: Transaction, template: AnswerTemplate): Promise<void> {
  const { id, title, body } = template
  await exec(tx, sql`update answer_templates set title = ${title}, body = ${body} where id = ${id}`)
}

export async function deleteTemplate(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`delete from answer_templates where id = ${id}`)
}
