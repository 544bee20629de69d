import {
  addDays,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { counted } from '@carpeta/domain/text/counted'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/server-clock.ts'
import { Confirmation } from '../../forms/confirmation.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { PencilIcon } from '../../ui/icons/icons.tsx'
import { discardDraft } from '../draft-calls.ts'
import { searchOfProcedure } from '../member-address.ts'
import { type UnsentRequest, unsentRequestsQuery, unsentTitle } from './unsent-calls.ts'
import classes from './unsent-requests.module.css'
import { WrittenDialog } from './written-dialog.tsx'

/** Leads back to what the member began and did not send. */
export function UnsentRequests({ requests }: { requests: UnsentRequest[] }) {
  const [discarded, setDiscarded] = useState<UnsentRequest | null>(null)
  const [read, setRead] = useState<UnsentRequest | null>(null)
  const client = useQueryClient()
  const title = unsentTitle(requests)
  return (
    <section className={classes.unsent} aria-label={title}>
      <PencilIcon size={22} />
      <div>
        <h2>{title}</h2>
        <ul>
          {requests.map((request) => (
            <li key={request.id}>
              <p>
                <strong>{request.procedure.title}</strong>
                <span>
                  {stateOf(request).map((part, index) => (
                    <Fragment key={part}>
                      {index > 0 && ' · '}
                      <span className={classes.whole}>
                        <UnbrokenDates text={part} />
                      </span>
                    </Fragment>
                  ))}
                </span>
              </p>
              <div className={classes.buttons}>
                {request.is_offered ? (
                  <Button
                    component={Link}
                    variant="default"
                    to={{ search: searchOf(request) }}
                    aria-label={`Continuar: ${request.procedure.title}`}
                  >
                    Continuar
                  </Button>
                ) : (
                  <Button
                    variant="default"
                    aria-label={`Ver lo escrito: ${request.procedure.title}`}
                    onClick={() => setRead(request)}
                  >
                    Ver lo escrito
                  </Button>
                )}
                <Button
                  variant="subtle"
                  aria-label={`Descartar: ${request.procedure.title}`}
                  onClick={() => setDiscarded(request)}
                >
                  Descartar
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
      {read && <WrittenDialog request={read} onClose={() => setRead(null)} />}
      {discarded && (
        <Confirmation
          title="¿Descartar este trámite?"
          confirm="Sí, descartar"
          cancel="Conservarlo"
          action={async () => {
            await discardDraft(discarded)
            await client.invalidateQueries({ queryKey: unsentRequestsQuery.queryKey })
          }}
          onClose={() => {
            // A refusal says that it changed elsewhere.
            void client.invalidateQueries({ queryKey: unsentRequestsQuery.queryKey })
            setDiscarded(null)
          }}
        >
          <p>
            Se borra lo que escribiste y los archivos que subiste para «{discarded.procedure.title}
            ». No se puede recuperar.
          </p>
        </Confirmation>
      )}
    </section>
  )
}

function searchOf({ sale_code, procedure, about }: UnsentRequest): string {
  return searchOfProcedure(sale_code, procedure.id, about)
}

function stateOf({ missing_documents: missing, saved_at, is_offered }: UnsentRequest) {
  const parts = [
    !is_offered && 'ya no se ofrece',
    is_offered &&
      missing > 0 &&
      `${missing === 1 ? 'falta' : 'faltan'} ${counted(missing, 'documento', 'documentos')}`,
    `guardado ${momentOf(saved_at)}`,
  ]
  return parts.filter((part) => part !== false)
}

/** 'hoy 16:20', 'ayer 9:05', 'el 12-11-2026'. */
function momentOf(instant: string): string {
  const [date, time] = dateTimeInSantiago(instant).split(' ')
  const today = todayInSantiago(serverNow())
  if (date === shortDate(today)) return `hoy ${time}`
  return date === shortDate(addDays(today, -1)) ? `ayer ${time}` : `el ${date}`
}
