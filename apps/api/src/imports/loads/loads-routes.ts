import * as endpoints from '@carpeta/contract/imports/loads-endpoints'
import { definitions } from '@carpeta/contract/imports/loads-schemas'
import type { Api } from '../../http/api.ts'
import { NotFound } from '../../http/errors.ts'
import { type PageQuery, pageWithin, readFlag, readPage } from '../../http/paging.ts'
import { sendFile } from '../../http/send-file.ts'
import { serve } from '../../http/serve.ts'
import { findUndoableLoad } from '../undo-load.ts'
import { compareSale } from './compare-sale.ts'
import {
  countChanges,
  countFindings,
  countLoads,
  countRejects,
  findWireLoads,
  listChanges,
  listFindings,
  listRejects,
  listWireLoads,
} from './loads-list-store.ts'
import { readRejectsFile } from './read-rejects-file.ts'
import { presentUndoable, undoLoad } from './undo-last-load.ts'

/** The history of loads, and what each changed. */
export function loadsRoutes(api: Api): void {
  const { db } = api
  const loadOf = async (id: number) => {
    const [load] = await findWireLoads(db, [id])
    if (!load) throw new NotFound()
    return load
  }
  serve(api, endpoints, definitions, {
    listLoads: async ({ query }) => {
      const filter = { withRejects: readFlag(query.with_rejects) }
      return pageOf(query, await countLoads(db, filter), (rows) =>
        listWireLoads(db, { ...rows, ...filter }),
      )
    },
    getLoad: ({ params }) => loadOf(params.id),
    listLoadChanges: async ({ params, query }) => {
      const { id } = await loadOf(params.id)
      const { kind } = query
      return pageOf(query, await countChanges(db, id, kind), (rows) =>
        listChanges(db, id, { ...rows, kind }),
      )
    },
    compareSale: ({ caller, params, query }) =>
      compareSale(api, caller, { loadId: params.id, saleCode: query.sale }),
    listLoadRejects: async ({ params, query }) => {
      const { id } = await loadOf(params.id)
      return pageOf(query, await countRejects(db, id), (rows) => listRejects(db, id, rows))
    },
    downloadLoadRejects: async ({ caller, params, reply }) => {
      const { id } = await loadOf(params.id)
      const content = await readRejectsFile(api, caller, id)
      return sendFile(reply, definitions.downloadLoadRejects, {
        name: `rechazos-${id}.csv`,
        content,
      })
    },
    listLoadFindings: async ({ params, query }) => {
      const { id } = await loadOf(params.id)
      return pageOf(query, await countFindings(db, id), (rows) => listFindings(db, id, rows))
    },
    getUndoableLoad: async () => ({
      undoable: await presentUndoable(db, await findUndoableLoad(db)),
    }),
    undoLoad: async ({ caller, params }) => {
      await undoLoad(api, caller, params.id)
      return loadOf(params.id)
    },
  })
}

async function pageOf<Row>(
  query: PageQuery,
  total: number,
  list: (rows: { offset: number; limit: number }) => Promise<Row[]>,
): Promise<{ results: Row[]; current: number; lastPage: number }> {
  const { current, lastPage, ...rows } = pageWithin(readPage(query, ['id']), total)
  return { results: await list(rows), current, lastPage }
}
