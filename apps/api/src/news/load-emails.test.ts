import { importMessages } from '@carpeta/domain/imports/import-rules'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { pay } from '../../test/news/accounting-books.ts'
import { openNewsPortal } from '../../test/news/news-portal.ts'
import { give, toLuis } from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { confirmPassword } from '../../test/second-factor/factors.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { waitForBlockedStatement } from '../../test/users/concurrent-call.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

const cast = openNewsPortal()
beforeAll(async () => {
  await cast.books.load()
  await cast.portal.sentEmails()
})

let key = 900
function loadPayments(options = {}) {
  key += 1
  pay(cast.books.sale('V-1001'), key)
  pay(cast.books.sale('V-2001'), key)
  return cast.books.load(options)
}

const emailsOf = async (loadId: number, query = '') =>
  (await cast.ivan.get(`/api/loads/${loadId}/emails/${query}`)).body
const pause = (person: Visitor, loadId: number) =>
  person.post(`/api/loads/${loadId}/emails/pause/`, json({}))
const send = (person: Visitor, loadId: number) =>
  person.post(`/api/loads/${loadId}/emails/send/`, json({}))

async function newsEmails(): Promise<string[]> {
  const emails = await cast.portal.sentEmails()
  return emails.filter(({ subject }) => subject.startsWith('Novedades')).map(({ to }) => to)
}

