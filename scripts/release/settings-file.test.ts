import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '../../apps/api/src/config/config.ts'
import { settingsFile } from './settings-file.ts'

const text = settingsFile()

test('the file of all settings has each once, below what its code says of it (§12.1039)', () => {
  const named = [...text.matchAll(/^#([A-Z_\d]+)=/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(settingNames.toSorted())
  for (const name of settingNames) {
    expect(text, name).toMatch(new RegExp(`^# \\S[^\\n]*\\n(#[A-Z_]+=[^\\n]*\\n)*#${name}=`, 'm'))
  }
})

test('its values are the defaults: a portal that reads them starts as one that reads none (§12.1039)', () => {
  const values = parseEnv(text.replace(/^#(?=[A-Z_\d]+=)/gm, ''))
  const fixed = { DATA_DIR: '/tmp', SECRET_KEY: 'x'.repeat(40) }
  expect(readConfig({ ...values, ...fixed })).toEqual(readConfig(fixed))
})
