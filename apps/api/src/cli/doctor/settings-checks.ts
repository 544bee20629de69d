import { type Check, ok, warning } from './check.ts'

// What production refuses is already refused by `config/production-rules.ts`.

export const addressCheck: Check = {
  name: 'Dirección',
  examine: ({ config: { publicUrl, environment } }) => {
    if (publicUrl.protocol === 'https:' || environment === 'local') return ok(publicUrl.origin)
    return warning(`${publicUrl.origin} no es https: contraseñas y sesiones viajan sin cifrar.`)
  },
}

export const proxyCheck: Check = {
  name: 'Proxy',
  examine: ({ config: { trustProxy, environment } }) => {
    if (trustProxy === true) return ok('se confía en quien se conecta, un proxy.')
    if (trustProxy) return ok(`se confía en ${trustProxy.join(', ')}.`)
    if (environment === 'local') return ok('ninguno.')
    return warning(
      'ninguno (TRUST_PROXY): si hay uno delante, todas las visitas parecerán venir de su dirección.',
    )
  },
}

export const secretKeyCheck: Check = {
  name: 'Clave secreta',
  examine: ({ config: { secretKeys } }) => {
    const former = secretKeys.length - 1
    if (former === 0) return ok('una.')
    return ok(
      `una, y ${former} de antes en SECRET_KEY_PREVIOUS: quítelas cuando pase lo que dura una sesión y no queden correos en espera.`,
    )
  },
}
