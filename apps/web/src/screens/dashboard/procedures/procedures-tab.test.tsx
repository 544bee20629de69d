import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../../session/stored-user.ts'
import { buildUser } from '../../../testing/build-user.ts'
import { json } from '../../../testing/fake-server.ts'
import {
  comments,
  fieldsOf,
  form,
  noDocuments,
  prepareProceduresTab,
  procedures,
  submit,
} from '../../../testing/procedures-tab.tsx'

beforeEach(prepareProceduresTab)

describe('the list', () => {
  test('has every procedure with its button, fetched as the specification says (§2.73, §7.19, §9.7)', async () => {
    const { seen } = procedures('/dashboard')
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
      'Actualización de datos',
      'Copia de contrato',
      'Cambio de titular',
    ])
    expect(screen.getAllByText('Solicitar trámite')).toHaveLength(3)
    expect(screen.getByText('1 documento requerido')).toBeTruthy()
    expect(screen.getByText('3 documentos requeridos')).toBeTruthy()
    expect(seen[1]?.url).toMatch(/\/api\/procedures\/\?page=1&pageSize=999&orderBy=&orderDesc=$/)
  })

  test('leads to the form, which is in the address, and back (§2.75)', async () => {
    const { where } = procedures('/dashboard')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Solicitar trámite: Copia de contrato' }),
    )
    expect(where()).toBe('/dashboard?venta=V-1001&tab=solicitar-tramites&tramite=2')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Copia de contrato' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Volver' }))
    expect(where()).toBe('/dashboard?venta=V-1001&tab=solicitar-tramites')
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('is shown for a procedure that is no longer there', async () => {
    procedures(form(99))
    expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  })

  test('that is empty says whom to ask', async () => {
    procedures('/dashboard', { 'GET /api/procedures/': json(200, { results: [] }) })
    expect(await screen.findByText('Por ahora no hay trámites para solicitar')).toBeTruthy()
  })

  test('that cannot be read can be retried', async () => {
    procedures('/dashboard', {
      'GET /api/procedures/': [
        json(422, 'No disponible'),
        json(200, { results: [noDocuments], current: 1, lastPage: 1 }),
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  })
})

test('staff who view a folder see the procedures, without a button', async () => {
  storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
  procedures(form(1))
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('button')).toBeNull()
})

describe('a procedure without documents', () => {
  test('needs a comment; the error disappears with the first character (§5.25)', async () => {
    const { calls } = procedures(form(1))
    await comments()
    await userEvent.click(submit())
    expect(screen.getByText('Ingrese un comentario')).toBeTruthy()
    expect(submit().disabled).toBe(true)
    expect(document.activeElement).toBe(await comments())
    await userEvent.type(await comments(), 'M')
    expect(screen.queryByText('Ingrese un comentario')).toBeNull()
    expect(submit().disabled).toBe(false)
    expect(calls('/api/request/create/')).toHaveLength(0)
  })

  test('is created and sent; the dialog says so (§4.17, §4.18, §10.68)', async () => {
    const { seen, calls } = procedures(form(1))
    await userEvent.type(await comments(), 'Mi correo cambió')
    await userEvent.click(submit())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('La solicitud se ha guardado correctamente')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'OK' })).toBeTruthy()
    const [created] = calls('/api/request/create/')
    expect(fieldsOf(created?.body)).toMatchObject({
      procedure_id: 1,
      sale_code: 'V-1001',
      comment: 'Mi correo cambió',
    })
    expect(created?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
    expect(fieldsOf(calls('/api/request/send/')[0]?.body)).toMatchObject({ request_id: 5 })
    expect(seen.at(-1)?.url).toContain('/api/request/send/')
  })

  test('says beforehand which address is notified (§12.11)', async () => {
    procedures(form(1))
    expect(
      await screen.findByText('Te avisaremos a r***@example.cl cuando haya novedades.'),
    ).toBeTruthy()
  })

  test('promises no emails to a member who turned them off', async () => {
    procedures(form(1), { 'GET /api/client/preferences/': json(200, { request_letters: false }) })
    expect(await screen.findByText(/No te enviaremos correos sobre este trámite/)).toBeTruthy()
  })
})
