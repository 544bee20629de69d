import { SetPasswordPage } from './set-password-page.tsx'

export function Screen() {
  return <SetPasswordPage purpose="restore" />
}
