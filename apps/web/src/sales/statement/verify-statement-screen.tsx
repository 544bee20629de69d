import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAnswerOnce } from '../../accounts/links/account-link.tsx'
import { ApiError } from '../../api/api-error.ts'
import { showErrors } from '../../forms/show-errors.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { logOutIfExpired } from '../../session/log-out-for-link.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { AlertIcon, CheckCircleIcon } from '../../ui/icons/icons.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { checkStatement, type StatementCheck } from './calls.ts'
import classes from './verify-statement.module.css'

/**
 * The target of the QR code on a printed statement: tells whether the statement is still current, and what it must
 * say.
 */
export function Component() {
  const [params, setParams] = useSearchParams()
  const isReady = useHydrated()
  const folio = isReady ? (params.get('folio') ?? '').trim() : ''
  return (
    <CardPage title="Verificar estado de cuenta">
      <div>
        <h1>Verificar estado de cuenta</h1>
        <p>
          Comprueba si un estado de cuenta o un certificado de deuda y pagos sigue vigente, y
          compara sus datos. El folio está impreso al pie de cada página.
        </p>
      </div>
      {folio && <FolioCheck key={folio} folio={folio} />}
      <FolioForm
        key={`form ${folio}`}
        folio={folio}
        onVerify={(typed) => setParams({ folio: typed })}
      />
    </CardPage>
  )
}

interface Props {
  /** The folio that is shown. */
  folio: string
  onVerify: (folio: string) => void
}

function FolioForm({ folio, onVerify }: Props) {
  const isReady = useHydrated()
  const [isMissing, setMissing] = useState(false)

  function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('folio') ?? '').trim()
    showErrors(event.currentTarget, () => setMissing(typed === ''))
    if (typed) onVerify(typed)
  }

  return (
    <form noValidate onSubmit={verify}>
      <TextInput
        name="folio"
        label={folio ? 'Verificar otro folio' : 'Folio'}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={isMissing && 'Ingresa el folio'}
        onChange={() => setMissing(false)}
      />
      <Button type="submit" size="md" fullWidth disabled={!isReady}>
        Verificar
      </Button>
    </form>
  )
}

function FolioCheck({ folio }: { folio: string }) {
  const { outcome, retry } = useAnswerOnce(async () => {
    await logOutIfExpired()
    return checkStatement(folio)
  })
  if (outcome.status === 'answered') return <Found check={outcome.answer} />
  if (outcome.status === 'waiting') return <p role="status">Buscando el folio {folio}…</p>
  if (isUnknown(outcome.error)) return <Unknown folio={folio} />
  return <LoadFailure error={outcome.error} onRetry={retry} />
}

function Found({ check: { folio, issued_at, is_current, printed } }: { check: StatementCheck }) {
  const Icon = is_current ? CheckCircleIcon : AlertIcon
  const [date] = dateTimeInSantiago(issued_at).split(' ')
  return (
    <div className={classes.found} data-current={is_current} role="status">
      <Icon size={32} />
      <div>
        <p className={classes.verdict}>
          Emitido el <UnbrokenDates text={date ?? ''} />, {is_current ? 'vigente' : 'reemplazado'}
        </p>
        <p>
          {is_current
            ? 'Compara estos datos con los del documento: si no son iguales, el documento fue alterado.'
            : 'Desde su emisión la cooperativa registró otros valores. Pide a quien te lo entregó uno nuevo.'}
        </p>
        {is_current && (
          <>
            <Facts facts={printed.map(({ label, value }) => [label, value])} />
            <p>Lo demás que dice el documento no se comprueba en esta página.</p>
          </>
        )}
        <p className={classes.folio}>Folio {folio}</p>
      </div>
    </div>
  )
}

function Unknown({ folio }: { folio: string }) {
  return (
    <Notice tone="error">
      No encontramos ningún documento con el folio {folio}. Revisa que esté escrito tal como aparece
      en el documento; si está bien escrito, no fue emitido por la cooperativa.
    </Notice>
  )
}

function isUnknown(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
