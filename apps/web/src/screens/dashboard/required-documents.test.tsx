import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import {
  alerts,
  CREATE,
  choose,
  comments,
  fieldsOf,
  form,
  pdf,
  prepareProceduresTab,
  procedures,
  SEND,
  submit,
  UPLOAD,
} from '../../testing/procedures-tab.tsx'

beforeEach(prepareProceduresTab)

describe('a procedure with documents', () => {
  test('reports missing documents when it is sent, not before', async () => {
    procedures(form(3))
    expect(await screen.findByRole('group', { name: '3 documentos requeridos' })).toBeTruthy()
    expect(alerts()).toEqual([])
    await userEvent.click(submit())
    expect(alerts()).toEqual(['Faltan 3 documentos'])
    expect(document.activeElement?.textContent).toBe('Faltan 3 documentos')
    await choose('Liquidación', pdf('a.pdf'))
    await waitFor(() => expect(alerts()).toEqual(['Faltan 2 documentos']))
    expect(submit().disabled).toBe(true)
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
    await waitFor(() =>
      expect(alerts()).toEqual([expect.stringMatching(/^Esta foto es HEIC.*Formatos/)]),
    )
    expect(submit().disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar foto.heic' }))
    expect(alerts()).toEqual([])

    const large = pdf('grande.pdf')
    Object.defineProperty(large, 'size', { value: 10_485_761 })
    await choose('Cédula de identidad', large)
    await waitFor(() =>
      expect(alerts()).toEqual(['El tamaño del archivo no debe ser superior a 10MB']),
    )
  })

  test('assigns several files to slots, and lets the member reassign them (§5.23)', async () => {
    procedures(form(3))
    await choose('Cédula', pdf('contrato.pdf'), pdf('sueldo.pdf'), pdf('cedula.pdf'))
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
    expect(submit().disabled).toBe(true)
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
    const { seen, calls } = procedures(form(3))
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await screen.findByText('c.pdf')
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(calls('/api/upload-document/').map(({ body }) => fieldsOf(body))).toEqual([
      { request_id: '5', position: '0', document: 'a.pdf' },
      { request_id: '5', position: '1', document: 'b.pdf' },
      { request_id: '5', position: '2', document: 'c.pdf' },
    ])
    expect(seen.slice(-5).map(({ url }) => url.replace(/.*\/api\//, ''))).toEqual([
      'request/create/',
      'upload-document/',
      'upload-document/',
      'upload-document/',
      'request/send/',
    ])
  })

  test('shows its progress: 1, 10, the uploaded share, 90 (§4.16)', async () => {
    const gates = new Map<string, () => void>()
    const delayed = (name: string, answer: () => Response) => () =>
      new Promise<Response>((resolve) => gates.set(name, () => resolve(answer())))
    procedures(form(2), {
      [CREATE]: delayed('create', () => json(201, { id: 5 })),
      [UPLOAD]: delayed('upload', () => json(201, { id: 71, name: 'a.pdf', size: 8 })),
      [SEND]: delayed('send', () => json(200, { id: 5, sent_at: '2026-11-20T12:00:00Z' })),
    })
    await choose('Cédula de identidad', pdf('a.pdf'))
    await screen.findByText('a.pdf')
    await userEvent.click(submit())
    const bar = () => screen.getByRole('progressbar', { name: 'Avance del envío' })
    const isAt = (percent: string) =>
      waitFor(() => expect(bar().getAttribute('aria-valuenow')).toBe(percent))
    await isAt('1')
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Volver' }).disabled).toBe(true)
    gates.get('create')?.()
    await isAt('50')
    gates.get('upload')?.()
    await isAt('90')
    gates.get('send')?.()
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  test('that fails in the middle resumes where it stopped (§4.19)', async () => {
    const { calls } = procedures(form(3), {
      [UPLOAD]: [
        json(201, { id: 71, name: 'a.pdf', size: 8 }),
        new TypeError('Failed to fetch'),
        json(201, { id: 72, name: 'b.pdf', size: 8 }),
        json(201, { id: 73, name: 'c.pdf', size: 8 }),
      ],
    })
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await screen.findByText('c.pdf')
    await userEvent.click(submit())
    await waitFor(() => expect(alerts()).toEqual(['No hay conexión.']))
    expect(screen.getByText(/Ya se subió 1 de 3 documentos requeridos/)).toBeTruthy()
    await userEvent.click(submit())
    await screen.findByRole('dialog')
    expect(calls('/api/upload-document/').map(({ body }) => fieldsOf(body).position)).toEqual([
      '0',
      '1',
      '1',
      '2',
    ])
    const keys = calls('/api/request/create/').map(({ headers }) => headers['Idempotency-Key'])
    expect(new Set(keys).size).toBe(1)
  })

  test('sends nothing more after its form is closed (§12.10)', async () => {
    const uploads: Array<() => void> = []
    const { calls } = procedures(form(3), {
      [UPLOAD]: () =>
        new Promise<Response>((resolve) => {
          uploads.push(() => resolve(json(201, { id: 71, name: 'a.pdf', size: 8 })))
        }),
    })
    await choose('Cédula', pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await screen.findByText('c.pdf')
    await userEvent.click(submit())
    await waitFor(() => expect(calls('/api/upload-document/')).toHaveLength(1))
    cleanup()
    for (const arrive of uploads) arrive()
    await new Promise((resolve) => setTimeout(resolve))
    expect(calls('/api/upload-document/')).toHaveLength(1)
    expect(calls('/api/request/send/')).toHaveLength(0)
  })

  test('marks the file that the server rejected', async () => {
    procedures(form(2), {
      [UPLOAD]: json(400, ['Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg']),
    })
    await choose('Cédula de identidad', pdf('virus.pdf'))
    await screen.findByText('virus.pdf')
    await userEvent.click(submit())
    const reason = 'Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg'
    await waitFor(() => expect(alerts()).toEqual([reason, reason]))
    expect(submit().disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar virus.pdf' }))
    await choose('Cédula de identidad', pdf('cedula.pdf'))
    await screen.findByText('cedula.pdf')
    expect(alerts()).toEqual([])
  })

  test('whose session has ended says so', async () => {
    procedures(form(1), { [CREATE]: json(401, { detail: 'x' }) })
    await userEvent.type(await comments(), 'Hola')
    await userEvent.click(submit())
    expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
  })
})
