import * as endpoints from '@carpeta/contract/auth/second-factor/second-factor-endpoints'
import { definitions } from '@carpeta/contract/auth/second-factor/second-factor-schemas'
import { readId } from '../../http/access.ts'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { endUserSessions } from '../sessions/end-user-sessions.ts'
import { readSecondFactor } from './read-second-factor.ts'
import { renewRecoveryCodes } from './recovery-codes/renew-recovery-codes.ts'
import type { SecondFactorServices } from './second-factor-services.ts'
import { readUserSignIn } from './staff/read-user-sign-in.ts'
import { resetSecondFactor } from './staff/reset-second-factor.ts'
import { confirmTotp } from './totp/confirm-totp.ts'
import { removeTotp } from './totp/remove-totp.ts'
import { startTotp } from './totp/start-totp.ts'

/** The caller's code application and recovery codes; staff reset another user's factors. */
export function secondFactorRoutes(api: Api & SecondFactorServices): void {
  serve(api, endpoints, definitions, {
    getSecondFactor: ({ caller }) => readSecondFactor(api, caller),
    startTotp: ({ caller }) => startTotp(api, caller),
    confirmTotp: async ({ caller, body }) => ({
      recovery_codes: await confirmTotp(api, caller, body.code),
    }),
    deleteTotp: async ({ caller }) => {
      await removeTotp(api, caller)
      return {}
    },
    renewRecoveryCodes: async ({ caller }) => ({
      recovery_codes: await renewRecoveryCodes(api, caller),
    }),
    getUserSignIn: ({ caller, params }) => readUserSignIn(api, caller, readId(params.id)),
    resetUserSecondFactor: async ({ caller, params }) => {
      await resetSecondFactor(api, caller, readId(params.id))
      return {}
    },
    endUserSessions: async ({ caller, params }) => ({
      ended: await endUserSessions(api, caller, readId(params.id)),
    }),
  })
}
