import type { FastifyReply } from 'fastify'
import { attachmentNamed } from './send-attachment.ts'

/** Sends a file that the portal itself made, to be saved under its name. */
export function sendFile(
  reply: FastifyReply,
  { file }: { file: string },
  { name, content }: { name: string; content: Buffer | string },
): FastifyReply {
  return reply.type(file).header('content-disposition', attachmentNamed(name)).send(content)
}
