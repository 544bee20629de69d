import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { afterAll, describe, expect, test } from 'vitest'
import { fileOfOthers } from '../../test/files-of-others.ts'
import { kindsOfPng, type PngKind, pngOfKind } from '../../test/pdf/kinds-of-png.ts'
import { fileProblemOf } from './file-problem.ts'
import { openPdfPool } from './pdf-pool.ts'
import type { RenderedPage } from './render-page.ts'

const JOIN = new URL('./join-files.ts', import.meta.url)
const RENDER = new URL('./render-page.ts', import.meta.url)

const rosa = { owner: 'rosa' }
const pool = openPdfPool()
afterAll(() => pool.close())

type Colour = [red: number, green: number, blue: number]

const fileOf = (name: string) => ({
  type: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
  bytes: readFileSync(fileOfOthers(`documents/${name}`)),
})

/** The page that a picture becomes, as staff see it. @returns the colour at a place of the picture, from 0 to 1 */
async function joinedPage(
  picture: { type: string; bytes: Buffer },
  { width, height }: { width: number; height: number },
) {
  const page = await pool.takeTurn(rosa, async (draw) => {
    const bytes = await draw<Uint8Array>(JOIN, [picture])
    return draw<RenderedPage>(RENDER, [{ bytes, page: 1 }])
  })
  const shown = PNG.sync.read(Buffer.from(page.png))
  const margin = 28 * (shown.width / (width > height ? 841.89 : 595.28))
  const room = { width: shown.width - 2 * margin, height: shown.height - 2 * margin }
  const scale = Math.min(room.width / width, room.height / height)
  const left = (shown.width - width * scale) / 2
  const top = (shown.height - height * scale) / 2
  return (across: number, down: number): Colour => {
    const x = Math.floor(left + across * width * scale)
    const y = Math.floor(top + down * height * scale)
    const [red = 0, green = 0, blue = 0] = shown.data.subarray(4 * (y * shown.width + x))
    return [red, green, blue]
  }
}

/** Whether two colours look the same. */
const isLike = (a: Colour, b: Colour) => a.every((part, at) => Math.abs(part - (b[at] ?? 0)) <= 6)

describe('a PNG of any kind looks joined as it does alone (§12.977)', () => {
  test.each(kindsOfPng.map((kind): [string, PngKind] => [kind.name, kind]))(
    '%s',
    async (_, kind) => {
      const { bytes, width, height, colours } = pngOfKind(kind)
      const at = await joinedPage({ type: 'image/png', bytes }, { width, height })
      const wrong = colours.flatMap((colour, place) => {
        const [x, y] = [place % width, Math.floor(place / width)]
        const shown = at((x + 0.5) / width, (y + 0.5) / height)
        return isLike(shown, colour) ? [] : [{ x, y, shown, colour }]
      })
      expect(wrong).toEqual([])
    },
  )

  test.each([
    'png-gris8-blanco-transparente.png',
    'png-1bit-blanco-transparente.png',
    'png-paleta4-blanco-transparente.png',
    'png-1bit-entrelazado.png',
    'pillow-quantize8-rgba.png',
    'pillow-animado.png',
  ])('%s', async (name) => {
    const file = fileOf(name)
    const alone = PNG.sync.read(file.bytes)
    const at = await joinedPage(file, alone)
    const steps = Array.from({ length: 20 }, (_, step) => (step + 0.5) / 20)
    const wrong = steps.flatMap((across) =>
      steps.filter((down) => {
        const x = Math.floor(across * alone.width)
        const y = Math.floor(down * alone.height)
        const around = [-2, 0, 2].flatMap((dx) =>
          [-2, 0, 2].map((dy) => onWhite(alone, x + dx, y + dy)),
        )
        // At an edge a page has the colours of both sides.
        const isEven = around.every((colour) => isLike(colour, onWhite(alone, x, y)))
        return isEven && !isLike(at(across, down), onWhite(alone, x, y))
      }),
    )
    expect(wrong).toEqual([])
  })
})

function onWhite({ width, data }: PNG, x: number, y: number): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 255] = data.subarray(4 * (y * width + x))
  const blend = (part: number) => Math.round(255 + ((part - 255) * alpha) / 255)
  return [blend(red), blend(green), blend(blue)]
}

describe('a JPEG that viewers open is no black page (§12.977)', () => {
  test.each(['jpg-bytes-sueltos.jpg', 'pillow-progresivo.jpg', 'pillow-cmyk.jpg'])(
    '%s',
    async (name) => {
      const at = await joinedPage(fileOf(name), { width: 60, height: 80 })
      const [blue, red] = [at(0.25, 0.5), at(0.75, 0.5)]
      expect(blue[2]).toBeGreaterThan(blue[0] + 60)
      expect(red[0]).toBeGreaterThan(red[2] + 60)
    },
  )

  test('with fill bytes, or without its end, it is the same picture', async () => {
    const size = { width: 600, height: 800 }
    const filled = await joinedPage(fileOf('jpg-relleno-ff.jpg'), size)
    const cut = await joinedPage(fileOf('jpg-sin-fin.jpg'), size)
    const places = Array.from({ length: 100 }, (_, step) => [(step % 10) / 10 + 0.05, step / 100])
    const pairs = places.map(([x = 0, y = 0]) => [filled(x, y), cut(x, y)] as const)
    expect(pairs.every(([a, b]) => isLike(a, b))).toBe(true)
    expect(new Set(pairs.map(([colour]) => colour.join())).size).toBeGreaterThan(5)
  })
})

describe('a PDF with a hidden layer is not joined, since the layer would be shown (§12.978)', () => {
  const pdfOf = (name: string) => ({
    type: 'application/pdf',
    bytes: readFileSync(fileOfOthers(`documents/${name}`)),
  })
  const join = (names: string[]) =>
    pool
      .takeTurn(rosa, (draw) => draw<Uint8Array>(JOIN, names.map(pdfOf)))
      .then(
        () => 'joined',
        (error: unknown) => fileProblemOf(error),
      )

  test.each([
    ['pdf-capa-oculta.pdf', 'hidden_layers'],
    ['qpdf-capa-oculta.pdf', 'hidden_layers'],
    ['qpdf-capa-oculta-protegida.pdf', 'hidden_layers'],
    ['qpdf-capa-visible.pdf', 'joined'],
  ])('%s', async (name, outcome) => {
    expect(await join(['pdf-sin-eof.pdf', name])).toBe(outcome)
  })
})
