import type { pushedExportSchema } from '@carpeta/contract/imports/pushes-schemas'
import type { uploadedExportSchema } from '@carpeta/contract/imports/uploads-schemas'
import type { z } from 'zod'
import type { Database, Transaction } from '../../db/client.ts'
import { isoSeconds } from '../../db/wire-rows.ts'
import { findWireLoads, type WireLoad } from '../loads/loads-list-store.ts'
import type { UploadedExport } from './uploads-store.ts'

type WireUpload = z.infer<typeof uploadedExportSchema>

/** For staff, each with its load or dry run. */
export async function presentUploads(
  db: Database | Transaction,
  uploads: UploadedExport[],
): Promise<WireUpload[]> {
  const loads = await findWireLoads(
    db,
    uploads.flatMap(({ loadId }) => (loadId === null ? [] : [loadId])),
  )
  return uploads.map((upload) => presentUpload(upload, loads))
}

function presentUpload(upload: UploadedExport, loads: WireLoad[]): WireUpload {
  const { id, state, name, size, createdAt, by, token, failure, isStale, storageKey, accepted } =
    upload
  return {
    id,
    state: state === 'arriving' ? 'waiting' : state,
    name,
    size,
    at: isoSeconds(createdAt),
    by,
    token,
    failure,
    is_stale: isStale,
    has_file: storageKey !== null,
    accepted,
    load: loads.find((load) => load.id === upload.loadId) ?? null,
  }
}

/** For the program that sent it: counts only. */
export async function presentPush(
  db: Database,
  upload: UploadedExport,
): Promise<z.infer<typeof pushedExportSchema>> {
  const [wire] = await presentUploads(db, [upload])
  const load = wire?.load ?? null
  return {
    id: upload.id,
    state: wire?.state ?? 'waiting',
    at: isoSeconds(upload.createdAt),
    reason: upload.failure ?? load?.refusal ?? null,
    load,
  }
}
