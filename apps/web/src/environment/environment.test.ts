import { defaultEnvironments, environmentDefaults } from '@carpeta/contract/default-environments'
import { expect, test, vi } from 'vitest'
import { companyLabel } from './company-label.ts'
import { chooseEnvironment } from './environment.ts'

const production = { ...environmentDefaults('production'), api: 'https://api.example' }
const table = { ...defaultEnvironments, 'socios.example': production }

test('a host gets its own row (§7.30)', () => {
  expect(chooseEnvironment(table, 'socios.example')).toEqual(production)
})

test('what is wrong with a row is told on the console, in one line (§10.98)', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { link_home: _, ...row } = production
  chooseEnvironment({ 'socios.example': { ...row, debug: 'no' } }, 'socios.example')
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    '/environments.json, socios.example: debug no es válido, falta link_home.',
  )
  chooseEnvironment(table, 'socios.example')
  expect(warn).toHaveBeenCalledOnce()
})

test('an unknown host is logged and gets the settings of localhost (§8.22)', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(chooseEnvironment(table, 'otro.example')).toEqual(defaultEnvironments.localhost)
  expect(log).toHaveBeenCalledExactlyOnceWith('Host otro.example no encontrado!')
})

test('a table without localhost still has settings', () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  for (const table of [{}, null, [], 'texto', { localhost: undefined }]) {
    expect(chooseEnvironment(table, 'otro.example')).toEqual(defaultEnvironments.localhost)
  }
})

test('the company label tells local and test apart from production (§1.17)', () => {
  expect(companyLabel(environmentDefaults('local'))).toBe('Carpeta Virtual (local)')
  expect(companyLabel(environmentDefaults('test'))).toBe('Carpeta Virtual (test)')
  expect(companyLabel(production)).toBe('Carpeta Virtual')
  expect(companyLabel(undefined)).toBe('Carpeta Virtual')
})
