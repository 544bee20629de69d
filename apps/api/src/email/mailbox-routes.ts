import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import PostalMime from 'postal-mime'
import type { Config } from '../config/config.ts'
import type { Api } from '../http/api.ts'
import { mailboxFolder } from './mailer.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']
const FORWARDING = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/

/**
 * `/dev/mailbox`: the emails of a local run, to read and click. Other environments and other machines
 * get a 404.
 */
export function mailboxRoutes({ app, config }: Api): void {
  if (config.environment !== 'local') return
  const folder = mailboxFolder(config)

  app.get('/dev/mailbox', async (request, reply) => {
    if (!isFromThisMachine(request, config)) return reply.callNotFound()
    const names = existsSync(folder) ? readdirSync(folder).toSorted().reverse() : []
    const rows = await Promise.all(
      names.map(async (name) => {
        const { subject, to, date } = await PostalMime.parse(readFileSync(join(folder, name)))
        const recipients = to?.map(({ address }) => address).join(', ')
        return `<li><a href="/dev/mailbox/${name}">${plain(subject ?? name)}</a> ${plain(recipients ?? '')} <small>${plain(date ?? '')}</small></li>`
      }),
    )
    const list =
      rows.length > 0 ? `<ol reversed>${rows.join('')}</ol>` : '<p>Sin correos todavía.</p>'
    return reply.type('text/html; charset=utf-8').send(page('Buzón', list))
  })

  app.get<{ Params: { name: string } }>('/dev/mailbox/:name', async (request, reply) => {
    const { name } = request.params
    const file = join(folder, name)
    if (!isFromThisMachine(request, config)) return reply.callNotFound()
    if (!/^\d{6}\.eml$/.test(name) || !existsSync(file)) return reply.callNotFound()
    const { html, text } = await PostalMime.parse(readFileSync(file))
    return reply
      .type('text/html; charset=utf-8')
      .send(html ?? page(name, `<pre>${plain(text ?? '')}</pre>`))
  })
}

/** A proxy on this machine passes on the calls of others, and so may a page in its browser. */
function isFromThisMachine({ socket, headers }: FastifyRequest, { publicUrl }: Config): boolean {
  const host = `http://${headers.host}`
  if (!URL.canParse(host)) return false
  if (![...OWN_NAMES, publicUrl.hostname].includes(new URL(host).hostname)) return false
  if (Object.keys(headers).some((name) => FORWARDING.test(name))) return false
  const address = socket.remoteAddress ?? ''
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body style="font:17px/1.6 system-ui;margin:32px auto;max-width:720px;padding:0 16px"><h1>${title}</h1>${body}`
}

function plain(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
