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
