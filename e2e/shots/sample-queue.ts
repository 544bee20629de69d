import { buildRequestRow } from '../../apps/web/src/testing/build-staff-request.ts'

// A morning's queue: what the chips count is what the rows say.

type Row = ReturnType<typeof buildRequestRow>

export const rosa = { id: 1, name: 'Rosa Muñoz Sepúlveda', social_security: '12345678-5' }
const hernan = { id: 2, name: 'Hernán Soto Aguayo', social_security: '11111111-1' }
const pia = { id: 3, name: 'Pía Lagos Ferrada', social_security: '10000004-0' }
const bruno = { id: 4, name: 'Bruno Díaz Carrasco', social_security: '15678234-3' }
const company = {
  id: 8,
  name: 'Sociedad de Inversiones Inmobiliarias y Constructora Los Robles de Hualpén Limitada',
  social_security: '76192083-9',
}

export const antonia = { id: 999, name: 'Antonia Riffo Canales' }
const mario = { id: 998, name: 'Mario Fuentes Alarcón' }

const TRANSFER = {
  procedure_title: 'Cesión de derechos a un familiar',
  excerpt: 'Quisiera traspasar mi reserva a mi hija. Si falta algo, me avisan por favor.',
}
const COPY = {
  procedure_title: 'Copia de contrato o de otro documento',
  excerpt: 'Necesito la copia del contrato de reserva para el banco.',
}
const ADDRESS = {
  procedure_title: 'Actualización de datos personales',
  excerpt: 'Me cambié de casa. Adjunto el certificado de la junta de vecinos.',
}
const LETTER = {
  procedure_title: 'Carta de no deuda',
  excerpt: 'La piden en mi trabajo para postular a un beneficio.',
}

const atRosas = { member: rosa, sale_code: 'V-1001' }
const atHernans = { member: hernan, sale_code: 'V-1002' }
const atPias = { member: pia, sale_code: 'V-1004' }
const atBrunos = { member: bruno, sale_code: 'V-1005' }
const atCompanys = { member: company, sale_code: 'V-1006' }

/** @param at a day and an hour of November in Santiago: '18 10:05' */
const november = (at: string) => `2026-11-${at.replace(' ', 'T')}:00-03:00`

/** Whole days since the day of this queue: what is not overdue stays so. */
const daysSince = Math.floor((Date.now() - Date.parse(november('22 00:00'))) / 86_400_000)
const toCome = (at: string) => new Date(Date.parse(at) + daysSince * 86_400_000).toISOString()

interface Line extends Partial<Row> {
  sent: string
  due?: string
}

const dueAt = (due: string, isOverdue = false) =>
  isOverdue ? november(due) : toCome(november(due))

const row = (id: number, { sent, due, ...overrides }: Line): Row =>
  buildRequestRow({
    ...{ id, state: 'sent', version: 0, sent_at: november(sent) },
    due_at: due ? dueAt(due, overrides.is_overdue) : null,
    ...overrides,
  })

const overdue = { is_overdue: true }
const inReview = (assignee: Row['assignee']) => ({ state: 'in_review', assignee }) as const
const missing = (assignee: Row['assignee']) => ({ state: 'missing', assignee }) as const

