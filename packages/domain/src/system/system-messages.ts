import { refusal } from '../errors/refusal.ts'

export const systemMessages = {
  notFailing: refusal('wrong_state', 'Este trabajo ya no está entre los que fallan'),
} as const
