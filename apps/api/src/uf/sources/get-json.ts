/** A source of the UF did not answer usefully; the message is the end of a sentence for the operator. */
export class SourceError extends Error {}

interface Limits {
  /** Of the whole answer. */
  timeoutMs: number
  maxBytes: number
}

const limits: Limits = { timeoutMs: 10_000, maxBytes: 1_000_000 }

/** Answers of other hosts are refused, and so is one that is too long after it is unpacked. @throws {SourceError} */
export async function getJson(
  address: URL,
  { timeoutMs, maxBytes }: Limits = limits,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json' },
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new SourceError(refusedBy(response.status))
    }
    return parse(await readBody(response, maxBytes))
  } catch (error) {
    if (error instanceof SourceError) throw error
    // The message of `fetch` might contain the address, and the address the key.
    throw new SourceError(
      signal.aborted ? `no respondió en ${timeoutMs / 1000} segundos` : 'no responde',
    )
  }
}

/** With or without a slash at the end of the base. */
export function addressBelow(base: URL, path: string): URL {
  return new URL(`${base.href.replace(/\/+$/, '')}/${path}`)
}

function refusedBy(status: number): string {
  if (status >= 300 && status < 400) return 'manda a otra dirección'
  if (status === 401 || status === 403) return `no acepta la clave (${status})`
  return `respondió ${status}`
}

/** `fetch` unpacks while it reads, so a small answer that unpacks to gigabytes is cut. */
async function readBody({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new SourceError('respondió más de lo que cabe')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SourceError('no respondió JSON')
  }
}
