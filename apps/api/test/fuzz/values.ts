import fc from 'fast-check'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import type { Schema } from './api-calls.ts'

/** Includes lone surrogates, as left by a client that cuts a text. */
const anyUnits = fc
  .array(fc.nat(0xffff), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units))

const extremeNumbers = fc.constantFrom(
  0,
  -1,
  1e308,
  -1e308,
  5e-324,
  0.1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
)

const hostileTexts = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud83d',
  'Rosa \udcc4',
  '\u202emoc.elpmaxe',
  'a\r\nBcc: todos@example.cl',
  "' or 1=1; drop table users --",
  '$1',
  '%',
  '\\',
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '__proto__',
  '١٢٣',
  '9'.repeat(400),
  'a'.repeat(20_000),
  'á'.repeat(2_000),
  `${'('.repeat(500)}`,
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  'NaN',
  'null',
  '[]',
  '-0',
  '1e400',
)

/** Values of a wrong type, extremes, and text that aims at a parser, the database or a reader. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  anyUnits,
  hostileTexts,
  extremeNumbers,
)

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  hostileTexts,
  anyUnits,
  fc.string({ unit: 'binary', maxLength: 100 }),
)

/** An id that may exist, or any text instead of one. */
export const pathValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 20 }).map(String) },
  { weight: 2, arbitrary: fc.constantFrom('V-1001', 'V-2001', '2026-12-24', '0', '-1', '999999') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2147483648',
      '9'.repeat(30),
      '1.5',
      '1e3',
      '%00',
      'a'.repeat(20_000),
    ),
  },
  { weight: 1, arbitrary: hostileText },
)

/** Values that a field accepts, known by the field's name. */
const known: Record<string, fc.Arbitrary<unknown>> = {
  username: fc.constantFrom(personas.rosa.rut, personas.carla.rut, 'rosa@example.cl'),
  social_security: fc.constantFrom(personas.rosa.rut, '10.000.021-0', '1-9'),
  password: fc.constantFrom('Rio#4821x', 'corta', '', SAMPLE_PASSWORD),
  email: fc.constantFrom('ana@example.cl', 'rosa@example.cl', 'sin-arroba'),
  sale_code: fc.constantFrom('V-1001', 'V-2001', 'V-9999'),
  date: fc.constantFrom('2026-12-24', '2027-01-01'),
  version: fc.integer({ min: 0, max: 3 }),
}

/** Mostly values that the schema accepts, so that calls get past their validation. */
export function valueFor(name: string, schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: acceptedValue(name, schema) },
    { weight: 1, arbitrary: hostile },
  )
}

function acceptedValue(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const byName = known[name]
  if (byName) return byName
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.length) return fc.oneof(...choices.map((choice) => acceptedValue(name, choice)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum?.length) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectFor(schema)
    case 'array':
      return fc.array(valueFor(name, schema.items ?? {}), { maxLength: 4 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'number':
    case 'integer':
      return fc.integer({ min: 0, max: 20 })
    default:
      return fc.oneof(fc.string({ maxLength: 40 }), hostileText)
  }
}

/** With fields left out, and with some that nobody asked for. */
export function objectFor({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueFor(name, schema)]),
  )
  const extras = fc.dictionary(fc.constantFrom('id', 'is_superuser', 'constructor'), hostile, {
    maxKeys: 1,
  })
  const complete = fc.record(fields, { requiredKeys: required })
  return fc.oneof(
    { weight: 6, arbitrary: complete },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc.tuple(complete, extras).map(([all, more]) => ({ ...all, ...more })),
    },
  )
}
