import { lazy, Suspense, useState } from 'react'
import { useHydrated } from '../../ui/use-hydrated.ts'
import classes from './login.module.css'

// The login page has no room for a dialog that few users open.
const RestoreDialog = lazy(async () => {
  const { RestoreDialog } = await import('./restore-dialog.tsx')
  return { default: RestoreDialog }
})

/** Hidden until hydration, since the button does nothing before. */
export function ForgotPassword() {
  const isReady = useHydrated()
  const [isOpen, setOpen] = useState(false)

  if (!isReady) return null
  return (
    <>
      <button type="button" className={classes.forgot} onClick={() => setOpen(true)}>
        Olvidé mi contraseña
      </button>
      {isOpen && (
        <Suspense>
          <RestoreDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
