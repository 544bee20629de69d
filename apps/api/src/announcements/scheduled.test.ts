import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { announcementForm, draftBy, titlesOf } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { addTotp } from '../../test/second-factor/factors.ts'
import { AccountCalls, linkTokenOf } from '../../test/users/account-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let ivan: Visitor
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  rosa = await portal.as('rosa')
  return () => portal.close()
})

const publish = (id: number, body: object) =>
  ivan.post(`/api/announcements/${id}/publish/`, json(body))
const takeBack = ({ id, version }: { id: number; version: number }) =>
  ivan.post(`/api/announcements/${id}/withdraw/`, json({ version }))

async function scheduled(title: string) {
  const { id, version } = await draftBy(ivan, { title, sends_email: true })
  const { status, body } = await publish(id, { version, publish_at: '2999-01-02T09:30' })
  // In January Santiago is three hours behind UTC.
  expect([status, body]).toMatchObject([
    200,
    { state: 'scheduled', published_at: '2999-01-02T12:30:00.000Z' },
  ])
  return body as { id: number; version: number }
}

/** The moment comes: reading the emails runs what waits. */
async function letItCome() {
  await portal.pool.query('update graphile_worker._private_jobs set run_at = now()')
}

const emailsAbout = async (title: string) =>
  (await portal.sentEmails())
    .filter(({ subject }) => subject === `Aviso: ${title}`)
    .map(({ to }) => to)
    .toSorted()
const losBoldos = [personas.hernan.email, personas.rosa.email].toSorted()

test('members see a scheduled announcement from its moment on, and its emails go then (§12.1465)', async () => {
  const { id } = await scheduled('Corte del lunes')
  expect(await titlesOf(rosa)).not.toContain('Corte del lunes')
  expect((await rosa.get(`/api/client/announcements/${id}/`)).status).toBe(404)
  expect((await rosa.post(`/api/client/announcements/${id}/read/`)).status).toBe(404)
  expect(await emailsAbout('Corte del lunes')).toEqual([])
  const { body } = await ivan.get('/api/announcements/?state=scheduled')
  expect(body.results.map((row: { id: number }) => row.id)).toEqual([id])
  expect((await ivan.get('/api/announcements/?state=published&title=lunes')).body.results).toEqual(
    [],
  )
  await letItCome()
  expect(await emailsAbout('Corte del lunes')).toEqual(losBoldos)
  expect(await titlesOf(rosa)).toContain('Corte del lunes')
  expect((await ivan.get(`/api/announcements/${id}/`)).body.state).toBe('published')
})

test('one that is published now before its moment is sent once (§12.1466)', async () => {
  const { id, version } = await scheduled('Corte del martes')
  expect((await publish(id, { version: version - 1 })).status).toBe(409)
  expect((await publish(id, { version })).body).toMatchObject({ state: 'published' })
  await letItCome()
  expect(await titlesOf(rosa)).toContain('Corte del martes')
  expect(await emailsAbout('Corte del martes')).toEqual(losBoldos)
})

test('one that is taken back is a draft again, which nobody sees or gets (§12.1466)', async () => {
  const read = await scheduled('Corte del miércoles')
  const { id } = read
  const refused = await ivan.call('PATCH', `/api/announcements/${id}/`, json({ version: 1 }))
  expect([refused.status, refused.body]).toEqual([
    409,
    'Este aviso está programado. Déjalo otra vez como borrador para cambiarlo.',
  ])
  const { body } = await takeBack(read)
  expect(body).toMatchObject({ state: 'draft', published_at: null, withdrawn_at: null })
  await portal.pool.query('update graphile_worker._private_jobs set run_at = now()')
  expect(await emailsAbout('Corte del miércoles')).toEqual([])
  expect(await titlesOf(rosa)).not.toContain('Corte del miércoles')
  const path = `/api/announcements/${id}/?version=${body.version}`
  expect((await ivan.call('DELETE', path)).status).toBe(200)
})

test('Iván’s page from before the moment withdraws nothing that members already read (§12.1744)', async () => {
  const seen = await scheduled('Corte del sábado')
  await letItCome()
  expect(await emailsAbout('Corte del sábado')).toEqual(losBoldos)
  const refused = await takeBack(seen)
  expect([refused.status, refused.headers['x-error-code']]).toEqual([409, 'changed_meanwhile'])
  expect(await titlesOf(rosa)).toContain('Corte del sábado')
  const { body: now } = await ivan.get(`/api/announcements/${seen.id}/`)
  expect((await takeBack(now)).body.state).toBe('withdrawn')
  // The answer of the first one may be lost.
  expect((await takeBack(now)).body.state).toBe('withdrawn')
  expect(await titlesOf(rosa)).not.toContain('Corte del sábado')
})

