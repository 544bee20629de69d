import { counted, formatCount } from '../text/counted.ts'

/** Why a load may be refused that a person may apply all the same, knowing what follows. */
export const acceptableRefusals = [
  'older_cutoff',
  'too_many_rejects',
  'too_many_withdrawn',
  'emptied_figures',
  'unusual_changes',
] as const

export type AcceptableRefusal = (typeof acceptableRefusals)[number]

/** The refusals that the command accepts with `--force`; for invalid sales with a number. */
export const forcedRefusals: readonly AcceptableRefusal[] = [
  'older_cutoff',
  'too_many_withdrawn',
  'emptied_figures',
  'unusual_changes',
]

/** Refusals for which no sale is read: such a load has nothing to compare. */
const unreadRefusals: readonly string[] = [
  'header',
  'future_cutoff',
  'older_cutoff',
  'another_load',
]

export function isUnread(refusal: string | null): boolean {
  return refusal !== null && unreadRefusals.includes(refusal)
}

export function isAcceptable(code: string | null): code is AcceptableRefusal {
  return acceptableRefusals.some((each) => each === code)
}

/** The consequences for members, told in advance. */
export const acceptanceConsequences: Record<AcceptableRefusal, string> = {
  older_cutoff:
    'Los socios verán cifras de una fecha anterior a las que ven hoy, hasta que llegue otra carga.',
  too_many_rejects:
    'Las ventas rechazadas conservan su última versión buena, y las que son nuevas no aparecerán.',
  too_many_withdrawn:
    'Las ventas que no vienen en el archivo dejarán de verse en el portal, con sus cuotas y pagos.',
  emptied_figures:
    'Los socios dejarán de ver esos montos y fechas, y los saldos que se calculan con ellos.',
  unusual_changes:
    'Los socios verán esas cifras en lugar de las de hoy. Una venta que cambia de titular la verá solo el nuevo.',
}

interface Refused {
  rejected: number
  withdrawn: number
}

/** Of the button that accepts a refusal: what is accepted. */
export function acceptLabel(refusal: AcceptableRefusal, { rejected, withdrawn }: Refused): string {
  const accepted: Record<AcceptableRefusal, string> = {
    older_cutoff: 'el corte anterior',
    too_many_rejects: rejected === 1 ? 'sin la rechazada' : `sin las ${formatCount(rejected)}`,
    too_many_withdrawn: `que se ${withdrawn === 1 ? 'retire 1' : `retiren ${formatCount(withdrawn)}`}`,
    emptied_figures: 'los datos vacíos',
    unusual_changes: 'esos cambios',
  }
  return `Aceptar ${accepted[refusal]} y revisar`
}

/** The accepted refusal, for the person who decides about the load. */
export const acceptedLabels: Record<AcceptableRefusal, string> = {
  older_cutoff: 'un corte anterior al ya cargado',
  too_many_rejects: 'más ventas rechazadas de lo permitido',
  too_many_withdrawn: 'que desaparezcan muchas ventas',
  emptied_figures: 'que queden vacíos montos o fechas de muchas ventas',
  unusual_changes: 'que muchas ventas cambien de titular, precio, cuotas o pagos a la vez',
}

/** How many of each the sample cooperative brought, and the first real load deletes. */
export interface ReplacedSample {
  sales: number
  requests: number
  procedures: number
  documents: number
  /** Payments that members of the sample reported. */
  reports: number
  announcements: number
  /** Values of the UF. */
  values: number
}

const names: Record<keyof ReplacedSample, [one: string, many: string]> = {
  sales: ['venta', 'ventas'],
  requests: ['solicitud', 'solicitudes'],
  procedures: ['trámite', 'trámites'],
  documents: ['documento', 'documentos'],
  reports: ['pago informado', 'pagos informados'],
  announcements: ['aviso', 'avisos'],
  values: ['valor de la UF', 'valores de la UF'],
}

/** '9 ventas, 1 solicitud y 431 valores de la UF'; empty when there is nothing. */
export function replacedSampleText(replaced: Partial<ReplacedSample>): string {
  const parts = (Object.keys(names) as (keyof ReplacedSample)[]).flatMap((part) => {
    const count = replaced[part] ?? 0
    return count === 0 ? [] : [counted(count, ...names[part])]
  })
  return new Intl.ListFormat('es-CL').format(parts)
}

/** For the person who decides about the first real load. */
export function replacesSampleSentence(replaced: ReplacedSample): string {
  return `Esta es la primera carga real: quitará de la cooperativa de ejemplo ${replacedSampleText(replaced)}.`
}

/** Of the sample, what an undo of the first real load does not bring back; empty when there is nothing. */
export function notRestoredSentence({ sales: _, ...replaced }: ReplacedSample): string {
  const text = replacedSampleText(replaced)
  return text && `Lo que no vuelve aunque la carga se deshaga: ${text}.`
}

/** What hangs on a sale and stays with its former holder when accounting names another one. */
export interface LeftBehind {
  /** Published documents that the new holder does not see. */
  documents: number
  accesses: number
  /** Open requests. */
  requests: number
  /** Payments that the former holder reported. */
  reports: number
  /** Payments online. */
  payments: number
}

/** Of all sales of a load whose holder changes. */
export interface HolderChanges extends LeftBehind {
  sales: number
}

const leftNames: Record<keyof LeftBehind, [one: string, many: string]> = {
  documents: ['documento', 'documentos'],
  accesses: ['acceso', 'accesos'],
  requests: ['solicitud abierta', 'solicitudes abiertas'],
  reports: ['pago informado', 'pagos informados'],
  payments: ['pago en línea', 'pagos en línea'],
}

