import { type PersonaName, personas } from '../seeds/personas.ts'
import type { Portal } from './open-portal.ts'
import { json, type Visitor } from './visitor.ts'

// Procedures of the sample catalogue, with no, one and three required documents.
export const COPY = 'Copia de contrato o de otro documento'
export const UPDATE = 'Actualización de datos personales'
export const TRANSFER = 'Cesión de derechos a un familiar'

interface StoredRequest {
  id: number
  /** By position; a draft's are its files. */
  documentIds: number[]
}

/** Inserts a request in any state with its documents, without sending emails. */
export async function storeRequest(
  { pool }: Portal,
  target: {
    by?: PersonaName
    title?: string
    state?: string
    /** SQL expressions. */
    sentAt?: string
    dueAt?: string
    closedAt?: string
  } = {},
): Promise<StoredRequest> {
  const { by = 'rosa', title = TRANSFER, state = 'sent' } = target
  const {
    sentAt = state === 'draft' ? 'null' : 'now()',
    dueAt = 'null',
    closedAt = 'null',
  } = target
  const { rows } = await pool.query(
    `insert into requests (user_id, sale_id, procedure_id, procedure_title, procedure_description,
       required_documents, answer_hours, state, sent_at, due_at, closed_at)
     select users.id, (select min(id) from sales where holder_rut = users.rut), procedures.id,
       procedures.title, procedures.description, procedures.documents, procedures.answer_hours, $3,
       ${sentAt}, ${dueAt}, ${closedAt}
     from users, procedures where users.rut = $1 and procedures.title = $2
     returning id, user_id, required_documents`,
    [personas[by].rut, title, state],
  )
  const { id, user_id: userId, required_documents: required } = rows[0]
  if (state === 'draft') await pool.query('insert into request_drafts values ($1)', [id])
  const documentIds: number[] = []
  for (const position of required.keys()) {
    const document = { requestId: id, userId, position, isSent: state !== 'draft' }
    documentIds.push(await insertStoredDocument({ pool }, document))
  }
  return { id, documentIds }
}

/** Inserts a document without its bytes. */
export async function insertStoredDocument(
  { pool }: Pick<Portal, 'pool'>,
  document: { requestId: number; userId: number; position: number; isSent?: boolean },
): Promise<number> {
  const { requestId, userId, position, isSent = true } = document
  const attached = isSent
    ? 'request_documents (request_id, document_id, position) select $1, id, $3'
    : 'slot_files (request_id, document_id, position, place) select $1, id, $3, 0'
  const { rows } = await pool.query(
    `with document as (
       insert into documents (storage_key, state, name, type, size, uploaded_by)
       values (gen_random_uuid()::text, 'kept', 'documento.pdf', 'application/pdf', 1000, $2)
       returning id)
     insert into ${attached} from document returning document_id`,
    [requestId, userId, position],
  )
  return rows[0].document_id
}

/** A draft that requires three documents. */
export async function createRosasDraft(portal: Portal): Promise<{ rosa: Visitor; id: number }> {
  const rosa = await portal.as('rosa')
  const { body } = await rosa.get('/api/procedures/')
  const procedure = body.results.find((it: { document_amount: number }) => it.document_amount === 3)
  const form = { procedure_id: procedure.id, sale_code: 'V-1001', comment: '' }
  return { rosa, id: (await rosa.post('/api/request/create/', json(form))).body.id }
}

/** Of a draft. */
export async function countFiles(rosa: Visitor, requestId: number): Promise<number> {
  const { body } = await rosa.get(`/api/requests/${requestId}/draft/`)
  return body.slots.flatMap(({ files }: { files: object[] }) => files).length
}
