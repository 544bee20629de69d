import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Api } from '../http/api.ts'
import { mailboxFolder } from './mailer.ts'

/** `/dev/mailbox`: the emails of a local run, to read and click. Other environments answer 404. */
export function mailboxRoutes({ app, config }: Api): void {
  if (config.environment !== 'local') return
  const folder = mailboxFolder(config)

  app.get('/dev/mailbox', async (_request, reply) => {
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
    if (!/^\d{6}\.eml$/.test(name) || !existsSync(file)) return reply.callNotFound()
    const { html, text } = await PostalMime.parse(readFileSync(file))
    return reply
      .type('text/html; charset=utf-8')
      .send(html ?? page(name, `<pre>${plain(text ?? '')}</pre>`))
  })
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body style="font:17px/1.6 system-ui;margin:32px auto;max-width:720px;padding:0 16px"><h1>${title}</h1>${body}`
}

function plain(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
