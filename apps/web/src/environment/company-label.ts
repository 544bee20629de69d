import type { Environment } from '@carpeta/contract/environments'

const SUFFIX: Record<Environment['environment'], string> = {
  local: ' (local)',
  test: ' (test)',
  production: '',
}

/** 'Carpeta Virtual', with a suffix outside production. */
export function companyLabel(environment: Environment | undefined): string {
  return `Carpeta Virtual${environment ? (SUFFIX[environment.environment] ?? '') : ''}`
}
