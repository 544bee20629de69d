import type { MemberRequest } from '@carpeta/contract/requests'
import { useSavedText } from '../../../requests/use-saved-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from './my-requests.module.css'
import { replyTextName } from './reply.ts'

/** The text of a reply that was not sent in time, to copy or discard. */
export function UnsentReply({ request }: { request: MemberRequest }) {
  const [text, setText] = useSavedText(replyTextName(request))
  // The reply may have been sent although its response was lost.
  const wasSent = request.events.some(
    (event) => event.kind === 'replied' && event.text.trim() === text.trim(),
  )
  if (text === '' || wasSent) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" size="xs" onClick={() => setText('')}>
          Descartar
        </Button>
      }
    >
      <p>Lo que escribiste no se envió:</p>
      <p className={classes.text}>{text}</p>
    </Notice>
  )
}
