import { newsSentence } from '@carpeta/domain/news/news-texts'
import { saleName } from '@carpeta/domain/sales/sale-name'
import type { Config } from '../../config/config.ts'
import { type Email, greeting, renderEmail, senderOf } from '../../email/render-email.ts'
import type { DueDigest } from './news-emails-store.ts'

/** All news of one load for one member, by property; without amounts and ruts. */
export function digestEmail(
  id: number,
  { firstName, email, news }: DueDigest,
  config: Config,
): Email {
  const names = [...new Set(news.map(saleName))]
  const [only, ...others] = names
  const preferences = new URL('/profile', config.publicUrl).href
  const hasDue = news.some(({ kind }) => kind === 'due_soon' || kind === 'overdue')
  const rendered = renderEmail(
    email,
    {
      subject:
        only !== undefined && others.length === 0
          ? `Novedades de ${only}`
          : 'Novedades de tus propiedades',
      greeting: greeting(firstName),
      paragraphs: names.flatMap((name) => [
        `${name}:`,
        ...news.filter((each) => saleName(each) === name).map((each) => `– ${newsSentence(each)}`),
      ]),
      action: { label: 'Ver mi carpeta', address: addressOf(news, config) },
      footnotes: [
        ...(hasDue
          ? [
              'Si ya pagaste la cuota, no tienes que hacer nada: el pago aparece cuando se registra.',
            ]
          : []),
        `Elige en tu perfil qué correos quieres recibir: ${preferences}`,
      ],
    },
    senderOf(config),
  )
  // If the process is killed between sending and recording it, the second copy has the same id.
  const messageId = `<news-${id}@${config.publicUrl.hostname}>`
  return { ...rendered, messageId, list: { unsubscribe: preferences } }
}

function addressOf(news: DueDigest['news'], config: Config): string {
  const url = new URL('/dashboard', config.publicUrl)
  const codes = new Set(news.map(({ code }) => code))
  const [code] = codes
  if (code !== undefined && codes.size === 1) url.searchParams.set('venta', code)
  return url.href
}
