import type { PersonaName } from '../../seeds/personas.ts'
import { openEntries, type SealedFacts } from '../../src/audit/sealed-facts.ts'
import { many, one, sql } from '../../src/db/query.ts'
import type { Portal } from '../open-portal.ts'
import { type Answer, json, type Visitor } from '../visitor.ts'
import { userIdOf } from './user-id.ts'

interface SealedEntry {
  action: string
  who: string | null
  asWhom: string | null
  whose: string | null
  objectType: string
  reason: string
  sealed: SealedFacts
  actorId: number | null
  subjectId: number | null
}

export const REASON = 'Rosa pregunta por su segunda cuota'

/** The calls of staff who view the portal as a member, and what the audit log then holds. */
export class ViewAsCalls {
  readonly #portal: Portal

  constructor(portal: Portal) {
    this.#portal = portal
  }

  async viewAs(staff: Visitor, name: PersonaName, reason = REASON): Promise<Answer> {
    const userId = await userIdOf(this.#portal.db, name)
    return staff.post('/api/view-as/', json({ user_id: userId, reason }))
  }

  async lastEntryId(): Promise<number> {
    const { id } = await one<{ id: number }>(
      this.#portal.db,
      sql`select coalesce(max(id), 0) as id from audit_entries`,
    )
    return id
  }

  /** The later entries, the newest last; an actor without an account is null. */
  async auditLog(since: number) {
    const entries = await many<SealedEntry>(
      this.#portal.db,
      sql`select action, actor.first_name as who, behalf.first_name as as_whom,
          subject.first_name as whose, object_type, reason, sealed, actor_id, subject_id
        from audit_entries entry
        left join users actor on actor.id = actor_id
        left join users behalf on behalf.id = on_behalf_of_id
        left join users subject on subject.id = subject_id
        where entry.id > ${since} order by entry.id`,
    )
    const opened = await openEntries(this.#portal.db, entries)
    return opened.map(({ action, who, asWhom, whose, objectType, reason }) => ({
      ...{ action, who, asWhom, whose, objectType, reason },
    }))
  }
}
