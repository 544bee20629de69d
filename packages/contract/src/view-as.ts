import { MAX_VIEW_REASON } from '@carpeta/domain/access/view-as-rules'
import { z } from 'zod'
import { id, text } from './text.ts'

/**
 * `POST /api/view-as/` (permission `users.view_as_member`): the session goes on as a look at this
 * member's folder, in which nothing can be changed; it answers a `SignedInUser`, the member's with
 * `viewed_by`. `POST /api/view-as/end/` leads back and answers one's own.
 */
export const viewAsRequest = z.object({
  user_id: id,
  reason: text(MAX_VIEW_REASON).default(''),
})
