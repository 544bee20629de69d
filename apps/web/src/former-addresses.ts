/** Where addresses of emails and bookmarks lead that had in the query what is in the path now. */
const formerAddresses: Record<string, Record<string, (value: string) => string>> = {
  '/requests': {
    solicitud: (id) => `/requests/${id}`,
    ingresar: (id) => (id ? `/requests/new/${id}` : '/requests/new'),
  },
  '/payment-reports': { informe: (id) => `/payment-reports/${id}` },
  '/procedures': { vista: () => '/procedures/holidays' },
  '/imports': {
    carga: (id) => `/imports/loads/${id}`,
    archivo: (id) => `/imports/uploads/${id}`,
    vista: () => '/imports/tokens',
  },
  '/announcements': { aviso: (id) => `/announcements/${id}` },
  '/users': { usuario: (id) => `/users/${id}` },
  '/help': { tema: (topic) => `/help/${topic}`, pagina: (id) => `/help/pages/${id}` },
}

export function movedTo(path: string, { searchParams }: URL): string | undefined {
  for (const [name, to] of Object.entries(formerAddresses[path] ?? {})) {
    const value = searchParams.get(name)
    if (value === null) continue
    searchParams.delete(name)
    const rest = String(searchParams)
    return to(encodeURIComponent(value)) + (rest && `?${rest}`)
  }
  return undefined
}
