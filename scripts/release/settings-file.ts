import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessSettings } from '../../apps/api/src/config/access-settings.ts'
import { accountingSettings, ufSettings } from '../../apps/api/src/config/accounting-settings.ts'
import { cooperativeSettings } from '../../apps/api/src/config/cooperative-settings.ts'
import { fileSettings } from '../../apps/api/src/config/file-settings.ts'
import { observabilitySettings } from '../../apps/api/src/config/observability-settings.ts'
import { paymentSettings } from '../../apps/api/src/config/payment-settings.ts'
import { retentionSettings } from '../../apps/api/src/config/retention-settings.ts'
import { serverSettings } from '../../apps/api/src/config/server-settings.ts'
import { root } from '../prepare.mjs'

type Settings = Record<string, { safeParse: (value: unknown) => { data?: unknown } }>

const themes: [title: string, file: string, settings: Settings][] = [
  ['The process and its address', 'server', serverSettings],
  ['Sessions and keys', 'access', accessSettings],
  ['Files, backups and email', 'file', fileSettings],
  ['The cooperative', 'cooperative', cooperativeSettings],
  ['Accounting and the UF', 'accounting', { ...accountingSettings, ...ufSettings }],
  ['Payments online', 'payment', paymentSettings],
  ['How long things are kept', 'retention', retentionSettings],
  ['Metrics and traces', 'observability', observabilitySettings],
]

/** Every setting as a comment, with what its code says of it and its default. */
export function settingsFile(): string {
  const parts = themes.map(([title, file, settings]) => {
    const source = readFileSync(join(root, `apps/api/src/config/${file}-settings.ts`), 'utf8')
    let before = ''
    const lines = Object.entries(settings).map(([name, setting]) => {
      const about = aboutSetting(source, name)
      const isOfGroup = about === before
      before = about
      return `${isOfGroup ? '' : `\n${about}`}#${name}=${defaultOf(setting)}\n`
    })
    return `\n## ${title}\n${lines.join('')}`
  })
  return `# Every setting of this version with its default, for /etc/carpeta-virtual/settings (docs/operations.md, Settings).\n${parts.join('')}`
}

/** The comment above a setting, which counts for those below it too. */
function aboutSetting(source: string, name: string): string {
  const end = source.search(new RegExp(`^  ${name}: `, 'm'))
  const comment = [...source.slice(0, end).matchAll(/^ {2}\/\*\*(.*?)\*\/$/gms)].at(-1)?.[1] ?? ''
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim())
  return lines
    .filter(Boolean)
    .map((line) => `# ${line}\n`)
    .join('')
}

function defaultOf(setting: Settings[string]): string {
  const { data } = setting.safeParse(undefined)
  const text = data === undefined || data === null ? '' : String(data)
  return /['\s#]/.test(text) ? `"${text}"` : text
}
