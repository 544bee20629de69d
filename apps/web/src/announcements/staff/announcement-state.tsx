import {
  type AnnouncementState,
  announcementStateLabels,
} from '@carpeta/domain/announcements/announcement-rules'
import type { ComponentType } from 'react'
import {
  CheckCircleIcon,
  ClockIcon,
  DashCircleIcon,
  type IconProps,
  PencilIcon,
} from '../../ui/icons/icons.tsx'
import classes from './announcements.module.css'

const icons: Record<AnnouncementState, ComponentType<IconProps>> = {
  draft: PencilIcon,
  scheduled: ClockIcon,
  published: CheckCircleIcon,
  withdrawn: DashCircleIcon,
}

/** The state's label with an icon, so that it does not depend on colour alone. */
export function AnnouncementStateMark({ state }: { state: AnnouncementState }) {
  const Icon = icons[state]
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} />
      {announcementStateLabels[state]}
    </span>
  )
}
