import { beforeAll } from 'vitest'
import { openPortal, type Portal } from '../open-portal.ts'
import type { Visitor } from '../visitor.ts'
import { type Accounting, openAccounting } from './accounting-books.ts'

/** A portal, the books that are loaded into it, and the people who are told of it. */
export interface NewsPortal {
  portal: Portal
  books: Accounting
  rosa: Visitor
  hernan: Visitor
  ivan: Visitor
}

/** For all tests of a file; nothing was loaded yet. */
export function openNewsPortal(env: NodeJS.ProcessEnv = {}): NewsPortal {
  const fixture = {} as NewsPortal
  beforeAll(async () => {
    fixture.portal = await openPortal('sample', env)
    fixture.books = openAccounting(fixture.portal)
    for (const name of ['rosa', 'hernan', 'ivan'] as const) {
      fixture[name] = await fixture.portal.as(name)
    }
    return () => fixture.portal.close()
  })
  return fixture
}
