import type { Sale } from '@carpeta/domain/sales/sale'
import { Link } from 'react-router'
import { searchOfRequest } from '../../../requests/member-address.ts'
import { AlertIcon } from '../../../ui/icons/icons.tsx'
import classes from './awaited-reply.module.css'

const TITLE = 'Esperamos tu respuesta'

interface Props {
  sales: Sale[]
  /** The open request is not listed. */
  open: string | null
}

/** The requests that wait for a reply of the member. */
export function AwaitedReply({ sales, open }: Props) {
  const awaited = sales.flatMap((sale) =>
    sale.requests
      .filter(({ state, key }) => state === 'missing' && key !== open)
      .map((request) => ({ sale, request })),
  )
  if (awaited.length === 0) return null
  return (
    <section className={classes.awaited} aria-label={TITLE}>
      <AlertIcon size={22} />
      <div>
        <h2>{TITLE}</h2>
        <p>
          A {awaited.length === 1 ? 'este trámite le' : 'estos trámites les'} falta un antecedente
          para seguir.
        </p>
        <ul>
          {awaited.map(({ sale, request: { key, procedureTitle } }) => (
            <li key={key}>
              <Link to={{ search: searchOfRequest(sale.code, key) }}>
                {procedureTitle || `Solicitud ${key}`}
              </Link>
              {sales.length > 1 && ` · ${sale.project || sale.code}`}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
