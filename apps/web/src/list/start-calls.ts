import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunction } from 'react-router'
import { pageQuery, type Resource } from '../api/resources.ts'
import { startCalls } from '../session/start-calls.ts'
import { readAsked } from './list-address.ts'
import { isRowId } from './row-path.ts'

/** The loader of a list: its rows. */
export function startList(resource: Resource, filterNames: readonly string[]): LoaderFunction {
  return startCalls((client, { search }) => {
    void client.prefetchQuery(pageQuery(resource, 'active', readAsked(search, filterNames)))
  })
}

/** @param load gets the id of the path. */
export function startDetail(load: (client: QueryClient, id: number) => Promise<void>) {
  return startCalls((client, { params }) => {
    const id = Number(params.id)
    if (isRowId(id)) void load(client, id)
  })
}
