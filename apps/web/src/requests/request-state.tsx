import type { RequestState } from '@carpeta/domain/requests/request-states'
import { stateLabel } from '@carpeta/domain/requests/state-label'
import type { ComponentType } from 'react'
import { Tag, type Tone } from '../ui/display/tag.tsx'
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
  draft: [DashCircleIcon, 'plain'],
  sent: [ClockIcon, 'blue'],
  in_review: [EyeIcon, 'blue'],
  missing: [AlertIcon, 'amber'],
  resolved: [CheckCircleIcon, 'green'],
  rejected: [CrossCircleIcon, 'red'],
  cancelled: [DashCircleIcon, 'plain'],
}

interface Props {
  state: RequestState
  mergedInto: number | string | null
}

export function RequestStateMark({ state, mergedInto }: Props) {
  const [icon, tone] = looks[state]
  return (
    <Tag icon={icon} tone={tone}>
      {stateLabel(state, mergedInto)}
    </Tag>
  )
}
