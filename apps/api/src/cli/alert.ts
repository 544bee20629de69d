import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { counted } from '@carpeta/domain/text/counted'
import type { Config } from '../config/config.ts'
import { enqueueStaffEmail } from '../email/email-queue.ts'
import { type Addressee, type Email, emailTo } from '../email/render-email.ts'
import { listSuperusers } from '../people/staff-store.ts'
import { withDatabase } from './prepare-database.ts'

/** Writes to the superusers that a service of the server failed; systemd calls it. */
export async function runAlert(service: string): Promise<void> {
  const recipients = await withDatabase((db, config) =>
    db.transaction(async (tx) => {
      const superusers = await listSuperusers(tx)
      for (const superuser of superusers) {
        const reader = { colleague: superuser, permission: 'superuser' } as const
        await enqueueStaffEmail(tx, failureEmail(superuser, service, config), reader, config)
      }
      return superusers.length
    }),
  )
  const superusers = counted(recipients, 'superusuario', 'superusuarios')
  console.log(`Se avisa por correo a ${superusers} que falló ${service}.`)
}

function failureEmail(to: Addressee, service: string, config: Config): Email {
  return emailTo(to, config, {
    subject: 'Algo falló en el servidor de la Carpeta Virtual',
    paragraphs: [
      `«${service}» terminó con un error el ${dateTimeInSantiago(new Date())}.`,
      `Avisa a quien administra el servidor: «journalctl -u ${service}» dice por qué, y «carpeta doctor» revisa lo demás.`,
    ],
  })
}
