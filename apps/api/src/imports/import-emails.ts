import type { Config } from '../config/config.ts'
import { type Addressee, type Email, emailTo, pageAddress } from '../email/render-email.ts'

export function failedImportEmail(to: Addressee, failure: string, config: Config): Email {
  return emailTo(to, config, {
    subject: 'La carga automática de contabilidad falló',
    paragraphs: [
      'La carga automática de contabilidad no se aplicó, y nada cambió: los socios siguen viendo las cifras de la última carga.',
      failure,
      'El portal lo intentará de nuevo a la próxima hora fijada. Quien lo administra puede intentarlo antes con «carpeta import».',
    ],
    action: {
      label: 'Ver las cargas',
      address: pageAddress('/imports', config),
    },
  })
}
