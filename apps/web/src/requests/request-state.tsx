import { type RequestState, requestStateLabels } from '@carpeta/domain/requests/request-states'
import type { ComponentType } from 'react'
import { StateMark, type Tone } from '../ui/display/state-mark.tsx'
import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  EyeIcon,
  type IconProps,
} from '../ui/icons/icons.tsx'

const looks: Record<RequestState, [icon: ComponentType<IconProps>, tone: Tone]> = {
  draft: [DashCircleIcon, 'ended'],
  sent: [ClockIcon, 'waiting'],
  in_review: [EyeIcon, 'waiting'],
  missing: [AlertIcon, 'missing'],
  resolved: [CheckCircleIcon, 'done'],
  rejected: [CrossCircleIcon, 'refused'],
  cancelled: [DashCircleIcon, 'ended'],
}

export function RequestStateMark({ state }: { state: RequestState }) {
  const [icon, tone] = looks[state]
  return <StateMark icon={icon} tone={tone} label={requestStateLabels[state]} />
}
