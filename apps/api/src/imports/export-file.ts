import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** A sale is about 10 kB; a far longer line must not fill the memory. */
const MAX_LINE_BYTES = 4 * 1024 * 1024
const NEWLINE = 10

interface ExportLine {
  /** 1-based, as an editor counts. */
  number: number
  /** Null when the line is not UTF-8 or too long. */
  text: string | null
}

/**
 * Streams the lines of an accounting export (`.ndjson`, or `.gz`) and skips blank ones. `hash()` is
 * the SHA-256 of the bytes read so far.
 */
export function openExport(path: string): {
  name: string
  lines: AsyncGenerator<ExportLine>
  hash: () => string
} {
  const digest = createHash('sha256')
  const file = createReadStream(path)
  file.on('data', (chunk) => digest.update(chunk))
  const bytes = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  file.on('error', (error) => bytes.destroy(error))
  return { name: basename(path), lines: splitLines(bytes), hash: () => digest.copy().digest('hex') }
}

async function* splitLines(bytes: Readable): AsyncGenerator<ExportLine> {
  let number = 0
  let pending: Buffer[] = []
  let size = 0
  const take = (): ExportLine | null => {
    number += 1
    const text = size > MAX_LINE_BYTES ? null : decode(Buffer.concat(pending))
    pending = []
    size = 0
    return text?.trim() === '' ? null : { number, text }
  }
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
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
