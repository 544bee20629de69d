/** The answer of another system is longer than any that makes sense. */
export class AnswerTooLong extends Error {}

/**
 * The body of another system's answer. `fetch` unpacks while it reads, so a small answer that unpacks to gigabytes
 * is cut.
 * @throws {AnswerTooLong}
 */
export async function readAnswer({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new AnswerTooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
