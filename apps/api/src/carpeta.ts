#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import './cli/drizzle-as-commonjs.ts'
import { runCarpeta } from './cli/program.ts'

const args = process.argv.slice(2)
if (args[0] === 'import' || args[0] === 'backup') {
  // They make much garbage, and little that stays: a young generation that does not grow, and an old one that is
  // collected before it has doubled.
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
}
await runCarpeta(args)
