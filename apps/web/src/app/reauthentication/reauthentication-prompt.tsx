import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { onReauthentication } from '../../session/reauthentication.ts'

// Loaded on demand, since it is rarely shown.
const ReauthenticationDialog = lazyPart(
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
)

/** Shows the dialog while a call waits for the user to confirm who they are. */
export function ReauthenticationPrompt() {
  const [asked, setAsked] = useState<{ answer: (isConfirmed: boolean) => void }>()

  useEffect(() => {
    let answerLast = (_: boolean) => {}
    const stop = onReauthentication(() => {
      return new Promise((answer) => {
        answerLast = answer
        setAsked({ answer })
      })
    })
    return () => {
      stop()
      // The user left the page; the call must not wait for ever.
      answerLast(false)
    }
  }, [])

  if (!asked) return null
  return (
    <Suspense>
      <ReauthenticationDialog
        onAnswer={(isConfirmed) => {
          setAsked(undefined)
          asked.answer(isConfirmed)
        }}
      />
    </Suspense>
  )
}
