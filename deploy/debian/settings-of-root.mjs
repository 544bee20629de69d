// The settings of a file that `carpeta` of this folder has opened as root (descriptor 3), for this command alone.
import { closeSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

Object.assign(process.env, parseEnv(readFileSync(3, 'utf8')))
closeSync(3)
