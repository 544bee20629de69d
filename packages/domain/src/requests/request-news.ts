import { dateTimeInSantiago, todayInSantiago } from '../dates/dates.ts'
import type { requestEventNames } from './request-event-names.ts'

/** What somebody else did while the request was open. A note changes nothing about it. */
const done: Record<Exclude<keyof typeof requestEventNames, 'note'>, string> = {
  sent: 'envió la solicitud',
  filed: 'ingresó la solicitud',
  merged: 'la unió a otra solicitud',
  absorbed: 'le unió otra solicitud',
  cancelled: 'anuló la solicitud',
  review: 'comenzó la revisión',
  asked: 'pidió lo que falta',
  replied: 'respondió',
  commented: 'comentó',
  responded: 'respondió a la respuesta',
  resolved: 'resolvió la solicitud',
  rejected: 'rechazó la solicitud',
  reopened: 'reabrió la solicitud',
  extended: 'prorrogó el plazo',
  assigned: 'cambió el encargado',
  document_accepted: 'aceptó un documento',
  document_rejected: 'rechazó un documento',
  document_replaced: 'reemplazó un documento',
}

interface News {
  kind: keyof typeof requestEventNames
  /** Empty where the portal did it itself. */
  actor: string
  at: string
}

/** 'Antonia Riffo pidió lo que falta a las 16:20', or 'el 18-11-2026 16:20' on a later day; null of a note. */
export function requestNews({ kind, actor, at }: News, now: Date): string | null {
  if (kind === 'note' || actor === '') return null
  const moment = dateTimeInSantiago(at)
  const isToday = todayInSantiago(new Date(at)) === todayInSantiago(now)
  return `${actor} ${done[kind]} ${isToday ? `a las ${moment.slice(-5)}` : `el ${moment}`}`
}
