import type { DeedField } from '@carpeta/domain/deed-steps'

/** What each step is and who acts, for somebody who buys a house once in a lifetime. */
export const explanations: Record<DeedField, string> = {
  draftedOn: 'El abogado redacta el borrador de la escritura de compraventa.',
  buyerSignedOn: 'Tú firmas la escritura en la notaría.',
  sellerSignedOn: 'La cooperativa, como vendedora, firma la escritura.',
  releasingBankSignedOn:
    'El banco que tiene una hipoteca sobre el terreno firma para liberar tu propiedad de ella.',
  enteredLenderOn:
    'La escritura entra a la institución que financia tu crédito, donde la revisan sus abogados.',
  lenderSignedOn: 'La institución que financia tu crédito firma la escritura.',
  closedOn: 'La notaría cierra la escritura y entrega las copias autorizadas.',
  enteredRegistryOn: 'La escritura se presenta al Conservador de Bienes Raíces para inscribirla.',
  leftRegistryOn: 'El Conservador inscribe la propiedad a tu nombre y devuelve los documentos.',
}
