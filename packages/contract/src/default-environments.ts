import { PRODUCTION_INACTIVITY_MS } from '@carpeta/domain/access/session-rules'
import type { Environment, Environments } from './environments.ts'

/** The sample cooperative, until the operator sets `COMPANY_NAME`, `CONTACT_EMAIL` and others. */
export const sampleCooperative = {
  company: 'Cooperativa Vista al Biobío',
  contact_email: 'contacto@vistaalbiobio.example',
  contact_phone: '+56 41 000 0000',
  office_address: 'Avenida Colón 1234, Talcahuano, Región del Biobío',
} as const

export function environmentDefaults(environment: Environment['environment']): Environment {
  return {
    environment,
    api: '',
    debug: environment !== 'production',
    max_inactivity: environment === 'production' ? PRODUCTION_INACTIVITY_MS : 0,
    link_home: '/',
    app_version: '2021_09_07',
    ...sampleCooperative,
  }
}

/** The host table in the built web; `carpeta serve` adds its own host. */
export const defaultEnvironments = {
  localhost: { ...environmentDefaults('local'), api: 'http://localhost:8010' },
} satisfies Environments
