import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { expect } from 'vitest'
import type { Transaction } from '../../src/db/client.ts'
import { operator } from '../../src/http/caller.ts'
import { importSales } from '../../src/imports/import-sales.ts'
import { undoLastLoad } from '../../src/imports/loads.ts'
import { ndjsonFile } from '../../src/imports/sources/ndjson-file.ts'
import { eraseMember } from '../../src/personal-data/erase-member.ts'
import { announcementForm } from '../announcements.ts'
import { page } from '../pdf/readable-files.ts'
import { holderIdOf } from '../sales/holder-id.ts'
import { pdf } from '../sample-files.ts'
import { COPY, storeRequest, UPDATE } from '../stored-requests.ts'
import { userIdOf } from '../users/user-id.ts'
import { json, upload } from '../visitor.ts'
import { type Cast, done, type Flow, flow, newest, patch, ROSAS_SALE, rutOf } from './flow.ts'

/** Actions on requests, procedures, documents and loads, in the order of the test. */
export const dataFlows = {
  'member.exported': flow('Rosa', 'Rosa', async (cast) =>
    done(await cast.rosa.get('/api/client/data.json')),
  ),
  'request.sent': flow('Rosa', 'Rosa', async (cast) => {
    const sent = await cast.rosa.post(
      '/api/request/send/',
      json({ request_id: await completeRequest(cast) }),
    )
    done(sent)
  }),
  'request.filed': flow('Mario', 'Rosa', async (cast) => {
    const { rows } = await cast.portal.pool.query(
      `select procedures.id as procedure_id, users.id as member_id from procedures, users
       where title = $1 and rut = $2`,
      [COPY, rutOf('rosa')],
    )
    const form = { ...rows[0], sale_code: ROSAS_SALE, comment: 'La pidió por teléfono.' }
    const { body: filing } = await cast.mario.post('/api/filings/', json(form))
    done(await cast.mario.post('/api/request/send/', json({ request_id: filing.id })))
  }),
  'request.changed': flow('Mario', 'Rosa', async (cast) => {
    const { id } = await storeRequest(cast.portal)
    done(await cast.mario.post(`/api/requests/${id}/review/`, json({ version: 0 })))
  }),
  'request.rated': flow('Rosa', 'Rosa', async (cast) => {
    const { id } = await storeRequest(cast.portal, { title: COPY, state: 'in_review' })
    const answer = { version: 0, text: 'Listo.' }
    done(await cast.mario.post(`/api/requests/${id}/resolve/`, json(answer)))
    done(await cast.rosa.call('PUT', `/api/requests/${id}/rating/`, json({ helped: true })))
  }),
  'requests.exported': flow('Mario', null, async (cast) =>
    done(await cast.mario.get('/api/requests/export.csv?q=rosa')),
  ),
  'overdue.exported': flow('Mario', null, async (cast) =>
    done(await cast.mario.get('/api/overdue-sales/export.csv')),
  ),
  'payments.exported': flow('Iván', null, async (cast) =>
    done(await cast.ivan.get('/api/payments/csv/')),
  ),
  'document.downloaded': flow('Mario', 'Rosa', async (cast) =>
    done(await cast.mario.get(`/api/documents/${await lastDocument(cast)}/`)),
  ),
  'document.viewed': flow('Mario', 'Rosa', async (cast) => {
    const { id } = await storeRequest(cast.portal, { title: UPDATE, state: 'missing' })
    await cast.portal.pool.query(
      "update request_documents set review = 'rejected' where request_id = $1",
      [id],
    )
    const sent = upload(await page('cedula-nueva.pdf'), { request_id: id })
    const { body: document } = await cast.rosa.post('/api/upload-document/', sent)
    done(await cast.rosa.post(`/api/requests/${id}/reply/`, json({ comment: 'Va de nuevo.' })))
    done(await cast.mario.get(`/api/documents/${document.id}/pages/1/`))
  }),
  'document.uploaded': flow('Rosa', 'Rosa', async (cast) => {
    await completeRequest(cast)
  }),
  'document.joined': flow('Rosa', 'Rosa', async (cast) => {
    const id = await completeRequest(cast)
    // Its document has two files.
    const second = upload(await page('reverso.pdf'), { request_id: id, position: 0 })
    done(await cast.rosa.post('/api/upload-document/', second))
    done(await cast.rosa.post('/api/request/send/', json({ request_id: id })))
  }),
  'document.removed': flow('Rosa', 'Rosa', async (cast) => {
    await completeRequest(cast)
    done(await cast.rosa.call('DELETE', `/api/documents/${await lastDocument(cast)}/`))
  }),
  'sale_access.given': flow('Rosa', 'Rosa', async (cast) => {
    const access = { sale_code: ROSAS_SALE, kind: 'co_holder', last_day: '' }
    done(await cast.rosa.post('/api/sale-accesses/', json(access)))
  }),
  'due_calendar.created': flow('Rosa', 'Rosa', async ({ rosa }) =>
    done(await rosa.post('/api/due-calendar/', json({}))),
  ),
  'due_calendar.revoked': flow('Rosa', 'Rosa', async ({ rosa }) =>
    done(await rosa.call('DELETE', '/api/due-calendar/')),
  ),
  'email_preferences.changed': flow('Rosa', 'Rosa', async ({ rosa }) =>
    done(await rosa.call('PATCH', '/api/client/preferences/', json({ deed_emails: false }))),
  ),
  'sale_access.revoked': flow('Rosa', 'Rosa', async ({ rosa }) => {
    const { results } = (await rosa.get('/api/sale-accesses/')).body
    done(await rosa.call('DELETE', `/api/sale-accesses/${results[0].accesses[0].id}/`))
  }),
  'member_document.published': flow('Iván', 'Rosa', publishDocument),
  'member_document.changed': flow('Iván', 'Rosa', async (cast) =>
    done(
      await patch(cast.ivan, await publishDocument(cast), {
        title: 'Copia legalizada',
        visible_from: '2099-01-01',
      }),
    ),
  ),
  'member_document.replaced': flow('Iván', 'Rosa', async (cast) => {
    const version = upload(pdf('escritura.pdf', { text: crypto.randomUUID() }), {})
    done(await cast.ivan.post(`${await publishDocument(cast)}versions/`, version))
  }),
  'member_document.handed_over': flow('Iván', 'Rosa', async (cast) => {
    const path = `${await publishDocument(cast)}hand-over/`
    const holdBy = (rut: string) =>
      cast.portal.pool.query('update sales set holder_rut = $1 where code = $2', [rut, ROSAS_SALE])
    await holdBy(rutOf('hernan'))
    const holder_id = await userIdOf(cast.portal.db, 'hernan')
    done(await cast.ivan.post(path, json({ holder_id })))
    await holdBy(rutOf('rosa'))
  }),
  'member_document.withdrawn': flow('Iván', 'Rosa', async (cast) => {
    const path = `${await publishDocument(cast)}withdraw/`
    done(await cast.ivan.post(path, json({ reason: 'Era de otra venta' })))
  }),
  'payment_report.created': flow('Rosa', 'Rosa', async (cast) => {
    await reportPayment(cast)
  }),
  'payment_report.cancelled': flow('Rosa', 'Rosa', async (cast) =>
    done(await cast.rosa.post(`/api/payment-reports/${await reportPayment(cast)}/cancel/`)),
  ),
  'payment_report.confirmed': flow(
    'Iván',
    'Rosa',
    async (cast) => void (await confirmReport(cast)),
  ),
  'payment_report.unmatched': flow('Iván', 'Rosa', async (cast) => {
    const path = `${await confirmReport(cast)}unmatch/`
    done(await cast.ivan.post(path, json({ reason: 'Era de otro mes' })))
  }),
  'payment_report.declined': flow('Iván', 'Rosa', async (cast) => {
    const path = `/api/payment-reports/${await reportPayment(cast)}/decline/`
    done(await cast.ivan.post(path, json({ reason: 'No llegó' })))
  }),
  'payment.created': flow('Rosa', 'Rosa', async (cast) => void (await startPayment(cast))),
  'payment.authorized': flow('Rosa', 'Rosa', async (cast) => void (await payOnline(cast))),
  'payment.matched': flow('Iván', 'Rosa', async (cast) => void (await matchOnline(cast))),
  'payment.unmatched': flow('Iván', 'Rosa', async (cast) => {
    const path = `/api/payments/${await matchOnline(cast)}/unmatch/`
    done(await cast.ivan.post(path, json({ reason: 'Era de otro mes' })))
  }),
  'payment.refunded': flow('Iván', 'Rosa', async (cast) => {
    const path = `/api/payments/${await payOnline(cast)}/refund/`
    done(await cast.ivan.post(path, json({ reason: 'Pagó dos veces' })))
  }),
  'payment.expired': flow('Iván', 'Rosa', async (cast) => {
    const { id } = await startPayment(cast)
    cast.webpay.behave('status', 'refused')
    await cast.portal.pool.query(
      `update payment_orders set state = 'unknown', created_at = now() - interval '8 days',
         commit_started_at = now() - interval '8 days'
       where id = $1`,
      [id],
    )
    const path = `/api/payments/${id}/expire/`
    done(await cast.ivan.post(path, json({ reason: 'Transbank no lo conoce' })))
    cast.webpay.behave('status', null)
  }),
  'receipt.downloaded': flow('Iván', 'Rosa', async (cast) =>
    done(await cast.ivan.get(`/api/payment-reports/${await reportPayment(cast)}/receipt/`)),
  ),
  'receipt.viewed': flow('Iván', 'Rosa', async (cast) =>
    done(await cast.ivan.get(`/api/payment-reports/${await reportPayment(cast)}/receipt/pages/1/`)),
  ),
  'template.created': flow('Mario', null, async (cast) =>
    done(
      await cast.mario.post('/api/answer-templates/', json({ title: 'Recibido', body: 'Gracias' })),
    ),
  ),
  'template.changed': flow('Mario', null, async (cast) =>
    done(
      await patch(cast.mario, `/api/answer-templates/${await newest(cast, 'answer_templates')}/`, {
        body: 'Ya',
        version: 0,
      }),
    ),
  ),
  'template.deleted': flow('Mario', null, async (cast) =>
    done(
      await cast.mario.call(
        'DELETE',
        `/api/answer-templates/${await newest(cast, 'answer_templates')}/?version=1`,
      ),
    ),
  ),
  'help_page.created': flow('Iván', null, async (cast) =>
    done(
      await cast.ivan.post(
        '/api/help-pages/',
        json({ topic: 'payment', title: 'Horario de caja', body: 'De 9 a 14.' }),
      ),
    ),
  ),
  'help_page.changed': flow('Iván', null, async (cast) =>
    done(
      await patch(cast.ivan, `/api/help-pages/${await newest(cast, 'help_pages')}/`, {
        topic: 'payment',
        title: 'Horario de caja',
        body: 'De 9 a 13.',
        version: 0,
      }),
    ),
  ),
  'help_page.deleted': flow('Iván', null, async (cast) =>
    done(
      await cast.ivan.call(
        'DELETE',
        `/api/help-pages/${await newest(cast, 'help_pages')}/?version=1`,
      ),
    ),
  ),
  'setup.email_tested': flow('Carla', null, async (cast) =>
    done(await cast.carla.post('/api/setup/test-email/')),
  ),
  'setup.hidden': flow('Carla', null, async (cast) => {
    await cast.portal.pool.query('update setup_notes set hidden_at = now()')
    done(await cast.carla.post('/api/setup/hide/', json({ is_hidden: false })))
  }),
  'job.retried': flow('Iván', null, async (cast) =>
    done(await cast.ivan.post(`/api/system/jobs/${await failedJob(cast)}/retry/`)),
  ),
  'job.discarded': flow('Iván', null, async (cast) =>
    done(await cast.ivan.post(`/api/system/jobs/${await failedJob(cast)}/discard/`)),
  ),
  'procedure.created': flow('Mario', null, async (cast) => {
    const form = { title: 'Certificado', description: 'x', documents: [], answer_hours: 8 }
    done(await cast.mario.post('/api/procedures/', json({ ...form, is_active: true })))
  }),
  'procedure.changed': flow('Mario', null, async (cast) =>
    done(
      await patch(cast.mario, `/api/procedures/${await newest(cast, 'procedures')}/`, {
        title: 'Otro',
      }),
    ),
  ),
  'procedure.deleted': flow('Mario', null, async (cast) =>
    done(await cast.mario.call('DELETE', `/api/procedures/${await newest(cast, 'procedures')}/`)),
  ),
  'procedure.restored': flow('Mario', null, async (cast) =>
    done(
      await patch(cast.mario, `/api/procedures/${await newest(cast, 'procedures')}/restore/`, {}),
    ),
  ),
  'announcement.created': flow('Iván', null, async (cast) => {
    done(await cast.ivan.post('/api/announcements/', json(announcementForm())))
  }),
  'announcement.changed': flow('Iván', null, async (cast) => {
    const id = await newest(cast, 'announcements')
    done(await patch(cast.ivan, `/api/announcements/${id}/`, { version: 0, sends_email: true }))
    done(await cast.ivan.post(`/api/announcements/${id}/files/`, upload(pdf('plano.pdf'))))
  }),
  'announcement.scheduled': flow('Iván', null, async (cast) => {
    const id = await newest(cast, 'announcements')
    const moment = { version: 2, publish_at: '2999-01-02T09:30' }
    done(await cast.ivan.post(`/api/announcements/${id}/publish/`, json(moment)))
  }),
  'announcement.unscheduled': flow('Iván', null, async (cast) => {
    const id = await newest(cast, 'announcements')
    done(await cast.ivan.post(`/api/announcements/${id}/withdraw/`, json({ version: 3 })))
  }),
  'announcement.published': flow('Iván', null, async (cast) => {
    const id = await newest(cast, 'announcements')
    done(await cast.ivan.post(`/api/announcements/${id}/publish/`, json({ version: 4 })))
  }),
  'announcement.withdrawn': flow('Iván', null, async (cast) => {
    const id = await newest(cast, 'announcements')
    done(await cast.ivan.post(`/api/announcements/${id}/withdraw/`, json({ version: 5 })))
  }),
  'announcement.deleted': flow('Iván', null, async (cast) => {
    const original = await newest(cast, 'announcements')
    const copy = await cast.ivan.post(`/api/announcements/${original}/copy/`, json({}))
    done(await cast.ivan.call('DELETE', `/api/announcements/${copy.body.id}/?version=0`))
  }),
  'holiday.changed': flow('Mario', null, async (cast) => {
    const day = { date: '2026-12-24', name: 'Cierre', is_closed: true }
    done(await cast.mario.post('/api/holidays/', json(day)))
  }),
  'statement.issued': flow('Rosa', 'Rosa', async (cast) =>
    done(await cast.rosa.get(`/api/sales/${ROSAS_SALE}/statement.csv`)),
  ),
  'certificate.issued': flow('Rosa', 'Rosa', async (cast) =>
    done(await cast.rosa.get(`/api/sales/${ROSAS_SALE}/certificate.pdf`)),
  ),
  'member.erased': flow(null, 'Cuenta anonimizada', async (cast) => {
    const outcome = await eraseMember(
      cast.portal,
      { rut: rutOf('losRobles') },
      { force: true, dryRun: false },
    )
    expect(outcome.result).toBe('erased')
  }),
  'load.refused': flow(null, null, async (cast) => {
    const { refusal } = await importSales(cast.portal.db, ndjsonFile(truncatedExport()))
    expect(refusal).toMatch(/cortado/)
  }),
  'load.applied': flow(null, null, async (cast) => {
    const { refusal } = await importSales(
      cast.portal.db,
      ndjsonFile('apps/api/seeds/sample-export.ndjson'),
      {
        isSample: true,
        accepts: forcedRefusals,
      },
    )
    expect(refusal).toBeNull()
  }),
  'load.undone': flow(null, null, async ({ portal: { db } }) => {
    const sample = ndjsonFile('apps/api/seeds/sample-export.ndjson')
    const { loadId } = await importSales(db, sample)
    const undo = (tx: Transaction) => undoLastLoad(tx, operator, loadId ?? 0)
    expect(await db.transaction(undo)).toMatchObject({ result: 'undone' })
  }),
  'load.emails_paused': flow('Iván', null, async (cast) => {
    const { loadId } = await importSales(
      cast.portal.db,
      ndjsonFile('apps/api/seeds/sample-export.ndjson'),
    )
    done(await cast.ivan.post(`/api/loads/${loadId}/emails/pause/`, json({})))
  }),
  'load.emails_resumed': flow('Iván', null, async (cast) => {
    const { rows } = await cast.portal.pool.query('select max(load_id) as id from news_loads')
    done(await cast.ivan.post(`/api/loads/${rows[0].id}/emails/send/`, json({})))
  }),
} satisfies Partial<Record<AuditAction, Flow>>

