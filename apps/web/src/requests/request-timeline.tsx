import type { WireRequestEvent } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { Timeline } from '../ui/display/timeline.ts'
import classes from './request-timeline.module.css'

interface Props {
  events: WireRequestEvent[]
  titleOf: (event: WireRequestEvent) => string
  /** Empty when the text is shown elsewhere. */
  textOf: (event: WireRequestEvent) => string
}

/** The events of a request, oldest first. */
export function RequestTimeline({ events, titleOf, textOf }: Props) {
  return (
    <Timeline role="list" bulletSize={14} lineWidth={2} color="var(--petrol)">
      {events.map((event) => (
        <Timeline.Item
          key={event.id}
          role="listitem"
          data-kind={event.kind}
          classNames={{ item: classes.event, itemBullet: classes.bullet }}
          title={<span className={classes.title}>{titleOf(event)}</span>}
        >
          {textOf(event) && <p className={classes.text}>{textOf(event)}</p>}
          <p className={classes.detail}>
            {dateTimeInSantiago(event.at)}
            {event.actor && ` · ${event.actor}`}
          </p>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
