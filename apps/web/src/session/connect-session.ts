import { connectApi } from '../api/client.ts'
import { environment } from '../environment/environment.ts'
import { forceLogout } from './end-session.ts'
import { timeLeft } from './inactivity.ts'
import { confirmation, newLogin } from './reauthentication.ts'
import { refreshUser } from './refresh-user.ts'
import { storedUser, touchLastAction } from './stored-user.ts'

export function connectSession() {
  connectApi({
    base: async () => (await environment()).api,
    hasUser: () => storedUser() !== null,
    hasMoreCalls: () => storedUser()?.extended === true,
    isExpired: async () => (await timeLeft()) < 0,
    onExpired: forceLogout,
    onSuccess: touchLastAction,
    reauthenticate: () => confirmation.ask(),
    logInAgain: () => newLogin.ask(),
    onForbidden: () => void refreshUser(),
  })
}
