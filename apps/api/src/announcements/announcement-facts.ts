import type { AnnouncementContent } from './announcements-store.ts'

/** What the audit log stores of an announcement. */
export function announcementFacts(content: AnnouncementContent): Record<string, unknown> {
  const { title, body, audience, project, condominium, sendsEmail, visibleUntil } = content
  return {
    title,
    body,
    audience,
    project,
    condominium,
    sends_email: sendsEmail,
    visible_until: visibleUntil,
  }
}
