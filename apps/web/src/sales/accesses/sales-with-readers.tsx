import {
  daysBetween,
  isCalendarDate,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import {
  ACCESS_AWAITS_ACCOUNT,
  accessEntryLabels,
  canRevoke,
  lastDayProblem,
  representativeProblem,
  type SaleAccessState,
  SUSPENDED_BY_ACCOUNTING,
  saleAccessKindLabels,
  saleAccessStateLabels,
} from '@carpeta/domain/sales/sale-access-rules'
import { saleNames } from '@carpeta/domain/sales/sale-name'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import { counted } from '@carpeta/domain/text/counted'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { serverNow } from '../../api/server-clock.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { useEnvironment } from '../../environment/use-environment.ts'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { Confirmation } from '../../forms/confirmation.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useSave } from '../../forms/use-save.ts'
import { searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MessageLink } from '../../ui/display/message-link.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { NativeSelect } from '../../ui/fields/inputs.ts'
import { RutField } from '../../ui/fields/rut-field.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  type IconProps,
} from '../../ui/icons/icons.tsx'
import { DividedList } from '../../ui/layout/divided-list.tsx'
import { AddCoHolder } from './add-co-holder.tsx'
import type { GivenAccess, SaleWithReaders, WireSaleAccess } from './calls.ts'
import classes from './sales-with-readers.module.css'

type Named<Of> = Of & { saleName: string }

interface Props<Sale extends SaleWithReaders> {
  sales: Sale[]
  give: (access: GivenAccess) => Promise<void>
  revoke: (id: number) => Promise<void>
  onChanged: () => Promise<unknown>
  /** What staff see besides; without it the holder sees the list. */
  ofStaff?: (access: Sale['accesses'][number]) => ReactNode
}

/** A holder's sales, each with the people who read it too. */
export function SalesWithReaders<Sale extends SaleWithReaders>(props: Props<Sale>) {
  const { sales, give, revoke, onChanged, ofStaff } = props
  const [giving, setGiving] = useState<Named<SaleWithReaders> | null>(null)
  const [revoking, setRevoking] = useState<Named<{ access: WireSaleAccess }> | null>(null)
  const [done, setDone] = useState('')
  const names = saleNames(
    sales.map(({ project, code, property }) => ({ project, code, ...property })),
  )

  async function finish(message: string) {
    await onChanged()
    setDone(message)
  }

  return (
    <>
      <DividedList size="lg">
        {sales.map((sale, at) => {
          const name = names[at] ?? sale.code
          const ended = sale.accesses.filter(({ state }) => !canRevoke(state))
          const rows = (accesses: Sale['accesses']) =>
            accesses.length > 0 && (
              <ul className={classes.accesses}>
                {accesses.map((access) => (
                  <AccessRow
                    key={access.id}
                    access={access}
                    saleCode={sale.code}
                    isOfStaff={ofStaff !== undefined}
                    onRevoke={() => setRevoking({ access, saleName: name })}
                  >
                    {ofStaff?.(access)}
                  </AccessRow>
                ))}
              </ul>
            )
          return (
            <li key={sale.code}>
              <div className={classes.sale}>
                <div className={classes.head}>
                  <h3>{name}</h3>
                  {mayGive(sale) && (
                    <Button
                      variant="default"
                      aria-label={`Dar acceso a la compra ${name}`}
                      onClick={() => setGiving({ ...sale, saleName: name })}
                    >
                      Dar acceso
                    </Button>
                  )}
                </div>
                <Readers sale={sale} isOfStaff={ofStaff !== undefined} />
                {rows(sale.accesses.filter(({ state }) => canRevoke(state)))}
                {ended.length > 0 && (
                  <details className={classes.folded}>
                    <summary>
                      {counted(ended.length, 'acceso terminado', 'accesos terminados')}
                    </summary>
                    {rows(ended)}
                  </details>
                )}
              </div>
            </li>
          )
        })}
      </DividedList>
      {done && <Notice tone="success">{done}</Notice>}
      {giving && (
        <GiveAccessDialog
          sale={giving}
          name={giving.saleName}
          isOfStaff={ofStaff !== undefined}
          give={async (access) => {
            await give(access)
            await finish(`Diste acceso a la compra ${giving.saleName}. Avisamos por correo.`)
          }}
          onClose={() => setGiving(null)}
        />
      )}
      {revoking && (
        <Confirmation
          title="¿Quitar el acceso?"
          confirm="Quitar acceso"
          isDanger
          action={async () => {
            await revoke(revoking.access.id)
            await finish(`${readerName(revoking.access)} ya no ve ${revoking.saleName}.`)
          }}
          onClose={() => setRevoking(null)}
        >
          <p>
            {readerName(revoking.access)} dejará de ver {revoking.saleName} de inmediato.
          </p>
        </Confirmation>
      )}
    </>
  )
}

