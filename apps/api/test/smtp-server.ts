import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from './free-port.ts'

interface MailServer {
  port: number
  /** For `SMTP_URL`; without STARTTLS, which the setting requires elsewhere. */
  url: string
  received: Email[]
  /** Each email's connection. */
  sessions: { isEncrypted: boolean }[]
  /** How many were opened. */
  connections: () => number
  close: () => Promise<void>
}

interface Options {
  port?: number
  /** False: the server never confirms an email. */
  answers?: boolean
  /** With a certificate that nobody trusts. */
  hasStartTls?: boolean
  /** The rejection of an address. */
  refuses?: (address: string) => { code: number; message: string } | undefined
}

/** A real SMTP server that stores received emails. */
export async function openMailServer(options: Options = {}): Promise<MailServer> {
  const { port = await freePort(), answers = true, hasStartTls = false, refuses } = options
  const received: Email[] = []
  const sessions: MailServer['sessions'] = []
  let connections = 0
  const server = new SMTPServer({
    onConnect: (_session, done) => {
      connections++
      done()
    },
    authOptional: true,
    disabledCommands: hasStartTls ? [] : ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuses?.(address)
      if (!refusal) return done()
      done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
    },
    onData: async (stream, { secure }, done) => {
      sessions.push({ isEncrypted: secure })
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      received.push(await PostalMime.parse(Buffer.concat(chunks)))
      if (answers) done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const close = () => new Promise<void>((closed) => server.close(() => closed()))
  const url = `smtp://127.0.0.1:${port}?requireTLS=false`
  return { port, url, received, sessions, connections: () => connections, close }
}
