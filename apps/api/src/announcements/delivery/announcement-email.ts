import { paragraphsOf } from '@carpeta/domain/text/written-text'
import type { Config } from '../../config/config.ts'
import { type Email, greeting, renderEmail, senderOf } from '../../email/render-email.ts'
import type { DueEmail, QueuedAnnouncementEmail } from './announcement-emails-store.ts'

/** The title and the text; files stay in the portal. */
export function announcementEmail(
  { title, body, files, firstName, email }: DueEmail,
  { announcementId, userId }: QueuedAnnouncementEmail,
  config: Config,
): Email {
  const rendered = renderEmail(
    email,
    {
      subject: `Aviso: ${title}`,
      greeting: greeting(firstName),
      paragraphs: [...paragraphsOf(body).flat(), ...filesSentence(files)],
      action: { label: 'Ver el aviso', address: addressOf(announcementId, config) },
      footnotes: ['Si prefieres no recibir los avisos por correo, puedes decirlo en tu perfil.'],
    },
    senderOf(config),
  )
  // If the process is killed between sending and recording it, the second copy has the same id.
  const messageId = `<announcement-${announcementId}-${userId}@${config.publicUrl.hostname}>`
  return { ...rendered, messageId }
}

function filesSentence(files: number): string[] {
  if (files === 0) return []
  return [
    files === 1
      ? 'Trae un archivo, que puedes descargar en el portal.'
      : `Trae ${files} archivos, que puedes descargar en el portal.`,
  ]
}

function addressOf(announcementId: number, config: Config): string {
  const url = new URL('/dashboard', config.publicUrl)
  url.search = String(new URLSearchParams({ avisos: String(announcementId) }))
  return url.href
}
