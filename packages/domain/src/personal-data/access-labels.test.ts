import { expect, test } from 'vitest'
import { accessSentence, ownActionSentence } from './access-labels.ts'

const about = { objectType: '', objectId: '', inView: false }
const request = { ...about, objectType: 'request', objectId: '12' }

test('the sentence is about the reader’s data, with the number of the request', () => {
  expect(accessSentence({ ...about, action: 'member.read' })).toBe('Vio tus datos')
  expect(accessSentence({ ...request, action: 'member.read' })).toBe('Vio tu solicitud Nº 12')
  const announcement = { ...about, objectType: 'announcement' }
  expect(accessSentence({ ...announcement, action: 'member.read' })).toBe('Vio tus avisos')
  expect(accessSentence({ ...request, action: 'request.changed' })).toBe(
    'Cambió tu solicitud Nº 12',
  )
})

test('of a request it says what was done, but not what staff note for themselves (§12.1314)', () => {
  const changed = (event: string) =>
    accessSentence({ ...request, action: 'request.changed', event })
  expect(changed('resolved')).toBe('Respondió tu solicitud Nº 12')
  expect(changed('asked')).toBe('Te pidió algo más en tu solicitud Nº 12')
  expect(changed('note')).toBe('Cambió tu solicitud Nº 12')
})

test('an action in a view as the member is marked', () => {
  expect(accessSentence({ ...about, action: 'member.read', inView: true })).toBe(
    'Vio tus datos (mirando tu carpeta)',
  )
})

test('own actions have the second person', () => {
  expect(ownActionSentence({ ...about, action: 'user.changed' })).toBe(
    'Cambiaste los datos de tu cuenta',
  )
  expect(ownActionSentence({ ...request, action: 'request.sent' })).toBe(
    'Enviaste tu solicitud Nº 12',
  )
})

test('an action without its own sentence has the audit log’s, an unknown one its code', () => {
  expect(accessSentence({ ...about, action: 'holiday.changed' })).toBe('Cambió un feriado')
  expect(ownActionSentence({ ...about, action: 'moon.changed' })).toBe('moon.changed')
})
