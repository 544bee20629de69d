import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { inDays, owe, pay, signRelease } from '../../test/news/accounting-books.ts'
import { openNewsPortal } from '../../test/news/news-portal.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { json } from '../../test/visitor.ts'
import type { Statement } from '../db/client.ts'
import { mailerFor } from '../email/mailer.ts'
import type { Email } from '../email/render-email.ts'
import { workOnce } from '../jobs/run-worker.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { jobsFor } from '../worker.ts'
import { enqueueBatch, sendNewsEmail } from './news-emails.ts'
import { recordDueInstalments } from './record-news.ts'

const cast = openNewsPortal({ PUBLIC_URL: 'http://portal.example' })
beforeAll(async () => {
  await cast.books.load()
  await cast.portal.pool.query('create table kept_users as select * from users')
})

let earlier = 0
let key = 900
beforeEach(async () => {
  earlier = (await cast.portal.sentEmails()).length
  await cast.portal.pool.query(
    `update users set is_active = kept.is_active, deleted_at = kept.deleted_at, email = kept.email,
        password_hash = kept.password_hash, wants_deed_emails = true, wants_payment_emails = true,
        wants_due_emails = true
      from kept_users kept where kept.id = users.id`,
  )
})

/** A load with a new payment of Rosa. */
function loadPayment(options = {}) {
  key += 1
  pay(cast.books.sale('V-1001'), key)
  return cast.books.load(options)
}

const sent = async (): Promise<Email[]> => (await cast.portal.sentEmails()).slice(earlier)
const recipients = async () => (await sent()).map(({ to }) => to).toSorted()
const summary = async (loadId: number) => {
  const { body } = await cast.ivan.get(`/api/loads/${loadId}/emails/`)
  const { waiting, sent, failed, cancelled } = body.summary
  return { waiting, sent, failed, cancelled }
}
const none = { waiting: 0, sent: 0, failed: 0, cancelled: 0 }

describe('a load sends', () => {
  test('each member one email with all that is new, by property, without amounts and ruts (§12.215, security 9.28)', async () => {
    signRelease(cast.books.sale('V-1001'))
    pay(cast.books.sale('V-1001'), 800)
    pay(cast.books.sale('V-2001'), 801)
    pay(cast.books.sale('V-2002'), 802)
    await cast.books.load()
    expect(await recipients()).toEqual([personas.hernan.email, personas.rosa.email])
    const [toHernan, toRosa] = (await sent()).toSorted((a, b) => (a.to < b.to ? -1 : 1))
    expect(toRosa?.subject).toBe('Novedades de Altos de Tumbes · Casa 24')
    const day = inDays(-1).split('-').reverse().join('-')
    expect(toRosa?.text).toContain(
      [
        'Hola, Rosa:',
        'Altos de Tumbes · Casa 24:',
        `– Se cumplió «Firma Banco Alzante» de tu escritura, el ${day}.`,
        `– Se registró un pago del ${day}.`,
        'Ver mi carpeta:\nhttp://portal.example/dashboard?venta=V-1001',
      ].join('\n\n'),
    )
    expect(toRosa?.text).toContain('http://portal.example/profile#correos')
    expect(toRosa?.list).toEqual({ unsubscribe: 'http://portal.example/profile#correos' })
    expect(toHernan?.subject).toBe('Novedades de tus propiedades')
    expect(toHernan?.text.match(/Se registró un pago/g)).toHaveLength(2)
    for (const { text, subject } of [toRosa, toHernan].flatMap((email) => email ?? [])) {
      expect(text + subject).not.toMatch(/3[.,]21|UF|\d{7,8}-|\$/)
    }
  })

  test('Rosa nothing again, by the same load or by its jobs (security 12.61)', async () => {
    const loadId = await loadPayment()
    expect(await recipients()).toEqual([personas.rosa.email])
    await enqueueBatch(cast.portal, { loadId })
    const { rows } = await cast.portal.pool.query('select max(id) as id from news_emails')
    const services = { ...cast.portal, mailer: () => Promise.reject(new Error('sent twice')) }
    await sendNewsEmail(services, { id: rows[0].id }, { isLastAttempt: false })
    expect(await summary(loadId)).toEqual({ ...none, sent: 1 })
  })

  test('markup of accounting as text, and no line break in a subject (security 9.28)', async () => {
    const sale = cast.books.sale('V-1001')
    const { proyecto_descripcion: project } = sale.venta
    sale.venta.proyecto_descripcion = '<b>Tumbes</b>'
    await loadPayment()
    const [email] = await sent()
    expect(email?.html).toContain('&lt;b&gt;Tumbes&lt;/b&gt;')
    sale.venta.proyecto_descripcion = project
  })

  test('no email about an instalment but with the advice for who has paid it, and where its day is chosen (§12.215, §12.1451)', async () => {
    await cast.portal.pool.query(`update loads set applied_at = applied_at - interval '60 days'`)
    owe(cast.books.sale('V-1001'), inDays(4))
    await cast.books.load()
    const [email] = await sent()
    expect(email?.text).toContain('vence una cuota.')
    expect(email?.text).toContain('Si ya pagaste la cuota, no tienes que hacer nada')
    expect(email?.text).toContain(
      'En tu perfil eliges qué correos recibes y cuántos días antes te recordamos tus cuotas: http://portal.example/profile#correos',
    )
    cast.books.sale('V-1001').estado_de_pago['Cuotas mensuales'].cuotas.pop()
  })
})

