/** Marks a key that the portal derived; accounting's own may have any other form. */
const DERIVED = '\u00b7'

interface KeyedPayment {
  /** Empty when accounting sends none. */
  key: string
  /** Canonical decimal text. */
  amount: string | null
  depositedOn: string | null
}

/**
 * The key of each payment of a sale: accounting's, or else its date and amount, with a counter for equal
 * ones. A position would be that of another payment once accounting inserts one before it.
 */
export function paymentKeys(payments: KeyedPayment[]): string[] {
  const taken = new Set(payments.map(({ key }) => key))
  // Where the search for the next of equal ones begins, so that thousands of them take linear time.
  const counts = new Map<string, number>()
  return payments.map(({ key, amount, depositedOn }) => {
    if (key !== '') return key
    const content = [DERIVED, depositedOn ?? '', DERIVED, amount ?? ''].join('')
    let count = (counts.get(content) ?? 0) + 1
    const derived = () => (count === 1 ? content : `${content}${DERIVED}${count}`)
    while (taken.has(derived())) count += 1
    counts.set(content, count)
    taken.add(derived())
    return derived()
  })
}

export function isDerivedKey(key: string): boolean {
  return key.startsWith(DERIVED)
}
