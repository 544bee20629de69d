import type { WireSlotFile } from '@carpeta/contract/requests'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildDraft } from '../../testing/build-request.ts'
import { json } from '../../testing/fake-server.ts'
import {
  type Answers,
  alerts,
  choose,
  form,
  pdf,
  prepareProceduresTab,
  procedures,
  submit,
} from '../../testing/procedures-tab.tsx'
import { withResolvers } from '../../testing/with-resolvers.ts'

beforeEach(prepareProceduresTab)

const FILES = '/api/requests/5/slot-files/'
const card = 'Cédula de identidad'

/** A server that keeps files; each gets an id. */
function keeping(answers: Answers = {}) {
  let id = 80
  return procedures(form(2), {
    [`POST ${FILES}`]: () => {
      id += 1
      return json(201, { id, name: 'x.pdf', size: 8, type: 'application/pdf', position: 0 })
    },
    [`GET ${FILES}`]: json(200, { slot_files: [] }),
    [`PUT ${FILES}`]: json(200, { slot_files: [] }),
    [`POST ${FILES}join/`]: json(201, { id: 90, name: 'Cédula de identidad.pdf', size: 16 }),
    ...answers,
  })
}

async function addPage(file: File) {
  await userEvent.upload(await screen.findByLabelText(`Otra página: ${card}`), file)
}

const kept = (count: number) =>
  waitFor(() => expect(screen.queryAllByText(/· Guardado$/)).toHaveLength(count))