/** A request with its required document. */
async function completeRequest({ portal, rosa }: Cast): Promise<number> {
  const { rows } = await portal.pool.query('select id from procedures where title = $1', [UPDATE])
  const draft = { procedure_id: rows[0].id, sale_code: ROSAS_SALE, comment: 'Cambié de domicilio' }
  const { body } = await rosa.post('/api/request/create/', json(draft))
  const document = upload(pdf('cedula.pdf'), { request_id: body.id })
  done(await rosa.post('/api/upload-document/', document))
  return body.id
}

/** Publishes another document in Rosa's sale. @returns its path */
async function publishDocument({ ivan, portal }: Cast): Promise<string> {
  const file = pdf('escritura.pdf', { text: crypto.randomUUID() })
  const path = `/api/sales/${ROSAS_SALE}/documents/`
  const fields = { category: 'deed', title: 'Escritura', holder_id: await holderIdOf(portal.db) }
  const answer = await ivan.post(path, upload(file, fields))
  done(answer)
  return `${path}${answer.body.id}/`
}

/** A report that Iván confirms, with the sale's last payment that confirms no other. @returns the report's path */
async function confirmReport(cast: Cast): Promise<string> {
  const path = `/api/payment-reports/${await reportPayment(cast)}/`
  const { candidates } = (await cast.ivan.get(path)).body
  const body = { payment_key: candidates.at(-1).key, differs: true }
  done(await cast.ivan.post(`${path}confirm/`, json(body)))
  return path
}

