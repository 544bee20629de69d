import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/client.ts'
import { answerTemplates } from '../requests-tables.ts'

export interface AnswerTemplate {
  id: number
  title: string
  body: string
}

export function listTemplates(db: Database): Promise<AnswerTemplate[]> {
  return db
    .select()
    .from(answerTemplates)
    .orderBy(sql`spanish_order(${answerTemplates.title}) collate "C"`, asc(answerTemplates.id))
}

/** One at a time writes templates, so that what is found out about titles stays true. */
export async function lockTemplates(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table answer_templates in share row exclusive mode`)
}

export async function findTemplate(tx: Transaction, id: number): Promise<AnswerTemplate | null> {
  const [template] = await tx.select().from(answerTemplates).where(eq(answerTemplates.id, id))
  return template ?? null
}

/** Whether another template than this one has the title. */
export async function isTitleTaken(
  tx: Transaction,
  title: string,
  exceptId: number | null,
): Promise<boolean> {
  const others = exceptId === null ? undefined : ne(answerTemplates.id, exceptId)
  const rows = await tx
    .select({ id: answerTemplates.id })
    .from(answerTemplates)
    .where(and(eq(answerTemplates.title, title), others))
  return rows.length > 0
}

export async function insertTemplate(
  tx: Transaction,
  template: Omit<AnswerTemplate, 'id'>,
): Promise<AnswerTemplate> {
  const [row] = await tx.insert(answerTemplates).values(template).returning()
  if (!row) throw new Error('an inserted template came back without its row')
  return row
}

export async function updateTemplate(tx: Transaction, template: AnswerTemplate): Promise<void> {
  const { id, title, body } = template
  await tx.update(answerTemplates).set({ title, body }).where(eq(answerTemplates.id, id))
}

export async function deleteTemplate(tx: Transaction, id: number): Promise<void> {
  await tx.delete(answerTemplates).where(eq(answerTemplates.id, id))
}
