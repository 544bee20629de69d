import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { afterEach, expect, test, vi } from 'vitest'
import { HeldUploads, isUnderWay, UploadQueue } from './upload-queue.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser that reads every photo as one of these pixels, or none. */
function stubBrowser(pixels: { width: number; height: number } | null) {
  const { createElement } = document
  const canvases: HTMLCanvasElement[] = []
  let decoding = 0
  const atOnce = { most: 0 }
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = pixels?.width
      naturalHeight = pixels?.height
      decode = () => {
        decoding += 1
        atOnce.most = Math.max(atOnce.most, decoding)
        return pixels ? Promise.resolve() : Promise.reject(new DOMException('', 'EncodingError'))
      }
    },
  )
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const canvas = createElement.call(document, name) as HTMLCanvasElement
    canvases.push(canvas)
    const context = { fillRect: () => {}, drawImage: () => {} }
    Object.assign(canvas, {
      getContext: () => context,
      toBlob: (done: BlobCallback, type: string) => {
        decoding -= 1
        done(new Blob(['jpeg'], { type }))
      },
    })
    return canvas
  })
  return { canvases, atOnce }
}

async function passed(files: File[]): Promise<File[]> {
  const queue = new HeldUploads()
  queue.add(files, () => 0)
  await queue.finished()
  return queue.uploads.map(({ file }) => file)
}
const look = ({ name, type }: File) => [name, type]
const heic = new File(['heic'], 'IMG_2034.HEIC', { type: 'image/heic' })
const pdf = new File(['%PDF'], 'cédula.pdf', { type: 'application/pdf' })

test('a HEIC photo that the browser reads becomes a JPEG of the same name, beside what needs nothing, and no larger than an iPhone draws (§12.2420)', async () => {
  const { canvases } = stubBrowser({ width: 8064, height: 6048 })
  expect((await passed([heic, pdf])).map(look)).toEqual([
    ['IMG_2034.jpg', 'image/jpeg'],
    ['cédula.pdf', 'application/pdf'],
  ])
  expect(canvases.map(({ width, height }) => width * height <= 16_777_216)).toEqual([true])
})

test('several are drawn one after the other, since a phone has no memory for all of them (§12.2482)', async () => {
  const { atOnce } = stubBrowser({ width: 4032, height: 3024 })
  const photos = ['1.heic', '2.heic', '3.heic'].map((name) => new File(['heic'], name))
  expect((await passed(photos)).map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', '3.jpg'])
  expect(atOnce.most).toBe(1)
})

test('one that it does not read stays as it is, and is refused (§12.2420)', async () => {
  stubBrowser(null)
  expect(await passed([heic])).toEqual([heic])
})

test('one that it does not read is refused again wherever it is moved (§12.2420)', async () => {
  stubBrowser(null)
  const queue = new HeldUploads()
  queue.add([heic], () => null)
  await queue.finished()
  for (const { key } of queue.uploads) queue.move(key, 0)
  await queue.finished()
  expect(queue.uploads).toMatchObject([
    { isConverting: false, refusal: documentMessages.heic.text },
  ])
})

test('a chosen photo is listed at once and under way while it becomes a JPEG, so that nothing is sent without it (§12.2563)', async () => {
  stubBrowser({ width: 4032, height: 3024 })
  const sent: string[] = []
  const queue = new UploadQueue<number>(async ({ file }) => void sent.push(file.name))
  queue.add([heic, pdf], (index) => index)
  expect(queue.uploads.map(({ file, isConverting }) => [file.name, isConverting])).toEqual([
    ['IMG_2034.HEIC', true],
    ['cédula.pdf', false],
  ])
  expect(queue.uploads.every(isUnderWay)).toBe(true)
  await queue.finished()
  expect([sent, queue.uploads]).toEqual([['cédula.pdf', 'IMG_2034.jpg'], []])
})
