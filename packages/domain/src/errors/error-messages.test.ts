import { describe, expect, test } from 'vitest'
import { errorMessage } from './error-messages.ts'

const unknown = 'Ocurrió un error ...'

describe('the message of a failed call', () => {
  test.each([
    [400, 'Trámite no válido', 'Trámite no válido'],
    [404, 'No existe la venta', 'No existe la venta'],
    [400, ['Rut no válido', 'otro'], 'Rut no válido'],
    [500, ['Rut no válido'], 'Rut no válido'],
    [400, 'x'.repeat(499), 'x'.repeat(499)],
    [400, 'x'.repeat(500), unknown],
    [400, ['x'.repeat(500)], unknown],
    [404, 'x'.repeat(500), 'No encontrado'],
    [500, 'Traceback (most recent call last)', unknown],
    [404, null, 'No encontrado'],
    [404, '', 'No encontrado'],
    [404, { detail: 'x' }, 'No encontrado'],
    [413, undefined, 'Los datos enviados son demasiado grandes.'],
    [413, 'El archivo es muy grande', 'El archivo es muy grande'],
    [400, '', unknown],
    [400, ' ', unknown],
    [400, [], unknown],
    [400, [{ text: 'x' }, 'Rut no válido'], unknown],
    [400, { email: ['x'] }, unknown],
    [503, undefined, unknown],
    [0, null, 'No hay conexión.'],
  ])('status %i with %j (§8.2, §8.3, §8.4, §8.5, §9.5, §11.2)', (status, body, message) => {
    expect(errorMessage(status, body)).toBe(message)
  })
})
