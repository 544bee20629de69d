import { useSearchParams } from 'react-router'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { FolioCheck } from './folio-check.tsx'
import { FolioForm } from './folio-form.tsx'

/**
 * The target of the QR code on a printed statement: tells whether the statement is still current.
 */
export function Screen() {
  const [params, setParams] = useSearchParams()
  const isReady = useHydrated()
  const folio = isReady ? (params.get('folio') ?? '').trim() : ''
  return (
    <CardPage title="Verificar estado de cuenta">
      <div>
        <h1>Verificar estado de cuenta</h1>
        <p>
          Comprueba si un estado de cuenta en papel o PDF sigue vigente. El folio está impreso al
          pie de cada página.
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
