import type { ProcedureForm } from '../requests/procedure-rules.ts'

/** Procedures that a Chilean housing cooperative usually offers, to begin a catalogue with. */
export const starterProcedures: readonly ProcedureForm[] = [
  {
    title: 'Copia de contrato o de otro documento',
    description:
      'Pide una copia de la promesa de compraventa, de un anexo o de un comprobante de tu carpeta. Escribe en los comentarios cuál necesitas; la enviamos en PDF.',
    documents: [],
    answer_hours: 12,
  },
  {
    title: 'Certificado de pagos o de deuda',
    description:
      'Pide un certificado de lo que has pagado o de lo que falta, por ejemplo para tu banco o tu empleador. Escribe en los comentarios para qué lo necesitas.',
    documents: [],
    answer_hours: 18,
  },
  {
    title: 'Actualización de datos personales',
    description:
      'Si cambiaste de domicilio, teléfono, estado civil o empleador, adjunta un documento que lo acredite, como un certificado de residencia, de matrimonio o de antigüedad laboral.',
    documents: ['Documento que acredita el cambio'],
    answer_hours: 18,
  },
  {
    title: 'Aclaración de un pago',
    description:
      'Si un pago tuyo no aparece o aparece con otro monto, cuéntanos la fecha y el monto y adjunta el comprobante.',
    documents: ['Comprobante del pago'],
    answer_hours: 18,
  },
  {
    title: 'Cambio en el plan de pagos',
    description:
      'Pide repactar cuotas, cambiar su fecha o pagar por adelantado. Explica tu situación en los comentarios; te respondemos con una propuesta.',
    documents: ['Última liquidación de sueldo o acreditación de ingresos'],
    answer_hours: 45,
  },
  {
    title: 'Cesión de derechos a un familiar',
    description:
      'Para traspasar tu reserva a tu cónyuge, conviviente civil, hijo o padre. El directorio revisa los antecedentes y la cesión se firma ante notario.',
    documents: [
      'Carta de solicitud firmada',
      'Cédula de identidad de quien recibe, por ambos lados',
      'Certificado de nacimiento o de matrimonio',
    ],
    answer_hours: 45,
  },
  {
    title: 'Antecedentes para el crédito hipotecario',
    description:
      'Pide los documentos que tu banco necesita para el crédito, como la promesa, el certificado de la cooperativa y los antecedentes de la propiedad. Escribe en los comentarios qué banco es.',
    documents: ['Documento del banco con lo que pide'],
    answer_hours: 30,
  },
  {
    title: 'Uso de subsidio habitacional',
    description:
      'Avísanos que pagarás una parte con un subsidio del Estado. Te decimos qué sigue y por cuánto tiempo rige tu certificado.',
    documents: ['Certificado de subsidio', 'Cédula de identidad, por ambos lados'],
    answer_hours: 30,
  },
  {
    title: 'Visita a la vivienda o al terreno',
    description:
      'Pide una visita acompañada a tu propiedad. Escribe en los comentarios dos días en que puedes; te confirmamos la hora.',
    documents: [],
    answer_hours: 18,
  },
  {
    title: 'Observaciones de la entrega o postventa',
    description:
      'Si tu vivienda tiene una falla, descríbela por recinto y adjunta fotos. Te respondemos con la fecha de la revisión.',
    documents: ['Fotos de la falla'],
    answer_hours: 30,
  },
  {
    title: 'Renuncia o desistimiento',
    description:
      'Para dejar la cooperativa o desistir de tu reserva. Te respondemos con la liquidación y los plazos de devolución según los estatutos y tu contrato.',
    documents: [
      'Renuncia firmada',
      'Cédula de identidad, por ambos lados',
      'Datos de la cuenta bancaria para la devolución',
    ],
    answer_hours: 60,
  },
  {
    title: 'Reclamo o sugerencia',
    description:
      'Cuéntanos qué salió mal o qué podríamos hacer mejor. Lo lee una persona distinta de quien te atendió.',
    documents: [],
    answer_hours: 30,
  },
]
