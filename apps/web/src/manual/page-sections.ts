/**
 * For each page of staff in the route table, the part of the manual that says how it is used. Not in that table, which
 * the login loads.
 */
export const pageSections: Record<string, string> = {
  '/dashboard': '2-la-página-de-inicio-y-la-navegación',
  '/requests': 'la-lista-y-la-asignación',
  '/requests/:id': 'atender-una-solicitud',
  '/requests/new': 'ingresar-una-solicitud-por-un-socio',
  '/requests/new/:id': 'ingresar-una-solicitud-por-un-socio',
  '/payment-reports': '7-pagos-informados',
  '/payment-reports/:id': '7-pagos-informados',
  '/payments': 'pagos-en-línea',
  '/member-documents': 'documentos-de-socios',
  '/procedures': '4-trámites-y-feriados',
  '/procedures/holidays': 'feriados',
  '/imports': 'cargar-un-archivo',
  '/imports/loads/:id': 'ventas-rechazadas-cargas-detenidas-y-hallazgos',
  '/imports/uploads/:id': 'cargar-un-archivo',
  '/imports/tokens': 'tokens-y-cargas-automáticas',
  '/reports': 'informes',
  '/letters': 'crear-e-invitar',
  '/announcements': '8-avisos-ayuda-y-documentos',
  '/announcements/:id': '8-avisos-ayuda-y-documentos',
  '/users': 'crear-e-invitar',
  '/users/:id': 'la-ficha-del-socio',
  '/groups': 'grupos-y-permisos',
  '/setup': 'puesta-en-marcha',
  '/activity': '9-bitácora',
  '/system': 'sistema',
  '/profile': 'configurar-el-segundo-factor',
  '/help': '8-avisos-ayuda-y-documentos',
}

/** @param path as in the address: '/requests/12' */
export function sectionOf(path: string): string | undefined {
  return pageSections[path.replace(/\/$/, '').replace(/\/\d+$/, '/:id')]
}
