import { ApiError } from '../api/client/api-error.ts'

export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.status === 422
}
