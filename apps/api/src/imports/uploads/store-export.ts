import { randomBytes } from 'node:crypto'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import { notStored } from '../../documents/storage-error.ts'
import type { ImportToken } from '../../http/access.ts'
import type { Caller } from '../../http/caller.ts'
import { InvalidToken, Refused } from '../../http/errors.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { lockActiveToken } from '../tokens/import-tokens-store.ts'
import { writeAs } from '../write-as.ts'
import { IMPORTS_QUEUE, RUN_IMPORT, type RunImport } from './import-queue.ts'
import { queueRemoval } from './remove-exports.ts'
import {
  findUpload,
  type ImportMode,
  insertArriving,
  markStored,
  type UploadedExport,
} from './uploads-store.ts'

export interface ImportServices extends DocumentServices {
  config: Config
  limits: RateLimits
}

interface Sent {
  file: ReceivedFile | null
  mode: ImportMode
  /** Of a program, which is no user. */
  token: ImportToken | null
  /** The emails to members wait until staff send them. */
  pauseEmails: boolean
}

/**
 * Stores an export and queues its dry run or its load. The row is inserted before the bytes are written,
 * so that after a failure it leads to them.
 * @throws {Refused} · {StorageError} · {InvalidToken} when the token was revoked meanwhile
 */
export async function storeExport(
  services: ImportServices,
  caller: Caller,
  { file, mode, token, pauseEmails }: Sent,
): Promise<UploadedExport> {
  const { db, storage } = services
  if (!file) throw new Refused([importMessages.noFile])
  if (file.size === 0) throw new Refused([importMessages.empty])
  const storageKey = randomBytes(20).toString('hex')
  const upload = { storageKey, name: file.name, mode, uploadedBy: caller.id }
  const id = await insertArriving(db, { ...upload, tokenId: token?.id ?? null })
  try {
    await storage.write(storageKey, file)
    return await writeAs(db, caller, async (tx, caller) => {
      if (token && !(await lockActiveToken(tx, token.id))) throw new InvalidToken()
      if (!(await markStored(tx, id, file.size))) throw notStored(new Error('removed meanwhile'))
      const payload: RunImport = { id, pauseEmails }
      await enqueueJob(tx, RUN_IMPORT, payload, IMPORTS_QUEUE)
      await recordAuditEvent(tx, caller, {
        action: 'import.uploaded',
        object: { type: 'import', id },
        after: token ? { mode, token: token.prefix } : { mode },
      })
      const stored = await findUpload(tx, id)
      if (stored === null) throw new Error('the upload was not written')
      return stored
    })
  } catch (error) {
    // If this fails too, the nightly job removes it.
    await queueRemoval(db, id).catch(() => {})
    throw error
  }
}
