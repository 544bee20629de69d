import type { DeedField } from '@carpeta/domain/deed-steps'

interface Explanation {
  what: string
  /** Who acts in this step. */
  actor: string
}

/** Written for first-time buyers. */
export const explanations: Record<DeedField, Explanation> = {
  draftedOn: {
    what: 'Se redacta el borrador de la escritura de compraventa.',
    actor: 'el abogado de la operación',
  },
  buyerSignedOn: { what: 'Firmas la escritura en la notaría.', actor: 'tú' },
  sellerSignedOn: { what: 'La parte vendedora firma la escritura.', actor: 'la cooperativa' },
  releasingBankSignedOn: {
    what: 'El banco que tiene una hipoteca sobre el terreno firma para liberar tu propiedad de ella.',
    actor: 'el banco alzante',
  },
  enteredLenderOn: {
    what: 'La escritura entra a la institución que financia tu crédito, donde la revisan sus abogados.',
    actor: 'la institución financiera',
  },
  lenderSignedOn: {
    what: 'La institución que financia tu crédito firma la escritura.',
    actor: 'la institución financiera',
  },
  closedOn: {
    what: 'Se cierra la escritura y se entregan las copias autorizadas.',
    actor: 'la notaría',
  },
  enteredRegistryOn: {
    what: 'La escritura se presenta al Conservador de Bienes Raíces (CBR) para inscribirla.',
    actor: 'la cooperativa',
  },
  leftRegistryOn: {
    what: 'Se inscribe la propiedad a tu nombre y se devuelven los documentos: desde ahí es tuya.',
    actor: 'el Conservador de Bienes Raíces',
  },
}
