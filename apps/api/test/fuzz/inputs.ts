import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { pdf, png } from '../sample-files.ts'
import { form, json, multipartOf } from '../visitor.ts'
import type { ApiCall, Schema } from './api-calls.ts'
import { hostile, hostileText, objectFor, pathValue } from './values.ts'

/** One call with all that it sends. */
export interface Input {
  /** `PATCH /api/users/{id}/`. */
  call: string
  method: ApiCall['method']
  url: string
  options: InjectOptions
}

/** Any input of any of the calls. */
export function inputOf(calls: ApiCall[]): fc.Arbitrary<Input> {
  return fc.constantFrom(...calls).chain((call) =>
    fc.record({
      call: fc.constant(`${call.method} ${call.path}`),
      method: fc.constant(call.method),
      url: urlOf(call),
      options: bodyOf(call),
    }),
  )
}

function urlOf({ path, query }: ApiCall): fc.Arbitrary<string> {
  const names = path.match(/\{\w+\}/g) ?? []
  const values = fc.tuple(...names.map(() => pathValue))
  const search = objectFor({
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.map(({ name }) => name),
  })
  return fc.tuple(values, search).map(([ids, asked]) => {
    const filled = names.reduce(
      (url, name, index) => url.replace(name, () => encode(ids[index] ?? '')),
      path,
    )
    const pairs = Object.entries(asked).map(([name, value]) => `${name}=${encode(asText(value))}`)
    return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
  })
}

function bodyOf({ method, body, isUpload }: ApiCall): fc.Arbitrary<InjectOptions> {
  if (isUpload) return uploadOf(body ?? {})
  const options = body ? objectFor(body) : fc.constant({})
  const asForm = options.map((sent) =>
    form(Object.fromEntries(Object.entries(sent).map(([name, it]) => [name, asText(it)]))),
  )
  const asJson = options.map(json)
  if (!body) return method === 'GET' ? fc.constant({}) : fc.oneof(fc.constant({}), asJson)
  return fc.oneof(
    { weight: 8, arbitrary: asJson },
    { weight: 1, arbitrary: asForm },
    { weight: 1, arbitrary: hostile.map(json) },
    { weight: 1, arbitrary: malformed },
  )
}

/** Bodies that no parser reads, or of another type than they say. */
const malformed: fc.Arbitrary<InjectOptions> = fc.record({
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('{', '[1,', '"', '{"a":1}}', `${'['.repeat(5_000)}`, '{"__proto__":{"a":1}}'),
  ),
  headers: fc
    .constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json; charset=utf-7',
      '',
    )
    .map((type) => ({ 'content-type': type })),
})

function uploadOf({ properties = {} }: Schema): fc.Arbitrary<InjectOptions> {
  const names = Object.keys(properties).filter((name) => name !== 'document')
  const fields = fc.dictionary(
    fc.constantFrom('extra', ...names),
    fc.oneof(fc.integer({ min: 0, max: 20 }).map(String), hostileText),
  )
  const bytes = fc.oneof(
    fc.constantFrom(pdf().bytes, png().bytes, Buffer.alloc(0)),
    fc.uint8Array({ maxLength: 200 }).map((content) => Buffer.from(content)),
  )
  const file = fc.record({ filename: fc.oneof(fc.constant('cedula.pdf'), hostileText), bytes })
  return fc
    .tuple(fields, fc.array(file, { maxLength: 2 }))
    .map(([sent, files]) =>
      multipartOf([
        ...Object.entries(sent).map(([name, value]) => ({ name, bytes: Buffer.from(value) })),
        ...files.map((each) => ({ name: 'document', ...each })),
      ]),
    )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
