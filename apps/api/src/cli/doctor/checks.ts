import { accountingCheck } from './accounting-check.ts'
import { auditCheck } from './audit-check.ts'
import { backupCheck, erasedCheck } from './backup-check.ts'
import type { Check } from './check.ts'
import { loadCheck, secondFactorCheck } from './data-checks.ts'
import {
  connectionsCheck,
  databaseCheck,
  placeCheck,
  roleCheck,
  schemaCheck,
} from './database-checks.ts'
import { clockCheck, diskCheck } from './machine-checks.ts'
import { anchorsCheck, documentsCheck, mailCheck, scannerCheck } from './service-checks.ts'
import { addressCheck, proxyCheck, secretKeyCheck } from './settings-checks.ts'
import { ufCheck } from './uf-check.ts'

/** What `carpeta doctor` looks at, a line each, in this order. */
export const checks: Check[] = [
  addressCheck,
  proxyCheck,
  secretKeyCheck,
  diskCheck,
  placeCheck,
  databaseCheck,
  connectionsCheck,
  schemaCheck,
  roleCheck,
  clockCheck,
  anchorsCheck,
  auditCheck,
  mailCheck,
  documentsCheck,
  scannerCheck,
  backupCheck,
  erasedCheck,
  ufCheck,
  accountingCheck,
  loadCheck,
  secondFactorCheck,
]
