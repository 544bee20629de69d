import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config/config.ts'

describe('DOCUMENTS_URL', () => {
  const locationOf = (DOCUMENTS_URL: string, env = {}) =>
    readConfig({ SECRET_KEY: 'x', DOCUMENTS_URL, ...env }).documents

  test('defaults to a folder of DATA_DIR', () => {
    expect(readConfig({ SECRET_KEY: 'x', DATA_DIR: '/srv/portal' }).documents).toEqual({
      kind: 'folder',
      folder: '/srv/portal/documents',
    })
  })

  test('names a folder or a bucket', () => {
    expect(locationOf('file:///srv/documentos')).toEqual({
      kind: 'folder',
      folder: '/srv/documentos',
    })
    expect(locationOf('file:/srv/documentos')).toEqual({
      kind: 'folder',
      folder: '/srv/documentos',
    })
    expect(locationOf('file:documentos')).toEqual({
      kind: 'folder',
      folder: join(process.cwd(), 'documentos'),
    })
    expect(locationOf('s3://cubo?region=sa-east-1')).toEqual({
      kind: 'bucket',
      bucket: 'cubo',
      region: 'sa-east-1',
      endpoint: null,
      credentials: null,
      timeoutMs: 30_000,
    })
    expect(locationOf('s3://cubo', { AWS_REGION: 'us-west-2' })).toMatchObject({
      region: 'us-west-2',
    })
    expect(
      locationOf('s3://cubo?endpoint=https%3A%2F%2Fminio.example%3A9000&key=a&secret=b%2F%2B'),
    ).toEqual({
      kind: 'bucket',
      bucket: 'cubo',
      region: 'us-east-1',
      endpoint: 'https://minio.example:9000',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b/+' },
      timeoutMs: 30_000,
    })
    expect(locationOf('s3://cubo?region=sa-east-1&timeout=5')).toMatchObject({ timeoutMs: 5000 })
  })

  test.each([
    'documentos',
    '/srv/documentos',
    'file:',
    'ftp://example/documentos',
    's3://',
    's3://cubo',
    's3://cubo/carpeta?region=sa-east-1',
    's3://cubo?region=sa-east-1&key=s3cr3t0',
    's3://cubo?region=sa-east-1&clave=s3cr3t0',
    's3://cubo?endpoint=minio.example',
    's3://cubo?region=sa-east-1&timeout=0',
    's3://cubo?region=sa-east-1&timeout=pronto',
  ])('%s is refused, and is not repeated in the error', (url) => {
    expect(() => locationOf(url)).toThrow(ConfigError)
    expect(() => locationOf(url)).toThrow(/^DOCUMENTS_URL no es válida/)
    expect(() => locationOf(url)).not.toThrow('s3cr3t0')
  })

  test('CLAMD_URL names a host, with clamd’s port by default', () => {
    const scanner = (CLAMD_URL: string) => readConfig({ SECRET_KEY: 'x', CLAMD_URL }).scanner
    expect(scanner('tcp://clamd')).toEqual({ host: 'clamd', port: 3310, timeoutMs: 30_000 })
    expect(scanner('tcp://[::1]:4000?timeout=5')).toEqual({
      host: '::1',
      port: 4000,
      timeoutMs: 5000,
    })
    expect(() => scanner('http://clamd')).toThrow('CLAMD_URL')
    expect(() => scanner('tcp://clamd?timeout=x')).toThrow('CLAMD_URL')
    expect(readConfig({ SECRET_KEY: 'x' }).scanner).toBeNull()
  })
})
