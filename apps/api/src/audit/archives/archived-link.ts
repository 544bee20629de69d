import { z } from 'zod'
import type { AuditRow } from '../audit-store.ts'
import type { StoredLink } from '../chain/chain-store.ts'

/** One line of an archive: a link, and the text of its entry as the hash covers it. */
const line = z.object({
  position: z.number().int(),
  hash: z.string(),
  keyId: z.string().nullable(),
  signature: z.string().nullable(),
  text: z.string(),
})

const texts = z.record(z.string(), z.unknown())

/** What an entry says, in the order of the hashed text. */
const content = z
  .tuple([
    z.number().int(),
    z.string(),
    z.number().nullable(),
    z.number().nullable(),
    z.string(),
    z.string(),
    z.string(),
    z.number().nullable(),
    texts,
    texts,
    z.string(),
    z.string(),
    z.string(),
  ])
  .rest(z.unknown())

export interface ArchivedLink extends StoredLink {
  text: string
}

export function lineOf({ position, hash, keyId, signature, text }: StoredLink): string {
  return `${JSON.stringify({ position, hash, keyId, signature, text })}\n`
}

/** @throws when it is no line of an archive */
export function readLine(written: string): ArchivedLink {
  const link = line.parse(JSON.parse(written))
  const [entryId, at] = content.parse(JSON.parse(link.text))
  return { ...link, entryId, at: new Date(at) }
}

/** An archived entry as one that is still in the database; names of persons are not in it. */
export function entryOf({ text }: { text: string }): AuditRow {
  const values = content.parse(JSON.parse(text))
  const [id, at, actorId, onBehalfOfId, action, objectType, objectId, subjectId] = values
  const [before, after, reason, address, requestId, sealed = {}] = values.slice(8) as [
    AuditRow['before'],
    AuditRow['after'],
    string,
    string,
    string,
    AuditRow['sealed']?,
  ]
  const persons = { actorId, onBehalfOfId, subjectId }
  const names = { actorName: null, onBehalfOfName: null, subjectName: null }
  const said = { action, objectType, objectId, before, after, reason, address, requestId, sealed }
  return { id, at: at.replace(/\.\d+Z$/, 'Z'), ...persons, ...names, ...said }
}
