export function Lines({ lines }: { lines: string[] }) {
  return lines.map((line) => <p key={line}>{line}</p>)
}
