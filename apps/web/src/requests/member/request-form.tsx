import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { maskedEmail } from '@carpeta/domain/people/masked-email'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { preferencesQuery } from '../../accounts/profile/preferences.ts'
import { salesQuery } from '../../sales/calls.ts'
import { useIsExtended } from '../../session/extended.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { MailIcon } from '../../ui/icons/icons.tsx'
import { openDraft } from '../draft.ts'
import { type Draft, type RequestTarget, requestSource } from '../draft-calls.ts'
import { DraftForm } from '../draft-form.tsx'
import { searchOfRequest, searchOfTab, tabSlugs } from '../member-address.ts'
import { PlainDraft } from '../plain-draft.ts'
import { memberRequestQuery, type Procedure } from './calls.ts'
import classes from './procedures.module.css'

interface Props {
  procedure: Procedure
  target: RequestTarget
  /** What it begins with, for the member to send. */
  suggestion: string
  submit?: string | undefined
  /** As it was read; null where the API keeps no drafts. */
  read: Draft | null
  onBack: () => void
}

/** The request form, filled in from the draft if there are drafts. */
export function RequestForm(props: Props) {
  const { procedure, target, suggestion, submit = 'Solicitar trámite', read, onBack } = props
  const [sentId, setSentId] = useState<number>()
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: salesQuery.queryKey })
  const source = requestSource(target)
  return (
    <>
      <DraftForm
        open={(client) =>
          read
            ? openDraft(client, source, read)
            : new PlainDraft(source.name, target, procedure.documents)
        }
        suggestion={suggestion}
        label="Comentarios"
        description={(documents) => (documents > 0 ? 'Opcional' : '')}
        sentLink={
          // This tab had no answer that the request was sent.
          <Link
            to={{ search: searchOfTab(target.saleCode, tabSlugs.myRequests) }}
            onClick={refresh}
          >
            Ver Mis Trámites
          </Link>
        }
        submit={submit}
        onBack={onBack}
        onSent={(id) => {
          setSentId(id)
          // For a member who goes Back instead of closing the dialog.
          refresh()
        }}
      >
        <NotificationAddress />
      </DraftForm>
      {sentId !== undefined && <SentDialog id={sentId} saleCode={target.saleCode} />}
    </>
  )
}

/** The address to which notifications of this request go. */
function NotificationAddress() {
  const user = useStoredUser()
  const { data: preferences } = useQuery(preferencesQuery)
  if (preferences === null) return null
  const address = maskedEmail(user?.email ?? '')
  const wantsEmails = preferences?.request_letters !== false && address !== ''
  return (
    <p className={classes.news}>
      <MailIcon size={18} />
      <span>
        {wantsEmails ? (
          `Te avisaremos a ${address} cuando haya novedades.`
        ) : (
          <>
            No te enviaremos correos sobre este trámite: la respuesta estará en Mis Trámites. Puedes
            cambiarlo en <Link to="/profile#correos">tu perfil</Link>.
          </>
        )}
      </span>
    </p>
  )
}

interface SentDialogProps {
  id: number
  saleCode: string
}

/** Loads the page again, since the new request is in the sales data. */
function SentDialog({ id, saleCode }: SentDialogProps) {
  const hasDetails = useIsExtended()
  const { data: request } = useQuery({ ...memberRequestQuery(id), enabled: hasDetails })
  const goTo = (search: string) => window.location.replace(`/dashboard${search}`)
  const showAll = () => goTo(searchOfTab(saleCode, tabSlugs.myRequests))
  return (
    <Dialog
      title="La solicitud se ha guardado correctamente"
      onClose={showAll}
      buttons={
        <>
          {hasDetails && (
            <Button data-autofocus onClick={() => goTo(searchOfRequest(saleCode, id))}>
              Ver mi trámite
            </Button>
          )}
          <Button
            variant={hasDetails ? 'default' : 'filled'}
            data-autofocus={!hasDetails || undefined}
            onClick={showAll}
          >
            OK
          </Button>
        </>
      }
    >
      <p>Recibimos tu solicitud {requestNumber(id)}. Puedes ver cómo avanza en Mis Trámites.</p>
      <p aria-live="polite">
        {request?.answer_by && (
          <UnbrokenDates
            text={`Te responderemos a más tardar el ${shortDate(request.answer_by as CalendarDate)}.`}
          />
        )}
      </p>
    </Dialog>
  )
}
