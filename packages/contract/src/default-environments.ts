import { PRODUCTION_INACTIVITY_MS } from '@carpeta/domain/access/session-rules'
import type { Environment, Environments } from './environments.ts'

/** The cooperative's details until the operator sets his own (`COMPANY_NAME`, `CONTACT_EMAIL`, …). */
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

/** The host table that the built web is shipped with; `carpeta serve` adds its own host. */
export const defaultEnvironments = {
  localhost: { ...environmentDefaults('local'), api: 'http://localhost:8010' },
} satisfies Environments
