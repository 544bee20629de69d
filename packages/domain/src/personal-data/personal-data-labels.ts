/** The name of an erased account. */
export const ERASED_NAME = 'Cuenta anonimizada'

/** The actor of commands and nightly jobs. */
export const OPERATOR_NAME = 'Operación del portal'

/** Labels of the PDF with a member's personal data. */
export const memberDataLabels = {
  title: 'Mis datos personales',
  intro:
    'Este documento reúne todo lo que el portal guarda sobre ti. También puedes tener lo mismo en un ' +
    'archivo JSON, que otro programa puede leer.',
  cutText: ' […] (Texto cortado: está completo en el archivo JSON.)',
  account: {
    title: 'Tu cuenta',
    password: 'Guardamos solo una huella de tu contraseña: nadie puede leerla, tampoco nosotros.',
  },
  preferences: { title: 'Tus preferencias' },
  sales: {
    title: 'Tus compras',
    intro: 'Son una copia de lo que informa la contabilidad de la cooperativa.',
    empty: 'El portal no tiene compras a tu nombre.',
    coHolder: 'Esta compra tiene un co-titular. Sus datos son de otra persona y no van aquí.',
    withdrawn: 'La contabilidad ya no informa esta compra; el portal no la muestra.',
  },
  coHeld: {
    title: 'Compras en que eres co-titular',
    intro: 'Van solo los datos que son tuyos; los del titular son de otra persona.',
    empty: 'No apareces como co-titular en la compra de otra persona.',
  },
  formerSales: {
    title: 'Compras que estuvieron a tu nombre',
    intro: 'La contabilidad las informa hoy a nombre de otra persona.',
  },
  saleAccesses: {
    title: 'Compras que otra persona puede ver',
    intro:
      'Las tuyas que ve alguien más, y las de otro titular que ves tú. La otra persona no va aquí.',
    empty: 'Nadie más ve tus compras, ni tú las de otro titular.',
    given: 'la ve otra persona',
    received: 'es de otro titular y la ves tú',
  },
  requests: { title: 'Tus trámites', empty: 'No has pedido trámites.' },
  savedFilters: { title: 'Filtros que guardaste' },
  documents: {
    title: 'Tus documentos',
    intro: 'La huella permite comprobar que un archivo es exactamente el que guardamos.',
    empty: 'No guardamos documentos tuyos.',
  },
  paymentReports: { title: 'Pagos que informaste', empty: 'No has informado pagos.' },
  onlinePayments: { title: 'Pagos en línea', empty: 'No has pagado en línea.' },
  sessions: {
    title: 'Dónde has ingresado',
    empty: 'No hay sesiones abiertas.',
    devices: 'Equipos conocidos',
  },
  secondFactor: {
    title: 'Tu segundo factor',
    empty: 'No tienes un segundo factor.',
    totp: 'Aplicación de códigos',
    codesLeft: 'Códigos de recuperación sin usar',
  },
  emailChange: 'Cambio de correo',
  emails: { title: 'Correos', empty: 'No hay correos en camino ni enlaces pendientes.' },
  dueCalendar: {
    title: 'El enlace de tu calendario',
    intro:
      'Con él un calendario lee cuándo vencen tus cuotas, sin montos. Guardamos solo su huella.',
    empty: 'No has creado uno.',
  },
  statements: {
    title: 'Estados de cuenta emitidos en PDF',
    empty: 'No se han emitido estados de cuenta en PDF.',
  },
  publishedDocuments: {
    title: 'Documentos de tus compras',
    empty: 'No hay documentos publicados para ti.',
    notReadable: 'Un documento que ya no puedes ver',
  },
  announcements: {
    title: 'Avisos de la cooperativa',
    empty: 'No has abierto avisos ni recibido avisos por correo.',
    read: 'leído el',
    unread: 'sin leer',
  },
  news: {
    title: 'Novedades de tus compras',
    empty: 'No hay novedades.',
  },
  accesses: {
    title: 'Quién vio tus datos',
    empty: 'Nadie más ha visto ni cambiado tus datos.',
  },
  attempts: {
    title: 'Intentos y peticiones sobre tu cuenta',
    intro: 'De quien no había ingresado: pudiste ser tú u otra persona.',
    empty: 'No hay intentos ni peticiones.',
  },
  changes: {
    title: 'Cambios de tu cuenta',
    intro: 'La bitácora conserva lo que decía tu cuenta antes y después de cada cambio.',
    empty: 'Nadie ha cambiado tu cuenta.',
  },
  facts: {
    first_name: 'Nombre',
    last_name: 'Apellido',
    email: 'Correo',
    social_security: 'Rut',
    is_active: 'Activa',
    is_superuser: 'Superusuario',
    group_ids: 'Grupos',
  },
  unread: {
    title: 'Lo que no se pudo leer de tus compras',
    intro: 'Vino así de la contabilidad, que debe corregirlo.',
    empty: 'Todo se pudo leer.',
  },
  events: {
    sent: 'envió el trámite',
    cancelled: 'anuló el trámite',
    review: 'empezó a revisarla',
    asked: 'pidió lo que faltaba',
    replied: 'respondió a lo pedido',
    commented: 'comentó',
    responded: 'respondió a la respuesta',
    resolved: 'respondió y cerró',
    rejected: 'rechazó y cerró',
    reopened: 'la reabrió',
    extended: 'prorrogó el plazo',
    filed: 'ingresó el trámite por el socio',
    merged: 'unió el trámite a otro',
    absorbed: 'le unió otro trámite',
    assigned: 'la asignó',
    note: 'anotó',
    document_accepted: 'aceptó un documento',
    document_rejected: 'rechazó un documento',
    document_replaced: 'reemplazó un documento',
  },
  deliveries: { queued: 'en camino', sent: 'entregada', failed: 'no se pudo entregar' },
  links: {
    activate: 'Enlace para activar',
    letter: 'Carta con un código para activar',
    restore: 'Enlace para recuperar la contraseña',
    confirm: 'Enlace para confirmar el correo',
    not_me: 'Enlace «No fui yo»',
  },
  activity: { title: 'Lo que hiciste en el portal', empty: 'No hay anotaciones.' },
} as const

