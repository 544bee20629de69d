import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { PlainDraft } from './plain-draft.ts'

afterEach(() => vi.unstubAllGlobals())

test('nothing is sent while a photo is prepared that the browser then cannot read: no request is left without it (§12.2563)', async () => {
  vi.stubGlobal(
    'Image',
    class {
      decode = () => Promise.reject(new DOMException('', 'EncodingError'))
    },
  )
  const { seen } = fakeServer({})
  const draft = new PlainDraft('copia', { saleCode: 'V-1001', procedureId: 1 }, ['Cédula'])
  draft.queue.add([new File(['heic'], 'foto.heic')], () => 0)
  expect(await draft.submit(() => {}, new AbortController().signal)).toBeNull()
  expect(draft.queue.uploads).toMatchObject([{ refusal: documentMessages.heic.text }])
  expect(seen).toEqual([])
})
