// Where in the address of the dashboard a sale's tabs are, and what is open within them.

export const tabSlugs = {
  holderData: 'antecedentes-personales',
  accountStatement: 'estado-de-cuenta',
  deed: 'escrituracion',
  procedures: 'solicitar-tramites',
  myRequests: 'mis-tramites',
} as const

/** Where a link to a tab leads. */
export function searchOfTab(code: string, tab: string): string {
  return `?${new URLSearchParams({ venta: code, tab })}`
}

/** Where a link to one of a member's requests leads; letters have the same. */
export function searchOfRequest(code: string, id: number | string): string {
  return `${searchOfTab(code, tabSlugs.myRequests)}&${new URLSearchParams({ solicitud: String(id) })}`
}
