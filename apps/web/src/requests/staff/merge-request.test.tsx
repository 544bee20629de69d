import { requestMessages } from '@carpeta/domain/requests/request-states'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildDocument } from '../../testing/build-request.ts'
import { buildRequestRow, buildStaffRequest } from '../../testing/build-staff-request.ts'
import { json } from '../../testing/fake-server.ts'
import { card, detail, prepareRequestPage, press } from '../../testing/request-page.tsx'

beforeEach(prepareRequestPage)

const others = [
  buildRequestRow({ id: 15, state: 'sent', procedure_title: 'Copia de contrato' }),
  buildRequestRow({ id: 9, state: 'resolved' }),
]
const merged = buildStaffRequest({
  state: 'cancelled',
  merged_into: 15,
  answer: 'Unida',
  version: 5,
})
const into = buildStaffRequest({
  id: 15,
  merged: [
    {
      id: 12,
      procedure_title: 'Cesión de derechos a un familiar',
      sent_at: '2026-11-18T13:05:00Z',
      comment: 'Es para mi hija.',
      documents: [buildDocument()],
    },
  ],
})

function open(answer: Response) {
  return detail(buildStaffRequest(), {
    'GET /api/requests/12/member/': json(200, { requests: others }),
    'GET /api/requests/15/': json(200, into),
    'GET /api/requests/15/member/': json(200, { requests: [] }),
    'POST /api/requests/12/merge/': answer,
  })
}

describe('a duplicate', () => {
  test('is merged into an open one after a question, and what came with it is shown there (§12.428)', async () => {
    const { sent, where } = open(json(200, merged))
    const beside = await card('Otras solicitudes del socio')
    await beside.findByRole('button', { name: 'Unir con Nº 15…' })
    expect(beside.queryByRole('button', { name: 'Unir con Nº 9…' })).toBeNull()
    await press('Unir con Nº 15…')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Esto no se puede deshacer.')).toBeTruthy()
    await press('Unir')
    const origin = await card('De la solicitud Nº 12, que se unió a esta')
    expect(origin.getByText('Es para mi hija.')).toBeTruthy()
    expect(origin.getByRole('button', { name: 'Ver cedula.pdf' })).toBeTruthy()
    expect(sent('/merge/')).toEqual([{ version: 4, into: 15 }])
    expect(where()).toBe('/requests/15?state=sent')
  })

  test('has its documents reviewed where it went on, and asked for before that one is closed (§12.2160)', async () => {
    const request = buildStaffRequest({
      documents: [],
      replaced_documents: [{ ...buildDocument({ id: 90 }), replaced_at: '2026-11-18T13:05:00Z' }],
      merged: into.merged,
    })
    const { sent } = detail(request, {
      'POST /api/requests/12/documents/71/review/': json(200, { ...request, version: 5 }),
    })
    const origin = await card('De la solicitud Nº 12, que se unió a esta')
    expect(origin.getByText('Por revisar')).toBeTruthy()
    expect(origin.queryByText('1 documento anterior')).toBeNull()
    await userEvent.type(screen.getByLabelText('Respuesta'), 'Listo.')
    await press('Resolver y cerrar')
    expect(
      await screen.findByRole('dialog', { name: 'Queda un documento por revisar' }),
    ).toBeTruthy()
    await press('Seguir revisando')
    await userEvent.click(origin.getByRole('button', { name: /^Rechazar / }))
    expect(
      origin.getByText(
        'El socio leerá el motivo y podrá adjuntar otro cuando le pidas lo que falta.',
      ),
    ).toBeTruthy()
    await press('Cancelar')
    await userEvent.click(origin.getByRole('button', { name: /^Aceptar / }))
    expect(sent('/review/')).toEqual([{ version: 4, accepted: true, reason: '' }])
  })

  test('that cannot be merged says why', async () => {
    open(json(409, requestMessages.mergeByLaw))
    await press('Unir con Nº 15…')
    await press('Unir')
    expect(await screen.findByText(requestMessages.mergeByLaw.text)).toBeTruthy()
  })

  test('leads to the one that stays, and takes nothing in any more', async () => {
    detail(merged, { 'GET /api/requests/12/member/': json(200, { requests: others }) })
    const link = await screen.findByRole('link', { name: 'Unida a la Nº 15' })
    expect(screen.queryByText('Anulado')).toBeNull()
    expect(link.getAttribute('href')).toBe('/requests/15?state=sent')
    await card('Otras solicitudes del socio')
    expect(screen.queryByRole('button', { name: /^Unir con/ })).toBeNull()
  })
})
