import { endpoints, type Setup } from '@carpeta/contract/setup'
import { setupMessages, setupSteps } from '@carpeta/domain/setup/setup-steps'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const company = {
  COMPANY_NAME: 'Cooperativa Andalién',
  CONTACT_EMAIL: 'contacto@andalien.example',
  CONTACT_PHONE: '+56 41 222 3344',
  OFFICE_ADDRESS: 'Los Carrera 100, Concepción',
}

const account = {
  PAYMENT_BANK: 'Banco Andalién',
  PAYMENT_ACCOUNT_TYPE: 'Cuenta corriente',
  PAYMENT_ACCOUNT: '00-987-65432-10',
  PAYMENT_HOLDER: 'Cooperativa Andalién',
  PAYMENT_RUT: '65432198-1',
  PAYMENT_EMAIL: 'pagos@andalien.example',
}

let mailServer: Awaited<ReturnType<typeof openMailServer>>
let portal: Portal
let carla: Visitor
beforeAll(async () => {
  mailServer = await openMailServer({
    refuses: (address) =>
      address.startsWith('ivan') ? { code: 550, message: 'mailbox unavailable' } : undefined,
  })
  portal = await openPortal('sample', { ...company, ...account, SMTP_URL: mailServer.url })
  carla = await portal.as('carla')
})
afterAll(async () => {
  await portal.close()
  await mailServer.close()
})

async function setupOf(person: Visitor): Promise<Setup> {
  const { status, body } = await person.get('/api/setup/')
  expect(status).toBe(200)
  expect(endpoints['GET /api/setup/'].answer.strict().parse(body)).toEqual(body)
  return body
}

const sendTest = (person = carla) => person.post('/api/setup/test-email/')
const hide = (isHidden: boolean, person = carla) =>
  person.post('/api/setup/hide/', json({ is_hidden: isHidden }))
const countedSteps = async () => (await carla.get('/api/staff/counts/')).body.setup

test('a new installation with the sample has nothing ready but its company and account (§12.470)', async () => {
  const setup = await setupOf(carla)
  expect(setup).toMatchObject({
    company: { state: 'done', missing: [] },
    payment_account: { state: 'done', missing: [], is_sample: false },
    online_payments: { state: 'not_applicable', gateway: 'none' },
    mail: { state: 'missing', test: null },
    load: { state: 'missing', at: null },
    procedures: { state: 'missing', offered: 0 },
    second_factor: { state: 'missing', staff: 3 },
    is_hidden: false,
  })
  expect(setup.second_factor.without.map(({ name }) => name)).toEqual([
    'Carla Neira Bustos',
    'Iván Rojas Mella',
    'Mario Fuentes Alarcón',
  ])
  expect(await countedSteps()).toEqual({ missing: 4 })
})

test('settings that are missing are named as the operator sets them, also while members see the sample’s account (§12.470, §12.1357)', async () => {
  const bare = await openPortal()
  try {
    const { company: found, mail, payment_account: shown } = await setupOf(await bare.as('carla'))
    expect(shown).toEqual({ state: 'missing', missing: Object.keys(account), is_sample: true })
    expect(found).toEqual({ state: 'missing', missing: Object.keys(company) })
    expect(mail).toMatchObject({ state: 'missing', server: null })
    const { body } = await (await bare.as('carla')).post('/api/setup/test-email/')
    expect(body).toEqual({ outcome: 'folder' })
    expect(await setupOf(await bare.as('carla'))).toMatchObject({
      mail: { state: 'missing', test: { outcome: 'folder' } },
    })
  } finally {
    await bare.close()
  }
})

