import type { ComponentType } from 'react'
import { helpPagesQuery } from '../../api/help/help-pages.ts'
import type { OwnHelpTopic } from '../../help/help-address.ts'
import { useOptionalQuery } from '../../session/extended.ts'
import { WrittenText } from '../../ui/text/written-text.tsx'
import classes from './help.module.css'
import { HelpFrame } from './help-frame.tsx'
import { ownTopicTitles } from './own-topic-titles.ts'
import { DeedTopic } from './topics/deed-topic.tsx'
import { DeviceTopic } from './topics/device-topic.tsx'
import { PaymentTopic } from './topics/payment-topic.tsx'
import { RequestsTopic } from './topics/requests-topic.tsx'
import { StatementTopic } from './topics/statement-topic.tsx'

const contents: Record<OwnHelpTopic, ComponentType> = {
  payment: PaymentTopic,
  statement: StatementTopic,
  deed: DeedTopic,
  requests: RequestsTopic,
  device: DeviceTopic,
}

/** The portal's own page about a topic, and below it what the cooperative adds. */
export function TopicPage({ topic }: { topic: OwnHelpTopic }) {
  const Topic = contents[topic]
  const { data = [] } = useOptionalQuery(helpPagesQuery)
  const added = data.filter((page) => page.topic === topic)
  return (
    <HelpFrame title={ownTopicTitles[topic]}>
      <Topic />
      {added.map(({ id, title, body }) => (
        <section key={id} className={classes.added}>
          <h2>{title}</h2>
          <WrittenText body={body} />
        </section>
      ))}
    </HelpFrame>
  )
}
