import { endpoints, type HelpPage } from '@carpeta/contract/help'
import {
  cleanHelpPage,
  type HelpPageForm,
  helpPageErrors,
  helpPageLimits,
  helpPageMessages,
} from '@carpeta/domain/help/help-page-rules'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import {
  countPages,
  deletePage,
  findPage,
  insertPage,
  isTitleTaken,
  listPages,
  lockPages,
  updatePage,
} from './help-pages-store.ts'

/** The cooperative's own pages of the help. */
export function helpRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/help-pages/': async () => ({ results: await listPages(api.db) }),
    'POST /api/help-pages/': ({ caller, body }) => createHelpPage(api, caller, body),
    'PATCH /api/help-pages/:id/': ({ caller, params: { id }, body: { version, ...form } }) =>
      changeHelpPage(api, caller, { id, version, form }),
    'DELETE /api/help-pages/:id/': async ({ caller, params, query }) => {
      await deleteHelpPage(api, caller, { ...params, ...query })
      return {}
    },
  })
}

/** @throws {InvalidFields} */
function createHelpPage(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: HelpPageForm,
): Promise<HelpPage> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockPages(tx)
    if ((await countPages(tx)) >= helpPageLimits.pages) {
      refuseFields({ title: helpPageMessages.tooMany })
    }
    const accepted = await acceptPage(tx, form, null)
    await requireRecentAuthentication(tx, caller)
    const page = await insertPage(tx, accepted)
    await recordAuditEvent(tx, caller, {
      action: 'help_page.created',
      object: { type: 'help_page', id: page.id },
      after: { ...accepted },
    })
    return page
  })
}

/** @throws {NotFound} · {Refused} 409 when somebody changed it meanwhile · {InvalidFields} */
function changeHelpPage(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version, form }: { id: number; version: number; form: HelpPageForm },
): Promise<HelpPage> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockPages(tx)
    const before = await findPage(tx, id)
    if (!before) throw new NotFound()
    if (before.version !== version) throw new Refused(helpPageMessages.changedMeanwhile, 409)
    const accepted = await acceptPage(tx, form, id)
    await requireRecentAuthentication(tx, caller)
    const { topic, title, body } = before
    await recordAuditEvent(tx, caller, {
      action: 'help_page.changed',
      object: { type: 'help_page', id },
      ...changedFacts({ topic, title, body }, { ...accepted }),
    })
    return updatePage(tx, id, accepted)
  })
}

async function acceptPage(
  tx: Transaction,
  form: HelpPageForm,
  exceptId: number | null,
): Promise<HelpPageForm> {
  const page = cleanHelpPage(form)
  const errors = helpPageErrors(form)
  if (!errors.title && (await isTitleTaken(tx, page.title, exceptId))) {
    errors.title = helpPageMessages.titleTaken
  }
  refuseFields(errors)
  return page
}

/** Deletes a page for good; the audit log keeps its text. @throws {NotFound} · {Refused} 409 when it changed meanwhile */
async function deleteHelpPage(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await lockPages(tx)
    const page = await findPage(tx, id)
    if (!page) throw new NotFound()
    if (page.version !== version) throw new Refused(helpPageMessages.changedBeforeRemoval, 409)
    await deletePage(tx, id)
    const { topic, title, body } = page
    await recordAuditEvent(tx, caller, {
      action: 'help_page.deleted',
      object: { type: 'help_page', id },
      before: { topic, title, body },
    })
  })
}