/** What an erasure leaves in place, and why. */
export const retainedOnErasure = [
  'Compras, cuotas y pagos, con el nombre y el rut del titular y del co-titular: son respaldo contable y tributario, y la ley obliga a conservarlos durante su plazo.',
  'Los datos de quien compró junto con él: son de otra persona, que puede pedir lo suyo.',
  'Folios de estados de cuenta emitidos: permiten comprobar un papel que ya está en manos de otros. No llevan nombre ni rut.',
  'Fechas, tipo y resultado de sus trámites, sin comentarios, respuestas ni documentos: prueban que se atendieron.',
  'Fecha, monto y resultado de los pagos que informó, sin comentarios, motivos ni comprobantes.',
  'Folio, monto y autorización de los pagos en línea, sin los datos de la tarjeta: son respaldo contable.',
  'La bitácora: solo se le puede agregar, nunca borrar, porque prueba quién vio y cambió los datos. De cada anotación queda la fecha, qué se hizo, el número de la cuenta, que ya no lleva a su nombre, y el número o código de lo que se vio o cambió: un trámite, un documento, una compra. El nombre, el correo, el rut, los motivos escritos y la dirección de internet están cifrados, y su clave se borra: nadie puede volver a leerlos. Solo las anotaciones de versiones anteriores a este cifrado conservan su texto.',
  'Lo que tiene la contabilidad: el portal es solo una copia. Pídalo allá por separado.',
] as const

export const eraseRefusals = {
  openSale: (codes: string[]) =>
    `Tiene ${codes.length === 1 ? 'una venta abierta' : 'ventas abiertas'} (${codes.join(', ')}): mientras dure el contrato, sus datos hacen falta para cumplirlo.`,
  openCoSaleWithReaders: (codes: string[]) =>
    `Es co-titular de ${codes.length === 1 ? 'una venta abierta' : 'ventas abiertas'} (${codes.join(', ')}): mientras dure el contrato, sus datos hacen falta para cumplirlo.`,
  openRequest: (ids: number[]) =>
    `Tiene ${ids.length === 1 ? 'un trámite sin responder' : 'trámites sin responder'} (${ids.map((id) => `nº ${id}`).join(', ')}): primero hay que responder.`,
  openPayment: (folios: string[]) =>
    `Tiene ${folios.length === 1 ? 'un pago en línea en curso' : 'pagos en línea en curso'} (${folios.join(', ')}): primero hay que saber cómo ${folios.length === 1 ? 'termina' : 'terminan'}, lo que toma unos minutos.`,
  staff:
    'Es una cuenta de funcionario: primero quítele sus grupos, y al superusuario ese permiso con «carpeta demote-superuser».',
} as const

/** The last page of a PDF that reached the most pages. */
export function incompleteDataNote(pages: number): string {
  return (
    `Este documento está incompleto: tiene solo las primeras ${pages} páginas. ` +
    'El archivo JSON lo tiene todo.'
  )
}
