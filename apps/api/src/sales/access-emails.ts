import { isCalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { nameLimits, nameProblem } from '@carpeta/domain/people/name-rules'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import type { Config } from '../config/config.ts'
import {
  type Addressee,
  type Email,
  emailTo,
  pageAddress,
  senderOf,
} from '../email/render-email.ts'

interface Notice {
  event: 'given' | 'revoked'
  isByHolder: boolean
  kind: SaleAccessKind
  saleCode: string
  lastDay: string
  holderName: string
  holder: { id: number } | null
}

const yours: Record<SaleAccessKind, string> = {
  co_holder: 'tu co-titular',
  representative: 'tu representante legal',
}

const theirs: Record<SaleAccessKind, string> = {
  co_holder: 'co-titular',
  representative: 'representante legal',
}

/** For the holder, who may not have done it. */
export function holderEmail(to: Addressee, notice: Notice, config: Config): Email {
  const { event, isByHolder, kind, saleCode } = notice
  const { company, contactEmail } = senderOf(config)
  const who = isByHolder ? 'Diste' : `${company} dio`
  const changed =
    event === 'given'
      ? `${who} a ${yours[kind]} acceso a tu compra ${saleCode}${until(notice)}: la puede ver${kind === 'co_holder' ? ' y pagar' : ''}, sin cambiar ni ver tus datos personales.`
      : `${isByHolder ? 'Quitaste' : `${company} quitó`} a ${yours[kind]} el acceso a tu compra ${saleCode}.`
  return emailTo(to, config, {
    subject:
      event === 'given' ? 'Otra persona puede ver tu compra' : 'Otra persona ya no ve tu compra',
    paragraphs: [
      changed,
      `Si no lo reconoces, quita el acceso en tu perfil, cambia tu contraseña y avísanos en ${contactEmail}.`,
    ],
    action: {
      label: 'Ver quién ve mis compras',
      address: pageAddress('/profile#quien-ve', config),
    },
  })
}

export function readerEmail(to: Addressee, notice: Notice, config: Config): Email {
  const { event, kind, saleCode } = notice
  const sale = `la compra ${saleCode} de ${nameIn(notice)}`
  const [may, how] =
    kind === 'co_holder'
      ? ['ver y pagar', 'Está en tu carpeta, y no cambias sus datos.']
      : ['ver', 'Está en tu carpeta, solo para leerla.']
  const query: Record<string, string> = event === 'given' ? { venta: saleCode } : {}
  return emailTo(to, config, {
    subject: event === 'given' ? 'Puedes ver una compra' : 'Ya no puedes ver una compra',
    paragraphs:
      event === 'given'
        ? [`Como ${theirs[kind]}, puedes ${may} ${sale}${until(notice)}. ${how}`]
        : [`Terminó tu acceso a ${sale}.`],
    action: { label: 'Ver mi carpeta', address: pageAddress('/dashboard', config, query) },
  })
}

/** For staff: the reader cannot log in yet. */
export function accountNeededEmail(to: Addressee, notice: Notice, config: Config): Email {
  const path = notice.holder ? `/users/${notice.holder.id}` : '/users'
  return emailTo(to, config, {
    subject: 'Un acceso espera una cuenta',
    paragraphs: [
      `La compra ${notice.saleCode} de ${nameIn(notice)} la puede ver ahora su ${theirs[notice.kind]}, que todavía no tiene cuenta.`,
      'En la ficha del titular puedes crearla, después de comprobar quién es y cuál es su correo.',
    ],
    action: { label: 'Abrir la ficha', address: pageAddress(path, config) },
  })
}

function until({ lastDay }: Notice): string {
  return isCalendarDate(lastDay) ? ` hasta el ${shortDate(lastDay)}` : ''
}

function nameIn({ holderName }: Notice): string {
  const isShown = holderName !== '' && nameProblem(holderName, nameLimits.fullName) === null
  return isShown ? holderName : 'su titular'
}
