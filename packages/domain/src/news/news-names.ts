/** Below 'Novedades de tu compra'. */
export const newsAbout = 'Pagos, cuotas, documentos y escritura'

/** Below 'Avisos de la cooperativa', above the news. */
export const announcementsAbout =
  'Lo que la cooperativa publica para sus socios. Lo que pasa con tu compra está más abajo, en «Novedades de tu compra».'
