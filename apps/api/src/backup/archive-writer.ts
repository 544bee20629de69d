import { createHash } from 'node:crypto'
import { type Pack, pack } from 'tar-stream'
import {
  type BackupHeader,
  type BackupManifest,
  END,
  HEADER,
  MANIFEST,
  type SectionEnd,
  sectionsHash,
  signManifest,
} from './archive-format.ts'

const PART_BYTES = 4 * 1024 * 1024

export interface ArchiveWriter {
  /** The tar. */
  content: Pack
  writeHeader: (header: BackupHeader) => Promise<void>
  /** @param about is asked once all chunks have been read */
  writeSection: (
    name: string,
    chunks: AsyncIterable<Uint8Array>,
    about: (written: Written) => Omit<SectionEnd, keyof Written>,
  ) => Promise<void>
  /** Ends the tar. */
  writeManifest: (
    totals: Omit<BackupManifest, 'sections' | 'sha256' | 'signature'>,
    secretKey: string,
  ) => Promise<void>
}

interface Written {
  bytes: number
  sha256: string
}

/** Writes a backup in constant memory: a section is held in parts of a few MB. */
export function archiveWriter(moment: Date): ArchiveWriter {
  const tar = pack()
  const hash = sectionsHash()
  let sections = 0
  const put = (name: string, content: Buffer) => putEntry(tar, name, content, moment)
  const putJson = (name: string, value: object) => put(name, jsonOf(value))
  return {
    content: tar,
    writeHeader: async (header) => {
      const content = jsonOf(header)
      hash.add(HEADER, createHash('sha256').update(content).digest('hex'))
      await put(HEADER, content)
    },
    writeSection: async (name, chunks, about) => {
      const sha256 = createHash('sha256')
      let bytes = 0
      let part = 0
      for await (const content of inParts(chunks)) {
        part++
        sha256.update(content)
        bytes += content.length
        await put(`${name}/${String(part).padStart(6, '0')}`, content)
      }
      const written = { bytes, sha256: sha256.digest('hex') }
      await putJson(`${name}/${END}`, { ...written, ...about(written) })
      hash.add(name, written.sha256)
      sections++
    },
    writeManifest: async (totals, secretKey) => {
      const manifest = { sections, sha256: hash.digest(), ...totals }
      await putJson(MANIFEST, signManifest(manifest, secretKey))
      tar.finalize()
    },
  }
}

function jsonOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** Resolves once there is room for the next entry; rejects when the tar was destroyed. */
function putEntry(tar: Pack, name: string, content: Buffer, mtime: Date): Promise<void> {
  return new Promise((done, fail) => {
    tar.entry({ name, size: content.length, mode: 0o600, mtime }, content, (error) => {
      if (error) fail(error)
      else done()
    })
  })
}
