import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import { sampleExport } from '../../seeds/sample-export.ts'
import { json, upload } from '../visitor.ts'
import { type Cast, done, type Flow, flow } from './flow.ts'

const file = () => ({ name: 'ventas.ndjson', bytes: Buffer.from(sampleExport()) })

async function uploadedId({ ivan, portal }: Cast): Promise<number> {
  const answer = await ivan.post('/api/import-uploads/', upload(file()))
  done(answer)
  // Runs the job that reads it.
  await portal.sentEmails()
  return answer.body.id
}

/** Actions on uploaded exports, loads and tokens. */
export const importFlows = {
  'import.uploaded': flow('Iván', null, async (cast) => {
    await uploadedId(cast)
  }),
  'import.discarded': flow('Iván', null, async (cast) => {
    const id = await uploadedId(cast)
    done(await cast.ivan.call('DELETE', `/api/import-uploads/${id}/`))
  }),
  'load.exported': flow('Iván', null, async (cast) => {
    const { body } = await cast.ivan.get('/api/loads/')
    done(await cast.ivan.get(`/api/loads/${body.results[0].id}/rejects.csv`))
  }),
  'import_token.created': flow('Iván', null, async (cast) => {
    const form = json({ name: 'Nocturno', days: 30 })
    const created = await cast.ivan.post('/api/import-tokens/', form)
    done(created)
    cast.secrets.push(created.body.token)
  }),
  'import_token.revoked': flow('Iván', null, async (cast) => {
    const { body } = await cast.ivan.get('/api/import-tokens/')
    done(await cast.ivan.call('DELETE', `/api/import-tokens/${body.results[0].id}/`))
  }),
} satisfies Partial<Record<AuditAction, Flow>>
