import type { loadSchema, uploadedExportSchema } from '@carpeta/contract/imports'
import type { z } from 'zod'

type Load = z.infer<typeof loadSchema>
type UploadedExport = z.infer<typeof uploadedExportSchema>

/** The dry run of the export of 21 November: one sale new, one changed, one withdrawn. */
export function buildLoad(overrides: Partial<Load> = {}): Load {
  return {
    id: 7,
    state: 'tried',
    file: 'ventas.ndjson.gz',
    at: '2026-11-21T12:00:00Z',
    by: 'Iván Rojas',
    cutoff: '2026-11-21T09:00:00Z',
    announced: 1234,
    added: 1,
    changed: 1,
    unchanged: 1231,
    withdrawn: 1,
    rejected: 0,
    broken_rules: 0,
    findings: 0,
    new_accounts: 1,
    emails: null,
    holder_changes: null,
    replaced_sample: null,
    refusal: null,
    refusal_code: null,
    undone_at: null,
    undone_by: '',
    ...overrides,
  }
}

export function buildUpload(overrides: Partial<UploadedExport> = {}): UploadedExport {
  return {
    id: 3,
    state: 'checked',
    name: 'ventas.ndjson.gz',
    size: 1_500_000,
    at: '2026-11-21T12:00:00Z',
    by: 'Iván Rojas',
    token: '',
    failure: null,
    is_stale: false,
    has_file: true,
    accepted: [],
    load: buildLoad(),
    ...overrides,
  }
}
