/** Red diagonal stripes on white, which stay stripes in grey. */
export function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" fill="var(--surface)" />
        <rect width="3.5" height="6" fill="var(--red)" />
      </pattern>
    </defs>
  )
}
