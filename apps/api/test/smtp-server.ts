import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface MailServer {
  port: number
  received: Email[]
  close: () => Promise<void>
}

interface Options {
  port?: number
  /** False: the server never confirms an email. */
  answers?: boolean
  /** The rejection of an address. */
  refuses?: (address: string) => { code: number; message: string } | undefined
}

/** A real SMTP server that stores received emails. */
export async function openMailServer(options: Options = {}): Promise<MailServer> {
  const { port = 0, answers = true, refuses } = options
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuses?.(address)
      if (!refusal) return done()
      done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
    },
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
