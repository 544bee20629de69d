import { readFileSync, writeFileSync } from 'node:fs'
import { withFields } from './export-fields.ts'

const page = new URL('../../docs/accounting-export.md', import.meta.url)
writeFileSync(page, withFields(readFileSync(page, 'utf8')))
