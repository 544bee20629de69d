import {
  type AnnouncementState,
  announcementStateLabels,
} from '@carpeta/domain/announcements/announcement-rules'
import { counted, formatCount } from '@carpeta/domain/text/counted'
import type { ComponentType } from 'react'
import { Tag, type Tone } from '../../ui/display/tag.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  DashCircleIcon,
  type IconProps,
  PencilIcon,
} from '../../ui/icons/icons.tsx'
import type { WireAnnouncement } from './calls.ts'

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

/** No member has seen it yet. */
export function isAhead(state: AnnouncementState): boolean {
  return state === 'draft' || state === 'scheduled'
}

/** Says what became of each email, so that the figures add up. */
export function emailsText({
  queued,
  sent,
  failed,
  cancelled,
}: WireAnnouncement['emails']): string {
  const parts = [
    counted(sent, 'enviado', 'enviados'),
    queued > 0 && `${formatCount(queued)} en camino`,
    failed > 0 && `${formatCount(failed)} sin entregar`,
    cancelled > 0 && counted(cancelled, 'no se envió', 'no se enviaron'),
  ]
  return parts.filter(Boolean).join(', ')
}
