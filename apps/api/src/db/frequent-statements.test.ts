import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../test/open-portal.ts'
import { type Connection, connect } from './client.ts'
import { exec, many, one, type SQL, sql } from './query.ts'

let database: Connection
/** One connection, so that its statements can be looked at. */
let single: Connection
beforeAll(async () => {
  database = await createDatabase()
  single = connect(String(database.pool.options.connectionString), { max: 1 })
  await exec(single.db, sql`create table projects (id int primary key, name text not null)`)
  await exec(single.db, sql`insert into projects values (1, 'Lomas 1'), (2, 'Lomas 2')`)
})
afterAll(async () => {
  await single.close()
  await database.close()
})

const projectOf = (id: number) => sql`select name from projects where id = ${id} or id = ${id}`

async function preparedTexts(): Promise<string[]> {
  const rows = await many<{ statement: string }>(
    single.db,
    sql`select statement from pg_prepared_statements`,
  )
  return rows.map(({ statement }) => statement)
}

async function repeat(statement: (at: number) => SQL): Promise<void> {
  for (let at = 0; at < 120; at++) await exec(single.db, statement(at))
}

test('a statement that runs often is prepared, whatever its values; a rare one is not (§12.622)', async () => {
  const rare = sql`select count(*) from projects where name = ${'Lomas 1'}`
  await exec(single.db, rare)
  await repeat((at) => projectOf(1 + (at % 2)))
  const texts = await preparedTexts()
  expect(texts.filter((text) => text.startsWith('select name from projects'))).toHaveLength(1)
  expect(texts.some((text) => text.startsWith('select count(*) from projects'))).toBe(false)
  expect(await one(single.db, projectOf(2))).toEqual({ name: 'Lomas 2' })
})

test('it goes on when a migration adds and indexes columns, or a table is made anew (§12.622)', async () => {
  await repeat(projectOf)
  await exec(single.db, sql`alter table projects add column city text`)
  await exec(single.db, sql`create index on projects (name)`)
  expect(await one(single.db, projectOf(2))).toEqual({ name: 'Lomas 2' })
  await exec(single.db, sql`drop table projects`)
  await exec(single.db, sql`create table projects (name text, id int)`)
  await exec(single.db, sql`insert into projects values ('Lomas 2 nueva', 2)`)
  expect(await one(single.db, projectOf(2))).toEqual({ name: 'Lomas 2 nueva' })
})

// Its columns would change with the next migration, which PostgreSQL refuses.
test('a statement that asks for all columns is not prepared (§12.622)', async () => {
  const all = () => sql`select projects.* from projects`
  await repeat(all)
  await exec(single.db, sql`alter table projects add column region text`)
  expect(await one(single.db, all())).toMatchObject({ region: null })
})

test('it goes on after it failed in a transaction (§12.622)', async () => {
  const half = (id: number) => sql`select 1 / ${id}::int as half`
  await repeat((at) => half(at + 1))
  const broken = database.db.transaction((tx) => exec(tx, half(0)))
  await expect(broken).rejects.toThrow(/division by zero/)
  await expect(single.db.transaction((tx) => exec(tx, half(0)))).rejects.toThrow(/division by zero/)
  expect(await one(single.db, half(1))).toEqual({ half: 1 })
})
