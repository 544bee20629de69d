import { endpoint } from '../endpoint.ts'
import type { definitions } from './announcements-schemas.ts'

type Definitions = typeof definitions

export const listAnnouncements = endpoint<Definitions['listAnnouncements']>(
  'GET',
  '/api/announcements/',
)
export const listAudiences = endpoint<Definitions['listAudiences']>(
  'GET',
  '/api/announcements/audiences/',
)
export const getAnnouncement = endpoint<Definitions['getAnnouncement']>(
  'GET',
  '/api/announcements/:id/',
)
export const createAnnouncement = endpoint<Definitions['createAnnouncement']>(
  'POST',
  '/api/announcements/',
)
export const changeAnnouncement = endpoint<Definitions['changeAnnouncement']>(
  'PATCH',
  '/api/announcements/:id/',
)
export const deleteAnnouncement = endpoint<Definitions['deleteAnnouncement']>(
  'DELETE',
  '/api/announcements/:id/',
)
export const publishAnnouncement = endpoint<Definitions['publishAnnouncement']>(
  'POST',
  '/api/announcements/:id/publish/',
)
export const withdrawAnnouncement = endpoint<Definitions['withdrawAnnouncement']>(
  'POST',
  '/api/announcements/:id/withdraw/',
)
export const copyAnnouncement = endpoint<Definitions['copyAnnouncement']>(
  'POST',
  '/api/announcements/:id/copy/',
)
export const addAnnouncementFile = endpoint<Definitions['addAnnouncementFile']>(
  'POST',
  '/api/announcements/:id/files/',
)
export const removeAnnouncementFile = endpoint<Definitions['removeAnnouncementFile']>(
  'DELETE',
  '/api/announcements/:id/files/:document_id/',
)
export const downloadAnnouncementFile = endpoint<Definitions['downloadAnnouncementFile']>(
  'GET',
  '/api/announcements/:id/files/:document_id/',
)
export const listReaders = endpoint<Definitions['listReaders']>(
  'GET',
  '/api/announcements/:id/readers/',
)
