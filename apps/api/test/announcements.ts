import type { AnnouncementForm } from '@carpeta/domain/announcements/announcement-rules'
import { expect } from 'vitest'
import { json, type Visitor } from './visitor.ts'

/** Rosa's and Hernán's condominium. */
export const LOS_BOLDOS = {
  audience: 'condominium',
  project: 'Altos de Tumbes',
  condominium: 'Condominio Los Boldos',
} as const

export function announcementForm(changes: Partial<AnnouncementForm> = {}): AnnouncementForm {
  return {
    title: 'Corte de agua',
    body: 'El martes no hay agua.\n\nMás en https://essbio.example/cortes.',
    ...LOS_BOLDOS,
    sends_email: false,
    visible_until: '',
    ...changes,
  }
}

export async function draftBy(
  staff: Visitor,
  changes: Partial<AnnouncementForm> = {},
): Promise<{ id: number; version: number }> {
  const { status, body } = await staff.post('/api/announcements/', json(announcementForm(changes)))
  expect([status, body]).toMatchObject([201, { state: 'draft', version: 0 }])
  return body
}

/** @returns its id */
export async function publishedBy(
  staff: Visitor,
  changes: Partial<AnnouncementForm> = {},
): Promise<number> {
  const { id, version } = await draftBy(staff, changes)
  const { status, body } = await staff.post(`/api/announcements/${id}/publish/`, json({ version }))
  expect([status, body]).toMatchObject([200, { state: 'published' }])
  return id
}

/** The titles that a member sees, the last first. */
export async function titlesOf(member: Visitor): Promise<string[]> {
  const { body } = await member.get('/api/client/announcements/')
  return body.results.map(({ title }: { title: string }) => title)
}
