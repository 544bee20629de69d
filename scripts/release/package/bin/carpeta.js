#!/usr/bin/env -S node --max-semi-space-size=6 --heap-growing-percent=40
// On a machine with much memory Node lets garbage grow to a hundred megabytes before it looks
// (docs/performance.md).
// Runs on any Node, to say which one is needed.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = Number(engines.node.replace('>=', ''))
if (Number(process.versions.node.split('.')[0]) >= needed) {
  await import('../apps/api/src/carpeta.js')
} else {
  console.error(
    `Carpeta Virtual necesita Node ${needed} o posterior, y este es el ${process.versions.node}. Instálelo, por ejemplo junto al portal con «npm install --global node@${needed}»; vea docs/operations.md, Install on Debian.`,
  )
  process.exitCode = 2
}
