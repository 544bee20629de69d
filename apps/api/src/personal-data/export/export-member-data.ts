import type { MemberData } from '@carpeta/contract/personal-data'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Caller } from '../../http/caller.ts'
import { collectMemberData, type PersonalDataServices } from './collect-member-data.ts'

type DataFormat = 'json' | 'pdf' | 'folder'

/** Collects a user's personal data and records in the audit log who got it in which format. */
export async function exportMemberData(
  services: PersonalDataServices,
  caller: Caller,
  { userId, format }: { userId: number; format: DataFormat },
): Promise<MemberData> {
  const data = await collectMemberData(services, userId)
  await recordAuditEvent(services.db, caller, {
    action: 'member.exported',
    object: { type: 'user', id: userId },
    subjectId: userId,
    after: { format },
  })
  return data
}