describe('no email goes', () => {
  test.each([
    ['is not active', 'is_active = false'],
    ['was deleted', 'deleted_at = now()'],
    ['has no address', "email = ''"],
    ['is not activated', 'password_hash = null'],
    ['does not want it', 'wants_payment_emails = false'],
  ])('to an account that %s, when the load is applied or later', async (_, change) => {
    const late = await loadPayment()
    await cast.portal.pool.query(`update users set ${change} where rut = $1`, [personas.rosa.rut])
    const never = await loadPayment()
    expect(await recipients()).toEqual([])
    expect([await summary(late), await summary(never)]).toEqual([{ ...none, cancelled: 1 }, none])
  })

  test('of a kind that Rosa switched off in her preferences; the others still go (§12.216)', async () => {
    const patch = (body: object) => cast.rosa.call('PATCH', '/api/client/preferences/', json(body))
    expect((await patch({ payment_emails: false, due_emails: false })).body).toMatchObject({
      deed_emails: true,
      payment_emails: false,
      due_emails: false,
    })
    await loadPayment()
    expect(await recipients()).toEqual([])
    cast.books.sale('V-1001').seguimiento.fecha_abogado_inst_i = inDays(-2)
    await loadPayment()
    const [email, ...others] = await sent()
    expect([others, email?.text.match(/^– .*$/gm)]).toEqual([
      [],
      [expect.stringContaining('«Ingreso Banco Financia»')],
    ])
  })

  test('when Rosa has read the news in the portal meanwhile', async () => {
    const loadId = await loadPayment()
    const { body } = await cast.rosa.get('/api/client/news/')
    await cast.rosa.post('/api/client/news/read/', json({ through: body.results[0].id }))
    expect(await recipients()).toEqual([])
    expect(await summary(loadId)).toEqual({ ...none, cancelled: 1 })
  })

  test('after the load is undone, and only one if it is applied again (§12.213)', async () => {
    const loadId = await loadPayment()
    await cast.books.undo(loadId)
    expect(await recipients()).toEqual([])
    expect(await summary(loadId)).toEqual({ ...none, cancelled: 1 })
    const again = await cast.books.load()
    expect(await recipients()).toEqual([personas.rosa.email])
    await cast.books.undo(again)
    await cast.books.load()
    expect(await recipients()).toEqual([personas.rosa.email])
  })
})

