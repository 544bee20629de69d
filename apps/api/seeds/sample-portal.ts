import type { Audience } from '@carpeta/domain/announcements/announcement-rules'
import { addDays, type CalendarDate, daysBetween } from '@carpeta/domain/dates/dates'
import { parseUfRate, type UfValue } from '@carpeta/domain/money/money'
import { personas } from './personas.ts'

/** The procedures of the sample cooperative, in the order of its list. */
export const sampleProcedures = [
  {
    title: 'Copia de contrato o de otro documento',
    description:
      'Pide una copia de la promesa de compraventa, de un anexo o de un comprobante de tu carpeta. ' +
      'Escribe en los comentarios cuál necesitas; la enviamos en PDF.',
    documents: [],
    answerHours: 12,
  },
  {
    title: 'Actualización de datos personales',
    description:
      'Si cambiaste de domicilio, teléfono, estado civil o empleador, adjunta un documento que lo ' +
      'acredite (certificado de residencia, de matrimonio o de antigüedad laboral).',
    documents: ['Documento que acredita el cambio'],
    answerHours: 18,
  },
  {
    title: 'Cesión de derechos a un familiar',
    description:
      'Para traspasar tu reserva a tu cónyuge, conviviente civil, hijo o padre. El directorio revisa ' +
      'los antecedentes y la cesión se firma ante notario.',
    documents: [
      'Carta de solicitud firmada',
      'Cédula de identidad de quien recibe, por ambos lados',
      'Certificado de nacimiento o de matrimonio',
    ],
    answerHours: 45,
  },
]

/** A request by Rosa with Mario's answer. */
export interface SampleRequest {
  /** The title of a sample procedure. */
  procedure: string
  comment: string
  /** A file in this folder. */
  document: string | null
  answer: string
  sentAt: Date
  reviewedAt: Date
  answeredAt: Date
}

/** Rosa's answered requests, from before the cut-off of the sample export. */
export const rosasRequests: SampleRequest[] = [
  {
    procedure: 'Copia de contrato o de otro documento',
    comment: 'Necesito una copia de la promesa de compraventa para presentarla en el banco.',
    document: null,
    answer:
      'Enviamos la copia de tu promesa de compraventa a tu correo. El original puedes verlo en ' +
      'nuestra oficina, de lunes a jueves.',
    sentAt: new Date('2026-08-04T11:12:00-04:00'),
    reviewedAt: new Date('2026-08-04T15:40:00-04:00'),
    answeredAt: new Date('2026-08-05T10:25:00-04:00'),
  },
  {
    procedure: 'Actualización de datos personales',
    comment:
      'Me cambié de casa dentro de Talcahuano. Adjunto el certificado de la junta de vecinos.',
    document: 'certificado-de-residencia.pdf',
    answer: 'Actualizamos tu dirección: desde ahora es Pasaje Los Copihues 482, Higueras.',
    sentAt: new Date('2026-09-22T16:05:00-03:00'),
    reviewedAt: new Date('2026-09-23T10:15:00-03:00'),
    answeredAt: new Date('2026-09-24T12:30:00-03:00'),
  },
]

export interface SampleAnnouncement extends Audience {
  title: string
  body: string
  authorRut: string
  publishedAt: Date
}

/** For the holders in Los Boldos, among them Rosa and Hernán. */
export const sampleAnnouncement: SampleAnnouncement = {
  title: 'Corte de agua los martes, hasta fin de año',
  body:
    'Por la mantención de la matriz, los martes de noviembre y diciembre no habrá agua en el condominio ' +
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

const REFERENCE_DAY = '2026-11-22' as CalendarDate
const REFERENCE_CENTAVOS = 3_912_345
// About 5 % a year.
const CENTAVOS_A_DAY = 537
/** Before the first payment of the sample. */
const FIRST_DAY = '2022-01-01' as CalendarDate
// The Banco Central publishes the values up to the 9th of the next month.
const DAYS_AHEAD = 30

/** Made-up values of the UF until a month ahead; a day's value depends on its date only. */
export function sampleUfValues(today: CalendarDate): UfValue[] {
  return Array.from({ length: daysBetween(FIRST_DAY, today) + 1 + DAYS_AHEAD }, (_, index) =>
    sampleUfValue(addDays(FIRST_DAY, index)),
  )
}

export function sampleUfValue(date: CalendarDate): UfValue {
  const centavos = REFERENCE_CENTAVOS + CENTAVOS_A_DAY * daysBetween(REFERENCE_DAY, date)
  const pesos = parseUfRate((centavos / 100).toFixed(2))
  if (pesos === null) throw new RangeError(`No sample value of the UF for ${date}`)
  return { date, pesos }
}
