import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import {
  openPortalWithDocuments,
  type PortalWithDocuments,
} from '../../test/personal-data/erasure.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { eraseMember } from './erase-member.ts'
import { SeveralPersons } from './find-person.ts'

const { rut } = personas.rosa
const forced = { dryRun: false, force: true }

let portal: PortalWithDocuments
beforeEach(async () => {
  portal = await openPortalWithDocuments()
})

describe('by the number of the account or its email', () => {
  test('Ana, who registered without a rut, is erased, and a second time nothing is left', async () => {
    const { rows } = await portal.pool.query(
      `insert into users (first_name, email, password_hash)
       values ('Ana', 'ana@correo.example', 'x') returning id`,
    )
    const [{ id }] = rows
    expect(await eraseMember(portal, { email: 'ANA@correo.example' }, forced)).toMatchObject({
      result: 'erased',
      accounts: 1,
    })
    expect(await eraseMember(portal, { id }, forced)).toEqual({ result: 'erased before' })
    expect(await eraseMember(portal, { email: 'ana@correo.example' }, forced)).toEqual({
      result: 'unknown',
    })
  })

  test('Rosa is erased with her sale and her older account', async () => {
    const id = await userIdOf(portal.db, 'rosa')
    await portal.pool.query(
      `insert into users (rut, first_name, deleted_at) values ($1, 'Rosa', now())`,
      [rut],
    )
    expect(await eraseMember(portal, { id }, forced)).toMatchObject({
      result: 'erased',
      accounts: 2,
      sales: 1,
    })
  })

  test('nothing is erased when a couple shares the email', async () => {
    await portal.pool.query('update users set email = $1 where rut = any ($2)', [
      'casa@correo.example',
      [rut, personas.bruno.rut],
    ])
    const before = await dumpDatabase(portal.pool)
    const erasing = eraseMember(portal, { email: 'casa@correo.example' }, forced)
    await expect(erasing).rejects.toThrow(SeveralPersons)
    expect(await dumpDatabase(portal.pool)).toEqual(before)
  })
})
