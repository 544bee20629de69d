import {
  IMPORT_TOKEN_PREFIX,
  type ImportTokenForm,
  importTokenErrors,
  importTokenMessages,
  MAX_IMPORT_TOKENS,
} from '@carpeta/domain/imports/import-token-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { addedEmail } from '../auth/auth-emails.ts'
import {
  callerTransaction,
  ownAccountTransaction,
  requireRecentConfirmation,
} from '../auth/caller-transaction.ts'
import { enqueueLinkEmail } from '../auth/links.ts'
import type { Config } from '../config/config.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import type { Addressee, Email } from '../email/render-email.ts'
import type { ImportToken } from '../http/access.ts'
import {
  type AuditActor,
  type Caller,
  isSignedIn,
  operator,
  type SignedInCaller,
} from '../http/caller.ts'
import { InvalidToken, NotFound, Refused, refuseFields } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  countCurrentTokens,
  insertToken,
  lockTokens,
  markRevoked,
  markRevokedOf,
  readToken,
  useToken,
  type WireToken,
} from './import-tokens-store.ts'

/** Enough to recognise it; the other characters stay secret. */
const SHOWN_CHARACTERS = IMPORT_TOKEN_PREFIX.length + 6

type NewToken = WireToken & { token: string }

/**
 * Creates a token with which a program loads exports; only this answer has it. Its creator is told, with a link that
 * ends it, since it outlasts the session.
 * @throws {InvalidFields} · {Refused} 403 without a confirmation since the login
 */
export function createImportToken(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  form: ImportTokenForm,
): Promise<NewToken> {
  refuseFields(importTokenErrors(form))
  return ownAccountTransaction(db, caller, async (tx, account) => {
    await requireRecentConfirmation(tx, caller)
    const notice = { purpose: 'not_me', email: tokenAddedEmail } as const
    await enqueueLinkEmail(tx, account, notice, config)
    return addToken(tx, caller, form)
  })
}

/** For the command line. @throws {InvalidFields} · {Refused} */
export function createServerToken(
  { db }: { db: JobDatabase },
  form: ImportTokenForm,
): Promise<NewToken> {
  refuseFields(importTokenErrors(form))
  return db.transaction((tx) => addToken(tx, operator, form))
}

async function addToken(tx: Transaction, caller: Caller, form: ImportTokenForm): Promise<NewToken> {
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
}

/** Without its name, into which a thief could write anything. */
function tokenAddedEmail(to: Addressee, token: string, config: Config): Email {
  return addedEmail(to, token, config, {
    subject: 'Se creó un token para cargas',
    change:
      'Desde tu cuenta se creó un token: con él un programa carga ventas en la Carpeta Virtual sin tu contraseña. Con «No fui yo» el token tampoco sirve más.',
  })
}

/** Ends a token at once. @throws {NotFound} also when it is revoked already */
export async function revokeImportToken(
  { db }: { db: Database },
  caller: Caller,
  id: number,
): Promise<void> {
  await writeAs(db, caller, async (tx, caller) => {
    if (!(await markRevoked(tx, id))) throw new NotFound()
    const token = await readToken(tx, id)
    const object = { type: 'import_token', id }
    const before = { name: token?.name, prefix: token?.prefix }
    await recordAuditEvent(tx, caller, { action: 'import_token.revoked', object, before })
  })
}

/** Ends every token of an account that a thief may have used: any may be his. */
export async function revokeTokensOf(
  tx: Transaction,
  actor: AuditActor,
  userId: number,
): Promise<void> {
  for (const { id, name, prefix } of await markRevokedOf(tx, userId)) {
    await recordAuditEvent(tx, actor, {
      action: 'import_token.revoked',
      object: { type: 'import_token', id },
      before: { name, prefix },
    })
  }
}

/** RFC 6750. */
const BEARER = /^Bearer +([\w-]{1,200})$/i

/**
 * The token of a call's `Authorization` header.
 * @throws {InvalidToken} · {Throttled} after many wrong ones from an address
 */
export async function authenticateImportToken(
  { db, limits }: { db: Database; limits: RateLimits },
  { authorization = '', address }: { authorization: string | undefined; address: string },
): Promise<ImportToken> {
  const given = BEARER.exec(authorization)?.[1]
  if (given === undefined) throw new InvalidToken()
  const isToken = given.startsWith(IMPORT_TOKEN_PREFIX)
  const token = isToken ? await useToken(db, tokenHash(given)) : null
  if (token) return token
  await limits.importTokenFailures.consume(address)
  throw new InvalidToken()
}

/** Runs a change of a signed-in caller, whose rights are judged again, or of a command or program. */
export function writeAs<Result>(
  db: Database,
  caller: Caller,
  work: (tx: Transaction, caller: Caller) => Promise<Result>,
): Promise<Result> {
  return isSignedIn(caller)
    ? callerTransaction(db, caller, work)
    : db.uncheckedTransaction((tx) => work(tx, caller))
}
