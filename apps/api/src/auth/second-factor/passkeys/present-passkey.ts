import type { Passkey } from '@carpeta/contract/auth/second-factor/passkeys-schemas'
import type { StoredPasskey } from './passkeys-store.ts'

export function presentPasskey(passkey: StoredPasskey): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    is_backed_up: passkey.isBackedUp,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  }
}
