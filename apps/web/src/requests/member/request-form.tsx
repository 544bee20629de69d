import { maskedEmail } from '@carpeta/domain/people/masked-email'
import { commentError, documentsLabel } from '@carpeta/domain/requests/document-rules'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { preferencesQuery } from '../../accounts/profile/preferences.ts'
import { isSessionEnded } from '../../api/api-error.ts'
import { salesQuery } from '../../sales/calls.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Textarea } from '../../ui/fields/inputs.ts'
import { ArrowLeftIcon, MailIcon } from '../../ui/icons/icons.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { SendingBar } from '../../uploads/sending-bar.tsx'
import { openDraft } from '../draft.ts'
import { type Draft, type RequestTarget, requestSource } from '../draft-calls.ts'
import { DraftNotice, OtherText } from '../draft-parts.tsx'
import { countError, hasWrongFile } from '../draft-slots.ts'
import { searchOfTab, tabSlugs } from '../member-address.ts'
import { PlainDraft } from '../plain-draft.ts'
import { RequiredDocuments } from '../required-documents.tsx'
import { useDraft, useSending } from '../use-draft.ts'
import type { Procedure } from './calls.ts'
import classes from './procedures.module.css'

interface Props {
  procedure: Procedure
  target: RequestTarget
  /** As it was read; null where the API keeps no drafts. */
  read: Draft | null
  onBack: () => void
}

/** The request form, filled in from the draft if there are drafts. */
export function RequestForm({ procedure, target, read, onBack }: Props) {
  const { draft, state, form } = useDraft((client) => {
    const source = requestSource(target)
    return read
      ? openDraft(client, source, read)
      : new PlainDraft(source.name, target, procedure.documents)
  })
  const { sending, send, isSending, clearFailure } = useSending(draft)
  const [isRecovered] = useState(
    state.text !== '' || form.slots.some(({ files }) => files.length > 0),
  )
  const [attempts, setAttempts] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const client = useQueryClient()

  const { slots } = form
  const wasTried = attempts > 0
  const unwritten = commentError({ documentAmount: slots.length }, state.text)
  const error = countError(form, wasTried)
  const isWrong = hasWrongFile(form)
  const isBlocked = error !== null || isWrong || (wasTried && unwritten !== null)
  const isToldAlready = sending.phase === 'failed' && isSessionEnded(sending.error)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (unwritten) field.current?.focus()
    if (unwritten || isWrong || countError(form, true)) return
    if ((await send()) === null) return
    // For a member who goes Back instead of closing the dialog.
    void client.invalidateQueries({ queryKey: salesQuery.queryKey })
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      {isRecovered && !state.ended && (
        <Notice tone="info">Recuperamos lo que habías escrito</Notice>
      )}
      {(slots.length > 0 || form.surplus.length > 0) && (
        <RequiredDocuments
          label={documentsLabel(slots.length)}
          draft={draft}
          state={state}
          form={form}
          error={error}
          disabled={isSending}
          onChange={clearFailure}
          attempts={attempts}
        />
      )}
      <div>
        <Textarea
          ref={field}
          label="Comentarios"
          rows={4}
          maxLength={MAX_REQUEST_TEXT}
          value={state.text}
          disabled={isSending}
          error={wasTried && unwritten?.text}
          onChange={({ currentTarget }) => draft.write(currentTarget.value)}
        />
        {!isToldAlready && state.other === null && <DraftNotice saving={state.saving} />}
      </div>
      <OtherText
        draft={draft}
        state={state}
        disabled={isSending}
        focus={() => field.current?.focus()}
      />
      {state.ended && <Ended how={state.ended} saleCode={target.saleCode} />}
      <NotificationAddress />
      {sending.phase === 'sending' && <SendingBar percent={sending.percent} />}
      {sending.phase === 'sent' && <SendingBar percent={100} />}
      {sending.phase === 'failed' && (
        <Stack gap="sm">
          <FailureNotice error={sending.error} />
          <Uploaded count={slots.filter(isStored).length} of={slots.length} />
        </Stack>
      )}
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="md"
          disabled={isBlocked && !isSending}
          aria-disabled={isSending}
        >
          Solicitar trámite
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<ArrowLeftIcon size={18} />}
          disabled={isSending}
          onClick={onBack}
        >
          Volver
        </Button>
      </div>
      {sending.phase === 'sent' && <SentDialog id={sending.id} saleCode={target.saleCode} />}
    </form>
  )
}

function isStored({ files }: { files: { storedId: number | null }[] }): boolean {
  return files.length > 0 && files.every(({ storedId }) => storedId !== null)
}

function Uploaded({ count, of }: { count: number; of: number }) {
  if (count === 0) return null
  return (
    <p className={classes.detail}>
      {`Ya ${count === 1 ? 'se subió' : 'se subieron'} ${count} de ${documentsLabel(of)}. Al intentarlo de nuevo se sigue desde ahí.`}
    </p>
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
            cambiarlo en <Link to="/profile">tu perfil</Link>.
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

/** Reloads the page, since the new request is in the sales data. */
function SentDialog({ id, saleCode }: SentDialogProps) {
  function showIt() {
    window.location.replace(`/dashboard${searchOfTab(saleCode, tabSlugs.myRequests)}`)
  }

  return (
    <Dialog
      title="La solicitud se ha guardado correctamente"
      onClose={showIt}
      buttons={
        <Button data-autofocus onClick={showIt}>
          OK
        </Button>
      }
    >
      <p>Es la solicitud Nº {id}. Puedes ver cómo avanza en Mis Trámites.</p>
    </Dialog>
  )
}

/** Another tab or device ended the draft, or this one without an answer: a second request would begin. */
function Ended({ how, saleCode }: { how: 'sent' | 'discarded'; saleCode: string }) {
  const client = useQueryClient()
  if (how === 'discarded') {
    return (
      <Notice tone="warning">
        Este borrador se descartó en otra ventana. Lo que escribes aquí es una solicitud nueva.
      </Notice>
    )
  }
  return (
    <Notice tone="warning">
      <p>Este borrador ya se envió. Lo que escribes aquí es una solicitud nueva.</p>
      <p>
        <Link
          to={{ search: searchOfTab(saleCode, tabSlugs.myRequests) }}
          // This tab had no answer that the request was sent.
          onClick={() => void client.invalidateQueries({ queryKey: salesQuery.queryKey })}
        >
          Ver Mis Trámites
        </Link>
      </p>
    </Notice>
  )
}
