import type { Readable } from 'node:stream'
import { type Entry, getFileNameLowLevel, openPromise } from 'yauzl'
import { decodeSingleByte } from './text-encoding.ts'
import { shown, UnreadableExport } from './unreadable-export.ts'

export interface ZippedFile {
  /** As the zip has it, but with `/` where Windows wrote `\`. A text for people, never a path on this machine. */
  path: string
  /** Bytes, as the zip states; reading ends where they do. */
  size: number
  /** @throws {UnreadableExport} for a password or another compression */
  open: () => Promise<Readable>
}

interface OpenedZip {
  /** To be listed once. @throws {UnreadableExport} */
  files: AsyncIterable<ZippedFile>
  close: () => void
}

/** `name` is what messages call the zip. @throws {UnreadableExport} */
export async function openZip(path: string, name: string): Promise<OpenedZip> {
  const damaged = (error: unknown) => {
    if (error instanceof UnreadableExport) return error
    const isPart = error instanceof Error && error.message.startsWith('multi-disk')
    const why = isPart
      ? 'es una parte de un zip dividido en varios archivos: comprímelo en uno solo'
      : 'está dañado o no es lo que dice ser'
    return new UnreadableExport(`${name} ${why}.`, { cause: error })
  }
  // Without names: yauzl would refuse the zip for one that is a path.
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false }
  const zip = await openPromise(path, options).catch((error) => {
    throw damaged(error)
  })
  async function* files(): AsyncGenerator<ZippedFile> {
    try {
      for await (const entry of zip.eachEntry()) {
        const path = nameOf(entry)
        if (path.endsWith('/')) continue
        const open = async () => {
          if (entry.isEncrypted()) throw new UnreadableExport('El zip tiene contraseña.')
          refuseOtherCompression(entry, path)
          return zip.openReadStreamPromise(entry)
        }
        yield { path, size: entry.uncompressedSize, open }
      }
    } catch (error) {
      throw damaged(error)
    }
  }
  return { files: files(), close: () => zip.close() }
}

const compressions: Record<number, string> = {
  9: 'Deflate64',
  12: 'BZip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
}

/** @throws {UnreadableExport} for a compression that is not read */
export function refuseOtherCompression(entry: Entry, path: string): void {
  if (entry.canDecodeFileData()) return
  const how = compressions[entry.compressionMethod] ?? 'otro método'
  throw new UnreadableExport(
    `${shown(path)} está comprimido con ${how}. Comprímelo como .zip con el método normal (Deflate).`,
  )
}

const UTF8_FLAG = 0x800
const UNICODE_PATH = 0x7075

/**
 * A name that does not say that it is UTF-8 is CP437 by the standard, which yauzl follows; macOS writes
 * UTF-8 all the same, and Windows in Spanish CP850.
 */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isUtf8 = (generalPurposeBitFlag & UTF8_FLAG) !== 0
  if (isUtf8 || extraFields.some(({ id }) => id === UNICODE_PATH)) {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  }
  return undecoratedNameOf(fileNameRaw).replaceAll('\\', '/')
}

function undecoratedNameOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeSingleByte(bytes, 'cp850')
  }
}

/** What systems and programs leave beside the files. */
export function isLeftover(path: string): boolean {
  const parts = path.split('/')
  return parts.some((part) => /^(\.(?!\.?$)|__MACOSX$|~\$|Thumbs\.db$|desktop\.ini$)/i.test(part))
}