describe('an email about instalments that waited while other loads came', () => {
  const [late, next] = [inDays(-2), inDays(3)]
  const written = (date: string) => date.split('-').reverse().join('-')
  const cuotas = () => cast.books.sale('V-1001').estado_de_pago['Cuotas mensuales'].cuotas
  const resume = (loadId: number) => cast.ivan.post(`/api/loads/${loadId}/emails/send/`, json({}))

  /** A paused load of two instalments that Rosa owes. */
  async function loadDue(): Promise<number> {
    await cast.portal.pool.query(`update loads set applied_at = applied_at - interval '60 days'`)
    await cast.portal.pool.query('delete from news')
    for (const date of [late, next]) owe(cast.books.sale('V-1001'), date)
    const loadId = await cast.books.load({ pauseEmails: true })
    expect(await summary(loadId)).toEqual({ ...none, waiting: 1 })
    return loadId
  }

  test('tells Rosa of those alone that she still owes (§12.217)', async () => {
    const loadId = await loadDue()
    cuotas().at(-2).monto_uf_saldo = 0
    await cast.books.load()
    await resume(loadId)
    const [email, ...others] = await sent()
    expect([others, email?.text.match(/^– .*$/gm)]).toEqual([
      [],
      [`– El ${written(next)} vence una cuota.`],
    ])
    cuotas().splice(-2)
  })

  test('is one to her, also when the mornings until then brought more (§12.217)', async () => {
    const loadId = await loadDue()
    await cast.portal.pool.query(`delete from news where kind = 'due_soon'`)
    await recordDueInstalments(cast.portal)
    expect(await summary(loadId)).toEqual({ ...none, waiting: 1 })
    await resume(loadId)
    const [email, ...others] = await sent()
    expect([others, email?.text.match(/^– .*$/gm)]).toEqual([
      [],
      [
        `– La cuota que venció el ${written(late)} sigue pendiente de pago.`,
        `– El ${written(next)} vence una cuota.`,
      ],
    ])
    cuotas().splice(-2)
  })

  test('does not go out when she owes none of them (§12.217)', async () => {
    const paid = await loadDue()
    for (const cuota of cuotas().slice(-2)) cuota.monto_uf_saldo = 0
    await cast.books.load()
    await resume(paid)
    expect(await recipients()).toEqual([])
    expect(await summary(paid)).toEqual({ ...none, cancelled: 1 })
    cuotas().splice(-2)

    const sale = cast.books.sale('V-1001')
    const { fecha_real: open } = sale.venta
    const completed = await loadDue()
    sale.venta.fecha_real = inDays(-1)
    await cast.books.load()
    await resume(completed)
    expect(await recipients()).toEqual([])
    expect(await summary(completed)).toEqual({ ...none, cancelled: 1 })
    sale.venta.fecha_real = open
    cuotas().splice(-2)
  })

  test('nor when the balance is below zero by then, or her instalments contradict themselves (§12.2170)', async () => {
    const { contado_preliminar: cash } = cast.books.sale('V-1001').compromiso
    const owed = cash.compromiso
    const inCredit = await loadDue()
    cash.compromiso = -999_999
    await cast.books.load()
    await resume(inCredit)
    expect(await recipients()).toEqual([])
    expect(await summary(inCredit)).toEqual({ ...none, cancelled: 1 })
    cash.compromiso = owed
    cuotas().splice(-2)

    await cast.books.load()
    const doubtful = await loadDue()
    await cast.portal.pool.query(
      `insert into sale_findings (sale_id, code, stated, computed)
        select id, 'plan_amount', '1', '2' from sales where code = 'V-1001'`,
    )
    await resume(doubtful)
    expect(await recipients()).toEqual([])
    expect(await summary(doubtful)).toEqual({ ...none, cancelled: 1 })
    await cast.portal.pool.query('delete from sale_findings')
    cuotas().splice(-2)
  })

  test('nor about a payment that accounting has no more (§12.2170)', async () => {
    const { pagos } = cast.books.sale('V-1001')
    pay(cast.books.sale('V-1001'), 990)
    pagos.at(-1).fecha_deposito = inDays(-3)
    const gone = await cast.books.load({ pauseEmails: true })
    expect(await summary(gone)).toEqual({ ...none, waiting: 1 })
    pagos.pop()
    await cast.books.load()
    await resume(gone)
    expect(await recipients()).toEqual([])
    expect(await summary(gone)).toEqual({ ...none, cancelled: 1 })
  })
})

