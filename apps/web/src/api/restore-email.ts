import { call } from './client/client.ts'

/** Asks for the e-mail with the link; the answer is the same for every well-formed rut. */
export async function sendRestoreEmail(rut: string): Promise<void> {
  await call('POST /api/send-restore-password-ss/', { body: { social_security: rut } })
}
