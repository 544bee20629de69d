import type { FastifyReply } from 'fastify'
import { attachmentNamed } from './send-attachment.ts'

/** Sends a generated file for saving under its name. */
export function sendFile(
  reply: FastifyReply,
  { file }: { file: string },
  { name, content }: { name: string; content: Buffer | string },
): FastifyReply {
  return reply.type(file).header('content-disposition', attachmentNamed(name)).send(content)
}
