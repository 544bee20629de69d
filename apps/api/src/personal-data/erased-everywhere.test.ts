import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadStates, uploadStates } from '@carpeta/domain/imports/import-rules'
import { documentImportStates } from '@carpeta/domain/member-documents/document-import-rules'
import { orderStates } from '@carpeta/domain/payments/online-payment-rules'
import { paymentReportStates } from '@carpeta/domain/payments/payment-report-states'
import { requestStates } from '@carpeta/domain/requests/request-states'
import { beforeAll, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { publishedBy } from '../../test/announcements.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { exportWith, sendExport } from '../../test/imports/exports.ts'
import { zip } from '../../test/imports/zip.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { createAccount, give, luis, toLuis } from '../../test/sales/shared-sales.ts'
import { pdf, png } from '../../test/sample-files.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { createRosasDraft, storeRequest } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { ViewAsCalls } from '../../test/users/view-as-calls.ts'
import { type Answer, json, upload, type Visitor } from '../../test/visitor.ts'
import { openRestoreRequest } from '../account/links.ts'
import { openSealedEmail } from '../email/email-queue.ts'
import { mailerFor } from '../email/mailer.ts'
import { importSales } from '../imports/import-sales.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'
import { workOnce } from '../jobs/run-worker.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { jobsFor } from '../worker.ts'
import { eraseMember } from './erase-member.ts'

// Rosa is erased while every process of the portal has something of hers in each of its states, and the mail server
// is away. Whoever adds a process or a state adds it here.

const { rut, email } = personas.rosa
const PHONE = '+56 9 5555 0142'
const NEW_EMAIL = 'rosa.nueva@correo.example'
const WRITTEN = `Rosa Muñoz Sepúlveda, 12.345.678-5, ${email}, ${PHONE}`
const SIGNS =
  /12\.?345\.?678|Muñoz Sepúlveda|munoz sepulveda|rosa\.munoz|rosa\.nueva|5555.?0142|Rosa: /i
/** The books have her name and rut; nothing else. */
const BOOKS = /^public\.(sales|sale_holders|sale_views|sale_buyers)$/

let portal: Portal
let folder: string
let ivan: Visitor
let rosa: Visitor
let mailPort: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carpeta-erased-'))
  const mailServer = await openMailServer()
  await mailServer.close()
  mailPort = mailServer.port
  portal = await openPortal('sample', { SMTP_URL: mailServer.url, DATA_DIR: folder })
  ivan = await portal.as('ivan')
  rosa = await portal.as('rosa')
  return async () => {
    await portal.close()
    rmSync(folder, { recursive: true })
  }
})

const query = async (text: string, values?: unknown[]) =>
  (await portal.pool.query(text, values)).rows

function done(answer: Answer): Answer {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer
}

/** Runs what is due; emails fail, and wait. */
async function work(): Promise<void> {
  const { db, pool, config, app } = portal
  const limits = rateLimitsFor(pool)
  const { tasks } = jobsFor({ db, config, limits, mailer: mailerFor(config) })
  await workOnce(pool, tasks, app.log)
}