describe('files of a document', () => {
  test('are kept as they are chosen, and only joined when the form is sent (§12.341)', async () => {
    const { calls } = keeping()
    await choose(card, pdf('frente.pdf'))
    await kept(1)
    await addPage(pdf('dorso.pdf'))
    await kept(2)
    await userEvent.click(screen.getByRole('button', { name: 'Subir dorso.pdf' }))
    await waitFor(() =>
      expect(calls(FILES).filter(({ method }) => method === 'PUT')).toHaveLength(1),
    )
    expect(calls('/api/request/create/')).toEqual([])
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    const [joined, ...others] = calls(`${FILES}join/`)
    expect(others).toEqual([])
    expect(JSON.parse(String(joined?.body))).toMatchObject({ position: 0, file_ids: [82, 81] })
    expect(calls('/api/upload-document/')).toEqual([])
    // One draft for both.
    const begun = calls('/api/request/draft/').filter(({ method }) => method === 'PUT')
    expect(JSON.parse(String(begun[0]?.body))).toMatchObject({ has_files: true })
    expect(begun).toHaveLength(1)
  })

  test('are there after a reload (§12.341)', async () => {
    const file = { size: 8, type: 'image/jpeg' as const, position: 0 }
    const slot_files = [
      { ...file, id: 81, name: 'frente.jpg' },
      { ...file, id: 82, name: 'dorso.jpg' },
    ]
    const { calls } = keeping({
      'GET /api/request/draft/': json(200, buildDraft({ id: 5, slot_files })),
    })
    expect(await screen.findByText('frente.jpg')).toBeTruthy()
    expect(screen.getByText('Uniremos estos archivos en un solo PDF, en este orden.')).toBeTruthy()
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(calls(`${FILES}join/`)).toHaveLength(1)
  })

  test('that could not be kept are uploaded when the form is sent (§12.341)', async () => {
    let isDown = true
    const { calls } = keeping({
      [`POST ${FILES}`]: () =>
        isDown
          ? json(503, 'Inténtalo más tarde')
          : json(201, { id: 81, name: 'x.pdf', size: 8, type: 'application/pdf', position: 0 }),
    })
    await choose(card, pdf('frente.pdf'))
    await addPage(pdf('dorso.pdf'))
    await screen.findByText('dorso.pdf')
    expect(alerts()).toEqual([])
    await waitFor(() => expect(calls(FILES).length).toBeGreaterThan(0))
    isDown = false
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(calls(`${FILES}join/`)).toHaveLength(1)
  })

  test('that are still on their way when Rosa goes back are in the form that she opens again', async () => {
    const stored = withResolvers<Response>()
    const file = {
      id: 81,
      name: 'dorso.pdf',
      size: 8,
      type: 'application/pdf' as const,
      position: 0,
    }
    let slot_files: WireSlotFile[] = []
    const { calls } = keeping({
      'GET /api/request/draft/': () => json(200, buildDraft({ id: 5, slot_files })),
      [`POST ${FILES}`]: () => stored.promise,
    })
    await choose(card, pdf('dorso.pdf'))
    await waitFor(() => expect(calls(FILES)).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
    await userEvent.click(
      screen.getByRole('button', { name: 'Solicitar trámite: Copia de contrato' }),
    )
    slot_files = [file]
    stored.resolve(json(201, file))
    await screen.findByLabelText(`Otra página: ${card}`)
    expect(screen.getByText('dorso.pdf')).toBeTruthy()
  })

  test('that the server refuses have its reason beside their name (§12.342)', async () => {
    const reason = 'Este PDF pide una contraseña. Guarda una copia sin contraseña y elige esa.'
    keeping({ [`POST ${FILES}`]: json(400, [reason]) })
    await choose(card, pdf('con-clave.pdf'))
    await waitFor(() => expect(alerts()).toEqual([reason]))
    expect(submit().disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar con-clave.pdf' }))
    expect(alerts()).toEqual([])
  })

  test('that are removed are removed from the server', async () => {
    const { calls } = keeping({ 'DELETE /api/documents/81/': json(200, {}) })
    await choose(card, pdf('frente.pdf'))
    await kept(1)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar frente.pdf' }))
    await waitFor(() => expect(screen.queryByText('frente.pdf')).toBeNull())
    expect(calls('/api/documents/81/')).toHaveLength(1)
  })

  test('whose order did not reach the server are put in their place when the form is sent', async () => {
    const file = { size: 8, type: 'application/pdf' as const }
    const atServer = (first: number, second: number) => ({
      slot_files: [
        { ...file, id: 81, name: 'cedula.pdf', position: first },
        { ...file, id: 82, name: 'contrato.pdf', position: second },
      ],
    })
    const { calls } = procedures(form(3), {
      'GET /api/request/draft/': json(200, buildDraft({ id: 5, ...atServer(0, 1) })),
      // The first has become a document when the second is joined.
      [`GET ${FILES}`]: [
        json(200, atServer(0, 1)),
        json(200, { slot_files: atServer(1, 0).slot_files.slice(0, 1) }),
      ],
      [`PUT ${FILES}`]: [json(503, 'Inténtalo más tarde'), json(200, atServer(1, 0))],
      [`POST ${FILES}join/`]: json(201, { id: 90, name: 'x.pdf', size: 8 }),
    })
    await screen.findByText('cedula.pdf')
    const [first] = screen.getAllByLabelText('¿Qué documento es este archivo?')
    if (first) await userEvent.selectOptions(first, 'Liquidación')
    const arranged = () => calls(FILES).filter(({ method }) => method === 'PUT')
    await waitFor(() => expect(arranged()).toHaveLength(1))
    await choose('Contrato', pdf('c.pdf'))
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(arranged()).toHaveLength(2)
    const joined = calls(`${FILES}join/`).map(({ body }) => JSON.parse(String(body)))
    expect(joined).toMatchObject([
      { position: 0, file_ids: [82] },
      { position: 1, file_ids: [81] },
    ])
    expect(calls('/api/documents/81/')).toEqual([])
  })

  test('that another tab removed leave the form, so that others can be chosen', async () => {
    const file = { size: 8, type: 'image/jpeg' as const, position: 0 }
    const slot_files = [
      { ...file, id: 81, name: 'frente.jpg' },
      { ...file, id: 82, name: 'dorso.jpg' },
    ]
    keeping({
      'GET /api/request/draft/': json(200, buildDraft({ id: 5, slot_files })),
      [`GET ${FILES}`]: json(200, { slot_files: slot_files.slice(0, 1) }),
      [`POST ${FILES}join/`]: json(409, documentMessages.slotChanged),
    })
    await screen.findByText('dorso.jpg')
    await userEvent.click(submit())
    expect(await screen.findByText(documentMessages.slotChanged.text)).toBeTruthy()
    expect(screen.queryByText('dorso.jpg')).toBeNull()
    expect(screen.getByText('frente.jpg')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Ver Mis Trámites' })).toBeNull()
  })

  test('that were removed although the answer was lost can be removed', async () => {
    keeping({
      'DELETE /api/documents/81/': [
        new TypeError('Failed to fetch'),
        json(404, { detail: 'No encontrado.' }),
      ],
    })
    await choose(card, pdf('frente.pdf'))
    await kept(1)
    const remove = () => screen.getByRole('button', { name: 'Quitar frente.pdf' })
    await userEvent.click(remove())
    await screen.findByText(/^No hay conexión\./)
    await userEvent.click(remove())
    await waitFor(() => expect(screen.queryByText('frente.pdf')).toBeNull())
  })
})
