import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildDocument } from '../../testing/build-request.ts'
import { buildStaffRequest } from '../../testing/build-staff-request.ts'
import { json } from '../../testing/fake-server.ts'
import { detail, prepareRequestPage, press } from '../../testing/request-page.tsx'

beforeEach(prepareRequestPage)

const cedula = buildDocument()
const contrato = buildDocument({ id: 72, position: 1, title: 'Contrato', name: 'contrato.pdf' })

const picture = (pages: number) =>
  new Response(new Blob(['png'], { type: 'image/png' }), {
    headers: { 'content-type': 'image/png', 'x-page-count': String(pages) },
  })

function open(answers = {}) {
  return detail(buildStaffRequest({ documents: [cedula, contrato] }), {
    'GET /api/documents/71/pages/1/': picture(2),
    'GET /api/documents/71/pages/2/': picture(2),
    'GET /api/documents/72/pages/1/': picture(1),
    ...answers,
  })
}

const preview = async (name: string) =>
  within(await screen.findByRole('region', { name: `Documento: ${name}` }))

/** A button that does nothing keeps the focus. */
const isStill = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled')

describe('a document', () => {
  test('is shown page by page, beside accept and reject (§12.420)', async () => {
    const { calls } = open()
    await press('Ver cedula.pdf')
    const shown = await preview('Cédula de identidad')
    expect(await shown.findByAltText('Página 1 de 2: Cédula de identidad')).toBeTruthy()
    expect(shown.getByRole('button', { name: 'Aceptar Cédula de identidad' })).toBeTruthy()
    expect(isStill('Página anterior')).toBe('true')
    await press('Página siguiente')
    expect(await shown.findByAltText('Página 2 de 2: Cédula de identidad')).toBeTruthy()
    expect(isStill('Página siguiente')).toBe('true')
    expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Página siguiente' }))
    await press('Página siguiente')
    expect(calls('/pages/')).toHaveLength(2)
  })

  test('is decided where it is read, and only there; the list is names with their state (§12.1811, §12.2341)', async () => {
    const rejected = buildDocument({ review: 'rejected', reason: 'No se lee' })
    const documents = [rejected, contrato]
    const { sent } = open({
      'POST /api/requests/12/documents/71/review/': json(
        200,
        buildStaffRequest({ documents, version: 5 }),
      ),
    })
    const names = () =>
      screen.getAllByRole('button', { name: /^(Aceptar|Rechazar) / }).map((each) => each.ariaLabel)
    const ofContrato = ['Aceptar Contrato', 'Rechazar Contrato']
    await press('Ver cedula.pdf')
    const shown = await preview('Cédula de identidad')
    expect(document.activeElement?.ariaLabel).toBe('Ocultar cedula.pdf')
    expect(shown.getByText('Por revisar')).toBeTruthy()
    expect(names()).toEqual(['Aceptar Cédula de identidad', 'Rechazar Cédula de identidad'])
    const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect([first, second]).toEqual([
      'Cédula de identidadOcultarDescargarPor revisar',
      'ContratoVerPor revisar',
    ])
    await press('Rechazar Cédula de identidad')
    await userEvent.type(shown.getByLabelText('Por qué no sirve: Cédula de identidad'), 'No se lee')
    await press('Rechazar documento')
    await preview('Contrato')
    expect(sent('/review/')).toEqual([{ version: 4, accepted: false, reason: 'No se lee' }])
    await press('Ver cedula.pdf')
    const decided = await preview('Cédula de identidad')
    expect(decided.getByText('Rechazado: No se lee')).toBeTruthy()
    expect(screen.getAllByText('Rechazado: No se lee')).toHaveLength(1)
    await press('Ver contrato.pdf')
    await preview('Contrato')
    expect(names()).toEqual(ofContrato)
    await press('Cerrar el documento')
    expect(names()).toEqual(ofContrato)
    expect(screen.getByRole('button', { name: 'Cambiar Cédula de identidad' })).toBeTruthy()
  })

  test('that is accepted makes room for the next one that waits for its review, and is decided above the paper (§12.2024, §12.2431)', async () => {
    // The next one may stand before it.
    const carta = buildDocument({ id: 73, title: 'Carta', name: 'carta.pdf' })
    const accepted = [
      carta,
      { ...cedula, review: 'accepted' as const },
      { ...contrato, review: 'accepted' as const },
    ]
    detail(buildStaffRequest({ documents: [carta, cedula, ...accepted.slice(2)] }), {
      'GET /api/documents/71/pages/1/': picture(1),
      'GET /api/documents/73/pages/1/': picture(1),
      'POST /api/requests/12/documents/71/review/': json(
        200,
        buildStaffRequest({ documents: accepted, version: 5 }),
      ),
      'POST /api/requests/12/documents/73/review/': json(
        200,
        buildStaffRequest({
          documents: accepted.map((each) => ({ ...each, review: 'accepted' as const })),
          version: 6,
        }),
      ),
    })
    await press('Ver cedula.pdf')
    await press('Aceptar Cédula de identidad')
    const shown = await preview('Carta')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Documento: Carta' }))
    // In the bar of the pages, above the paper.
    const accept = shown.getByRole('button', { name: 'Aceptar Carta' })
    const paper = await shown.findByRole('img')
    expect(accept.compareDocumentPosition(paper)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await userEvent.click(accept)
    expect(await shown.findByText('Aceptado')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Cambiar')
  })

  test('is opened, rejected and accepted by keys, one after the other, each once (§12.2240, §12.2294, §12.2431)', async () => {
    const after = (version: number, ...reviews: ('rejected' | 'accepted')[]) =>
      buildStaffRequest({
        documents: [cedula, contrato].map((each, at) => ({
          ...each,
          review: reviews[at] ?? 'pending',
          reason: reviews[at] === 'rejected' ? 'No se lee' : '',
        })),
        version,
      })
    const { sent } = open({
      'POST /api/requests/12/documents/71/review/': json(200, after(5, 'rejected')),
      'POST /api/requests/12/documents/72/review/': json(200, after(6, 'rejected', 'accepted')),
    })
    await screen.findByRole('button', { name: 'Ver cedula.pdf' })
    // Nothing is shown: there is nothing to decide.
    await userEvent.keyboard('sdv')
    const region = screen.getByRole('region', { name: 'Documento: Cédula de identidad' })
    expect(document.activeElement).toBe(region)
    // Held, it would accept all of them unread.
    fireEvent.keyDown(region, { key: 's', repeat: true })
    await userEvent.keyboard('d')
    await userEvent.keyboard('No se lee{Enter}')
    // The next one that waits is before them.
    expect(await screen.findByRole('region', { name: 'Documento: Contrato' })).toBe(
      document.activeElement,
    )
    await userEvent.keyboard('s')
    const shown = await preview('Contrato')
    expect(await shown.findByText('Aceptado')).toBeTruthy()
    expect(sent('/review/')).toEqual([
      { version: 4, accepted: false, reason: 'No se lee' },
      { version: 5, accepted: true, reason: '' },
    ])
  })

  test('is the one in focus for the keys, where one of a merged request is open beside another (§12.2296)', async () => {
    const merged = {
      ...{ id: 9, procedure_title: 'Cesión', sent_at: null, comment: '' },
      documents: [contrato],
    }
    const { sent } = detail(buildStaffRequest({ documents: [cedula], merged: [merged] }), {
      'GET /api/documents/71/pages/1/': picture(1),
      'GET /api/documents/72/pages/1/': picture(1),
      'POST /api/requests/12/documents/72/review/': json(409, 'Cambió'),
    })
    await press('Ver cedula.pdf')
    await preview('Cédula de identidad')
    await userEvent.keyboard('v')
    const second = screen.getByRole('region', { name: 'Documento: Contrato' })
    expect(document.activeElement).toBe(second)
    await userEvent.keyboard('s')
    expect(await within(second).findByText('Cambió')).toBeTruthy()
    expect(sent('/review/')).toHaveLength(1)
    // Of neither it is certain that it is meant.
    screen.getByRole('button', { name: 'Ocultar cedula.pdf' }).focus()
    await userEvent.keyboard('d')
    expect(screen.queryByRole('textbox', { name: /^Por qué no sirve/ })).toBeNull()
  })

  test('leads to the next one, and closing gives the focus back to its button (§12.421)', async () => {
    open()
    await press('Ver cedula.pdf')
    await preview('Cédula de identidad')
    await press('Ver contrato.pdf')
    const shown = await preview('Contrato')
    expect(await shown.findByAltText('Página 1 de 1: Contrato')).toBeTruthy()
    expect(shown.queryByRole('button', { name: 'Página siguiente' })).toBeNull()
    await press('Cerrar el documento')
    expect(screen.queryByRole('region', { name: /^Documento/ })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ver contrato.pdf' }))
  })

  test('is enlarged in steps (§12.421)', async () => {
    open()
    await press('Ver cedula.pdf')
    const shown = await preview('Cédula de identidad')
    await shown.findByText('100 %')
    await press('Acercar')
    expect(shown.getByText('150 %')).toBeTruthy()
    expect((shown.getByRole('img') as HTMLImageElement).style.width).toBe('150%')
    await press('Alejar')
    expect(isStill('Alejar')).toBe('true')
    expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Alejar' }))
  })

  test('has the whole screen at one press (§12.2341)', async () => {
    open()
    await press('Ver cedula.pdf')
    await press('Ver el documento a pantalla completa')
    const full = within(await screen.findByRole('dialog', { name: 'Cédula de identidad' }))
    expect(await full.findByRole('img')).toBeTruthy()
    expect(full.getByRole('button', { name: 'Rechazar Cédula de identidad' })).toBeTruthy()
    // What the viewer closes with is the dialog's own.
    expect(full.queryByRole('button', { name: 'Cerrar el documento' })).toBeNull()
  })

  test('that cannot be shown says why, and can be downloaded (§12.422)', async () => {
    open({ 'GET /api/documents/71/pages/1/': json(422, documentMessages.shownPassword) })
    await press('Ver cedula.pdf')
    expect(await screen.findByText(documentMessages.shownPassword.text)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Descargar cedula.pdf' })).toBeTruthy()
  })

  test('is a picture, or is not shown', async () => {
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } })
    open({ 'GET /api/documents/71/pages/1/': page })
    await press('Ver cedula.pdf')
    const shown = await preview('Cédula de identidad')
    expect(await shown.findByRole('alert')).toBeTruthy()
    expect(shown.queryByRole('img')).toBeNull()
  })

  test('is under its row on a narrow screen, one tap from the whole screen, and the next one under its own (§12.420, §12.1746, §12.1811, §12.2024, §12.2158)', async () => {
    const wide = window.matchMedia
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('1023.98px') })
    vi.stubGlobal('scrollTo', () => {})
    try {
      open({
        'POST /api/requests/12/documents/71/review/': json(
          200,
          buildStaffRequest({
            documents: [{ ...cedula, review: 'accepted' }, contrato],
            version: 5,
          }),
        ),
      })
      await press('Ver cedula.pdf')
      const [first, second] = screen.getAllByRole('listitem').slice(0, 2)
      if (!first || !second) throw new Error('no rows')
      const region = { name: /^Documento/ }
      expect(await within(first).findByRole('region', region)).toBeTruthy()
      await press('Ver el documento a pantalla completa')
      const full = within(await screen.findByRole('dialog', { name: 'Cédula de identidad' }))
      expect(await full.findByRole('img')).toBeTruthy()
      const accept = { name: 'Aceptar Cédula de identidad', hidden: true }
      expect(full.getByRole('button', accept)).toBe(screen.getByRole('button', accept))
      await userEvent.click(full.getByRole('button', accept))
      const next = within(await screen.findByRole('dialog', { name: 'Contrato' }))
      expect(screen.getAllByRole('dialog')).toHaveLength(1)
      await userEvent.click(next.getByRole('button', { name: 'Cerrar' }))
      expect(await within(second).findByRole('region', region)).toBeTruthy()
      await userEvent.click(screen.getByRole('button', { name: 'Documento anterior' }))
      await userEvent.click(screen.getByRole('button', { name: 'Documento siguiente' }))
      expect(await within(second).findByRole('region', region)).toBeTruthy()
      expect(document.activeElement?.id).toBe('ver-72')
    } finally {
      window.matchMedia = wide
    }
  })
})