const processes: Record<string, { states: readonly string[]; arrange: () => Promise<void> }> = {
  requests: {
    states: requestStates,
    arrange: async () => {
      for (const state of requestStates) {
        const { id } = await storeRequest(portal, { state })
        await query('update requests set comment = $2, answer = $2 where id = $1', [id, WRITTEN])
        await query(
          `insert into request_drafts (request_id, comment) values ($1, $2)
           on conflict (request_id) do update set comment = excluded.comment`,
          [id, WRITTEN],
        )
        await query(
          `insert into request_events (request_id, kind, actor_id, text)
           select id, 'commented', user_id, $2 from requests where id = $1`,
          [id, WRITTEN],
        )
      }
      const draft = await createRosasDraft(portal)
      const photo = png('Cédula de Rosa Muñoz Sepúlveda.png', { text: email })
      done(await draft.rosa.post('/api/upload-document/', upload(photo, { request_id: draft.id })))
      // As a process leaves it that was killed before it sent what it had joined.
      const joined = pdf('Cédula de Rosa Muñoz Sepúlveda.pdf', { text: email })
      const { body } = done(
        await draft.rosa.post('/api/upload-document/', upload(joined, { request_id: draft.id })),
      )
      await query('delete from slot_files where document_id = $1', [body.id])
      const mario = await portal.as('mario')
      const [procedure] = await query('select id from procedures where documents = $1', [[]])
      const member_id = await userIdOf(portal.db, 'rosa')
      const filing = { member_id, procedure_id: procedure.id, sale_code: 'V-1001' }
      for (const comment of [WRITTEN, 'La pidió Rosa Muñoz Sepúlveda por teléfono.']) {
        const filed = done(await mario.post('/api/filings/', json({ ...filing, comment })))
        if (comment !== WRITTEN)
          await mario.post('/api/request/send/', json({ request_id: filed.body.id }))
      }
      await mario.post('/api/requests/filters/', json({ name: 'x', filters: { q: 'muñoz s' } }))
    },
  },
  payment_reports: {
    states: paymentReportStates,
    arrange: async () => {
      const fields = { sale_code: 'V-1001', paid_on: '2026-11-02', comment: WRITTEN }
      for (const [i, state] of paymentReportStates.entries()) {
        const receipt = pdf('Rosa Muñoz Sepúlveda.pdf', { text: `${WRITTEN} ${i}` })
        const sent = upload(receipt, { ...fields, amount: `${400_000 + i}` })
        const { body } = done(await rosa.post('/api/payment-reports/', sent))
        await query(
          `update payment_reports set state = $2::text, reason = case $2::text when 'declined' then $3 else '' end,
             closed_at = case $2::text when 'reported' then null else now() end,
             payment_key = case $2::text when 'confirmed' then (
               select key from payments where sale_id = payment_reports.sale_id limit 1) end
           where id = $1`,
          [body.id, state, WRITTEN],
        )
      }
    },
  },
  payment_orders: {
    states: orderStates,
    arrange: async () => {
      for (const state of orderStates) {
        await query(
          `insert into payment_orders (user_id, sale_id, choice, state, pesos, uf, uf_value, uf_date,
             folio, session_id, authorized_at, card_digits, refund_reason)
           select users.id, (select id from sales where code = $3), 'other', $1::text, 1000, 1,
             1000, '2026-11-02', 'P' || $1::text, 'x', $4::timestamptz,
             case when $4::timestamptz is null then '' else '7391' end,
             case $1::text when 'refunded' then $5 else '' end
           from users where rut = $2`,
          [
            state,
            rut,
            // A sale has one open order of a person.
            { created: 'V-2001', sent: 'V-2002' }[state as string] ?? 'V-1001',
            ['authorized', 'refunded'].includes(state) ? '2026-11-02' : null,
            WRITTEN,
          ],
        )
      }
    },
  },
  uploaded_exports: {
    states: uploadStates,
    arrange: async () => {
      for (const [i] of uploadStates.entries()) {
        const corte = `2026-11-2${i + 1}T06:00:00-03:00`
        done(
          await sendExport(
            ivan,
            exportWith(() => {}, corte),
          ),
        )
      }
      await work()
      const ids = (await query('select id from uploaded_exports order by id')).map(({ id }) => id)
      for (const [i, state] of uploadStates.entries()) {
        await query('update uploaded_exports set state = $2, is_leaving = $3 where id = $1', [
          ids[i],
          state,
          state === 'applied' || state === 'failed',
        ])
      }
    },
  },
  loads: {
    states: loadStates,
    arrange: async () => {
      const path = join(folder, 'rechazos.ndjson')
      for (const state of loadStates) {
        const sales = exportWith((all) => {
          const [first] = all
          first.venta.cliente_fono = `${PHONE}\u0007`
          all.push({ ...structuredClone(first), code: 'V-9999' })
        }, '2026-11-28T06:00:00-03:00')
        writeFileSync(path, sales)
        const { loadId } = await importSales(portal.db, ndjsonFile(path), {
          ...{ dryRun: true, recordDryRun: true, maxRejectsPercent: 100 },
        })
        await query('update loads set state = $2 where id = $1', [loadId, state])
      }
      rmSync(path)
    },
  },
  document_imports: {
    states: documentImportStates,
    arrange: async () => {
      const path = '/api/document-imports/'
      const send = async (name: string, entry: string, damaged = false) => {
        const { bytes } = pdf(entry, { text: `${WRITTEN} ${name}` })
        const content = zip([{ name: entry, content: bytes }])
        const file = { name, bytes: damaged ? content.subarray(0, 20) : content }
        return (await ivan.post(path, upload(file))).body.id
      }
      const good = 'V-1001_deed_Escritura de Rosa Muñoz Sepúlveda.pdf'
      await send('Rosa Muñoz Sepúlveda.zip', good)
      await send('12.345.678-5.zip', 'sin código 12345678-5.pdf')
      await send('Muñoz Sepúlveda, Rosa.zip', good, true)
      const published = await send('Papeles de Rosa Muñoz.zip', good)
      const publishing = await send('otros.zip', good)
      await work()
      await ivan.post(`${path}${published}/publish/`)
      await work()
      done(await ivan.post(`${path}${publishing}/publish/`))
      await send('nuevos.zip', good)
    },
  },
}