describe('one that nobody would see at its moment is a draft again, and who may publish is told why (§12.2173)', () => {
  const tell = async (title: string) =>
    (await portal.sentEmails())
      .filter(({ subject }) => subject === `No se publicó un aviso: ${title}`)
      .map(({ to, text }) => [to, text.replaceAll(/\s+/g, ' ')])
  const stateOf = async (id: number) => (await ivan.get(`/api/announcements/${id}/`)).body.state

  test('since a load gave its project another name', async () => {
    const { id } = await scheduled('Corte sin nadie')
    await portal.pool.query(`update sales set project = project || ' II'`)
    onTestFinished(async () => {
      await portal.pool.query(`update sales set project = replace(project, ' II', '')`)
    })
    await letItCome()
    expect(await tell('Corte sin nadie')).toEqual([
      [personas.ivan.email, expect.stringContaining('no había compras de su proyecto')],
    ])
    expect(await stateOf(id)).toBe('draft')
  })

  test('since its last day passed while no worker ran', async () => {
    const { id } = await scheduled('Corte tarde')
    await portal.pool.query(
      `update announcements set visible_until = current_date - 2 where id = $1`,
      [id],
    )
    await letItCome()
    expect(await tell('Corte tarde')).toEqual([
      [personas.ivan.email, expect.stringContaining('ya había pasado su último día')],
    ])
    expect(await stateOf(id)).toBe('draft')
  })
})

test('a moment that is none, past, or after the last day is refused on its field (security 9.26)', async () => {
  const form = announcementForm({ visible_until: '2998-12-31' })
  const { body } = await ivan.post('/api/announcements/', json(form))
  for (const [publish_at, said] of [
    ['mañana', 'Elige un día y una hora válidos'],
    ['2999-02-30T09:00', 'Elige un día y una hora válidos'],
    ['2999-01-02T24:00', 'Elige un día y una hora válidos'],
    ['9999-12-31T23:59', 'Elige un día y una hora válidos'],
    ['2020-01-02T09:00', 'Elige un día y una hora desde ahora en adelante'],
    ['2999-01-02T09:00', 'Ese día los socios ya no lo verían: termina antes'],
  ]) {
    const refused = await publish(body.id, { version: body.version, publish_at })
    expect([refused.status, refused.body]).toEqual([400, { publish_at: [said] }])
  }
})

describe('what Mario scheduled', () => {
  let mario: Visitor
  beforeAll(async () => {
    await portal.pool.query(
      `insert into group_permissions (group_id, permission)
       select id, 'announcements.publish_announcements' from groups where name = 'Atención de socios'`,
    )
    mario = await portal.as('mario')
  })

  async function byMario(title: string) {
    const { id, version } = await draftBy(mario, { title, sends_email: true })
    const form = { version, publish_at: '2999-01-02T09:30' }
    const { body } = await mario.post(`/api/announcements/${id}/publish/`, json(form))
    expect(body.state).toBe('scheduled')
    return body as { id: number; version: number }
  }

  test('is published once, also when its job runs again after a kill (§12.1466)', async () => {
    const { id, version } = await byMario('Corte del jueves')
    await letItCome()
    await portal.pool.query(
      `select graphile_worker.add_job('publish_announcement', json_build_object('id', $1::int, 'version', $2::int))`,
      [id, version],
    )
    expect(await emailsAbout('Corte del jueves')).toEqual(losBoldos)
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query('select task_identifier from graphile_worker.jobs')
      expect(rows).toEqual([])
    })
  })

  test('is a draft again once he says «No fui yo», also what a thief scheduled before he did what Mario heard of (security 6.680, security 16.920)', async () => {
    await portal.sentEmails()
    const early = await byMario('Corte del domingo')
    await addTotp(mario)
    const notice = (await portal.sentEmails()).findLast(({ text }) => text.includes('not-me'))
    const { id } = await byMario('Corte del sábado')
    const { visitor } = await AccountCalls.open(portal)
    const taken = await visitor.post('/api/client/not-me/', json({ token: linkTokenOf(notice) }))
    expect(taken.status).toBe(200)
    for (const each of [id, early.id]) {
      expect((await ivan.get(`/api/announcements/${each}/`)).body.state).toBe('draft')
    }
  })

  test('is a draft again, and colleagues are told, when he may not publish any more at its moment (security 6.680)', async () => {
    mario = await portal.as('mario')
    const { id } = await byMario('Corte del viernes')
    await portal.pool.query(
      `delete from group_permissions where permission = 'announcements.publish_announcements'`,
    )
    await letItCome()
    const about = (await portal.sentEmails()).filter(({ subject }) => subject.includes('viernes'))
    expect(about.map(({ to, subject }) => [to, subject])).toEqual([
      [personas.ivan.email, 'No se publicó un aviso: Corte del viernes'],
    ])
    expect(await titlesOf(rosa)).not.toContain('Corte del viernes')
    expect((await ivan.get(`/api/announcements/${id}/`)).body).toMatchObject({ state: 'draft' })
  })
})