const open: Row[] = [
  row(41, { ...TRANSFER, ...atHernans, ...overdue, sent: '16 10:05', due: '19 11:00' }),
  row(44, {
    ...{ ...TRANSFER, ...atRosas, ...overdue, ...inReview(antonia) },
    ...{ sent: '16 10:40', due: '19 11:00' },
  }),
  row(43, {
    ...LETTER,
    ...atPias,
    ...overdue,
    ...inReview(mario),
    sent: '16 12:10',
    due: '19 12:30',
  }),
  row(45, { ...TRANSFER, ...atRosas, ...overdue, sent: '17 09:15', due: '20 09:15' }),
  row(46, { ...COPY, ...atCompanys, sent: '18 11:00', due: '23 11:00' }),
  row(47, {
    ...{ ...COPY, ...atBrunos, ...inReview(antonia), has_reply: true },
    ...{ sent: '18 11:20', due: '23 11:30' },
  }),
  row(48, { ...ADDRESS, ...atBrunos, ...inReview(mario), sent: '18 16:40', due: '23 16:40' }),
  row(49, { ...LETTER, ...atRosas, sent: '19 09:05', due: '24 09:05' }),
  row(50, { ...COPY, ...atHernans, ...inReview(antonia), sent: '19 09:50', due: '24 09:50' }),
  row(51, { ...ADDRESS, ...atPias, assignee: mario, sent: '19 12:25', due: '24 12:25' }),
  row(52, { ...COPY, ...atCompanys, sent: '19 15:10', due: '24 15:10' }),
  row(53, {
    ...{ ...TRANSFER, ...atBrunos, ...inReview(mario), has_reply: true },
    ...{ sent: '19 16:30', due: '24 16:30' },
  }),
  row(54, { ...LETTER, ...atHernans, sent: '20 09:20', due: '25 09:20' }),
  row(55, { ...COPY, ...atRosas, sent: '20 10:45', due: '25 10:45' }),
  row(56, { ...ADDRESS, ...atCompanys, ...inReview(antonia), sent: '20 11:30', due: '25 11:30' }),
  row(57, { ...TRANSFER, ...atPias, sent: '20 12:15', due: '25 12:15' }),
  row(58, { ...LETTER, ...atBrunos, sent: '20 16:05', due: '25 16:05' }),
  row(59, { ...COPY, ...atHernans, sent: '21 18:40', due: '26 10:00' }),
  row(60, { ...ADDRESS, ...atRosas, sent: '22 20:15', due: '26 10:00' }),
  row(61, { ...LETTER, ...atPias, ...inReview(antonia), sent: '23 08:10', due: '26 10:00' }),
  row(38, { ...TRANSFER, ...atPias, ...missing(antonia), sent: '09 10:05' }),
  row(39, { ...COPY, ...atBrunos, ...missing(mario), sent: '10 12:30' }),
  row(40, { ...ADDRESS, ...atHernans, ...missing(antonia), sent: '12 09:45' }),
]

const closed: Row[] = [
  row(37, { ...COPY, ...atHernans, state: 'resolved', assignee: mario, sent: '06 09:30' }),
  row(31, { ...COPY, ...atRosas, state: 'resolved', assignee: antonia, sent: '05 10:05' }),
  row(30, { ...TRANSFER, ...atPias, state: 'rejected', assignee: antonia, sent: '04 16:20' }),
  row(29, { ...ADDRESS, ...atBrunos, state: 'cancelled', sent: '03 11:55' }),
]

/** Of all months: a page shows the newest. */
const ALL_CLOSED: Partial<Record<Row['state'], number>> = {
  resolved: 141,
  rejected: 26,
  cancelled: 5,
}
const CLOSED_PAGES = 4

const flags = {
  mine: ({ assignee }: Row) => assignee === mario,
  unassigned: ({ assignee }: Row) => assignee === null,
  overdue: (each: Row) => each.is_overdue,
  replied: (each: Row) => each.has_reply,
}

const STATES = ['sent', 'in_review', 'missing', 'resolved', 'rejected', 'cancelled'] as const
const OPEN = 'sent,in_review,missing'

/** Answers as the server does: by states, marks and a member's name, with the counts of each view. */
export function answerQueue(address: string) {
  const asked = new URL(address).searchParams
  const name = (asked.get('member') ?? '').toLowerCase()
  const marks = Object.entries(flags).filter(([mark]) => asked.get(mark))
  const named = [...open, ...closed].filter((each) => each.member.name.toLowerCase().includes(name))
  const states = asked.get('state') ?? OPEN
  const results = named.filter(
    (each) =>
      marks.every(([, test]) => test(each)) && (states === 'all' || states.includes(each.state)),
  )
  const countOf = (state: Row['state']) =>
    (name === '' ? ALL_CLOSED[state] : undefined) ??
    named.filter((each) => each.state === state).length
  return {
    results,
    current: 1,
    lastPage: name === '' && marks.length === 0 && states !== OPEN ? CLOSED_PAGES : 1,
    total: results.length,
    counts: Object.fromEntries(STATES.map((state) => [state, countOf(state)])),
    flags: Object.fromEntries(
      Object.entries(flags).map(([mark, test]) => [
        mark,
        named.filter((each) => OPEN.includes(each.state) && test(each)).length,
      ]),
    ),
  }
}

/** What staff's menu and start page count of it. */
export const queueCounts = {
  open: open.length,
  overdue: open.filter(flags.overdue).length,
  mine: open.filter(flags.mine).length,
  unassigned: open.filter(flags.unassigned).length,
}
