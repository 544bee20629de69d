import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupRefused } from './backup-error.ts'

// The format of age (age-encryption.org/v1): its own program opens these files too.

/** @throws {BackupRefused} naming the recipient that is none */
export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupRefused(
        `«${recipient}» no es una clave pública de age: empieza con age1 (age-keygen la crea).`,
      )
    }
  }
  return encrypter
}

export async function encrypted(content: Readable, encrypter: Encrypter): Promise<Readable> {
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** The keys of a file of `age-keygen`. @throws {BackupRefused} */
export function readIdentities(path: string): Decrypter {
  const decrypter = new Decrypter()
  const lines = readLines(path).filter((line) => line !== '' && !line.startsWith('#'))
  try {
    if (lines.length === 0) throw new Error('no identity')
    for (const line of lines) decrypter.addIdentity(line)
  } catch {
    throw new BackupRefused(
      `En ${path} no hay una clave privada de age: es una línea que empieza con AGE-SECRET-KEY-1.`,
    )
  }
  return decrypter
}

/** @throws {BackupRefused} when none of the keys opens it */
export async function decrypted(content: Readable, decrypter: Decrypter): Promise<Readable> {
  try {
    return fromWeb(await decrypter.decrypt(toWeb(content)))
  } catch (error) {
    if (!(error instanceof Error) || !/no identity matched/.test(error.message)) throw error
    throw new BackupRefused(
      'La clave de --identity no abre este respaldo: se cifró para otra. Nada cambió.',
      { cause: error },
    )
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
  } catch (error) {
    throw new BackupRefused(`No se puede leer la clave ${path}.`, { cause: error })
  }
}

// Node's type of a web stream and that of the DOM differ in a method that neither uses.
function toWeb(content: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(content) as unknown as ReadableStream<Uint8Array>
}

function fromWeb(content: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(content as unknown as NodeStream<Uint8Array>)
}
