import type { Endpoint } from '@carpeta/contract/endpoints'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'
import { call, type InputArgument } from './client.ts'

/**
 * Resolves to a file, or to null when the session has ended. A plain link could not show an error
 * on the page.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  ...[input]: InputArgument<E>
): Promise<Blob | null> {
  const inputs = [{ ...input, read: readFile }] as InputArgument<E>
  return (await call(endpoint, ...inputs)) as Blob | null
}

async function readFile(response: Response): Promise<Blob> {
  const file = await response.blob().catch(() => null)
  // A proxy may answer with an HTML page.
  if (!file || file.type.startsWith('text/html')) {
    throw new ApiError(response.status, undefined, unknownErrorMessage, response.headers)
  }
  return file
}
