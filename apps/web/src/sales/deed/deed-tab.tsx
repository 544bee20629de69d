import { type CalendarDate, dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import {
  memberTask,
  typicalText,
  untypicalText,
  waitingText,
} from '@carpeta/domain/sales/deed-durations'
import {
  type DeedStep,
  deedSteps,
  isStepDone,
  pendingMark,
  stepExplanation,
} from '@carpeta/domain/sales/deed-steps'
import { underReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { DeedTracking, Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isOwn } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { preferencesQuery } from '../../accounts/profile/preferences.ts'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { HelpLink } from '../../help/help-link.tsx'
import { memberDocumentsQuery } from '../../member-documents/member/calls.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Timeline } from '../../ui/display/timeline.ts'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CheckIcon } from '../../ui/icons/icons.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { UnderReview } from '../dashboard/sale-parts.tsx'
import type { SaleTabProps } from '../dashboard/tab-parts.tsx'
import { deedDurationsQuery } from './calls.ts'
import classes from './deed.module.css'

export function DeedTab({ sale, today }: SaleTabProps) {
  if (!sale.deed) {
    return (
      <>
        <EmptyState title="Tu escrituración aún no comienza">
          Cuando empiece, aquí podrás ver cada paso y su fecha. <AskAboutDeed sale={sale} />
        </EmptyState>
        <DeedDocuments sale={sale} />
      </>
    )
  }
  return (
    <>
      <UnderReview notice={underReviewNotice(sale, ['deed'])} />
      <DeedProcess sale={sale} deed={sale.deed} today={today} />
      <DeedDocuments sale={sale} />
    </>
  )
}

/** Accounting tells no day: a person may know more. */
function AskAboutDeed({ sale }: { sale: Sale }) {
  return (
    <>
      ¿Tienes preguntas? <WriteToUs isFirst about={`Escrituración de ${nameOf(sale)}`} />.
    </>
  )
}

interface DeedProcessProps {
  sale: Sale
  deed: DeedTracking
  today: CalendarDate
}

function DeedProcess({ sale, deed, today }: DeedProcessProps) {
  const steps = deedSteps(deed)
  const next = steps.find((step) => !isStepDone(step, today))
  return (
    <Section title="PROCESO DE ESCRITURACIÓN" aside={<HelpLink topic="deed" />}>
      <table className={classes.parties}>
        <tbody>
          <tr>
            <th scope="row">Nombre completo</th>
            <td>{sale.holder.fullName || '-'}</td>
          </tr>
          <tr>
            <th scope="row">Institución financiera</th>
            <td>{deed.lender || '-'}</td>
          </tr>
        </tbody>
      </table>
      <DeedProgress sale={sale} steps={steps} next={next} today={today} />
      {steps.some(({ doneOn }) => !doneOn) && (
        <p className={classes.explanation}>
          {pendingMark}: el paso todavía no está hecho. CBR: Conservador de Bienes Raíces, donde se
          inscribe la propiedad a tu nombre.
        </p>
      )}
      <Timeline role="list" bulletSize={28} lineWidth={2} color="var(--green)">
        {steps.map((step) => (
          <Timeline.Item
            key={step.field}
            role="listitem"
            bullet={isStepDone(step, today) ? <CheckIcon size={16} /> : <span />}
            classNames={{ itemBullet: classes.bullet, item: classes.item }}
            mod={{ done: isStepDone(step, today), now: step === next }}
            aria-current={step === next ? 'step' : undefined}
            title={<StepTitle step={step} isNow={step === next} />}
          >
            <p className={classes.explanation}>{stepExplanation(step, today)}</p>
            {!isStepDone(step, today) && <p className={classes.actor}>Actúa: {step.actor}</p>}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  )
}

interface StepTitleProps {
  step: DeedStep
  isNow: boolean
}

function StepTitle({ step: { label, doneOn }, isNow }: StepTitleProps) {
  return (
    <>
      {isNow && <span className={classes.now}>Ahora</span>}
      {doneOn ? (
        <span className={classes.done}>
          {label} <UnbrokenDates text={shortDate(doneOn)} />
        </span>
      ) : (
        <span className={classes.pending}>
          {label} <span className={classes.mark}>{pendingMark}</span>
        </span>
      )}
    </>
  )
}

interface DeedProgressProps {
  sale: Sale
  steps: DeedStep[]
  next: DeedStep | undefined
  today: CalendarDate
}

function DeedProgress({ sale, steps, next, today }: DeedProgressProps) {
  const { data: documents } = useQuery(memberDocumentsQuery)
  const published = documents && (
    <>
      {' '}
      Lo que la cooperativa publica de tu compra está en{' '}
      <Link to={documentsOf(sale.code)}>Mis documentos</Link>.
    </>
  )
  return (
    <div className={classes.progress}>
      <p className={classes.count}>
        {next
          ? `Paso ${steps.indexOf(next) + 1} de ${steps.length}: ${next.label}`
          : `${steps.length} de ${steps.length} pasos terminados`}
      </p>
      <div className={classes.bar} aria-hidden="true">
        {steps.map((step) => (
          <span
            key={step.field}
            data-done={isStepDone(step, today) || undefined}
            data-now={step === next || undefined}
          />
        ))}
      </div>
      {next ? (
        <>
          <NextStep sale={sale} step={next} waiting={waitingText(steps, today)} />
          <p className={classes.explanation}>
            <AskAboutDeed sale={sale} />
            {published}
          </p>
        </>
      ) : (
        <p className={classes.next}>
          Tu escrituración está terminada.
          {published}
        </p>
      )}
    </div>
  )
}

interface NextStepProps {
  sale: Sale
  step: DeedStep
  waiting: string | null
}

/** Who acts, since when, how long it usually takes, and whether the member must do something. */
function NextStep({ sale, step, waiting }: NextStepProps) {
  const { data: durations } = useQuery(deedDurationsQuery)
  const { data: preferences } = useQuery(preferencesQuery)
  const hasEmail = Boolean(useStoredUser()?.email)
  const usual = durations?.find((each) => each.step === step.field)
  // Only the holder is told.
  const isEmailed = isOwn(sale) && hasEmail && preferences?.deed_emails === true
  const typical = usual ? typicalText(usual) : waiting && untypicalText(isEmailed)
  const isKnown = durations !== undefined && (usual || preferences !== undefined)
  return (
    <div className={classes.next}>
      <p>
        Actúa: {step.actor}. <strong>{memberTask(step)}</strong>
      </p>
      {(waiting || typical) && (
        <p>
          {waiting}{' '}
          {durations !== null && typical && (
            // Its place is kept meanwhile.
            <span className={isKnown ? undefined : classes.awaited}>{typical}</span>
          )}
        </p>
      )}
    </div>
  )
}

function documentsOf(code: string): string {
  return `/documents?${new URLSearchParams({ venta: code })}`
}

/** The documents of the category 'Escritura', beside the steps of the deed; nothing without any. */
function DeedDocuments({ sale }: { sale: Sale }) {
  const { data } = useQuery(memberDocumentsQuery)
  const documents = (data ?? []).filter(
    ({ sale_code, category }) => sale_code === sale.code && category === 'deed',
  )
  if (documents.length === 0) return null
  return (
    <Section title="DOCUMENTOS DE TU ESCRITURA">
      <ul className={classes.documents}>
        {documents.map(({ id, title, date, is_new }) => {
          const day = dateOrNull(date)
          return (
            <li key={id}>
              <Link to={documentsOf(sale.code)}>{title}</Link>
              <span className={classes.detail}>
                {day && <UnbrokenDates text={shortDate(day)} />}
                {is_new && ' · Nuevo'}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
