import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { uploading } from './upload.ts'

beforeEach(() => {
  connectSession()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in jsdom.
  document.cookie = 'csrftoken=tok'
})

function upload(onProgress: (share: number) => void = () => {}) {
  const body = new FormData()
  body.set('document', new File(['%PDF'], 'cedula.pdf'))
  return call('POST /api/upload-document/', { body, transport: uploading(onProgress) })
}

test('an upload is a call that also reports its progress', async () => {
  const { calls } = fakeServer({ 'POST /api/upload-document/': json(201, { id: 5 }) })
  const shares: number[] = []
  await expect(upload((share) => shares.push(share))).resolves.toEqual({ id: 5 })
  expect(shares).toEqual([0.5, 1])
  const [seen] = calls('/api/upload-document/')
  expect(seen).toMatchObject({ credentials: 'include', headers: { 'x-csrftoken': 'tok' } })
  const body = seen?.body instanceof FormData ? seen.body : new FormData()
  expect(body.get('csrfmiddlewaretoken')).toBe('tok')
})

test('a refused upload shows the message of the server', async () => {
  fakeServer({ 'POST /api/upload-document/': json(413, 'El archivo es muy grande') })
  await expect(upload()).rejects.toMatchObject({
    status: 413,
    message: 'El archivo es muy grande',
  })
})

test('a broken connection is an error with status 0', async () => {
  fakeServer({ 'POST /api/upload-document/': new TypeError('Failed to fetch') })
  const failure = await upload().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 0 })
})

test('an upload without progress for a minute fails', async () => {
  vi.useFakeTimers()
  fakeServer({ 'POST /api/upload-document/': () => new Promise<Response>(() => {}) })
  const failure = upload().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await failure).toMatchObject({ status: 0 })
})
