export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByteEncoding

const singleByteEncodings = ['windows-1252', 'cp850', 'macintosh'] as const

type SingleByteEncoding = (typeof singleByteEncodings)[number]

const CP850_UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** The characters of the bytes from 0x80 on. */
const upperHalves: Record<SingleByteEncoding, string> = {
  'windows-1252': upperHalfOf('windows-1252'),
  cp850: CP850_UPPER,
  macintosh: upperHalfOf('macintosh'),
}

function upperHalfOf(encoding: 'windows-1252' | 'macintosh'): string {
  return new TextDecoder(encoding).decode(Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at))
}

/** The text of one piece after the other; `isStrict` throws a TypeError at what is not in the encoding. */
export function decoderOf(
  encoding: TextEncoding,
  { isStrict = false }: { isStrict?: boolean } = {},
): (bytes?: Buffer) => string {
  if (isSingleByte(encoding)) return (bytes) => decodeSingleByte(bytes ?? Buffer.alloc(0), encoding)
  const decoder = new TextDecoder(encoding, { fatal: isStrict })
  return (bytes) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode())
}

function isSingleByte(encoding: TextEncoding): encoding is SingleByteEncoding {
  return singleByteEncodings.some((each) => each === encoding)
}

/** A short text with or without a mark of its encoding. */
export function decodeText(bytes: Buffer): string {
  return new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes)
}

export function decodeSingleByte(bytes: Buffer, encoding: SingleByteEncoding): string {
  return decodeUpperHalf(bytes.toString('latin1'), encoding)
}

function decodeUpperHalf(latin1: string, encoding: SingleByteEncoding): string {
  const upperHalf = upperHalves[encoding]
  return latin1.replace(/[\x80-\xff]/g, (byte) => upperHalf.charAt(byte.charCodeAt(0) - 0x80))
}

/** UTF-16 by its mark, or by the zero in each of the first two ASCII characters, which no other text has. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && third && second === 0 && fourth === 0) return 'utf-16le'
  return first === 0 && third === 0 && second && fourth ? 'utf-16be' : null
}

/**
 * The encoding of a text in Spanish; null when it is none, or may be several. UTF-8 and UTF-16 must be whole;
 * of the encodings of Windows, DOS and old Macs, one alone must give words as Spanish writes them.
 */
export async function encodingOf(open: () => AsyncIterable<Buffer>): Promise<TextEncoding | null> {
  const utf16 = utf16Of(await headOf(open()))
  if (await isWhole(open(), utf16 ?? 'utf-8')) return utf16 ?? 'utf-8'
  return utf16 === null ? singleByteOf(open()) : null
}

async function headOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const chunk of chunks) return chunk.subarray(0, 4)
  return Buffer.alloc(0)
}

async function isWhole(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): Promise<boolean> {
  const decode = decoderOf(encoding, { isStrict: true })
  try {
    for await (const chunk of chunks) decode(chunk)
    decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Some words are oddly written in every file; in a wrong encoding most are. */
const MAX_ODD = 0.05
const MIN_ODD_IN_OTHERS = 0.2

async function singleByteOf(chunks: AsyncIterable<Buffer>): Promise<SingleByteEncoding | null> {
  const none = () => ({ 'windows-1252': 0, cp850: 0, macintosh: 0 })
  const [notSpanish, notEuropean] = [none(), none()]
  let words = 0
  for await (const chunk of chunks) {
    for (const [word] of chunk.toString('latin1').matchAll(/[A-Za-z0-9\x80-\xff]+/g)) {
      if (!/[\x80-\xff]/.test(word)) continue
      words += 1
      for (const encoding of singleByteEncodings) {
        const text = decodeUpperHalf(word, encoding)
        if (!isWritten(text, spanish)) notSpanish[encoding] += 1
        if (!isWritten(text, european)) notEuropean[encoding] += 1
      }
    }
  }
  const right = singleByteEncodings.find((each) => notSpanish[each] <= MAX_ODD * words)
  const others = singleByteEncodings.filter((each) => each !== right)
  const isAlone = others.every((each) => notEuropean[each] >= MIN_ODD_IN_OTHERS * words)
  return right !== undefined && isAlone ? right : null
}

/** German names are common in Chile. */
const spanish = writtenWith('äö', 'ÄÖ')
/** What another encoding may mean by the same bytes. */
const european = writtenWith('äöëèàçûùòìâêîôïõãåø', 'ÄÖËÇ')

function writtenWith(lower: string, upper: string): RegExp {
  const [small, capital] = [`a-záéíóúüñ${lower}`, `A-ZÁÉÍÓÚÜÑ${upper}`]
  // Many programs put all but ñ and accents in capitals: 'PEñA'.
  const word = `(?:[${capital}]?[${small}]*|[${capital}áéíóúüñ]*)`
  const opened = `[¿¡](?=[${capital}]|$)|[“«‘]`
  return new RegExp(`^(?:${opened})?${word}(?:’${word})?[ºª°²³”»’…´®]{0,2}$|^[€–—•]+$`)
}

const LONE_LETTER = /^(?![A-Za-záéíóúÁÉÍÓÚªº])\p{L}$/u

/** Whether there is such a word, or sign: 'Ñuñoa', 'N°', '–', but not 'Mu¤oz' or 'JosÚ'. */
function isWritten(word: string, written: RegExp): boolean {
  // A space that does not break a line is within a name, not within a word.
  if (/\p{L}\u00a0\p{Ll}/u.test(word)) return false
  return word.split(/[\d\u00a0]+/).every((part) => written.test(part) && !LONE_LETTER.test(part))
}
