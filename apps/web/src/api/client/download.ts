import type { Endpoint, Shape } from '@carpeta/contract/endpoint'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'
import { call, type InputArgument } from './client.ts'

/**
 * A file of the API; null when the session had ended. It is fetched rather than linked to: a link
 * cannot say in place why it failed, and would leave the page with the server's JSON instead.
 */
export async function download<S extends Shape>(
  endpoint: Endpoint<S>,
  ...[input]: InputArgument<S>
): Promise<Blob | null> {
  const asked = [{ ...input, read: readFile }] as InputArgument<S>
  return (await call(endpoint, ...asked)) as Blob | null
}

async function readFile(response: Response): Promise<Blob> {
  const file = await response.blob().catch(() => null)
  // A page in place of the file is some proxy's.
  if (!file || file.type.startsWith('text/html')) {
    throw new ApiError(response.status, undefined, unknownErrorMessage)
  }
  return file
}
