import type { Transport } from './client.ts'

// Without progress for this long, the upload fails; a phone that lost its network reports nothing.
const TIMEOUT_MS = 60_000

/** A transport that reports the share of the body sent, from 0 to 1. */
export function uploading(onProgress: (share: number) => void): Transport {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const fail = () => {
        clearTimeout(timeout)
        reject(new TypeError('The upload was interrupted'))
      }
      const abort = () => request.abort()
      let timeout = setTimeout(abort, TIMEOUT_MS)

      request.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(timeout)
        timeout = setTimeout(abort, TIMEOUT_MS)
        if (total > 0) onProgress(loaded / total)
      }
      request.onload = () => {
        clearTimeout(timeout)
        const headers = new Headers()
        // To ask for a header that another host does not expose is an error on the console.
        const exposed = request.getAllResponseHeaders()
        for (const name of ['x-error-code', 'x-request-id']) {
          const value = exposed.includes(`${name}:`) && request.getResponseHeader(name)
          if (value) headers.set(name, value)
        }
        const { status, responseText } = request
        resolve(new Response(responseText || null, { status, headers }))
      }
      request.onerror = fail
      request.onabort = fail
      signal?.addEventListener('abort', abort)

      request.open(method, url)
      request.withCredentials = true
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.send(body as XMLHttpRequestBodyInit)
    })
}

export interface Sending {
  /** Gets the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  /** Aborted when the upload is cancelled. */
  signal?: AbortSignal | undefined
}

/** The input of a call that uploads a file, after the fields that belong to it. */
export function uploaded(
  file: File,
  { onProgress, signal }: Sending,
  fields: Record<string, string | number | boolean> = {},
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  body.set('document', file)
  return { body, transport: uploading(onProgress), signal }
}
