import type { MemberRequest } from '@carpeta/contract/requests'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/request-states'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActFailure } from '../../../requests/action-failure.tsx'
import { useKeptText } from '../../../requests/use-saved-text.ts'
import { Textarea } from '../../../ui/fields/inputs.ts'
import { AlertIcon } from '../../../ui/icons/icons.tsx'
import { RequiredDocuments } from '../documents/required-documents.tsx'
import { SendingBar } from '../documents/sending-bar.tsx'
import { earlyErrors } from '../documents/upload-set.ts'
import { useLeaving } from '../documents/use-abort-on-unmount.ts'
import { useStayWhile } from '../documents/use-stay-while.ts'
import { useHandIn } from '../documents/use-upload-set.ts'
import classes from './my-requests.module.css'
import { lackOf, lastAsking, placesToReplace, replyName, sendReply } from './reply.ts'
import { useNews } from './use-request-refresh.ts'

/** What was asked for, and the place to hand exactly that in. */
export function ReplyForm({ request }: { request: MemberRequest }) {
  const gathering = useHandIn(() => placesToReplace(request))
  const [comment, setComment] = useKeptText(replyName(request))
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const [wasTried, setTried] = useState(false)
  const { show, reload } = useNews(request.id)
  const isSending = percent !== null
  const begin = useLeaving()
  useStayWhile(isSending)

  const { places } = gathering.handIn
  const asked = lastAsking(request)?.text
  const lack = lackOf(request, places, comment)
  const errors = earlyErrors(gathering.handIn)
  const isBlocked = errors.length > 0 || (wasTried && lack !== null)

  async function reply(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (lack || errors.length > 0) return
    setFailure(undefined)
    try {
      const sent = { id: request.id, places, comment }
      const { keep: onKept, refuse: onRefused } = gathering
      const uploads = { onKept, onRefused, signal: begin() }
      const replied = await sendReply(sent, setPercent, uploads)
      setComment('')
      show(replied)
    } catch (error) {
      setFailure(error)
      setPercent(null)
    }
  }

  return (
    <form className={classes.reply} noValidate onSubmit={reply} aria-label="Responder">
      <div>
        <h4>La cooperativa te pide</h4>
        <p className={classes.text}>{asked || 'Reemplaza los documentos rechazados.'}</p>
      </div>
      {places.length > 0 && (
        <RequiredDocuments
          label={places.length === 1 ? 'Documento por reemplazar' : 'Documentos por reemplazar'}
          gathering={gathering}
          errors={errors}
          disabled={isSending}
          onChange={() => setFailure(undefined)}
        />
      )}
      <Textarea
        label="Comentarios"
        description={
          places.length > 0 && 'Si no puedes reemplazar un documento, escribe aquí por qué.'
        }
        rows={3}
        maxLength={MAX_REQUEST_TEXT}
        value={comment}
        disabled={isSending}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      {wasTried && lack && (
        <p className={classes.lack} role="alert">
          <AlertIcon size={18} />
          {lack}
        </p>
      )}
      {percent !== null && <SendingBar percent={percent} />}
      <ActFailure failure={failure} reload={reload} keepsText />
      <div>
        <Button type="submit" size="md" disabled={isSending || isBlocked}>
          Responder
        </Button>
      </div>
    </form>
  )
}
