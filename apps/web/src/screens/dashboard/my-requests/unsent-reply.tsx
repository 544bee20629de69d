import type { MemberRequest } from '@carpeta/contract/requests'
import { Button } from '@mantine/core'
import { useSavedText } from '../../../requests/use-saved-text.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from './my-requests.module.css'
import { replyTextName } from './reply.ts'

/** Written for a reply that came too late: still there to be copied, until it is put away. */
export function UnsentReply({ request }: { request: MemberRequest }) {
  const [text, setText] = useSavedText(replyTextName(request))
  // The answer to the reply may have been lost, and not the reply.
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
