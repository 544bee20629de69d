import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Extract, extract } from 'tar-stream'
import type { z } from 'zod'
import {
  type BackupHeader,
  type BackupManifest,
  END,
  endSchema,
  HEADER,
  headerSchema,
  isSignedManifest,
  MANIFEST,
  manifestSchema,
  type SectionEnd,
  sectionsHash,
} from './archive-format.ts'
import { BackupRefused, DamagedBackup } from './backup-error.ts'

type Entry = Extract extends AsyncIterable<infer Item> ? Item : never

export interface ArchivedSection {
  name: string
  /** The content, whose hash is compared at its end. Must be read. @throws {DamagedBackup} */
  chunks: AsyncGenerator<Buffer>
  /** Once all chunks have been read. */
  end: () => SectionEnd
}

export interface ArchiveReader {
  /** The first entry. @throws {DamagedBackup} */
  readHeader: () => Promise<BackupHeader>
  /** Everything after it, in order. @throws {DamagedBackup} */
  sections: () => AsyncGenerator<ArchivedSection>
  /**
   * After the sections; compares their number, hashes and, with the key, the signature.
   * @throws {DamagedBackup}
   */
  readManifest: (secretKey: string | undefined) => Promise<BackupManifest>
}

/** Reads a tar that `archiveWriter` wrote, in constant memory. */
export function archiveReader(tar: Readable): ArchiveReader {
  const entries = entriesOf(tar)
  const hash = sectionsHash()
  let count = 0
  let current: Promise<Entry | null> | undefined
  const peek = () => {
    current ??= entries.next()
    return current
  }
  const take = async () => {
    const entry = await peek()
    current = undefined
    if (entry === null) throw new DamagedBackup(new Error('the archive ends before its manifest'))
    return entry
  }
  const takeNamed = async (name: string) => {
    const entry = await take()
    if (entry.header.name !== name) {
      throw new DamagedBackup(new Error(`${name} is not in its place`))
    }
    return contentOf(entry)
  }

  async function* content(name: string, ended: (end: SectionEnd) => void): AsyncGenerator<Buffer> {
    const sha256 = createHash('sha256')
    let bytes = 0
    for (let part = 1; ; part++) {
      const entry = await take()
      if (entry.header.name === `${name}/${END}`) {
        const end = parse(endSchema, await contentOf(entry))
        if (end.bytes !== bytes || end.sha256 !== sha256.digest('hex')) {
          throw new DamagedBackup(new Error(`the content of ${name} is another`))
        }
        hash.add(name, end.sha256)
        count++
        ended(end)
        return
      }
      if (entry.header.name !== `${name}/${String(part).padStart(6, '0')}`) {
        throw new DamagedBackup(new Error(`a part of ${name} is missing`))
      }
      for await (const chunk of chunksOf(entry)) {
        sha256.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
  }

  return {
    readHeader: async () => {
      const content = await takeNamed(HEADER)
      hash.add(HEADER, createHash('sha256').update(content).digest('hex'))
      return parse(headerSchema, content)
    },
    sections: async function* () {
      for (;;) {
        const next = (await peek())?.header.name
        if (next === undefined || next === MANIFEST) return
        const name = next.slice(0, next.lastIndexOf('/'))
        let end: SectionEnd | undefined
        yield {
          name,
          chunks: content(name, (found) => {
            end = found
          }),
          end: () => {
            if (!end) throw new Error(`${name} was not read to its end`)
            return end
          },
        }
      }
    },
    readManifest: async (secretKey) => {
      const manifest = parse(manifestSchema, await takeNamed(MANIFEST))
      if (manifest.sections !== count || manifest.sha256 !== hash.digest()) {
        throw new DamagedBackup(new Error('the header or the sections are others'))
      }
      if (secretKey !== undefined && !isSignedManifest(manifest, secretKey)) {
        throw new DamagedBackup(new Error('the signature is another'))
      }
      // The check sums at the end of the compressed file.
      if ((await peek()) !== null) throw new DamagedBackup(new Error('something follows'))
      return manifest
    },
  }
}

/** Begins to read at once: a failure before the first entry is asked for must not be missed. */
function entriesOf(tar: Readable): { next: () => Promise<Entry | null> } {
  const extracted = extract()
  const entries = extracted[Symbol.asyncIterator]()
  let failure: Error | undefined
  tar.once('error', (error) => {
    failure = readingFailure(error)
    extracted.destroy(failure)
  })
  // A stream of streamx, which Node's types do not know.
  tar.pipe(extracted as unknown as Writable)
  return {
    next: async () => {
      try {
        const { value, done } = await entries.next()
        if (done && failure) throw failure
        return done ? null : value
      } catch (error) {
        throw failure ?? readingFailure(error as Error)
      }
    },
  }
}

/** Passes refusals and errors of the system on; any other failure means damaged content. */
function readingFailure(error: Error): Error {
  return error instanceof BackupRefused || 'syscall' in error ? error : new DamagedBackup(error)
}

async function* chunksOf(entry: Entry): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    throw readingFailure(error as Error)
  }
}

async function contentOf(entry: Entry): Promise<Buffer> {
  try {
    return await buffer(entry)
  } catch (error) {
    throw readingFailure(error as Error)
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, content: Buffer): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')))
  } catch (error) {
    throw new DamagedBackup(error)
  }
}
