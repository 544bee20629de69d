const SAMPLE_MS = 100

/** How many times longer computing takes now than on an idle machine: 1 or more. */
export function machineLoad(): number {
  const [start, cpu] = [performance.now(), process.threadCpuUsage()]
  let computed = 0
  while (computed < SAMPLE_MS) {
    const { user, system } = process.threadCpuUsage(cpu)
    computed = (user + system) / 1000
  }
  return Math.max(1, (performance.now() - start) / computed)
}
