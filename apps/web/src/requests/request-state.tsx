import { type RequestState, requestStateLabels } from '@carpeta/domain/requests/request-states'
import type { ComponentType } from 'react'
import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  EyeIcon,
  type IconProps,
} from '../ui/icons/icons.tsx'
import classes from './request-state.module.css'

const icons: Record<RequestState, ComponentType<IconProps>> = {
  draft: DashCircleIcon,
  sent: ClockIcon,
  in_review: EyeIcon,
  missing: AlertIcon,
  resolved: CheckCircleIcon,
  rejected: CrossCircleIcon,
  cancelled: DashCircleIcon,
}

/** The state's label with an icon, so that it does not depend on colour alone. */
export function RequestStateMark({ state }: { state: RequestState }) {
  const Icon = icons[state]
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} />
      {requestStateLabels[state]}
    </span>
  )
}
