import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import type { ReactNode } from 'react'
import { PencilIcon, RestoreIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import classes from './row-action-buttons.module.css'
import type { RowAction } from './row-actions.ts'

const ACTIONS: Record<RowAction, { label: string; icon: ReactNode }> = {
  edit: { label: 'Editar', icon: <PencilIcon size={18} /> },
  remove: { label: 'Eliminar', icon: <TrashIcon size={18} /> },
  restore: { label: 'Restaurar', icon: <RestoreIcon size={18} /> },
}

interface Props {
  actions: RowAction[]
  /** The row's name, for the accessible name of each button. */
  subject: string
  onAction: (action: RowAction) => void
}

export function RowActionButtons({ actions, subject, onAction }: Props) {
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <Tooltip
          key={action}
          label={ACTIONS[action].label}
          events={{ hover: true, focus: true, touch: false }}
          transitionProps={{ duration: 0 }}
        >
          <button
            type="button"
            className={classes.action}
            aria-label={`${ACTIONS[action].label} ${subject}`}
            onClick={() => onAction(action)}
          >
            {ACTIONS[action].icon}
            <span className={classes.label}>{ACTIONS[action].label}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
