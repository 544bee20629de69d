import { documentMessages, TWO_SIDES } from '@carpeta/domain/requests/document-rules'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { reportConnection } from '../connection/connection.ts'
import { buildSlots } from '../testing/fake-drafts.ts'
import { json } from '../testing/fake-server.ts'
import {
  alerts,
  choose,
  draftOf,
  fieldsOf,
  form,
  pdf,
  prepareProceduresTab,
  procedures,
  SEND,
  submit,
  UPLOAD,
} from '../testing/procedures-tab.tsx'
import { withResolvers } from '../testing/with-resolvers.ts'

beforeEach(prepareProceduresTab)

describe('a procedure with documents', () => {
  test('reports missing documents when it is sent, not before, marks each, and its button, disabled, leads to the first (§12.2062, §12.2470)', async () => {
    const { calls } = procedures(form(3))
    expect(await screen.findByRole('group', { name: '3 documentos requeridos' })).toBeTruthy()
    expect(alerts()).toEqual([])
    await userEvent.click(submit())
    expect(alerts()).toEqual(['Faltan 3 documentos'])
    const first = 'Elegir archivo: '
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`${first}Cédula`)
    expect(screen.getAllByText('· Falta')).toHaveLength(3)
    await choose('Cédula', pdf('a.pdf'))
    await waitFor(() => expect(alerts()).toEqual(['Faltan 2 documentos']))
    const lacking = screen.getAllByText('· Falta').map(({ parentElement }) => parentElement)
    expect(lacking.map((title) => title?.textContent)).toEqual([
      'Liquidación · Falta',
      'Contrato · Falta',
    ])
    expect(submit().ariaDisabled).toBe('true')
    // Beside the button too.
    expect(submit().parentElement?.textContent).toContain('Faltan 2 documentos')
    await userEvent.click(submit())
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`${first}Liquidación`)
    expect(calls('/api/request/send/')).toHaveLength(0)
  })

  test('has above the button how many lack; a file that arrived is no sent one (§12.2197)', async () => {
    procedures(form(3))
    const near = async () => (await screen.findByText(/^Faltan? \d/)).textContent
    expect(await near()).toBe('Faltan 3 documentos')
    expect(submit().parentElement?.textContent).toContain('Faltan 3 documentos')
    await choose('Liquidación', pdf('a.pdf'), pdf('b.pdf'))
    await waitFor(() => expect(screen.getAllByText(/Subido$/)).toHaveLength(2))
    expect(await near()).toBe('Falta 1 documento')
    expect(screen.queryByText(/Guardado/)).toBeNull()
    await choose('Cédula', pdf('c.pdf'))
    await waitFor(() => expect(screen.queryByText(/^Faltan? \d/)).toBeNull())
  })

  test('of two sides says that it takes two photos, until it has them (§12.2335)', async () => {
    const title = 'Cédula de identidad, por ambos lados'
    const draft = draftOf(form(2), { slots: buildSlots({ [title]: [] }) })
    procedures(form(2), {}, { draft })
    await choose(title, pdf('frente.pdf'))
    await screen.findByText(/Subido$/)
    expect(screen.getByText(TWO_SIDES)).toBeTruthy()
    await userEvent.upload(screen.getByLabelText(`Otra página: ${title}`), pdf('reverso.pdf'))
    await waitFor(() => expect(screen.queryByText(TWO_SIDES)).toBeNull())
    cleanup()
    procedures(form(3))
    await screen.findByRole('group', { name: '3 documentos requeridos' })
    expect(screen.queryByText(TWO_SIDES)).toBeNull()
  })

  test('that needs one document asks for one', async () => {
    procedures(form(2))
    await screen.findByRole('group', { name: '1 documento requerido' })
    await userEvent.click(submit())
    expect(alerts()).toEqual(['Campo obligatorio'])
    expect(screen.getByLabelText<HTMLInputElement>(/^Archivo/).multiple).toBe(false)
    await choose('Cédula de identidad', pdf('cedula.pdf'))
    expect(await screen.findByText('cedula.pdf')).toBeTruthy()
    expect(alerts()).toEqual([])
  })

  test('shows a wrong type or size beside the file, until it is removed', async () => {
    procedures(form(2))
    await choose('Cédula de identidad', new File(['x'], 'foto.heic'))
    await waitFor(() => expect(alerts()).toEqual([documentMessages.heic.text]))
    expect(submit().ariaDisabled).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Quitar foto.heic' }))
    expect(alerts()).toEqual([])

    const large = pdf('grande.pdf')
    Object.defineProperty(large, 'size', { value: 10_485_761 })
    await choose('Cédula de identidad', large)
    await waitFor(() =>
      expect(alerts()).toEqual(['El tamaño del archivo no debe ser superior a 10MB']),
    )
  })

  test('assigns several files to slots, and lets the member reassign them (§5.23, §10.66, §12.2235)', async () => {
    procedures(form(3))
    await choose('Cédula', pdf('contrato.pdf'), pdf('sueldo.pdf'), pdf('cedula.pdf'))
    await waitFor(() => expect(screen.getAllByText(/Subido$/)).toHaveLength(3))
    const [first] = await screen.findAllByRole('combobox', {
      name: '¿Qué documento es este archivo?',
    })
    if (!first) throw new Error('Nothing can be set right')
    await userEvent.selectOptions(first, 'Contrato')
    const places = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(places[0]).toMatch(/^Cédula.*cedula\.pdf/)
    expect(places[2]).toMatch(/^Contrato.*contrato\.pdf/)
    const [, , third] = screen.getAllByRole('listitem')
    expect(third?.contains(document.activeElement)).toBe(true)
    // What else can be done with a file is folded, and opens where the focus goes.
    const folds = [...document.querySelectorAll('details')]
    expect(folds.map(({ open }) => open)).toEqual([false, false, true])
  })

  test('accepts no more files than it needs', async () => {
    procedures(form(2))
    await choose('Cédula de identidad', pdf('a.pdf'))
    await screen.findByText('a.pdf')
    await userEvent.click(screen.getByRole('button', { name: 'Quitar a.pdf' }))
    const drop = screen.getByLabelText('Archivo: Cédula de identidad')
    const user = userEvent.setup({ applyAccept: false })
    drop.toggleAttribute('multiple', true)
    await user.upload(drop, [pdf('a.pdf'), pdf('b.pdf')])
    await waitFor(() =>
      expect(alerts()).toEqual(['El máximo número de documentos permitidos es 1']),
    )
    expect(submit().ariaDisabled).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Quitar a.pdf' }))
    expect(alerts()).toEqual([])
    expect(screen.getByText('b.pdf')).toBeTruthy()
  })

  test('keeps the focus with its file, and with the choice once the file is removed', async () => {
    procedures(form(2))
    const chooser = { name: 'Elegir archivo: Cédula de identidad' }
    await choose('Cédula de identidad', pdf('a.pdf'))
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Quitar a.pdf'))
    await userEvent.click(screen.getByRole('button', { name: 'Quitar a.pdf' }))
    expect(document.activeElement).toBe(screen.getByRole('button', chooser))
  })

  test('does not look ready to be sent while the connection is lost, and can still be tried (§12.2236)', async () => {
    procedures(form(2))
    await screen.findByText(/Cédula de identidad/)
    expect(submit().dataset.variant).toBe('filled')
    act(() => reportConnection(true))
    expect(submit().dataset.variant).toBe('default')
    expect(submit().disabled).toBe(false)
    act(() => reportConnection(false))
    expect(submit().dataset.variant).toBe('filled')
  })

  test('has a camera beside the choice of files', async () => {
    procedures(form(2))
    const photo = await screen.findByLabelText<HTMLInputElement>('Foto: Cédula de identidad')
    expect(photo.getAttribute('capture')).toBe('environment')
    const files = screen.getByLabelText<HTMLInputElement>('Archivo: Cédula de identidad')
    expect(files.hasAttribute('capture')).toBe(false)
    // Not image/*: an iPhone converts photos to JPEG only for a form that asks for JPEG.
    expect(photo.accept).toBe('image/jpeg,image/png')
    await userEvent.upload(photo, new File(['x'], 'foto.jpg', { type: 'image/jpeg' }))
    expect(await screen.findByText('foto.jpg')).toBeTruthy()
  })

  test('uploads one by one, each for its slot, and then sends (§1.10, §4.15)', async () => {
    const { seen } = procedures(form(3))
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    const posted = seen.filter(({ method, url }) => method === 'POST' && !url.includes('csrf'))
    expect(posted.map(({ url }) => url.replace(/.*\/api\//, ''))).toEqual([
      'request/create/',
      'upload-document/',
      'upload-document/',
      'upload-document/',
      'request/send/',
    ])
  })

  test('shows its progress as far as it is still to come: 1, 10, the share, 90, 100 (§4.16, §12.1055)', async () => {
    const uploaded = withResolvers<Response>()
    const sent = withResolvers<Response>()
    const { draft } = procedures(form(2), {
      [UPLOAD]: () => uploaded.promise,
      [SEND]: [() => sent.promise, json(200, { id: 5, sent_at: 'x' })],
    })
    await choose('Cédula de identidad', pdf('a.pdf'))
    await userEvent.click(submit())
    const bar = () => screen.queryByRole('progressbar', { name: 'Avance del envío', hidden: true })
    const isAt = (percent: string) =>
      waitFor(() => expect(bar()?.getAttribute('aria-valuenow')).toBe(percent))
    await isAt('50')
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Volver' }).disabled).toBe(true)
    const file = { id: 71, name: 'a.pdf', size: 8, type: 'application/pdf', position: 0 }
    uploaded.resolve(json(201, { ...file, version: draft.now().version + 1 }))
    await isAt('90')
    sent.resolve(json(503, 'Inténtalo más tarde'))
    await screen.findByText('Inténtalo más tarde')
    // All is stored by now.
    const seen: unknown[] = []
    const watch = new MutationObserver(() => seen.push(bar()?.getAttribute('aria-valuenow')))
    watch.observe(document.body, { attributes: true, childList: true, subtree: true })
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    watch.disconnect()
    expect(seen).not.toContain('10')
    expect(seen).toContain('100')
    expect(bar()?.getAttribute('aria-valuenow')).toBe('100')
  })

  test('that fails in the middle resumes where it stopped (§4.19)', async () => {
    const draft = draftOf(form(3))
    const upload = draft.answers[UPLOAD] as Response
    const { calls } = procedures(
      form(3),
      { [UPLOAD]: [upload, new TypeError('Failed to fetch'), upload] },
      { draft },
    )
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await screen.findAllByText(/Se subirá solo cuando vuelva la conexión/)
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(calls('/api/upload-document/').map(({ body }) => fieldsOf(body).position)).toEqual([
      '0',
      '1',
      '1',
      '2',
    ])
    expect(calls('/api/request/create/')).toHaveLength(1)
  })

  test('sends nothing more after its form is closed (§12.10)', async () => {
    const uploaded = withResolvers<Response>()
    const { calls } = procedures(form(2), { [UPLOAD]: () => uploaded.promise })
    await choose('Cédula de identidad', pdf('a.pdf'))
    await userEvent.click(submit())
    await waitFor(() => expect(calls('/api/upload-document/')).toHaveLength(1))
    cleanup()
    uploaded.resolve(json(201, { id: 71, name: 'a.pdf', size: 8, position: 0, version: 2 }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(calls('/api/request/send/')).toHaveLength(0)
  })
})
