import { basename } from 'node:path'
import { readFile } from '../../files/read-file.ts'
import { decoderOf, utf16Of } from '../../files/text-encoding.ts'
import { type ExportedLine, type ExportSource, readExportHeader } from './export-source.ts'

/**
 * One JSON value a line: the header, then each sale. The file may be gzipped; an uploaded one has a name of
 * its own and a limit of what is unpacked, in bytes.
 */
export function ndjsonFile(
  path: string,
  upload: { name?: string; maxBytes?: number } = {},
): ExportSource {
  return {
    name: upload.name ?? basename(path),
    open: async () => {
      const file = await readFile(path, upload)
      const lines = readLines(inUtf8(file.bytes))
      const first = await lines.next()
      return {
        header: readExportHeader(first.value?.text ?? null),
        sales: salesOf(lines),
        hash: () => file.digest.copy().digest('hex'),
        progress: file.progress,
        close: async () => file.close(),
      }
    },
  }
}

/** Windows PowerShell writes what a program prints in UTF-16. */
async function* inUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decode: ((bytes?: Buffer) => string) | null = null
  let isFirst = true
  for await (const chunk of bytes) {
    const utf16 = isFirst ? utf16Of(chunk) : null
    if (utf16 !== null) decode = decoderOf(utf16)
    isFirst = false
    yield decode === null ? chunk : Buffer.from(decode(chunk))
  }
  if (decode !== null) yield Buffer.from(decode())
}

async function* salesOf(lines: AsyncIterable<Line>): AsyncGenerator<ExportedLine> {
  for await (const { number, text, isTooLong } of lines) {
    if (!isTooLong) yield { number, json: text }
    else {
      const reject = { file: '', line: number, field: '', value: '', reason: TOO_LONG }
      yield { number, json: null, rejects: [reject], locate: () => null }
    }
  }
}

/** A sale is about 10 kB; a far longer line must not fill the memory. */
const MAX_LINE_BYTES = 1024 * 1024
const TOO_LONG = 'la línea pesa más de 1 MB'
const NEWLINE = 10

interface Line {
  /** 1-based, as an editor counts. */
  number: number
  /** Null when the line is not UTF-8 or too long. */
  text: string | null
  isTooLong: boolean
}

/** Streams the lines of a file and skips blank ones. */
async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 0
  let pending: Buffer[] = []
  let size = 0
  const take = (): Line | null => {
    number += 1
    const isTooLong = size > MAX_LINE_BYTES
    const text = isTooLong ? null : decode(Buffer.concat(pending))
    pending = []
    size = 0
    return text?.trim() === '' ? null : { number, text, isTooLong }
  }
  for await (const chunk of bytes) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      append(chunk.subarray(start, end))
      const line = take()
      if (line) yield line
      start = end + 1
    }
    append(chunk.subarray(start))
  }
  if (size > 0) {
    const line = take()
    if (line) yield line
  }

  function append(part: Buffer): void {
    size += part.length
    if (size <= MAX_LINE_BYTES) pending.push(part)
    else pending = []
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
