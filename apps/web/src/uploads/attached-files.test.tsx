import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { reconnect } from '../testing/reconnect.ts'
import { renderAt } from '../testing/render-at.tsx'
import { AttachedFiles } from './attached-files.tsx'
import { UploadQueue } from './upload-queue.ts'

type Send = ConstructorParameters<typeof UploadQueue<true>>[0]
type Sent = Parameters<Send>[1] & { name: string; answer: () => void; fail: (why: Error) => void }

/** A server that answers when the test says so. */
function attaching() {
  const sent: Sent[] = []
  const queue = new UploadQueue<true>(
    ({ file }, sending) =>
      new Promise((answer, fail) => {
        sending.signal?.addEventListener('abort', () => fail(new TypeError('aborted')))
        sent.push({ ...sending, name: file.name, answer, fail })
      }),
  )
  renderAt('/', <AttachedFiles queue={queue} free={5} />)
  const names = () => sent.map(({ name }) => name)
  const last = () => sent.at(-1) as Sent
  return { queue, names, last }
}

const file = (name: string) => new File(['%PDF'], name)
const choose = async (...names: string[]) => {
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is nowhere to choose a file')
  await userEvent.setup({ applyAccept: false }).upload(input, names.map(file))
}
const unloads = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const lost = () => new ApiError(0, undefined, 'No hay conexión.')

test('files that Carla chooses together go one after the other, each with its percentage, and the page asks before it closes (§12.1050)', async () => {
  const { names, last } = attaching()
  await choose('uno.pdf', 'dos.pdf')
  expect(names()).toEqual(['uno.pdf'])
  act(() => last().onProgress(0.42))
  expect(screen.getByRole('progressbar', { name: 'Subiendo uno.pdf' }).ariaValueNow).toBe('42')
  expect(screen.getByText(/En espera$/)).toBeTruthy()
  expect(unloads()).toBe(true)
  last().answer()
  await waitFor(() => expect(names()).toEqual(['uno.pdf', 'dos.pdf']))
  expect(screen.queryByText('uno.pdf')).toBeNull()
  last().answer()
  await waitFor(() => expect(screen.queryByText('dos.pdf')).toBeNull())
  expect(unloads()).toBe(false)
})

test('what a lost connection stopped goes on by itself, in its order; until then each file says the same (§12.1051, §12.2062)', async () => {
  const { names, last } = attaching()
  await choose('uno.pdf', 'dos.pdf')
  last().fail(lost())
  expect(await screen.findAllByText(/Se subirá solo cuando vuelva la conexión/)).toHaveLength(2)
  expect(names()).toEqual(['uno.pdf'])
  reconnect()
  await waitFor(() => expect(names()).toEqual(['uno.pdf', 'uno.pdf']))
  last().answer()
  await waitFor(() => expect(names()).toEqual(['uno.pdf', 'uno.pdf', 'dos.pdf']))
})

test('one that is cancelled stops, and the next one has its turn (§12.1050)', async () => {
  const { names, last } = attaching()
  await choose('uno.pdf', 'dos.pdf')
  const cancelled = last()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar uno.pdf' }))
  expect(cancelled.signal?.aborted).toBe(true)
  await waitFor(() => expect(names()).toEqual(['uno.pdf', 'dos.pdf']))
  expect(screen.queryByText('uno.pdf')).toBeNull()
})

test('of several, a wrong one never leaves, a refused one says why, and a failed one is tried again (§12.1052)', async () => {
  const { names, last } = attaching()
  await choose('foto.heic', 'uno.pdf', 'dos.pdf')
  expect((await screen.findByRole('alert')).textContent).toBe(documentMessages.heic.text)
  last().fail(new ApiError(400, [], 'El archivo está dañado'))
  expect(await screen.findByText('El archivo está dañado')).toBeTruthy()
  await waitFor(() => expect(names()).toEqual(['uno.pdf', 'dos.pdf']))
  last().fail(new ApiError(503, undefined, 'Inténtalo más tarde'))
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(names()).toEqual(['uno.pdf', 'dos.pdf', 'dos.pdf']))
  reconnect()
  expect(names()).toHaveLength(3)
})
