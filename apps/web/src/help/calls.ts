import type { HelpPage } from '@carpeta/contract/help'
import type { HelpPageForm } from '@carpeta/domain/help/help-page-rules'
import { answered } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'
import { startCalls } from '../session/start-calls.ts'

export type { HelpPage } from '@carpeta/contract/help'

export const HELP_PAGES = 'help-pages'

/** What the cooperative added to the help. */
export const helpPagesQuery = optionalQuery({
  queryKey: [HELP_PAGES],
  queryFn: async ({ signal }) => (await answered('GET /api/help-pages/', { signal })).results,
})

/** @param page null creates one */
export async function saveHelpPage(page: HelpPage | null, form: HelpPageForm): Promise<void> {
  if (page === null) {
    await answered('POST /api/help-pages/', { body: form })
    return
  }
  const { id, version } = page
  await answered('PATCH /api/help-pages/:id/', { params: { id }, body: { ...form, version } })
}

export async function removeHelpPage({ id, version }: HelpPage): Promise<void> {
  await answered('DELETE /api/help-pages/:id/', { params: { id }, query: { version } })
}

/** The loader of every page of the help. */
export const startHelp = startCalls((client) => void client.prefetchQuery(helpPagesQuery))
