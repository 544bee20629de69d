import { sql } from '../../db/query.ts'
import { isSlotFile } from '../slot-files/slot-files-store.ts'

/** A condition on `documents`: a request has it, or its member chose it for one. */
export const isAttached = sql`(exists (
  select from request_documents where request_documents.document_id = documents.id)
  or ${isSlotFile})`
