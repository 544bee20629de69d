import { sql } from '../../db/query.ts'

/** A condition on `documents`: a request has it. */
export const isAttached = sql`exists (
  select from request_documents where request_documents.document_id = documents.id)`