describe('the test email', () => {
  test('reaches Carla, and the portal remembers it (§12.471)', async () => {
    const { status, body } = await sendTest()
    expect([status, body]).toEqual([200, { outcome: 'sent' }])
    expect(mailServer.received.at(-1)).toMatchObject({
      subject: 'Correo de prueba de la Carpeta Virtual',
      to: [{ address: 'carla.neira@vistaalbiobio.example' }],
    })
    const { mail } = await setupOf(carla)
    expect(mail).toMatchObject({ state: 'done', test: { outcome: 'sent' } })
  })

  test('that the server refuses is told as refused (§12.471, security 2.20)', async () => {
    const { body } = await sendTest(await portal.as('ivan'))
    expect(body).toEqual({ outcome: 'recipient' })
    expect((await setupOf(carla)).mail).toMatchObject({
      state: 'missing',
      test: { outcome: 'recipient' },
    })
  })

  test('by other settings counts no more (§12.471)', async () => {
    await sendTest()
    await portal.pool.query(
      `update setup_notes set mail_server = 'otro.example portal@otro.example'`,
    )
    expect((await setupOf(carla)).mail).toMatchObject({ state: 'missing', test: null })
  })

  test('needs an address, and has a limit (§12.471, security 2.20)', async () => {
    const id = await userIdOf(portal.db, 'carla')
    await portal.pool.query(`update users set email = '' where id = $1`, [id])
    const refused = await sendTest()
    expect([refused.status, refused.body]).toEqual([409, setupMessages.noEmail.text])
    await portal.pool.query(
      `update users set email = 'carla.neira@vistaalbiobio.example' where id = $1`,
      [id],
    )
    const statuses = []
    for (let each = 0; each < 11; each++) statuses.push((await sendTest()).status)
    expect(statuses.at(-1)).toBe(429)
    await portal.pool.query('delete from rate_limits')
  })

  test('without a server tells that there is no connection (§12.471)', async () => {
    const gone = await openMailServer()
    await gone.close()
    const lost = await openPortal('sample', { SMTP_URL: gone.url })
    try {
      const { body } = await (await lost.as('carla')).post('/api/setup/test-email/')
      expect(body).toEqual({ outcome: 'connection' })
    } finally {
      await lost.close()
    }
  })
})

describe('the list', () => {
  test('is hidden only when nothing is missing, and comes back (§12.473)', async () => {
    const refused = await hide(true)
    expect([refused.status, refused.body]).toEqual([409, setupMessages.notDone.text])
    await sendTest()
    await portal.pool.query(
      `insert into loads (file_name, file_hash) values ('ventas.ndjson', '');
       update procedures set is_sample = false;
       update users set invited_at = now() where invited_at is null;
       insert into totp_secrets (user_id, sealed_secret, confirmed_at)
         select id, 'x', now() from users`,
    )
    const setup = await setupOf(carla)
    expect(setupSteps.map((step) => setup[step].state)).not.toContain('missing')
    expect(await countedSteps()).toEqual({ missing: 0 })
    await portal.pool.query('delete from totp_secrets')
    expect((await hide(true)).status).toBe(409)
    await portal.pool.query(
      `insert into totp_secrets (user_id, sealed_secret, confirmed_at)
         select id, 'x', now() from users`,
    )
    expect((await hide(true)).status).toBe(200)
    expect(await countedSteps()).toBeUndefined()
    expect(await setupOf(carla)).toMatchObject({ is_hidden: true })
    expect((await hide(false)).status).toBe(200)
    expect(await countedSteps()).toEqual({ missing: 0 })
    await portal.pool.query('delete from totp_secrets')
  })
})

test('setting up is for those who manage users', async () => {
  const calls = (person: Visitor) => [
    person.get('/api/setup/'),
    sendTest(person),
    hide(false, person),
  ]
  const anonymous = portal.visitor()
  await anonymous.fetchToken()
  const others = [
    [anonymous, 401],
    [await portal.as('rosa'), 403],
    [await portal.as('mario'), 403],
  ] as const
  for (const [person, expected] of others) {
    for (const call of calls(person)) expect((await call).status).toBe(expected)
  }
  for (const call of calls(await portal.as('ivan'))) expect((await call).status).toBe(200)
})
