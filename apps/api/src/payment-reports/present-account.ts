import type { definitions } from '@carpeta/contract/payments/member-reports-schemas'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import type { z } from 'zod'

type WireAccount = z.infer<typeof definitions.getPaymentAccount.answer>['account']

export function presentAccount(account: PaymentAccount | null): WireAccount {
  if (account === null) return null
  const { accountType, ...others } = account
  return { ...others, account_type: accountType }
}
