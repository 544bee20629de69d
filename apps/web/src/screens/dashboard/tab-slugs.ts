/** How the address names each tab. */
export const tabSlugs = {
  holderData: 'antecedentes-personales',
  accountStatement: 'estado-de-cuenta',
  deed: 'escrituracion',
  procedures: 'solicitar-tramites',
  myRequests: 'mis-tramites',
} as const
