import { useEffect, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { goToWebpay, type OnlinePayment, webpayLink } from '../calls.ts'

type Redirect = NonNullable<OnlinePayment['redirect']>

/** A page that does not open in that time may never do: browsers do not say that they refused it. */
const OPENS_WITHIN_MS = 8000

/** Leaves for Webpay's page. `unopened` is its address while the browser does not open it. */
export function useWebpay() {
  const [left, setLeft] = useState<Redirect | null>(null)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    // Webpay is another site than the one that the policy names, or sends the form on to one.
    const refuse = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
      setLate((isKnown) => isKnown || effectiveDirective === 'form-action')
    // Back from Webpay the browser may show this page as it was left.
    const stay = () => setLeft(null)
    document.addEventListener('securitypolicyviolation', refuse)
    window.addEventListener('pageshow', stay)
    return () => {
      document.removeEventListener('securitypolicyviolation', refuse)
      window.removeEventListener('pageshow', stay)
    }
  }, [])
  useEffect(() => {
    if (!left) return
    const timer = setTimeout(() => setLate(true), OPENS_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [left])
  return {
    isLeaving: left !== null && !isLate,
    unopened: isLate ? left : null,
    leave: (redirect: Redirect) => {
      setLate(false)
      setLeft(redirect)
      goToWebpay(redirect)
    },
  }
}

/** Webpay's page did not open here: a link opens it where no frame and no policy of this page counts. */
export function WebpayUnopened({ redirect }: { redirect: Redirect | null }) {
  if (!redirect) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button
          component="a"
          variant="default"
          href={webpayLink(redirect)}
          target="_blank"
          rel="noreferrer"
        >
          Abrir Webpay en otra pestaña
        </Button>
      }
    >
      Webpay todavía no se abre y no se ha cobrado nada. Puede que tu navegador no lo permita aquí.
    </Notice>
  )
}
