// The addresses of a sale's tabs on the dashboard.

export const tabSlugs = {
  holderData: 'antecedentes-personales',
  accountStatement: 'estado-de-cuenta',
  deed: 'escrituracion',
  procedures: 'solicitar-tramites',
  myRequests: 'mis-tramites',
} as const

export function searchOfTab(code: string, tab: string): string {
  return `?${new URLSearchParams({ venta: code, tab })}`
}

/** In the account statement: its certificate. */
export const CERTIFICATE = '#certificado'

/** Emails link to the same address. */
export function searchOfRequest(code: string, id: number | string): string {
  return `${searchOfTab(code, tabSlugs.myRequests)}&${new URLSearchParams({ solicitud: String(id) })}`
}

/** The form of a procedure. @param about what a screen begins it about */
export function searchOfProcedure(code: string, id: number, about?: string | null): string {
  const form = { tramite: String(id), ...(about && { sobre: about }) }
  return `${searchOfTab(code, tabSlugs.procedures)}&${new URLSearchParams(form)}`
}
