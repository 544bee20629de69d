import type { HelpTopic } from '@carpeta/domain/help/help-page-rules'

/** The cooperative adds nothing to 'device'. */
export type OwnHelpTopic = Exclude<HelpTopic, 'other'> | 'device'

const slugs: Record<OwnHelpTopic, string> = {
  payment: 'pagar',
  statement: 'estado-de-cuenta',
  deed: 'escritura',
  requests: 'tramites',
  device: 'telefono',
}

export const ownHelpTopics = Object.keys(slugs) as OwnHelpTopic[]

export function helpTopicAddress(topic: OwnHelpTopic): string {
  return `/help/${slugs[topic]}`
}

export function helpPageAddress(id: number): string {
  return `/help/pages/${id}`
}

export function topicAt(path: string): OwnHelpTopic | undefined {
  return ownHelpTopics.find((topic) => helpTopicAddress(topic) === path.replace(/\/$/, ''))
}
