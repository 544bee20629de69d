import { addDays, instantInSantiago, todayInSantiago } from '../dates/dates.ts'
import { refusal, required } from '../errors/refusal.ts'
import { isOpen, type RequestState } from '../requests/request-states.ts'

/** The requests that Ley 21.719 grants to every person; each portal has them as procedures. */
export const dataSubjectRequests = [
  {
    key: 'access',
    title: 'Acceso a mis datos',
    description:
      'Pide saber qué datos tuyos tiene la cooperativa, para qué los usa, de dónde vienen y a quién ' +
      'se los entrega. Los que guarda este portal puedes descargarlos al instante desde tu perfil.',
  },
  {
    key: 'rectification',
    title: 'Rectificación de mis datos',
    description:
      'Pide corregir un dato equivocado, incompleto o antiguo. Escribe cuál es y cómo debe quedar.',
  },
  {
    key: 'erasure',
    title: 'Supresión de mis datos',
    description:
      'Pide que se borren tus datos cuando ya no hacen falta. Lo que la ley obliga a conservar, como ' +
      'ventas y pagos, queda durante su plazo; te diremos qué y por qué.',
  },
  {
    key: 'opposition',
    title: 'Oposición al uso de mis datos',
    description: 'Pide que dejemos de usar tus datos para un fin determinado. Escribe cuál.',
  },
  {
    key: 'portability',
    title: 'Portabilidad de mis datos',
    description:
      'Pide tus datos en un formato que otro programa pueda leer, para ti o para otra institución.',
  },
  {
    key: 'blocking',
    title: 'Bloqueo temporal de mis datos',
    description:
      'Pide suspender el uso de tus datos mientras se resuelve otra petición tuya sobre ellos.',
  },
] as const

/** Calendar days for the answer, and of its one extension. */
export const DATA_SUBJECT_ANSWER_DAYS = 30

export const dataSubjectRequestMessages = {
  cannotExtend: refusal(
    'cannot_extend',
    'El plazo de esta solicitud no se puede prorrogar, o ya se prorrogó',
  ),
  extensionReason: required('Escribe por qué se prorroga'),
} as const

/** The deadline, counted from the sending; a reopening does not restart it. */
export function dataSubjectRequestDueAt({
  sentAt,
  answerDays,
  extendedAt,
}: {
  sentAt: Date
  answerDays: number
  extendedAt: Date | null
}): Date {
  const due = endOfDayAfter(sentAt, answerDays)
  return extendedAt === null ? due : endOfDayAfter(due, DATA_SUBJECT_ANSWER_DAYS)
}

/** Only a legal deadline can be extended, once, while the request is open. */
export function canExtend({
  state,
  answerDays,
  dueAt,
  extendedAt,
}: {
  state: RequestState
  answerDays: number | null
  dueAt: Date | null
  extendedAt: Date | null
}): boolean {
  return isOpen(state) && answerDays !== null && dueAt !== null && extendedAt === null
}

/** 23:59 in Santiago, this many calendar days later. Closed days count too. */
export function endOfDayAfter(from: Date, days: number): Date {
  return instantInSantiago(addDays(todayInSantiago(from), days), '23:59')
}