/** Tells why nobody else reads the sale. */
function Readers({ sale, isOfStaff }: { sale: SaleWithReaders; isOfStaff: boolean }) {
  if (sale.accesses.some(({ state }) => canRevoke(state))) return null
  if (sale.kinds.length > 0) {
    return <p className={classes.detail}>{isOfStaff ? 'Nadie más la ve.' : 'Solo la ves tú.'}</p>
  }
  return (
    <>
      <p className={classes.detail}>
        {isOfStaff ? 'Nadie más la ve.' : 'Solo la ves tú.'} La contabilidad no informa un
        co-titular con rut.
      </p>
      {!isOfStaff && (
        <>
          <AddCoHolder saleCode={sale.code} />
          <p className={classes.detail}>
            A quien no figura en la compra puedes enviarle tu{' '}
            <Link to={`/dashboard${searchOfTab(sale.code, tabSlugs.accountStatement)}`}>
              estado de cuenta
            </Link>{' '}
            en PDF.
          </p>
        </>
      )}
    </>
  )
}

/** The co-holder gets one access; a company may name several representatives. */
function mayGive({ kinds, accesses }: SaleWithReaders): boolean {
  const hasCoHolder = accesses.some(({ kind, state }) => kind === 'co_holder' && state === 'valid')
  return kinds.some((kind) => kind === 'representative' || !hasCoHolder)
}

const marks: Record<SaleAccessState, [tone: 'green' | 'plain', icon: ComponentType<IconProps>]> = {
  valid: ['green', CheckCircleIcon],
  over: ['plain', ClockIcon],
  void: ['plain', CrossCircleIcon],
  revoked: ['plain', CrossCircleIcon],
}

/** From then on the holder reminds the cooperative of an access whose reader cannot enter. */
const DAYS_BEFORE_REMINDER = 7

interface AccessRowProps {
  access: WireSaleAccess
  saleCode: string
  isOfStaff: boolean
  onRevoke: () => void
  /** Only for staff. */
  children: ReactNode
}

