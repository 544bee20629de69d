import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { apiModules, forbiddenImports, forbiddenImportsOf } from './import-directions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('every import follows the directions, and in the API from each module down (§12.1120)', () => {
  expect(forbiddenImports(root)).toEqual([])
}, 60_000)

test('docs/architecture.md lists every module of the API, from top to bottom (§12.1120)', () => {
  const folders = readdirSync(join(root, 'apps/api/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(apiModules.toSorted()).toEqual(folders.toSorted())
})

describe('a forbidden import is found', () => {
  test.each([
    ['packages/domain/src/people/rut.ts', "import { z } from 'zod'"],
    ['packages/domain/src/people/rut.ts', "import { userSchema } from '@carpeta/contract/auth'"],
    ['packages/contract/src/auth.ts', "import fastify from 'fastify'"],
    ['apps/web/src/app/app.tsx', "import { logIn } from '../../../api/src/auth/log-in.ts'"],
    ['apps/web/src/app/app.tsx', "const fs = await import('node:fs')"],
    ['apps/api/src/app.ts', "import { App } from '../../web/src/app/app.tsx'"],
    ['apps/api/src/auth/log-in.ts', "import type { FastifyRequest } from 'fastify'"],
    ['apps/api/src/auth/log-in.ts', "import { sql } from 'drizzle-orm'"],
    ['apps/api/src/auth/auth-routes.ts', "import { eq } from 'drizzle-orm'"],
    ['apps/api/src/auth/sessions-store.ts', "import { sql } from 'drizzle-orm'"],
    ['apps/api/src/jobs/jobs-store.ts', "import pg from 'pg'"],
    ['apps/api/src/auth/log-in.ts', "import { many, sql } from '../db/query.ts'"],
    ['apps/api/src/http/access.ts', "import { logIn } from '../auth/log-in.ts'"],
    ['apps/api/src/people/users-store.ts', "import { logIn } from '../auth/log-in.ts'"],
    [
      'apps/api/src/documents/documents-store.ts',
      "import { isAttached } from '../requests/attachments-store.ts'",
    ],
    ['apps/web/src/ui/display/amount.tsx', "import { salesQuery } from '../../sales/calls.ts'"],
    [
      'apps/web/src/ui/layout/page.tsx',
      "import { useEnvironment } from '../../environment/use-environment.ts'",
    ],
    ['apps/web/src/session/log-in.ts', "import { useSave } from '../forms/use-save.ts'"],
    ['apps/web/src/forms/use-save.ts', "import { List } from '../list/list.tsx'"],
    ['apps/web/src/list/list.tsx', "import { USERS } from '../users/calls.ts'"],
    ['apps/web/src/list/list.tsx', "import { pages } from '../routes.tsx'"],
    ['apps/web/src/users/user-form.tsx', "import { Layout } from '../app/layout/layout.tsx'"],
    ['apps/web/src/users/user-form.tsx', "import { pages } from '../routes.tsx'"],
    [
      'apps/web/src/users/user-form.tsx',
      "import { Screen } from '../requests/staff/request-screen.tsx'",
    ],
    ['apps/web/src/api/client.ts', "import { storedUser } from '../session/stored-user.ts'"],
    ['apps/web/src/users/calls.ts', "import { userSchema } from '@carpeta/contract/auth'"],
    [
      'apps/web/src/users/calls.ts',
      "import { type User, userSchema } from '@carpeta/contract/auth'",
    ],
    ['apps/web/src/users/calls.ts', "const { z } = await import('zod')"],
    ['apps/api/src/auth/auth-routes.ts', "import type { Services } from '../app.ts'"],
    ['e2e/log-in.spec.ts', "import { App } from '../apps/web/src/app/app.tsx'"],
  ])('%s: %s', (file, source) => {
    expect(forbiddenImportsOf(file, source)).not.toEqual([])
  })

  test.each([
    ['apps/api/src/auth/log-in.ts', "import { findByRut } from '../people/users-store.ts'"],
    ['apps/web/src/users/calls.ts', "import type { User } from '@carpeta/contract/auth'"],
    ['apps/web/src/users/calls.ts', "import { type User } from '@carpeta/contract/auth'"],
    ['apps/web/src/sales/calls.ts', "import { readSale } from '@carpeta/contract/read-sale'"],
    ['apps/web/src/ui/mantine.tsx', "import { MantineProvider } from '@mantine/core'"],
    ['apps/web/src/ui/display/amount.tsx', "import { useState } from 'react'"],
    ['apps/web/src/users/user-form.tsx', "import { useSave } from '../forms/use-save.ts'"],
    ['apps/web/src/users/user-form.tsx', "import { memberFileQuery } from '../staff/calls.ts'"],
    ['apps/web/src/app/staff/staff-frame.tsx', "import('../../staff/search-dialog.tsx')"],
  ])('an allowed import is not reported: %s: %s', (file, source) => {
    expect(forbiddenImportsOf(file, source)).toEqual([])
  })
})
