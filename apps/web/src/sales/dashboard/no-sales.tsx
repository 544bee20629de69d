import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function NoSales() {
  return (
    <EmptyState title="Todavía no hay compras en tu carpeta">
      Tu compra aparecerá aquí cuando la cooperativa la apruebe. Si crees que ya debería estar,
      escribe a <CooperativeEmail />.
    </EmptyState>
  )
}
