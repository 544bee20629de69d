import type { Portal } from '../open-portal.ts'
import { COPY, storeRequest } from '../stored-requests.ts'

const REQUESTS = 100

/** Gives Rosa as many requests as an hour allows, with the longest comments, of digits only. */
export async function giveRosaTheWorstData(portal: Portal): Promise<void> {
  for (let i = 0; i < REQUESTS; i++) await storeRequest(portal, { title: COPY, state: 'in_review' })
  await portal.pool.query(
    `update requests set comment = left(repeat((1234567891 * id::bigint)::text, 5000), 5000)
     where state = 'in_review'`,
  )
}
