import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildDocument } from '../../testing/build-request.ts'
import { buildStaffRequest } from '../../testing/build-staff-request.ts'
import { json } from '../../testing/fake-server.ts'
import { CONFLICT, detail, prepareRequestPage, press } from '../../testing/request-page.tsx'
import { sentence } from '../../testing/sentence.ts'

beforeEach(prepareRequestPage)

describe('a document', () => {
  test('is accepted', async () => {
    const { sent } = detail(buildStaffRequest(), {
      'POST /api/requests/12/documents/71/review/': json(
        200,
        buildStaffRequest({ documents: [buildDocument({ review: 'accepted' })], version: 5 }),
      ),
    })
    await press('Aceptar Cédula de identidad')
    expect(await screen.findByText('Aceptado')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Cambiar')
    expect(sent('/review/')).toEqual([{ version: 4, accepted: true, reason: '' }])
  })

  test('is rejected with a reason', async () => {
    const rejected = buildDocument({ review: 'rejected', reason: 'No se lee' })
    const { sent } = detail(buildStaffRequest(), {
      'POST /api/requests/12/documents/71/review/': json(
        200,
        buildStaffRequest({ documents: [rejected], version: 5 }),
      ),
    })
    await press('Rechazar Cédula de identidad')
    await press('Cancelar')
    expect(document.activeElement?.textContent).toBe('Rechazar')
    await press('Rechazar Cédula de identidad')
    await press('Rechazar documento')
    expect(await screen.findByText('Escribe el motivo')).toBeTruthy()
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
    expect(sent('/review/')).toEqual([])
    await userEvent.type(
      screen.getByLabelText('Por qué no sirve: Cédula de identidad'),
      'No se lee',
    )
    await press('Rechazar documento')
    expect(await screen.findByText('Rechazado: No se lee')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cambiar'))
    expect(sent('/review/')).toEqual([{ version: 4, accepted: false, reason: 'No se lee' }])
  })

  test('that is decided offers to change that, and not its opposite at once (§12.2340)', async () => {
    const documents = [
      buildDocument({ review: 'accepted' }),
      buildDocument({ id: 72, title: 'Contrato', review: 'rejected', reason: 'No se lee' }),
    ]
    const { sent } = detail(buildStaffRequest({ documents }), {
      'POST /api/requests/12/documents/72/review/': json(200, buildStaffRequest({ version: 5 })),
    })
    const decisions = () => screen.queryAllByRole('button', { name: /^(Aceptar|Rechazar) / })
    await press('Cambiar Cédula de identidad')
    expect(screen.getByLabelText('Por qué no sirve: Cédula de identidad')).toBeTruthy()
    await press('Cancelar')
    expect(decisions()).toEqual([])
    await press('Cambiar Contrato')
    expect(decisions()).toEqual([document.activeElement])
    await press('Cancelar')
    expect(decisions()).toEqual([])
    expect(document.activeElement?.ariaLabel).toBe('Cambiar Contrato')
    await press('Cambiar Contrato')
    await press('Aceptar Contrato')
    await waitFor(() =>
      expect(sent('/review/')).toEqual([{ version: 4, accepted: true, reason: '' }]),
    )
  })

  test('that a colleague reviewed meanwhile keeps the typed reason', async () => {
    detail(buildStaffRequest(), {
      'POST /api/requests/12/documents/71/review/': json(409, CONFLICT),
    })
    await press('Rechazar Cédula de identidad')
    const reason = screen.getByLabelText('Por qué no sirve: Cédula de identidad')
    await userEvent.type(reason, 'No se lee')
    await press('Rechazar documento')
    expect(await screen.findByText(CONFLICT)).toBeTruthy()
    expect((reason as HTMLInputElement).value).toBe('No se lee')
  })
})

test('the reason for a rejection is there after a reload, until it is sent (§12.29)', async () => {
  const rejected = buildDocument({ review: 'rejected', reason: 'No se lee' })
  const reason = () =>
    screen.getByLabelText<HTMLInputElement>('Por qué no sirve: Cédula de identidad')
  const first = detail(buildStaffRequest())
  await press('Rechazar Cédula de identidad')
  await userEvent.type(reason(), 'No se lee')
  first.unmount()

  detail(buildStaffRequest(), {
    'POST /api/requests/12/documents/71/review/': json(
      200,
      buildStaffRequest({ documents: [rejected], version: 5 }),
    ),
  })
  await press('Rechazar Cédula de identidad')
  expect(reason().value).toBe('No se lee')
  await press('Rechazar documento')
  await screen.findByText('Rechazado: No se lee')
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('Mario accepts two documents quickly: the second waits for the first, on its version', async () => {
  const documents = [buildDocument(), buildDocument({ id: 72, title: 'Contrato', position: 1 })]
  const first = buildDocument({ review: 'accepted' })
  let answer = (_: Response) => {}
  const { sent } = detail(buildStaffRequest({ documents }), {
    'POST /api/requests/12/documents/71/review/': () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
    'POST /api/requests/12/documents/72/review/': json(409, CONFLICT),
  })
  await press('Aceptar Cédula de identidad')
  const second = screen.getByRole('button', { name: 'Aceptar Contrato' })
  await waitFor(() => expect(second.getAttribute('aria-disabled')).toBe('true'))
  await userEvent.click(second)
  expect(document.activeElement).toBe(second)
  expect(sent('/72/review/')).toEqual([])

  const both = { documents: [first, ...documents.slice(1)], version: 5 }
  answer(json(200, buildStaffRequest(both)))
  await screen.findByText('Aceptado')
  await waitFor(() => expect(second.getAttribute('aria-disabled')).toBe('false'))
  await userEvent.click(second)
  await waitFor(() =>
    expect(sent('/72/review/')).toEqual([{ version: 5, accepted: true, reason: '' }]),
  )
})

test('a replaced document is folded under the new one, with the reason', async () => {
  const before = buildDocument({
    id: 70,
    name: 'borrosa.jpg',
    review: 'rejected',
    reason: 'Borrosa',
  })
  detail(
    buildStaffRequest({
      replaced_documents: [{ ...before, replaced_at: '2026-11-19T15:00:00Z' }],
    }),
  )
  const folded = (await screen.findByText('1 documento anterior')).closest('details')
  if (!folded) throw new Error('It is not folded')
  expect(folded.open).toBe(false)
  const earlier = within(folded)
  expect(earlier.getByText('Rechazado: Borrosa')).toBeTruthy()
  expect(earlier.getByText(sentence('Reemplazado el 19-11-2026 12:00'))).toBeTruthy()
  expect(earlier.getByText('Descargar', { selector: 'span' })).toBeTruthy()
})
