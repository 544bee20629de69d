import '../src/cli/drizzle-as-commonjs.ts'
import { callLimits, connectLimit, scrapeLimits } from '../src/db/client.ts'
import { smtpLimits } from '../src/email/mailer.ts'
import { pdfLimits } from '../src/pdf/pdf-limits.ts'

// Production's limits of time would decide a test on a busy machine. Here they end only what hangs. Loaded
// before every test file, and into the processes of tests; a test of a limit sets its own.

for (const limits of [connectLimit, callLimits, scrapeLimits, smtpLimits]) {
  for (const [name, milliseconds] of Object.entries(limits)) {
    Object.assign(limits, { [name]: milliseconds * 30 })
  }
}
pdfLimits.timeoutMs *= 10
