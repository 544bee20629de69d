import { isCalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { nameLimits, nameProblem } from '@carpeta/domain/people/name-rules'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { type Email, greeting, renderEmail, senderOf } from '../email/render-email.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { listPermitted } from '../people/staff-store.ts'
import { findNotifiedParties } from './sale-accesses-store.ts'

export function saleAccessJobs(services: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: {
      [NOTIFY_SALE_ACCESS]: (payload) => notifySaleAccess(services, payload as SaleAccessNotice),
    },
  }
}

export const NOTIFY_SALE_ACCESS = 'notify_sale_access'

/** The payload of the job. */
export interface SaleAccessNotice {
  accessId: number
  event: 'given' | 'revoked'
  /** Otherwise staff did it. */
  isByHolder: boolean
}

/**
 * Tells the holder, and the reader who has an activated account. Staff hear of an access that waits for
 * an account: an email that a holder typed would open it to anybody.
 */
async function notifySaleAccess(
  { db, config }: { db: Database; config: Config },
  { accessId, event, isByHolder }: SaleAccessNotice,
): Promise<void> {
  const parties = await findNotifiedParties(db, accessId)
  // An access of a former holder is void.
  if (!parties || (event === 'given' && !parties.isOfHolder)) return
  const { holder, reader } = parties
  const managers =
    event === 'given' && reader === null ? await listPermitted(db, 'users.manage_users') : []
  await db.transaction(async (tx) => {
    const notice = { ...parties, event, isByHolder }
    if (holder?.isActive) await enqueueEmail(tx, holderEmail(holder, notice, config), config)
    if (reader?.isActive && reader.isActivated) {
      await enqueueEmail(tx, readerEmail(reader, notice, config), config)
    }
    for (const manager of managers) {
      if (!manager.wantsEmails) continue
      await enqueueEmail(tx, accountNeededEmail(manager, notice, config), config)
    }
  })
}

interface To {
  firstName: string
  email: string
}

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
function holderEmail(to: To, notice: Notice, config: Config): Email {
  const { event, isByHolder, kind, saleCode } = notice
  const sender = senderOf(config)
  const who = isByHolder ? 'Diste' : `${sender.company} dio`
  const changed =
    event === 'given'
      ? `${who} a ${yours[kind]} acceso a tu compra ${saleCode}${until(notice)}: la puede ver, sin cambiar nada y sin ver tus datos personales.`
      : `${isByHolder ? 'Quitaste' : `${sender.company} quitó`} a ${yours[kind]} el acceso a tu compra ${saleCode}.`
  return renderEmail(
    to.email,
    {
      subject:
        event === 'given' ? 'Otra persona puede ver tu compra' : 'Otra persona ya no ve tu compra',
      greeting: greeting(to.firstName),
      paragraphs: [
        changed,
        `Si no lo reconoces, quita el acceso en tu perfil, cambia tu contraseña y avísanos en ${sender.contactEmail}.`,
      ],
      action: {
        label: 'Ver quién ve mis compras',
        address: new URL('/profile#quien-ve', config.publicUrl).href,
      },
    },
    sender,
  )
}

function readerEmail(to: To, notice: Notice, config: Config): Email {
  const { event, kind, saleCode } = notice
  const address = new URL('/dashboard', config.publicUrl)
  const sale = `la compra ${saleCode} de ${nameIn(notice)}`
  if (event === 'given') address.search = String(new URLSearchParams({ venta: saleCode }))
  return renderEmail(
    to.email,
    {
      subject: event === 'given' ? 'Puedes ver una compra' : 'Ya no puedes ver una compra',
      greeting: greeting(to.firstName),
      paragraphs:
        event === 'given'
          ? [
              `Como ${theirs[kind]}, puedes ver ${sale}${until(notice)}. Está en tu carpeta, solo para leerla.`,
            ]
          : [`Terminó tu acceso a ${sale}.`],
      action: { label: 'Ver mi carpeta', address: address.href },
    },
    senderOf(config),
  )
}

/** For staff: the reader cannot log in yet. */
function accountNeededEmail(to: To, notice: Notice, config: Config): Email {
  const path = notice.holder ? `/users/${notice.holder.id}` : '/users'
  const address = new URL(path, config.publicUrl)
  return renderEmail(
    to.email,
    {
      subject: 'Un acceso espera una cuenta',
      greeting: greeting(to.firstName),
      paragraphs: [
        `La compra ${notice.saleCode} de ${nameIn(notice)} la puede ver ahora su ${theirs[notice.kind]}, que todavía no tiene cuenta.`,
        'En la ficha del titular puedes crearla, después de comprobar quién es y cuál es su correo.',
      ],
      action: { label: 'Abrir la ficha', address: address.href },
    },
    senderOf(config),
  )
}

function until({ lastDay }: Notice): string {
  return isCalendarDate(lastDay) ? ` hasta el ${shortDate(lastDay)}` : ''
}

function nameIn({ holderName }: Notice): string {
  const isShown = holderName !== '' && nameProblem(holderName, nameLimits.fullName) === null
  return isShown ? holderName : 'su titular'
}
