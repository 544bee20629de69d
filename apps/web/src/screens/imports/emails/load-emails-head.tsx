import { counted } from '@carpeta/domain/text/counted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  everyPageOf,
  type LoadEmailsSummary,
  pauseEmails,
  sendEmails,
} from '../../../api/news/load-emails.ts'
import { AskFirst } from '../../../forms/ask-first.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from './load-emails.module.css'

interface Props {
  loadId: number
  summary: LoadEmailsSummary
}

/** How many emails went out, and the switch that keeps or sends the others. */
export function LoadEmailsHead({ loadId, summary }: Props) {
  const { waiting, sent, failed, cancelled, is_paused, is_undone } = summary
  return (
    <>
      <p className={classes.lead}>
        {counted(sent, 'enviado', 'enviados')}, {waiting} en espera, {failed} sin entregar y{' '}
        {counted(cancelled, 'que no se envió', 'que no se enviaron')}. «Enviado» dice que el
        servidor de correo lo aceptó; si después lo devuelve, la devolución llega a la casilla desde
        la que se envía.
      </p>
      {is_undone && (
        <Notice tone="info">La carga se deshizo: lo que no había salido ya no se envía.</Notice>
      )}
      {!is_undone && is_paused && (
        <Notice tone="warning" action={<Change kind="send" loadId={loadId} waiting={waiting} />}>
          Los correos de esta carga están en pausa.
        </Notice>
      )}
      {!is_undone && !is_paused && (
        <div>
          <Change kind="pause" loadId={loadId} waiting={waiting} />
        </div>
      )}
    </>
  )
}

const texts = {
  send: {
    button: 'Enviar ahora',
    title: 'Enviar los correos',
    confirm: 'Enviar',
    action: sendEmails,
    consequence: (waiting: number) =>
      `Se enviará a los socios ${counted(waiting, 'correo que espera', 'correos que esperan')}.`,
  },
  pause: {
    button: 'Poner en pausa',
    title: 'Poner los correos en pausa',
    confirm: 'Poner en pausa',
    action: pauseEmails,
    consequence: (waiting: number) =>
      `No saldrán más correos de esta carga hasta que alguien los envíe. En espera: ${waiting}.`,
  },
}

function Change({ kind, loadId, waiting }: { kind: keyof typeof texts } & Waiting) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const { button, title, confirm, action, consequence } = texts[kind]
  return (
    <>
      <Button variant={kind === 'send' ? 'filled' : 'default'} onClick={() => setAsking(true)}>
        {button}
      </Button>
      {isAsking && (
        <AskFirst
          title={title}
          confirm={confirm}
          cancel="Cancelar"
          action={async () => {
            await action(loadId)
            await client.invalidateQueries(everyPageOf(loadId))
          }}
          onClose={() => setAsking(false)}
        >
          <p>{consequence(waiting)}</p>
        </AskFirst>
      )}
    </>
  )
}

interface Waiting {
  loadId: number
  waiting: number
}
