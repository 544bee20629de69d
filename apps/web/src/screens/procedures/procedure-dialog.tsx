import type { CatalogueProcedure } from '../../api/procedure-catalogue.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProcedureForm } from './procedure-form.tsx'

interface Props {
  /** Null adds one. */
  procedure: CatalogueProcedure | null
  onClose: () => void
}

export function ProcedureDialog({ procedure, onClose }: Props) {
  return (
    <Dialog
      title={procedure ? 'Editar trámite' : 'Añadir trámite'}
      onClose={onClose}
      size="lg"
      // What was typed must not be lost to a click beside it.
      closeOnClickOutside={false}
    >
      <ProcedureForm procedure={procedure} onClose={onClose} />
    </Dialog>
  )
}
