// Lists the failures again at the end of the run, after minutes of output.
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const MESSAGE_LINES = 12

/**
 * Vitest's reporter for `npm test`: writes the counts and the failures to the file that `VITEST_REPORT` names.
 * Unlike Vitest's own JSON it has the errors outside of tests, such as the end of a worker.
 */
export default class FailureReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const amountOf = (state) => tests.filter((test) => test.result().state === state).length
    const failures = [...modules.flatMap(failuresOf), ...errors.map(describeError)]
    const report = { passed: amountOf('passed'), failed: amountOf('failed'), failures }
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify(report))
  }
}

/** Of a file: its own errors, those of its hooks and tests, and that it did not come to its end. */
function failuresOf(module) {
  const parts = [module, ...module.children.allSuites(), ...module.children.allTests()]
  const failures = parts.flatMap((part) =>
    errorsOf(part).map((error) => describe(nameOf(module, part), error.stack ?? error.message)),
  )
  if (!['pending', 'queued'].includes(module.state())) return failures
  const open = [...module.children.allTests()].filter((test) => test.result().state === 'pending')
  const names = open.map((test) => test.fullName).join('\n')
  return [...failures, describe(module.moduleId, `did not come to its end; open:\n${names}`)]
}

function errorsOf(part) {
  return part.type === 'test' ? (part.result().errors ?? []) : part.errors()
}

function nameOf(module, part) {
  return part === module ? module.moduleId : `${module.moduleId} › ${part.fullName}`
}

function describeError(error) {
  return describe('outside of a test', error.stack ?? error.message)
}

/** The failed stories of Playwright's JSON report and the errors of its start. */
export function storyFailures(report) {
  const stories = (report?.suites ?? []).flatMap(specsWithin).filter((spec) => !spec.ok)
  return [
    ...(report?.errors ?? []).map((error) => describe('end to end', error.message)),
    ...stories.map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      return describe(`${spec.file}:${spec.line} › ${spec.title}`, errors[0]?.message)
    }),
  ]
}

function specsWithin(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsWithin)]
}

function describe(name, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return [`✗ ${name}`, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join('\n')
}