test('an email whose load goes on while it is held back is sent (§12.2103)', async () => {
  const { db, pool, config } = cast.portal
  const loadId = await loadPayment({ pauseEmails: true })
  const { rows } = await pool.query(
    `update news_emails set state = 'queued' where load_id = $1 returning id`,
    [loadId],
  )
  const [{ id }] = rows
  let isResumed = false
  const resuming = Object.assign(Object.create(db), {
    query: async (statement: Statement) => {
      const read = await db.query(statement)
      if (!isResumed) {
        isResumed = true
        await pool.query('update news_loads set is_paused = false where load_id = $1', [loadId])
        await enqueueBatch(cast.portal, { loadId })
      }
      return read
    },
  })
  const mails: Email[] = []
  const mailer = async (email: Email) => void mails.push(email)
  await sendNewsEmail({ db: resuming, config, mailer }, { id }, { isLastAttempt: false })
  expect(mails.map(({ to }) => to)).toEqual([personas.rosa.email])
  expect(await summary(loadId)).toEqual({ ...none, sent: 1 })
})

test('120 members get one email each, in batches, although jobs run again after a kill (security 12.61)', async () => {
  const loadId = await loadPayment({ pauseEmails: true })
  await cast.portal.pool.query(
    `with added as (
        insert into users (rut, first_name, email, password_hash)
        select n || '-0', 'Socio ' || n, 'socio' || n || '@correo.example', 'x'
        from generate_series(3000001, 3000120) n returning id, rut
      ), sold as (
        insert into sales (code, holder_rut, project, approved_on, content_hash, as_of)
        select 'V-' || rut, rut, 'Villa Nueva', '2026-01-01', '', now() from added
      ), emails as (
        insert into news_emails (load_id, user_id) select $1, id from added returning id, user_id
      )
      insert into news (user_id, sale_code, kind, subject, load_id, email_id)
      select added.id, 'V-' || rut, 'deed', 'draft', $1, emails.id
      from added join emails on emails.user_id = added.id`,
    [loadId],
  )
  await cast.portal.pool.query('update news_loads set is_paused = false where load_id = $1', [
    loadId,
  ])
  // A killed process committed a batch, and its job runs again.
  await enqueueBatch(cast.portal, { loadId })
  await enqueueBatch(cast.portal, { loadId })
  const { rows } = await cast.portal.pool.query(
    `select payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where identifier = 'send_news_email'`,
  )
  expect(rows).toHaveLength(100)
  expect(JSON.stringify(rows)).not.toContain('@')
  const addresses = await recipients()
  expect(addresses).toHaveLength(121)
  expect(new Set(addresses).size).toBe(121)
  expect(await summary(loadId)).toEqual({ ...none, sent: 121 })
})

test('the mail server’s answer is recorded, and a refused address on its account (§12.217)', async () => {
  const server = await openMailServer({
    refuses: (address) =>
      address === personas.rosa.email ? { code: 550, message: 'No such mailbox' } : undefined,
  })
  onTestFinished(server.close)
  pay(cast.books.sale('V-2001'), 990)
  const loadId = await loadPayment()
  const config = { ...cast.portal.config, smtpUrl: server.url }
  const { db, pool, app } = cast.portal
  const limits = rateLimitsFor(pool)
  const { tasks } = jobsFor({ db, config, limits, mailer: mailerFor(config) })
  await workOnce(pool, tasks, app.log)
  expect(await summary(loadId)).toEqual({ ...none, sent: 1, failed: 1 })
  const { body } = await cast.ivan.get(`/api/loads/${loadId}/emails/?state=failed`)
  expect(body.results).toMatchObject([
    {
      name: 'Rosa Muñoz Sepúlveda',
      email: personas.rosa.email,
      state: 'failed',
      failure: expect.stringContaining('No such mailbox'),
      news: 1,
    },
  ])
  const [received] = server.received
  expect(received?.messageId).toMatch(/^<news-\d+-\w{16}@portal\.example>$/)
  const unsubscribe = received?.headers.find(({ key }) => key === 'list-unsubscribe')
  expect(unsubscribe?.value).toBe('<http://portal.example/profile#correos>')
  const { rows } = await cast.portal.pool.query(
    'select invitation_failure from users where email = $1',
    [personas.rosa.email],
  )
  expect(rows[0].invitation_failure).toContain('No such mailbox')
})
