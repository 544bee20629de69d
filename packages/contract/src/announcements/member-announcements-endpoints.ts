import { endpoint } from '../endpoint.ts'
import type { definitions } from './member-announcements-schemas.ts'

type Definitions = typeof definitions

export const listOwnAnnouncements = endpoint<Definitions['listOwnAnnouncements']>(
  'GET',
  '/api/client/announcements/',
)
export const getOwnAnnouncement = endpoint<Definitions['getOwnAnnouncement']>(
  'GET',
  '/api/client/announcements/:id/',
)
export const readOwnAnnouncement = endpoint<Definitions['readOwnAnnouncement']>(
  'POST',
  '/api/client/announcements/:id/read/',
)
