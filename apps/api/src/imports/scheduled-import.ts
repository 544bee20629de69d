import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { type Email, greeting, renderEmail, senderOf } from '../email/render-email.ts'
import { operator } from '../http/caller.ts'
import { listPermitted } from '../users/staff-store.ts'
import { importSales } from './import-sales.ts'
import { insertLoad } from './loads-store.ts'
import { type ExportSource, UnreadableExport } from './sources/export-source.ts'

/**
 * Loads accounting's sales without a person; the history of loads has the outcome.
 * @returns why nothing was loaded, as in the email to staff; null when it was
 */
export async function runScheduledImport(
  { db, config }: { db: Database; config: Config },
  source: ExportSource,
): Promise<string | null> {
  const { saleChecks: checks, accounting } = config
  try {
    const { refusal } = await importSales(db, source, {
      checks,
      pauseEmails: accounting.pausesEmails,
      onFinish: async (tx, outcome) => {
        if (outcome.refusal !== null) await emailStaff(tx, outcome.refusal, config)
      },
    })
    return refusal
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    await db.transaction(async (tx) => {
      await recordUnreadableLoad(tx, source, error)
      await emailStaff(tx, error.message, config)
    })
    return error.message
  }
}

/** In the transaction of the outcome, so that neither is without the other. */
async function emailStaff(tx: Transaction, failure: string, config: Config): Promise<void> {
  for (const colleague of await listPermitted(tx, 'sales.import_sales')) {
    await enqueueEmail(tx, failedImportEmail(colleague, failure, config), config)
  }
}

/** An export that could not even be read belongs in the history too, since nobody saw it fail. */
async function recordUnreadableLoad(
  tx: Transaction,
  { name }: ExportSource,
  { message }: UnreadableExport,
): Promise<void> {
  await insertLoad(tx, {
    state: 'refused',
    fileName: name,
    fileHash: '',
    refusal: message,
    refusalCode: 'unreadable',
  })
  const object = { type: 'load', id: name.slice(0, 500) }
  await recordAuditEvent(tx, operator, { action: 'load.refused', object, reason: message })
}

function failedImportEmail(
  { firstName, email }: { firstName: string; email: string },
  failure: string,
  config: Config,
): Email {
  return renderEmail(
    email,
    {
      subject: 'La carga automática de contabilidad falló',
      greeting: greeting(firstName),
      paragraphs: [
        'La carga automática de contabilidad no se aplicó, y nada cambió: los socios siguen viendo las cifras de la última carga.',
        failure,
        'El portal lo intentará de nuevo a la próxima hora fijada. Quien lo administra puede intentarlo antes con «carpeta import».',
      ],
      action: {
        label: 'Ver las cargas',
        address: new URL('/imports', config.publicUrl).href,
      },
    },
    senderOf(config),
  )
}