/** A payment that Rosa reports, each time with another receipt. */
async function reportPayment({ rosa }: Cast): Promise<number> {
  const receipt = pdf('transferencia.pdf', { text: crypto.randomUUID() })
  const fields = {
    sale_code: ROSAS_SALE,
    paid_on: todayInSantiago(new Date()),
    amount: '400000',
    comment: '',
  }
  const answer = await rosa.post('/api/payment-reports/', upload(receipt, fields))
  done(answer)
  return answer.body.id
}

/** Rosa's last upload; the sample's documents have no file here. */
async function lastDocument({ portal }: Cast): Promise<number> {
  const { rows } = await portal.pool.query(
    `select max(id) as id from documents where name = 'cedula.pdf'`,
  )
  return rows[0].id
}

function truncatedExport(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'carpeta-audit-')), 'cortada.ndjson')
  writeFileSync(path, '{"corte":"2026-11-20T06:00:00-03:00","ventas":3}\n')
  return path
}

async function startPayment({ rosa }: Cast): Promise<{ id: number; token: string }> {
  const form = { sale_code: ROSAS_SALE, choice: 'other', amount: '50000', unit: 'clp' }
  const started = await rosa.post('/api/payments/', json(form))
  done(started)
  return { id: started.body.id, token: started.body.redirect.token }
}

/** @returns the id of a payment that is one of accounting's */
async function matchOnline(cast: Cast): Promise<number> {
  const id = await payOnline(cast)
  const { rows } = await cast.portal.pool.query(
    `select key from payments join sales on sales.id = sale_id where code = $1
      and key not in (
        select payment_key from payment_reports where payment_key is not null
        union select payment_key from payment_orders where payment_key is not null)
      limit 1`,
    [ROSAS_SALE],
  )
  const body = json({ payment_key: rows[0].key })
  done(await cast.ivan.post(`/api/payments/${id}/match/`, body))
  return id
}

/** @returns the id of the approved payment */
async function payOnline(cast: Cast): Promise<number> {
  const { id, token } = await startPayment(cast)
  cast.webpay.decide(token, 'approve')
  done(await cast.rosa.post(`/api/payments/${id}/return/`, json({ token_ws: token })))
  return id
}

async function failedJob({ portal }: Cast): Promise<number> {
  const { rows } = await portal.pool.query(
    `select failed.id from graphile_worker.add_job('send_email', '{}') added,
       lateral graphile_worker.permanently_fail_jobs(array[added.id], 'no mail server') failed`,
  )
  return rows[0].id
}
