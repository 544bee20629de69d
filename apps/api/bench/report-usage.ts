import { writeFileSync } from 'node:fs'

// Loaded before the program that is measured: writes what it used when it ends.
export interface Usage {
  /** The peak. */
  memoryMb: number
  /** Processor time, without the database's. */
  cpuSeconds: number
}

process.on('exit', () => {
  const file = process.env.BENCH_USAGE_FILE
  if (!file) return
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const usage: Usage = {
    memoryMb: Math.round(maxRSS / 1024),
    cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 1e5) / 10,
  }
  writeFileSync(file, JSON.stringify(usage))
})
