/** For how long things are kept unless the operator says otherwise (`RETAIN_…`). */
export const retentionDefaults = {
  /** Days after a session has run out. */
  sessionDays: 0,
  /** Days without a log-in for a known browser. */
  deviceDays: 365,
  /** Days for a draft that nobody touches. */
  draftDays: 30,
  /** Days for a registration that was never confirmed, after its link has died. */
  unconfirmedDays: 30,
  /** Days for what a load of accounting's data could not read. */
  loadRejectDays: 365,
  /** Days for a job that failed for good, with the letter in it. */
  failedJobDays: 30,
  /** Years after a request was closed. */
  closedRequestYears: 6,
  /** Years after a member's account was deleted. */
  deletedAccountYears: 2,
} as const

/** How long what is no longer used is kept. */
export type Retention = Record<keyof typeof retentionDefaults, number>

/** What the privacy notice promises, as the nightly job keeps it. */
export function retentionSentences(kept: Retention): string[] {
  const session =
    kept.sessionDays === 0 ? 'hasta que termina' : `${days(kept.sessionDays)} desde que termina`
  return [
    'Ventas y pagos: mientras dure el contrato y el plazo legal que sigue.',
    `Trámites cerrados, con sus documentos: ${years(kept.closedRequestYears)} desde su cierre.`,
    `Borradores que nadie toca: ${days(kept.draftDays)}.`,
    `Un registro que nadie confirma: ${days(kept.unconfirmedDays)} desde que vence su enlace.`,
    `Una cuenta eliminada: se anonimiza a los ${years(kept.deletedAccountYears)}, salvo que quede algo pendiente.`,
    `Una sesión: ${session}. Un equipo conocido: ${days(kept.deviceDays)} desde su último ingreso.`,
    `Una carta que no se pudo entregar: ${days(kept.failedJobDays)} desde el último intento.`,
    `Un dato de la contabilidad que no se pudo leer: ${days(kept.loadRejectDays)}.`,
  ]
}

function days(count: number): string {
  return `${count} ${count === 1 ? 'día' : 'días'}`
}

function years(count: number): string {
  return `${count} ${count === 1 ? 'año' : 'años'}`
}
