import type { Readable } from 'node:stream'

/** The document storage, as archives need it. */
export interface ArchiveStorage {
  write: (
    key: string,
    file: { read: () => Readable; size: number; sha256: string },
  ) => Promise<void>
  read: (key: string) => Promise<Readable>
  remove: (key: string) => Promise<void>
}
