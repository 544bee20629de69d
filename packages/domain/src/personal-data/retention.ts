/** Retention periods, unless the operator sets others (`RETAIN_…`). */
export const retentionDefaults = {
  /** Days after the end of a session. */
  sessionDays: 0,
  /** Days since the last login of a known browser, and since a calendar last read its address. */
  deviceDays: 365,
  /** Days since the last change of a draft. */
  draftDays: 30,
  /** Days after the link of an unconfirmed registration expires. */
  unconfirmedDays: 30,
  /** Days for values of accounting that an import could not read. */
  loadRejectDays: 365,
  /** Days for which sales a load changed, once it cannot be undone any more. */
  loadChangeDays: 30,
  /** Days for an uploaded export of accounting that nobody applied. */
  exportDays: 7,
  /** Days for a job that failed for good, including the email in it. */
  failedJobDays: 30,
  /** Years after the closing of a request, and after the end of an access to a sale. */
  closedRequestYears: 6,
  /** Days after the end of an online payment that was not made. */
  unpaidOrderDays: 180,
  /** Days after a member was told something about a sale. */
  newsDays: 365,
  /** Years after the publication of an announcement. */
  announcementYears: 2,
  /** Days after a published document was withdrawn, or one of its versions replaced. */
  withdrawnDocumentDays: 365,
  /** Years after the deletion of a member's account. */
  deletedAccountYears: 2,
} as const

export type Retention = Record<keyof typeof retentionDefaults, number>

/** The privacy notice's sentences; the nightly job applies the same periods. */
export function retentionSentences(retention: Retention): string[] {
  const session =
    retention.sessionDays === 0
      ? 'hasta que termina'
      : `${days(retention.sessionDays)} desde que termina`
  return [
    'Compras y pagos: mientras dure el contrato y el plazo legal que sigue.',
    `Trámites cerrados y pagos informados ya revisados, con sus documentos: ${years(retention.closedRequestYears)} desde su cierre.`,
    `Quién pudo ver tus compras además de ti: ${years(retention.closedRequestYears)} desde que ya no puede.`,
    `Borradores que nadie toca: ${days(retention.draftDays)}.`,
    `Un pago en línea que no se llegó a hacer: ${days(retention.unpaidOrderDays)}.`,
    `Un registro que nadie confirma: ${days(retention.unconfirmedDays)} desde que vence su enlace.`,
    `Las novedades de tus compras, y los correos con ellas: ${days(retention.newsDays)}.`,
    `Los avisos de la cooperativa, y quién los leyó: ${years(retention.announcementYears)} desde su publicación.`,
    `Un documento de «Mis documentos» que se retiró, o una versión que se reemplazó: ${days(retention.withdrawnDocumentDays)}.`,
    `Una cuenta eliminada: se anonimiza a los ${years(retention.deletedAccountYears)}, salvo que quede algo pendiente.`,
    `Una sesión: ${session}. Un equipo conocido: ${days(retention.deviceDays)} desde su último ingreso.`,
    `El enlace de tu calendario: ${days(retention.deviceDays)} desde que un calendario lo leyó por última vez.`,
    `Un correo que no se pudo entregar: ${days(retention.failedJobDays)} desde el último intento.`,
    `Un dato de la contabilidad que no se pudo leer: ${days(retention.loadRejectDays)}.`,
    `Qué compras cambió una carga de la contabilidad, y qué cifras no cuadraban en ella: ${days(retention.loadChangeDays)}.`,
    `Un archivo de la contabilidad que no se llegó a cargar: ${days(retention.exportDays)}.`,
  ]
}

function days(count: number): string {
  return `${count} ${count === 1 ? 'día' : 'días'}`
}

function years(count: number): string {
  return `${count} ${count === 1 ? 'año' : 'años'}`
}
