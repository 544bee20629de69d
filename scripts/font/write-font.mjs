// `npm run font` writes the web's font after a change of its package or of its letters.
import { writeFileSync } from 'node:fs'
import { drawFont, file } from './spanish-font.mjs'

writeFileSync(file, await drawFont())
