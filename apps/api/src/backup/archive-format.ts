import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { deriveKey, type SecretKeys } from '../config/secret-keys.ts'

// A backup is a tar: `header.json`, then sections, then `manifest.json`. The size of a section is not
// known beforehand, so it is cut into parts, each an entry, and ends with an entry that has its hash.

/** The format that this version writes, and the newest that it reads. */
export const FORMAT = 1

export const HEADER = 'header.json'
export const MANIFEST = 'manifest.json'
export const TABLES = 'tables/'
export const FILES = 'files/'
/** The last entry of a section. */
export const END = 'end.json'

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })

const sequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** Text, since it may be beyond a double; null when it was never used. */
  lastValue: z.string().nullable(),
})

/** Everything a restore must know before it loads a row. */
export const headerSchema = z.object({
  format: z.number(),
  portal: z.string(),
  /** When the snapshot was taken. */
  moment: z.iso.datetime(),
  postgres: z.string(),
  /** The applied migrations by name, in their order. */
  migrations: z.array(z.string()),
  /** The newest migration of graphile-worker's tables. */
  jobsMigration: z.number(),
  /** Which secret keys were set, the current one first; tells nothing about them. */
  keys: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(sequence),
})

export const endSchema = z.object({
  bytes: z.number(),
  sha256: z.string(),
  /** Only for a table. */
  rows: z.number().optional(),
  /** Only for a file: it differs from its row. */
  fault: z.enum(['missing', 'different']).optional(),
})

export const manifestSchema = z.object({
  sections: z.number(),
  /** Over the header, and the names and hashes of all sections in their order. */
  sha256: z.string(),
  rows: z.number(),
  files: z.number(),
  /** Files that the database has and the storage had not, or had otherwise. */
  faults: z.number(),
  /** The last hash of the audit log; null without entries. */
  auditHead: z.string().nullable(),
  /** Signs the manifest with the current secret key: anybody could compute the hashes. */
  signature: z.string(),
})

export type BackupHeader = z.infer<typeof headerSchema>
export type BackupManifest = z.infer<typeof manifestSchema>
export type SectionEnd = z.infer<typeof endSchema>

export function tableSection({ schema, name }: { schema: string; name: string }): string {
  return `${TABLES}${schema}.${name}`
}

/** The hash over the header and all sections: one that was changed, removed, added or moved changes it. */
export function sectionsHash() {
  const hash = createHash('sha256')
  return {
    add: (name: string, sha256: string) => void hash.update(`${name} ${sha256}\n`),
    digest: () => hash.digest('hex'),
  }
}

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

const CHARACTERS = 16

/** Names a secret key and tells nothing about it. */
export function keyId(secretKey: string): string {
  return deriveKey(secretKey, 'carpeta backup key id').toString('hex').slice(0, CHARACTERS)
}

export function keyIds(secretKeys: SecretKeys): string[] {
  return secretKeys.map(keyId)
}
