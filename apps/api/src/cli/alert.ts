import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { counted } from '@carpeta/domain/text/counted'
import type { Config } from '../config/config.ts'
import { type Addressee, type Email, emailTo } from '../email/render-email.ts'
import { emailPermitted } from '../people/email-staff.ts'
import { withDatabase } from './prepare-database.ts'

/** Writes to the superusers that a service of the server failed; systemd calls it. */
export async function runAlert(service: string): Promise<void> {
  const recipients = await withDatabase((db, config) =>
    db.transaction((tx) =>
      emailPermitted(tx, 'superuser', (to) => failureEmail(to, service, config), config),
    ),
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