function AccessRow({ access, saleCode, isOfStaff, onRevoke, children }: AccessRowProps) {
  const { kind, name, social_security: rut, state, entry } = access
  const isAwaited = state === 'valid' && (entry === 'no_account' || entry === 'not_active')
  // Only accounting's names are told: another would tell whose rut has an account (docs/security.md 5.70).
  const isTyped = !isOfStaff && kind === 'representative' && access.given_by === 'holder'
  const [tone, icon] = marks[isAwaited ? 'over' : state]
  return (
    <li>
      <div className={classes.reader}>
        <p className={classes.name}>
          {name || saleAccessKindLabels[kind]}
          <Tag tone={tone} icon={icon}>
            {isAwaited ? ACCESS_AWAITS_ACCOUNT : saleAccessStateLabels[state]}
          </Tag>
        </p>
        <p className={classes.detail}>
          {[
            name && saleAccessKindLabels[kind],
            `Rut ${formatRut(rut)}`,
            isTyped && 'es el que ingresaste',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className={classes.detail}>
          <UnbrokenDates text={periodOf(access, isAwaited)} />
        </p>
        {state === 'void' && <p className={classes.detail}>{SUSPENDED_BY_ACCOUNTING}</p>}
        {!isOfStaff && state === 'valid' && !isAwaited && (
          <p className={classes.detail}>{entryOf(access)}.</p>
        )}
        {!isOfStaff && isAwaited && <Awaited access={access} saleCode={saleCode} />}
        {children}
      </div>
      {canRevoke(state) && (
        <Button
          variant="default"
          aria-label={`Quitar el acceso de ${readerName(access)}`}
          onClick={onRevoke}
        >
          Quitar acceso
        </Button>
      )}
    </li>
  )
}

/** How its reader gets to enter; after a week a button that asks the cooperative, and the rest folded. */
function Awaited({ access, saleCode }: { access: WireSaleAccess; saleCode: string }) {
  const email = useEnvironment()?.contact_email
  const { givenOn, days } = givenSince(access)
  const isLate = days >= DAYS_BEFORE_REMINDER
  const explanation = (
    <p className={classes.detail}>
      {entryOf(access)}.{' '}
      {access.entry === 'not_active' && 'Pídele que busque también en su correo no deseado. '}
      {isLate ? 'Si es urgente, ' : 'Si es urgente, o esperas hace más de una semana, '}
      <WriteToUs about={ABOUT} /> e indica su rut.
    </p>
  )
  if (!isLate || !email) return explanation
  return (
    <>
      <p className={classes.reminder}>
        <Button
          component={MessageLink}
          variant="light"
          email={email}
          subject={`${ABOUT} ${saleCode}`}
          body={`Hola: el ${shortDate(givenOn)}, hace ${days} días, di acceso a mi compra ${saleCode} a ${readerName(access)}, rut ${formatRut(access.social_security)}, y todavía no puede entrar.`}
        >
          Recordar a la cooperativa
        </Button>
      </p>
      <details className={classes.folded}>
        <summary>Qué falta para que entre</summary>
        {explanation}
      </details>
    </>
  )
}

const ABOUT = 'Acceso a mi compra'

/** Of a rut that the holder typed nobody tells whether it has an account. */
function entryOf({ entry }: WireSaleAccess): string {
  return entry
    ? accessEntryLabels[entry]
    : 'Entra con su propia cuenta; si no la tiene, la cooperativa se la crea y la invita por correo'
}

/** Within a sentence. */
function readerName({ name, kind, social_security }: WireSaleAccess): string {
  return name || `${saleAccessKindLabels[kind]}, rut ${formatRut(social_security)}`
}

function givenSince({ given_at }: WireSaleAccess) {
  const givenOn = todayInSantiago(new Date(given_at))
  return { givenOn, days: daysBetween(givenOn, todayInSantiago(serverNow())) }
}

function periodOf(access: WireSaleAccess, isAwaited: boolean): string {
  const { given_by, last_day } = access
  const { givenOn, days } = givenSince(access)
  const since = isAwaited
    ? `Espera desde el ${shortDate(givenOn)}${days > 0 ? `, hace ${counted(days, 'día', 'días')}` : ''} ·`
    : `Desde el ${shortDate(givenOn)},`
  const until = isCalendarDate(last_day)
    ? `${isAwaited ? 'vale hasta' : 'hasta'} el ${shortDate(last_day)}`
    : 'sin fecha de término'
  return `${since} ${until}${given_by === 'cooperative' ? ' · lo dio la cooperativa' : ''}`
}

interface GiveAccessDialogProps {
  sale: SaleWithReaders
  name: string
  isOfStaff: boolean
  give: (access: GivenAccess) => Promise<void>
  onClose: () => void
}

type Typed = Omit<GivenAccess, 'sale_code'>

const names = ['kind', 'social_security', 'last_day'] as const

/** To whom, and until when. */
function GiveAccessDialog({ sale, name, isOfStaff, give, onClose }: GiveAccessDialogProps) {
  const { code, kinds, co_holder, representative } = sale
  const today = todayInSantiago(serverNow())
  const form = useForm<Typed>({
    defaultValues: { kind: kinds[0] ?? 'co_holder', social_security: '', last_day: '' },
    resolver: ruleResolver<Typed>(problemsOf),
  })
  const { register, control, formState } = form
  const { errors } = formState
  const kind = useWatch({ control, name: 'kind' })
  const saving = useSave({
    form,
    names,
    save: async (typed) => {
      await give({ ...typed, sale_code: code })
      onClose()
    },
  })

  return (
    <FormDialog
      {...saving}
      title={`Dar acceso a ${kind === 'co_holder' ? co_holder : 'un representante'}`}
      submit="Dar acceso"
      onClose={onClose}
    >
      {kinds.length > 1 && (
        <NativeSelect
          {...register('kind')}
          label="A quién"
          data={kinds.map((each) => ({ value: each, label: saleAccessKindLabels[each] }))}
        />
      )}
      <p>{readerOf(kind, name, { co_holder, representative })}</p>
      <ul className={classes.terms}>
        <li>
          Verá las cuotas, los pagos, las propiedades y la escrituración;{' '}
          {kind === 'co_holder'
            ? 'si hay pago en línea, también podrá pagar. No cambia datos.'
            : 'no paga ni cambia datos.'}
        </li>
        <li>
          {isOfStaff
            ? 'No verá la dirección, el trabajo ni las rentas del titular, ni hará trámites por él.'
            : 'No verá tu dirección, tu trabajo ni tus rentas, ni hará trámites por ti.'}
        </li>
      </ul>
      {kind === 'representative' && (
        <RutField
          {...register('social_security')}
          label="Rut del representante"
          autoComplete="off"
          error={errors.social_security?.message}
        />
      )}
      <DateField
        {...register('last_day')}
        label="Último día (opcional)"
        description="Sin fecha, hasta que se quite el acceso."
        min={today}
        error={errors.last_day?.message}
      />
      <ul className={classes.terms}>
        {isOfStaff ? (
          <li>Ingresa con su propia cuenta. Si no tiene, créala después en esta ficha.</li>
        ) : (
          <>
            <li>Si ya activó su cuenta, le avisamos por correo y entra de inmediato.</li>
            <li>
              Si no tiene cuenta, avisamos a la cooperativa: comprueba quién es y cuál es su correo,
              le crea la cuenta y le envía una invitación para elegir su contraseña. No hay un día
              fijo; si es urgente, escribe a <CooperativeEmail />.
            </li>
          </>
        )}
      </ul>
    </FormDialog>
  )

  function problemsOf({ kind, social_security, last_day }: Typed) {
    const rut = kind === 'representative' ? representativeProblem(social_security, '') : null
    const lastDay = lastDayProblem(last_day, today)
    return {
      ...(rut !== null && { social_security: rut }),
      ...(lastDay !== null && { last_day: lastDay }),
    }
  }
}

function readerOf(
  kind: SaleAccessKind,
  sale: string,
  { co_holder, representative }: Pick<SaleWithReaders, 'co_holder' | 'representative'>,
): string {
  if (kind === 'co_holder') {
    return `${co_holder}, co-titular según la contabilidad, podrá ver ${sale}.`
  }
  const reader = `Un representante legal de la empresa podrá ver ${sale}.`
  return representative === '' ? reader : `${reader} La contabilidad nombra a ${representative}.`
}
