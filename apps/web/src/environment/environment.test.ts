import { defaultEnvironments, environmentDefaults } from '@carpeta/contract/default-environments'
import { expect, test, vi } from 'vitest'
import { companyLabel } from './company-label.ts'
import { chooseEnvironment } from './environment.ts'

const production = { ...environmentDefaults('production'), api: 'https://api.example' }
const table = { ...defaultEnvironments, 'socios.example': production }

test('a host gets its own row', () => {
  expect(chooseEnvironment(table, 'socios.example')).toBe(production)
})

test('an unknown host is logged and gets the settings of localhost', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(chooseEnvironment(table, 'otro.example')).toEqual(defaultEnvironments.localhost)
  expect(log).toHaveBeenCalledExactlyOnceWith('Host otro.example no encontrado!')
})

test('a table without localhost still has settings', () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(chooseEnvironment({}, 'otro.example')).toEqual(defaultEnvironments.localhost)
})

test('the company label tells local and test apart from production', () => {
  expect(companyLabel(environmentDefaults('local'))).toBe('Carpeta Virtual (local)')
  expect(companyLabel(environmentDefaults('test'))).toBe('Carpeta Virtual (test)')
  expect(companyLabel(production)).toBe('Carpeta Virtual')
  expect(companyLabel(undefined)).toBe('Carpeta Virtual')
})