async function statesOf(table: string): Promise<string[]> {
  const rows = await query(`select distinct state from ${table} order by state`)
  return rows.map(({ state }) => state)
}

async function arrangeTheRest(): Promise<void> {
  await createAccount(portal, luis)
  await give(rosa, toLuis)
  await publishedBy(ivan, { sends_email: true })
  await rosa.get('/api/sales/V-1001/statement.pdf')
  const carla = await portal.as('carla')
  await new ViewAsCalls(portal).viewAs(carla, 'rosa', `Llamó ${WRITTEN}`)
}

/** Some that were tried, some that failed for good, some whose job did not run. */
async function leaveEmails(): Promise<void> {
  const change = { email: NEW_EMAIL, old_password: 'Carpeta#2026' }
  const id = await userIdOf(portal.db, 'rosa')
  done(await rosa.call('PATCH', `/api/users/${id}/`, json(change)))
  const visitor = portal.visitor()
  await visitor.fetchToken()
  await visitor.post('/api/send-restore-password-ss/', json({ social_security: rut }))
  await query(
    `select graphile_worker.permanently_fail_jobs(array(
       select id from graphile_worker.jobs where attempts > 0 order by id limit 3), 'x')`,
  )
}

/** A new job: does its payload or what it reads name a person? Then its states belong above. */
const jobs = [
  'anchor_audit_log',
  'apply_retention',
  'chain_audit_log',
  'check_documents',
  'delete_audit_folds',
  'delete_expired_links',
  'delete_old_document_imports',
  'delete_old_drafts',
  'delete_old_enrollments',
  'delete_old_login_attempts',
  'end_unused_access',
  'enqueue_announcement_emails',
  'enqueue_invitations',
  'enqueue_news_emails',
  'follow_payments',
  'notify_sale_access',
  'publish_announcement',
  'publish_documents',
  'record_answer_times',
  'record_due_instalments',
  'remind_of_drafts',
  'remove_documents',
  'remove_exports',
  'remove_orphaned_documents',
  'request_restore',
  'reseal_totp_secrets',
  'run_import',
  'send_announcement_email',
  'send_email',
  'send_invitation',
  'send_link_email',
  'send_news_email',
  'send_restore_email',
  'undo_load',
  'update_payment_uf',
  'update_uf',
  'watch_backups',
]

