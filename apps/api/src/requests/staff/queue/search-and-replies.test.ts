import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Portal } from '../../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../../test/requests-portal.ts'
import { storeRequest, TRANSFER } from '../../../../test/stored-requests.ts'
import type { Visitor } from '../../../../test/visitor.ts'

const requests = openRequestsPortal()
const { action } = requests

let portal: Portal
let mario: Visitor
beforeAll(() => {
  ;({ portal, mario } = requests)
})

async function rowsOf(query: string) {
  const { status, body } = await mario.get(`/api/requests/?${query}`)
  expect(status).toBe(200)
  return body.results as { id: number; has_reply: boolean }[]
}

const idsOf = async (query: string) => (await rowsOf(query)).map(({ id }) => id)

describe('one search finds a request', () => {
  let rosas: number
  let pias: number
  beforeEach(async () => {
    await requests.reset()
    rosas = (await storeRequest(portal, { dueAt: 'now()' })).id
    pias = (await storeRequest(portal, { by: 'pia', title: TRANSFER })).id
    await storeRequest(portal, { by: 'hernan', state: 'draft' })
    await portal.pool.query(
      `update requests set comment = 'Vendo la casa a mi hija Antonia' where id = $1`,
      [pias],
    )
    await portal.pool.query(
      `insert into request_events (request_id, kind, text)
       values ($1, 'asked', 'Falta la firma del notario'), ($1, 'note', 'Ojo: es pariente de Iván')`,
      [rosas],
    )
  })

  test.each(['', 'Nº ', 'n° ', '#'])('by its number, written %s44', async (prefix) => {
    expect(await idsOf(`q=${encodeURIComponent(`${prefix}${pias}`)}`)).toEqual([pias])
  })

  test.each([
    ['the rut', '12.345.678-5'],
    ['a part of the rut', '345678'],
    ['the name', 'MUNOZ'],
    ['what staff asked', 'notario'],
  ])('of Rosa by %s (§12.386)', async (_, typed) => {
    expect(await idsOf(`q=${encodeURIComponent(typed)}`)).toEqual([rosas])
  })

  test('by what the member wrote, and together with other filters', async () => {
    expect(await idsOf('q=antonia')).toEqual([pias])
    expect(await idsOf('q=antonia&member=rosa')).toEqual([])
  })

  test('and not by internal notes, nor by a draft (§12.386, security 5.62)', async () => {
    expect(await idsOf('q=pariente')).toEqual([])
    expect(await idsOf('q=hern%C3%A1n')).toEqual([])
  })

  test.each(['%25', '_', '%5C', '%27', '99999999999', '%00'])('%s means itself', async (typed) => {
    const everything = typed === '%00' ? [rosas, pias] : []
    expect(await idsOf(`q=${typed}`)).toEqual(everything)
  })
})

test('a reply is marked until staff answer it; a note and an assignment do not count (§12.385)', async () => {
  await requests.reset()
  const { id } = await storeRequest(portal, { state: 'missing' })
  const marked = async () => (await rowsOf('replied=1')).map((row) => [row.id, row.has_reply])
  expect(await marked()).toEqual([])
  const replied = await action(requests.rosa, id, 'reply', { comment: 'No la tengo' })
  expect(replied.status, JSON.stringify(replied.body)).toBe(200)
  expect(await marked()).toEqual([[id, true]])
  const { version } = await requests.rowOf(id)
  await action(mario, id, 'note', { text: 'La llamo mañana' })
  const userId = await requests.idOfPerson('Iván')
  expect((await action(mario, id, 'assign', { version, user_id: userId })).status).toBe(200)
  expect(await marked()).toEqual([[id, true]])
  const asked = await action(mario, id, 'ask', { version: version + 1, text: 'Sirve una copia' })
  expect(asked.status).toBe(200)
  expect(await marked()).toEqual([])
})
