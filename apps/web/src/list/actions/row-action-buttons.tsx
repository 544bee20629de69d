import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import type { ReactNode } from 'react'
import { PencilIcon, RestoreIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import classes from './row-action-buttons.module.css'
import type { RowAct } from './row-actions.ts'

const ACTS: Record<RowAct, { label: string; icon: ReactNode }> = {
  edit: { label: 'Editar', icon: <PencilIcon size={18} /> },
  remove: { label: 'Eliminar', icon: <TrashIcon size={18} /> },
  restore: { label: 'Restaurar', icon: <RestoreIcon size={18} /> },
}

interface Props {
  acts: RowAct[]
  /** The row's own name: 'Editar' alone would be the same button ten times. */
  subject: string
  onAct: (act: RowAct) => void
}

export function RowActions({ acts, subject, onAct }: Props) {
  return (
    <div className={classes.actions}>
      {acts.map((act) => (
        <Tooltip
          key={act}
          label={ACTS[act].label}
          events={{ hover: true, focus: true, touch: false }}
          transitionProps={{ duration: 0 }}
        >
          <button
            type="button"
            className={classes.action}
            aria-label={`${ACTS[act].label} ${subject}`}
            onClick={() => onAct(act)}
          >
            {ACTS[act].icon}
            <span className={classes.label}>{ACTS[act].label}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
