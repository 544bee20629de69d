import {
  type LoadState,
  loadStateLabels,
  type UploadState,
  uploadStateLabels,
} from '@carpeta/domain/imports/import-rules'
import type { ComponentType } from 'react'
import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  type IconProps,
  RestoreIcon,
} from '../../ui/icons/icons.tsx'
import classes from './imports.module.css'

interface Look {
  tone: 'green' | 'red' | 'amber' | 'plain'
  icon: ComponentType<IconProps>
}

const done: Look = { tone: 'green', icon: CheckCircleIcon }
const wrong: Look = { tone: 'red', icon: AlertIcon }
const open: Look = { tone: 'amber', icon: ClockIcon }

const uploadLooks: Record<UploadState, Look> = {
  waiting: open,
  running: open,
  checked: open,
  applied: done,
  refused: wrong,
  failed: wrong,
}

const loadLooks: Record<LoadState, Look> = {
  tried: open,
  applied: done,
  refused: wrong,
  undone: { tone: 'plain', icon: RestoreIcon },
}

export function UploadMark({ state }: { state: UploadState }) {
  return <Mark {...uploadLooks[state]} label={uploadStateLabels[state]} />
}

export function LoadMark({ state }: { state: LoadState }) {
  return <Mark {...loadLooks[state]} label={loadStateLabels[state]} />
}

function Mark({ tone, icon: Icon, label }: Look & { label: string }) {
  return (
    <span className={classes.state} data-tone={tone}>
      <Icon size={16} />
      {label}
    </span>
  )
}
