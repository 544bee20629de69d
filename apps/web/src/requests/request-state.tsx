import { requestStateLabels } from '@carpeta/domain/requests/request-labels'
import type { RequestState } from '@carpeta/domain/requests/request-states'
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

export function RequestStateMark({ state }: { state: RequestState }) {
  const [icon, tone] = looks[state]
  return (
    <Tag icon={icon} tone={tone}>
      {requestStateLabels[state]}
    </Tag>
  )
}
