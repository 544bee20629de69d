import { createReadStream } from 'node:fs'
import { UnreadableExport } from './export-source.ts'

export type CsvEncoding = 'utf-8' | 'windows-1252'

/**
 * UTF-8 if the whole file is valid UTF-8, which text in Windows-1252 with an accent never is by chance;
 * otherwise Windows-1252, in which every byte means something. @throws {UnreadableExport} for UTF-16
 */
export async function csvEncoding(path: string, name: string): Promise<CsvEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of readable(createReadStream(path), name)) {
      if (isFirst) refuseUtf16(chunk, name)
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The bytes of a file; a failure of the disk is a sentence too. @throws {UnreadableExport} */
export async function* readable(file: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (error) {
    throw new UnreadableExport(`No se puede leer ${name}: el disco o la red no lo entregan.`, {
      cause: error,
    })
  }
}

function refuseUtf16([first, second]: Buffer, name: string): void {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) {
    throw new UnreadableExport(`${name} está en UTF-16: guárdelo como CSV en UTF-8 o Windows-1252.`)
  }
}
