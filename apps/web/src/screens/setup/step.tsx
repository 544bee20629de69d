import {
  type SetupState,
  type SetupStep,
  setupStateNames,
  setupStepNames,
} from '@carpeta/domain/setup/setup-steps'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/display/tag.tsx'
import { AlertIcon, CheckCircleIcon, DashCircleIcon } from '../../ui/icons/icons.tsx'
import classes from './setup.module.css'

const marks = {
  done: { tone: 'green', icon: CheckCircleIcon },
  missing: { tone: 'red', icon: AlertIcon },
  not_applicable: { tone: 'plain', icon: DashCircleIcon },
} as const

interface Props {
  step: SetupStep
  state: SetupState
  /** What is there, or what to do. */
  children: ReactNode
  /** A button or a link. */
  action?: ReactNode
}

export function Step({ step, state, children, action }: Props) {
  return (
    <li className={classes.step}>
      <div className={classes.head}>
        <h2>{setupStepNames[step]}</h2>
        <Tag {...marks[state]}>{setupStateNames[state]}</Tag>
      </div>
      <div className={classes.text}>{children}</div>
      {action && <div className={classes.action}>{action}</div>}
    </li>
  )
}
