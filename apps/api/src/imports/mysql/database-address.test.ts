import { describe, expect, test } from 'vitest'
import { readDatabaseAddress } from './database-address.ts'

const connectionOf = (text: string, password?: string) =>
  readDatabaseAddress(text, password).connection

describe('the address of accounting’s database', () => {
  test('has its parts, and a name without the password', () => {
    const { name, connection } = readDatabaseAddress(
      'mysql://lectura:S3cr%40ta%25@127.0.0.1:3307/erp%20viejo',
    )
    expect(name).toBe('mysql://lectura@127.0.0.1:3307/erp viejo')
    expect(connection).toEqual({
      host: '127.0.0.1',
      port: 3307,
      user: 'lectura',
      password: 'S3cr@ta%',
      database: 'erp viejo',
    })
    expect(connectionOf('mariadb://lectura@[::1]/erp')).toMatchObject({ host: '::1', port: 3306 })
  })

  test('takes the password of the setting unless it has one', () => {
    expect(connectionOf('mysql://lectura@localhost/erp', 'S3creta')).toMatchObject({
      password: 'S3creta',
    })
    expect(connectionOf('mysql://lectura:otra@localhost/erp', 'S3creta')).toMatchObject({
      password: 'otra',
    })
  })

  test('on another machine asks for TLS with a trusted certificate, unless it says no (security 10.65)', () => {
    const trusted = { rejectUnauthorized: true, verifyIdentity: true, minVersion: 'TLSv1.2' }
    expect(connectionOf('mysql://a@erp.example/b').ssl).toEqual(trusted)
    expect(connectionOf('mysql://a@erp.example/b?tls=false').ssl).toBeUndefined()
    for (const local of ['localhost', '127.0.0.1', '[::1]']) {
      expect(connectionOf(`mysql://a@${local}/b`).ssl).toBeUndefined()
    }
    expect(connectionOf('mysql://a@localhost/b?tls=true').ssl).toEqual(trusted)
    const socket = connectionOf('mysql://a@erp/b?socket=/run/mysqld/mysqld.sock')
    expect(socket).toMatchObject({ socketPath: '/run/mysqld/mysqld.sock' })
    expect(socket).not.toHaveProperty('host')
    expect(socket.ssl).toBeUndefined()
  })

  test('says whether the session stays in the time of the server', () => {
    expect(readDatabaseAddress('mysql://a@localhost/b').keepsTimeZone).toBe(false)
    expect(readDatabaseAddress('mysql://a@localhost/b?timezone=server').keepsTimeZone).toBe(true)
  })

  test.each([
    ['mysql://', 'le falta el usuario, el servidor o la base'],
    ['mysql//a@b/c', 'no es válida'],
    ['postgres://a@b/c', 'no es válida'],
    ['mysql://S3creta@localhost', 'le falta el usuario, el servidor o la base'],
    ['mysql://:S3creta@localhost/erp', 'le falta el usuario'],
    ['mysql://a:S3creta@localhost/erp?ssl=true', 'no conoce «ssl»'],
    ['mysql://a:S3creta@10.0.0.7/erp', 'necesita el nombre del servidor en vez de su IP'],
    ['mysql://a:S3creta@localhost/erp?tls=yes', 'tls es true o false'],
    ['mysql://a:S3creta@localhost/erp?timezone=UTC', 'timezone solo puede ser server'],
    ['mysql://a:S3creta@localhost/erp?ca=/no/hay', 'No se puede leer el certificado /no/hay'],
    ['mysql://a:S3creta%@localhost/erp', 'escríbalo %25'],
  ])('%s is refused, without showing the password (security 11.61)', (text, problem) => {
    expect(() => readDatabaseAddress(text)).toThrow(problem)
    expect(() => readDatabaseAddress(text)).toThrow(/^((?!S3creta).)*$/)
  })
})
