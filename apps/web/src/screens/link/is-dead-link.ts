import { ApiError } from '../../api/api-error.ts'

export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.status === 422
}
