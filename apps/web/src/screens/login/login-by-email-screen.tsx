import { LoginPage } from './login-page.tsx'

export function Screen() {
  return <LoginPage mode="email" />
}
