import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import { sampleExport } from '../../seeds/sample-export.ts'
import { confirmPassword } from '../second-factor/factors.ts'
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
  'import.refusal_accepted': flow('Iván', null, async ({ ivan, portal }) => {
    const text = sampleExport().replace('"cliente_rut":"12345678-5"', '"cliente_rut":"12345678-4"')
    const bytes = Buffer.from(text)
    const { body } = await ivan.post('/api/import-uploads/', upload({ name: 'x.ndjson', bytes }))
    await portal.sentEmails()
    const form = json({ refusal: 'too_many_rejects' })
    done(await ivan.post(`/api/import-uploads/${body.id}/accept/`, form))
  }),
  'import.discarded': flow('Iván', null, async (cast) => {
    const id = await uploadedId(cast)
    done(await cast.ivan.call('DELETE', `/api/import-uploads/${id}/`))
  }),
  'load.exported': flow('Iván', null, async (cast) => {
    const { body } = await cast.ivan.get('/api/loads/')
    done(await cast.ivan.get(`/api/loads/${body.results[0].id}/rejects.csv`))
  }),
  'load.findings_exported': flow('Iván', null, async (cast) => {
    const { body } = await cast.ivan.get('/api/loads/')
    done(await cast.ivan.get(`/api/loads/${body.results[0].id}/findings.csv`))
  }),
  'import_token.created': flow('Iván', null, async (cast) => {
    const form = json({ name: 'Nocturno', days: 30 })
    await confirmPassword(cast.ivan)
    const created = await cast.ivan.post('/api/import-tokens/', form)
    done(created)
    cast.secrets.push(created.body.token)
  }),
  'import_token.revoked': flow('Iván', null, async (cast) => {
    const { body } = await cast.ivan.get('/api/import-tokens/')
    done(await cast.ivan.call('DELETE', `/api/import-tokens/${body.results[0].id}/`))
  }),
} satisfies Partial<Record<AuditAction, Flow>>
