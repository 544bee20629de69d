import type { DeedField } from '@carpeta/domain/sales/deed-steps'

interface Explanation {
  what: string
  /** Whose turn it is. */
  who: string
}

/** For somebody who buys a house once in a lifetime. */
export const explanations: Record<DeedField, Explanation> = {
  draftedOn: {
    what: 'Se redacta el borrador de la escritura de compraventa.',
    who: 'el abogado de la operación',
  },
  buyerSignedOn: { what: 'Firmas la escritura en la notaría.', who: 'tú' },
  sellerSignedOn: { what: 'La parte vendedora firma la escritura.', who: 'la cooperativa' },
  releasingBankSignedOn: {
    what: 'El banco que tiene una hipoteca sobre el terreno firma para liberar tu propiedad de ella.',
    who: 'el banco alzante',
  },
  enteredLenderOn: {
    what: 'La escritura entra a la institución que financia tu crédito, donde la revisan sus abogados.',
    who: 'la institución financiera',
  },
  lenderSignedOn: {
    what: 'La institución que financia tu crédito firma la escritura.',
    who: 'la institución financiera',
  },
  closedOn: {
    what: 'Se cierra la escritura y se entregan las copias autorizadas.',
    who: 'la notaría',
  },
  enteredRegistryOn: {
    what: 'La escritura se presenta al Conservador de Bienes Raíces (CBR) para inscribirla.',
    who: 'la cooperativa',
  },
  leftRegistryOn: {
    what: 'Se inscribe la propiedad a tu nombre y se devuelven los documentos: desde ahí es tuya.',
    who: 'el Conservador de Bienes Raíces',
  },
}
