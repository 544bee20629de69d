import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface PostOffice {
  port: number
  received: Email[]
  close: () => Promise<void>
}

/** A real SMTP server that keeps what it gets; one that does not answer never says so. */
export async function openPostOffice({ port = 0, answers = true } = {}): Promise<PostOffice> {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      received.push(await PostalMime.parse(Buffer.concat(chunks)))
      if (answers) done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const address = server.server.address()
  const close = () => new Promise<void>((closed) => server.close(() => closed()))
  return { port: typeof address === 'object' && address ? address.port : 0, received, close }
}
