import { useSearchParams } from 'react-router'
import { PAGE, TOPIC, topicOf } from '../../help/help-address.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { HelpHome } from './help-home.tsx'
import { OwnPage } from './own-pages/own-page.tsx'
import { TopicPage } from './topic-page.tsx'

export function Screen() {
  const [params] = useSearchParams()
  // The prerendered page does not know the address.
  const isKnown = useHydrated()
  const topic = isKnown ? topicOf(params.get(TOPIC)) : undefined
  const page = isKnown ? params.get(PAGE) : null
  if (topic) return <TopicPage key={topic} topic={topic} />
  if (page !== null) return <OwnPage key={page} id={Number(page)} />
  return <HelpHome />
}
