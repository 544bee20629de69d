import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'

const LABEL = 'Revisar antes de pagar'

interface Props {
  sale: Sale
  /** Beside other purchases its name says which one. */
  isNamed?: boolean
}

/** In the place of 'Pagar' where it may be paid already: leads to the question on the sale's home (`BookedLater`). */
export function ReviewFirst({ sale, isNamed = false }: Props) {
  return (
    <Button
      component={Link}
      variant="default"
      to={`/dashboard?${new URLSearchParams({ venta: sale.code })}`}
      {...(isNamed && { 'aria-label': `${LABEL} ${nameOf(sale)}` })}
    >
      {LABEL}
    </Button>
  )
}