export const changesHolder = 'Cambia de titular'

/** 'Lo que se queda con el titular anterior: 2 documentos y 1 acceso.' */
export function leftBehindSentence(left: LeftBehind, whose = 'el titular anterior'): string {
  const parts = (Object.keys(leftNames) as (keyof LeftBehind)[]).flatMap((part) =>
    left[part] === 0 ? [] : [counted(left[part], ...leftNames[part])],
  )
  if (parts.length === 0) return `Con ${whose} no se queda nada.`
  return `Lo que se queda con ${whose}: ${new Intl.ListFormat('es-CL').format(parts)}.`
}

/** '3 ventas cambian de titular. Lo que se queda …' */
export function holderChangesSentence({ sales, ...left }: HolderChanges): string {
  const changing = counted(sales, 'venta cambia de titular', 'ventas cambian de titular')
  return `${changing}. ${leftBehindSentence(left)}`
}

interface PlannedLoad {
  added: number
  changed: number
  withdrawn: number
  holder_changes: { sales: number } | null
}

/** What happens to how many sales, for the person who is about to apply a load. */
export function plannedChanges(load: PlannedLoad): { count: number; text: string }[] {
  const { added, changed, withdrawn, holder_changes: holders } = load
  const parts: [count: number, one: string, many: string][] = [
    [added, 'venta nueva', 'ventas nuevas'],
    [changed, 'venta cambia', 'ventas cambian'],
    [withdrawn, 'venta se retira', 'ventas se retiran'],
    [holders?.sales ?? 0, 'venta cambia de titular', 'ventas cambian de titular'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => ({ count, text: count === 1 ? one : many }))
}

/**
 * Beside the switch that pauses them: what becomes of the emails with news.
 * @param emails counted when the export was checked; null where they were not
 */
export function plannedEmailsText(emails: number | null, isPaused: boolean): string {
  const waiting = 'hasta que alguien los envíe desde la carga.'
  if (emails === null) {
    return `Si no, sale uno a cada socio con novedades, salvo quien los apagó. En pausa esperan ${waiting}`
  }
  if (emails === 0) return 'Según la revisión no sale ninguno.'
  if (isPaused) return `${counted(emails, 'correo espera', 'correos esperan')} ${waiting}`
  const verb = emails === 1 ? 'Saldrá' : 'Saldrán'
  return `${verb} ${counted(emails, 'correo', 'correos')}, según la revisión. En pausa esperan ${waiting}`
}

function undoneHoldersSentence({ sales, ...left }: HolderChanges): string {
  const back = [
    'venta vuelve a su titular anterior',
    'ventas vuelven a su titular anterior',
  ] as const
  return `${counted(sales, ...back)}. ${leftBehindSentence(left, 'el de ahora')}`
}

/** Things that stay after an undo, so that a sale which the load added is hidden; by their names on the wire. */
const onAdded = {
  requests_on_added: ['trámite de', 'trámites de'],
  reports_on_added: ['pago informado de', 'pagos informados de'],
  documents_on_added: ['documento publicado de', 'documentos publicados de'],
  accesses_on_added: ['acceso a', 'accesos a'],
  orders_on_added: ['pago por Webpay de', 'pagos por Webpay de'],
} as const

/** Things that an undo cannot bring back, by their names on the wire. */
export interface IrreversibleParts extends Record<keyof typeof onAdded, number> {
  accounts: { created: number; invited: number }
  /** News that members have read, and emails with news that were sent. */
  news: { read: number; emailed: number }
  deleted_sample: Omit<ReplacedSample, 'sales'>
  /** Sales that go back to their former holder; null without any. */
  holder_changes?: HolderChanges | null
}

/** The fixed part: what every undo removes and keeps. */
export const undoScope =
  'Se retiran las novedades que nadie ha leído y los correos que no han salido. Los pagos informados que se confirmaron desde entonces con un pago de esta carga esperan de nuevo. No cambian los avisos, los valores de la UF, ni los trámites y los demás pagos informados de las otras ventas.'

/** Sentences for the person who is about to undo a load. */
export function undoConsequences(parts: IrreversibleParts): string[] {
  const { accounts, news, holder_changes: holders } = parts
  const sample = replacedSampleText(parts.deleted_sample)
  return [
    sentence(
      accounts.created,
      ['cuenta nueva se queda', 'cuentas nuevas se quedan'],
      accounts.invited === 0
        ? 'Nadie recibió aún un correo.'
        : `${counted(accounts.invited, 'ya recibió', 'ya recibieron')} un correo.`,
    ),
    ...(Object.keys(onAdded) as (keyof typeof onAdded)[]).map((part) => {
      const [one, many] = onAdded[part]
      return sentence(
        parts[part],
        [`${one} una venta nueva se queda`, `${many} ventas nuevas se quedan`],
        'Sus ventas quedan ocultas.',
      )
    }),
    holders ? undoneHoldersSentence(holders) : '',
    sentence(news.read, ['novedad ya leída se queda', 'novedades ya leídas se quedan']),
    sentence(news.emailed, ['correo con novedades ya salió', 'correos con novedades ya salieron']),
    sample === ''
      ? ''
      : `Con la primera carga real se borró de la cooperativa de ejemplo: ${sample}.`,
  ].filter((text) => text !== '')
}

function sentence(count: number, [one, many]: [string, string], note = ''): string {
  return count === 0 ? '' : `${counted(count, one, many)}. ${note}`.trim()
}
