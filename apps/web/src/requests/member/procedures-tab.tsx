import { shortDate } from '@carpeta/domain/dates/dates'
import { documentsLabel } from '@carpeta/domain/requests/document-rules'
import { questionText } from '@carpeta/domain/requests/question-text'
import { QUESTION_SUBJECT } from '@carpeta/domain/requests/questions'
import type { Sale } from '@carpeta/domain/sales/sale'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { HelpLink } from '../../help/help-link.tsx'
import { useArrival, useDetail } from '../../sales/dashboard/hooks.ts'
import { type SaleTabProps, TabSkeleton } from '../../sales/dashboard/tab-parts.tsx'
import { useIsExtended } from '../../session/extended.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useIsView } from '../../session/use-is-view.ts'
import { from } from '../../ui/breakpoints.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ArrowLeftIcon, ChevronDownIcon } from '../../ui/icons/icons.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { optionalDraftQuery, requestSource } from '../draft-calls.ts'
import { tabSlugs } from '../member-address.ts'
import { memberProceduresQuery, type Procedure } from './calls.ts'
import classes from './procedures.module.css'
import { RequestForm } from './request-form.tsx'
import { UnsentPart, useUnsentRequests } from './unsent-part.tsx'
import { FoldedUrgency, Urgency } from './urgency.tsx'

/** The list of procedures, or the form of the chosen one. */
export function ProceduresTab({ sale }: SaleTabProps) {
  const { data: procedures, error, refetch } = useQuery(memberProceduresQuery)
  const { id, open, close } = useDetail(sale.code, tabSlugs.procedures, 'tramite')
  const part = useArrival<HTMLElement>(id)
  const isView = useIsView()
  const chosen = isView ? undefined : procedures?.find((each) => String(each.id) === id)
  const [params] = useSearchParams()
  const subject = params.get('sobre') ?? ''
  const isAbout = chosen?.id === sale.questionProcedureId && QUESTION_SUBJECT.test(subject)
  const about = isAbout ? subject : undefined
  return (
    <section
      ref={part}
      className={classes.procedures}
      tabIndex={-1}
      aria-label={chosen?.title ?? 'Trámites que puedes solicitar'}
    >
      {error && (
        <>
          <LoadFailure error={error} onRetry={() => void refetch()} />
          <Urgency />
        </>
      )}
      {!procedures && !error && <TabSkeleton />}
      {chosen && (
        <ProcedureForm
          key={`${chosen.id} ${about}`}
          procedure={chosen}
          sale={sale}
          about={about}
          onBack={close}
        />
      )}
      {procedures && !chosen && (
        <>
          <UnsentPart place="tab" />
          <ProcedureList procedures={procedures} sale={sale} onChoose={isView ? undefined : open} />
        </>
      )}
    </section>
  )
}

interface Props {
  procedures: Procedure[]
  sale: Sale
  /** Absent when nothing can be requested. */
  onChoose?: ((id: number) => void) | undefined
}

function ProcedureList({ procedures, sale, onChoose }: Props) {
  const { code, questionProcedureId } = sale
  const begun = useUnsentRequests().filter(({ sale_code, about }) => sale_code === code && !about)
  if (procedures.length === 0) {
    return (
      <>
        <EmptyState title="Por ahora no hay trámites para solicitar">
          Si necesitas algo de la cooperativa, <WriteToUs />.
        </EmptyState>
        <Urgency />
      </>
    )
  }
  return (
    <>
      <FoldedUrgency />
      <ul className={classes.list}>
        {procedures.map((procedure) => {
          const { id, title, documents, answerBy } = procedure
          const action = begun.some(({ procedure }) => procedure.id === id)
            ? 'Continuar'
            : id === questionProcedureId
              ? 'Preguntar'
              : 'Solicitar trámite'
          return (
            <li key={id}>
              <Explained procedure={procedure} />
              <div className={classes.needs}>
                <p>
                  {documents.length > 0
                    ? documentsLabel(documents.length)
                    : 'No necesitas documentos'}
                </p>
                {answerBy && (
                  <p>
                    <UnbrokenDates
                      text={`Enviado hoy, respuesta hasta el ${shortDate(answerBy)}`}
                    />
                  </p>
                )}
              </div>
              {onChoose && (
                <Button
                  variant="default"
                  aria-label={`${action}: ${title}`}
                  onClick={() => onChoose(id)}
                >
                  {action}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <div className={classes.other}>
        <p>
          La respuesta llega a esta carpeta. <HelpLink topic="requests" />
        </p>
        {!procedures.some(({ id }) => id === questionProcedureId) && (
          <p>
            <strong>¿No está lo que necesitas?</strong> <WriteToUs isFirst />.
          </p>
        )}
      </div>
    </>
  )
}

/** The title, which a phone opens to read the whole text before choosing. */
function Explained({ procedure }: { procedure: Procedure }) {
  const { title, description, documents, namedDocuments } = procedure
  const isWide = useMedia(from('phone'))
  // An API of the specification alone takes no others.
  const takesPhotos = useIsExtended() && documents.length === 0
  return (
    <details className={classes.explained} open={isWide}>
      <summary>
        <h3>{title}</h3>
        <ChevronDownIcon size={20} />
      </summary>
      {description && <p className={classes.summary}>{description}</p>}
      {namedDocuments.length > 0 && <p>{namedDocuments.join(' · ')}</p>}
      {takesPhotos && <p>Puedes adjuntar fotos.</p>}
    </details>
  )
}

interface ProcedureFormProps {
  procedure: Procedure
  sale: Sale
  /** What a screen begins a question about. */
  about: string | undefined
  onBack: () => void
}

function ProcedureForm({ procedure, sale, about, onBack }: ProcedureFormProps) {
  const target = { procedureId: procedure.id, saleCode: sale.code, about }
  const suggestion = about ? questionText(about, sale) : ''
  const { data, error, refetch } = useQuery(optionalDraftQuery(requestSource(target)))
  // Text typed while drafts were unavailable stays, even if one can be read later.
  const [hasDrafts, setHasDrafts] = useState(true)
  if (data === null && hasDrafts) setHasDrafts(false)
  const read = hasDrafts ? data : null
  return (
    <>
      <div className={classes.intro}>
        <h3>{procedure.title}</h3>
        {suggestion ? (
          <p>Ya está escrita: revísala y envíala.</p>
        ) : (
          procedure.description && <p className={classes.description}>{procedure.description}</p>
        )}
      </div>
      {read !== undefined ? (
        <RequestForm
          procedure={procedure}
          target={target}
          suggestion={suggestion}
          submit={procedure.id === sale.questionProcedureId ? 'Enviar consulta' : undefined}
          read={read}
          onBack={onBack}
        />
      ) : (
        <>
          {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Opening />}
          <Button variant="default" leftSection={<ArrowLeftIcon size={18} />} onClick={onBack}>
            Volver
          </Button>
        </>
      )}
    </>
  )
}

function Opening() {
  return (
    <>
      <p className={classes.lead} role="status">
        Abriendo el formulario…
      </p>
      <Skeleton height={120} />
    </>
  )
}
