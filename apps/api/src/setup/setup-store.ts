import type { MailOutcome } from '@carpeta/domain/setup/mail-outcomes'
import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, type SQL, sql } from '../db/query.ts'

export interface SetupNotes {
  hiddenAt: Date | null
  mailTestedAt: Date | null
  mailOutcome: MailOutcome | null
  mailServer: string | null
}

export async function readNotes(db: Database): Promise<SetupNotes> {
  const notes = await maybeOne<SetupNotes>(
    db,
    sql`select hidden_at, mail_tested_at, mail_outcome, mail_server from setup_notes`,
  )
  return notes ?? { hiddenAt: null, mailTestedAt: null, mailOutcome: null, mailServer: null }
}

export async function saveMailTest(
  tx: Transaction,
  { outcome, server }: { outcome: MailOutcome; server: string },
): Promise<void> {
  await saveNotes(
    tx,
    sql`mail_tested_at = now(), mail_outcome = ${outcome}, mail_server = ${server}`,
  )
}

export async function saveHidden(tx: Transaction, isHidden: boolean): Promise<boolean> {
  await insertNotes(tx)
  const saved = await exec(
    tx,
    sql`update setup_notes set hidden_at = case when ${isHidden} then now() end
      where (hidden_at is not null) <> ${isHidden}`,
  )
  return saved > 0
}

async function insertNotes(tx: Transaction): Promise<void> {
  await exec(tx, sql`insert into setup_notes default values on conflict do nothing`)
}

async function saveNotes(tx: Transaction, change: SQL): Promise<void> {
  await insertNotes(tx)
  await exec(tx, sql`update setup_notes set ${change}`)
}
