/** A request by Rosa with Mario's answer. */
export interface SampleRequest {
  /** A title of `sample-procedures.ts`. */
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
