import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import { groupErrors, groupMessages } from './group-rules.ts'

describe('a group', () => {
  test('needs a name and known permissions', () => {
    expect(texts(groupErrors({ name: 'Caja', permissions: ['sales.import_sales'] }))).toEqual({})
    expect(texts(groupErrors({ name: 'Caja', permissions: [] }))).toEqual({})
    expect(texts(groupErrors({ name: ' ', permissions: ['trees.climb', 'constructor'] }))).toEqual({
      name: ['Ingrese nombre'],
      permissions: ['Permiso desconocido: trees.climb', 'Permiso desconocido: constructor'],
    })
  })

  test('has a name without addresses and line breaks, unless it had it before', () => {
    const form = { name: 'Caja www.premios.cl', permissions: [] }
    expect(texts(groupErrors(form))).toEqual({
      name: ['No escribas correos ni direcciones de internet'],
    })
    expect(texts(groupErrors(form, form))).toEqual({})
    const before = { name: 'Caja', permissions: ['trees.climb'] }
    expect(texts(groupErrors({ ...before, name: 'Caja\u202e' }, before))).toEqual({
      name: ['No uses saltos de línea ni caracteres invisibles'],
    })
  })

  test('with members names their number', () => {
    expect(groupMessages.inUse(1).text).toContain('1 integrante.')
    expect(groupMessages.inUse(12).text).toContain('12 integrantes.')
  })
})
