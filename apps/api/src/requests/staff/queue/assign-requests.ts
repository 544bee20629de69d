import { notFoundMessage } from '@carpeta/domain/errors/error-messages'
import type { SignedInCaller } from '../../../http/caller.ts'
import { NotFound, Refused } from '../../../http/errors.ts'
import type { RequestServices } from '../../request-services.ts'
import { assignRequest } from '../assign-request.ts'

interface Assignment {
  id: number
  /** Why it was not assigned. */
  refusal: string | null
}

/** Assigns each request in a transaction of its own: one that is refused does not stop the others. */
export async function assignRequests(
  services: RequestServices,
  caller: SignedInCaller,
  {
    requests,
    assigneeId,
  }: { requests: { id: number; version: number }[]; assigneeId: number | null },
): Promise<Assignment[]> {
  const assignments: Assignment[] = []
  for (const { id, version } of requests) {
    const refusal = await refusalOf(
      assignRequest(services, caller, { requestId: id, version, assigneeId }),
    )
    assignments.push({ id, refusal })
  }
  return assignments
}

async function refusalOf(assignment: Promise<void>): Promise<string | null> {
  try {
    await assignment
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message
    if (error instanceof NotFound) return notFoundMessage
    throw error
  }
}
