import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Decrypter } from 'age-encryption'
import { decrypted } from './age.ts'
import { type ArchiveReader, archiveReader } from './archive-reader.ts'
import { BackupRefused } from './backup-error.ts'
import { type BackupPlace, newestBackups } from './backup-place.ts'

export interface OpenBackup {
  name: string
  archive: ArchiveReader
  close: () => void
}

/** The named backup, or the latest. @throws {BackupRefused} */
export async function openBackup(
  { store, fileName }: BackupPlace,
  decrypter: Decrypter | null,
): Promise<OpenBackup> {
  const name = fileName ?? (await latestName({ store }))
  const stored = await store.read(name).catch((cause: unknown) => {
    throw new BackupRefused(`No se puede leer ${name} en ${store.name}.`, { cause })
  })
  const { isEncrypted, content } = await lookInto(stored)
  if (isEncrypted && !decrypter) {
    throw new BackupRefused('El respaldo está cifrado: indique su clave con --identity ARCHIVO.')
  }
  const packed = isEncrypted && decrypter ? await decrypted(content, decrypter) : content
  const tar = createGunzip()
  packed.once('error', (error) => tar.destroy(error))
  tar.once('error', () => stored.destroy())
  packed.pipe(tar)
  return { name, archive: archiveReader(tar), close: () => void stored.destroy() }
}

async function latestName({ store }: Pick<BackupPlace, 'store'>): Promise<string> {
  const { past, ahead } = newestBackups(await store.list(), new Date())
  if (ahead !== null) {
    throw new BackupRefused(
      `${ahead}, en ${store.name}, tiene fecha futura, así que no se sabe cuál es el último: revise el reloj, o indique cuál restaurar con --name.`,
    )
  }
  if (past === null) throw new BackupRefused(`No hay respaldos en ${store.name}.`)
  return past
}

const AGE = 'age-encryption.org/'

/** Looks at the first bytes, since the file may have been renamed. */
async function lookInto(stored: Readable): Promise<{ isEncrypted: boolean; content: Readable }> {
  const chunks: AsyncIterator<Buffer> = stored[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) break
    first = Buffer.concat([first, value])
    if (first.length >= AGE.length) break
  }
  async function* whole() {
    yield first
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const isEncrypted = first.toString('latin1', 0, AGE.length) === AGE
  return { isEncrypted, content: Readable.from(whole(), { objectMode: false }) }
}
