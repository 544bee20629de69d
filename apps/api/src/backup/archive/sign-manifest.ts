import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../config/secret-keys.ts'
import type { BackupManifest } from './archive-format.ts'

type Unsigned = Omit<BackupManifest, 'signature'>

/** Who cannot read the secret key cannot make or change a backup. */
export function signManifest(manifest: Unsigned, secretKey: string): BackupManifest {
  return { ...manifest, signature: signatureOf(manifest, secretKey) }
}

export function isSignedManifest(manifest: BackupManifest, secretKey: string): boolean {
  const expected = Buffer.from(signatureOf(manifest, secretKey))
  const given = Buffer.from(manifest.signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(manifest: Unsigned, secretKey: string): string {
  const { sections, sha256, rows, files, faults, auditHead } = manifest
  return createHmac('sha256', deriveKey(secretKey, 'carpeta backup'))
    .update(JSON.stringify([sections, sha256, rows, files, faults, auditHead]))
    .digest('hex')
}
