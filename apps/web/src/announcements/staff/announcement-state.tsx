import {
  type AnnouncementState,
  announcementStateLabels,
} from '@carpeta/domain/announcements/announcement-rules'
import type { ComponentType } from 'react'
import { Tag, type Tone } from '../../ui/display/tag.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  DashCircleIcon,
  type IconProps,
  PencilIcon,
} from '../../ui/icons/icons.tsx'

const looks: Record<AnnouncementState, [icon: ComponentType<IconProps>, tone: Tone]> = {
  draft: [PencilIcon, 'plain'],
  scheduled: [ClockIcon, 'blue'],
  published: [CheckCircleIcon, 'green'],
  withdrawn: [DashCircleIcon, 'plain'],
}

export function AnnouncementStateMark({ state }: { state: AnnouncementState }) {
  const [icon, tone] = looks[state]
  return (
    <Tag icon={icon} tone={tone}>
      {announcementStateLabels[state]}
    </Tag>
  )
}
