import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { personas } from '../../seeds/personas.ts'
import { rosasRequests, type SampleRequest } from '../../seeds/sample-requests.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { checkContent } from '../documents/check-content.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { receiveFile } from '../documents/receive-file.ts'
import { storeDocument } from '../documents/store-document.ts'
import { operator } from '../http/caller.ts'
import { attach } from '../requests/attachments-store.ts'
import { findUserId, saveDocumentHistory, saveSampleRequest } from './sample-store.ts'

const ROSAS_SALE = 'V-1001'

/** Rosa's answered requests with their history; sends no email. */
export async function loadRequests(db: Database, config: Config): Promise<void> {
  const member = await findUserId(db, personas.rosa.rut)
  const staff = await findUserId(db, personas.mario.rut)
  for (const request of rosasRequests) {
    const people = { saleCode: ROSAS_SALE, memberId: member, staffId: staff }
    const requestId = await saveSampleRequest(db, request, people)
    if (request.document) await storeSampleDocument(db, config, request, { requestId, member })
  }
}

/** Stores it like an uploaded document. */
async function storeSampleDocument(
  db: Database,
  config: Config,
  { document, sentAt }: SampleRequest,
  { requestId, member }: { requestId: number; member: number },
): Promise<void> {
  const path = fileURLToPath(new URL(`../../seeds/${document}`, import.meta.url))
  const incoming = { name: document ?? '', content: createReadStream(path) }
  await using file = await receiveFile(incoming, config)
  const type = await checkContent(file)
  const services = { db, storage: documentStorageAt(config.documents) }
  await storeDocument(
    services,
    operator,
    { file, type, uploadedBy: member },
    async (tx, documentId) => {
      await attach(tx, { requestId, documentId, position: 0 })
      await saveDocumentHistory(tx, documentId, sentAt)
    },
  )
}