describe('staff who load accounting’s sales', () => {
  test('see to whom a load wrote, and how it went (§12.217)', async () => {
    const loadId = await loadPayments()
    const waiting = {
      is_paused: false,
      is_held: false,
      is_undone: false,
      sent: 0,
      failed: 0,
      cancelled: 0,
    }
    expect(await emailsOf(loadId)).toMatchObject({ summary: { ...waiting, waiting: 2 } })
    await cast.portal.sentEmails()
    const { results, summary, lastPage } = await emailsOf(loadId, '?pageSize=1')
    expect([summary, lastPage]).toEqual([{ ...waiting, waiting: 0, sent: 2 }, 2])
    expect(results).toEqual([
      {
        id: expect.any(Number),
        user_id: expect.any(Number),
        name: 'Hernán Soto Aguayo',
        email: personas.hernan.email,
        state: 'sent',
        failure: '',
        news: 1,
        at: expect.stringMatching(/Z$/),
      },
    ])
    expect((await emailsOf(loadId, '?state=failed')).results).toEqual([])
    const { rows } = await cast.portal.pool.query(
      `select count(*)::int as reads from audit_entries where action = 'member.listed'`,
    )
    expect(rows[0].reads).toBeGreaterThan(0)
  })

  test('know from the check of an export how many emails its load will send, and the check sends none (§12.2253)', async () => {
    const { books, portal } = cast
    const before = await newsEmails()
    const readNews = () => portal.pool.query('select * from news order by id')
    const news = (await readNews()).rows
    const tried = await loadPayments({ dryRun: true, recordDryRun: true })
    expect((await cast.ivan.get(`/api/loads/${tried}/`)).body.emails).toBe(2)
    expect((await readNews()).rows).toEqual(news)
    expect(await newsEmails()).toEqual(before)
    const loadId = await books.load()
    expect((await emailsOf(loadId)).summary.waiting).toBe(2)
    expect(await newsEmails()).toHaveLength(before.length + 2)
    const again = await books.load({ dryRun: true, recordDryRun: true })
    expect((await cast.ivan.get(`/api/loads/${again}/`)).body.emails).toBe(0)
  })

  test('keep no member waiting while an export is checked, however long that takes, nor colleagues who publish a document (§12.2360, §12.2450)', async () => {
    const { portal, rosa, ivan } = cast
    const documents = '/api/sales/V-1001/documents/'
    const { holder } = (await ivan.get(documents)).body
    const deed = { category: 'deed', title: 'Escritura', holder_id: holder.id }
    await loadPayments()
    const [last] = (await rosa.get('/api/client/news/')).body.results
    const gate = await portal.pool.connect()
    onTestFinished(() => gate.release(true))
    // The emails are counted in the end.
    await gate.query('begin; lock table news_emails in share mode')
    const check = loadPayments({ dryRun: true, recordDryRun: true })
    await waitForBlockedStatement(portal.db)
    const report = { sale_code: 'V-1001', paid_on: '2026-11-20', amount: '400000', comment: '' }
    const answers = await Promise.all([
      give(rosa, toLuis),
      rosa.post('/api/client/news/read/', json({ through: last.id })),
      rosa.post('/api/payment-reports/', upload(pdf('transferencia.pdf'), report)),
      ivan.post(documents, upload(pdf('escritura.pdf'), deed)),
    ])
    await gate.query('rollback')
    await check
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 201])
  })

  test('pause the emails of a load, and send them later, each once (§12.217)', async () => {
    const before = (await newsEmails()).length
    const loadId = await loadPayments({ pauseEmails: true })
    expect(await newsEmails()).toHaveLength(before)
    expect((await emailsOf(loadId)).summary).toMatchObject({ is_paused: true, waiting: 2 })
    expect((await send(cast.ivan, loadId)).body).toMatchObject({ is_paused: false, waiting: 2 })
    expect(await newsEmails()).toHaveLength(before + 2)
    await send(cast.ivan, loadId)
    expect(await newsEmails()).toHaveLength(before + 2)
  })

  test('confirm the password again to send them, eleven minutes after the login (security 3.581)', async () => {
    const loadId = await loadPayments({ pauseEmails: true })
    const staff = await cast.portal.as('ivan')
    await ageAuthentication(cast.portal.db, 'ivan')
    const { status, headers } = await send(staff, loadId)
    expect([status, headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
    await confirmPassword(staff)
    expect((await send(staff, loadId)).status).toBe(200)
    await cast.portal.pool.query('update sessions set authenticated_at = now()')
    await cast.portal.sentEmails()
  })

  test('pause those that have a job already, too (§12.217)', async () => {
    const before = (await newsEmails()).length
    const loadId = await loadPayments()
    expect((await pause(cast.ivan, loadId)).body).toMatchObject({ is_paused: true, waiting: 2 })
    expect(await newsEmails()).toHaveLength(before)
    await cast.portal.pool.query(
      `update news_emails set state = 'queued' where load_id = $1 and state = 'waiting'`,
      [loadId],
    )
    await cast.portal.pool.query(
      `select graphile_worker.add_job('send_news_email', json_build_object('id', id))
        from news_emails where load_id = $1`,
      [loadId],
    )
    expect(await newsEmails()).toHaveLength(before)
    expect((await emailsOf(loadId)).summary).toMatchObject({ waiting: 2, cancelled: 0 })
    await send(cast.ivan, loadId)
    expect(await newsEmails()).toHaveLength(before + 2)
  })

  test('send nothing of a load that was undone', async () => {
    const before = (await newsEmails()).length
    const loadId = await loadPayments({ pauseEmails: true })
    await cast.books.undo(loadId)
    expect((await send(cast.ivan, loadId)).body).toMatchObject({ is_undone: true, cancelled: 2 })
    expect(await newsEmails()).toHaveLength(before)
  })

  describe('ask for the undo of a load:', () => {
    const emailsRead = () => newsEmails().then(({ length }) => length)
    const undoAt = (when: string) =>
      cast.portal.pool.query(
        `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
          where task_identifier = 'undo_load'), run_at => ${when})`,
      )

    test('until its turn comes no email of the load goes out, and then none ever, nor does a colleague send them (§12.2092, §12.2104)', async () => {
      const before = await emailsRead()
      const loadId = await loadPayments()
      expect((await cast.ivan.post(`/api/loads/${loadId}/undo/`)).status).toBe(202)
      await undoAt(`now() + interval '1 hour'`)
      expect(await emailsRead()).toBe(before)
      const sent = await send(cast.ivan, loadId)
      expect([sent.status, sent.body]).toEqual([409, importMessages.undoUnderWay.text])
      expect(await emailsRead()).toBe(before)
      await undoAt('now()')
      expect(await emailsRead()).toBe(before)
      const undone = { is_undone: true, is_held: false, cancelled: 2 }
      expect((await emailsOf(loadId)).summary).toMatchObject(undone)
    })

    test('they go out after all where it is not undone, but not what was paused before (§12.2092)', async () => {
      const before = await emailsRead()
      const paused = await loadPayments({ pauseEmails: true })
      const otherLoad = () =>
        cast.portal.pool.query(
          `insert into loads (state, file_name, file_hash) values ('applied', 'otra.ndjson', 'x')
           returning id`,
        )
      const askInVain = async (loadId: number) => {
        expect((await cast.ivan.post(`/api/loads/${loadId}/undo/`)).status).toBe(202)
        const { rows } = await otherLoad()
        const count = await emailsRead()
        await cast.portal.pool.query('delete from loads where id = $1', [rows[0].id])
        return count
      }
      expect(await askInVain(paused)).toBe(before)
      expect(await askInVain(await loadPayments())).toBe(before + 2)
    })

    test('they go out also where an earlier build had paused them for it (§12.2272)', async () => {
      const before = await emailsRead()
      const loadId = await loadPayments({ pauseEmails: true })
      expect((await cast.ivan.post(`/api/loads/${loadId}/undo/`)).status).toBe(202)
      await cast.portal.pool.query(
        `update graphile_worker._private_jobs
         set payload = (payload::jsonb || '{"holdsEmails": true, "undoneBy": 0}')::json
         where (payload ->> 'loadId')::int = $1 and payload ->> 'undoneBy' is not null`,
        [loadId],
      )
      expect(await emailsRead()).toBe(before + 2)
    })

    test('what is paused while the undo waits for its turn stays paused where it is not undone (§12.2163)', async () => {
      const before = await emailsRead()
      const loadId = await loadPayments()
      expect((await cast.ivan.post(`/api/loads/${loadId}/undo/`)).status).toBe(202)
      await undoAt(`now() + interval '1 hour'`)
      const summary = (await emailsOf(loadId)).summary
      expect(summary).toMatchObject({ is_held: true, is_paused: false })
      expect((await pause(cast.ivan, loadId)).body).toMatchObject({ is_paused: true })
      const { rows } = await cast.portal.pool.query(
        `insert into loads (state, file_name, file_hash) values ('applied', 'otra.ndjson', 'x')
         returning id`,
      )
      await undoAt('now()')
      expect(await emailsRead()).toBe(before)
      await cast.portal.pool.query('delete from loads where id = $1', [rows[0].id])
      const held = { is_held: false, is_paused: true, waiting: 2 }
      expect((await emailsOf(loadId)).summary).toMatchObject(held)
      const { rows: recorded } = await cast.portal.pool.query(
        `select from audit_entries where action = 'load.emails_paused' and object_id = $1`,
        [String(loadId)],
      )
      expect(recorded).toHaveLength(1)
      expect((await send(cast.ivan, loadId)).status).toBe(200)
      expect(await emailsRead()).toBe(before + 2)
    })
  })

  test('get a 404 for an unknown load and for the sample', async () => {
    const { rows } = await cast.portal.pool.query('select id from loads where is_sample')
    for (const id of [rows[0].id, 999_999]) {
      expect((await cast.ivan.get(`/api/loads/${id}/emails/`)).status).toBe(404)
      expect((await pause(cast.ivan, id)).status).toBe(404)
      expect((await send(cast.ivan, id)).status).toBe(404)
    }
  })
})

test('nobody else sees or pauses them: 401 without a session, 403 for others (security 5.50)', async () => {
  const anonymous = cast.portal.visitor()
  await anonymous.fetchToken()
  const people: [Visitor, number][] = [
    [anonymous, 401],
    [await cast.portal.as('rosa'), 403],
    [await cast.portal.as('mario'), 403],
  ]
  for (const [person, status] of people) {
    expect((await person.get('/api/loads/1/emails/')).status).toBe(status)
    expect((await pause(person, 1)).status).toBe(status)
    expect((await send(person, 1)).status).toBe(status)
  }
})
