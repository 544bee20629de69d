import { dateTimeInSantiago } from '../dates/dates.ts'
import { OFFLINE_DAYS } from './offline-rules.ts'

/** 'Sin conexión: así estaba tu cuenta el 22-11-2026 a las 17:40'. */
export function offlineTitle(savedAt: number): string {
  return `Sin conexión: así estaba tu cuenta el ${momentText(savedAt)}`
}

/** 'Guardado el 22-11-2026 a las 17:40.' */
export function savedText(savedAt: number): string {
  return `Guardado el ${momentText(savedAt)}.`
}

function momentText(moment: number): string {
  return dateTimeInSantiago(new Date(moment)).replace(' ', ' a las ')
}

export const offlineMessages = {
  switch: 'Ver mi estado de cuenta sin conexión en este dispositivo',
  meaning: `Guarda aquí tu último estado de cuenta para verlo cuando no haya internet. Quien tenga este dispositivo podrá verlo sin contraseña: actívalo solo en uno que sea tuyo. Se borra cuando cierras sesión, cuando lo desactivas, o a los ${OFFLINE_DAYS} días sin conexión.`,
  offer: 'Puedes ver tu cuenta sin internet en este teléfono, si solo tú lo usas.',
  failed: 'No se pudo guardar en este dispositivo. Inténtalo de nuevo.',
  awaited:
    'Lo que pagaste en línea o informaste se descuenta cuando contabilidad lo registra: puede faltar aquí.',
  account:
    'Es la cuenta de la cooperativa cuando se guardó esta copia. En pesos, la cuota cambia cada día con la UF.',
  none: 'No hay un estado de cuenta guardado en este dispositivo.',
  next: 'Para tenerlo la próxima vez, actívalo con internet en «Mi perfil», «Sin conexión».',
} as const
