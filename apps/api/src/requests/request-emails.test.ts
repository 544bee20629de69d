import type { WireRequestEvent } from '@carpeta/contract/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import { json } from '../../test/visitor.ts'
import type { Transaction } from '../db/client.ts'
import type { Email } from '../email/render-email.ts'
import { recordEventAndNotify } from './change-request.ts'
import { lockRequest } from './requests-store.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal('sample', { PUBLIC_URL: 'http://portal.example' })
  await portal.sentEmails()
})
afterAll(() => portal.close())

let id: number
beforeEach(async () => {
  id = (await storeRequest(portal, { title: COPY })).id
})
afterEach(async () => {
  await portal.pool.query(
    'update users set wants_request_emails = true, is_active = true, deleted_at = null',
  )
  await portal.pool.query(`update users set first_name = 'Rosa', email = $1 where rut = $2`, [
    personas.rosa.email,
    personas.rosa.rut,
  ])
})

async function record(tx: Transaction, kind: WireRequestEvent['kind'], text = '') {
  const request = await lockRequest(tx, id)
  if (!request) throw new Error(`no request ${id}`)
  await recordEventAndNotify(tx, portal, request, { kind, actorId: request.userId, text })
}

/** The emails that one event sends. */
async function emailsOf(kind: WireRequestEvent['kind'], text = ''): Promise<Email[]> {
  const before = (await portal.sentEmails()).length
  await portal.db.transaction((tx) => record(tx, kind, text))
  const emails = (await portal.sentEmails()).slice(before)
  return emails.toSorted((one, other) => one.to.localeCompare(other.to))
}

async function assignTo(name: string) {
  await portal.pool.query(
    'update requests set assignee_id = (select id from users where first_name = $2) where id = $1',
    [id, name],
  )
}

const rosa = personas.rosa.email
const mario = personas.mario.email

describe('Rosa gets an email', () => {
  test.each([
    ['sent', 'Recibimos tu solicitud'],
    ['asked', 'Falta algo en tu solicitud'],
    ['resolved', 'Respondimos tu solicitud'],
    ['rejected', 'Respondimos tu solicitud'],
    ['reopened', 'Reabrimos tu solicitud'],
  ] as const)(
    'about %s, with number, title and link (§12.33, security 9.15)',
    async (kind, subject) => {
      const emails = await emailsOf(kind, 'Debe 12.345 UF, rut 12.345.678-5')
      const message = emails.find(({ to }) => to === rosa)
      expect(message?.subject).toBe(`${subject} ${id}: ${COPY}`)
      const address = `http://portal.example/dashboard?venta=V-1001&tab=mis-tramites&solicitud=${id}`
      expect(message?.text).toContain(address)
      // The text does not point to a link before it names it.
      expect(message?.text).not.toContain(' ahí ')
      expect(message?.html).toContain(address.replaceAll('&', '&amp;'))
      for (const body of [message?.subject, message?.text, message?.html]) {
        expect(body).not.toMatch(/12\.?345/)
        expect(body).not.toMatch(/UF|\$ ?\d/)
      }
    },
  )

  test('which asks for something and says that there is no deadline (§12.1842)', async () => {
    const [message] = (await emailsOf('asked')).filter(({ to }) => to === rosa)
    expect(message?.text).toContain('Sin plazo: tu trámite sigue cuando respondas.')
  })

  test.each([
    'review',
    'cancelled',
    'replied',
    'assigned',
    'note',
    'document_accepted',
    'document_rejected',
    'document_replaced',
  ] as const)('but none about %s', async (kind) => {
    expect((await emailsOf(kind)).filter(({ to }) => to === rosa)).toEqual([])
  })

  test('but only security emails once she switches the others off (§12.12)', async () => {
    const person = await portal.as('rosa')
    const off = await person.call(
      'PATCH',
      '/api/client/preferences/',
      json({ request_letters: false }),
    )
    expect([off.status, off.body]).toMatchObject([200, { request_letters: false }])
    expect((await person.get('/api/client/preferences/')).body).toEqual({
      request_letters: false,
      announcement_emails: true,
      deed_emails: true,
      payment_emails: true,
      due_emails: true,
      due_days: 5,
    })
    for (const kind of ['asked', 'resolved', 'rejected', 'reopened'] as const) {
      expect(await emailsOf(kind)).toEqual([])
    }
    const before = (await portal.sentEmails()).length
    await person.post(
      '/api/send-restore-password-ss/',
      json({ social_security: personas.rosa.rut }),
    )
    await portal.sentEmails()
    expect((await portal.sentEmails()).slice(before)).toHaveLength(1)
  })

  test('but none without an address or with a closed account', async () => {
    await portal.pool.query(`update users set email = '' where rut = $1`, [personas.rosa.rut])
    expect(await emailsOf('resolved')).toEqual([])
    await portal.pool.query('update users set email = $1, is_active = false where rut = $2', [
      rosa,
      personas.rosa.rut,
    ])
    expect(await emailsOf('resolved')).toEqual([])
  })
})

