import { expect, test } from 'vitest'
import { apiDocs, writtenApiDocs } from './api-docs.ts'
import { listEndpoints } from './list-endpoints.ts'

test('docs/api.md matches the endpoints (`npm run docs` writes it)', async () => {
  expect(writtenApiDocs()).toBe(await apiDocs())
})

test('every endpoint has its own path, and its definition names the params of the path', async () => {
  const endpoints = (await listEndpoints()).flatMap((module) => module.endpoints)
  const calls = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(calls).size).toBe(calls.length)
  for (const { path, definition } of endpoints) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect([path, Object.keys(definition.params?.shape ?? {})]).toEqual([path, named])
  }
})
