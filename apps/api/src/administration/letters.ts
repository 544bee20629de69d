import type { Addressee } from '../accounts/letters.ts'
import type { Config } from '../config.ts'
import { type Letter, writeLetter } from '../mail/letter.ts'
import { senderOf } from '../mail/sender.ts'

/** Nobody's password changes unseen, not even where the office did it at his own request. */
export function passwordSetByStaffLetter(to: Addressee, config: Config): Letter {
  const sender = senderOf(config)
  return writeLetter(
    to.email,
    {
      subject: 'Tu contraseña cambió',
      greeting: `Hola, ${to.firstName}:`,
      paragraphs: [
        `${sender.company} puso una contraseña nueva a tu Carpeta Virtual, y se cerraron las sesiones abiertas.`,
        `Si no lo pediste, avísanos ahora en ${sender.contactEmail} y recupera tu contraseña.`,
      ],
      action: { label: 'Ir a la Carpeta Virtual', address: config.publicUrl.href },
    },
    sender,
  )
}
