import { basename } from 'node:path'
import { readExportHeader } from './export-header.ts'
import type { ExportedLine, ExportSource } from './export-source.ts'
import { readFile } from './read-file.ts'
import { type Line, readLines } from './read-lines.ts'

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
      const lines = readLines(file.bytes)
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

async function* salesOf(lines: AsyncIterable<Line>): AsyncGenerator<ExportedLine> {
  for await (const { number, text } of lines) yield { number, json: text }
}
