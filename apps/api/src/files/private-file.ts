import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants

/**
 * A stream into a file with personal data: its owner alone reads it, also one that is there already, and a link that
 * somebody else left in its place is not followed. @throws what the system says
 */
export async function writePrivateFile(path: string): Promise<Writable> {
  const handle = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  await handle.chmod(0o600)
  return handle.createWriteStream()
}
