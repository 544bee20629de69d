import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** A client that reads nothing for so long has gone, or holds the answer open on purpose. */
export const UNREAD_MS = 120_000

/** Ends the connection of an answer that nobody reads. */
export function endUnread(app: FastifyInstance, unreadMs: number): void {
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    raw.setTimeout(unreadMs, () => {
      const { socket, writableFinished } = raw
      if (writableFinished) return
      // Nothing waits for the client: the rest of the answer is still being made.
      if (socket?.writableLength === 0) socket.setTimeout(unreadMs)
      else socket?.destroy()
    })
    done()
  })
}

/** Sends a generated file for saving under its name. */
export function sendFile(
  reply: FastifyReply,
  { file }: { file: string },
  { name, content }: { name: string; content: Readable | Buffer | string },
): FastifyReply {
  return reply.type(file).header('content-disposition', attachmentNamed(name)).send(content)
}

/** Sends an uploaded file for saving, never to be run in the portal's origin (docs/security.md 7.4). */
export function sendAttachment(
  reply: FastifyReply,
  /** Without a size where it is written while it is sent. */
  { name, type, size }: { name: string; type: string; size?: number },
  content: Readable | Buffer,
): FastifyReply {
  return reply
    .type(type)
    .headers({
      ...(size !== undefined && { 'content-length': size }),
      'content-disposition': attachmentNamed(name),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    .send(content)
}

/** RFC 6266: an ASCII name for old browsers, the whole name in UTF-8 for the others. */
function attachmentNamed(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
