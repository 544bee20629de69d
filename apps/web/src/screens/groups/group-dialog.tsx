import type { Group } from '../../api/groups.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { GroupForm } from './group-form.tsx'

interface Props {
  /** Null adds one. */
  group: Group | null
  onClose: () => void
}

export function GroupDialog({ group, onClose }: Props) {
  return (
    <Dialog
      title={group ? 'Editar grupo' : 'Añadir grupo'}
      onClose={onClose}
      // What was typed must not be lost to a click beside it.
      closeOnClickOutside={false}
    >
      <GroupForm group={group} onClose={onClose} />
    </Dialog>
  )
}
