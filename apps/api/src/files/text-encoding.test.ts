import { describe, expect, test } from 'vitest'
import { encoded } from '../../test/exports/write-csv-folder.ts'
import { encodingOf } from './text-encoding.ts'

const encodings = ['windows-1252', 'cp850', 'macintosh'] as const

/** The encoding that is found, also when the bytes come in pieces. */
async function found(bytes: Buffer): Promise<string | null> {
  return encodingOf(async function* () {
    for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50)
  })
}

const texts = {
  names:
    'Rosa Muñoz; Hernán Soto; José Peña; María Núñez; Ramón Güiñez; Álvaro Ávila; Íñigo Ñancupil',
  capitals:
    'ROSA MUÑOZ; HERNÁN SOTO; JOSÉ PEÑA; MARÍA NÚÑEZ; RAMÓN GÜIÑEZ; ÁLVARO ÁVILA; ÍÑIGO ÑANCUPIL',
  'capitals of old programs':
    'ROSA MUñOZ; HERNáN SOTO; JOSé PEñA; MARíA NúñEZ; RAMóN GüIñEZ; SANTIBAñEZ; PATIñO',
  addresses: 'Los Peñones N° 12; 1º piso; Peñalolén; Viña del Mar; Ñuñoa; Concepción; Maipú',
}

describe('the encoding is told by words as Spanish writes them (§12.960)', () => {
  test.each(
    encodings.flatMap((encoding) =>
      Object.entries(texts).map(([what, text]) => [what, encoding, text] as const),
    ),
  )('%s in %s', async (_what, encoding, text) => {
    expect(await found(encoded(text, encoding))).toBe(encoding)
  })

  test.each([
    'Köhler',
    'D’Ángelo',
    'Los\u00a0Boldos',
    '“Los Peñones”',
    '€ 20, José',
    'casa – lote 7ª',
  ])('%s of a spreadsheet in Windows', async (text) => {
    expect(await found(encoded(text, 'windows-1252'))).toBe('windows-1252')
  })

  test('UTF-8 and UTF-16 with a mark or without', async () => {
    expect(await found(Buffer.from(texts.names))).toBe('utf-8')
    expect(await found(Buffer.from('code;key'))).toBe('utf-8')
    expect(await found(Buffer.alloc(0))).toBe('utf-8')
    for (const text of [`\uFEFF${texts.names}`, texts.names]) {
      const bytes = Buffer.from(text, 'utf16le')
      expect(await found(bytes)).toBe('utf-16le')
      expect(await found(Buffer.from(bytes).swap16())).toBe('utf-16be')
    }
  })

  test.each([
    ['UTF-8 that was cut within a letter', Buffer.from(texts.names).subarray(0, 8)],
    [
      'two encodings in one file',
      Buffer.concat([Buffer.from(texts.names), encoded('Muñoz José', 'cp850')]),
    ],
    ['a word that two encodings may mean', encoded('JOSÉ', 'windows-1252')],
    ['UTF-16 with half a letter at its end', Buffer.from([0xff, 0xfe, 0x61, 0, 0x62])],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d4948ff52', 'hex')],
  ])('it is not guessed for %s (§12.961)', async (_what, bytes) => {
    expect(await found(bytes)).toBeNull()
  })
})
