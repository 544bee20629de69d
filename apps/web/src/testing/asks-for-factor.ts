import {
  type SecondFactorMethod,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'

/** The answer of a login whose password is right, when the account has a second factor. */
export function asksForFactor(...methods: SecondFactorMethod[]): Response {
  const body = { detail: secondFactorMessages.codeRequired.text, methods }
  return new Response(JSON.stringify(body), {
    status: 403,
    headers: { 'x-error-code': 'second_factor_required' },
  })
}
