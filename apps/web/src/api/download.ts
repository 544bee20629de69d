import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'

/**
 * A file of the API; null when the session had ended. It is fetched rather than linked to: a link
 * cannot say in place why it failed, and would leave the page with the server's JSON instead.
 */
export async function download(path: string): Promise<Blob | null> {
  return (await call('GET', path, { read: readFile })) as Blob | null
}

async function readFile(response: Response): Promise<Blob> {
  const file = await response.blob().catch(() => null)
  // A page in place of the file is some proxy's.
  if (!file || file.type.startsWith('text/html')) {
    throw new ApiError(response.status, undefined, unknownErrorMessage)
  }
  return file
}
