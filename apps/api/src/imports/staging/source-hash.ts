import { createHash } from 'node:crypto'
import type { SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import {
  commitmentEntries,
  deedFields,
  holderFields,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import { PORTAL_VERSION } from '../../db/versions/portal-version.ts'

/** Another version, or other fields, may read the same text otherwise. */
const reader = JSON.stringify([
  PORTAL_VERSION,
  [saleFields, holderFields, propertyFields, instalmentFields, paymentFields],
  [commitmentEntries, deedFields],
])

/** Of the text of an exported sale: with other checks it is read again. */
export function sourceHash(json: string, checks: SaleChecks): string {
  return createHash('sha256')
    .update(reader)
    .update(JSON.stringify(checks))
    .update(json)
    .digest('hex')
}

// JSON has no control characters inside a text, and PostgreSQL takes no NUL.
const START = /^\s*\{\s*"code"\s*:\s*"([^"\\\p{Cc}]{1,100})"/u

/** The code at the start of the text; null when the text must be parsed for it. */
export function codeAtStart(json: string): string | null {
  return START.exec(json)?.[1] ?? null
}
