import { Button } from '@mantine/core'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { actionTitles } from './action-titles.ts'

interface Props {
  action: 'remove' | 'restore'
  why: string
  onClose: () => void
}

/** Nothing to confirm: what was asked for cannot be done as things stand. */
export function Refusal({ action, why, onClose }: Props) {
  return (
    <Dialog
      title={actionTitles[action]}
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <p>{why}</p>
    </Dialog>
  )
}
