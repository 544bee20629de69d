import { beforeAll, beforeEach, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'

const requests = openRequestsPortal()
const { attach, autosave, procedures } = requests

let portal: Portal
let rosa: Visitor
beforeAll(() => {
  ;({ portal, rosa } = requests)
})
beforeEach(() => requests.reset())

/** Lets the days pass, and the job run. @returns what Rosa and Mario got */
async function remindedAfter(days: number) {
  const before = (await portal.sentEmails()).length
  await portal.pool.query("update request_drafts set saved_at = saved_at - $1 * interval '1 day'", [
    days,
  ])
  await enqueueJob(portal.db, 'remind_of_drafts', {})
  return (await portal.sentEmails()).slice(before)
}

test('Rosa gets one email of a request that she left three days ago, and never again (§12.1047)', async () => {
  const { id } = (await autosave(rosa, 3, 'La cesión')).body
  expect(await remindedAfter(2)).toEqual([])
  const emails = await remindedAfter(1.1)
  expect(emails).toMatchObject([
    {
      to: personas.rosa.email,
      subject: 'Tienes un trámite sin enviar: Cesión de derechos a un familiar',
    },
  ])
  const [email] = emails
  expect(email?.text).toContain(
    `/dashboard?venta=V-1001&tab=solicitar-tramites&tramite=${procedures[3]}`,
  )
  expect(email?.text).not.toContain('La cesión')
  await attach(rosa, id)
  expect(await remindedAfter(9)).toEqual([])
})

test('but none of a blank one, of one that is no longer offered, nor without wanting them (§12.1047)', async () => {
  await autosave(rosa, 0, 'La promesa')
  await autosave(rosa, 0, '')
  await autosave(rosa, 1, 'Mi dirección')
  await portal.pool.query('update procedures set is_active = false where id = $1', [procedures[1]])
  expect(await remindedAfter(4)).toEqual([])

  await rosa.call('PATCH', '/api/client/preferences/', json({ request_letters: false }))
  await autosave(rosa, 3, 'La cesión')
  expect(await remindedAfter(4)).toEqual([])
  await rosa.call('PATCH', '/api/client/preferences/', json({ request_letters: true }))
  const form = { member_id: await requests.idOfPerson('Rosa'), procedure_id: procedures[0] }
  const filing = json({ ...form, sale_code: 'V-1001', comment: 'La pidió' })
  expect((await requests.mario.post('/api/filings/', filing)).status).toBe(201)
  expect(await remindedAfter(4)).toEqual([])
})

test('Rosa who left three gets one email that lists them (security 10.322)', async () => {
  await autosave(rosa, 0, 'La promesa')
  await autosave(rosa, 1, 'Mi dirección')
  await autosave(rosa, 3, 'La cesión')
  const emails = await remindedAfter(4)
  expect(emails).toMatchObject([
    { to: personas.rosa.email, subject: 'Tienes 3 trámites sin enviar' },
  ])
  for (const title of [
    'Copia de contrato o de otro documento',
    'Actualización de datos personales',
    'Cesión de derechos a un familiar',
  ]) {
    expect(emails[0]?.text).toContain(`«${title}»`)
  }
  expect(await remindedAfter(9)).toEqual([])
})
