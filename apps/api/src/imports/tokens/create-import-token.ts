import {
  IMPORT_TOKEN_PREFIX,
  type ImportTokenForm,
  importTokenErrors,
  importTokenMessages,
  MAX_IMPORT_TOKENS,
} from '@carpeta/domain/imports/import-token-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { requireRecentAuthentication } from '../../auth/reauthentication/require-recent-authentication.ts'
import type { Database } from '../../db/client.ts'
import { type Caller, isSignedIn } from '../../http/caller.ts'
import { Refused, refuseFields } from '../../http/errors.ts'
import { randomToken, tokenHash } from '../../http/tokens.ts'
import { writeAs } from '../write-as.ts'
import {
  countCurrentTokens,
  insertToken,
  lockTokens,
  readToken,
  type WireToken,
} from './import-tokens-store.ts'

/** Enough to recognise it; the other characters stay secret. */
const SHOWN_CHARACTERS = IMPORT_TOKEN_PREFIX.length + 6

/**
 * Creates a token with which a program loads exports; only this answer has it.
 * @throws {InvalidFields} · {Refused}
 */
export function createImportToken(
  { db }: { db: Database },
  caller: Caller,
  form: ImportTokenForm,
): Promise<WireToken & { token: string }> {
  refuseFields(importTokenErrors(form))
  return writeAs(db, caller, async (tx, caller) => {
    if (isSignedIn(caller)) await requireRecentAuthentication(tx, caller)
    await lockTokens(tx)
    if ((await countCurrentTokens(tx)) >= MAX_IMPORT_TOKENS) {
      throw new Refused(importTokenMessages.tooMany)
    }
    const token = IMPORT_TOKEN_PREFIX + randomToken()
    const prefix = token.slice(0, SHOWN_CHARACTERS)
    const name = form.name.trim()
    const id = await insertToken(tx, {
      name,
      prefix,
      tokenHash: tokenHash(token),
      createdBy: caller.id,
      days: form.days,
    })
    const object = { type: 'import_token', id }
    const after = { name, prefix, days: form.days }
    await recordAuditEvent(tx, caller, { action: 'import_token.created', object, after })
    const created = await readToken(tx, id)
    if (created === null) throw new Error('the token was not written')
    return { ...created, token }
  })
}