describe('staff get an email', () => {
  test('about a new request, if their group answers: Mario, and no superuser (§12.34)', async () => {
    const emails = await emailsOf('sent', 'Un secreto de Rosa')
    expect(emails.map(({ to }) => to)).toEqual([mario, rosa])
    const [message] = emails
    expect(message?.subject).toBe(`Nueva solicitud ${id}: ${COPY}`)
    expect(message?.text).toContain(`la ${id}, «${COPY}», de Rosa Muñoz Sepúlveda.`)
    expect(message?.text).toContain(`http://portal.example/requests/${id}`)
    expect(message?.text).not.toMatch(/secreto|12\.?345\.?678/)
  })

  test('about a reply, if they are the assignee, even as a superuser', async () => {
    await assignTo('Iván')
    const [message, ...more] = await emailsOf('replied', 'Un secreto de Rosa')
    expect([message?.to, more]).toEqual([personas.ivan.email, []])
    expect(message?.subject).toBe(`Respuesta a la solicitud ${id}: ${COPY}`)
    expect(message?.text).not.toContain('secreto')
  })

  test('about a reply, all who answer, if there is no assignee or the assignee can no longer answer', async () => {
    expect((await emailsOf('replied')).map(({ to }) => to)).toEqual([mario])
    await assignTo('Carla')
    expect((await emailsOf('replied')).map(({ to }) => to)).toEqual([mario])
  })

  test('but none if deactivated or deleted, when a superuser gets it, or if they want none', async () => {
    const instead: [string, string[]][] = [
      ['is_active = false', [personas.ivan.email, rosa]],
      ['deleted_at = now()', [personas.ivan.email, rosa]],
      ['wants_request_emails = false', [rosa]],
    ]
    for (const [change, recipients] of instead) {
      await portal.pool.query(`update users set ${change} where rut = $1`, [personas.mario.rut])
      expect((await emailsOf('sent')).map(({ to }) => to)).toEqual(recipients)
      await portal.pool.query(
        `update users set is_active = true, deleted_at = null, wants_request_emails = true
         where rut = $1`,
        [personas.mario.rut],
      )
    }
  })
})

test('a colleague who may answer no more by the time it is sent gets none (security 5.891)', async () => {
  const before = (await portal.sentEmails()).length
  await portal.db.transaction((tx) => record(tx, 'sent'))
  const changePermission = (from: string, to: string) =>
    portal.pool.query('update group_permissions set permission = $2 where permission = $1', [
      from,
      to,
    ])
  await changePermission('requests.answer_requests', 'requests.none')
  const emails = (await portal.sentEmails()).slice(before)
  await changePermission('requests.none', 'requests.answer_requests')
  expect(emails.map(({ to }) => to)).toEqual([rosa])
})

