import type { Audience } from '@carpeta/domain/announcements/announcement-rules'
import { personas } from './personas.ts'

export interface SampleAnnouncement extends Audience {
  title: string
  body: string
  authorRut: string
  publishedAt: Date
}

/** For the holders in Los Boldos, among them Rosa and Hernán. */
export const sampleAnnouncement: SampleAnnouncement = {
  title: 'Corte de agua el martes 24 de noviembre',
  body:
    'Por la mantención de la matriz, el martes 24 de noviembre no habrá agua en el condominio ' +
    'entre las 9:00 y las 13:00 horas.\n\n' +
    'Te recomendamos juntar agua la noche anterior. El estado de los cortes se puede ver en ' +
    'https://essbio.example/cortes.\n\n' +
    'Cooperativa Vista al Biobío',
  audience: 'condominium',
  project: 'Altos de Tumbes',
  condominium: 'Condominio Los Boldos',
  authorRut: personas.mario.rut,
  publishedAt: new Date('2026-11-18T10:00:00-03:00'),
}
