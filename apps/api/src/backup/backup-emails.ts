import type { Config } from '../config/config.ts'
import { type Addressee, type Email, emailTo } from '../email/render-email.ts'

export function missingBackupEmail(to: Addressee, fault: string, config: Config): Email {
  return emailTo(to, config, {
    subject: 'Faltan respaldos de la Carpeta Virtual',
    paragraphs: [
      'Si hoy se perdiera el servidor, se perdería lo que los socios enviaron desde el último respaldo.',
      fault,
      'Avisa a quien administra el servidor: «carpeta backup» dice por qué falla, y «carpeta doctor» revisa lo demás. Este correo se repite cada mañana mientras falten.',
    ],
  })
}
