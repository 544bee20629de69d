import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { helpPagesQuery } from '../../api/help-pages.ts'
import { type OwnHelpTopic, topicAt } from '../../help/help-address.ts'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { WrittenText } from '../../ui/display/written-text.tsx'
import classes from './help.module.css'
import { HelpFrame, ownTopicTitles } from './help-frame.tsx'
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
export function Screen() {
  const topic = topicAt(useLocation().pathname) ?? 'payment'
  const Topic = contents[topic]
  const { data = [] } = useOptionalQuery(helpPagesQuery)
  const added = data.filter((page) => page.topic === topic)
  return (
    <HelpFrame key={topic} title={ownTopicTitles[topic]}>
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
