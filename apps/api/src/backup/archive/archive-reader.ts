import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Extract, extract } from 'tar-stream'
import type { z } from 'zod'
import {
  type BackupManifest,
  END,
  endSchema,
  MANIFEST,
  manifestSchema,
  type SectionEnd,
} from './archive-format.ts'
import { DamagedBackup } from './damaged-backup.ts'
import { sectionsHash } from './sections-hash.ts'

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
  readJson: <Schema extends z.ZodType>(name: string, schema: Schema) => Promise<z.infer<Schema>>
  /** Everything after it, in order. @throws {DamagedBackup} */
  sections: () => AsyncGenerator<ArchivedSection>
  /** After the sections; compares their number and hashes. @throws {DamagedBackup} */
  readManifest: () => Promise<BackupManifest>
}

/** Reads a tar that `archiveWriter` wrote, in constant memory. */
export function archiveReader(tar: Readable): ArchiveReader {
  const entries = entriesOf(tar)
  const hash = sectionsHash()
  let count = 0
  let current: Promise<Entry | null> | undefined
  const peek = () => {
    current ??= entries.next().then(({ value, done }) => (done ? null : value))
    return current
  }
  const take = async () => {
    const entry = await peek()
    current = undefined
    if (entry === null) throw new DamagedBackup(new Error('the archive ends before its manifest'))
    return entry
  }
  const readJson: ArchiveReader['readJson'] = async (name, schema) => {
    const entry = await take()
    if (entry.header.name !== name)
      throw new DamagedBackup(new Error(`${name} is not in its place`))
    return parse(schema, await buffer(entry))
  }

  async function* content(name: string, ended: (end: SectionEnd) => void): AsyncGenerator<Buffer> {
    const sha256 = createHash('sha256')
    let bytes = 0
    for (let part = 1; ; part++) {
      const entry = await take()
      if (entry.header.name === `${name}/${END}`) {
        const end = parse(endSchema, await buffer(entry))
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
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        sha256.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
  }

  return {
    readJson,
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
    readManifest: async () => {
      const manifest = await readJson(MANIFEST, manifestSchema)
      if (manifest.sections !== count || manifest.sha256 !== hash.digest()) {
        throw new DamagedBackup(new Error('sections are missing'))
      }
      // The check sums at the end of the compressed file.
      if ((await peek()) !== null) throw new DamagedBackup(new Error('something follows'))
      return manifest
    },
  }
}

/** Rejects with what made the reading of the tar fail. */
async function* entriesOf(tar: Readable): AsyncGenerator<Entry> {
  const extracted = extract()
  let failure: unknown
  tar.once('error', (error) => {
    failure = error
    extracted.destroy()
  })
  // A stream of streamx, which Node's types do not know.
  tar.pipe(extracted as unknown as Writable)
  try {
    for await (const entry of extracted) yield entry
  } catch (error) {
    throw failure ?? new DamagedBackup(error)
  }
  if (failure) throw failure
}

function parse<Schema extends z.ZodType>(schema: Schema, content: Buffer): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')))
  } catch (error) {
    throw new DamagedBackup(error)
  }
}
