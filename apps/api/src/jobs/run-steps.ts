import { rootCause } from '../db/client.ts'

/**
 * Runs each step, also after one that failed. @returns what each returned
 * @throws at the end, naming the steps that failed
 */
export async function runSteps<Result>(
  steps: Record<string, () => Promise<Result>>,
): Promise<Record<string, Result>> {
  const results: Record<string, Result> = {}
  const failures: string[] = []
  for (const [name, step] of Object.entries(steps)) {
    try {
      results[name] = await step()
    } catch (error) {
      failures.push(`${name} (${(rootCause(error) as Error).message})`)
    }
  }
  if (failures.length > 0) {
    throw new Error(`failed, unlike the other steps: ${failures.join(', ')}`)
  }
  return results
}
