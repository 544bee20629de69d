import { onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { App } from '../../src/http/api.ts'
import { type PdfLimits, pdfLimits } from '../../src/pdf/pdf-limits.ts'
import { rateLimitsFor } from '../../src/throttle/rate-limits.ts'
import type { Portal } from '../open-portal.ts'
import { Visitor } from '../visitor.ts'

/** Another process of the same portal, with its own limits on drawings. */
export async function openProcess(portal: Portal, limits: Partial<PdfLimits>): Promise<App> {
  const app = await buildApp({
    db: portal.db,
    config: portal.config,
    limits: rateLimitsFor(portal.pool),
    pdfLimits: { ...pdfLimits, ...limits },
  })
  onTestFinished(() => app.close())
  return app
}

/** The same person with the same session, on another process. */
export function moveTo(app: App, { cookies }: Visitor): Visitor {
  const person = new Visitor(app)
  for (const [name, value] of cookies) person.cookies.set(name, value)
  return person
}
