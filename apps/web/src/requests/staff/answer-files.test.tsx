import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAnswerFile, buildStaffRequest } from '../../testing/build-staff-request.ts'
import { json } from '../../testing/fake-server.ts'
import {
  CHANGED_NOTICE,
  detail,
  ivan,
  prepareRequestPage,
  press,
} from '../../testing/request-page.tsx'
import { sentence } from '../../testing/sentence.ts'

beforeEach(prepareRequestPage)

describe('the files of the answer', () => {
  const file = (name: string, size = 1000) => new File(['x'.repeat(size)], name)
  const choose = async (chosen: File) => {
    await screen.findByRole('button', { name: 'Adjuntar archivo' })
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')
    if (!input) throw new Error('There is nowhere to choose a file')
    // Dropped, since the file dialog would not offer this type.
    await userEvent.setup({ applyAccept: false }).upload(input, chosen)
    return input
  }
  const contract = buildAnswerFile()

  test('are uploaded as soon as they are chosen, and can be removed', async () => {
    const { calls } = detail(buildStaffRequest(), {
      'POST /api/requests/12/answer-files/': json(
        200,
        buildStaffRequest({ answer_files: [contract], version: 5 }),
      ),
      'DELETE /api/requests/12/answer-files/40/': json(200, buildStaffRequest({ version: 6 })),
    })
    await choose(file('contrato.pdf'))
    await press('Quitar contrato.pdf')
    await waitFor(() => expect(screen.queryByText('contrato.pdf')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adjuntar archivo' }))
    const [upload, removal] = calls('/answer-files/')
    const sent = (upload?.body as FormData | undefined)?.get('document')
    expect((sent as File | undefined)?.name).toBe('contrato.pdf')
    expect(removal?.method).toBe('DELETE')
  })

  test('that Mario adds or removes are not announced to him, from the start of his review', async () => {
    detail(buildStaffRequest({ state: 'sent' }), {
      'POST /api/requests/12/review/': json(200, buildStaffRequest({ version: 5 })),
      'POST /api/requests/12/answer-files/': json(
        200,
        buildStaffRequest({ answer_files: [contract], version: 6 }),
      ),
      'DELETE /api/requests/12/answer-files/40/': json(200, buildStaffRequest({ version: 7 })),
    })
    await press('Comenzar revisión')
    await choose(file('contrato.pdf'))
    await screen.findByRole('button', { name: 'Quitar contrato.pdf' })
    expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
    await press('Quitar contrato.pdf')
    await waitFor(() => expect(screen.queryByText('contrato.pdf')).toBeNull())
    expect(screen.queryByText(CHANGED_NOTICE)).toBeNull()
  })

  test('reveal what Iván changed meanwhile, and do not hide it again', async () => {
    detail(buildStaffRequest(), {
      'POST /api/requests/12/answer-files/': json(
        200,
        buildStaffRequest({ assignee: ivan, answer_files: [contract], version: 6 }),
      ),
      'DELETE /api/requests/12/answer-files/40/': json(
        200,
        buildStaffRequest({ assignee: ivan, version: 7 }),
      ),
    })
    await choose(file('contrato.pdf'))
    expect(await screen.findByText(CHANGED_NOTICE)).toBeTruthy()
    await press('Quitar contrato.pdf')
    await waitFor(() => expect(screen.queryByText('contrato.pdf')).toBeNull())
    expect(screen.getByText(CHANGED_NOTICE)).toBeTruthy()
  })

  test('of another type or too large are not sent', async () => {
    const { calls } = detail(buildStaffRequest())
    await choose(file('virus.exe'))
    expect(
      await screen.findByText('Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg'),
    ).toBeTruthy()
    await choose(file('plano.pdf', 10 * 1_048_576 + 1))
    expect(
      await screen.findByText('El tamaño del archivo no debe ser superior a 10MB'),
    ).toBeTruthy()
    expect(calls('/answer-files/')).toEqual([])
  })

  test('that the server refuses show why', async () => {
    detail(buildStaffRequest(), {
      'POST /api/requests/12/answer-files/': json(400, ['El archivo está dañado']),
    })
    const input = await choose(file('contrato.pdf'))
    expect(await screen.findByText('El archivo está dañado')).toBeTruthy()
    // A browser does not report the same file again unless the input was reset.
    expect(input.value).toBe('')
  })

  test('that the member already has are not removed', async () => {
    const given = buildAnswerFile({
      id: 39,
      name: 'plano.pdf',
      published_at: '2026-11-18T15:00:00Z',
    })
    detail(buildStaffRequest({ answer_files: [given, contract] }))
    expect(await screen.findByRole('button', { name: 'Quitar contrato.pdf' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Quitar plano.pdf' })).toBeNull()
    expect(screen.getByText(sentence('Entregado al socio el 18-11-2026 12:00'))).toBeTruthy()
  })

  test('are as many again after an answer that had as many as there may be (§12.2364)', async () => {
    const given = Array.from({ length: 10 }, (_, at) =>
      buildAnswerFile({ id: 50 + at, published_at: '2026-11-18T15:00:00Z' }),
    )
    detail(buildStaffRequest({ answer_files: given }))
    const add = await screen.findByRole('button', { name: 'Adjuntar archivo' })
    expect(add.ariaDisabled).toBe('false')
  })

  test('belong to an answer, not to a question', async () => {
    detail(buildStaffRequest())
    await userEvent.click(await screen.findByRole('radio', { name: 'Pedir lo que falta' }))
    expect(screen.queryByRole('button', { name: 'Adjuntar archivo' })).toBeNull()
  })
})
