import type { FoundSale } from '@carpeta/contract/member-documents'
import { MAX_SEARCH } from '@carpeta/domain/access/staff-views'
import { formatRut } from '@carpeta/domain/people/rut'
import { type FormEvent, useId, useState } from 'react'
import { answered } from '../../api/client.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import classes from './member-documents.module.css'

interface Props {
  /** The code of the chosen sale. */
  code: string
  onChoose: (code: string) => void
  /** Says which of several searches of a page this is. */
  of?: string
}

/** Finds a sale by its code, or by its holder's name or rut. */
export function SaleSearch({ code, onChoose, of = '' }: Props) {
  const heading = useId()
  const [typed, setTyped] = useState(code)
  const [found, setFound] = useState<FoundSale[] | null>(null)
  const [failure, setFailure] = useState<unknown>()

  function choose(chosen: string) {
    setTyped(chosen)
    setFound(null)
    onChoose(chosen)
  }

  async function search(event: FormEvent) {
    event.preventDefault()
    // The form that it may stand in is another one.
    event.stopPropagation()
    const q = typed.trim()
    if (q === '') return
    setFailure(undefined)
    try {
      const { results } = await answered('GET /api/document-sales/', { query: { q } })
      const exact = results.find((sale) => sale.code.toLowerCase() === q.toLowerCase())
      const only = exact ?? (results.length === 1 ? results[0] : undefined)
      if (only) choose(only.code)
      // A sale whose holder has no account is known by its code alone.
      else if (results.length === 0 && /\d/.test(q)) choose(q)
      else setFound(results)
    } catch (error) {
      setFailure(error)
    }
  }

  return (
    <div className={classes.sale}>
      <form className={classes.search} onSubmit={(event) => void search(event)}>
        <TextInput
          label="Venta: código, o nombre o rut del socio"
          aria-label={of && `Venta de ${of}: código, o nombre o rut del socio`}
          value={typed}
          maxLength={MAX_SEARCH}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="md" variant="default">
          Buscar venta
        </Button>
      </form>
      {failure !== undefined && <FailureNotice error={failure} />}
      {found?.length === 0 && <p role="status">No hay una venta con ese código, nombre o rut.</p>}
      {found !== null && found.length > 0 && (
        <>
          <p id={heading} role="status">
            ¿Cuál es?
          </p>
          <ul className={classes.lines} aria-labelledby={heading}>
            {found.map((sale) => (
              <li key={sale.code}>
                <Button variant="subtle" onClick={() => choose(sale.code)}>
                  {[
                    sale.holder.name,
                    formatRut(sale.holder.social_security),
                    sale.code,
                    sale.project,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
