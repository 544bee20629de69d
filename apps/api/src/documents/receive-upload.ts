import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { type IncomingFile, readUpload } from '../http/read-upload.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { type ReceivedFile, receiveFile } from './receive-file.ts'
import { refuseTooManyUploads } from './store-document.ts'

interface Services {
  db: Database
  config: Config
  limits: RateLimits
}

interface Upload {
  /** Null when the call brought none. */
  file: ReceivedFile | null
  fields: Record<string, string>
}

/** Receives the file of a call for `use`, which stores it or not. @throws {Throttled} · what `readUpload` throws */
export async function receiveUpload<Answer>(
  services: Services,
  { caller, request }: { caller: SignedInCaller; request: Parameters<typeof readUpload>[0] },
  use: (upload: Upload) => Promise<Answer>,
  limits?: Parameters<typeof readUpload>[2],
): Promise<Answer> {
  await refuseTooManyUploads(services, caller)
  const receive = (incoming: IncomingFile) => receiveFile(incoming, services.config)
  const { file: received, fields } = await readUpload(request, receive, limits)
  await using file = received
  return await use({ file, fields })
}
