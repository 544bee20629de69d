import { anchorStorageAt } from '../../audit/anchors.ts'
import { allowsPlainMail } from '../../config/start-warnings.ts'
import { rootCause } from '../../db/client.ts'
import { documentStorageAt } from '../../documents/document-storage.ts'
import { checkScanner } from '../../documents/scan-file.ts'
import { checkMailServer, mailboxFolder } from '../../email/mailer.ts'
import { type Check, failure, ok, warning } from './check.ts'

export const mailCheck: Check = {
  name: 'Correo',
  examine: async ({ config }) => {
    const { smtpUrl } = config
    if (!smtpUrl) return warning(`sin SMTP_URL los correos quedan en ${mailboxFolder(config)}.`)
    const { host, protocol } = new URL(smtpUrl)
    try {
      await checkMailServer(smtpUrl)
    } catch (error) {
      return failure(`${host}: ${messageOf(error)}.`)
    }
    if (allowsPlainMail(smtpUrl)) {
      return warning(
        `${host} responde, pero SMTP_URL permite correos sin cifrar (requireTLS=false).`,
      )
    }
    return ok(`${host} responde, con ${protocol === 'smtps:' ? 'TLS' : 'STARTTLS'}.`)
  },
}

export const documentsCheck: Check = {
  name: 'Documentos',
  examine: async ({ config: { documents } }) => {
    const place = documents.kind === 'folder' ? documents.folder : `el bucket ${documents.bucket}`
    try {
      await documentStorageAt(documents).check()
      return ok(`se guardan en ${place}.`)
    } catch (error) {
      return failure(`no se puede guardar en ${place} (${messageOf(rootCause(error))}).`)
    }
  },
}

export const anchorsCheck: Check = {
  name: 'Bitácora',
  examine: async ({ config: { auditAnchors, environment } }) => {
    if (!auditAnchors) {
      if (environment === 'local') return ok('sin anclajes.')
      return warning('sin anclajes (AUDIT_ANCHOR_URL): no se nota si le cortan el final.')
    }
    const isFolder = auditAnchors.kind === 'folder'
    const place = isFolder ? auditAnchors.folder : `el bucket ${auditAnchors.bucket}`
    try {
      await anchorStorageAt(auditAnchors).check()
      return ok(`se ancla en ${place}.`)
    } catch (error) {
      return failure(`no se puede anclar en ${place} (${messageOf(rootCause(error))}).`)
    }
  },
}

export const scannerCheck: Check = {
  name: 'Antivirus',
  examine: async ({ config: { scanner } }) => {
    if (!scanner) return warning('ninguno (CLAMD_URL): los documentos se guardan sin revisar.')
    const place = `${scanner.host}:${scanner.port}`
    try {
      await checkScanner(scanner)
      return ok(`${place} responde, también con un documento del mayor tamaño.`)
    } catch (error) {
      return failure(
        `${place} no revisa, y mientras tanto se rechazan documentos (${messageOf(rootCause(error))}).`,
      )
    }
  },
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
