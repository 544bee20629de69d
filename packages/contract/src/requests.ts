import { z } from 'zod'
import { id, instant, text } from './text.ts'

export const createRequest = z.object({
  procedure_id: id,
  sale_code: text(100),
  comment: text(5000).default(''),
})
export const createResponse = z.object({ id })

/** The answer to a document of `POST /api/upload-document/` (multipart: request_id, document). */
export const uploadResponse = z.object({
  id,
  name: z.string(),
  size: z.number().int().positive().meta({ description: 'bytes' }),
})

export const sendRequest = z.object({ request_id: id })
export const sendResponse = z.object({ id, sent_at: instant })
