import type { UnsentRequest } from '@carpeta/contract/requests'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Component as Screen } from '../../sales/dashboard/dashboard-screen.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { buildUnsentRequest } from '../../testing/build-request.ts'
import { buildUser } from '../../testing/build-user.ts'
import { wireSale } from '../../testing/dashboard.tsx'
import { json } from '../../testing/fake-server.ts'
import { prepareProceduresTab, procedures } from '../../testing/procedures-tab.tsx'
import { onScreen } from '../../testing/render-at.tsx'

beforeEach(prepareProceduresTab)

const unsent = buildUnsentRequest()
const procedureList = '/dashboard?venta=V-1001&tab=solicitar-tramites'
const title = 'Tienes un trámite sin enviar'

function open(
  path: string,
  requests: UnsentRequest[] = [unsent],
  refusal?: Response,
  sale: object = wireSale('V-1001'),
) {
  let results = requests
  return procedures(
    path,
    {
      'GET /api/sales-data/': json(200, [sale]),
      'GET /api/request/drafts/': () => json(200, { results }),
      'GET /api/requests/5/draft/': json(200, { id: 5, comment: 'Quiero cederla a mi hija.' }),
      'DELETE /api/requests/5/draft/': () => {
        if (refusal) return refusal
        results = []
        return json(200, {})
      },
    },
    { page: <Screen />, draft: undefined },
  )
}

test.each([
  '/dashboard?venta=V-1001&tab=solicitar-tramites',
  '/dashboard?venta=V-1001&tab=mis-tramites',
])('Rosa finds what she began at %s, once, and goes on with it (§12.1057)', async (path) => {
  onScreen('639.98px')
  const { where } = open(path)
  const part = within(await screen.findByRole('region', { name: title }))
  expect(part.getByText('Cambio de titular')).toBeTruthy()
  const [item] = part.getAllByRole('listitem')
  expect(item?.textContent).toContain('faltan 2 documentos · guardado el 12-11-2020')
  await userEvent.click(part.getByRole('link', { name: 'Continuar: Cambio de titular' }))
  expect(where()).toBe('/dashboard?venta=V-1001&tab=solicitar-tramites&tramite=3')
  expect(screen.queryByRole('region', { name: title })).toBeNull()
})

test('what a screen began about something goes on as that (§12.2412)', async () => {
  const about = 'co_holder'
  open('/dashboard?venta=V-1001&tab=mis-tramites', [buildUnsentRequest({ about })])
  const link = await screen.findByRole('link', { name: 'Continuar: Cambio de titular' })
  expect(link.getAttribute('href')).toMatch(/&tramite=3&sobre=co_holder$/)
})

test('on her phone’s home a row above the purchase’s tabs and card leads to what she began (§12.2311)', async () => {
  onScreen('639.98px')
  open('/dashboard')
  const part = await screen.findByRole('link', { name: title })
  for (const below of [screen.getByRole('tablist'), screen.getByRole('article')]) {
    expect(part.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
  await userEvent.click(part)
  expect(await screen.findByRole('region', { name: title })).toBeTruthy()
})

test('on a wide screen a line that moves nothing leads to what she began (§12.2017)', async () => {
  const { where } = open('/dashboard', [unsent, { ...unsent, id: 6 }])
  await userEvent.click(await screen.findByRole('link', { name: 'Tienes 2 trámites sin enviar' }))
  expect(where()).toBe('/dashboard?venta=V-1001&tab=solicitar-tramites')
  expect(await screen.findByRole('region', { name: 'Tienes 2 trámites sin enviar' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Tienes 2 trámites sin enviar' })).toBeNull()
})

test('beside a purchase that one only reads it is there whole, since that has no procedures (§12.2017)', async () => {
  const read = { ...wireSale('V-1001'), compartida: { como: 'co_holder', hasta: '' } }
  open('/dashboard', [unsent], undefined, read)
  expect(await screen.findByRole('region', { name: title })).toBeTruthy()
  expect(screen.queryByRole('link', { name: title })).toBeNull()
})

test('the list of procedures says which one goes on (§12.1057)', async () => {
  open('/dashboard?venta=V-1001&tab=solicitar-tramites')
  const button = { name: 'Continuar: Cambio de titular' }
  expect((await screen.findByRole('button', button)).textContent).toBe('Continuar')
  expect(screen.getAllByText('Solicitar trámite')).toHaveLength(2)
})

test('what Rosa began is discarded once she says so (§12.1057)', async () => {
  const { calls } = open(procedureList)
  const discard = { name: 'Descartar: Cambio de titular' }
  await userEvent.click(await screen.findByRole('button', discard))
  await userEvent.click(screen.getByRole('button', { name: 'Conservarlo' }))
  expect(calls('/api/requests/5/draft/')).toEqual([])
  await userEvent.click(screen.getByRole('button', discard))
  await userEvent.click(screen.getByRole('button', { name: 'Sí, descartar' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: title })).toBeNull())
  expect(calls('/api/requests/5/draft/').map(({ method }) => method)).toEqual(['DELETE'])
})

test('what she began and goes on with on another device is not discarded here (§12.1833)', async () => {
  const message = 'Este borrador cambió en otra pestaña o en otro dispositivo.'
  const { calls } = open(procedureList, [unsent], json(409, message))
  await userEvent.click(await screen.findByRole('button', { name: 'Descartar: Cambio de titular' }))
  await userEvent.click(screen.getByRole('button', { name: 'Sí, descartar' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(calls('/api/requests/5/draft/?version=3')).toHaveLength(1)
  const asked = calls('/api/request/drafts/').length
  await userEvent.click(screen.getByRole('button', { name: 'Conservarlo' }))
  await waitFor(() => expect(calls('/api/request/drafts/').length).toBeGreaterThan(asked))
})

test('what she wrote for a procedure that is no longer offered can be read, to send it to the cooperative, or discarded (§12.1057, §12.2424)', async () => {
  open(procedureList, [{ ...unsent, is_offered: false }])
  expect(await screen.findByText('ya no se ofrece')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Continuar/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Descartar: Cambio de titular' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ver lo escrito: Cambio de titular' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lo que escribiste' }))
  expect(await dialog.findByText('Quiero cederla a mi hija.')).toBeTruthy()
})

test('staff who view a folder do not see it', async () => {
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  const { calls } = open('/dashboard')
  await screen.findByRole('tab', { name: 'Estado de Cuenta' })
  expect(calls('/api/request/drafts/')).toEqual([])
})
