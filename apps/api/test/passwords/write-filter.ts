import { writeFileSync } from 'node:fs'
import { filterFile } from '../../src/auth/new-passwords.ts'
import { buildFilter } from './build-filter.ts'
import { listPasswords } from './listed-passwords.ts'

const passwords = listPasswords()
const bytes = buildFilter(passwords)
writeFileSync(filterFile, bytes)
console.log(`${passwords.size} passwords in ${bytes.length} bytes`)
