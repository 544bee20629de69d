import { memberRequestSchema } from '@carpeta/contract/requests/request-schemas'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { storeRequest } from '../../../test/stored-requests.ts'
import type { Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, idOfPerson } = requests

let portal: Portal
let rosa: Visitor
let mario: Visitor
beforeAll(() => {
  ;({ portal, rosa, mario } = requests)
})

test('notes are hidden from Rosa and conflict with no other action (security 5.25)', async () => {
  const { id } = await storeRequest(portal, { state: 'in_review' })
  expect((await action(mario, id, 'note', { text: ' ' })).body).toBe(requestMessages.noteRequired)
  const noted = await action(mario, id, 'note', { text: 'Llamar al notario' })
  expect(noted.body).toMatchObject({ version: 0, state: 'in_review' })
  expect(noted.body.events).toMatchObject([
    { kind: 'note', actor: 'Mario Fuentes Alarcón', text: 'Llamar al notario' },
  ])
  await action(mario, id, 'assign', { version: 0, user_id: await idOfPerson('Mario') })
  const asked = await action(mario, id, 'ask', { version: 1, text: 'Falta la firma' })
  expect(asked.status).toBe(200)
  const replied = await action(rosa, id, 'reply', { comment: 'Va firmada' })
  expect(memberRequestSchema.strict().parse(replied.body)).toEqual(replied.body)
  expect(replied.body.events).toMatchObject([
    { kind: 'asked', actor: 'Cooperativa Vista al Biobío', text: 'Falta la firma' },
    { kind: 'replied', actor: 'Rosa Muñoz Sepúlveda', text: 'Va firmada' },
  ])
})
