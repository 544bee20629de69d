import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import type { Draw, PdfPool } from '../pdf/pdf-pool.ts'
import { requireStillAllowed } from './caller-transaction.ts'

interface Services {
  db: Database
  config: Config
  pdfs: PdfPool
}

/**
 * A turn of the caller in the queue of drawings. Who was put out while waiting for it, for minutes perhaps, gets nothing.
 * @param work gets the caller as the database has it now
 * @throws {NotSignedIn} · {Forbidden} · what `PdfPool.takeTurn` throws
 */
export function takeCallersTurn<Result>(
  services: Services,
  { caller, signal }: { caller: SignedInCaller; signal: AbortSignal },
  work: (draw: Draw, caller: SignedInCaller) => Promise<Result>,
): Promise<Result> {
  return services.pdfs.takeTurn({ owner: String(caller.id), signal }, async (draw) =>
    work(draw, await requireStillAllowed(services, caller)),
  )
}
