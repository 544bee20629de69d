import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface PostOffice {
  port: number
  received: Email[]
  close: () => Promise<void>
}

interface Habits {
  port?: number
  /** One that does not never says that it kept a letter. */
  answers?: boolean
  /** What it says of an address that it will not have. */
  refuses?: (address: string) => { code: number; words: string } | undefined
}

/** A real SMTP server that keeps what it gets. */
export async function openPostOffice(habits: Habits = {}): Promise<PostOffice> {
  const { port = 0, answers = true, refuses } = habits
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuses?.(address)
      if (!refusal) return done()
      done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
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