/** Every table that has a sign of Rosa, also inside what waits encrypted, and every such file. */
async function whereSheIs(): Promise<string[]> {
  const tables = Object.entries(await dumpDatabase(portal.pool))
  const found = tables.filter(([, rows]) => SIGNS.test(rows.join('\n'))).map(([name]) => name)
  const emails = await query('select sealed from waiting_emails')
  for (const { sealed } of emails) {
    if (SIGNS.test(JSON.stringify(openSealedEmail(sealed, portal.config.secretKeys)))) {
      found.push('an email that waits')
    }
  }
  const jobs = await query(`select payload from graphile_worker._private_jobs
    where payload::jsonb ? 'sealed'`)
  for (const { payload } of jobs) {
    if (SIGNS.test(JSON.stringify(openRestoreRequest(payload, portal.config)))) {
      found.push('a job that waits')
    }
  }
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (file.isFile() && SIGNS.test(readFileSync(path, 'utf8'))) found.push(path)
  }
  return [...new Set(found)]
}

describe('after Rosa is erased in the middle of everything', () => {
  beforeAll(async () => {
    await arrangeTheRest()
    for (const { arrange } of Object.values(processes)) await arrange()
    await leaveEmails()
    for (const [table, { states }] of Object.entries(processes)) {
      expect([table, await statesOf(table)]).toEqual([table, states.toSorted()])
    }
    const before = await whereSheIs()
    for (const name of ['users', 'requests', 'load_rejects', 'document_imports', 'documents']) {
      expect(before).toContain(`public.${name}`)
    }
    expect(before).toEqual(
      expect.arrayContaining(['an email that waits', expect.stringContaining(folder)]),
    )
    const outcome = await eraseMember(portal, { rut }, { dryRun: false, force: true })
    expect(outcome).toMatchObject({ result: 'erased', exports: 4, zips: 6 })
    await work()
  })

  test('no table has her rut, name, email or phone, but for the books, and no file (security 15.142, security 15.300)', async () => {
    expect((await whereSheIs()).filter((place) => !BOOKS.test(place))).toEqual([])
    const [{ other }] = await query(
      `select string_agg(sale_holders::text, '') as other from sale_holders
       join sales on sales.id = sale_id where holder_rut = $1 and role = 'holder'`,
      [rut],
    )
    expect(other).not.toMatch(/5555.?0142|rosa\.munoz/)
  })

  test('no email goes out to her or about her once the mail server is back, and the others do (security 15.142)', async () => {
    const mailServer = await openMailServer({ port: mailPort })
    await query(
      `select graphile_worker.reschedule_jobs(
         array(select id from graphile_worker.jobs), run_at => now(), attempts => 0)`,
    )
    await work()
    await mailServer.close()
    const sent = mailServer.received.map(({ to, subject, text }) =>
      JSON.stringify([to, subject, text]),
    )
    expect(sent.filter((text) => SIGNS.test(text))).toEqual([])
    expect(sent.filter((text) => text.includes(personas.hernan.email))).not.toEqual([])
  })

  test('nothing of hers is open, and staff read why their files are gone (security 15.142)', async () => {
    expect(await statesOf('payment_orders')).toEqual(
      ['aborted', 'authorized', 'expired', 'refunded', 'rejected', 'unknown'].toSorted(),
    )
    const { body } = await ivan.get('/api/import-uploads/')
    expect(body.results.map(({ state }: { state: string }) => state)).toEqual(
      Array(5).fill('failed'),
    )
    const zips = (await ivan.get('/api/document-imports/')).body.results
    expect(zips.map(({ state, name }: { state: string; name: string }) => [name, state])).toEqual([
      ['nuevos.zip', 'failed'],
      ['otros.zip', 'failed'],
      // One with files that do not match, which nobody has read, and whose name is about her.
      ...Array(2).fill(['documentos.zip', 'failed']),
    ])
  })
})

test('every job is known here (security 15.142)', () => {
  const { db, pool, config } = portal
  const { tasks } = jobsFor({ db, config, limits: rateLimitsFor(pool), mailer: mailerFor(config) })
  expect(Object.keys(tasks).toSorted()).toEqual(jobs)
})