test('nor does one whose own purchase it is about by then (security 5.911)', async () => {
  const before = (await portal.sentEmails()).length
  await portal.db.transaction((tx) => record(tx, 'sent'))
  await portal.pool.query(
    `insert into sale_accesses (sale_id, reader_rut, kind, holder_rut, given_by)
      select sale_id, $2, 'representative', $3, user_id from requests where id = $1`,
    [id, personas.mario.rut, personas.rosa.rut],
  )
  const emails = (await portal.sentEmails()).slice(before)
  await portal.pool.query('delete from sale_accesses where reader_rut = $1', [personas.mario.rut])
  expect(emails.map(({ to }) => to)).toEqual([rosa])
})

test('titles and names add no headers and no markup (security 9.6)', async () => {
  const evil = '<script>alert(1)</script>\r\nBcc: otro@correo.example'
  await portal.pool.query('update requests set procedure_title = $2 where id = $1', [id, evil])
  await portal.pool.query('update users set first_name = $2 where rut = $1', [
    personas.rosa.rut,
    '<img src=x onerror=alert(1)>',
  ])
  const emails = await emailsOf('sent')
  expect(emails).toHaveLength(2)
  for (const { subject, html, text } of emails) {
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toMatch(/<(script|img)/)
    expect(html).toContain('&lt;script&gt;')
    expect(text).toContain('<script>alert(1)</script>')
  }
})

test('no sentence to staff begins with a member’s name, and no subject has it (security 9.17)', async () => {
  await portal.pool.query('update users set first_name = $2 where rut = $1', [
    personas.rosa.rut,
    'Urgente: llama al banco. Rosa',
  ])
  for (const kind of ['sent', 'replied'] as const) {
    const message = (await emailsOf(kind)).find(({ to }) => to === mario)
    const { subject = '', text = '' } = message ?? {}
    expect(subject).not.toContain('Urgente')
    const sentences = text.split(/\n+|(?<=[.:]) /)
    expect(sentences.filter((sentence) => sentence.startsWith('Urgente'))).toEqual([])
    expect(text).toContain('de Urgente: llama al banco. Rosa Muñoz Sepúlveda.')
  }
  await portal.pool.query('update users set first_name = $2 where rut = $1', [
    personas.rosa.rut,
    'Rosa\nMira premios.cl',
  ])
  const message = (await emailsOf('sent')).find(({ to }) => to === mario)
  expect(message?.text).toContain(`la ${id}, «${COPY}», de un socio.`)
})

test('a rolled back event sends no email', async () => {
  const before = (await portal.sentEmails()).length
  await portal.db
    .transaction(async (tx) => {
      await record(tx, 'resolved')
      throw new Error('and then it failed')
    })
    .catch(() => {})
  expect((await portal.sentEmails()).length).toBe(before)
  const events = await portal.pool.query('select from request_events where request_id = $1', [id])
  expect(events.rows).toEqual([])
})

describe('email preferences', () => {
  test('belong to each logged-in user', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await anonymous.get('/api/client/preferences/')).status).toBe(401)
    const refused = await anonymous.call(
      'PATCH',
      '/api/client/preferences/',
      json({ request_letters: false }),
    )
    expect(refused.status).toBe(401)
    const person = await portal.as('mario')
    expect((await person.get('/api/client/preferences/')).body).toEqual({
      request_letters: true,
      announcement_emails: true,
      deed_emails: true,
      payment_emails: true,
      due_emails: true,
      due_days: 5,
    })
    for (const invalid of [{ request_letters: 'no' }, { request_letters: null }]) {
      expect((await person.call('PATCH', '/api/client/preferences/', json(invalid))).status).toBe(
        400,
      )
    }
    const other = { id: 1, user_id: 1, wants_request_emails: false }
    expect((await person.call('PATCH', '/api/client/preferences/', json(other))).body).toEqual({
      request_letters: true,
      announcement_emails: true,
      deed_emails: true,
      payment_emails: true,
      due_emails: true,
      due_days: 5,
    })
  })
})
