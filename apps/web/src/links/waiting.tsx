/** Shown while a link is checked. */
export function Waiting({ children }: { children: string }) {
  return (
    <div>
      <h1>Un momento…</h1>
      <p role="status">{children}</p>
    </div>
  )
}
