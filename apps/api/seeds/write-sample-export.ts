import { writeFileSync } from 'node:fs'
import { sampleExport } from './sample-export.ts'

writeFileSync(new URL('./sample-export.ndjson', import.meta.url), sampleExport())
